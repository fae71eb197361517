// Models for rknpu_ddk, as plain data.
#pragma once

#include "lite/backends/nnadapter/optimizer/vendor_graph.h"

namespace nnadapter::rockchip_npu {

// Whether the device computes the operation: one scale for each tensor, no real numbers.
Status Supports(const core::Operation& operation);

// Rewrites the model, which the driver owns, for the device: activations that it does not fuse,
// scales, asymmetric uint8.
Status Prepare(core::Model* model);

// The graph of a prepared model. Types are the names of rk::nn::OperatorType, attributes those of
// its attribute structures.
Status BuildGraph(const core::Model& model, optimizer::VendorGraph* graph);

}  // namespace nnadapter::rockchip_npu
