// Elementwise operators with every form of broadcasting: dimensions that both operands traverse
// alike are joined, the innermost one uses the array kernels, and the others are loops.

#include "lite/operators/elementwise.h"

#include <array>
#include <type_traits>
#include <utility>

#include "lite/core/memory_order.h"
#include "lite/kernels/cpu/activation_map.h"
#include "lite/operators/quantization.h"

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

// Rows of real numbers. A step is 0 for a single value, otherwise 1.
template <typename Types, backend::BinaryF32 kOperation>
class RowsReal {
 public:
  using In = typename Types::Element;
  using Out = In;
  static Status Supports(const operators::ElementwiseBase&, const operators::Epilogue& epilogue) {
    return MapActivation(epilogue.activation).status();
  }
  Status Prepare(const operators::ElementwiseBase& op, const operators::Epilogue& epilogue) {
    constexpr bool kComparesOperands =
        kOperation == backend::BinaryF32::kMax || kOperation == backend::BinaryF32::kMin;
    y_first_ = kComparesOperands && op.ComparesYWithX();
    return activation_.Prepare(epilogue.activation);
  }
  void Run(const In* x, int64_t x_step, const In* y, int64_t y_step, Out* dst,
           int64_t count) const {
    constexpr int kIndex = static_cast<int>(kOperation);
    if (y_first_) {
      std::swap(x, y);
      std::swap(x_step, y_step);
    }
    if (x_step == 1 && y_step == 1) {
      vector_.binary[kIndex](x, y, dst, count);
    } else if (x_step == 1) {
      vector_.binary_scalar[kIndex](x, y, dst, count);
    } else {
      vector_.binary_reversed[kIndex](y, x, dst, count);
    }
    activation_.Apply(dst, count);
  }

 private:
  const backend::VectorKernels<typename Types::Real>& vector_ = Types::ActiveTables().vector;
  InPlaceActivation<Types> activation_;
  bool y_first_ = false;
};

// Rows of int8 with scales; results have the bits of casts before and after the operator. OutType
// is float or int8_t.
template <backend::BinaryS8 kOperation, typename OutType>
class RowsS8 {
 public:
  using In = int8_t;
  using Out = OutType;
  static Status Supports(const operators::ElementwiseBase& op,
                         const operators::Epilogue& epilogue) {
    for (const char* slot : {"X", "Y"}) {
      if (!operators::ActivationScale(op, slot).ok()) return Unsupported("no scale of ", slot);
    }
    LITE_ASSIGN_OR_RETURN(const backend::ActivationF32 activation,
                          MapActivation(epilogue.activation));
    if (activation.has_function || activation.slopes) {
      return Unsupported("fused activation number ", static_cast<int>(epilogue.activation.type),
                         " in int8");
    }
    return OkStatus();
  }
  Status Prepare(const operators::ElementwiseBase& op, const operators::Epilogue& epilogue) {
    LITE_ASSIGN_OR_RETURN(const backend::ActivationF32 activation,
                          MapActivation(epilogue.activation));
    row_.low = activation.low;
    row_.high = activation.high;
    LITE_ASSIGN_OR_RETURN(row_.x_scale, operators::ActivationScale(op, "X"));
    LITE_ASSIGN_OR_RETURN(row_.y_scale, operators::ActivationScale(op, "Y"));
    if constexpr (kToInt8) {
      LITE_ASSIGN_OR_RETURN(const float unit, operators::ActivationScale(op, "Out"));
      row_.steps_per_unit = 1.0f / unit;
    }
    return OkStatus();
  }
  void Run(const int8_t* x, int64_t x_step, const int8_t* y, int64_t y_step, Out* dst,
           int64_t count) const {
    backend::BinaryRowS8 row = row_;
    row.x = x;
    row.y = y;
    row.x_is_one = x_step == 0;
    row.y_is_one = y_step == 0;
    row.count = count;
    row.dst = dst;
    run_(&row);
  }

 private:
  static constexpr bool kToInt8 = std::is_same_v<Out, int8_t>;

