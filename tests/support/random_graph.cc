#include "tests/support/random_graph.h"

#include <algorithm>
#include <cstdlib>
#include <random>
#include <utility>

#include "lite/base/strings.h"
#include "tests/support/tiny_models.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace {

using Ints = std::vector<int32_t>;

// A value [batches * N, c, h, w], N being the size of the inputs' batch.
struct Value {
  std::string name;
  int64_t batches = 1, c = 0, h = 0, w = 0;

  bool SameShape(const Value& other) const {
    return batches == other.batches && c == other.c && h == other.h && w == other.w;
  }
  int64_t Extent(int axis) const { return axis == 0 ? batches : axis == 1 ? c : axis == 2 ? h : w; }
  void SetExtent(int axis, int64_t extent) {
    (axis == 0 ? batches : axis == 1 ? c : axis == 2 ? h : w) = extent;
  }
};

class Generator {
 public:
  Generator(uint32_t seed, bool large) : random_(seed), large_(large) {}

  RandomGraph Make() {
    graph_.model.source = "random";
    graph_.model.program.version = 2006002;
    graph_.model.program.blocks.emplace_back();
    const size_t inputs = 1 + Pick(2);
    for (size_t i = 0; i < inputs; ++i) AddInput(static_cast<int32_t>(i));
    const size_t ops = (large_ ? 3 : 6) + Pick(14);
    for (size_t i = 0; i < ops; ++i) AddOp();
    Fetch();
    if (Pick(6) == 0) AddBlock();
    return std::move(graph_);
  }

 private:
  model::BlockDesc& root() { return graph_.model.program.blocks[0]; }
  size_t Pick(size_t count) { return random_() % count; }
  const Value& Any() {
    // Mostly a recent one.
    const size_t recent = std::min<size_t>(values_.size(), 4);
    return Pick(3) != 0 ? values_[values_.size() - 1 - Pick(recent)]
                        : values_[Pick(values_.size())];
  }

