#pragma once

#include <utility>

#include "lite/core/element.h"
#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Out[t] = [X[t + s], ..., X[t + s + n - 1]] * Filter with s = contextStart, n = contextLength: X
// is [T, D] with one level of detail, Filter [n * D, M]. Rows outside of the sequence are zero, or
// rows of PaddingData [up + down, D] with paddingTrainable: `up` rows before the sequence and
// `down` after it, as many as windows reach.
struct SequenceConv final : Op {
  const Tensor* x = nullptr;
  const Tensor* padding_data = nullptr;
  const Tensor* filter = nullptr;
  bool padding_trainable = false;
  int context_length = 1;
  int context_start = 0;
  int context_stride = 1;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("PaddingData", &padding_data, Need::kOptional);
    v.Input("Filter", &filter);
    v.Attr("paddingTrainable", &padding_trainable);
    v.Attr("contextLength", &context_length);
    v.Attr("contextStart", &context_start);
    v.Attr("contextStride", &context_stride);
    v.Output("Out", &out);
  }
  int64_t UpPadding() const { return context_start < 0 ? -int64_t{context_start} : 0; }
  int64_t DownPadding() const {
    const int64_t last = int64_t{context_start} + context_length - 1;
    return last > 0 ? last : 0;
  }
  Status InferShape() override {
    if (context_length < 1) {
      return InvalidArgument("attribute contextLength: expected a positive value, found ",
                             context_length);
    }
    if (context_stride != 1) {
      return InvalidArgument("attribute contextStride: expected 1, found ", context_stride);
    }
    LITE_RETURN_IF_ERROR(OnlyLevel("X", *x).status());
    const DDim& dims = x->dims();
    const DDim& weights = filter->dims();
    if (dims.rank() != 2) return InvalidArgument("X: expected rank 2, found shape ", dims);
    int64_t window = 0;
    if (!CheckedMul(int64_t{context_length}, dims[1], &window) || weights.rank() != 2 ||
        weights[0] != window) {
      return InvalidArgument("Filter: expected ", context_length, " * ", dims[1],
                             " rows, found shape ", weights);
    }
    if (padding_trainable) {
      const DDim expected{UpPadding() + DownPadding(), dims[1]};
      if (padding_data == nullptr) return InvalidArgument("PaddingData: missing");
      if (padding_data->dims() != expected) {
        return InvalidArgument("PaddingData: expected shape ", expected, ", found ",
                               padding_data->dims());
      }
    }
    out->set_lod(x->lod());
    return SetShape("Out", DDim{dims[0], weights[1]}, out);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("X", x->precision()));
    for (const auto& [slot, tensor] :
         {std::pair("Filter", filter), {"PaddingData", padding_data}}) {
      if (tensor == nullptr || tensor->precision() == x->precision()) continue;
      return InvalidArgument(slot, ": expected element type ", PrecisionToStr(x->precision()),
                             " of X, found ", PrecisionToStr(tensor->precision()));
    }
    return Op::InferType();
  }
  Cost Estimate() const override {
    return {2.0 * static_cast<double>(out->numel()) * static_cast<double>(filter->dims()[0]),
            static_cast<double>(x->memory_size() + filter->memory_size() + out->memory_size())};
  }
};

LITE_OP(sequence_conv, SequenceConv);

}  // namespace paddle::lite::operators
