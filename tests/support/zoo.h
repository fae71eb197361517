// The fixture zoo: networks that Paddle saved, with parameters and inputs by formula and Paddle's
// own outputs. Every number is reproduced bit by bit; see tests/data/zoo/README.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lite/base/span.h"
#include "lite/base/status.h"
#include "lite/core/types.h"

namespace paddle::lite::test {

// --- the formula: x_i = SplitMix64(Fnv1a64(key) + i)
uint64_t Fnv1a64(std::string_view key);
uint64_t SplitMix64(uint64_t x);
// float32(center + (2u - 1) * bound) with u = (x_i >> 40) * 2^-24.
std::vector<float> FormulaFloats(std::string_view key, size_t count, float bound, float center);
// low + (x_i >> 40) mod (high - low).
std::vector<int64_t> FormulaInts(std::string_view key, size_t count, int64_t low, int64_t high);
// A mosaic of `cell` pixels a side under noise, [n, c, h, w].
std::vector<float> FormulaPatches(const std::string& key, const std::vector<int64_t>& nchw,
                                  int cell, float bound, float center);

// --- a network
struct ZooArray {
  std::string name;
  PrecisionType precision = PrecisionType::kUnk;
  std::vector<int64_t> shape;
  LoD lod;
  std::string bytes;  // little-endian elements in row-major order
};

// Paddle's results: every `stride`-th value from index 0, and statistics over all.
struct ZooOutput {
  ZooArray sample;  // shape is that of the whole tensor
  int64_t stride = 1;
  double sum = 0, abssum = 0, l2 = 0, min = 0, max = 0;
};

struct ZooCase {
  int index = 0;
  std::vector<ZooArray> inputs;  // in the order of the program's feeds
  std::vector<ZooOutput> outputs;
  // Relative L2 difference between Paddle's predictor, which optimises the program, and Paddle's
  // executor: the effect of reordering sums.
  double noise = 0;
};

// An intermediate tensor of case 0.
struct ZooActivation {
  std::string name;
  std::string made_by;  // operator type
  std::vector<int64_t> shape;
  double l2 = 0, absmax = 0, sum = 0;
};

struct ZooNet {
  std::string name;
  std::string model_file;  // "__model__" or "model.pdmodel"
  std::string model;       // serialised program
  std::string params;      // combined parameter file
  std::vector<ZooCase> cases;
  std::vector<ZooActivation> activations;
};

// Whether the program quantises.
bool IsQuantised(const ZooNet& net);
// Accepted relative L2 difference of an output. If Paddle's own two ways of running a program
// differ because rounding grows through many layers, that noise is allowed, up to 3e-4. Noise above
// 1e-3 is not rounding (Paddle's optimised run of grid_p is wrong for a second batch size).
//
// In a quantised network, a value halfway between two integers that differs in its last bit moves
// by a whole step, and the steps of 28 layers add up: Paddle's own two ways of running these
// networks differ by up to 3.5e-2, and not always in the same direction.
double ToleranceOf(const ZooNet& net, double noise);

// The networks of a folder, sorted: every subfolder that has a net.json.
std::vector<std::string> ZooNetNames(const std::string& zoo_dir);
// Names of the graph passes that have to find something to do in the network, without loading it.
std::vector<std::string> ZooFires(const std::string& zoo_dir, const std::string& name);
// Reads `zoo_dir`/`name` and computes parameters and inputs.
Result<ZooNet> LoadZooNet(const std::string& zoo_dir, const std::string& name);
// Only the cases, for a network whose files are elsewhere.
Result<ZooNet> LoadZooCases(const std::string& zoo_dir, const std::string& name);
// Writes a model folder in Paddle's form (combined parameters) and returns the paths.
struct ZooFiles {
  std::string model_file;
  std::string param_file;
};
Result<ZooFiles> WriteZooNet(const ZooNet& net, const std::string& dir);

// --- comparison
struct Difference {
  double max_abs = 0;
  double rel_l2 = 0;  // |found - expected| / |expected|
};
Difference Compare(Span<const float> found, Span<const float> expected);
// Compares a complete output with the stored sample; an error when shape, type or overall norm do
// not fit. The norm over all values may differ by `norm_tolerance` relatively.
Result<Difference> Compare(const std::vector<int64_t>& shape, const float* found,
                           const ZooOutput& expected, double norm_tolerance);

}  // namespace paddle::lite::test
