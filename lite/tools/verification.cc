#include "lite/tools/verification.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string_view>

#include "lite/core/element.h"
#include "lite/core/memory_order.h"
#include "lite/mir/optimizer.h"
#include "lite/model/quantised.h"
#include "lite/operators/subgraph_settings.h"
#include "lite/operators/type_conversion.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/read_outputs.h"

namespace paddle::lite::tools {
namespace {

// splitmix64: the same inputs on every machine.
class Generator {
 public:
  explicit Generator(uint64_t seed) : state_(seed) {}
  uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

 private:
  uint64_t state_;
};

bool IsReal(PrecisionType precision) {
  return CheckElementType<RealTypes::And<Half, BFloat16>>("", precision).ok();
}

Status FillInput(uint64_t seed, const std::vector<int64_t>& shape, const InputInfo& info,
                 Tensor* tensor) {
  tensor->Resize(shape);
  const PrecisionType precision = info.precision;
  LITE_RETURN_IF_ERROR(tensor->Allocate(precision));
  tensor->set_lod(WholeSequence(info.lod_level, shape));
  Generator generator(seed);
  const int smallest = info.divisor ? 1 : 0;
  for (int64_t i = 0; i < tensor->numel(); ++i) {
    const uint64_t random = generator.Next();
    const double real = static_cast<double>(random >> 40) / static_cast<double>(1 << 23) - 1.0;
    StoreElement(tensor->mutable_raw_data(), precision, i,
                 IsReal(precision) ? real : static_cast<double>(random >> 63) + smallest);
  }
  return OkStatus();
}

// The program with generated inputs.
Result<std::unique_ptr<Executable>> WithInputs(const model::Model& model,
                                               const std::vector<InputInfo>& inputs,
                                               const std::vector<std::vector<int64_t>>& shapes,
                                               const ExecutableOptions& options) {
  LITE_ASSIGN_OR_RETURN(std::unique_ptr<Executable> executable, Executable::Create(model, options));
  if (executable->input_names().size() != inputs.size()) {
    return Internal("has ", executable->input_names().size(), " inputs, the original has ",
                    inputs.size());
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    LITE_RETURN_IF_ERROR(FillInput(i + 1, shapes[i], inputs[i], executable->input(i)));
  }
  return executable;
}

Result<std::unique_ptr<Executable>> RunOnce(const model::Model& model,
                                            const std::vector<InputInfo>& inputs,
                                            const std::vector<std::vector<int64_t>>& shapes,
                                            const ExecutableOptions& options) {
  LITE_ASSIGN_OR_RETURN(auto executable, WithInputs(model, inputs, shapes, options));
  LITE_RETURN_IF_ERROR(executable->Run());
  return executable;
}

// An element is infinitely different unless both sides are finite or equal.
double Difference(double expected, double found) {
  if (std::isnan(expected) && std::isnan(found)) return 0;
  if (expected == found) return 0;
  const double difference = std::fabs(found - expected);
  return std::isfinite(difference) ? difference : INFINITY;
}

// |found - expected| / |expected|, Euclidean norms, of the elements that were added.
class RelativeL2 {
 public:
  // The difference of this element.
  double Add(double expected, double found) {
    const double difference = Difference(expected, found);
    if (std::isfinite(expected)) norm_ += expected * expected;
    error_ += difference * difference;
    return difference;
  }
  double value() const { return error_ == 0 ? 0 : std::sqrt(error_ / norm_); }

