// Operators whose computation only exists as a program of an accelerator. They are declared so that
// a model that holds them is refused by name, with the nearest way out.
#pragma once

#include <cstddef>
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

// A whole decoder, whose layers belong to the operator: with a slot for each kind of parameter,
// which holds one tensor for each layer or, like embeddings and results, one.
struct DecoderBase : Op {
  Status InferShape() final {
    return Unsupported(
        "a decoder that only an accelerator runs; export the network without the fusion of its "
        "decoder, as a loop with beam_search");
  }

 protected:
  template <size_t N>
  void One(FieldVisitor& v, const char* const (&slots)[N]) {
    one_.resize(N);
    for (size_t i = 0; i < N; ++i) v.Input(slots[i], &one_[i], Need::kOptional);
  }
  template <size_t N>
  void OfLayers(FieldVisitor& v, const char* const (&slots)[N]) {
    of_layers_.resize(N);
    for (size_t i = 0; i < N; ++i) v.Inputs(slots[i], &of_layers_[i], Need::kOptional);
  }
  void Results(FieldVisitor& v) {
    v.Output("OutputIds", &output_ids_, Need::kOptional);
    v.Output("ParentIds", &parent_ids_, Need::kOptional);
    v.Output("SequenceLength", &sequence_length_, Need::kOptional);
  }
  Tensor* output_scores_ = nullptr;

 private:
  std::vector<const Tensor*> one_;
  std::vector<std::vector<const Tensor*>> of_layers_;
  Tensor* output_ids_ = nullptr;
  Tensor* parent_ids_ = nullptr;
  Tensor* sequence_length_ = nullptr;
};

// The decoder of a translation network.
struct FusionDecoding final : DecoderBase {
  void Fields(FieldVisitor& v) override {
    One(v, {"Input", "MemSeqLen", "WordEmbedding", "DecoderLayernormWeight", "DecoderLayernormBias",
            "EmbWeight", "EmbBias", "PositionEncEmb"});
    OfLayers(v, {"SelfLayernormWeight@VECTOR",  "SelfLayernormBias@VECTOR",
                 "SelfQueryWeight@VECTOR",      "SelfQueryBias@VECTOR",
                 "SelfKeyWeight@VECTOR",        "SelfKeyBias@VECTOR",
                 "SelfValueWeight@VECTOR",      "SelfValueBias@VECTOR",
                 "SelfOutWeight@VECTOR",        "SelfOutBias@VECTOR",
                 "CrossLayernormWeight@VECTOR", "CrossLayernormBias@VECTOR",
                 "CrossQueryWeight@VECTOR",     "CrossQueryBias@VECTOR",
                 "CrossKeyWeight@VECTOR",       "CrossKeyBias@VECTOR",
                 "CrossValueWeight@VECTOR",     "CrossValueBias@VECTOR",
                 "CrossOutWeight@VECTOR",       "CrossOutBias@VECTOR",
                 "FFNLayernormWeight@VECTOR",   "FFNLayernormBias@VECTOR",
                 "FFNInterWeight@VECTOR",       "FFNInterBias@VECTOR",
                 "FFNOutWeight@VECTOR",         "FFNOutBias@VECTOR"});
    Results(v);
  }
};

// The decoder of a dialogue network, which continues its input.
struct FusionUnifiedDecoding final : DecoderBase {
  void Fields(FieldVisitor& v) override {
    One(v, {"InputIds",
            "AttnMask",
            "MemSeqLen",
            "TypeIds",
            "DecTypeIds",
            "LogitsMask",
            "WordEmbedding",
            "DecoderLayernormWeight",
            "DecoderLayernormBias",
            "TransWeight",
            "TransBias",
            "LMLayernormWeight",
            "LMLayernormBias",
            "EmbWeight",
            "EmbBias",
            "PositionEncEmb",
            "TypeEmb",
            "RoleIds",
            "DecRoleIds",
            "RoleEmbedding",
            "PositionIds",
            "DecPositionIds"});
    OfLayers(v, {"SelfLayernormWeight@VECTOR", "SelfLayernormBias@VECTOR", "SelfQueryWeight@VECTOR",
                 "SelfQueryBias@VECTOR", "SelfKeyWeight@VECTOR", "SelfKeyBias@VECTOR",
                 "SelfValueWeight@VECTOR", "SelfValueBias@VECTOR", "SelfOutWeight@VECTOR",
                 "SelfOutBias@VECTOR", "FFNLayernormWeight@VECTOR", "FFNLayernormBias@VECTOR",
                 "FFNInterWeight@VECTOR", "FFNInterBias@VECTOR", "FFNOutWeight@VECTOR",
                 "FFNOutBias@VECTOR"});
    Results(v);
    v.Output("OutputScores", &output_scores_, Need::kOptional);
  }
};

LITE_OP(graph_op, GraphOp);
LITE_OP(fusion_decoding, FusionDecoding);
LITE_OP(fusion_unified_decoding, FusionUnifiedDecoding);

}  // namespace paddle::lite::operators
