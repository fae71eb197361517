#include "lite/kernels/nnadapter/converter.h"

namespace paddle::lite::kernels::nnadapter {
namespace {

const Converter* FindConverter(const std::string& op_type) {
  for (const Converter* converter : Converters()) {
    for (size_t i = 0; i < converter->count; ++i) {
      if (op_type == converter->types[i]) return converter;
    }
  }
  return nullptr;
}

Status CheckElements(const char* slot, const Tensor& tensor) {
  const PrecisionType precision = tensor.precision();
  if (tensor.persistable() || precision == PrecisionType::kFloat ||
      precision == PrecisionType::kInt8) {
    return OkStatus();
  }
  return Unsupported(slot, " is ", PrecisionToStr(tensor.precision()), ", expected float");
}

}  // namespace

Status ConvertOp(const Op& op, Builder* builder) {
  const Converter* converter = FindConverter(op.type());
  if (converter == nullptr) return Unsupported("NNAdapter has no converter for it");
  const BoundTensors bound = op.Bound();
  if (!converter->any_elements) {
    for (const auto& input : bound.inputs) {
      LITE_RETURN_IF_ERROR(CheckElements(input.slot, *input.tensor));
    }
  }
  builder->Begin(op);
  converter->convert(op, builder);
  return builder->status();
}

}  // namespace paddle::lite::kernels::nnadapter
