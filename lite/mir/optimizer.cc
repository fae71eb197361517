#include "lite/mir/optimizer.h"

#include <algorithm>
#include <iostream>

#include "lite/base/logging.h"
#include "lite/mir/bind.h"
#include "lite/mir/infer.h"
#include "lite/mir/pass.h"
#include "lite/mir/passes/legalise.h"
#include "lite/mir/text.h"
#include "lite/mir/verify.h"
#include "lite/model/weight_only.h"

namespace paddle::lite::mir {

namespace {

constexpr char kLegalise[] = "legalise";

// Names that Paddle Lite's users list for what legalisation does here.
constexpr const char* kLegaliseAliases[] = {
    "static_kernel_pick_pass",
    "variable_place_inference_pass",
    "type_target_cast_pass",
    "type_precision_cast_pass",
    "type_layout_cast_pass",
    "type_layout_cast_preprocess_pass",
    "io_copy_kernel_pick_pass",
    "runtime_context_assign_pass",
    "generate_program_pass",
    "opencl_memory_object_config_pass",
    "opencl_kernel_place_correct_pass",
};

// Names of the original that are accepted and do nothing: the runtime does the work (memory), an
// option does it (displays), kernels take the unfused form as well, or the target does not exist
// here. A pass that takes such a name as its alias wins.
constexpr const char* kIdleNames[] = {
    "memory_optimize_pass",
    "xpu_memory_optimize_pass",
    "lite_inplace_fuse_pass",
    "lite_reshape_fuse_pass",
    "graph_visualize_pass",
    "graph_visualze",
    "argument_type_display_pass",
    "demo",
    "multi_stream_analysis_pass",
    "kernel_place_correct_pass",
    "npu_subgraph_pass",
    "xpu_subgraph_pass",
    "bm_subgraph_pass",
    "apu_subgraph_pass",
    "rknpu_subgraph_pass",
    "mlu_subgraph_pass",
    "nnadapter_subgraph_pass",
    "mlu_postprocess_pass",
    "control_flow_op_unused_inputs_and_outputs_eliminate_pass",
    "control_flow_op_shared_inputs_and_outputs_place_sync_pass",
    "op_fusion_minimal_set_pass",
    "quantized_op_attributes_inference_pass",
    "restrict_quantized_op_with_same_input_output_scale_pass",
    "quantization_parameters_propagation_pass",
    "quantization_parameters_removal_pass",
    "fix_mismatched_precision_pass",
    "x86_int8_attribute_pass",
    "fp16_attribute_pass",
    "support_0_dim_tensor_pass",
    "keepdims_convert_pass",
    "op_transformation_pass",
    "sparse_conv_detect_pass",
    "remove_tf_redundant_ops_pass",
    "adaptive_1x1_pool2d_convert_global_pass",
    "transformer_attention_fuse_pass",
    "fill_range_fuse_pass",
    "p_norm_fill_constant_max_div_fuse_pass",
    "lite_matmul_fuse_pass",
    "lite_fc_prelu_fuse_pass",
    "lite_scaleacts_fuse_pass",
    "lite_elementwise_scale_fuse_pass",
    "lite_instance_norm_activation_fuse_pass",
    "lite_greater_than_cast_fuse_pass",
    "lite_interpolate_fuse_pass",
    "lite_unsqueeze2_pad3d_squeeze2_fuse_pass",
    "lite_sequence_pool_concat_fuse_pass",
    "lite_var_conv_2d_activation_fuse_pass",
    "lite_match_matrix_activation_fuse_pass",
    "lite_sequence_reverse_embedding_fuse_pass",
    "lite_quant_dequant_fuse_pass",
    "weight_quantization_preprocess_pass",
    "post_quant_dynamic_pass",
};

using PassList = std::vector<std::pair<std::string, Pass>>;

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The name of a pass or one of its aliases -> its name; empty for a name without work; an error for
// a name that nobody knows.
Result<std::string> Resolve(const PassList& passes, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& [own, pass] : passes) {
    if (own == name || Contains(pass.aliases(), name)) return own;
    known.push_back(own);
    known.insert(known.end(), pass.aliases().begin(), pass.aliases().end());
  }
  known.emplace_back(kLegalise);
  if (name == kLegalise) return name;
  for (const char* alias : kLegaliseAliases) {
    if (name == alias) return std::string(kLegalise);
    known.emplace_back(alias);
  }
  for (const char* idle : kIdleNames) {
    if (name == idle) return std::string();
  }
  // Passes of a vendor that this library does not serve.
  if (name.rfind("__xpu__", 0) == 0 || name.rfind("__fpga_", 0) == 0) return std::string();
  const std::vector<std::string> near = NearestNames(name, known, 3);
  return NotFound("unknown pass '", name, "'; did you mean one of ", ListToString(near),
                  "? All passes: ", ListToString(known));
}

// The passes that run: all; exactly the listed ones when the user lists two or more (one name only
// adds to all, and all it is); less the discarded ones. Mandatory passes always run.
Result<PassList> Select(PassList all, const OptimizeOptions& options) {
  std::vector<std::string> listed;
  for (const std::string& name : options.passes_internal) {
    LITE_ASSIGN_OR_RETURN(std::string own, Resolve(all, name));
    listed.push_back(std::move(own));
  }
  std::vector<std::string> discarded;
  for (const std::string& name : options.discarded_passes) {
    Result<std::string> own = Resolve(all, name);
    if (own.ok()) {
      discarded.push_back(*std::move(own));
    } else {
      LITE_LOG_WARNING("discarded pass '", name, "' does not exist");
    }
  }
  PassList selected;
  for (auto& entry : all) {
    const bool wanted = listed.size() < 2 || Contains(listed, entry.first);
    if (entry.second.mandatory() || (wanted && !Contains(discarded, entry.first))) {
      selected.push_back(std::move(entry));
    }
  }
  return selected;
}

class Pipeline {
 public:
  Pipeline(Graph* graph, const OptimizeOptions& options, const PassList& passes)
      : graph_(graph), options_(options), passes_(passes) {}

