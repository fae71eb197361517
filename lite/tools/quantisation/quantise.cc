#include "lite/tools/quantisation/quantise.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <utility>

#include "lite/base/strings.h"
#include "lite/core/element.h"
#include "lite/mir/import_quantisation.h"
#include "lite/model/quantised.h"
#include "lite/tools/command_line.h"
#include "lite/tools/quantisation/observation.h"

namespace paddle::lite::tools {
namespace {

constexpr size_t kValuesAtOnce = 48;  // that a run keeps in memory
constexpr size_t kTwinsAtOnce = 16;
constexpr size_t kMeasuredInputs = 32;  // for errors
constexpr char kTwin[] = "@int8";
// Fewer values than this say little about the mean of a channel.
constexpr int64_t kMinForBias = 64;

Status RefuseQuantised(const model::Program& program) {
  const std::vector<std::string> quantisers = mir::ImportedQuantisers();
  for (const model::BlockDesc& block : program.blocks) {
    for (const model::OpDesc& op : block.ops) {
      const bool quantiser =
          std::find(quantisers.begin(), quantisers.end(), op.type) != quantisers.end();
      const char* attribute = nullptr;  // of a quantised weight
      for (const char* name : {"quantize_weight_bits", "quantization_type"}) {
        if (op.HasAttr(name)) attribute = name;
      }
      if (!quantiser && attribute == nullptr) continue;
      return InvalidArgument("the model is already quantised: it has an operator ", op.type,
                             quantiser ? "" : StrCat(" with ", attribute),
                             "; leave out --calibration_data, or give the original model");
    }
  }
  if (!model::IsQuantised(program)) return OkStatus();
  return InvalidArgument("the model is already quantised: it has operators with enable_int8");
}

// What is found out about a candidate.
struct Findings {
  double relative_error = -1;  // after bias correction; -1 = not measured
  std::vector<double> bias;    // to be added to each channel; empty = none
  double float_us = 0, int8_us = 0;
  std::string reason;  // why it stays in float; empty = it is quantised
};

// Sums of the differences between two results.
struct DifferenceSums {
  double difference2 = 0, expected2 = 0;
  std::vector<double> by_channel;
  int64_t per_channel = 0;  // values of each channel
  bool finite = true;

  Status Add(const Tensor& expected, const Tensor& found, int channel_axis) {
    const DDim& dims = expected.dims();
    if (dims != found.dims() || expected.precision() != PrecisionType::kFloat ||
        found.precision() != PrecisionType::kFloat) {
      return Internal("the result in int8 is ", PrecisionToStr(found.precision()), found.dims(),
                      ", expected ", PrecisionToStr(expected.precision()), dims);
    }
    const int axis = channel_axis < 0 ? dims.rank() - 1 : channel_axis;
    const bool channels = axis >= 0 && axis < dims.rank();
    const int64_t count = channels ? dims[axis] : 1;
    const int64_t inner = channels ? dims.Count(axis + 1, dims.rank()) : 1;
    if (by_channel.empty()) by_channel.assign(static_cast<size_t>(count), 0.0);
    const bool same = by_channel.size() == static_cast<size_t>(count);
    for (int64_t i = 0; i < expected.numel(); ++i) {
      const double want = static_cast<double>(expected.data<float>()[i]);
      const double difference = want - static_cast<double>(found.data<float>()[i]);
      if (!std::isfinite(difference)) finite = false;
      expected2 += want * want;
      difference2 += difference * difference;
      if (same) by_channel[static_cast<size_t>(i / inner % count)] += difference;
    }
    per_channel = same ? per_channel + expected.numel() / std::max<int64_t>(count, 1) : 0;
    return OkStatus();
  }

  double Relative(double removed) const {
    if (difference2 == 0) return 0;
    return std::sqrt(std::max(0.0, difference2 - removed) / expected2);
  }
};

std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3g", value);
  return text;
}

class Quantiser {
 public:
  Quantiser(const model::Model& source, const QuantisationOptions& options,
            const mir::OptimizeOptions& target, Progress* progress)
      : source_(source), options_(options), target_(target), progress_(progress) {}

