#include "lite/model/weight_only.h"

#include <set>

#include "lite/model/op_fields.h"

namespace paddle::lite::model {
namespace {

constexpr char kBits[] = "quantize_weight_bits";
constexpr char kWeightScaleSuffix[] = "_quant_scale";

// Axis of the output channels: last for products, first for convolutions. Vectors are scaled per
// element.
int ChannelAxis(const std::string& op_type, int rank) {
  static constexpr const char* kProducts[] = {"fc", "mul", "matmul", "matmul_v2", "lookup_table"};
  for (const char* product : kProducts) {
    if (op_type == product && rank >= 2) return 1;
  }
  return 0;
}

template <typename T>
void Scale(const Tensor& stored, const std::vector<float>& scales, int axis, float* real) {
  const int64_t inner = stored.dims().Count(axis + 1, stored.dims().rank());
  const int64_t channels = static_cast<int64_t>(scales.size());
  const T* values = stored.data<T>();
  for (int64_t i = 0; i < stored.numel(); ++i) {
    const int64_t channel = channels == 1 ? 0 : i / inner % channels;
    real[i] = static_cast<float>(values[i]) * scales[channel];
  }
}

Result<Tensor> Dequantize(const Tensor& stored, const std::vector<float>& scales, int axis) {
  const DDim& dims = stored.dims();
  const bool one_for_all = scales.size() == 1;
  if (!one_for_all && (dims.rank() <= axis || dims[axis] != static_cast<int64_t>(scales.size()))) {
    return DataLoss(scales.size(), " scales for a weight of shape ", dims,
                    ", expected 1 or dimension ", axis);
  }
  Tensor real;
  real.Resize(dims);
  LITE_RETURN_IF_ERROR(real.Allocate(PrecisionType::kFloat));
  if (stored.precision() == PrecisionType::kInt8) {
    Scale<int8_t>(stored, scales, axis, real.mutable_data<float>());
  } else {
    Scale<int16_t>(stored, scales, axis, real.mutable_data<float>());
  }
  return real;
}

Status DequantizeInputs(OpDesc* op, Model* model, std::set<std::string>* done) {
  for (const auto& slot : op->inputs) {
    for (const std::string& name : slot.second) {
      const auto attr = op->attrs.find(name + kWeightScaleSuffix);
      const auto param = model->params.find(name);
      if (attr == op->attrs.end() || param == model->params.end()) continue;
      std::vector<float> scales;
      if (!ConvertAttr(attr->second, &scales) || scales.empty()) {
        return DataLoss("attribute '", attr->first, "': expected FLOATS, found ",
                        AttrTypeName(attr->second), " ", AttrToString(attr->second));
      }
      op->attrs.erase(attr);
      if (!param->second.IsInitialized()) {
        return DataLoss("weight '", name, "' has scales but no data");
      }
      const PrecisionType precision = param->second.precision();
      const bool stored = precision == PrecisionType::kInt8 || precision == PrecisionType::kInt16;
      if (!stored || !done->insert(name).second) continue;
      auto real =
          Dequantize(param->second, scales, ChannelAxis(op->type, param->second.dims().rank()));
      if (!real.ok()) return real.status().WithContext(StrCat("weight '", name, "'"));
      param->second = *std::move(real);
      model->stored.places.erase(name);
    }
  }
  op->attrs.erase(kBits);
  return OkStatus();
}

}  // namespace

Status DequantizeWeights(Model* model) {
  std::set<std::string> done;
  for (BlockDesc& block : model->program.blocks) {
    for (OpDesc& op : block.ops) {
      if (!op.HasAttr(kBits)) continue;
      LITE_RETURN_IF_ERROR(DequantizeInputs(&op, model, &done).WithContext(StrCat("op ", op.type)));
    }
  }
  for (BlockDesc& block : model->program.blocks) {
    for (VarDesc& var : block.vars) {
      if (done.count(var.name) != 0) var.data_type = VarType::kFP32;
    }
  }
  return OkStatus();
}

}  // namespace paddle::lite::model
