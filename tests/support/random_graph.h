// Random programs of image operators that share much memory: views, pieces and wholes, operators in
// place, values that several operators read.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite::test {

struct RandomGraph {
  model::Model model;
  // The shape of each input, with the batch size open.
  std::vector<std::vector<int64_t>> input_shapes;
};

// The same graph for the same seed. `large` ones have convolutions of over a megabyte, which run by
// strips of rows where kernels can.
RandomGraph MakeRandomGraph(uint32_t seed, bool large);

// Inputs for batches of 1, 2 and 1 images.
std::vector<std::vector<Tensor>> RandomGraphInputs(const RandomGraph& graph);

// Calls check(graph, threads) for as many graphs as LITE_RANDOM_GRAPHS says, `few` if it is not
// set, from seed LITE_RANDOM_SEED on; one in fifty is large. Returns the first error, with the seed
// and the program.
Status CheckRandomGraphs(uint32_t few,
                         const std::function<Status(const RandomGraph& graph, int threads)>& check);

}  // namespace paddle::lite::test
