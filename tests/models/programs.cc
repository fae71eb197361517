#include "tests/models/programs.h"

#include <cstring>
#include <string>
#include <utility>

#include "lite/model/paddle_pb/paddle_pb.h"

namespace paddle::lite::test {

Result<model::Model> LoadProgram(const ZooNet& net) {
  model::PaddleModelSource source;
  source.from_memory = true;
  source.model_buffer = net.model;
  source.param_buffer = net.params;
  return model::LoadPaddleModel(source);
}

void CropImages(int64_t side, ZooCase* zoo_case) {
  for (ZooArray& input : zoo_case->inputs) {
    if (input.shape.size() != 4) continue;
    const size_t element = PrecisionTypeLength(input.precision);
    const auto rows = static_cast<size_t>(input.shape[2]);
    const size_t pitch = static_cast<size_t>(input.shape[3]) * element;
    std::string cropped;
    for (size_t row = 0; row * pitch < input.bytes.size(); ++row) {
      if (row % rows >= static_cast<size_t>(side)) continue;
      cropped.append(input.bytes, row * pitch, static_cast<size_t>(side) * element);
    }
    input.bytes = std::move(cropped);
    input.shape[2] = input.shape[3] = side;
  }
}

void DeclareShapes(const ZooCase& zoo_case, model::Model* model) {
  for (const ZooArray& input : zoo_case.inputs) {
    model::VarDesc* const declared = model->program.blocks[0].FindVar(input.name);
    if (declared != nullptr) declared->shape = input.shape;
  }
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
