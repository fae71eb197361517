#include "lite/operators/elementwise.h"

#include <utility>

#include "lite/backends/cuda/elementwise_body.h"
#include "lite/core/memory_order.h"
#include "lite/kernels/cuda/call.h"
#include "lite/operators/prelu.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::Binary;
using lite::cuda::BinaryBody;

namespace {

// The dimensions from the outermost in memory to the innermost.
Span<const int> MemoryAxes(int rank, bool channels_last) {
  static constexpr int kPlain[DDim::kMaxRank] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  static constexpr int kChannelsLast[] = {0, 2, 3, 1};
  return {channels_last ? kChannelsLast : kPlain, static_cast<size_t>(rank)};
}

// An operand whose dimensions of size 1 are repeated. `dims` has the rank of the result.
struct Repeated {
  DDim dims;
  bool channels_last;

  DDim Steps() const {
    DDim steps = dims;
    const Span<const int> axes = MemoryAxes(dims.rank(), channels_last);
    int64_t step = 1;
    for (int i = dims.rank() - 1; i >= 0; --i) {
      const int axis = axes[static_cast<size_t>(i)];
      steps[axis] = dims[axis] == 1 ? 0 : step;
      step *= dims[axis];
    }
    return steps;
  }
};

}  // namespace

// Launches of functions of two elements.
template <typename T>
class BinaryLaunch {
 public:
  void Prepare(const Repeated& x, const Repeated& y, const DDim& out, bool channels_last) {
    walk_ = Walk();
    const DDim steps[2] = {x.Steps(), y.Steps()};
    for (const int axis : MemoryAxes(out.rank(), channels_last)) {
      walk_.Add(out[axis], steps[0][axis], steps[1][axis]);
    }
  }

  Status Run(const RunContext& context, Binary binary, const Tensor* x, const Tensor* y,
             const Tensor* out, const operators::Epilogue& epilogue = {}) const {
    const BinaryBody<T> body = {From<T>(x), From<T>(y),     To<T>(out),    walk_,
                                binary,     epilogue.scale, epilogue.bias, epilogue.activation};
    return QueueOf(context)->Launch("binary", body, out->numel());
  }

 private:
  Walk walk_;
};

template <typename T, Binary kBinary>
class ElementwiseKernel final : public CudaKernel<operators::ElementwiseBase> {
 public:
  Status PrepareCuda(const operators::ElementwiseBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(operators::Broadcast shapes,
                          operators::BroadcastShapes(op.x->dims(), op.y->dims(), op.axis));
    LITE_ASSIGN_OR_RETURN(epilogue_, op.ResolveEpilogue());
    Repeated x = {shapes.x, StoredChannelsLast(*op.x)};
    Repeated y = {shapes.y, StoredChannelsLast(*op.y)};
    if (Swaps(op)) std::swap(x, y);
    launch_.Prepare(x, y, shapes.out, StoredChannelsLast(*op.out));
    return OkStatus();
  }
  Status RunOp(const operators::ElementwiseBase& op, const RunContext& context) override {
    const Tensor* first = Swaps(op) ? op.y : op.x;
    const Tensor* second = Swaps(op) ? op.x : op.y;
    return launch_.Run(context, kBinary, first, second, op.out, epilogue_);
  }

 private:
  static bool Swaps(const operators::ElementwiseBase& op) {
    return (kBinary == Binary::kMax || kBinary == Binary::kMin) && op.ComparesYWithX();
  }

  operators::Epilogue epilogue_;
  BinaryLaunch<T> launch_;
};

// The slopes are broadcast like the operand of an elementwise operator.
template <typename T>
class PreluKernel final : public CudaKernel<operators::Prelu> {
 public:
  Status PrepareCuda(const operators::Prelu& op, PrepareContext*) override {
    const DDim& x = op.x->dims();
    DDim slopes = x;
    for (int i = 0; i < x.rank(); ++i) {
      const bool varies = op.mode == "channel" ? i == op.ChannelAxis() : op.mode == "element" && i;
      if (!varies) slopes[i] = 1;
    }
    const bool last = StoredChannelsLast(*op.x);
    launch_.Prepare({x, last}, {slopes, false}, x, last);
    return OkStatus();
  }
  Status RunOp(const operators::Prelu& op, const RunContext& context) override {
    return launch_.Run(context, Binary::kPrelu, op.x, op.alpha, op.out);
  }

 private:
  BinaryLaunch<T> launch_;
};

template <Binary kBinary>
using BinaryFloat = ElementwiseKernel<float, kBinary>;
template <Binary kBinary>
using BinaryHalf = ElementwiseKernel<Half, kBinary>;

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, BinaryFloat<Binary::kAdd>, elementwise_add,
             fusion_elementwise_add_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, BinaryFloat<Binary::kSub>, elementwise_sub,
             fusion_elementwise_sub_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, BinaryFloat<Binary::kMul>, elementwise_mul,
             fusion_elementwise_mul_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, BinaryFloat<Binary::kDiv>, elementwise_div,
             fusion_elementwise_div_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, BinaryFloat<Binary::kMax>, elementwise_max,
             fusion_elementwise_max_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, BinaryFloat<Binary::kMin>, elementwise_min,
             fusion_elementwise_min_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, BinaryFloat<Binary::kPow>, elementwise_pow,
             fusion_elementwise_pow_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, BinaryFloat<Binary::kMod>, elementwise_mod);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, BinaryFloat<Binary::kFloorDiv>, elementwise_floordiv,
             fusion_elementwise_floordiv_activation);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, PreluKernel<float>, prelu);

// Beside convolutions of int8, whose channels are last.
LITE_KERNELS(kCUDA, kFloat, kNHWC, nhwc_format, BinaryFloat<Binary::kAdd>, elementwise_add,
             fusion_elementwise_add_activation);
LITE_KERNELS(kCUDA, kFloat, kNHWC, nhwc_format, BinaryFloat<Binary::kSub>, elementwise_sub,
             fusion_elementwise_sub_activation);
LITE_KERNELS(kCUDA, kFloat, kNHWC, nhwc_format, BinaryFloat<Binary::kMul>, elementwise_mul,
             fusion_elementwise_mul_activation);

LITE_KERNELS(kCUDA, kFP16, kAny, def, BinaryHalf<Binary::kAdd>, elementwise_add,
             fusion_elementwise_add_activation);
LITE_KERNELS(kCUDA, kFP16, kAny, def, BinaryHalf<Binary::kSub>, elementwise_sub,
             fusion_elementwise_sub_activation);
LITE_KERNELS(kCUDA, kFP16, kAny, def, BinaryHalf<Binary::kMul>, elementwise_mul,
             fusion_elementwise_mul_activation);
LITE_KERNELS(kCUDA, kFP16, kAny, def, BinaryHalf<Binary::kDiv>, elementwise_div,
             fusion_elementwise_div_activation);
LITE_KERNELS(kCUDA, kFP16, kAny, def, BinaryHalf<Binary::kMax>, elementwise_max,
             fusion_elementwise_max_activation);
LITE_KERNELS(kCUDA, kFP16, kAny, def, BinaryHalf<Binary::kMin>, elementwise_min,
             fusion_elementwise_min_activation);
LITE_KERNELS(kCUDA, kFP16, kAny, def, BinaryHalf<Binary::kPow>, elementwise_pow,
             fusion_elementwise_pow_activation);
LITE_KERNELS(kCUDA, kFP16, kAny, def, PreluKernel<Half>, prelu)
    .In({"Alpha"}, PRECISION(kFP16), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::cuda
