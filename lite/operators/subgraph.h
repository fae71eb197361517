#pragma once

#include <string>
#include <vector>

#include "lite/operators/sub_block.h"

namespace paddle::lite::operators {

// Runs a block once: operators that the optimiser has set apart for a kernel that compiles all of
// them together. Inputs and Outputs may also list weights and variables that only the block uses;
// the block finds its variables by name.
struct Subgraph final : BlockOp {
  std::vector<const Tensor*> inputs;
  // Variables of the block's data flow, in the order in which a compiled program takes them.
  std::vector<std::string> input_data_names;
  std::vector<std::string> output_data_names;
  // Devices that the block is meant for, in order of preference, if the kernel has several.
  std::vector<std::string> device_names;
  std::vector<Tensor*> outputs;

  void Fields(FieldVisitor& v) override {
    v.Inputs("Inputs", &inputs, Need::kOptional);
    v.Block("sub_block", &sub_block);
    v.Attr("input_data_names", &input_data_names);
    v.Attr("output_data_names", &output_data_names);
    v.Attr("device_names", &device_names);
    v.Outputs("Outputs", &outputs, Need::kOptional);
  }

  // The results are planned like those of any other operator, unless values decide shapes.
  bool KernelAllocatesOutput() const override {
    return block == nullptr || !block->HasFixedShapes();
  }
  Status InferShape() override {
    if (KernelAllocatesOutput()) return OkStatus();
    LITE_RETURN_IF_ERROR(block->InferShapes());
    for (const SubBlock::Value& value : block->Results()) {
      value.result->Resize(value.inside->dims());
      value.result->set_precision(value.inside->precision());
      value.result->set_lod(value.inside->lod());
    }
    return OkStatus();
  }

  // The cost of the block is not known here. With any cost, the kernel of an accelerator is chosen
  // before the host's, as the partition has weighed already.
  Cost Estimate() const override { return {1e6, 0}; }
};

LITE_OP(subgraph, Subgraph);

}  // namespace paddle::lite::operators
