#pragma once

#include <memory>
#include <string>

#include "lite/api/paddle_api.h"
#include "lite/core/tensor.h"

namespace paddle::lite_api {

// State shared by a predictor and all handles to one of its tensors.
struct TensorState {
  TensorState(lite::Tensor* the_tensor, std::string the_name)
      : tensor(the_tensor), name(std::move(the_name)) {}

  lite::Tensor* tensor;       // null once the predictor is destroyed
  std::string name;           // for messages; may be empty
  bool is_parameter = false;  // of which only the elements may be changed
  bool warned_type = false;
};

}  // namespace paddle::lite_api
