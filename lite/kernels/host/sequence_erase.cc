#include "lite/operators/sequence_erase.h"

#include <algorithm>
#include <vector>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequenceEraseKernel final : public KernelFor<operators::SequenceErase> {
 public:
  Status RunOp(const operators::SequenceErase& op, const RunContext&) override {
    return VisitElementType<IndexTypes>("X", op.x->precision(), [&](auto type) -> Status {
      using T = typename decltype(type)::Type;
      const LoD& levels = op.x->lod();
      const std::vector<uint64_t>& offsets = levels.back();
      const T* x = op.x->data<T>();
      const auto stays = [&](T token) {
        return std::find(op.tokens.begin(), op.tokens.end(), token) == op.tokens.end();
      };
      LoD lod = levels;
      lod.back().assign(1, 0);
      for (size_t s = 0; s + 1 < offsets.size(); ++s) {
        const auto kept = std::count_if(x + offsets[s], x + offsets[s + 1], stays);
        lod.back().push_back(lod.back().back() + static_cast<uint64_t>(kept));
      }
      op.out->Resize(DDim{static_cast<int64_t>(lod.back().back()), 1});
      op.out->set_lod(lod);
      LITE_RETURN_IF_ERROR(op.out->Allocate(op.x->precision()));
      std::copy_if(x, x + op.x->numel(), op.out->mutable_data<T>(), stays);
      return OkStatus();
    });
  }
};

class SequenceEnumerateKernel final : public KernelFor<operators::SequenceEnumerate> {
 public:
  Status RunOp(const operators::SequenceEnumerate& op, const RunContext&) override {
    return VisitElementType<IndexTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const std::vector<uint64_t>& offsets = op.x->lod().back();
      const T* x = op.x->data<T>();
      T* dst = op.out->mutable_data<T>();
      for (size_t s = 0; s + 1 < offsets.size(); ++s) {
        const int64_t end = static_cast<int64_t>(offsets[s + 1]);
        for (int64_t t = static_cast<int64_t>(offsets[s]); t < end; ++t, dst += op.win_size) {
          const int64_t count = std::min<int64_t>(op.win_size, end - t);
          std::copy_n(x + t, count, dst);
          std::fill(dst + count, dst + op.win_size, static_cast<T>(op.pad_value));
        }
      }
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SequenceEraseKernel, sequence_erase);
LITE_KERNELS(kHost, kAny, kNCHW, def, SequenceEnumerateKernel, sequence_enumerate);

}  // namespace paddle::lite::kernels::host
