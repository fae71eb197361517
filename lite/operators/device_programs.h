// Operators whose computation only exists as a program of an accelerator. They are declared so that
// a model that holds them is refused by name, with the nearest way out.
#pragma once

#include <vector>

#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Outputs = the network that Weight holds in the compiled form of an NPU.
struct GraphOp final : Op {
  std::vector<const Tensor*> inputs;
  const Tensor* weight = nullptr;
  std::vector<Tensor*> outputs;

  void Fields(FieldVisitor& v) override {
    v.Inputs("Inputs", &inputs);
    v.Input("Weight", &weight);
    v.Outputs("Outputs", &outputs);
  }
  Status InferShape() override {
    return Unsupported(
        "Weight: a network compiled for an NPU; convert the original program for this target");
  }
};

// A whole decoder of a translation network, whose layers belong to the operator.
struct FusionDecoding final : Op {
  const Tensor* input = nullptr;
  Tensor* output_ids = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input, Need::kOptional);
    v.Output("OutputIds", &output_ids, Need::kOptional);
  }
  Status InferShape() override {
    return Unsupported(
        "a decoder that only an accelerator runs; export the network without the fusion of its "
        "decoder, as a loop with beam_search");
  }
};

LITE_OP(graph_op, GraphOp);
LITE_OP(fusion_decoding, FusionDecoding);
LITE_OP(fusion_unified_decoding, FusionDecoding);

}  // namespace paddle::lite::operators
