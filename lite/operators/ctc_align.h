#pragma once

#include "lite/core/element.h"
#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Removes `blank` from sequences of labels and, with merge_repeated, what repeats the label before.
// Without InputLength, Input [T, 1] holds the sequences of its innermost level of detail, and so
// does Output [n, 1]; if nothing is left, Output is [1, 1] with the value -1. As in Paddle, the
// first T numbers count, whatever the shape. With InputLength [B, 1], Input is [B, L], and Output
// [B, L] is filled up with padding_value; OutputLength is [B, 1]. Further dimensions have size 1,
// and further lengths are not read.
struct CtcAlign final : Op {
  const Tensor* input = nullptr;
  const Tensor* input_length = nullptr;
  int blank = 0;
  bool merge_repeated = true;
  int padding_value = 0;
  Tensor* output = nullptr;
  Tensor* output_length = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("InputLength", &input_length, Need::kOptional);
    v.Attr("blank", &blank);
    v.Attr("merge_repeated", &merge_repeated);
    v.Attr("padding_value", &padding_value);
    v.Output("Output", &output);
    v.Output("OutputLength", &output_length, Need::kOptional);
  }
  Status InferShape() override {
    const DDim& dims = input->dims();
    const int rank = dims.rank();
    if (input_length == nullptr) {
      if (rank < 1 || dims.Count(1, rank) == 0)
        return InvalidArgument("Input: expected shape [T, 1], found ", dims);
      return SequenceOffsets("Input", *input).status();
    }
    if (rank < 2 || dims.Count(2, rank) != 1)
      return InvalidArgument("Input: expected rank 2, found shape ", dims);
    LITE_RETURN_IF_ERROR(CheckElementType<IndexTypes>("InputLength", input_length->precision()));
    if (input_length->numel() < dims[0]) {
      return InvalidArgument("InputLength: expected ", dims[0], " values or more, found shape ",
                             input_length->dims());
    }
    if (output_length == nullptr) return InvalidArgument("OutputLength: missing");
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<IndexTypes>("Input", input->precision()));
    output->set_precision(input->precision());
    if (output_length != nullptr) output_length->set_precision(input->precision());
    return OkStatus();
  }
  bool KernelAllocatesOutput() const override { return true; }
};

LITE_OP(ctc_align, CtcAlign);

}  // namespace paddle::lite::operators
