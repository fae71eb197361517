#include "lite/mir/pass_names.h"

#include <algorithm>

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

template <size_t N>
bool Contains(const char* const (&names)[N], const std::string& name) {
  return std::any_of(std::begin(names), std::end(names), [&](const char* n) { return name == n; });
}

}  // namespace

Result<NamedPass> ResolvePassName(const PassList& passes, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& [own, pass] : passes) {
    const auto& aliases = pass.aliases();
    if (own == name || std::find(aliases.begin(), aliases.end(), name) != aliases.end()) {
      return NamedPass{own};
    }
    known.push_back(own);
    known.insert(known.end(), aliases.begin(), aliases.end());
  }
  if (Contains(kDoneElsewhere, name)) return NamedPass{};
  const bool foreign = std::any_of(std::begin(kForeignPrefixes), std::end(kForeignPrefixes),
                                   [&](const char* prefix) { return name.rfind(prefix, 0) == 0; });
  if (foreign || Contains(kWithoutCounterpart, name)) {
    return NamedPass{"", /*without_counterpart=*/true};
  }
  return InvalidArgument("unknown pass '", name, "'; did you mean one of ",
                         ListToString(NearestNames(name, known, 3)),
                         "? All passes: ", ListToString(known));
}

}  // namespace paddle::lite::mir
