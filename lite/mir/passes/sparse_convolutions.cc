#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lite/mir/fusion.h"
#include "lite/mir/kernel_query.h"
#include "lite/mir/meta_op.h"
#include "lite/mir/scales.h"
#include "lite/operators/conv2d.h"

namespace paddle::lite::mir {

namespace {

// The weights other than 0, as sparse_conv2d stores them.
struct SparseFilter {
  Tensor weights, counts, diffs;
  int first_channel = 0;
  int channel_bytes = 0;
};

Status CheckForm(const OpNode& node, const operators::Conv2d& conv) {
  const ArgNode* filter = node.Input("Filter");
  if (filter == nullptr || !filter->is_constant()) return Refuse("the filter is not a constant");
  if (IsQuantised(node) || node.FindAttr("quantize_weight_bits") != nullptr ||
      filter->constant()->precision() != PrecisionType::kFloat) {
    return Refuse("the filter is not in float32");
  }
  LITE_RETURN_IF_ERROR(conv.RequireCommonForm());
  if (conv.residual != nullptr) return Refuse("it adds ResidualData, which sparse_conv2d does not");
  if (conv.prelu_alpha != nullptr || conv.act.has_affine())
    return Refuse("sparse_conv2d does not have its activation");
  LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, conv.Geometry());
  const auto plain = [](const auto& window) {
    return window.kernel == 1 && window.stride == 1 && window.pad_begin == 0 &&
           window.out == window.in;
  };
  if (!plain(g.h) || !plain(g.w) || g.groups != 1)
    return Refuse("it is not a 1x1 convolution of one group with stride 1 and without paddings");
  return OkStatus();
}

// The unit of the distances between channels. Other libraries expect the size of a channel of
// Input; without it, or where the distances would be too large, any other number will do.
int64_t ChannelBytes(const ArgNode& input, const ArgNode& filter) {
  constexpr int64_t kElement = sizeof(float);
  int64_t bytes = 0, furthest = 0;
  const bool known = input.dims.has_value() && input.dims->rank() == 4 && input.dims->at(2) > 0 &&
                     input.dims->at(3) > 0;
  if (!known || !CheckedMul(input.dims->Count(2, 4), kElement, &bytes) ||
      !CheckedMul(bytes, filter.constant()->dims()[1], &furthest) ||
      furthest > std::numeric_limits<int32_t>::max()) {
    return kElement;
  }
  return bytes;
}

Result<SparseFilter> Compress(const Tensor& filter, int64_t channel_bytes, double threshold) {
  const int64_t rows = filter.dims()[0], columns = filter.dims()[1];
  const float* weights = filter.data<float>();
  const int64_t zeros = std::count(weights, weights + filter.numel(), 0.0f);
  const double share = static_cast<double>(zeros) / static_cast<double>(filter.numel());
  if (share < threshold) {
    return Refuse(zeros, " of ", filter.numel(), " weights are 0, a share below the threshold of ",
                  threshold);
  }
  const int64_t count = filter.numel() - zeros;
  constexpr int64_t kMax = std::numeric_limits<int32_t>::max();
  if (count > kMax || columns > kMax / channel_bytes) return Refuse("the filter is too large");
  if (count == 0) return Refuse("all weights are 0");

  SparseFilter sparse;
  for (Tensor* tensor : {&sparse.weights, &sparse.counts, &sparse.diffs}) {
    tensor->Resize(DDim{tensor == &sparse.counts ? rows : count});
    LITE_RETURN_IF_ERROR(tensor->Allocate(tensor == &sparse.weights ? PrecisionType::kFloat
                                                                    : PrecisionType::kInt32));
  }
  std::vector<int64_t> channels;
  channels.reserve(static_cast<size_t>(count));
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t c = 0; c < columns; ++c) {
      const float weight = weights[row * columns + c];
      if (weight == 0) continue;
      sparse.weights.mutable_data<float>()[channels.size()] = weight;
      channels.push_back(c);
    }
    sparse.counts.mutable_data<int32_t>()[row] = static_cast<int32_t>(channels.size());
  }
  sparse.first_channel = static_cast<int>(channels[0]);
  sparse.channel_bytes = static_cast<int>(channel_bytes);
  for (size_t k = 0; k < channels.size(); ++k) {
    // After the last weight, the next block of pixels begins with the first one.
    const int64_t next = channels[(k + 1) % channels.size()];
    sparse.diffs.mutable_data<int32_t>()[k] =
        static_cast<int32_t>((next - channels[k]) * channel_bytes);
  }
  return sparse;
}

