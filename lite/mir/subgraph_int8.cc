#include "lite/mir/subgraph_int8.h"

#include <algorithm>
#include <cmath>

#include "lite/core/targets.h"
#include "lite/mir/bind.h"
#include "lite/mir/choice.h"
#include "lite/mir/cost.h"
#include "lite/mir/int8_regions.h"
#include "lite/mir/scales.h"

namespace paddle::lite::mir {
namespace {

// A value that may be int8 instead.
bool MayBeInt8(const ArgNode& arg) {
  return !arg.is_constant() && arg.is_tensor() && arg.precision == PrecisionType::kFloat;
}

template <typename F>
void ForEachReal(const ArgSlots& slots, const F& f) {
  for (const auto& [slot, args] : slots) {
    for (size_t i = 0; i < args.size(); ++i) {
      if (MayBeInt8(*args[i])) f(slot, i, args[i]);
    }
  }
}

// The step of the largest magnitude that calibration found for the results.
float ThresholdScale(const OpNode& op) {
  constexpr float kLargest = 127;
  const Result<float> threshold = GetAttr<float>(op, "out_threshold");
  const bool usable = threshold.ok() && std::isfinite(*threshold) && *threshold > 0;
  return usable ? *threshold / kLargest : 0;
}

bool Fits(PrecisionType taken, PrecisionType given) {
  return taken == given || taken == PrecisionType::kAny;
}

bool IsPlain(DataLayoutType layout) {
  return layout == DataLayoutType::kNCHW || layout == DataLayoutType::kAny;
}

}  // namespace

SubgraphInt8::SubgraphInt8(Graph* graph, KernelQuery* kernels) : graph_(graph), kernels_(kernels) {
  // From the last operator to the first, so that readers are known, however long a chain is.
  const std::vector<OpNode*> ops = graph->AllOps();
  for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
    ForEachReal((*op)->outputs(),
                [&](const std::string&, size_t, const ArgNode* arg) { ReadScale(*arg); });
  }
}

// --- which forms there are

float SubgraphInt8::ReadScaleOfResults(const OpNode& op) const {
  float scale = 0;
  bool same = true;
  ForEachReal(op.outputs(), [&](const std::string&, size_t, const ArgNode* arg) {
    const float read = arg->unread() ? scale : ReadScale(*arg);
    same &= arg->unread() || (read > 0 && (scale == 0 || SameScale(scale, read)));
    if (scale == 0) scale = read;
  });
  return same ? scale : 0;
}

float SubgraphInt8::ReadScale(const ArgNode& arg) const {
  const auto known = read_scales_.find(&arg);
  if (known != read_scales_.end()) return known->second;
  float& scale = read_scales_[&arg];
  if (arg.pinned()) return scale;
  float found = 0;
  for (const OpNode* reader : arg.consumers()) {
    bool same = true;
    ForEachReal(reader->inputs(), [&](const std::string& slot, size_t i, const ArgNode* read) {
      if (read != &arg) return;
      float wanted = 0;
      if (IsQuantised(*reader)) {
        wanted = ScaleOf(*reader, slot, i);
      } else if (CommutesWithRounding(*reader)) {
        wanted = ReadScaleOfResults(*reader);
      }
      same &= wanted > 0 && (found == 0 || SameScale(found, wanted));
      if (found == 0) found = wanted;
    });
    if (!same) return read_scales_[&arg] = 0;
  }
  return read_scales_[&arg] = found;
}

float SubgraphInt8::GivenScale(const ArgNode& arg) const {
  const auto form = chosen_.find(arg.producer());
  return form == chosen_.end() ? 0 : form->second.result;
}

std::vector<Int8Form> SubgraphInt8::FormsOf(const OpNode& op) const {
  std::vector<Int8Form> forms;
  Int8Form form;
  const float read = ReadScaleOfResults(op);
  const bool quantised = IsQuantised(op);
  const bool moves = !quantised && CommutesWithRounding(op);
  bool all_given = true;
  ForEachReal(op.inputs(), [&](const std::string& slot, size_t i, const ArgNode* arg) {
    const float scale = quantised ? ScaleOf(op, slot, i) : GivenScale(*arg);
    if (slot == "ResidualData" && scale == 0) return;  // is added as real numbers
    if (scale > 0) form.inputs.push_back({slot, i, scale});
    all_given &= scale > 0;
  });
  if (form.inputs.empty() || (!quantised && !all_given)) return forms;
  form.computes = !moves;
  if (moves) {
    // Elements keep their values, so both ends have one scale.
    form.result = form.inputs.front().scale;
    const bool same = std::all_of(
        form.inputs.begin(), form.inputs.end(),
        [&](const Int8Form::Input& input) { return SameScale(input.scale, form.result); });
    form.exact = SameScale(read, form.result);
    if (same) forms.push_back(form);
    return forms;
  }
  form.result = read;
  form.exact = quantised;
  if (quantised || read > 0) forms.push_back(form);
  form.result = read > 0 ? 0 : ThresholdScale(op);
  form.exact = false;
  if (form.result > 0) forms.push_back(form);
  const auto weight = FindQuantisedWeight(op);
  if (!weight.has_value() || weight->scales.size() == 1) return forms;
  const std::vector<Int8Form> by_channel = forms;
  for (Int8Form same : by_channel) {
    same.exact = false;
    same.one_scale = true;
    forms.push_back(same);
  }
  return forms;
}