  void (*const run_)(const backend::BinaryRowS8*) =
      backend::ActiveInt8Tables().vector.binary[static_cast<int>(kOperation)][kToInt8];
  backend::BinaryRowS8 row_ = {};
};

template <typename Rows>
class ElementwiseKernel : public KernelFor<operators::ElementwiseBase> {
 public:
  static Status Supports(const operators::ElementwiseBase& op) {
    LITE_ASSIGN_OR_RETURN(const operators::Epilogue epilogue, op.ResolveEpilogue());
    if (epilogue.scale != 1.0f || epilogue.bias != 0.0f) return Unsupported("a fused scale");
    return Rows::Supports(op, epilogue);
  }

  Status PrepareOp(const operators::ElementwiseBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::Epilogue epilogue, op.ResolveEpilogue());
    LITE_RETURN_IF_ERROR(rows_.Prepare(op, epilogue));
    LITE_ASSIGN_OR_RETURN(const operators::Broadcast shapes,
                          operators::BroadcastShapes(op.x->dims(), op.y->dims(), op.axis));
    JoinDimensions(shapes, StoredChannelsLast(*op.x), StoredChannelsLast(*op.y),
                   StoredChannelsLast(*op.out));
    return OkStatus();
  }

  Status RunOp(const operators::ElementwiseBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const In* x = op.x->data<In>();
    const In* y = op.y->data<In>();
    Out* dst = op.out->mutable_data<Out>();
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
  using In = typename Rows::In;
  using Out = typename Rows::Out;

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

  void RunRows(const In* x, const In* y, Out* dst, int64_t begin, int64_t end) const {
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

  void RunRow(const In* x, const In* y, Out* dst, int64_t count) const {
    const Dimension& inner = dims_[static_cast<size_t>(rank_ - 1)];
    const bool by_rows = inner.x <= 1 && inner.y <= 1 && inner.x + inner.y > 0;
    if (by_rows) return rows_.Run(x, inner.x, y, inner.y, dst, count);
    // An operand that is traversed across its memory order.
    for (int64_t i = 0; i < count; ++i) {
      rows_.Run(x + i * inner.x, 1, y + i * inner.y, 1, dst + i, 1);
    }
  }

  Rows rows_;
  std::array<Dimension, DDim::kMaxRank> dims_{};
  int rank_ = 0;
};

// The same for images in any layout. X determines the layout; a Y of lower rank is stored in
// program order.
template <typename Rows>
class ImageElementwiseKernel final : public ElementwiseKernel<Rows> {
 public:
  static Status Supports(const operators::ElementwiseBase& op) {
    if (op.x->dims().rank() != 4 || op.y->dims().rank() > 4) {
      return Unsupported("layouts other than NCHW: X has rank ", op.x->dims().rank(),
                         " and Y rank ", op.y->dims().rank());
    }
    return ElementwiseKernel<Rows>::Supports(op);
  }
};

template <backend::BinaryF32 kOperation>
using RowsF32 = RowsReal<F32, kOperation>;
template <backend::BinaryF32 kOperation>
using RowsF16 = RowsReal<F16, kOperation>;

using backend::BinaryF32;
using backend::BinaryS8;
using AddInt8 = RowsS8<BinaryS8::kAdd, int8_t>;
using AddInt8ToFloat = RowsS8<BinaryS8::kAdd, float>;
using SubInt8 = RowsS8<BinaryS8::kSub, int8_t>;
using SubInt8ToFloat = RowsS8<BinaryS8::kSub, float>;
using MulInt8 = RowsS8<BinaryS8::kMul, int8_t>;
using MulInt8ToFloat = RowsS8<BinaryS8::kMul, float>;

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ElementwiseKernel<RowsF32<BinaryF32::kAdd>>,
             elementwise_add, fusion_elementwise_add_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ImageElementwiseKernel<RowsF32<BinaryF32::kAdd>>,
             elementwise_add, fusion_elementwise_add_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ElementwiseKernel<RowsF32<BinaryF32::kSub>>,
             elementwise_sub, fusion_elementwise_sub_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ImageElementwiseKernel<RowsF32<BinaryF32::kSub>>,
             elementwise_sub, fusion_elementwise_sub_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ElementwiseKernel<RowsF32<BinaryF32::kMul>>,
             elementwise_mul, fusion_elementwise_mul_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ImageElementwiseKernel<RowsF32<BinaryF32::kMul>>,
             elementwise_mul, fusion_elementwise_mul_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ElementwiseKernel<RowsF32<BinaryF32::kDiv>>,
             elementwise_div, fusion_elementwise_div_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ImageElementwiseKernel<RowsF32<BinaryF32::kDiv>>,
             elementwise_div, fusion_elementwise_div_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ElementwiseKernel<RowsF32<BinaryF32::kMax>>,
             elementwise_max, fusion_elementwise_max_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ImageElementwiseKernel<RowsF32<BinaryF32::kMax>>,
             elementwise_max, fusion_elementwise_max_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, ElementwiseKernel<RowsF32<BinaryF32::kMin>>,
             elementwise_min, fusion_elementwise_min_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kAny, def, ImageElementwiseKernel<RowsF32<BinaryF32::kMin>>,
             elementwise_min, fusion_elementwise_min_activation);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, int8_out, ElementwiseKernel<AddInt8>, elementwise_add);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, fp32_out, ElementwiseKernel<AddInt8ToFloat>,
             elementwise_add)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, ImageElementwiseKernel<AddInt8>,
             elementwise_add);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, fp32_out, ImageElementwiseKernel<AddInt8ToFloat>,
             elementwise_add)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, int8_out, ElementwiseKernel<SubInt8>, elementwise_sub);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, fp32_out, ElementwiseKernel<SubInt8ToFloat>,
             elementwise_sub)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, ImageElementwiseKernel<SubInt8>,
             elementwise_sub);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, fp32_out, ImageElementwiseKernel<SubInt8ToFloat>,
             elementwise_sub)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, int8_out, ElementwiseKernel<MulInt8>, elementwise_mul);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, fp32_out, ElementwiseKernel<MulInt8ToFloat>,
             elementwise_mul)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, int8_out, ImageElementwiseKernel<MulInt8>,
             elementwise_mul);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kAny, fp32_out, ImageElementwiseKernel<MulInt8ToFloat>,
             elementwise_mul)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, ElementwiseKernel<RowsF16<BinaryF32::kAdd>>,
             elementwise_add, fusion_elementwise_add_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, ImageElementwiseKernel<RowsF16<BinaryF32::kAdd>>,
             elementwise_add, fusion_elementwise_add_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, ElementwiseKernel<RowsF16<BinaryF32::kSub>>,
             elementwise_sub, fusion_elementwise_sub_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, ImageElementwiseKernel<RowsF16<BinaryF32::kSub>>,
             elementwise_sub, fusion_elementwise_sub_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, ElementwiseKernel<RowsF16<BinaryF32::kMul>>,
             elementwise_mul, fusion_elementwise_mul_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, ImageElementwiseKernel<RowsF16<BinaryF32::kMul>>,
             elementwise_mul, fusion_elementwise_mul_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, ElementwiseKernel<RowsF16<BinaryF32::kDiv>>,
             elementwise_div, fusion_elementwise_div_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, ImageElementwiseKernel<RowsF16<BinaryF32::kDiv>>,
             elementwise_div, fusion_elementwise_div_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, ElementwiseKernel<RowsF16<BinaryF32::kMax>>,
             elementwise_max, fusion_elementwise_max_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, ImageElementwiseKernel<RowsF16<BinaryF32::kMax>>,
             elementwise_max, fusion_elementwise_max_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, ElementwiseKernel<RowsF16<BinaryF32::kMin>>,
             elementwise_min, fusion_elementwise_min_activation);
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kAny, def, ImageElementwiseKernel<RowsF16<BinaryF32::kMin>>,
             elementwise_min, fusion_elementwise_min_activation);

}  // namespace paddle::lite::kernels::LITE_CPU
