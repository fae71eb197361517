#include "lite/mir/bind.h"

#include <mutex>

namespace paddle::lite::mir {

namespace {

// Names begin with positions in `args_`, so that two values of one variable are distinct; the rest
// is for messages.
class ArgBinder final : public model::SlotBinder {
 public:
  ArgBinder(const OpNode& node, const BoundOp::TensorOf& tensor_of, TensorArray* list)
      : tensor_of_(tensor_of), list_(list) {
    passes_all_kinds_ = !node.sub_blocks().empty();
    desc_.type = node.type();
    desc_.attrs = node.attrs;
    Describe(node.inputs(), &desc_.inputs);
    Describe(node.outputs(), &desc_.outputs);
  }

  const model::OpDesc& desc() const { return desc_; }
  const Tensor* InputTensor(const std::string& name) override { return OutputTensor(name); }
  Tensor* OutputTensor(const std::string& name) override {
    const ArgNode* arg = args_[std::stoul(name)];
    const bool is_array = arg->desc.type == model::VarType::kLoDTensorArray;
    return is_array && !passes_all_kinds_ ? nullptr : tensor_of_(arg);
  }
  const TensorArray* InputArray(const std::string&) override { return list_; }
  TensorArray* OutputArray(const std::string&) override { return list_; }

 private:
  void Describe(const ArgSlots& slots, model::SlotMap* out) {
    for (const auto& [slot, args] : slots) {
      for (const ArgNode* arg : args) {
        (*out)[slot].push_back(StrCat(args_.size(), " %", arg->name()));
        args_.push_back(arg);
      }
    }
  }

  const BoundOp::TensorOf& tensor_of_;
  TensorArray* const list_;
  model::OpDesc desc_;
  std::vector<const ArgNode*> args_;
  bool passes_all_kinds_ = false;  // variables of a block, arrays among them
};

// Defaults of an operator type, read once.
using Defaults = std::map<std::string, model::AttrValue>;

std::optional<model::AttrValue> DefaultOf(const std::string& type, const std::string& name) {
  static std::mutex mutex;
  static std::map<std::string, Defaults> cache;
  const std::lock_guard<std::mutex> lock(mutex);
  auto it = cache.find(type);
  if (it == cache.end()) {
    Defaults defaults;
    if (const std::unique_ptr<Op> op = CreateOp(type)) {
      for (model::FieldInfo& field :
           model::DescribeFields([&](FieldVisitor& v) { op->Fields(v); })) {
        if (field.kind == model::FieldKind::kAttribute) {
          defaults[field.name] = std::move(field.default_value);
        }
      }
    }
    it = cache.emplace(type, std::move(defaults)).first;
  }
  const auto value = it->second.find(name);
  if (value == it->second.end()) return std::nullopt;
  return value->second;
}

template <typename T>
bool EqualAs(const model::AttrValue& have, const T& wanted) {
  if constexpr (std::is_same_v<T, model::BlockRef> || std::is_same_v<T, model::VarRef> ||
                std::is_same_v<T, std::vector<model::BlockRef>> ||
                std::is_same_v<T, std::vector<model::VarRef>> ||
                std::is_same_v<T, std::vector<bool>>) {
    return have == model::AttrValue(wanted);
  } else {
    T converted{};
    return model::ConvertAttr(have, &converted) && converted == wanted;
  }
}

}  // namespace

Result<std::unique_ptr<BoundOp>> BoundOp::Make(const OpNode& node, const TensorOf& tensor_of) {
  auto bound = std::make_unique<BoundOp>();
  bound->op_ = CreateOp(node.type());
  if (bound->op_ == nullptr) return Unsupported("unknown operator type '", node.type(), "'");
  Op* op = bound->op_.get();
  ArgBinder binder(node, tensor_of, &bound->list_);
  LITE_RETURN_IF_ERROR(model::LoadOp(binder.desc(), &binder, op));
  return bound;
}

std::optional<model::AttrValue> FindAttrOrDefault(const OpNode& op, const std::string& name) {
  if (const model::AttrValue* stored = op.FindAttr(name)) return *stored;
  return DefaultOf(op.type(), name);
}

bool AttrEquals(const OpNode& op, const std::string& name, const model::AttrValue& wanted) {
  const std::optional<model::AttrValue> have = FindAttrOrDefault(op, name);
  if (!have.has_value()) return false;
  return std::visit([&](const auto& value) { return EqualAs(*have, value); }, wanted);
}

bool IsQuantised(const OpNode& op) {
  return op.FindAttr("enable_int8") != nullptr && AttrEquals(op, "enable_int8", true);
}

std::string Describe(const OpNode& op) {
  std::string text = op.type();
  std::vector<std::string> details;
  if (op.source_index() >= 0) {
    const bool inner = op.block() != nullptr && op.block()->index() > 0;
    details.push_back(StrCat("#", op.source_index(),
                             inner ? StrCat(" of block ", op.block()->index()) : std::string()));
  }
  if (!op.outputs().empty()) details.push_back("%" + op.outputs().begin()->second[0]->name());
  for (size_t i = 0; i < details.size(); ++i) text += (i == 0 ? " (" : ", ") + details[i];
  return details.empty() ? text : text + ")";
}

}  // namespace paddle::lite::mir