// --- asking

ArgNode* SubgraphInt8::Draft::Int8(const ArgNode* arg) {
  args.push_back(std::make_unique<ArgNode>(*arg));
  args.back()->precision = PrecisionType::kInt8;
  return args.back().get();
}

SubgraphInt8::Draft::Draft(const OpNode& node, const Int8Form& form) {
  ArgSlots inputs = node.inputs(), outputs = node.outputs();
  for (const Int8Form::Input& input : form.inputs) {
    ArgNode*& arg = inputs[input.slot][input.index];
    arg = Int8(arg);
  }
  for (auto& entry : outputs) {
    for (ArgNode*& arg : entry.second) {
      if (form.result > 0 && MayBeInt8(*arg)) arg = Int8(arg);
    }
  }
  op = Graph::DraftOp(node.type(), inputs, outputs, node.attrs);
  for (const Int8Form::Input& input : form.inputs) {
    SetScale(op.get(), input.slot, input.scale, input.index);
  }
  for (const auto& [slot, values] : outputs) {
    for (size_t i = 0; form.result > 0 && i < values.size(); ++i) {
      if (values[i]->precision == PrecisionType::kInt8) SetScale(op.get(), slot, form.result, i);
    }
  }
  // Which one is of no interest yet.
  if (form.one_scale) SetScale(op.get(), FindQuantisedWeight(node)->slot, 1);
}

Status SubgraphInt8::FindKernel(const OpNode& op, const MetaOp& meta, Int8Form* form) const {
  const auto fits = [&](const KernelDef& kernel) {
    const bool decides = kernel.precision == PrecisionType::kInt8;
    if (!InfoOf(kernel.target).is_cpu && kernel.target != TargetType::kHost) return false;
    if (!decides && (form->computes || kernel.precision != PrecisionType::kAny)) return false;
    for (const auto& input : meta.bound().inputs) {
      const LiteType& type = kernel.InputType(input.slot);
      if (!input.tensor->persistable() &&
          !(IsPlain(type.layout) && Fits(type.precision, input.tensor->precision()))) {
        return false;
      }
    }
    for (const auto& output : meta.bound().outputs) {
      const LiteType& type = kernel.OutputType(output.slot);
      if (!IsPlain(type.layout) || (decides && !Fits(type.precision, output.tensor->precision()))) {
        return false;
      }
    }
    return kernels_->Accepts(kernel, op, meta).ok();
  };
  const Cost cost = meta.op().Estimate();
  form->kernel = nullptr;
  for (const KernelDef* kernel : kernels_->KernelsOf(op.type()).allowed) {
    if (!fits(*kernel)) continue;
    if (form->kernel == nullptr ||
        KernelTimeNs(*kernel, cost) < KernelTimeNs(*form->kernel, cost)) {
      form->kernel = kernel;
    }
  }
  if (form->kernel != nullptr) return OkStatus();
  return Unsupported("no processor has a kernel for it in int8");
}

// --- writing

// The casts of a subgraph: one for all readers of a value with one scale.
class SubgraphInt8::Casts {
 public:
  Casts(Graph* graph, const KernelQuery& kernels) : graph_(graph), kernels_(kernels) {}

