#include "lite/operators/sequence_conv.h"

#include <algorithm>

#include "lite/kernels/host/gemm.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequenceConvKernel final : public KernelFor<operators::SequenceConv> {
 public:
  Status PrepareOp(const operators::SequenceConv& op, PrepareContext* context) override {
    scratch_ = context->BookScratch(static_cast<size_t>(op.x->dims()[0]) * sizeof(Bounds));
    return OkStatus();
  }
  Status RunOp(const operators::SequenceConv& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(),
                                       [&](auto type) { RunTyped(type, op, context); });
  }

 private:
  // Where the sequence of a row begins and ends.
  struct Bounds {
    int64_t begin, end;
  };

  // The transposed product: Out^T = Filter^T * windows^T, whose columns are gathered.
  template <typename T>
  void RunTyped(ElementTag<T>, const operators::SequenceConv& op, const RunContext& context) const {
    const std::vector<uint64_t>& offsets = op.x->lod()[0];
    Bounds* bounds = reinterpret_cast<Bounds*>(context.scratch + scratch_);
    for (size_t s = 0; s + 1 < offsets.size(); ++s) {
      const Bounds sequence{static_cast<int64_t>(offsets[s]), static_cast<int64_t>(offsets[s + 1])};
      std::fill(bounds + sequence.begin, bounds + sequence.end, sequence);
    }
    const int64_t rows = op.x->dims()[0];
    const int64_t width = op.x->dims()[1];
    const int64_t window = op.filter->dims()[0];
    const int64_t columns = op.filter->dims()[1];
    const T* x = op.x->data<T>();
    const T* padding = op.padding_trainable ? op.padding_data->data<T>() : nullptr;
    const int64_t up = op.UpPadding();
    // Element `i` of row `row` of a sequence, which may be outside of it.
    const auto element = [&](const Bounds& sequence, int64_t row, int64_t i) {
      if (row >= sequence.begin && row < sequence.end) return x[row * width + i];
      if (padding == nullptr) return T(0);
      const int64_t pad =
          row < sequence.begin ? up + row - sequence.begin : up + row - sequence.end;
      return padding[pad * width + i];
    };
    const T* filter = op.filter->data<T>();
    T* out = op.out->mutable_data<T>();
    GemmOfPanels<T>(
        context.pool, 1, columns, rows, window,
        [&](int64_t) {
          return MatrixView<T>{filter, 1, columns};
        },
        [&](int64_t, int64_t row, int64_t count, int64_t first, int64_t depth, T* panel) {
          for (int64_t k = 0; k < depth; ++k) {
            T* to = panel + k * kGemmColumns;
            const int64_t shift = op.context_start + (first + k) / width;
            for (int64_t j = 0; j < count; ++j) {
              to[j] = element(bounds[row + j], row + j + shift, (first + k) % width);
            }
            std::fill(to + count, to + GemmBlockColumns(count), T(0));
          }
        },
        [&](int64_t, int64_t column, int64_t row, int64_t count, const T* sums) {
          for (int64_t j = 0; j < count; ++j) out[(row + j) * columns + column] = sums[j];
        });
  }

  size_t scratch_ = 0;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SequenceConvKernel, sequence_conv);

}  // namespace paddle::lite::kernels::host