  // A pass runs when all passes in front of it have nothing more to do: after every change the list
  // starts over. So a bias behind a batch norm is folded before an activation closes the
  // convolution.
  Status Run() {
    std::vector<bool> ran(passes_.size(), false);
    // Only a defect, two passes that undo each other, reaches the limit.
    size_t changes_left = 64 + 4 * graph_->AllOps().size();
    size_t i = 0;
    while (i < passes_.size()) {
      const auto& [name, pass] = passes_[i];
      PassContext context;
      context.graph = graph_;
      context.options = &options_;
      context.pass = name;
      context.said = &said_;
      const std::map<const ArgNode*, ArgNode> before = Snapshot();
      LITE_ASSIGN_OR_RETURN(const bool changed, pass.Apply(context));
      if (changed) {
        InferShapes(graph_);
        if (options_.verify_each) {
          LITE_RETURN_IF_ERROR(Verify(*graph_).WithContext("after pass " + name));
          LITE_RETURN_IF_ERROR(Compare(before).WithContext("after pass " + name));
        }
      }
      if (changed && changes_left-- == 0) return Internal("the passes do not come to an end");
      if (changed || !ran[i]) Print(name);
      ran[i] = true;
      i = changed ? 0 : i + 1;
    }
    return OkStatus();
  }

  // Types and shapes of all values; only when they will be compared.
  std::map<const ArgNode*, ArgNode> Snapshot() const {
    std::map<const ArgNode*, ArgNode> values;
    if (!options_.verify_each) return values;
    for (const ArgNode* arg : graph_->LiveArgs()) values.emplace(arg, *arg);
    return values;
  }

  // A rewrite keeps the type and the shape of what it computes.
  Status Compare(const std::map<const ArgNode*, ArgNode>& before) const {
    for (const ArgNode* arg : graph_->LiveArgs()) {
      const auto old = before.find(arg);
      if (old == before.end()) continue;
      const bool shapes_known = !arg->probes.empty() && !old->second.probes.empty();
      if (shapes_known && arg->probes != old->second.probes) {
        return Internal("the shape of %", arg->name(), " changed from ", *old->second.dims, " to ",
                        *arg->dims);
      }
      if (arg->precision != old->second.precision && old->second.precision != PrecisionType::kUnk) {
        return Internal("the type of %", arg->name(), " changed from ",
                        PrecisionToStr(old->second.precision), " to ",
                        PrecisionToStr(arg->precision));
      }
    }
    return OkStatus();
  }

