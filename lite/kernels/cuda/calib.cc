// Between float, half and int8.
#include <type_traits>

#include "lite/backends/cuda/int8_body.h"
#include "lite/backends/cuda/library_body.h"
#include "lite/kernels/cuda/call.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::DequantiseBody;
using lite::cuda::QuantiseBody;

// From is float or int8_t.
template <typename From_>
class CalibKernel final : public CudaKernel<operators::Calib> {
 public:
  static Status Supports(const operators::Calib& op) {
    const bool full = std::is_same_v<From_, float> && op.full_range;
    return full ? Unsupported("full_range, which rounds halves to even") : OkStatus();
  }
  Status RunOp(const operators::Calib& op, const RunContext& context) override {
    if constexpr (std::is_same_v<From_, float>) {
      const QuantiseBody body = {From<float>(op.input), To<int8_t>(op.out), 1 / op.scale};
      return QueueOf(context)->Launch("calib", body, op.input->numel());
    } else {
      const DequantiseBody body = {From<int8_t>(op.input), To<float>(op.out), op.scale};
      return QueueOf(context)->Launch("calib", body, op.input->numel());
    }
  }
};

template <typename Source, typename Result>
class CalibHalfKernel final : public CudaKernel<operators::Calib> {
 public:
  Status RunOp(const operators::Calib& op, const RunContext& context) override {
    const lite::cuda::ConvertBody<Source, Result> body = {From<Source>(op.input),
                                                          To<Result>(op.out)};
    return QueueOf(context)->Launch("calib", body, op.input->numel());
  }
};
using SingleToHalf = CalibHalfKernel<float, Half>;
using HalfToSingle = CalibHalfKernel<Half, float>;

LITE_KERNELS(kCUDA, kFP16, kAny, fp32_to_fp16, SingleToHalf, calib, calib_once)
    .In({"Input"}, PRECISION(kFloat));
LITE_KERNELS(kCUDA, kFP16, kAny, fp16_to_fp32, HalfToSingle, calib, calib_once)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kCUDA, kInt8, kAny, fp32_to_int8, CalibKernel<float>, calib, calib_once)
    .In({"Input"}, PRECISION(kFloat));
LITE_KERNELS(kCUDA, kInt8, kAny, int8_to_fp32, CalibKernel<int8_t>, calib, calib_once)
    .Out({"Out"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::cuda
