#include "lite/operators/diagonal.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "lite/core/element.h"
#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/host/wrapping_sum.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {
namespace {

using operators::DiagonalPlan;

constexpr int64_t kDiagonalGrain = 4096;  // elements that justify a thread

int64_t GrainOf(const DiagonalPlan& plan) { return kDiagonalGrain / (plan.length + 1) + 1; }

// `value` as an element of X, in the first bytes.
Result<uint64_t> ElementOf(double value, const Tensor& x, ThreadPool* pool) {
  const auto convert = FindNumberConversion(PrecisionType::kFP64, x.precision());
  if (convert == nullptr) return Unsupported("X: element type ", PrecisionToStr(x.precision()));
  uint64_t element = 0;
  convert(&value, &element, 1, pool);
  return element;
}

// Copies the diagonals of `src` to the rows of `dst`.
void ReadDiagonals(const DiagonalPlan& plan, const Tensor& src, Tensor* dst, ThreadPool* pool) {
  if (dst->numel() == 0) return;
  WithBitsOf(src.precision(), [&](auto zero) {
    using Bits = decltype(zero);
    const Bits* from = src.data<Bits>();
    Bits* to = dst->mutable_data<Bits>();
    pool->ForEach(dst->numel() / plan.length, GrainOf(plan), [&](int64_t diagonal) {
      const int64_t at = plan.At(diagonal);
      for (int64_t i = 0; i < plan.length; ++i)
        to[diagonal * plan.length + i] = from[at + i * plan.step];
    });
  });
}

// Copies the rows of `src` to the diagonals of `dst`, whose other elements become `element`.
void WriteDiagonals(const DiagonalPlan& plan, const Tensor& src, const void* element, Tensor* dst,
                    ThreadPool* pool) {
  WithBitsOf(dst->precision(), [&](auto fill) {
    using Bits = decltype(fill);
    std::memcpy(&fill, element, sizeof(fill));
    const Bits* from = src.data<Bits>();
    Bits* to = dst->mutable_data<Bits>();
    pool->ParallelFor(dst->numel(), kDiagonalGrain, [=](int64_t begin, int64_t end, int) {
      std::fill(to + begin, to + end, fill);
    });
    if (src.numel() == 0) return;
    pool->ForEach(src.numel() / plan.length, GrainOf(plan), [&](int64_t diagonal) {
      const int64_t at = plan.At(diagonal);
      for (int64_t i = 0; i < plan.length; ++i)
        to[at + i * plan.step] = from[diagonal * plan.length + i];
    });
  });
}

}  // namespace

class EyeKernel final : public KernelFor<operators::Eye> {
 public:
  Status RunOp(const operators::Eye& op, const RunContext&) override {
    if (op.out->numel() == 0) return OkStatus();
    const DiagonalPlan plan = op.Plan();
    std::memset(op.out->mutable_raw_data(), 0, op.out->memory_size());
    for (int64_t i = 0; i < plan.length; ++i)
      StoreElement(op.out->mutable_raw_data(), op.out->precision(), i * plan.step, 1);
    return OkStatus();
  }
};

class DiagV2Kernel final : public KernelFor<operators::DiagV2> {
 public:
  Status RunOp(const operators::DiagV2& op, const RunContext& context) override {
    if (op.extracts()) {
      ReadDiagonals(op.Plan(), *op.x, op.out, context.pool);
      return OkStatus();
    }
    LITE_ASSIGN_OR_RETURN(const uint64_t element, ElementOf(op.padding_value, *op.x, context.pool));
    WriteDiagonals(op.Plan(), *op.x, &element, op.out, context.pool);
    return OkStatus();
  }
};

class DiagonalKernel final : public KernelFor<operators::Diagonal> {
 public:
  Status RunOp(const operators::Diagonal& op, const RunContext& context) override {
    LITE_ASSIGN_OR_RETURN(const DiagonalPlan plan, op.Plan());
    ReadDiagonals(plan, *op.input, op.out, context.pool);
    return OkStatus();
  }
};

class DiagEmbedKernel final : public KernelFor<operators::DiagEmbed> {
 public:
  Status RunOp(const operators::DiagEmbed& op, const RunContext& context) override {
    const uint64_t zero = 0;
    WriteDiagonals(op.Plan(), *op.input, &zero, op.out, context.pool);
    return OkStatus();
  }
};

class TraceKernel final : public KernelWithoutHalf<operators::Trace> {
 public:
  Status RunOp(const operators::Trace& op, const RunContext& context) override {
    return VisitElementType<IntegerTypes::And<float, double>>(
        "Input", op.input->precision(), [&](auto type) { return RunTyped(type, op, context); });
  }

 private:
  template <typename T>
  static Status RunTyped(ElementTag<T>, const operators::Trace& op, const RunContext& context) {
    LITE_ASSIGN_OR_RETURN(const DiagonalPlan plan, op.Plan());
    using Sum = std::conditional_t<std::is_integral_v<T>, T, double>;
    const T* src = op.input->data<T>();
    T* dst = op.out->mutable_data<T>();
    context.pool->ForEach(op.out->numel(), GrainOf(plan), [&](int64_t diagonal) {
      Sum sum = 0;
      const int64_t at = plan.At(diagonal);
      for (int64_t i = 0; i < plan.length; ++i)
        sum = WrappingSum<Sum>(sum, src[at + i * plan.step]);
      dst[diagonal] = static_cast<T>(sum);
    });
    return OkStatus();
  }
};

class FillDiagonalKernel final : public KernelFor<operators::FillDiagonal> {
 public:
  Status RunOp(const operators::FillDiagonal& op, const RunContext& context) override {
    CopyElements(*op.x, op.out);
    if (op.x->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const uint64_t element, ElementOf(op.value, *op.x, context.pool));
    const DDim& dims = op.x->dims();
    int64_t step = 0;
    for (int i = 0; i < dims.rank(); ++i) step += dims.Count(i + 1, dims.rank());
    const int64_t line = dims[1];
    WithBitsOf(op.x->precision(), [&](auto value) {
      std::memcpy(&value, &element, sizeof(value));
      auto* out = op.out->template mutable_data<decltype(value)>();
      // The position divided by `line`, without the product of two large numbers.
      for (int64_t i = 0; i < op.x->numel() && (op.wrap || i / line < line); i += step) {
        const int64_t column = i % line + op.offset;
        if (column >= 0 && column < line) out[i + op.offset] = value;
      }
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, FillDiagonalKernel, fill_diagonal);
LITE_KERNELS(kHost, kAny, kNCHW, def, EyeKernel, eye);
LITE_KERNELS(kHost, kAny, kNCHW, def, DiagV2Kernel, diag_v2);
LITE_KERNELS(kHost, kAny, kNCHW, def, DiagonalKernel, diagonal);
LITE_KERNELS(kHost, kAny, kNCHW, def, DiagEmbedKernel, diag_embed);
LITE_KERNELS(kHost, kAny, kNCHW, def, TraceKernel, trace);

}  // namespace paddle::lite::kernels::host