  void Emit(const std::string& type, model::SlotMap inputs, model::SlotMap outputs,
            std::map<std::string, model::AttrValue> attrs = {}) {
    root().ops.push_back(MakeOp(type, std::move(inputs), std::move(outputs), std::move(attrs)));
  }
  // A new name, or that of a value which nothing reads after this.
  std::string Name() {
    if (values_.size() > 4 && Pick(8) == 0) {
      const size_t at = Pick(values_.size());
      const std::string name = values_[at].name;
      values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(at));
      return name;
    }
    return StrCat("v", ++names_);
  }
  std::string Param(const std::vector<int64_t>& shape, float bound, float center = 0) {
    const std::string name = StrCat("k", ++names_);
    AddParam(&graph_.model, name, shape, bound, center);
    return name;
  }
  // The value that the last operator made of `in`.
  void Push(Value out, const std::string& name) {
    out.name = name;
    values_.push_back(std::move(out));
  }

  void AddInput(int32_t col) {
    Value value;
    value.name = StrCat("x", col);
    value.c = large_ ? 16 : static_cast<int64_t>(2 + 2 * Pick(3));
    value.h = value.w = large_ ? 60 : static_cast<int64_t>(2 + 2 * Pick(2));
    const std::vector<int64_t> shape = {-1, value.c, value.h, value.w};
    AddVar(&graph_.model, value.name, shape);
    graph_.input_shapes.push_back(shape);
    Emit("feed", {{"X", {"feed"}}}, {{"Out", {value.name}}}, {{"col", col}});
    values_.push_back(value);
  }

  void AddOp() {
    if (large_ && Pick(3) == 0) return AddBottleneck();
    switch (Pick(16)) {
      case 0:
      case 1:
        return AddActivation();
      case 2:
      case 3:
      case 4:
      case 5:
        return AddBinary();
      case 6:
        return AddSum();
      case 7:
      case 8:
        return AddConcat();
      case 9:
      case 10:
      case 11:
        return AddSplit();
      case 12:
        return AddView();
      case 13:
        return AddConv();
      case 14:
        return AddOther();
      default:
        return Pick(4) == 0 ? AddArray() : AddView();
    }
  }

  void AddActivation() {
    const Value in = Any();
    static const char* const kTypes[] = {"relu", "sigmoid", "tanh", "abs", "square", "hard_swish"};
    const std::string out = Name();
    const size_t pick = Pick(10);
    if (pick < 6) {
      Emit(kTypes[pick], {{"X", {in.name}}}, {{"Out", {out}}});
    } else if (pick == 6) {
      Emit("scale", {{"X", {in.name}}}, {{"Out", {out}}}, {{"scale", 0.5f}, {"bias", 0.25f}});
    } else if (pick == 7) {
      Emit("leaky_relu", {{"X", {in.name}}}, {{"Out", {out}}}, {{"alpha", 0.1f}});
    } else if (pick == 8) {
      Emit("softmax", {{"X", {in.name}}}, {{"Out", {out}}},
           {{"axis", static_cast<int32_t>(1 + Pick(3))}});
    } else {
      Emit("prelu", {{"X", {in.name}}, {"Alpha", {Param({in.c}, 0.5f)}}}, {{"Out", {out}}},
           {{"mode", std::string("channel")}});
    }
    Push(in, out);
  }

  // Y may be smaller: a piece of X, or of what X was made of.
  void AddBinary() {
    const Value x = Any();
    std::vector<Value> fitting;
    for (const Value& y : values_) {
      bool fits = y.batches == x.batches;
      for (int axis = 1; axis < 4; ++axis) {
        fits &= y.Extent(axis) == x.Extent(axis) || y.Extent(axis) == 1;
      }
      if (fits) fitting.push_back(y);
    }
    Combine(x, fitting[fitting.size() - 1 - Pick(std::min<size_t>(fitting.size(), 5))]);
  }

  void Forget(const std::string& name) {
    values_.erase(std::remove_if(values_.begin(), values_.end(),
                                 [&](const Value& value) { return value.name == name; }),
                  values_.end());
  }
  void Combine(const Value x, const Value y) {
    static const char* const kTypes[] = {"add", "sub", "mul", "max", "min"};
    const std::string out = Name();
    Emit(StrCat("elementwise_", kTypes[Pick(5)]), {{"X", {x.name}}, {"Y", {y.name}}},
         {{"Out", {out}}}, {{"axis", int32_t{-1}}});
    // Often the last to read them.
    for (const std::string& name : {x.name, y.name}) {
      if (Pick(2) == 0) Forget(name);
    }
    Push(x, out);
    // Values stay in a range in which every operand counts.
    if (Pick(3) == 0) {
      const std::string bounded = Name();
      Emit("tanh", {{"X", {out}}}, {{"Out", {bounded}}});
      Push(x, bounded);
    }
  }

  // Up to `most` values like `like` except along `axis`, most of them different.
  std::vector<Value> Like(const Value& like, int axis, size_t most) {
    std::vector<Value> fitting;
    for (const Value& value : values_) {
      Value other = value;
      if (axis >= 0) other.SetExtent(axis, like.Extent(axis));
      if (other.SameShape(like)) fitting.push_back(value);
    }
    std::vector<Value> chosen;
    while (!fitting.empty() && chosen.size() < most) {
      const size_t at = Pick(fitting.size());
      chosen.push_back(fitting[at]);
      if (Pick(8) != 0) fitting.erase(fitting.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return chosen;
  }
  static std::vector<std::string> Names(const std::vector<Value>& values) {
    std::vector<std::string> names;
    for (const Value& value : values) names.push_back(value.name);
    return names;
  }

  void AddSum() {
    const std::vector<Value> in = Like(Any(), -1, 1 + Pick(3));
    const std::string out = Name();
    Emit("sum", {{"X", Names(in)}}, {{"Out", {out}}});
    Push(in[0], out);
  }

  void AddConcat() {
    const int axis = Pick(4) == 0 ? static_cast<int>(Pick(4)) : 1;
    const std::vector<Value> in = Like(Any(), axis, 2 + Pick(2));
    Value whole = in[0];
    int64_t extent = 0;
    for (const Value& part : in) extent += part.Extent(axis);
    if (extent > (axis == 1 ? 64 : axis == 0 ? 4 : 128)) return;
    whole.SetExtent(axis, extent);
    const std::string out = Name();
    Emit("concat", {{"X", Names(in)}}, {{"Out", {out}}}, {{"axis", int32_t{axis}}});
    Push(whole, out);
    if (axis != 0 && in[0].name != out && in[0].Extent(axis) == 1 && Pick(2) == 0)
      Combine(values_.back(), in[0]);
  }

  void AddSplit() {
    const Value in = Any();
    int axis = Pick(4) == 0 ? static_cast<int>(Pick(4)) : 1;
    const int64_t extent = in.Extent(axis);
    if (extent < 2) return;
    std::map<std::string, model::AttrValue> attrs = {{"axis", int32_t{axis}}};
    std::vector<int64_t> sizes;
    if (axis == 0 || Pick(3) == 0) {  // equal pieces: sections would fix the size of the batch
      for (int64_t i = 0; i < extent; ++i) sizes.push_back(1);
      if (extent > 4) return;
      attrs["num"] = static_cast<int32_t>(extent);
    } else {
      const auto first = static_cast<int64_t>(1 + Pick(static_cast<size_t>(extent) - 1));
      sizes = {first, extent - first};
      attrs["sections"] = Ints{static_cast<int32_t>(sizes[0]), static_cast<int32_t>(sizes[1])};
    }
    std::vector<std::string> names;
    for (size_t i = 0; i < sizes.size(); ++i) names.push_back(StrCat("v", ++names_));
    Emit("split", {{"X", {in.name}}}, {{"Out", names}}, std::move(attrs));
    for (size_t i = 0; i < sizes.size(); ++i) {
      Value piece = in;
      piece.SetExtent(axis, sizes[i]);
      Push(piece, names[i]);
    }
    const Value last = values_.back();
    if (axis != 0 && last.Extent(axis) == 1 && Pick(2) == 0) Combine(in, last);
  }

  void AddView() {
    const Value in = Any();
    Value out = in;
    switch (Pick(4)) {
      case 0:
        std::swap(out.c, out.h);
        break;
      case 1:
        out.h = in.h * in.w;
        out.w = 1;
        break;
      case 2:
        out.c = in.c * in.h;
        out.h = 1;
        break;
      default: {
        const std::string wide = Name();
        Emit("unsqueeze2", {{"X", {in.name}}}, {{"Out", {wide}}, {"XShape", {StrCat(wide, "_s")}}},
             {{"axes", Ints{2}}});
        const std::string name = Name();
        Emit("squeeze2", {{"X", {wide}}}, {{"Out", {name}}, {"XShape", {StrCat(name, "_s")}}},
             {{"axes", Ints{2}}});
        // Five dimensions are nothing for the other operators.
        return Push(out, name);
      }
    }
    if (out.c > 64 || out.h > 4000) return;
    const std::string name = Name();
    Emit("reshape2", {{"X", {in.name}}}, {{"Out", {name}}, {"XShape", {StrCat(name, "_s")}}},
         {{"shape", Ints{0, static_cast<int32_t>(out.c), static_cast<int32_t>(out.h),
                         static_cast<int32_t>(out.w)}}});
    Push(out, name);
  }

  Value Conv(const Value& in, int64_t channels, int64_t window, bool depthwise,
             const std::string& residual = "") {
    Value out = in;
    out.c = channels;
    const auto pad = static_cast<int32_t>(window / 2);
    const std::string name = StrCat("v", ++names_);
    Emit(depthwise ? "depthwise_conv2d" : "conv2d",
         {{"Input", {in.name}},
          {"Filter", {Param({channels, depthwise ? 1 : in.c, window, window}, 0.5f)}}},
         {{"Output", {name}}},
         {{"strides", Ints{1, 1}},
          {"paddings", Ints{pad, pad}},
          {"dilations", Ints{1, 1}},
          {"groups", static_cast<int32_t>(depthwise ? in.c : 1)}});
    out.name = name;
    if (residual.empty()) return out;
    out.name = StrCat("v", ++names_);
    Emit("elementwise_add", {{"X", {residual}}, {"Y", {name}}}, {{"Out", {out.name}}},
         {{"axis", int32_t{-1}}});
    return out;
  }
  void AddConv() {
    const Value in = Any();
    const bool depthwise = Pick(3) == 0;
    values_.push_back(Conv(in, depthwise ? in.c : static_cast<int64_t>(2 + 2 * Pick(3)),
                           Pick(2) == 0 ? 1 : 3, depthwise));
  }
  // 1x1, depthwise, 1x1 and the input once more.
  void AddBottleneck() {
    const Value in = Any();
    if (in.batches != 1 || in.h < 30 || in.w < 30) return;
    const Value wide = Conv(in, 90, 1, false);
    const Value deep = Conv(wide, 90, Pick(2) == 0 ? 3 : 5, true);
    values_.push_back(Conv(deep, in.c, 1, false, Pick(2) == 0 ? in.name : ""));
    if (Pick(4) == 0) values_.push_back(Pick(2) == 0 ? wide : deep);
  }

  void AddOther() {
    const Value in = Any();
    Value out = in;
    const std::string name = Name();
    switch (Pick(4)) {
      case 0:
        std::swap(out.h, out.w);
        Emit("transpose2", {{"X", {in.name}}}, {{"Out", {name}}, {"XShape", {StrCat(name, "_s")}}},
             {{"axis", Ints{0, 1, 3, 2}}});
        break;
      case 1:
        out.h = out.w = 1;
        Emit("pool2d", {{"X", {in.name}}}, {{"Out", {name}}},
             {{"pooling_type", std::string("avg")},
              {"ksize", Ints{1, 1}},
              {"global_pooling", true}});
        break;
      case 2:
        // Follows from the shapes.
        Emit("fill_any_like", {{"X", {in.name}}}, {{"Out", {name}}},
             {{"value", 0.75f}, {"dtype", int32_t{-1}}});
        break;
      default:
        Emit("batch_norm",
             {{"X", {in.name}},
              {"Scale", {Param({in.c}, 1.0f)}},
              {"Bias", {Param({in.c}, 1.0f)}},
              {"Mean", {Param({in.c}, 1.0f)}},
              {"Variance", {Param({in.c}, 0.5f, 1.0f)}}},
             {{"Y", {name}}}, {{"is_test", true}, {"epsilon", 1e-5f}});
    }
    Push(out, name);
  }

  // Through a list of tensors: everything after it is resolved step by step.
  void AddArray() {
    const Value in = Any();
    const std::string index = StrCat("k", ++names_);
    AddParam(&graph_.model, index, {1}, 0.0f);
    Tensor& zero = graph_.model.params[index];
    if (!zero.Allocate(PrecisionType::kInt64).ok()) return;
    *zero.mutable_data<int64_t>() = 0;
    Var(&graph_.model, index).data_type = model::VarType::kInt64;
    const std::string list = StrCat("list", ++names_);
    model::VarDesc var;
    var.name = list;
    var.type = model::VarType::kLoDTensorArray;
    root().vars.push_back(var);
    Emit("write_to_array", {{"X", {in.name}}, {"I", {index}}}, {{"Out", {list}}});
    const std::string name = Name();
    Emit("read_from_array", {{"X", {list}}, {"I", {index}}}, {{"Out", {name}}});
    Push(in, name);
  }

  void Fetch() {
    std::vector<std::string> fetched = {values_.back().name};
    for (size_t more = Pick(3); more > 0; --more) {
      const std::string& name = Any().name;
      if (std::find(fetched.begin(), fetched.end(), name) == fetched.end()) fetched.push_back(name);
    }
    for (size_t i = 0; i < fetched.size(); ++i) {
      Emit("fetch", {{"X", {fetched[i]}}}, {{"Out", {"fetch"}}},
           {{"col", static_cast<int32_t>(i)}});
    }
  }

  // A block that no operator refers to; it mentions variables of the first one.
  void AddBlock() {
    model::BlockDesc block;
    block.parent = 0;
    for (size_t i = 0; i < 3; ++i) {
      const std::string& name = Any().name;
      block.ops.push_back(MakeOp("relu", {{"X", {name}}}, {{"Out", {name}}}));
    }
    graph_.model.program.blocks.push_back(std::move(block));
  }

  std::mt19937 random_;
  const bool large_;
  RandomGraph graph_;
  std::vector<Value> values_;
  int names_ = 0;
};

// One line per operator, for messages.
std::string GraphText(const model::Model& model) {
  std::string text;
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    text += op.type + "(";
    for (const auto& [slot, names] : op.inputs) text += StrCat(" ", slot, "=", ListToString(names));
    text += " ) -> (";
    for (const auto& [slot, names] : op.outputs) {
      text += StrCat(" ", slot, "=", ListToString(names));
    }
    text += " ) {";
    for (const auto& [name, value] : op.attrs) {
      text += StrCat(" ", name, "=", model::AttrToString(value));
    }
    text += " }\n";
  }
  return text;
}

