#include "lite/operators/search_padding.h"

#include <algorithm>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SearchGroupPaddingKernel final : public KernelFor<operators::SearchGroupPadding> {
 public:
  Status RunOp(const operators::SearchGroupPadding& op, const RunContext&) override {
    const std::vector<uint64_t>& from = op.x->lod()[0];
    const std::vector<uint64_t>& to = op.out_padding->lod()[0];
    const int64_t width = op.x->dims()[1];
    const float* src = op.x->data<float>();
    float* dst = op.out_emb_padding->mutable_data<float>();
    float* marks = op.out_padding->mutable_data<float>();
    for (size_t i = 0; i + 1 < from.size(); ++i) {
      const int64_t length = operators::LengthOf(from, i);
      const int64_t added = operators::LengthOf(to, i) - length;
      dst = std::copy_n(src, length * width, dst);
      dst = std::fill_n(dst, added * width, 0.0f);
      marks = std::fill_n(marks, length, 0.0f);
      marks = std::fill_n(marks, added, static_cast<float>(op.pad_id));
      src += length * width;
    }
    std::fill_n(op.out_new->mutable_data<float>(), op.out_new->numel(), 0.0f);
    return OkStatus();
  }
};

class SearchSeqDepaddingKernel final : public KernelFor<operators::SearchSeqDepadding> {
 public:
  Status RunOp(const operators::SearchSeqDepadding& op, const RunContext&) override {
    const std::vector<uint64_t>& from = op.pad->lod()[0];
    const std::vector<uint64_t>& to = op.src->lod()[0];
    const int64_t width = op.pad->dims()[1];
    const float* src = op.pad->data<float>();
    float* dst = op.out->mutable_data<float>();
    for (size_t i = 0; i + 1 < to.size(); ++i) {
      dst = std::copy_n(src + static_cast<int64_t>(from[i]) * width,
                        operators::LengthOf(to, i) * width, dst);
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, SearchGroupPaddingKernel, search_group_padding);
LITE_KERNELS(kHost, kFloat, kNCHW, def, SearchSeqDepaddingKernel, search_seq_depadding)
    .In({"Src"}, PRECISION(kAny));

}  // namespace paddle::lite::kernels::host
