// Elementwise operators with every form of broadcasting: dimensions that both operands traverse
// alike are joined, the innermost one uses the array kernels, and the others are loops.

#include "lite/operators/elementwise.h"

#include <array>

#include "lite/core/memory_order.h"
#include "lite/kernels/cpu/activation_map.h"

namespace paddle::lite::kernels::LITE_CPU {
namespace {

constexpr int64_t kGrain = 8192;  // elements that justify a thread

// Strides of an operand, 0 along broadcast dimensions. `dims` is its shape padded to the result's
// rank.
std::array<int64_t, DDim::kMaxRank> StridesOf(const DDim& dims, bool channels_last) {
  std::array<int64_t, DDim::kMaxRank> strides{};
  int64_t stride = 1;
  const auto visit = [&](int i) {
    strides[static_cast<size_t>(i)] = dims[i] == 1 ? 0 : stride;
    stride *= dims[i];
  };
  if (channels_last) {
    for (const int i : {1, 3, 2, 0}) visit(i);
  } else {
    for (int i = dims.rank() - 1; i >= 0; --i) visit(i);
  }
  return strides;
}

}  // namespace

template <backend::BinaryF32 kOperation>
class ElementwiseKernel : public CpuKernelFor<operators::ElementwiseBase> {
 public:
  static Status Supports(const operators::ElementwiseBase& op) {
    LITE_ASSIGN_OR_RETURN(const operators::Epilogue epilogue, op.ResolveEpilogue());
    if (epilogue.scale != 1.0f || epilogue.bias != 0.0f) return Unsupported("a fused scale");
    return MapActivation(epilogue.activation).status();
  }

  Status PrepareOp(const operators::ElementwiseBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::Epilogue epilogue, op.ResolveEpilogue());
    LITE_RETURN_IF_ERROR(activation_.Prepare(tables_.vector, epilogue.activation));
    LITE_ASSIGN_OR_RETURN(const operators::Broadcast shapes,
                          operators::BroadcastShapes(op.x->dims(), op.y->dims(), op.axis));
    JoinDimensions(shapes, StoredChannelsLast(*op.x), StoredChannelsLast(*op.y),
                   StoredChannelsLast(*op.out));
    return OkStatus();
  }

  Status RunOp(const operators::ElementwiseBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const float* x = op.x->data<float>();
    const float* y = op.y->data<float>();
    float* dst = op.out->mutable_data<float>();
    const Dimension& inner = dims_[static_cast<size_t>(rank_ - 1)];
    if (rank_ == 1) {
      context.pool->ParallelFor(inner.size, kGrain, [&](int64_t begin, int64_t end, int) {
        // Pieces that stay in the first-level cache between the operation and the activation.
        constexpr int64_t kPiece = 2048;
        for (int64_t i = begin; i < end; i += kPiece) {
          RunRow(x + i * inner.x, y + i * inner.y, dst + i, std::min(kPiece, end - i));
        }
      });
      return OkStatus();
    }
    const int64_t rows = op.out->numel() / inner.size;
    context.pool->ParallelFor(
        rows, std::max<int64_t>(1, kGrain / inner.size),
        [&](int64_t begin, int64_t end, int) { RunRows(x, y, dst, begin, end); });
    return OkStatus();
  }

 private:
  // One joined dimension: its size, and the steps of both operands.
  struct Dimension {
    int64_t size;
    int64_t x;
    int64_t y;
  };

  void JoinDimensions(const operators::Broadcast& shapes, bool x_last, bool y_last, bool out_last) {
    const auto x = StridesOf(shapes.x, x_last);
    const auto y = StridesOf(shapes.y, y_last);
    constexpr int kChannelsLast[] = {0, 2, 3, 1};
    rank_ = 0;
    for (int i = 0; i < shapes.out.rank(); ++i) {
      const int axis = out_last ? kChannelsLast[i] : i;
      const Dimension next{shapes.out[axis], x[static_cast<size_t>(axis)],
                           y[static_cast<size_t>(axis)]};
      if (next.size == 1) continue;
      if (rank_ > 0) {
        Dimension& last = dims_[static_cast<size_t>(rank_ - 1)];
        if (last.x == next.x * next.size && last.y == next.y * next.size) {
          last = {last.size * next.size, next.x, next.y};
          continue;
        }
      }
      dims_[static_cast<size_t>(rank_++)] = next;
    }
    if (rank_ == 0) dims_[static_cast<size_t>(rank_++)] = {1, 1, 1};
  }