  Result<QuantisationResult> Run() {
    LITE_RETURN_IF_ERROR(RefuseQuantised(source_.program));
    LITE_RETURN_IF_ERROR(CheckSkippedTensors());
    candidates_ = FindQuantisationCandidates(source_.program, options_.candidates);
    findings_.resize(candidates_.size());
    for (size_t i = 0; i < candidates_.size(); ++i) findings_[i].reason = candidates_[i].refusal;
    LITE_ASSIGN_OR_RETURN(CalibrationInputs data,
                          CalibrationInputs::Open(options_.data, InputsOf(source_.program),
                                                  options_.shapes, options_.images));
    data_ = &data;
    LITE_RETURN_IF_ERROR(FindUsableInputs());
    LITE_RETURN_IF_ERROR(Calibrate().WithContext("calibration"));
    LITE_RETURN_IF_ERROR(CheckScales());
    LITE_RETURN_IF_ERROR(MeasureErrors().WithContext("measuring errors"));
    if (options_.only_if_faster) LITE_RETURN_IF_ERROR(DropSlow());

    QuantisationResult result;
    LITE_ASSIGN_OR_RETURN(result.model, Build());
    for (const Findings& findings : findings_) result.quantised += findings.reason.empty();
    result.candidates = static_cast<int>(candidates_.size());
    result.skipped = skipped_;
    LITE_ASSIGN_OR_RETURN(result.accuracy, MeasureResults(result.model));
    result.report = Report(result);
    return result;
  }

 private:
  Status CheckSkippedTensors() const {
    std::vector<std::string> known;
    for (const model::BlockDesc& block : source_.program.blocks) {
      for (const model::VarDesc& var : block.vars) known.push_back(var.name);
    }
    for (const std::string& name : options_.candidates.skip_tensors) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      return InvalidArgument("--skip_tensor_list: the program has no variable '", name, "'",
                             DidYouMean(name, known));
    }
    return OkStatus();
  }

  std::vector<QuantisationCandidate> Accepted() const {
    std::vector<QuantisationCandidate> accepted;
    for (size_t i = 0; i < candidates_.size(); ++i) {
      if (findings_[i].reason.empty()) accepted.push_back(candidates_[i]);
    }
    return accepted;
  }

  Status FindUsableInputs() {
    for (size_t i = 0; i < data_->size(); ++i) {
      if (options_.max_inputs > 0 && usable_.size() == static_cast<size_t>(options_.max_inputs)) {
        break;
      }
      const auto inputs = data_->Load(i);
      if (inputs.ok()) {
        usable_.push_back(i);
      } else {
        skipped_.push_back(StrCat(data_->name(i), ": ", inputs.status().message()));
      }
    }
    if (!usable_.empty()) return OkStatus();
    std::string list;
    constexpr size_t kShown = 5;
    for (size_t i = 0; i < std::min(kShown, skipped_.size()); ++i) list += "\n  " + skipped_[i];
    if (skipped_.size() > kShown) list += StrCat("\n  and ", skipped_.size() - kShown, " more");
    return InvalidArgument("--calibration_data: no file in ", options_.data, " can be used:", list);
  }

  // Calls `f` for every run of `model` on at most `limit` of the inputs.
  template <typename F>
  Status ForEachRun(const model::Model& model, const std::vector<std::string>& values, size_t limit,
                    const std::string& stage, const F& f) {
    LITE_ASSIGN_OR_RETURN(Observation observation, Observation::Make(model, values));
    const size_t count = std::min(limit, usable_.size());
    for (size_t i = 0; i < count; ++i) {
      progress_->Stage(static_cast<int>(30 + 30 * i / count),
                       StrCat(stage, " ", i + 1, "/", count));
      LITE_ASSIGN_OR_RETURN(const std::vector<Tensor> inputs, data_->Load(usable_[i]));
      const Status ran = observation.Run(inputs);
      if (!ran.ok()) return ran.WithContext(data_->name(usable_[i]));
      LITE_RETURN_IF_ERROR(f(observation));
    }
    return OkStatus();
  }

