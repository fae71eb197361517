#include "lite/operators/sequence_conv.h"

#include <algorithm>

#include "lite/kernels/cpu/row_blocks.h"

namespace paddle::lite::kernels::LITE_CPU {

class SequenceConvKernel final : public CpuKernelFor<operators::SequenceConv> {
 public:
  static Status Supports(const operators::SequenceConv& op) {
    return op.filter->persistable() ? OkStatus() : Unsupported("Filter must be a constant weight");
  }

  Status PrepareOp(const operators::SequenceConv& op, PrepareContext* context) override {
    const DDim& filter = op.filter->dims();
    empty_ = op.out->numel() == 0 || filter[0] == 0;
    if (empty_) return OkStatus();
    const auto pack = [&](const backend::ConvPlan& plan, void* to) {
      backend::PackFlushed(plan, op.filter->data<float>(), MatrixStrides(filter[1], 1),
                           context->pool, to);
    };
    return product_.Prepare(*op.filter, "/kn", op.x->dims()[0], filter[1], filter[0], pack,
                            context);
  }

  Status RunOp(const operators::SequenceConv& op, const RunContext& context) override {
    float* const out = op.out->mutable_data<float>();
    if (empty_) {
      std::fill_n(out, op.out->numel(), 0.0f);
      return OkStatus();
    }
    const std::vector<uint64_t>& offsets = op.x->lod()[0];
    const auto write_row = [&](int64_t row, float* to) {
      const auto next =
          std::upper_bound(offsets.begin(), offsets.end(), static_cast<uint64_t>(row));
      WriteWindow(op, row + op.context_start, static_cast<int64_t>(next[-1]),
                  static_cast<int64_t>(*next), to);
    };
    product_.Run(context, nullptr, write_row, out);
    return OkStatus();
  }

  Span<const char> constants() const override { return product_.constants(); }

 private:
  // Rows from `first` on of the sequence [begin, end), with its padding.
  static void WriteWindow(const operators::SequenceConv& op, int64_t first, int64_t begin,
                          int64_t end, float* to) {
    const int64_t width = op.x->dims()[1];
    for (int64_t row = first; row < first + op.context_length; ++row, to += width) {
      if (row >= begin && row < end) {
        std::copy_n(op.x->data<float>() + row * width, width, to);
      } else if (!op.padding_trainable) {
        std::fill_n(to, width, 0.0f);
      } else {
        const int64_t pad = op.UpPadding() + row - (row < begin ? begin : end);
        std::copy_n(op.padding_data->data<float>() + pad * width, width, to);
      }
    }
  }

  bool empty_ = false;
  RowBlocks product_;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, SequenceConvKernel, sequence_conv);

}  // namespace paddle::lite::kernels::LITE_CPU
