// Models for the HiAI DDK, as plain data.
#pragma once

#include "lite/backends/nnadapter/optimizer/vendor_graph.h"

namespace nnadapter::huawei_kirin_npu {

// Whether the device computes the operation: static shapes, real numbers of which at most four
// dimensions have an extent.
Status Supports(const core::Operation& operation);

// Rewrites the model, which the driver owns, for the device: fused activations and results of
// operations with several ones.
Status Prepare(core::Model* model);

// The graph of a prepared model. Types are classes of hiai::op, attributes and inputs are in the
// order of their registration.
Status BuildGraph(const core::Model& model, optimizer::VendorGraph* graph);

}  // namespace nnadapter::huawei_kirin_npu
