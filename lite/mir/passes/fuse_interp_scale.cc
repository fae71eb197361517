#include <algorithm>
#include <cmath>

#include "lite/mir/bind.h"
#include "lite/mir/fusion.h"
#include "lite/mir/infer.h"

namespace paddle::lite::mir {

namespace {

// An element of a small tensor: a number, or a multiple of dimension `dim` of `of`.
struct Element {
  const ArgNode* of = nullptr;
  int dim = 0;
  double factor = 0;
};
using Elements = std::vector<Element>;

// How far back a size is traced.
constexpr int kMaxDepth = 16;
constexpr size_t kMaxInterpElements = 16;

Result<Elements> Trace(const ArgNode& value, int depth);

// Dimensions of the tensor whose shape is requested.
Result<Elements> TraceShape(const OpNode& op) {
  const ArgNode* of = op.Input("Input");
  if (of == nullptr || !of->dims.has_value()) return Refuse("a shape of unknown rank");
  Elements elements;
  for (int d = 0; d < of->dims->rank(); ++d) elements.push_back({of, d, 1});
  return elements;
}

Result<Elements> TraceSlice(const OpNode& op, const Elements& from) {
  LITE_ASSIGN_OR_RETURN(const auto axes, GetAttr<std::vector<int>>(op, "axes"));
  LITE_ASSIGN_OR_RETURN(const auto starts, GetAttr<std::vector<int>>(op, "starts"));
  LITE_ASSIGN_OR_RETURN(const auto ends, GetAttr<std::vector<int>>(op, "ends"));
  if (op.inputs().size() != 1 || axes != std::vector<int>{0} || starts.size() != 1 ||
      ends.size() != 1) {
    return Refuse("a slice with computed bounds, or of no vector");
  }
  const auto size = static_cast<int64_t>(from.size());
  const auto clamped = [&](int64_t at) {
    return std::clamp<int64_t>(at < 0 ? at + size : at, 0, size);
  };
  const int64_t begin = clamped(starts[0]);
  return Elements(from.begin() + begin, from.begin() + std::max(begin, clamped(ends[0])));
}

// A whole factor produces the same number, however it is computed.
Status CheckInterpFactor(double factor) {
  if (!(factor >= 1 && factor <= 1024) || factor != std::floor(factor)) {
    return Refuse("the factor ", factor, " is not a whole number in [1, 1024]");
  }
  return OkStatus();
}

Result<Elements> TraceScale(const OpNode& op, Elements elements) {
  LITE_ASSIGN_OR_RETURN(const float scale, GetAttr<float>(op, "scale"));
  LITE_ASSIGN_OR_RETURN(const float bias, GetAttr<float>(op, "bias"));
  LITE_ASSIGN_OR_RETURN(const std::string activation, GetAttr<std::string>(op, "activation_type"));
  LITE_ASSIGN_OR_RETURN(const bool second, GetAttr<bool>(op, "fuse_scaleact"));
  if (op.inputs().size() != 1) return Refuse("scale has a computed factor");
  if (!activation.empty() || second) return Refuse("scale has an activation");
  if (bias != 0) return Refuse("scale adds a bias");
  LITE_RETURN_IF_ERROR(CheckInterpFactor(scale));
  for (Element& element : elements) element.factor *= scale;
  return elements;
}

// One operand must consist of numbers: as many as the other has elements, or a single one.
Result<Elements> TraceProduct(const OpNode& op, int depth) {
  LITE_ASSIGN_OR_RETURN(const bool scaled, GetAttr<bool>(op, "fuse_scale"));
  LITE_ASSIGN_OR_RETURN(const std::string activation, GetAttr<std::string>(op, "activation_type"));
  if (scaled || !activation.empty()) return Refuse("elementwise_mul has a scale or an activation");
  LITE_ASSIGN_OR_RETURN(Elements x, Trace(*op.Input("X"), depth));
  LITE_ASSIGN_OR_RETURN(Elements y, Trace(*op.Input("Y"), depth));
  const auto is_number = [](const Element& e) { return e.of == nullptr; };
  if (!std::all_of(y.begin(), y.end(), is_number)) std::swap(x, y);
  if (!std::all_of(y.begin(), y.end(), is_number)) return Refuse("two sizes are multiplied");
  if (y.size() != 1 && y.size() != x.size()) return Refuse("factors of another number");
  for (size_t i = 0; i < x.size(); ++i) {
    const double factor = y[y.size() == 1 ? 0 : i].factor;
    LITE_RETURN_IF_ERROR(CheckInterpFactor(factor));
    x[i].factor *= factor;
  }
  return x;
}

// The dimensions of which the elements of `value` are multiples.
Result<Elements> Trace(const ArgNode& value, int depth) {
  if (value.is_constant()) {
    if (value.constant()->numel() > static_cast<int64_t>(kMaxInterpElements))
      return Refuse("a long list");
    LITE_ASSIGN_OR_RETURN(const std::vector<double> numbers, ToDoubles(*value.constant()));
    Elements elements;
    for (const double number : numbers) elements.push_back({nullptr, 0, number});
    return elements;
  }
  if (value.producer() == nullptr || value.pinned() || depth == 0) {
    return Refuse("%", value.name(), " is not computed from shapes");
  }
  const OpNode& op = *value.producer();
  const std::string& type = op.type();
  if (type == "shape") return TraceShape(op);
  if (type == "slice") {
    LITE_ASSIGN_OR_RETURN(const Elements from, Trace(*op.Input("Input"), depth - 1));
    return TraceSlice(op, from);
  }
  if (type == "concat" || type == "stack") {
    Elements elements;
    for (const ArgNode* x : op.InputList("X")) {
      LITE_ASSIGN_OR_RETURN(const Elements part, Trace(*x, depth - 1));
      elements.insert(elements.end(), part.begin(), part.end());
      if (elements.size() > kMaxInterpElements) return Refuse("a long list");
    }
    return elements;
  }
  if (type == "elementwise_mul") return TraceProduct(op, depth - 1);
  const bool copies = type == "cast" || type == "assign" || type == "reshape" ||
                      type == "reshape2" || type == "squeeze" || type == "squeeze2" ||
                      type == "unsqueeze" || type == "unsqueeze2";
  if ((!copies && type != "scale") || op.Input("X") == nullptr) {
    return Refuse("%", value.name(), " is made by ", Describe(op));
  }
  LITE_ASSIGN_OR_RETURN(Elements elements, Trace(*op.Input("X"), depth - 1));
  if (type == "scale") return TraceScale(op, std::move(elements));
  return elements;
}

// The origin of the value's shape, traced back through operators with one operand, which keep it.
const ArgNode* OriginOfShape(const ArgNode* value) {
  for (int depth = 0; depth < 4 * kMaxDepth; ++depth) {
    if (value->pinned() || value->producer() == nullptr) return value;
    const OpNode& op = *value->producer();
    const ArgNode* operand = nullptr;
    for (const auto& [slot, args] : op.inputs()) {
      for (const ArgNode* arg : args) {
        if (arg->is_constant()) continue;
        if (operand != nullptr) return value;
        operand = arg;
      }
    }
    // A slice may keep images up to a certain size unchanged.
    if (operand == nullptr || op.type() == "slice" || !SameShape(*operand, *value)) return value;
    value = operand;
  }
  return value;
}

// The single factor by which `op` enlarges its image.
Result<double> FactorOf(const OpNode& op) {
  const ArgNode* x = op.Input("X");
  LITE_ASSIGN_OR_RETURN(const std::string layout, GetAttr<std::string>(op, "data_layout"));
  if (layout != "NCHW") return Refuse("height and width are not dimensions 2 and 3");
  if (x == nullptr || !x->dims.has_value() || x->dims->rank() != 4) {
    return Refuse("X is not an image of rank 4");
  }
  if (op.Input("Scale") != nullptr) return Refuse("there is a Scale, too");
  const bool listed = op.Input("SizeTensor") != nullptr;
  Elements size;
  for (const ArgNode* part : op.InputList(listed ? "SizeTensor" : "OutSize")) {
    LITE_ASSIGN_OR_RETURN(const Elements elements, Trace(*part, kMaxDepth));
    size.insert(size.end(), elements.begin(), elements.end());
  }
  for (size_t i = 0; i < size.size(); ++i) {
    const bool on_axis = size.size() == 2 && size[i].of != nullptr &&
                         size[i].dim == static_cast<int>(i) + 2 &&
                         OriginOfShape(size[i].of) == OriginOfShape(x);
    if (!on_axis) return Refuse("the size is not height and width of X");
    if (size[i].factor != size[0].factor) {
      return Refuse("there is not one factor for height and width");
    }
  }
  LITE_RETURN_IF_ERROR(CheckInterpFactor(size[0].factor));
  return size[0].factor;
}

// An image enlarged to a multiple of its own size needs no computed size, and its shape is known
// before the program runs. The operators that computed the size are removed if they have no other
// readers.
Result<bool> FuseInterpScale(const PassContext& context) {
  bool changed = false;
  for (OpNode* op : context.graph->AllOps()) {
    const bool v1 = op->type() == "bilinear_interp" || op->type() == "nearest_interp";
    const bool v2 = op->type() == "bilinear_interp_v2" || op->type() == "nearest_interp_v2";
    if (!v1 && !v2) continue;
    if (op->Input("OutSize") == nullptr && op->Input("SizeTensor") == nullptr) continue;
    const Result<double> factor = FactorOf(*op);
    if (!factor.ok()) {
      context.Explain(StrCat("left ", Describe(*op), " alone: ", factor.status().message()));
      continue;
    }
    context.Explain(
        StrCat("the computed size of ", Describe(*op), " became a factor of ", *factor));
    context.graph->SetInput(op, "OutSize", {});
    context.graph->SetInput(op, "SizeTensor", {});
    const auto scale = static_cast<float>(*factor);
    if (v1) op->attrs["scale"] = scale;
    if (v2) op->attrs["scale"] = std::vector<float>{scale, scale};
    op->attrs["out_h"] = op->attrs["out_w"] = -1;
    changed = true;
  }
  return changed;
}

}  // namespace

LITE_PASS(fuse_interp_scale) {
  return Pass().Stage(Stage::kScale).Alias("lite_interpolate_fuse_pass").Run(&FuseInterpScale);
}

}  // namespace paddle::lite::mir
