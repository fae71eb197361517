#include "lite/operators/cast.h"

#include "lite/backends/cuda/cast_body.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {
namespace {

// Calls `function` with a value of the element type; kUnsupported if there is no kernel for it.
template <typename Function>
Status WithElement(PrecisionType precision, const Function& function) {
  switch (precision) {
    case PrecisionType::kFloat:
      return function(float());
    case PrecisionType::kBool:
      return function(bool());
    case PrecisionType::kInt8:
      return function(int8_t());
    case PrecisionType::kUInt8:
      return function(uint8_t());
    case PrecisionType::kInt16:
      return function(int16_t());
    case PrecisionType::kInt32:
      return function(int32_t());
    case PrecisionType::kInt64:
      return function(int64_t());
    default:
      return Unsupported("element type ", PrecisionToStr(precision));
  }
}

Status CheckElement(PrecisionType precision) {
  if (precision == PrecisionType::kUnk) return OkStatus();
  return WithElement(precision, [](auto) { return OkStatus(); });
}

}  // namespace

class CastKernel final : public CudaKernel<operators::Cast> {
 public:
  static Status Supports(const operators::Cast& op) {
    LITE_RETURN_IF_ERROR(CheckElement(op.x->precision()));
    LITE_ASSIGN_OR_RETURN(const PrecisionType to,
                          operators::PrecisionOfDataType("out_dtype", op.out_dtype));
    return CheckElement(to);
  }

  Status RunOp(const operators::Cast& op, const RunContext& context) override {
    return WithElement(op.x->precision(), [&](auto from) {
      return WithElement(op.out->precision(), [&](auto to) {
        const lite::cuda::CastBody<decltype(from), decltype(to)> body = {From<decltype(from)>(op.x),
                                                                         To<decltype(to)>(op.out)};
        return QueueOf(context)->Launch("cast", body, op.x->numel());
      });
    });
  }
};

LITE_KERNELS(kCUDA, kAny, kNCHW, def, CastKernel, cast);

}  // namespace paddle::lite::kernels::cuda
