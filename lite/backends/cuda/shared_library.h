// Libraries of the SDK that are opened when they are first needed.
#pragma once

#include <dlfcn.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "lite/base/strings.h"

namespace paddle::lite::cuda {

// The file that the environment names, and no other one then, or `name`.
inline std::string LibraryFile(const char* variable, std::string name) {
  const char* const chosen = std::getenv(variable);
  return chosen != nullptr && *chosen != '\0' ? chosen : std::move(name);
}

// Stays open for the process: drivers outlive static destructors.
class SharedLibrary {
 public:
  explicit SharedLibrary(std::string file) : file_(std::move(file)) {
    library_ = dlopen(file_.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) why_not_ = StrCat(file_, " cannot be opened");
  }

  template <typename Function>
  void Resolve(const char* name, Function* function) {
    if (library_ == nullptr) return;
    *function = reinterpret_cast<Function>(dlsym(library_, name));
    if (*function == nullptr && why_not_.empty()) why_not_ = StrCat(file_, " has no ", name);
  }
  // For a library with all functions, whose own version is `found`.
  void RequireMajor(size_t found, size_t expected) {
    if (found != expected) {
      why_not_ = StrCat(file_, " has version ", found, ", expected ", expected);
    }
  }
  // Empty if the library can be used.
  const std::string& why_not() const { return why_not_; }

 private:
  std::string file_;
  void* library_ = nullptr;
  std::string why_not_;
};

// How products are computed by a library; sums are float in any case.
enum class Arithmetic {
  kFloat,
  kTf32,  // the tensor cores' form of float, with 10 bits of fraction
  kHalf,  // operands are converted to half
};

}  // namespace paddle::lite::cuda
