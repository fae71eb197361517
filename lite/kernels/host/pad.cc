#include "lite/operators/pad.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "lite/core/memory_order.h"
#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

// The element of a line of `size` elements for position `i`, which may be outside; -1 for the
// constant.
int64_t SourceIndex(operators::PadMode mode, int64_t i, int64_t size) {
  switch (mode) {
    case operators::PadMode::kReflect: {
      const int64_t inside = std::abs(i);
      return std::min(inside, 2 * size - inside - 2);
    }
    case operators::PadMode::kEdge:
      return std::clamp<int64_t>(i, 0, size - 1);
    case operators::PadMode::kCircular:
      return (i % size + size) % size;
    default:
      return i >= 0 && i < size ? i : -1;
  }
}

}  // namespace

class PadKernel final : public KernelFor<operators::PadBase> {
 public:
  Status PrepareOp(const operators::PadBase& op, PrepareContext* context) override {
    const float value = op.pad_value();
    const auto convert = FindNumberConversion(PrecisionType::kFloat, op.source().precision());
    if (convert == nullptr)
      return Unsupported("element type ", PrecisionToStr(op.source().precision()));
    convert(&value, &fill_, 1, context->pool);
    // Paddings that are computed by the program are read in Run.
    return op.ShapeDependsOnData() ? OkStatus() : FindSides(op);
  }

  Status RunOp(const operators::PadBase& op, const RunContext& context) override {
    if (op.ShapeDependsOnData()) LITE_RETURN_IF_ERROR(FindSides(op));
    operators::PadPlan plan = sides_;
    for (int i = 0; i < sides_.before.rank(); ++i) {
      const int at = MemoryAxis(*op.out, i);
      plan.before[at] = sides_.before[i];
      plan.after[at] = sides_.after[i];
    }
    if (op.out->numel() == 0) return OkStatus();
    WithBitsOf(op.source().precision(),
               [&](auto zero) { RunTyped<decltype(zero)>(op, plan, context.pool); });
    return OkStatus();
  }

 private:
  Status FindSides(const operators::PadBase& op) {
    LITE_ASSIGN_OR_RETURN(sides_, op.Plan());
    return OkStatus();
  }

  template <typename Bits>
  void RunTyped(const operators::PadBase& op, const operators::PadPlan& plan,
                ThreadPool* pool) const {
    Bits fill;
    std::memcpy(&fill, &fill_, sizeof(fill));
    const DDim in = MemoryDims(op.source());
    const DDim out = MemoryDims(*op.out);
    // Dimensions after the last padded one are copied as a unit, such as the channels of a pixel in
    // channels-last order.
    int64_t unit = 1;
    int last = in.rank() - 1;
    for (; last >= 0 && plan.before[last] == 0 && plan.after[last] == 0; --last) unit *= in[last];
    const Bits* src = op.source().data<Bits>();
    Bits* dst = op.out->mutable_data<Bits>();
    if (last < 0) {
      std::copy_n(src, unit, dst);
      return;
    }
    const int64_t width = out[last];
    const int64_t before = plan.before[last];
    // The part of a row that comes from the input.
    const int64_t begin_inside = std::clamp<int64_t>(before, 0, width);
    const int64_t end_inside = std::clamp<int64_t>(before + in[last], begin_inside, width);
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    const int64_t grain = kGrain / (width * unit) + 1;
    pool->ParallelFor(out.Count(0, last), grain, [&](int64_t begin, int64_t end, int) {
      for (int64_t row = begin; row < end; ++row) {
        Bits* to = dst + row * width * unit;
        const int64_t line = SourceLine(plan, in, out, last, row);
        if (line < 0) {
          std::fill_n(to, width * unit, fill);
          continue;
        }
        const Bits* from = src + line * in[last] * unit;
        const auto outside = [&](int64_t x) {
          const int64_t index = SourceIndex(plan.mode, x - before, in[last]);
          if (index < 0) {
            std::fill_n(to + x * unit, unit, fill);
          } else {
            std::copy_n(from + index * unit, unit, to + x * unit);
          }
        };
        for (int64_t x = 0; x < begin_inside; ++x) outside(x);
        std::copy(from + (begin_inside - before) * unit, from + (end_inside - before) * unit,
                  to + begin_inside * unit);
        for (int64_t x = end_inside; x < width; ++x) outside(x);
      }
    });
  }

  // The input row, along dimension `last`, for row `row` of the output; -1 if there is none.
  static int64_t SourceLine(const operators::PadPlan& plan, const DDim& in, const DDim& out,
                            int last, int64_t row) {
    int64_t line = 0;
    int64_t stride = 1;
    for (int i = last - 1; i >= 0; --i) {
      const int64_t index = SourceIndex(plan.mode, row % out[i] - plan.before[i], in[i]);
      if (index < 0) return -1;
      line += index * stride;
      stride *= in[i];
      row /= out[i];
    }
    return line;
  }

  operators::PadPlan sides_;
  uint64_t fill_ = 0;  // one element of the constant
};

LITE_KERNELS(kHost, kAny, kAny, def, PadKernel, pad, pad2d, pad3d, pad_constant_like);

}  // namespace paddle::lite::kernels::host