  Status Calibrate() {
    std::vector<std::string> names;
    for (const QuantisationCandidate& candidate : Accepted()) {
      for (const auto& activation : candidate.activations) {
        if (statistics_.emplace(activation.name, ValueStatistics()).second) {
          names.push_back(activation.name);
        }
      }
    }
    for (size_t begin = 0; begin < names.size(); begin += kValuesAtOnce) {
      const std::vector<std::string> part(
          names.begin() + static_cast<std::ptrdiff_t>(begin),
          names.begin() +
              static_cast<std::ptrdiff_t>(std::min(names.size(), begin + kValuesAtOnce)));
      const std::string stage =
          StrCat("calibrating values ", begin + 1, " to ", begin + part.size(), ", input");
      LITE_RETURN_IF_ERROR(ForEachRun(
          source_, part, usable_.size(), stage, [&](const Observation& observation) -> Status {
            for (size_t v = 0; v < part.size(); ++v) {
              const Tensor& value = observation.value(v);
              if (value.precision() != PrecisionType::kFloat) {
                not_float_.insert(part[v]);
                continue;
              }
              statistics_[part[v]].Add(
                  Span<const float>(value.data<float>(), static_cast<size_t>(value.numel())));
            }
            return OkStatus();
          }));
    }
    for (const auto& [name, statistics] : statistics_) {
      thresholds_[name] = statistics.Threshold(options_.algorithm, options_.percentile);
    }
    return OkStatus();
  }

  // Operators without a usable scale stay as they are.
  Status CheckScales() {
    for (size_t i = 0; i < candidates_.size(); ++i) {
      Findings& findings = findings_[i];
      if (!findings.reason.empty()) continue;
      for (const auto& activation : candidates_[i].activations) {
        const ValueStatistics& statistics = statistics_.at(activation.name);
        const auto threshold = static_cast<float>(thresholds_.at(activation.name));
        if (not_float_.count(activation.name) != 0) {
          findings.reason = "'" + activation.name + "' is not float32";
        } else if (statistics.not_finite() > 0) {
          findings.reason = StrCat("'", activation.name, "' has ", statistics.not_finite(),
                                   " values that are NaN or infinite");
        } else if (!(threshold > 1e-30f)) {
          findings.reason = "'" + activation.name + "' is 0 on all calibration inputs";
        }
      }
      if (!findings.reason.empty() || candidates_[i].weight.empty()) continue;
      const auto weight = source_.params.find(candidates_[i].weight);
      if (weight == source_.params.end()) {
        findings.reason = "its weight is not a parameter";
        continue;
      }
      const auto thresholds = QuantiserBuilder::WeightThresholds(
          weight->second, candidates_[i].weight_axis, options_.per_channel);
      if (!thresholds.ok()) {
        findings.reason = "its weight: " + thresholds.status().message();
      } else if (*std::max_element(thresholds->begin(), thresholds->end()) == 0) {
        findings.reason = "its weight is 0";
      }
    }
    return OkStatus();
  }

  // Every candidate is computed in float and in int8 from the same values.
  Status MeasureErrors() {
    std::vector<size_t> open;
    for (size_t i = 0; i < candidates_.size(); ++i) {
      if (findings_[i].reason.empty()) open.push_back(i);
    }
    for (size_t begin = 0; begin < open.size(); begin += kTwinsAtOnce) {
      const size_t end = std::min(open.size(), begin + kTwinsAtOnce);
      std::vector<QuantisationCandidate> group;
      std::vector<std::string> values;
      for (size_t i = begin; i < end; ++i) {
        group.push_back(candidates_[open[i]]);
        values.push_back(group.back().output);
        values.push_back(group.back().output + kTwin);
      }
      model::Model twins = source_;
      LITE_RETURN_IF_ERROR(
          QuantiserBuilder(&twins, thresholds_, options_.per_channel).Quantise(group, kTwin));
      std::vector<DifferenceSums> sums(group.size());
      const std::string stage =
          StrCat("measuring operators ", begin + 1, " to ", end, " of ", open.size(), ", input");
      LITE_RETURN_IF_ERROR(ForEachRun(
          twins, values, kMeasuredInputs, stage, [&](const Observation& observation) -> Status {
            for (size_t i = 0; i < group.size(); ++i) {
              const Status added = sums[i].Add(observation.value(2 * i),
                                               observation.value(2 * i + 1), group[i].output_axis);
              if (!added.ok()) return added.WithContext(StrCat("op ", group[i].type));
            }
            return OkStatus();
          }));
      for (size_t i = 0; i < group.size(); ++i) Judge(open[begin + i], sums[i]);
    }
    return OkStatus();
  }

