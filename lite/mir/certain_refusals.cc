#include "lite/mir/certain_refusals.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lite/mir/bind.h"

namespace paddle::lite::mir {

namespace {

// 1 broadcasts; the others have many divisors, so that splits and groups accept them.
constexpr int64_t kOtherExtents[] = {1, 12, 60, 720};
// Those of weights are also queried: the other inputs may have to agree with them.
constexpr size_t kMaxExtents = 16;

using Tensors = std::map<const ArgNode*, Tensor>;

bool NamesAttribute(const OpNode& node, std::string_view text) {
  constexpr std::string_view kPrefix = "attribute ";
  const bool explicitly = text.substr(0, kPrefix.size()) == kPrefix;
  if (explicitly) text.remove_prefix(kPrefix.size());
  const std::string_view name = text.substr(0, text.find_first_of(" :,["));
  const std::unique_ptr<Op> op = CreateOp(node.type());
  if (op == nullptr) return false;
  bool is_attribute = false;
  bool is_slot = false;
  for (const auto& field : model::DescribeFields([&](FieldVisitor& v) { op->Fields(v); })) {
    if (field.name != name) continue;
    (field.kind == model::FieldKind::kAttribute ? is_attribute : is_slot) = true;
  }
  return is_attribute && (explicitly || !is_slot);
}

Status AskRules(const OpNode& node, Tensors* tensors) {
  LITE_ASSIGN_OR_RETURN(const std::unique_ptr<BoundOp> bound,
                        BoundOp::Make(node, [&](const ArgNode* arg) { return &tensors->at(arg); }));
  LITE_RETURN_IF_ERROR(bound->op().InferType());
  return bound->op().InferShape();
}

// What a refused rule was called with. The inputs that are not weights can be changed.
struct Question {
  Question(const OpNode& op, const TensorOfArg& tensor_of) {
    for (const ArgSlots* slots : {&op.inputs(), &op.outputs()}) {
      for (const auto& entry : *slots) {
        for (const ArgNode* arg : entry.second) seen.insert_or_assign(arg, *tensor_of(arg));
      }
    }
    for (const auto& entry : op.inputs()) {
      for (const ArgNode* arg : entry.second) {
        if (arg->is_constant()) continue;
        // The data was computed from dimensions and would differ for other dimensions.
        has_computed_data |= seen.at(arg).IsInitialized();
        changeable.insert(arg);
      }
    }
  }

  Tensors seen;
  std::set<const ArgNode*> changeable;
  bool has_computed_data = false;
};

}  // namespace

bool ProvesBadAttribute(const OpNode& op, const TensorOfArg& tensor_of, const Status& refusal) {
  const bool too_large = refusal.code() == StatusCode::kOutOfRange;
  if (refusal.code() != StatusCode::kInvalidArgument && !too_large) return false;
  if (!NamesAttribute(op, refusal.message())) return false;

  const Question question(op, tensor_of);
  if (question.has_computed_data) return false;
  const Tensors& seen = question.seen;
  const auto repeats = [&](const std::function<void(Tensors*)>& change) {
    Tensors others = seen;
    change(&others);
    const Status answer = AskRules(op, &others);
    if (answer.ok()) return false;
    return answer.message() == refusal.message() || !NamesAttribute(op, answer.message());
  };
  std::vector<std::pair<const ArgNode*, int>> axes;
  for (const ArgNode* arg : question.changeable) {
    const DDim& dims = seen.at(arg).dims();
    for (int axis = 0; axis < dims.rank(); ++axis) {
      const bool fixed =
          arg->dims.has_value() && axis < arg->dims->rank() && (*arg->dims)[axis] >= 0;
      if (!too_large || !fixed) axes.emplace_back(arg, axis);
    }
  }
  const auto set_extent = [](Tensor* tensor, int axis, int64_t extent) {
    DDim dims = tensor->dims();
    dims[axis] = extent;
    tensor->Resize(dims);
  };
  for (const int64_t extent : kOtherExtents) {
    for (const auto& [arg, axis] : axes) {
      const bool same = repeats(
          [&, arg = arg, axis = axis](Tensors* t) { set_extent(&t->at(arg), axis, extent); });
      if (!same) return false;
    }
    const bool same = repeats([&](Tensors* t) {
      for (const auto& [arg, axis] : axes) set_extent(&t->at(arg), axis, extent);
    });
    if (!same) return false;
  }
  return true;
}

bool RefusesAllShapes(const OpNode& op, const TensorOfArg& tensor_of, const Status& refusal) {
  if (refusal.code() != StatusCode::kInvalidArgument) return false;
  const Question question(op, tensor_of);
  if (question.has_computed_data) return false;
  const auto repeats = [&](const std::function<void(Tensors*)>& change) {
    Tensors others = question.seen;
    change(&others);
    const Status answer = AskRules(op, &others);
    return answer.code() == refusal.code() && answer.message() == refusal.message();
  };
  // All inputs at once: few refusals are repeated for the first other shapes.
  std::vector<std::set<const ArgNode*>> groups = {question.changeable};
  for (const ArgNode* arg : question.changeable) groups.push_back({arg});
  std::set<int64_t> extents(std::begin(kOtherExtents), std::end(kOtherExtents));
  for (const auto& [arg, tensor] : question.seen) {
    if (!arg->is_constant() || extents.size() > kMaxExtents) continue;
    extents.insert(tensor.dims().begin(), tensor.dims().end());
  }
  for (const std::set<const ArgNode*>& group : groups) {
    for (int rank = 0; rank <= DDim::kMaxRank; ++rank) {
      for (const int64_t extent : extents) {
        const std::vector<int64_t> shape(static_cast<size_t>(rank), extent);
        if (!CheckedElementCount(DDim(shape)).ok()) continue;
        const bool same = repeats([&](Tensors* t) {
          for (const ArgNode* arg : group) t->at(arg).Resize(shape);
        });
        if (!same) return false;
      }
    }
    for (const LoD& lod : {LoD(), LoD{{0, 1}}, LoD{{0, 1}, {0, 1}}}) {
      const bool same = repeats([&](Tensors* t) {
        for (const ArgNode* arg : group) t->at(arg).set_lod(lod);
      });
      if (!same) return false;
    }
  }
  return true;
}

}  // namespace paddle::lite::mir
