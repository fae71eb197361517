// Converts a model saved by Paddle to the form that the runtime needs.
#pragma once

#include <functional>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/types.h"
#include "lite/model/program.h"

namespace paddle::lite {
struct KernelDef;
}

namespace paddle::lite::mir {

constexpr float kMaxHalf = 65504;  // the largest finite float16

// An operator of the optimised main block.
struct OpEstimate {
  bool cast = false;   // a change of the element type, inserted by the optimiser
  std::string input;   // name of the first value that is read
  std::string result;  // name of the first result
  double ns = 0;       // estimated time, see mir/cost.h
};

// A change of the program that does not belong to the library. Runs once, before all passes.
struct ModelPass {
  std::string name;
  std::vector<TargetType> targets;  // runs if one of them is among the places; empty: always
  std::function<Status(const std::vector<Place>&, model::Model*)> apply;
};

struct OptimizeOptions {
  std::vector<Place> valid_places;           // in order of preference; kHost is added
  std::vector<std::string> passes_internal;  // as in CxxConfig::set_passes_internal
  std::vector<std::string> discarded_passes;
  std::vector<ModelPass> model_passes;  // in this order
  // 1x1 convolutions with at least this share of zeros among their weights become sparse_conv2d
  // where that is faster; nothing: none do.
  std::optional<double> sparse_threshold;
  // Operators that stay outside of subgraphs (mir/partition_config.h): the text, or where it is;
  // without both, what the environment says.
  std::string partition_config;
  std::string partition_config_path;
  // Quantised operators that compute with real numbers where there are subgraphs, in the same form.
  std::string mixed_precision_config;
  std::string mixed_precision_config_path;
  // The devices that subgraphs are for, if a target has several (NNAdapter), in order of
  // preference.
  std::vector<std::string> subgraph_devices;
  int min_subgraph_ops = 1;     // smaller subgraphs are not made
  bool weigh_subgraphs = true;  // those that do not pay for their copies are not made either
  // Values that float16 cannot hold, by their names in the optimised program: operators that read
  // or write them compute in float32.
  std::set<std::string> too_large_for_half;
  // Results of operators that lose too much in float16, in the same form: these operators compute
  // in float32. Readers of the results may still be in float16, after a cast.
  std::set<std::string> loses_in_half;
  // Sides of the largest images, in texels: by default those of nearly all GPUs. A device that has
  // smaller ones refuses larger images when memory is planned.
  int64_t max_image_width = 16384, max_image_height = 16384;
  // Kernels to choose from in addition to those of the build, e.g. declarations for a device.
  std::vector<const KernelDef*> more_kernels;

  // Debugging. Pass names as listed by PassNames(), or "all" for print_ir_after.
  std::vector<std::string> print_ir_after;
  std::string stop_after;
  bool verify_each = false;
  std::ostream* out = nullptr;  // output of print_ir_after; null = std::cout
  // Receives, when Optimize ends, a summary and every choice and refusal; null = off.
  std::ostream* explain = nullptr;
  // Receives the names of the passes that changed something; may be null.
  std::set<std::string>* fired = nullptr;
  // Receives the operators of the result in order; may be null.
  std::vector<OpEstimate>* estimates = nullptr;
};

// For a program that will run on this machine: limits images to those of the devices of the places,
// as far as there are any.
void UseImageLimitsOfThisMachine(OptimizeOptions* options);

// Names of all passes in their default order.
std::vector<std::string> PassNames();

// The optimised model: fused, kernels chosen (kKernelTypeAttr on every operator), layouts assigned.
// Fails with all unsupported operators at once.
Result<model::Model> Optimize(model::Model model, const OptimizeOptions& options);

}  // namespace paddle::lite::mir
