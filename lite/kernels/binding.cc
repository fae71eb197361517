#include "lite/kernels/binding.h"

#include "lite/core/image_layout.h"
#include "lite/core/memory_order.h"
#include "lite/core/targets.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite {
namespace {

DataLayoutType LayoutOf(const Tensor& tensor) {
  return tensor.layout() == DataLayoutType::kUnk ? DataLayoutType::kNCHW : tensor.layout();
}

Status CheckType(const KernelDef& def, const BoundTensors::InputSlot& input,
                 const InputConversions* conversions) {
  const PrecisionType wanted = def.InputType(input.slot).precision;
  const PrecisionType found = input.tensor->precision();
  if (wanted == PrecisionType::kAny || found == PrecisionType::kUnk || wanted == found) {
    return OkStatus();
  }
  std::string more;
  if (conversions != nullptr) {
    const Status cast = conversions->CanCast(input, wanted);
    if (cast.ok()) return cast;
    if (!cast.message().empty()) more = StrCat("; ", cast.message());
  }
  return Unsupported("input '", input.slot, "' is ", PrecisionToStr(found), ", the kernel takes ",
                     PrecisionToStr(wanted), more);
}

// Weights are stored in NCHW. Tensors of other ranks than four have one order only, except in
// images.
Status CheckLayout(const KernelDef& def, const BoundTensors::InputSlot& input) {
  const DataLayoutType wanted = def.InputType(input.slot).layout;
  const DataLayoutType found = LayoutOf(*input.tensor);
  if (wanted == found) return OkStatus();
  const bool image =
      IsImageLayout(found) || (wanted != DataLayoutType::kAny && IsImageLayout(wanted));
  if (!image && input.tensor->dims().rank() != 4) return OkStatus();
  if (wanted == DataLayoutType::kAny) {
    if (!IsHostMemory(def.target) || HasMemoryOrder(found)) return OkStatus();
    return Unsupported("input '", input.slot, "' is in layout ", DataLayoutToStr(found),
                       ", which has no order in host memory; expected NCHW or NHWC");
  }
  if (!image && input.tensor->persistable() && operators::LayoutIsFree(input.tensor->dims())) {
    return OkStatus();
  }
  return Unsupported("input '", input.slot, "' is in layout ", DataLayoutToStr(found),
                     ", the kernel takes ", DataLayoutToStr(wanted));
}

Status CheckMemory(const KernelDef& def, const BoundTensors::InputSlot& input) {
  const TargetType wanted = def.InputType(input.slot).target;
  const TargetType found = input.tensor->target();
  if (wanted == TargetType::kAny || MemoryOf(wanted) == MemoryOf(found)) return OkStatus();
  return Unsupported("input '", input.slot, "' is in the memory of ", TargetToStr(found),
                     ", the kernel reads that of ", TargetToStr(wanted),
                     "; convert the model again, opt adds the copy");
}

bool IsCast(const KernelDef& def) { return operators::IsCalib(def.op_type); }

}  // namespace

Status Accepts(const KernelDef& def, const Op& op, const BoundTensors& bound,
               const InputConversions* conversions) {
  if (op.type() != def.op_type) {
    return InvalidArgument("kernel ", def.Key(), " is a kernel of operator '", def.op_type,
                           "', not of '", op.type(), "'");
  }
  for (const auto& input : bound.inputs) {
    LITE_RETURN_IF_ERROR(CheckType(def, input, conversions));
    if (conversions != nullptr) continue;
    LITE_RETURN_IF_ERROR(CheckLayout(def, input));
    LITE_RETURN_IF_ERROR(CheckMemory(def, input));
  }
  return def.supports == nullptr ? OkStatus() : def.supports(op);
}

PrecisionType ResultPrecision(const KernelDef& def, const char* slot, PrecisionType inferred) {
  const PrecisionType given = def.OutputType(slot).precision;
  const bool decides = def.precision == PrecisionType::kInt8 || IsCast(def);
  return decides && given != PrecisionType::kAny ? given : inferred;
}

DataLayoutType ResultLayout(const KernelDef& def, const char* slot, const BoundTensors& bound) {
  const DataLayoutType given = def.OutputType(slot).layout;
  if (given != DataLayoutType::kAny) return given;
  for (const auto& input : bound.inputs) {
    if (!input.tensor->persistable()) return LayoutOf(*input.tensor);
  }
  return DataLayoutType::kNCHW;
}

TargetType ResultMemory(const KernelDef& def, const char* slot) {
  const TargetType given = def.OutputType(slot).target;
  return MemoryOf(given == TargetType::kAny ? def.target : given);
}

void TypeResults(const KernelDef& def, const BoundTensors& bound) {
  for (const auto& output : bound.outputs) {
    output.tensor->set_layout(ResultLayout(def, output.slot, bound));
    output.tensor->set_target(ResultMemory(def, output.slot));
    output.tensor->set_precision(ResultPrecision(def, output.slot, output.tensor->precision()));
  }
}

}  // namespace paddle::lite
