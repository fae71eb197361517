// Verifies a conversion: compares the original program on host kernels with the optimised one, on
// the same inputs.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/model/program.h"
#include "lite/tools/model_io.h"

namespace paddle::lite::tools {

// The program without fusions, with a kernel for every operator. Simulated quantisation is computed
// as in Paddle; operators on int8 run on the host, and those on float16 and bfloat16 in float32.
Result<model::Model> RunnableAsItIs(model::Model original);

struct OutputComparison {
  std::string name;
  std::vector<int64_t> shape;
  // Of reals, |optimised - original| / |original|, Euclidean norms. Of integers, which may be
  // positions or classes, the share of elements that differ.
  double difference = 0;
  bool is_share = false;
  double max_absolute = 0;  // largest difference of one element
};

// Runs both programs on inputs generated from fixed seeds: reals in [-1, 1), integers 0 and 1.
// Fails if one of them does not run, or if their outputs differ in number, shape or type.
Result<std::vector<OutputComparison>> CompareModels(const model::Model& original,
                                                    const model::Model& optimised,
                                                    const GivenShapes& shapes);

// The range of the values that a conversion makes float16.
struct HalfRange {
  struct Value {
    std::string name;
    std::string op;      // the operator that writes it
    double largest = 0;  // of the finite magnitudes
  };
  size_t count = 0;      // values in float16
  Value largest;         // the one of the largest magnitude; without a name if all are 0
  size_t overflows = 0;  // values beyond float16
  // Values beyond a quarter of it, which should stay in float32.
  std::set<std::string> too_large;
};

// `half` and `single` are one program, optimised for this machine with and without float16. The
// values are those of `single`, on inputs as for CompareModels.
Result<HalfRange> MeasureHalfRange(const model::Model& half, const model::Model& single,
                                   const GivenShapes& shapes);

// What an operator of a program in float16 loses.
struct HalfLoss {
  struct Writer {
    std::string op;
    std::string value;
  };
  std::string op;
  std::string value;  // the result that shows it, by its name in `single`
  // Relative L2 difference of that result if everything before it is exact: what the operator
  // itself loses, including the rounding of its inputs to float16.
  double error = 0;
  bool in_half = false;         // computes in float16
  std::vector<Writer> writers;  // the nearest operators in float16 that write what it reads
};

// The operators of the main block of `half` that have a difference and compute or read float16,
// those that lose most first. The programs and inputs are those of MeasureHalfRange.
Result<std::vector<HalfLoss>> MeasureHalfLosses(const model::Model& half,
                                                const model::Model& single,
                                                const GivenShapes& shapes);

// Whether a value of the program is float16.
bool ComputesInHalf(const model::Program& program);

// Runs an optimised program on such inputs, so that drivers of NNAdapter on this machine write the
// compiled programs of its subgraphs to `folder`. Fails if one runs on the processor instead.
// `rows` are shapes of subgraphs' inputs that share a program; the program runs for each.
Status CompileSubgraphs(const model::Model& optimised, const GivenShapes& shapes,
                        const std::vector<GivenShapes>& rows, const std::string& folder);

}  // namespace paddle::lite::tools
