#include "lite/mir/pass_names.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

namespace paddle::lite::mir {

namespace {

// Names of Paddle Lite whose work needs no pass here: it is done by the runtime (memory, in-place),
// by an option of opt (displays), by operators and kernels that accept the form that the pass
// rewrites, or by the representation of blocks.
constexpr const char* kDoneElsewhere[] = {
    "memory_optimize_pass",
    "lite_inplace_fuse_pass",
    "lite_reshape_fuse_pass",
    "graph_visualize_pass",
    "graph_visualze",
    "argument_type_display_pass",
    "demo",
    "kernel_place_correct_pass",
    "control_flow_op_unused_inputs_and_outputs_eliminate_pass",
    "control_flow_op_shared_inputs_and_outputs_place_sync_pass",
    "restrict_quantized_op_with_same_input_output_scale_pass",
    "fix_mismatched_precision_pass",
    "support_0_dim_tensor_pass",
    "keepdims_convert_pass",
    "op_transformation_pass",
    "remove_tf_redundant_ops_pass",
    "adaptive_1x1_pool2d_convert_global_pass",
    "lite_matmul_fuse_pass",
};

// Names of Paddle Lite without a counterpart: fusions that do not exist here, tools of the
// quantiser, passes for vendors' devices. A pass with such an alias takes precedence.
constexpr const char* kWithoutCounterpart[] = {
    "xpu_memory_optimize_pass",
    "multi_stream_analysis_pass",
    "mlu_postprocess_pass",
    "fpga_concat_fuse_pass",
    "op_fusion_minimal_set_pass",
    "quantized_op_attributes_inference_pass",
    "quantization_parameters_propagation_pass",
    "x86_int8_attribute_pass",
    "fp16_attribute_pass",
    "fill_range_fuse_pass",
    "p_norm_fill_constant_max_div_fuse_pass",
    "lite_scaleacts_fuse_pass",
    "lite_elementwise_scale_fuse_pass",
    "lite_greater_than_cast_fuse_pass",
    "lite_sequence_pool_concat_fuse_pass",
    "lite_var_conv_2d_activation_fuse_pass",
    "lite_match_matrix_activation_fuse_pass",
    "lite_sequence_reverse_embedding_fuse_pass",
    "post_quant_dynamic_pass",
};
// Prefixes of further names without a counterpart.
constexpr const char* kForeignPrefixes[] = {"__xpu__", "__fpga_"};

// A name without what Paddle Lite's registrations, files and messages have or omit.
std::string_view Stem(std::string_view name) {
  constexpr std::string_view kPrefix = "lite_", kSuffix = "_pass";
  if (name.substr(0, kPrefix.size()) == kPrefix) name.remove_prefix(kPrefix.size());
  if (name.size() > kSuffix.size() && name.substr(name.size() - kSuffix.size()) == kSuffix) {
    name.remove_suffix(kSuffix.size());
  }
  return name;
}

template <size_t N>
bool Contains(const char* const (&names)[N], const std::string& name) {
  return std::any_of(std::begin(names), std::end(names),
                     [&](const char* n) { return Stem(name) == Stem(n); });
}

// The pass of this name, of its own or of Paddle Lite; null if there is none.
const std::string* FindPass(const PassList& passes, const std::string& name) {
  for (const auto& [own, pass] : passes) {
    if (own == name) return &own;
  }
  for (const auto& [own, pass] : passes) {
    const bool named =
        Stem(own) == Stem(name) ||
        std::any_of(pass.aliases().begin(), pass.aliases().end(),
                    [&](const std::string& alias) { return Stem(alias) == Stem(name); });
    if (named) return &own;
  }
  return nullptr;
}

}  // namespace

Result<NamedPass> ResolvePassName(const PassList& passes, const std::string& name) {
  if (const std::string* own = FindPass(passes, name)) return NamedPass{*own};
  if (Contains(kDoneElsewhere, name)) return NamedPass{};
  const bool foreign = std::any_of(std::begin(kForeignPrefixes), std::end(kForeignPrefixes),
                                   [&](const char* prefix) { return name.rfind(prefix, 0) == 0; });
  if (foreign || Contains(kWithoutCounterpart, name)) {
    return NamedPass{"", /*without_counterpart=*/true};
  }
  std::vector<std::string> known;
  for (const auto& [own, pass] : passes) {
    known.push_back(own);
    known.insert(known.end(), pass.aliases().begin(), pass.aliases().end());
  }
  return InvalidArgument("unknown pass '", name, "'; did you mean one of ",
                         ListToString(NearestNames(name, known, 3)),
                         "? All passes: ", ListToString(known));
}

}  // namespace paddle::lite::mir
