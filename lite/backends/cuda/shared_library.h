// Libraries of the SDK that are opened when they are first needed.
#pragma once

#include <dlfcn.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "lite/base/strings.h"

namespace paddle::lite::cuda {

// Stays open for the process: drivers outlive static destructors.
class SharedLibrary {
 public:
  // The file that the environment names, and no other one then, or `name`.
  SharedLibrary(const char* variable, std::string name) : name_(std::move(name)) {
    const char* const chosen = std::getenv(variable);
    const bool is_chosen = chosen != nullptr && *chosen != '\0';
    if (is_chosen) name_ = chosen;
    library_ = dlopen(name_.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ != nullptr) return;
    why_not_ = StrCat(is_chosen ? StrCat(variable, "=") : "", name_, " cannot be opened");
  }

  template <typename Function>
  void Resolve(const char* name, Function* function) {
    if (library_ == nullptr) return;
    *function = reinterpret_cast<Function>(dlsym(library_, name));
    if (*function == nullptr && why_not_.empty()) why_not_ = StrCat(name_, " has no ", name);
  }
  // Empty if the library and all functions are there.
  const std::string& why_not() const { return why_not_; }

 private:
  std::string name_;
  void* library_ = nullptr;
  std::string why_not_;
};

}  // namespace paddle::lite::cuda
