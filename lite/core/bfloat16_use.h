// Whether an operator multiplies in bfloat16, as its attribute states it: inputs and weights are
// rounded to nearest even, sums and all tensors are float32.
#pragma once

namespace paddle::lite {

constexpr const char* kBFloat16Attr = "bfloat16_products";

enum BFloat16Use : int {
  kNoBFloat16 = 0,
  kBFloat16WhereFaster = 1,  // on processors that are faster with it
  kBFloat16Everywhere = 2,   // on every processor, to measure what it costs
};

}  // namespace paddle::lite
