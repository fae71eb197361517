#include "lite/operators/ctc_align.h"

#include <algorithm>
#include <vector>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class CtcAlignKernel final : public KernelFor<operators::CtcAlign> {
 public:
  Status RunOp(const operators::CtcAlign& op, const RunContext&) override {
    return VisitElementType<IndexTypes>("Input", op.input->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      return op.input_length == nullptr ? RunSequences<T>(op) : RunPadded<T>(op);
    });
  }

 private:
  // Writes what is left of the labels in [begin, end) and returns its end.
  template <typename T>
  static T* Align(const operators::CtcAlign& op, const T* begin, const T* end, T* to) {
    T previous = -1;
    for (; begin != end; ++begin) {
      if (*begin != op.blank && !(op.merge_repeated && *begin == previous)) *to++ = *begin;
      previous = *begin;
    }
    return to;
  }

  template <typename T>
  static Status RunSequences(const operators::CtcAlign& op) {
    const std::vector<uint64_t>& offsets = op.input->lod().back();
    const PrecisionType precision = op.input->precision();
    LoD* lod = op.output->mutable_lod();
    lod->resize(1);
    lod->front().assign(1, 0);
    op.output->Resize(DDim{std::max<int64_t>(1, op.input->dims()[0]), 1});
    LITE_RETURN_IF_ERROR(op.output->Allocate(precision));
    T* const first = op.output->mutable_data<T>();
    T* to = first;
    for (size_t s = 0; s + 1 < offsets.size(); ++s) {
      const T* labels = op.input->data<T>();
      to = Align(op, labels + offsets[s], labels + offsets[s + 1], to);
      lod->front().push_back(static_cast<uint64_t>(to - first));
    }
    if (to == first) *to++ = -1;
    op.output->Resize(DDim{to - first, 1});
    return OkStatus();
  }

  template <typename T>
  static Status RunPadded(const operators::CtcAlign& op) {
    const DDim& dims = op.input->dims();
    op.output->Resize(dims);
    op.output->set_lod(LoD());
    op.output_length->Resize(DDim{dims[0], 1});
    op.output_length->set_lod(LoD());
    LITE_RETURN_IF_ERROR(op.output->Allocate(op.input->precision()));
    LITE_RETURN_IF_ERROR(op.output_length->Allocate(op.input->precision()));
    for (int64_t b = 0; b < dims[0]; ++b) {
      const Tensor& lengths = *op.input_length;
      const int64_t length = lengths.precision() == PrecisionType::kInt32
                                 ? lengths.data<int32_t>()[b]
                                 : lengths.data<int64_t>()[b];
      if (length < 0 || length > dims[1]) {
        return OutOfRange("InputLength: sequence ", b, " has length ", length, ", expected 0 to ",
                          dims[1]);
      }
      const T* labels = op.input->data<T>() + b * dims[1];
      T* const to = op.output->mutable_data<T>() + b * dims[1];
      T* const end = Align(op, labels, labels + length, to);
      std::fill(end, to + dims[1], static_cast<T>(op.padding_value));
      op.output_length->mutable_data<T>()[b] = static_cast<T>(end - to);
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, CtcAlignKernel, ctc_align)
    .In({"InputLength"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
