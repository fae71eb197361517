#include "lite/tools/verification.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>

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
  double norm = 0;
  double error = 0;
  for (int64_t i = 0; i < expected.numel(); ++i) {
    const double want = ElementAt(expected.raw_data(), expected.precision(), i);
    const double difference = Difference(want, ElementAt(found.raw_data(), found.precision(), i));
    if (std::isfinite(want)) norm += want * want;
    error += difference * difference;
    comparison.max_absolute = std::max(comparison.max_absolute, difference);
  }
  comparison.relative_l2 = error == 0 ? 0 : std::sqrt(error / norm);
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

// The names of a value without what the optimiser appends for its form in another type or layout.
// The shortest is that of the program.
std::vector<std::string> PlainNames(std::string name) {
  std::vector<std::string> names = {name};
  for (size_t end; (end = name.rfind('/')) != std::string::npos;) {
    name.resize(end);
    names.push_back(name);
  }
  return names;
}

// Every real value of a program.
class ValueKeeper final : public Observer {
 public:
  using Values = std::map<std::string, std::vector<float>>;

  explicit ValueKeeper(const model::Program& program) : outputs_(program) {}

  void AfterOp(OpPosition at, const Op& op, const KernelDef&, int64_t) override {
    outputs_.Visit(at, op, [&](const std::string& name, const Tensor& tensor) {
      if (!IsReal(tensor.precision()) || tensor.raw_data() == nullptr) return;
      std::vector<float>& kept = values_[name];
      kept.resize(static_cast<size_t>(tensor.numel()));
      for (size_t i = 0; i < kept.size(); ++i) kept[i] = static_cast<float>(At(tensor, i));
    });
  }

  // Element `i` in the order of dimensions.
  static double At(const Tensor& tensor, size_t i) {
    const int64_t at = PositionInMemory(tensor, static_cast<int64_t>(i));
    return ElementAt(tensor.raw_data(), tensor.precision(), at);
  }

  const Values& values() const { return values_; }

 private:
  ReadOutputs outputs_;
  Values values_;
};

// Compares the values of a program with those of another one.
class LossObserver final : public Observer {
 public:
  LossObserver(const model::Program& program, const ValueKeeper::Values& expected)
      : program_(program), outputs_(program), expected_(expected), halves_(HalfValues(program)) {}

  void AfterOp(OpPosition at, const Op& op, const KernelDef&, int64_t) override {
    const model::OpDesc& desc =
        program_.blocks[static_cast<size_t>(at.block)].ops[static_cast<size_t>(at.index)];
    HalfLoss loss;
    loss.op = op.type();
    for (const auto& slot : desc.inputs) {
      for (const std::string& name : slot.second) {
        loss.before = std::max(loss.before, errors_[name]);
        AddHalf(name, &loss.values);
      }
    }
    outputs_.Visit(at, op, [&](const std::string& name, const Tensor& tensor) {
      const std::vector<float>* const expected = Expected(name);
      if (expected == nullptr || !IsReal(tensor.precision()) || tensor.raw_data() == nullptr ||
          expected->size() != static_cast<size_t>(tensor.numel())) {
        return;
      }
      AddHalf(name, &loss.values);
      const double error = RelativeError(*expected, tensor);
      errors_[name] = error;
      if (error > loss.after) {
        loss.after = error;
        loss.output = PlainNames(name).back();
      }
    });
    const bool casts = operators::IsCalib(loss.op);  // the operator that reads the cast loses
    if (!casts && loss.after > loss.before && !loss.values.empty()) {
      losses_.push_back(std::move(loss));
    }
  }

  std::vector<HalfLoss> Losses() && {
    const auto lost = [](const HalfLoss& loss) { return loss.after - loss.before; };
    std::stable_sort(losses_.begin(), losses_.end(),
                     [&](const HalfLoss& a, const HalfLoss& b) { return lost(a) > lost(b); });
    return std::move(losses_);
  }

 private:
  // The value in the other program, which may have it in another form.
  const std::vector<float>* Expected(const std::string& name) const {
    for (const std::string& plain : PlainNames(name)) {
      if (const auto found = expected_.find(plain); found != expected_.end()) return &found->second;
    }
    return nullptr;
  }

  void AddHalf(const std::string& name, std::set<std::string>* values) const {
    if (halves_.count(name) == 0) return;
    for (std::string& plain : PlainNames(name)) values->insert(std::move(plain));
  }

  static double RelativeError(const std::vector<float>& expected, const Tensor& found) {
    double norm = 0;
    double error = 0;
    for (size_t i = 0; i < expected.size(); ++i) {
      const double want = expected[i];
      const double difference = Difference(want, ValueKeeper::At(found, i));
      if (std::isfinite(want)) norm += want * want;
      error += difference * difference;
    }
    return error == 0 ? 0 : std::sqrt(error / norm);
  }

  const model::Program& program_;
  ReadOutputs outputs_;
  const ValueKeeper::Values& expected_;
  const std::set<std::string> halves_;
  std::map<std::string, double> errors_;  // of inputs and weights 0
  std::vector<HalfLoss> losses_;
};

}  // namespace

Result<std::vector<HalfLoss>> MeasureHalfLosses(const model::Model& half,
                                                const model::Model& single,
                                                const GivenShapes& shapes) {
  const std::vector<InputInfo> inputs = InputsOf(single.program);
  LITE_ASSIGN_OR_RETURN(const auto settled, SettleShapes(inputs, shapes));
  LITE_ASSIGN_OR_RETURN(const auto exact, WithInputs(single, inputs, settled, ExecutableOptions()));
  ValueKeeper keeper(exact->program());
  exact->set_observer(&keeper);
  LITE_RETURN_IF_ERROR(exact->Run());
  LITE_ASSIGN_OR_RETURN(const auto executable,
                        WithInputs(half, inputs, settled, ExecutableOptions()));
  LossObserver observer(executable->program(), keeper.values());
  executable->set_observer(&observer);
  LITE_RETURN_IF_ERROR(executable->Run());
  return std::move(observer).Losses();
}

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
