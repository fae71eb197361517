#pragma once

#include <vector>

#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// A list of integers, such as a shape, which a program holds as a tensor, else as a list of tensors
// (ReadIntegers), else as an attribute.
template <typename Int>
Result<std::vector<int64_t>> GivenIntegers(const char* slot, const Tensor* tensor,
                                           const char* list_slot,
                                           const std::vector<const Tensor*>& list,
                                           const std::vector<Int>& attribute) {
  if (tensor != nullptr) return ReadIntegers(slot, *tensor);
  if (!list.empty()) return ReadIntegers(list_slot, list);
  return std::vector<int64_t>(attribute.begin(), attribute.end());
}

}  // namespace paddle::lite::operators
