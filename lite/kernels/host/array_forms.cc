#include "lite/operators/array_forms.h"

#include <type_traits>
#include <utility>

#include "lite/core/element.h"
#include "lite/kernels/host/copy_elements.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

// Elements [begin, end) of `from`. Those that were never written remain so, as in Paddle. `to` may
// be the same array.
Status CopyArray(const TensorArray& from, size_t begin, size_t end, TensorArray* to) {
  TensorArray copies(&from == to ? 0 : to->size());
  if (&from != to) copies.swap(*to);  // whose memory is used again
  copies.resize(end - begin);
  for (size_t i = 0; i < copies.size(); ++i) {
    LITE_RETURN_IF_ERROR(copies[i].CopyFrom(from[begin + i]));
  }
  to->swap(copies);
  return OkStatus();
}

template <typename T>
void AddElements(const Tensor& from, Tensor* to) {
  const T* const src = from.data<T>();
  T* const dst = to->mutable_data<T>();
  const int64_t count = to->numel();
  for (int64_t i = 0; i < count; ++i) dst[i] = static_cast<T>(dst[i] + src[i]);
}

}  // namespace

class AssignArrayKernel final : public KernelFor<operators::AssignArray> {
 public:
  Status RunOp(const operators::AssignArray& op, const RunContext&) override {
    return CopyArray(*op.x, 0, op.x->size(), op.out);
  }
};

class SelectInputArrayKernel final : public KernelFor<operators::SelectInputArray> {
 public:
  Status RunOp(const operators::SelectInputArray& op, const RunContext&) override {
    LITE_ASSIGN_OR_RETURN(const TensorArray* chosen, op.Chosen());
    return CopyArray(*chosen, 0, chosen->size(), op.out);
  }
};

class SliceArrayKernel final : public KernelFor<operators::SliceArray> {
 public:
  Status RunOp(const operators::SliceArray& op, const RunContext&) override {
    LITE_ASSIGN_OR_RETURN(const int64_t first, op.Start());
    LITE_ASSIGN_OR_RETURN(const int64_t last, op.End(first));
    return CopyArray(*op.input, static_cast<size_t>(first), static_cast<size_t>(last), op.out);
  }
};

class SliceArrayDenseKernel final : public KernelFor<operators::SliceArrayDense> {
 public:
  Status RunOp(const operators::SliceArrayDense& op, const RunContext&) override {
    LITE_ASSIGN_OR_RETURN(const Tensor* element, op.Element());
    CopyElements(*element, op.out);
    return OkStatus();
  }
};

class SumArrayKernel final : public KernelFor<operators::SumArray> {
 public:
  Status RunOp(const operators::SumArray& op, const RunContext&) override {
    for (size_t n = op.x[0] == op.out ? 1 : 0; n < op.x.size(); ++n) {
      const size_t size = op.x[n]->size();
      if (op.out->size() < size) op.out->resize(size);
      for (size_t i = 0; i < size; ++i) {
        const Tensor& element = (*op.x[n])[i];
        if (!element.IsInitialized() || element.numel() == 0) continue;
        const Status added = Add(element, &(*op.out)[i]);
        if (!added.ok()) return added.WithContext(StrCat("X[", n, "], element ", i));
      }
    }
    return OkStatus();
  }

 private:
  static Status Add(const Tensor& element, Tensor* sum) {
    if (!sum->IsInitialized() || sum->numel() == 0) return sum->CopyFrom(element);
    if (element.dims() != sum->dims() || element.precision() != sum->precision() ||
        element.lod() != sum->lod()) {
      return InvalidArgument("expected type, shape and sequences of what it is added to, ",
                             PrecisionToStr(sum->precision()), sum->dims(), ", found ",
                             PrecisionToStr(element.precision()), element.dims());
    }
    return VisitElementType<NumberTypes::And<Half>>("X", sum->precision(), [&](auto type) {
      using T = typename UnsignedOr<typename decltype(type)::Type>::Type;
      AddElements<T>(element, sum);
    });
  }
};

LITE_KERNELS(kHost, kAny, kAny, def, AssignArrayKernel, assign_array);
LITE_KERNELS(kHost, kAny, kAny, def, SumArrayKernel, sum_array);
LITE_KERNELS(kHost, kAny, kAny, def, SelectInputArrayKernel, select_input_array);
LITE_KERNELS(kHost, kAny, kAny, def, SliceArrayKernel, slice_array);
LITE_KERNELS(kHost, kAny, kAny, def, SliceArrayDenseKernel, slice_array_dense)
    .Out({"Out"}, PRECISION(kAny), DATALAYOUT(kNCHW));

}  // namespace paddle::lite::kernels::host