  void Judge(size_t index, const DifferenceSums& sums) {
    Findings& findings = findings_[index];
    if (!sums.finite) {
      findings.reason = "its result is NaN or infinite on a calibration input";
      return;
    }
    double removed = 0;
    if (options_.bias_correction && !candidates_[index].weight.empty() &&
        sums.per_channel >= kMinForBias) {
      std::vector<double> bias;
      for (const double sum : sums.by_channel) {
        bias.push_back(sum / static_cast<double>(sums.per_channel));
        removed += sum * bias.back();
      }
      model::Model probe;  // only whether there is a place for it
      probe.program = source_.program;
      probe.params = source_.params;
      const auto added = AddToChannels(&probe, candidates_[index], bias);
      if (added.ok() && *added) {
        findings.bias = std::move(bias);
      } else {
        removed = 0;
      }
    }
    findings.relative_error = sums.Relative(removed);
    if (!(findings.relative_error <= options_.error_budget)) {
      findings.reason = StrCat("error ", Number(findings.relative_error), " exceeds the budget ",
                               Number(options_.error_budget));
    }
  }

  Result<model::Model> Build() {
    model::Model model = source_;
    for (size_t i = 0; i < candidates_.size(); ++i) {
      const Findings& findings = findings_[i];
      if (!findings.reason.empty() || findings.bias.empty()) continue;
      LITE_RETURN_IF_ERROR(AddToChannels(&model, candidates_[i], findings.bias).status());
    }
    LITE_RETURN_IF_ERROR(
        QuantiserBuilder(&model, thresholds_, options_.per_channel).Quantise(Accepted(), ""));
    DropUnusedParams(&model);
    model.stored = model::StoredParams();
    return model;
  }

  Result<std::vector<mir::OpEstimate>> Estimate(const model::Model& model) const {
    mir::OptimizeOptions options;
    options.valid_places = target_.valid_places;
    std::vector<mir::OpEstimate> estimates;
    options.estimates = &estimates;
    LITE_RETURN_IF_ERROR(mir::Optimize(model, options).status());
    return estimates;
  }

  // The results of a candidate and of what may be fused into it, in order.
  std::vector<std::string> Chain(const QuantisationCandidate& candidate) const {
    constexpr size_t kMaxChain = 8;
    std::vector<std::string> chain{candidate.output};
    const std::vector<model::OpDesc>& ops = source_.program.blocks[0].ops;
    while (chain.size() < kMaxChain) {
      const model::OpDesc* only = nullptr;
      int readers = 0;
      for (const model::OpDesc& op : ops) {
        for (const auto& [slot, names] : op.inputs) {
          if (std::find(names.begin(), names.end(), chain.back()) == names.end()) continue;
          ++readers;
          only = &op;
        }
      }
      if (readers != 1 || only->type == "fetch" || only->outputs.empty()) break;
      std::string next;
      for (const char* slot : {"Out", "Y", "Output"}) {
        if (next.empty() && only->Output(slot).size() == 1) next = only->Output(slot)[0];
      }
      if (next.empty()) break;
      chain.push_back(next);
    }
    return chain;
  }

  using Estimates = std::vector<mir::OpEstimate>;

  // Leaves candidates in float that take as long in int8, with the casts before them, unless the
  // program as a whole would then take longer: their neighbours may need casts without them.
  Status DropSlow() {
    const Result<Estimates> in_float = Estimate(source_);
    if (!in_float.ok()) return OkStatus();  // the conversion will fail, with all the reasons
    double least = std::numeric_limits<double>::infinity();
    std::vector<size_t> dropped;
    constexpr int kMaxRounds = 4;
    for (int round = 0; round < kMaxRounds; ++round) {
      progress_->Stage(60, "estimating times");
      LITE_ASSIGN_OR_RETURN(const model::Model quantised, Build());
      LITE_ASSIGN_OR_RETURN(const Estimates in_int8, Estimate(quantised));
      double total = 0;
      for (const mir::OpEstimate& estimate : in_int8) total += estimate.ns;
      if (!(total < least)) {
        for (const size_t i : dropped) findings_[i].reason.clear();
        break;
      }
      least = total;
      dropped = FindSlow(*in_float, in_int8);
      if (dropped.empty()) break;
    }
    return OkStatus();
  }

