#include "tests/models/programs.h"

#include <cstring>

#include "lite/model/paddle_pb/paddle_pb.h"

namespace paddle::lite::test {

Result<model::Model> LoadProgram(const ZooNet& net) {
  model::PaddleModelSource source;
  source.from_memory = true;
  source.model_buffer = net.model;
  source.param_buffer = net.params;
  return model::LoadPaddleModel(source);
}

Status CopyInput(const ZooArray& input, Tensor* tensor) {
  tensor->Resize(input.shape);
  tensor->set_lod(input.lod);
  LITE_RETURN_IF_ERROR(tensor->Allocate(input.precision));
  std::memcpy(tensor->mutable_raw_data(), input.bytes.data(), input.bytes.size());
  return OkStatus();
}

Status SetInputs(const ZooCase& zoo_case, Executable* executable) {
  for (size_t i = 0; i < zoo_case.inputs.size(); ++i) {
    LITE_RETURN_IF_ERROR(CopyInput(zoo_case.inputs[i], executable->input(i)));
  }
  return OkStatus();
}

}  // namespace paddle::lite::test
