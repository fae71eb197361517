// Instead of half_precision.cc in a library for some models (LITE_BUILD_TAILOR) that has no kernel
// in half precision, with products in bfloat16, or for integer weights: no operator gets one.
#include "lite/runtime/half_precision.h"

namespace paddle::lite {

void PreferHalf(model::Model*) {}
void CastWeightsToHalf(model::Model*) {}
void PreferBFloat16(model::Model*) {}
bool TakesIntegerWeights(const model::OpDesc&) { return false; }
void PreferIntegerWeights(model::Model*) {}

}  // namespace paddle::lite
