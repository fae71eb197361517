#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lite/core/tensor.h"

namespace paddle::lite {

// A named object of a program: a tensor or a list of tensors.
struct Variable {
  Tensor tensor;
  TensorArray array;
  bool is_array = false;
};

// Names to variables. Pointers stay valid for the life of the scope.
class Scope {
 public:
  // Variables of `parent` (the weights shared by clones) are found after our own; may be null.
  explicit Scope(std::shared_ptr<const Scope> parent = nullptr) : parent_(std::move(parent)) {}

  // Finds or creates a variable in this scope.
  Variable* Var(const std::string& name) {
    auto& slot = variables_[name];
    if (slot == nullptr) slot = std::make_unique<Variable>();
    return slot.get();
  }
  const Variable* Find(const std::string& name) const {
    const auto it = variables_.find(name);
    if (it != variables_.end()) return it->second.get();
    return parent_ ? parent_->Find(name) : nullptr;
  }
  Variable* FindLocal(const std::string& name) {
    const auto it = variables_.find(name);
    return it == variables_.end() ? nullptr : it->second.get();
  }
  const std::shared_ptr<const Scope>& parent() const { return parent_; }
  // Sorted; this scope only.
  std::vector<std::string> LocalNames() const {
    std::vector<std::string> names;
    for (const auto& entry : variables_) names.push_back(entry.first);
    return names;
  }

 private:
  std::map<std::string, std::unique_ptr<Variable>> variables_;
  std::shared_ptr<const Scope> parent_;
};

}  // namespace paddle::lite
