// Verifies a conversion: compares the original program on host kernels with the optimised one, on
// the same inputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/model/program.h"
#include "lite/tools/model_io.h"

namespace paddle::lite::tools {

// The program without fusions, with a kernel for every operator. Simulated quantisation is computed
// as in Paddle; operators on int8 run on the host.
Result<model::Model> RunnableAsItIs(model::Model original);

struct OutputComparison {
  std::string name;
  std::vector<int64_t> shape;
  double relative_l2 = 0;   // |optimised - original| / |original|, Euclidean norms
  double max_absolute = 0;  // largest difference of one element
};

// Runs both programs on inputs generated from fixed seeds: reals in [-1, 1), integers 0 and 1.
// Fails if one of them does not run, or if their outputs differ in number, shape or type.
Result<std::vector<OutputComparison>> CompareModels(const model::Model& original,
                                                    const model::Model& optimised,
                                                    const GivenShapes& shapes);

// Runs an optimised program on such inputs, so that drivers of NNAdapter on this machine write the
// compiled programs of its subgraphs to `folder`. Fails if one runs on the processor instead.
// `rows` are shapes of subgraphs' inputs that share a program; the program runs for each.
Status CompileSubgraphs(const model::Model& optimised, const GivenShapes& shapes,
                        const std::vector<GivenShapes>& rows, const std::string& folder);

}  // namespace paddle::lite::tools
