#include "lite/operators/sequence_pad.h"

#include <cstring>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequencePadKernel final : public KernelFor<operators::SequencePad> {
 public:
  Status RunOp(const operators::SequencePad& op, const RunContext&) override {
    const std::vector<uint64_t>& offsets = op.x->lod()[0];
    const DDim& dims = op.out->dims();
    const size_t size = PrecisionTypeLength(op.x->precision());
    const size_t row = size * static_cast<size_t>(dims.Count(2, dims.rank()));
    const size_t step = op.pad_value->numel() == 1 ? size : row;
    const char* from = op.x->data<char>();
    const char* pad = op.pad_value->data<char>();
    char* to = op.out->mutable_data<char>();
    for (size_t s = 0; s + 1 < offsets.size(); ++s) {
      const uint64_t count = offsets[s + 1] - offsets[s];
      if (op.length != nullptr) op.length->mutable_data<int64_t>()[s] = static_cast<int64_t>(count);
      const size_t bytes = static_cast<size_t>(count) * row;
      if (bytes != 0) std::memcpy(to, from, bytes);
      from += bytes;
      char* const end = to + static_cast<size_t>(dims[1]) * row;
      to += bytes;
      if (step == 0) continue;
      for (; to != end; to += step) std::memcpy(to, pad, step);
    }
    return OkStatus();
  }
};

class SequenceUnpadKernel final : public KernelFor<operators::SequenceUnpad> {
 public:
  Status RunOp(const operators::SequenceUnpad& op, const RunContext&) override {
    const std::vector<uint64_t>& offsets = op.out->lod()[0];
    const size_t row = PrecisionTypeLength(op.x->precision()) *
                       static_cast<size_t>(op.out->dims().Count(1, op.out->dims().rank()));
    const size_t stride = row * static_cast<size_t>(op.x->dims()[1]);
    const char* from = op.x->data<char>();
    char* to = op.out->mutable_data<char>();
    for (size_t s = 0; s + 1 < offsets.size(); ++s, from += stride) {
      const size_t bytes = static_cast<size_t>(offsets[s + 1] - offsets[s]) * row;
      if (bytes != 0) std::memcpy(to, from, bytes);
      to += bytes;
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SequencePadKernel, sequence_pad)
    .Out({"Length"}, PRECISION(kInt64));
LITE_KERNELS(kHost, kAny, kNCHW, def, SequenceUnpadKernel, sequence_unpad)
    .In({"Length"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
