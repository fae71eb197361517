#pragma once

#include "lite/base/status.h"
#include "lite/core/tensor.h"

namespace paddle::lite::operators {

// Checks an optional tensor with one value per channel, such as a scale or a bias.
inline Status CheckChannelValues(const char* slot, const Tensor* tensor, int64_t channels) {
  if (tensor == nullptr || tensor->numel() == channels) return OkStatus();
  return InvalidArgument(slot, ": expected ", channels, " values, found shape ", tensor->dims());
}

}  // namespace paddle::lite::operators