// An operator with sparse_conv2d's form of `conv`, outside of the graph. `constants` owns what it
// reads in addition.
std::unique_ptr<OpNode> Draft(const OpNode& conv, const SparseFilter& filter,
                              std::vector<std::unique_ptr<ArgNode>>* constants) {
  ArgSlots inputs = {{"Input", conv.InputList("Input")}};
  if (conv.Input("Bias") != nullptr) inputs["Bias"] = conv.InputList("Bias");
  const std::pair<const char*, const Tensor*> slots[] = {{"NonZeroWeights", &filter.weights},
                                                         {"OcNonZeros", &filter.counts},
                                                         {"Diffs", &filter.diffs}};
  for (const auto& [slot, value] : slots) {
    constants->push_back(Graph::DraftArg(slot, value));
    inputs[slot] = {constants->back().get()};
  }
  std::map<std::string, model::AttrValue> attrs = conv.attrs;
  attrs["first_ic"] = filter.first_channel;
  attrs["flag_semi"] = 0;
  attrs["channel_bytes"] = filter.channel_bytes;
  return Graph::DraftOp("sparse_conv2d", std::move(inputs), conv.outputs(), std::move(attrs));
}

Status Replace(const PassContext& context, OpNode* conv) {
  LITE_ASSIGN_OR_RETURN(const MetaOp meta, MetaOp::Make(*conv));
  LITE_RETURN_IF_ERROR(CheckForm(*conv, static_cast<const operators::Conv2d&>(meta.op())));
  const ArgNode* filter = conv->Input("Filter");
  LITE_ASSIGN_OR_RETURN(SparseFilter sparse,
                        Compress(*filter->constant(), ChannelBytes(*conv->Input("Input"), *filter),
                                 *context.options->sparse_threshold));
  std::vector<std::unique_ptr<ArgNode>> constants;
  const std::unique_ptr<OpNode> draft = Draft(*conv, sparse, &constants);
  if (context.kernels != nullptr) {
    const double dense_ns = context.kernels->PromiseFor(*conv).ns;
    const double sparse_ns = context.kernels->PromiseFor(*draft).ns;
    if (!(sparse_ns < dense_ns)) {
      return Refuse("with ", sparse.weights.numel(), " of ", filter->constant()->numel(),
                    " weights other than 0, it is not estimated to be faster than the dense form");
    }
  }
  context.Explain(StrCat(Describe(*conv), " keeps ", sparse.weights.numel(), " of ",
                         filter->constant()->numel(), " weights"));

  Graph* graph = context.graph;
  OpNode* op = graph->InsertOpAfter("sparse_conv2d", conv);
  op->attrs = draft->attrs;
  op->notes = conv->notes;
  op->is_target = conv->is_target;
  graph->SetInput(op, "Input", conv->InputList("Input"));
  if (conv->Input("Bias") != nullptr) graph->SetInput(op, "Bias", conv->InputList("Bias"));
  const std::string name = filter->name();
  graph->SetInput(op, "NonZeroWeights",
                  {graph->NewConstant(name + "_nonzeros_output", std::move(sparse.weights))});
  graph->SetInput(op, "OcNonZeros",
                  {graph->NewConstant(name + "_oc_nonzeros", std::move(sparse.counts))});
  graph->SetInput(op, "Diffs", {graph->NewConstant(name + "_ic_diffs", std::move(sparse.diffs))});
  const std::vector<ArgNode*> results = conv->OutputList("Output");
  graph->RemoveOp(conv);
  graph->SetOutput(op, "Output", results);
  return OkStatus();
}

Result<bool> ReplaceAll(const PassContext& context) {
  if (!context.options->sparse_threshold.has_value()) return false;
  bool changed = false;
  for (OpNode* op : context.graph->AllOps()) {
    if (op->type() != "conv2d") continue;
    const std::string name = Describe(*op);
    const Status status = Replace(context, op);
    if (!status.ok()) context.Explain(StrCat("left ", name, " alone: ", status.message()));
    changed = changed || status.ok();
  }
  return changed;
}

}  // namespace

// 1x1 convolutions most of whose weights are 0, on request. See docs/design/sparse.md.
LITE_PASS(sparse_convolutions) {
  return Pass().Stage(Stage::kSparse).Alias("sparse_conv_detect_pass").OnlyCpu().Run(&ReplaceAll);
}

}  // namespace paddle::lite::mir