  void RunRows(const float* x, const float* y, float* dst, int64_t begin, int64_t end) const {
    const int64_t count = dims_[static_cast<size_t>(rank_ - 1)].size;
    for (int64_t row = begin; row < end; ++row) {
      int64_t rest = row;
      int64_t x_at = 0;
      int64_t y_at = 0;
      for (int i = rank_ - 2; i >= 0; --i) {
        const Dimension& d = dims_[static_cast<size_t>(i)];
        x_at += rest % d.size * d.x;
        y_at += rest % d.size * d.y;
        rest /= d.size;
      }
      RunRow(x + x_at, y + y_at, dst + row * count, count);
    }
  }

  void RunRow(const float* x, const float* y, float* dst, int64_t count) const {
    constexpr int kIndex = static_cast<int>(kOperation);
    const Dimension& inner = dims_[static_cast<size_t>(rank_ - 1)];
    if (inner.x == 1 && inner.y == 1) {
      tables_.vector.binary[kIndex](x, y, dst, count);
    } else if (inner.x == 1 && inner.y == 0) {
      tables_.vector.binary_scalar[kIndex](x, y, dst, count);
    } else if (inner.x == 0 && inner.y == 1) {
      tables_.vector.binary_reversed[kIndex](y, x, dst, count);
    } else {
      // An operand that is traversed across its memory order.
      for (int64_t i = 0; i < count; ++i) {
        tables_.vector.binary[kIndex](x + i * inner.x, y + i * inner.y, dst + i, 1);
      }
    }
    activation_.Apply(dst, count);
  }

  InPlaceActivation activation_;
  std::array<Dimension, DDim::kMaxRank> dims_{};
  int rank_ = 0;
};

// The same for images in any layout. X determines the layout; a Y of lower rank is stored in
// program order.
template <backend::BinaryF32 kOperation>
class ImageElementwiseKernel final : public ElementwiseKernel<kOperation> {
 public:
  static Status Supports(const operators::ElementwiseBase& op) {
    if (op.x->dims().rank() != 4 || op.y->dims().rank() > 4) {
      return Unsupported("layouts other than NCHW: X has rank ", op.x->dims().rank(),
                         " and Y rank ", op.y->dims().rank());
    }
    return ElementwiseKernel<kOperation>::Supports(op);
  }
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ElementwiseKernel<backend::BinaryF32::kAdd>,
             elementwise_add, fusion_elementwise_add_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ImageElementwiseKernel<backend::BinaryF32::kAdd>,
             elementwise_add, fusion_elementwise_add_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ElementwiseKernel<backend::BinaryF32::kSub>,
             elementwise_sub, fusion_elementwise_sub_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ImageElementwiseKernel<backend::BinaryF32::kSub>,
             elementwise_sub, fusion_elementwise_sub_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ElementwiseKernel<backend::BinaryF32::kMul>,
             elementwise_mul, fusion_elementwise_mul_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ImageElementwiseKernel<backend::BinaryF32::kMul>,
             elementwise_mul, fusion_elementwise_mul_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ElementwiseKernel<backend::BinaryF32::kDiv>,
             elementwise_div, fusion_elementwise_div_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ImageElementwiseKernel<backend::BinaryF32::kDiv>,
             elementwise_div, fusion_elementwise_div_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ElementwiseKernel<backend::BinaryF32::kMax>,
             elementwise_max, fusion_elementwise_max_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ImageElementwiseKernel<backend::BinaryF32::kMax>,
             elementwise_max, fusion_elementwise_max_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ElementwiseKernel<backend::BinaryF32::kMin>,
             elementwise_min, fusion_elementwise_min_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ImageElementwiseKernel<backend::BinaryF32::kMin>,
             elementwise_min, fusion_elementwise_min_activation);

}  // namespace paddle::lite::kernels::LITE_CPU
