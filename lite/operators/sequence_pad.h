#pragma once

#include <algorithm>
#include <vector>

#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The sequences of X [T, ...], which has one level of detail, as Out [sequences, L, ...], and their
// lengths. L is padded_length, or with -1 the greatest length; PadValue, one value or one row,
// fills the rest.
struct SequencePad final : Op {
  const Tensor* x = nullptr;
  const Tensor* pad_value = nullptr;
  int padded_length = -1;
  Tensor* out = nullptr;
  Tensor* length = nullptr;  // int64

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("PadValue", &pad_value);
    v.Attr("padded_length", &padded_length);
    v.Output("Out", &out);
    v.Output("Length", &length, Need::kOptional);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* offsets, OnlyLevel("X", *x));
    if (dims.rank() < 2) return InvalidArgument("X: expected rank 2 or more, found shape ", dims);
    LITE_ASSIGN_OR_RETURN(const int64_t row, CountOf(dims, 1, dims.rank()));
    if (pad_value->numel() != 1 && pad_value->numel() != row) {
      return InvalidArgument("PadValue: expected one value or ", row, ", found shape ",
                             pad_value->dims());
    }
    uint64_t longest = 0;
    for (size_t s = 0; s + 1 < offsets->size(); ++s) {
      longest = std::max(longest, (*offsets)[s + 1] - (*offsets)[s]);
    }
    if (padded_length < -1) {
      return InvalidArgument("attribute padded_length: expected -1 or a length, found ",
                             padded_length);
    }
    if (padded_length >= 0 && static_cast<uint64_t>(padded_length) < longest) {
      return InvalidArgument("padded_length: ", padded_length, " is less than the length ", longest,
                             " of a sequence of X ", dims);
    }
    std::vector<int64_t> shape = dims.Vectorize();
    shape[0] = static_cast<int64_t>(offsets->size()) - 1;
    const int64_t steps = padded_length >= 0 ? padded_length : static_cast<int64_t>(longest);
    shape.insert(shape.begin() + 1, steps);
    if (length != nullptr) {
      length->Resize(DDim{shape[0]});
      length->set_lod(LoD());
    }
    out->set_lod(LoD());
    return SetShape("Out", shape, out);
  }
  Status InferType() override {
    if (pad_value->precision() != x->precision()) {
      return InvalidArgument("PadValue: expected element type ", PrecisionToStr(x->precision()),
                             " of X, found ", PrecisionToStr(pad_value->precision()));
    }
    out->set_precision(x->precision());
    if (length != nullptr) length->set_precision(PrecisionType::kInt64);
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
};

// The inverse: the first Length[i] rows of every X[i], X [B, L, ...], as sequences of Out [T, ...],
// or [T, 1] if X has rank 2.
struct SequenceUnpad final : Op {
  const Tensor* x = nullptr;
  const Tensor* length = nullptr;  // int64 or int32
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Length", &length);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() < 2) return InvalidArgument("X: expected rank 2 or more, found shape ", dims);
    if (length->numel() != dims[0]) {
      return InvalidArgument("Length: expected ", dims[0], " values, found shape ", length->dims());
    }
    if (!length->IsInitialized()) return FailedPrecondition("Length: the values are not known yet");
    if (!IsHostMemory(length->target()))
      return Unsupported("Length: the values must be in host memory");
    LoD lod(1, {0});
    LITE_RETURN_IF_ERROR(
        VisitElementType<IndexTypes>("Length", length->precision(), [&](auto type) {
          const auto* lengths = length->data<typename decltype(type)::Type>();
          for (int64_t i = 0; i < dims[0]; ++i) {
            if (lengths[i] < 0 || lengths[i] > dims[1]) {
              return OutOfRange("Length: sequence ", i, " has length ", lengths[i],
                                ", expected 0 to ", dims[1]);
            }
            lod[0].push_back(lod[0].back() + static_cast<uint64_t>(lengths[i]));
          }
          return OkStatus();
        }));
    std::vector<int64_t> shape = dims.Vectorize();
    shape.erase(shape.begin());
    shape[0] = static_cast<int64_t>(lod[0].back());
    if (shape.size() == 1) shape.push_back(1);
    out->set_lod(std::move(lod));
    return SetShape("Out", shape, out);
  }
  bool ShapeDependsOnData() const override { return IsVariableData(length); }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
};

LITE_OP(sequence_pad, SequencePad);
LITE_OP(sequence_unpad, SequenceUnpad);

}  // namespace paddle::lite::operators