uint32_t FromEnvironment(const char* name, uint32_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : static_cast<uint32_t>(std::strtoul(text, nullptr, 10));
}

}  // namespace

RandomGraph MakeRandomGraph(uint32_t seed, bool large) { return Generator(seed, large).Make(); }

std::vector<std::vector<Tensor>> RandomGraphInputs(const RandomGraph& graph) {
  std::vector<std::vector<Tensor>> runs;
  for (const int64_t batch : {1, 2, 1}) {
    runs.emplace_back();
    for (std::vector<int64_t> shape : graph.input_shapes) {
      shape[0] = batch;
      Tensor tensor;
      tensor.Resize(shape);
      if (!tensor.Allocate(PrecisionType::kFloat).ok()) std::abort();
      const std::vector<float> values = FormulaFloats(
          StrCat("input ", runs.back().size()), static_cast<size_t>(tensor.numel()), 1.0f, 0.0f);
      std::copy(values.begin(), values.end(), tensor.mutable_data<float>());
      runs.back().push_back(std::move(tensor));
    }
  }
  return runs;
}

Status CheckRandomGraphs(
    uint32_t few, const std::function<Status(const RandomGraph& graph, int threads)>& check) {
  const uint32_t first = FromEnvironment("LITE_RANDOM_SEED", 0);
  const uint32_t count = FromEnvironment("LITE_RANDOM_GRAPHS", few);
  for (uint32_t seed = first; seed != first + count; ++seed) {
    const RandomGraph graph = MakeRandomGraph(seed, seed % 50 == 49);
    const Status status = check(graph, static_cast<int>(1 + seed % 3));
    if (!status.ok()) {
      return status.WithContext(StrCat("seed ", seed, ":\n", GraphText(graph.model)));
    }
  }
  return OkStatus();
}

}  // namespace paddle::lite::test