  void Print(const std::string& pass) const {
    if (!Contains(options_.print_ir_after, pass) && !Contains(options_.print_ir_after, "all")) {
      return;
    }
    std::ostream& out = options_.out != nullptr ? *options_.out : std::cout;
    out << "# after " << pass << "\n" << PrintGraph(*graph_) << "\n";
  }

 private:
  Graph* graph_;
  const OptimizeOptions& options_;
  const PassList& passes_;
  std::set<std::string> said_;
};

// Lists every operator that this build does not know or has no kernel for, whatever the places are.
Status CheckOperators(const Graph& graph) {
  std::string missing;
  for (const OpNode* op : graph.AllOps()) {
    if (op->type() == "feed" || op->type() == "fetch") continue;
    const bool known = CreateOp(op->type()) != nullptr;
    if (known && !KernelsOf(op->type()).empty()) continue;
    const int block = op->block()->index();
    missing += StrCat(missing.empty() ? "" : ", ", op->type(), " (#", op->source_index(),
                      block == 0 ? std::string() : StrCat(" of block ", block), ")",
                      known ? " has no kernel" : "");
  }
  if (missing.empty()) return OkStatus();
  return Unsupported("this build lacks operators of the program: ", missing,
                     "; use a build with all operators");
}

// The executor itself moves the program's inputs and outputs; engines that have kernels for it look
// for these.
void MarkInputsAndOutputs(model::Program* program) {
  for (model::BlockDesc& block : program->blocks) {
    for (model::OpDesc& op : block.ops) {
      if (op.type != "feed" && op.type != "fetch") continue;
      op.attrs[model::kKernelTypeAttr] = op.type + "/def/1/4/2";  // host, any type, any layout
    }
  }
}

}  // namespace

std::vector<std::string> PassNames() {
  std::vector<std::string> names;
  const Result<PassList> passes = OrderedPasses();
  if (passes.ok()) {
    for (const auto& entry : *passes) names.push_back(entry.first);
  }
  names.emplace_back(kLegalise);
  return names;
}

Result<model::Model> Optimize(model::Model model, const OptimizeOptions& given) {
  OptimizeOptions options = given;
  LITE_ASSIGN_OR_RETURN(PassList all, OrderedPasses());
  for (std::string& name : options.print_ir_after) {
    if (name == "all") continue;
    LITE_ASSIGN_OR_RETURN(name, Resolve(all, name));
  }
  if (!options.stop_after.empty()) {
    LITE_ASSIGN_OR_RETURN(options.stop_after, Resolve(all, options.stop_after));
  }
  LITE_ASSIGN_OR_RETURN(PassList passes, Select(std::move(all), options));
  const bool stops_early = !options.stop_after.empty() && options.stop_after != kLegalise;
  if (stops_early) {
    const auto last = std::find_if(passes.begin(), passes.end(), [&](const auto& entry) {
      return entry.first == options.stop_after;
    });
    if (last == passes.end()) {
      return InvalidArgument("stop_after: pass ", options.stop_after,
                             " is not among those that run");
    }
    passes.erase(last + 1, passes.end());
  }

  LITE_RETURN_IF_ERROR(model::DequantizeWeights(&model));
  LITE_ASSIGN_OR_RETURN(const std::unique_ptr<Graph> graph, Graph::Import(std::move(model)));
  InferShapes(graph.get());
  if (options.verify_each) {
    LITE_RETURN_IF_ERROR(Verify(*graph).WithContext("before the first pass"));
  }
  Pipeline pipeline(graph.get(), options, passes);
  LITE_RETURN_IF_ERROR(pipeline.Run());
  if (stops_early) return graph->Export();
  LITE_RETURN_IF_ERROR(CheckOperators(*graph));
  LITE_RETURN_IF_ERROR(Legalise(graph.get(), options, options.explain));
  if (options.verify_each) {
    LITE_RETURN_IF_ERROR(Verify(*graph).WithContext("after legalise"));
  }
  pipeline.Print(kLegalise);
  model::Model optimised = graph->Export();
  MarkInputsAndOutputs(&optimised.program);
  return optimised;
}

}  // namespace paddle::lite::mir