  // Sets the times of the candidates that compute in int8, and the reason of those that take as
  // long as in float, which are returned.
  std::vector<size_t> FindSlow(const Estimates& in_float, const Estimates& in_int8) {
    std::vector<size_t> slow;
    std::map<std::string, double> casts = CastShares(in_int8);
    for (size_t i = 0; i < candidates_.size(); ++i) {
      Findings& findings = findings_[i];
      if (!findings.reason.empty()) continue;
      const std::vector<std::string> chain = Chain(candidates_[i]);
      size_t last = 0;
      for (const Estimates* estimates : {&in_float, &in_int8}) {
        for (size_t c = 0; c < chain.size(); ++c) {
          if (NsOf(*estimates, chain[c]) < 0) continue;
          last = std::max(last, c);
          break;
        }
      }
      findings.float_us = findings.int8_us = 0;
      for (size_t c = 0; c <= last; ++c) {
        findings.float_us += std::max(0.0, NsOf(in_float, chain[c])) / 1000;
        findings.int8_us += std::max(0.0, NsOf(in_int8, chain[c])) / 1000;
      }
      for (const auto& activation : candidates_[i].activations) {
        findings.int8_us += casts[activation.name] / 1000;
      }
      if (findings.int8_us < findings.float_us || findings.float_us == 0) continue;
      findings.reason = StrCat("not faster: ", Number(findings.int8_us), " us in int8, ",
                               Number(findings.float_us), " us in float (estimated)");
      slow.push_back(i);
    }
    return slow;
  }

  static double NsOf(const std::vector<mir::OpEstimate>& estimates, const std::string& result) {
    for (const mir::OpEstimate& estimate : estimates) {
      if (!estimate.cast && estimate.result == result) return estimate.ns;
    }
    return -1;
  }

  // The time of the casts of each value, divided among the candidates that read it.
  std::map<std::string, double> CastShares(const std::vector<mir::OpEstimate>& estimates) const {
    std::map<std::string, double> readers, shares;
    for (const QuantisationCandidate& candidate : Accepted()) {
      for (const auto& activation : candidate.activations) readers[activation.name] += 1;
    }
    for (const mir::OpEstimate& estimate : estimates) {
      if (!estimate.cast) continue;
      for (const auto& [name, count] : readers) {
        const bool of_it = estimate.input == name || estimate.input.rfind(name + "/", 0) == 0;
        if (of_it) shares[name] += estimate.ns / count;
      }
    }
    return shares;
  }

  // Compares the results of both programs, as they run on this machine.
  Result<std::string> MeasureResults(const model::Model& quantised) {
    std::vector<std::string> names;
    for (const model::OpDesc& op : source_.program.blocks[0].ops) {
      if (op.type == "fetch" && !op.Input("X").empty()) names.push_back(op.Input("X")[0]);
    }
    LITE_ASSIGN_OR_RETURN(Observation found, Observation::Make(quantised, names));
    std::vector<DifferenceSums> sums(names.size());
    std::vector<const char*> not_compared(names.size());  // why
    int64_t rows = 0, agreed = 0;
    size_t run = 0;
    LITE_RETURN_IF_ERROR(ForEachRun(
        source_, names, kMeasuredInputs, "comparing results, input",
        [&](const Observation& expected) -> Status {
          LITE_ASSIGN_OR_RETURN(const std::vector<Tensor> inputs, data_->Load(usable_[run++]));
          LITE_RETURN_IF_ERROR(found.Run(inputs));
          for (size_t v = 0; v < names.size(); ++v) {
            const Tensor &want = expected.value(v), &is = found.value(v);
            if (want.precision() != PrecisionType::kFloat) {
              not_compared[v] = "not float32";
            } else if (want.dims() != is.dims()) {
              not_compared[v] = "other shapes";  // e.g. of boxes, another number
            }
            if (not_compared[v] != nullptr) continue;
            LITE_RETURN_IF_ERROR(sums[v].Add(want, is, -1));
            if (v == 0 && want.dims().rank() == 2) Agree(want, is, &rows, &agreed);
          }
          return OkStatus();
        }));
    std::string text;
    for (size_t v = 0; v < names.size(); ++v) {
      text += StrCat(text.empty() ? "" : "; ", names[v], ": ",
                     not_compared[v] == nullptr ? "relative L2 " + Number(sums[v].Relative(0))
                                                : std::string(not_compared[v]));
    }
    if (rows > 0) text += StrCat("; the same largest element in ", agreed, " of ", rows, " rows");
    return text;
  }

