#pragma once

#include <algorithm>
#include <vector>

#include "lite/operators/data_type.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Y[..., j] = j < X[...] for j < maxlen, which is the value of MaxLenTensor, else the attribute,
// else the largest value of X.
struct SequenceMask final : Op {
  const Tensor* x = nullptr;
  const Tensor* max_len_tensor = nullptr;
  int maxlen = -1;
  int out_dtype = 3;
  Tensor* y = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("MaxLenTensor", &max_len_tensor, Need::kOptional);
    v.Attr("maxlen", &maxlen);
    v.Attr("out_dtype", &out_dtype);
    v.Output("Y", &y);
  }
  Status InferShape() override {
    if (maxlen == 0) {
      return InvalidArgument("attribute maxlen: expected a positive or a negative value, found 0");
    }
    LITE_ASSIGN_OR_RETURN(const int64_t length, Length());
    std::vector<int64_t> shape = x->dims().Vectorize();
    shape.push_back(length);
    y->set_lod(LoD());
    return SetShape("Y", shape, y);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<NumberTypes>("X", x->precision()));
    LITE_ASSIGN_OR_RETURN(const PrecisionType precision,
                          PrecisionOfDataType("out_dtype", out_dtype));
    y->set_precision(precision);
    return OkStatus();
  }
  bool ShapeDependsOnData() const override {
    return IsVariableData(max_len_tensor) ||
           (max_len_tensor == nullptr && maxlen < 0 && IsVariableData(x));
  }

 private:
  Result<int64_t> Length() const {
    if (max_len_tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(const int64_t length,
                            ReadFirstInteger("MaxLenTensor", *max_len_tensor));
      if (length >= 1) return length;
      return InvalidArgument("MaxLenTensor: expected a positive value, found ", length);
    }
    if (maxlen > 0) return int64_t{maxlen};
    if (!x->IsInitialized()) return FailedPrecondition("X: the values are not known yet");
    if (!IsHostMemory(x->target())) return Unsupported("X: the values must be in host memory");
    constexpr double kLimit = 9e15;  // beyond, doubles are not exact; no tensor is as long
    double length = 0;
    for (int64_t i = 0; i < x->numel(); ++i) {
      length = std::max(length, ElementAt(x->raw_data(), x->precision(), i));
    }
    if (length > kLimit) return OutOfRange("X: a length of ", length, " is too large");
    return static_cast<int64_t>(length);
  }
};

LITE_OP(sequence_mask, SequenceMask);

}  // namespace paddle::lite::operators
