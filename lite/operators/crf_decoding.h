#pragma once

#include <algorithm>
#include <utility>

#include "lite/core/element.h"
#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The path of tags with the greatest score through every sequence of Emission: [T, D] with one
// level of detail, or with Length [B, L, D]. Transition [D + 2, D]: the scores of starting with a
// tag, of ending with it, and of changing from tag i to tag j at row i + 2. With Label, the path
// becomes 1 where it agrees with it and 0 elsewhere; further numbers of Label are ignored, as in
// Paddle.
struct CrfDecoding final : Op {
  const Tensor* emission = nullptr;
  const Tensor* transition = nullptr;
  const Tensor* label = nullptr;
  const Tensor* length = nullptr;
  Tensor* viterbi_path = nullptr;  // int64 [T, 1] or [B, L]

  void Fields(FieldVisitor& v) override {
    v.Input("Emission", &emission);
    v.Input("Transition", &transition);
    v.Input("Label", &label, Need::kOptional);
    v.Input("Length", &length, Need::kOptional);
    v.Output("ViterbiPath", &viterbi_path);
  }
  Status InferShape() override {
    const DDim& dims = emission->dims();
    const int rank = length == nullptr ? 2 : 3;
    if (dims.rank() != rank || dims[rank - 1] < 1) {
      return InvalidArgument("Emission: expected rank ", rank, " with tags, found shape ", dims);
    }
    const int64_t tags = dims[rank - 1];
    if (transition->dims() != DDim({tags + 2, tags})) {
      return InvalidArgument("Transition: expected shape ", DDim({tags + 2, tags}), ", found ",
                             transition->dims());
    }
    DDim shape{dims[0], 1};
    if (length == nullptr) {
      LITE_RETURN_IF_ERROR(OnlyLevel("Emission", *emission).status());
    } else {
      shape[1] = dims[1];
      if (length->numel() != dims[0]) {
        return InvalidArgument("Length: expected ", dims[0], " values, found shape ",
                               length->dims());
      }
    }
    if (label != nullptr && label->numel() < shape.production()) {
      return InvalidArgument("Label: expected at least ", shape.production(),
                             " values, found shape ", label->dims());
    }
    viterbi_path->Resize(shape);
    viterbi_path->set_lod(emission->lod());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("Emission", emission->precision()));
    if (transition->precision() != emission->precision()) {
      return InvalidArgument("Transition: expected element type ",
                             PrecisionToStr(emission->precision()), " of Emission, found ",
                             PrecisionToStr(transition->precision()));
    }
    for (const Tensor* integers : {label, length}) {
      if (integers == nullptr || integers->precision() == PrecisionType::kInt64) continue;
      return InvalidArgument(integers == label ? "Label" : "Length", ": expected int64, found ",
                             PrecisionToStr(integers->precision()));
    }
    viterbi_path->set_precision(PrecisionType::kInt64);
    return OkStatus();
  }
};

// The same for Input [B, L, D] and Transition [D, D], with the score of each path: Scores [B], and
// Path [B, the greatest Length]. With include_bos_eos_tag, the last tag is the start: its row is
// added to the first step; the row of the tag before it is added to the last step of a sequence.
struct ViterbiDecode final : Op {
  const Tensor* input = nullptr;
  const Tensor* transition = nullptr;
  const Tensor* length = nullptr;  // int64 [B]
  bool include_bos_eos_tag = true;
  Tensor* scores = nullptr;
  Tensor* path = nullptr;  // int64

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("Transition", &transition);
    v.Input("Length", &length);
    v.Attr("include_bos_eos_tag", &include_bos_eos_tag);
    v.Output("Scores", &scores);
    v.Output("Path", &path);
  }
  Status InferShape() override {
    const DDim& dims = input->dims();
    if (dims.rank() != 3 || dims[2] < (include_bos_eos_tag ? 2 : 1) || dims[1] < 1) {
      return InvalidArgument("Input: expected rank 3 with steps and tags, found shape ", dims);
    }
    if (transition->dims() != DDim({dims[2], dims[2]})) {
      return InvalidArgument("Transition: expected shape ", DDim({dims[2], dims[2]}), ", found ",
                             transition->dims());
    }
    if (length->numel() != dims[0]) {
      return InvalidArgument("Length: expected ", dims[0], " values, found shape ", length->dims());
    }
    if (length->precision() != PrecisionType::kInt64)
      return InvalidArgument("Length: expected int64, found ", PrecisionToStr(length->precision()));
    if (!length->IsInitialized()) return FailedPrecondition("Length: the values are not known yet");
    if (!IsHostMemory(length->target()))
      return Unsupported("Length: the values must be in host memory");
    int64_t longest = 0;
    for (int64_t b = 0; b < dims[0]; ++b) {
      const int64_t steps = length->data<int64_t>()[b];
      if (steps < 0 || steps > dims[1]) {
        return OutOfRange("Length: sequence ", b, " has length ", steps, ", expected 0 to ",
                          dims[1]);
      }
      longest = std::max(longest, steps);
    }
    scores->Resize(DDim{dims[0]});
    path->Resize(DDim{dims[0], longest});
    scores->set_lod(LoD());
    path->set_lod(LoD());
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("Input", input->precision()));
    if (transition->precision() != input->precision()) {
      return InvalidArgument("Transition: expected element type ",
                             PrecisionToStr(input->precision()), " of Input, found ",
                             PrecisionToStr(transition->precision()));
    }
    scores->set_precision(input->precision());
    path->set_precision(PrecisionType::kInt64);
    return OkStatus();
  }
  bool ShapeDependsOnData() const override { return IsVariableData(length); }
};

LITE_OP(crf_decoding, CrfDecoding);
LITE_OP(viterbi_decode, ViterbiDecode);

}  // namespace paddle::lite::operators