  static void Agree(const Tensor& want, const Tensor& is, int64_t* rows, int64_t* agreed) {
    const int64_t width = want.dims()[1];
    if (width < 2) return;
    for (int64_t row = 0; row < want.dims()[0]; ++row) {
      const float* a = want.data<float>() + row * width;
      const float* b = is.data<float>() + row * width;
      ++*rows;
      *agreed += std::max_element(a, a + width) - a == std::max_element(b, b + width) - b;
    }
  }

  std::string Report(const QuantisationResult& result) const {
    std::vector<std::vector<std::string>> table{{"#", "operator", "result", "computes in",
                                                 "input scale", "weight scale", "error", "float us",
                                                 "int8 us", "reason"}};
    for (size_t i = 0; i < candidates_.size(); ++i) {
      const QuantisationCandidate& candidate = candidates_[i];
      const Findings& findings = findings_[i];
      std::string input_scale, weight_scale;
      for (const auto& activation : candidate.activations) {
        const auto threshold = thresholds_.find(activation.name);
        if (threshold == thresholds_.end()) continue;
        input_scale += StrCat(input_scale.empty() ? "" : ", ", Number(threshold->second / 127));
      }
      const auto weight = source_.params.find(candidate.weight);
      if (candidate.refusal.empty() && weight != source_.params.end()) {
        const auto scales = QuantiserBuilder::WeightThresholds(
            weight->second, candidate.weight_axis, options_.per_channel);
        if (scales.ok()) {
          const auto [least, most] = std::minmax_element(scales->begin(), scales->end());
          weight_scale = Number(*least / 127);
          if (scales->size() > 1) weight_scale += " to " + Number(*most / 127);
        }
      }
      const bool timed = findings.float_us > 0;
      std::string reason = findings.reason;
      if (reason.empty() && !findings.bias.empty()) reason = "bias corrected";
      table.push_back({StrCat(candidate.op), candidate.type, candidate.output,
                       findings.reason.empty() ? "int8" : "float", input_scale, weight_scale,
                       findings.relative_error < 0 ? "" : Number(findings.relative_error),
                       timed ? Number(findings.float_us) : "",
                       timed ? Number(findings.int8_us) : "", reason});
    }
    std::string text;
    std::vector<size_t> widths(table[0].size(), 0);
    for (const auto& row : table) {
      for (size_t c = 0; c + 1 < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
    }
    for (const auto& row : table) {
      for (size_t c = 0; c < row.size(); ++c) {
        const bool last = c + 1 == row.size() || (c + 2 == row.size() && row.back().empty());
        if (c > 0 && !(c + 1 == row.size() && row[c].empty())) text += "  ";
        text += row[c];
        if (!last) text.append(widths[c] - row[c].size(), ' ');
      }
      while (!text.empty() && text.back() == ' ') text.pop_back();
      text += '\n';
    }
    text += StrCat(
        "\n", result.quantised, " of ", result.candidates, " operators compute in int8. Scales by ",
        CalibrationAlgorithmName(options_.algorithm), " on ", usable_.size(),
        " inputs; errors (relative L2 of an operator's result) on ",
        std::min(usable_.size(), kMeasuredInputs), ".\nResults: ", result.accuracy, "\n");
    for (const std::string& input : skipped_) text += StrCat("skipped ", input, "\n");
    return text;
  }

  const model::Model& source_;
  const QuantisationOptions& options_;
  const mir::OptimizeOptions& target_;
  Progress* const progress_;
  const CalibrationInputs* data_ = nullptr;
  std::vector<size_t> usable_;
  std::vector<std::string> skipped_;
  std::vector<QuantisationCandidate> candidates_;
  std::vector<Findings> findings_;
  std::map<std::string, ValueStatistics> statistics_;
  std::set<std::string> not_float_;
  std::map<std::string, double> thresholds_;
};

}  // namespace

Result<QuantisationResult> Quantise(const model::Model& source, const QuantisationOptions& options,
                                    const mir::OptimizeOptions& target, Progress* progress) {
  return Quantiser(source, options, target, progress).Run();
}

}  // namespace paddle::lite::tools