  // `arg` in int8, with about that scale, which becomes the exact one.
  ArgNode* ToInt8(ArgNode* arg, float* scale, OpNode* reader) {
    for (const auto& [of, known] : int8_[arg]) {
      if (!SameScale(of, *scale)) continue;
      *scale = of;
      return known;
    }
    ArgNode* int8 = NewInt8(arg, *scale, reader->block());
    Cast(arg, int8, *scale, graph_->InsertOp("calib", reader->block(), reader));
    return int8;
  }
  // The operator writes values in int8 from now on, of which those of the program are made.
  void WriteInt8(OpNode* writer, float scale) {
    std::vector<std::pair<ArgNode*, ArgNode*>> written;
    for (const auto& [slot, args] : ArgSlots(writer->outputs())) {
      std::vector<ArgNode*> results = args;
      for (size_t i = 0; i < args.size(); ++i) {
        if (!MayBeInt8(*args[i])) continue;
        results[i] = NewInt8(args[i], scale, writer->block());
        written.emplace_back(results[i], args[i]);
        SetScale(writer, slot, scale, i);
      }
      graph_->SetOutput(writer, slot, results);
    }
    for (const auto& [int8, real] : written) {
      Cast(int8, real, scale, graph_->InsertOpAfter("calib", writer));
    }
  }
  // Removes those whose results are never read, and returns the others.
  std::vector<OpNode*> Finish() {
    const auto unread = [&](OpNode* cast) {
      if (!cast->Output("Out")->unread()) return false;
      graph_->RemoveOp(cast);
      return true;
    };
    casts_.erase(std::remove_if(casts_.begin(), casts_.end(), unread), casts_.end());
    return casts_;
  }

 private:
  ArgNode* NewInt8(const ArgNode* arg, float scale, Block* block) {
    ArgNode* int8 = graph_->NewArg(block, StrCat(arg->name(), "/int8"), arg);
    int8->precision = PrecisionType::kInt8;
    int8->desc.data_type = model::VarType::kInt8;
    int8_[arg].emplace_back(scale, int8);
    return int8;
  }
  void Cast(ArgNode* from, ArgNode* to, float scale, OpNode* cast) {
    graph_->SetInput(cast, "Input", {from});
    graph_->SetOutput(cast, "Out", {to});
    cast->attrs["scale"] = scale;
    cast->kernel = kernels_.FindCast("calib", TargetType::kHost, from->precision, to->precision);
    casts_.push_back(cast);
  }

  Graph* const graph_;
  const KernelQuery& kernels_;
  // The values in int8 with their scales, by real value.
  std::map<const ArgNode*, std::vector<std::pair<float, ArgNode*>>> int8_;
  std::vector<OpNode*> casts_;
};

Status SubgraphInt8::RoundWeight(OpNode* op) const {
  const QuantisedWeight weight = *FindQuantisedWeight(*op);
  const Tensor& from = *weight.weight->constant();
  float scale = *std::max_element(weight.scales.begin(), weight.scales.end());
  if (scale == 0) scale = 1;  // all elements are zero
  Tensor rounded;
  rounded.Resize(from.dims());
  rounded.set_persistable(true);
  LITE_RETURN_IF_ERROR(rounded.Allocate(PrecisionType::kInt8));
  auto* to = static_cast<int8_t*>(rounded.mutable_raw_data());
  for (int64_t i = 0; i < from.numel(); ++i) {
    // No larger than before.
    to[i] = static_cast<int8_t>(std::round(from.data<int8_t>()[i] * weight.ScaleAt(i) / scale));
  }
  graph_->SetInput(op, weight.slot,
                   {graph_->NewConstant(weight.weight->name(), std::move(rounded))});
  SetScale(op, weight.slot, scale);
  return OkStatus();
}

Result<std::vector<OpNode*>> SubgraphInt8::Apply(const std::vector<OpNode*>& ops) const {
  Casts casts(graph_, *kernels_);
  for (OpNode* op : ops) {
    const auto chosen = chosen_.find(op);
    if (IsCalib(op->type())) {
      // The runtime infers the type of the result from this kernel.
      op->kernel = kernels_->FindCast(op->type(), TargetType::kHost, op->Input("Input")->precision,
                                      op->Output("Out")->precision);
    }
    if (chosen == chosen_.end()) continue;
    const Int8Form& form = chosen->second;
    for (const Int8Form::Input& input : form.inputs) {
      std::vector<ArgNode*> args = op->InputList(input.slot);
      float scale = input.scale;
      args[input.index] = casts.ToInt8(args[input.index], &scale, op);
      graph_->SetInput(op, input.slot, args);
      SetScale(op, input.slot, scale, input.index);
    }
    if (form.result > 0) casts.WriteInt8(op, form.result);
    if (form.one_scale) LITE_RETURN_IF_ERROR(RoundWeight(op));
    if (form.computes) op->attrs["enable_int8"] = true;
    op->kernel = form.kernel;
  }
  std::vector<OpNode*> all = casts.Finish();
  all.insert(all.end(), ops.begin(), ops.end());
  std::sort(all.begin(), all.end(),
            [](const OpNode* a, const OpNode* b) { return a->RunsBefore(*b); });
  return all;
}

}  // namespace paddle::lite::mir