 private:
  double norm_ = 0;
  double error_ = 0;
};

Result<OutputComparison> CompareOutput(const std::string& name, const Tensor& expected,
                                       const Tensor& found) {
  if (expected.dims() != found.dims() || expected.precision() != found.precision()) {
    return Internal("output '", name, "' is ", PrecisionToStr(found.precision()), found.dims(),
                    " after optimisation, ", PrecisionToStr(expected.precision()), expected.dims(),
                    " before");
  }
  OutputComparison comparison;
  comparison.name = name;
  comparison.shape = expected.dims().Vectorize();
  comparison.is_share = !IsReal(expected.precision());
  RelativeL2 relative;
  int64_t differing = 0;
  for (int64_t i = 0; i < expected.numel(); ++i) {
    const double difference = relative.Add(ElementAt(expected.raw_data(), expected.precision(), i),
                                           ElementAt(found.raw_data(), found.precision(), i));
    comparison.max_absolute = std::max(comparison.max_absolute, difference);
    if (difference != 0) ++differing;
  }
  const double share =
      differing == 0 ? 0 : static_cast<double>(differing) / static_cast<double>(expected.numel());
  comparison.difference = comparison.is_share ? share : relative.value();
  return comparison;
}

// Host kernels of few operators take values in float16 or bfloat16.
bool HasHalfValues(const model::Program& program) {
  for (const model::BlockDesc& block : program.blocks) {
    for (const model::VarDesc& var : block.vars) {
      if (var.data_type == model::VarType::kFP16 || var.data_type == model::VarType::kBF16) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

Result<model::Model> RunnableAsItIs(model::Model original) {
  if (!model::IsQuantised(original.program) && !HasHalfValues(original.program)) return original;
  mir::OptimizeOptions options;
  options.valid_places = {Place(TargetType::kHost, PrecisionType::kFloat)};
  options.passes_internal = {"promote_half", "remove_dead_ops"};  // only these
  return mir::Optimize(std::move(original), options);
}

Result<std::vector<OutputComparison>> CompareModels(const model::Model& original,
                                                    const model::Model& optimised,
                                                    const GivenShapes& shapes) {
  const std::vector<InputInfo> inputs = InputsOf(original.program);
  LITE_ASSIGN_OR_RETURN(const auto settled, SettleShapes(inputs, shapes));
  ExecutableOptions host_only;
  host_only.targets = {TargetType::kHost};
  host_only.reuse_memory = false;  // or an error of the memory plan would be on both sides
  auto expected = RunOnce(original, inputs, settled, host_only);
  if (!expected.ok()) return expected.status().WithContext("the original program on host kernels");
  auto found = RunOnce(optimised, inputs, settled, ExecutableOptions());
  if (!found.ok()) return found.status().WithContext("the optimised program");

  const size_t count = (*expected)->output_names().size();
  if ((*found)->output_names().size() != count) {
    return Internal("the optimised program has ", (*found)->output_names().size(),
                    " outputs, the original has ", count);
  }
  std::vector<OutputComparison> comparisons;
  for (size_t i = 0; i < count; ++i) {
    LITE_ASSIGN_OR_RETURN(OutputComparison comparison,
                          CompareOutput((*expected)->output_names()[i], *(*expected)->output(i),
                                        *(*found)->output(i)));
    comparisons.push_back(std::move(comparison));
  }
  return comparisons;
}

namespace {

// The largest finite magnitude of every value of a program, and the operator that wrote it.
class RangeObserver final : public Observer {
 public:
  explicit RangeObserver(const model::Program& program) : outputs_(program) {}

  void AfterOp(OpPosition at, const Op& op, const KernelDef&, int64_t) override {
    outputs_.Visit(at, op, [&](const std::string& name, const Tensor& tensor) {
      if (!IsReal(tensor.precision()) || tensor.raw_data() == nullptr) return;
      const double largest = Largest(tensor);
      HalfRange::Value& value = values_[name];
      if (value.name.empty() || largest > value.largest) value = {name, op.type(), largest};
    });
  }

  // In the order of names.
  const std::map<std::string, HalfRange::Value>& values() const { return values_; }

 private:
  static double Largest(const Tensor& tensor) {
    double largest = 0;
    for (int64_t i = 0; i < tensor.numel(); ++i) {
      const double magnitude = std::fabs(ElementAt(tensor.raw_data(), tensor.precision(), i));
      if (std::isfinite(magnitude)) largest = std::max(largest, magnitude);
    }
    return largest;
  }

  ReadOutputs outputs_;
  std::map<std::string, HalfRange::Value> values_;
};

// The variables in float16, and those that are cast to it or from it.
std::set<std::string> HalfValues(const model::Program& program) {
  std::set<std::string> halves;
  for (const model::BlockDesc& block : program.blocks) {
    for (const model::VarDesc& var : block.vars) {
      if (var.data_type == model::VarType::kFP16) halves.insert(var.name);
    }
    for (const model::OpDesc& op : block.ops) {
      if (op.type != "calib") continue;
      std::set<std::string> sides(op.Input("Input").begin(), op.Input("Input").end());
      sides.insert(op.Output("Out").begin(), op.Output("Out").end());
      const bool half = std::any_of(sides.begin(), sides.end(), [&](const std::string& name) {
        return halves.count(name) != 0;
      });
      if (half) halves.merge(sides);
    }
  }
  return halves;
}

}  // namespace

Result<HalfRange> MeasureHalfRange(const model::Model& half, const model::Model& single,
                                   const GivenShapes& shapes) {
  const std::vector<InputInfo> inputs = InputsOf(single.program);
  LITE_ASSIGN_OR_RETURN(const auto settled, SettleShapes(inputs, shapes));
  LITE_ASSIGN_OR_RETURN(const auto executable,
                        WithInputs(single, inputs, settled, ExecutableOptions()));
  RangeObserver observer(executable->program());
  executable->set_observer(&observer);
  LITE_RETURN_IF_ERROR(executable->Run());
  // Winograd's algorithm adds four values of its input before it multiplies.
  constexpr double kMaxAddends = 4;
  HalfRange range;
  const std::set<std::string> halves = HalfValues(half.program);
  for (const auto& [name, value] : observer.values()) {
    if (halves.count(name) == 0) continue;
    ++range.count;
    if (value.largest > range.largest.largest) range.largest = value;
    range.overflows += value.largest > mir::kMaxHalf ? 1 : 0;
    if (value.largest > mir::kMaxHalf / kMaxAddends) range.too_large.insert(name);
  }
  return range;
}

namespace {

double ValueAt(const Tensor& tensor, size_t i) {
  return ElementAt(tensor.raw_data(), tensor.precision(),
                   PositionInMemory(tensor, static_cast<int64_t>(i)));
}

bool HasReals(const Tensor& tensor) {
  return IsReal(tensor.precision()) && tensor.raw_data() != nullptr;
}

// The real values of the main block, their elements in the order of dimensions. A value of a loop
// has no single one.
class ValueKeeper final : public Observer {
 public:
  using Values = std::map<std::string, std::vector<float>>;

  explicit ValueKeeper(const model::Program& program) : outputs_(program) {}

  void AfterOp(OpPosition at, const Op& op, const KernelDef&, int64_t) override {
    if (at.block != 0) return;
    outputs_.Visit(at, op, [&](const std::string& name, const Tensor& tensor) {
      if (!HasReals(tensor)) return;
      std::vector<float>& kept = values_[name];
      kept.resize(static_cast<size_t>(tensor.numel()));
      for (size_t i = 0; i < kept.size(); ++i) kept[i] = static_cast<float>(ValueAt(tensor, i));
    });
  }

  const Values& values() const { return values_; }

 private:
  ReadOutputs outputs_;
  Values values_;
};

// Compares every result with the exact one, which then takes its place: no operator reads what an
// earlier one has lost.
class LossObserver final : public Observer {
 public:
  LossObserver(Executable* executable, const ValueKeeper::Values& exact)
      : executable_(executable), outputs_(executable->program()), exact_(exact) {}

  void AfterOp(OpPosition at, const Op& op, const KernelDef& kernel, int64_t) override {
    if (at.block != 0) return;
    const model::OpDesc& desc = executable_->program().blocks[0].ops[static_cast<size_t>(at.index)];
    HalfLoss loss;
    loss.op = op.type();
    loss.in_half = kernel.precision == PrecisionType::kFP16;
    std::vector<std::string> results;
    outputs_.Visit(at, op, [&](const std::string& name, const Tensor& tensor) {
      results.push_back(name);
      if (!HasReals(tensor)) return;
      loss.in_half |= tensor.precision() == PrecisionType::kFP16;
      const auto exact = FindExact(name);
      if (exact == exact_.end() || exact->second.size() != static_cast<size_t>(tensor.numel())) {
        return;
      }
      const double error = RelativeError(exact->second, tensor);
      if (loss.value.empty() || error > loss.error) {
        loss.value = FetchedName(exact->first);
        loss.error = error;
      }
      if (!IsConversion(op.type()) && status_.ok()) status_ = Replace(name, exact->second);
    });
    std::map<std::string, HalfLoss::Writer> writers;
    for (const auto& slot : desc.inputs) {
      for (const std::string& name : slot.second) {
        const auto known = writers_.find(name);
        if (known == writers_.end()) continue;
        for (const HalfLoss::Writer& writer : known->second) writers[writer.value] = writer;
      }
    }
    for (const auto& entry : writers) loss.writers.push_back(entry.second);
    const bool converts = IsConversion(op.type());
    for (const std::string& name : results) {
      if (converts) {
        writers_[name] = loss.writers;
      } else if (loss.in_half && !loss.value.empty()) {
        writers_[name] = {{loss.op, loss.value}};
      }
    }
    if (converts || !(loss.error > 0)) return;
    if (loss.in_half || !loss.writers.empty()) losses_.push_back(std::move(loss));
  }

  Result<std::vector<HalfLoss>> Losses() && {
    LITE_RETURN_IF_ERROR(status_);
    std::stable_sort(losses_.begin(), losses_.end(),
                     [](const HalfLoss& a, const HalfLoss& b) { return a.error > b.error; });
    return std::move(losses_);
  }

 private:
  // The operator that reads the converted value is what loses.
  static bool IsConversion(const std::string& type) {
    return operators::IsCalib(type) || type == "layout" || type == "io_copy";
  }

  // A result that is converted before it is fetched gives its name to what is fetched.
  static std::string FetchedName(const std::string& name) {
    constexpr std::string_view kRaw = "/layout_raw";
    const size_t end = name.size() - std::min(name.size(), kRaw.size());
    return name.compare(end, std::string::npos, kRaw) == 0 ? name.substr(0, end) : name;
  }

  // The optimiser appends to a value's name what form of it an operator gets.
  ValueKeeper::Values::const_iterator FindExact(std::string name) const {
    for (;;) {
      const auto found = exact_.find(name);
      const size_t end = name.rfind('/');
      if (found != exact_.end() || end == std::string::npos) return found;
      name.resize(end);
    }
  }

  static double RelativeError(const std::vector<float>& exact, const Tensor& found) {
    RelativeL2 relative;
    for (size_t i = 0; i < exact.size(); ++i) relative.Add(exact[i], ValueAt(found, i));
    return relative.value();
  }

  Status Replace(const std::string& name, const std::vector<float>& exact) {
    LITE_ASSIGN_OR_RETURN(Tensor* const tensor, executable_->FindTensor(name));
    for (size_t i = 0; i < exact.size(); ++i) {
      StoreElement(tensor->mutable_raw_data(), tensor->precision(),
                   PositionInMemory(*tensor, static_cast<int64_t>(i)), exact[i]);
    }
    return OkStatus();
  }

  Executable* const executable_;
  ReadOutputs outputs_;
  const ValueKeeper::Values& exact_;
  std::map<std::string, std::vector<HalfLoss::Writer>> writers_;  // by value
  std::vector<HalfLoss> losses_;
  Status status_;
};

}  // namespace

Result<std::vector<HalfLoss>> MeasureHalfLosses(const model::Model& half,
                                                const model::Model& single,
                                                const GivenShapes& shapes) {
  const std::vector<InputInfo> inputs = InputsOf(single.program);
  LITE_ASSIGN_OR_RETURN(const auto settled, SettleShapes(inputs, shapes));
  ExecutableOptions options;
  options.reuse_memory = false;  // a value that is replaced has no memory of others
  LITE_ASSIGN_OR_RETURN(const auto exact, WithInputs(single, inputs, settled, options));
  ValueKeeper keeper(exact->program());
  exact->set_observer(&keeper);
  LITE_RETURN_IF_ERROR(exact->Run());
  LITE_ASSIGN_OR_RETURN(const auto executable, WithInputs(half, inputs, settled, options));
  LossObserver observer(executable.get(), keeper.values());
  executable->set_observer(&observer);
  LITE_RETURN_IF_ERROR(executable->Run());
  return std::move(observer).Losses();
}

bool ComputesInHalf(const model::Program& program) { return !HalfValues(program).empty(); }

namespace {

// The shapes of a program's inputs with those of a row.
GivenShapes WithRow(const std::vector<InputInfo>& inputs, const GivenShapes& shapes,
                    const GivenShapes& row) {
  GivenShapes joined;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const auto find = [&](const GivenShapes& from) {
      for (const GivenShape& shape : from) {
        if (shape.input == inputs[i].name) return &shape;
      }
      const bool by_position = i < from.size() && from[i].input.empty();
      return by_position ? &from[i] : nullptr;
    };
    const GivenShape* found = find(row);
    if (found == nullptr) found = find(shapes);
    if (found != nullptr) joined.emplace_back(inputs[i].name, found->dims);
  }
  return joined;
}

}  // namespace

Status CompileSubgraphs(const model::Model& optimised, const GivenShapes& shapes,
                        const std::vector<GivenShapes>& rows, const std::string& folder) {
  int subgraphs = 0;
  int inside = 0;
  for (const model::OpDesc& op : optimised.program.blocks[0].ops) {
    if (op.type != "subgraph") continue;
    const auto* block = std::get_if<model::BlockRef>(op.FindAttr("sub_block"));
    if (block == nullptr) return Internal("a subgraph without a block");
    const auto index = static_cast<size_t>(block->index);
    inside += static_cast<int>(optimised.program.blocks[index].ops.size());
    ++subgraphs;
  }
  if (subgraphs == 0) {
    return InvalidArgument(
        "no operator of the model is in a subgraph, so that there is nothing to "
        "compile: name a device of NNAdapter in --valid_targets");
  }
  const std::vector<InputInfo> inputs = InputsOf(optimised.program);
  auto settings = std::make_shared<operators::SubgraphSettings>();
  settings->cache_dir = folder;
  for (const GivenShapes& row : rows) {
    for (const GivenShape& shape : row) settings->listed_shapes[shape.input].push_back(shape.dims);
  }
  ExecutableOptions options;
  options.subgraph_settings = std::move(settings);
  for (size_t i = 0; i < std::max<size_t>(1, rows.size()); ++i) {
    const GivenShapes given = rows.empty() ? shapes : WithRow(inputs, shapes, rows[i]);
    LITE_ASSIGN_OR_RETURN(const auto settled, SettleShapes(inputs, given));
    LITE_ASSIGN_OR_RETURN(const auto executable, RunOnce(optimised, inputs, settled, options));
    const int on_device = executable->KernelCounts()[TargetType::kNNAdapter] - subgraphs;
    if (on_device == inside) continue;
    return Unsupported(inside - on_device, " of ", inside,
                       " operators in subgraphs run on the processor; a warning has the reason");
  }
  return OkStatus();
}

}  // namespace paddle::lite::tools
