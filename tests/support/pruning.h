#pragma once

#include "lite/model/program.h"

namespace paddle::lite::test {

// Sets at least `share` of the weights of every 1x1 convolution to 0, those of the smallest
// magnitudes, as a network is pruned before it is trained again. Returns the number of filters.
int PruneFilters(double share, model::Model* model);

}  // namespace paddle::lite::test
