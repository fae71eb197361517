#include "lite/operators/cast.h"

#include "lite/kernels/opencl/call.h"

namespace paddle::lite::kernels::opencl {
namespace {

// The name of an element type in programs; null if there is none.
const char* ClName(PrecisionType precision) {
  switch (precision) {
    case PrecisionType::kFloat:
      return "float";
    case PrecisionType::kInt8:
      return "char";
    case PrecisionType::kBool:
    case PrecisionType::kUInt8:
      return "uchar";
    case PrecisionType::kInt16:
      return "short";
    case PrecisionType::kInt32:
      return "int";
    case PrecisionType::kInt64:
      return "long";
    default:
      return nullptr;
  }
}

Status CheckCastType(PrecisionType precision) {
  if (ClName(precision) != nullptr || precision == PrecisionType::kUnk) return OkStatus();
  return Unsupported("element type ", PrecisionToStr(precision));
}

}  // namespace

class CastKernel final : public KernelFor<operators::Cast> {
 public:
  static Status Supports(const operators::Cast& op) {
    LITE_RETURN_IF_ERROR(CheckCastType(op.x->precision()));
    LITE_ASSIGN_OR_RETURN(const PrecisionType to,
                          operators::PrecisionOfDataType("out_dtype", op.out_dtype));
    return CheckCastType(to);
  }

  Status PrepareOp(const operators::Cast& op, PrepareContext* context) override {
    const PrecisionType from = op.x->precision();
    const PrecisionType to = op.out->precision();
    std::string options = StrCat("-DFROM=", ClName(from), " -DTO=", ClName(to));
    if (from == PrecisionType::kFloat) options += " -DFROM_REAL";
    if (to == PrecisionType::kBool) {
      options += " -DTO_BOOL";
    } else if (to != PrecisionType::kFloat) {
      options += to == PrecisionType::kInt64 ? " -DTO_LONG" : " -DTO_INTEGER";
    }
    return function_.Load(*context, "cast", "cast", options);
  }
  Status RunOp(const operators::Cast& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    return function_.On(context).Add(op.x).Add(op.out).Over({op.x->numel(), 1, 1}, kLine);
  }

 private:
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kAny, kNCHW, def, CastKernel, cast);

}  // namespace paddle::lite::kernels::opencl
