#include "lite/mir/meta_op.h"

#include "lite/model/op_fields.h"

namespace paddle::lite::mir {
namespace {

DDim ProbeDims(const ArgNode& arg, size_t probe) {
  if (probe < arg.probes.size()) return arg.probes[probe];
  DDim dims = arg.dims.value_or(DDim());
  for (int i = 0; i < dims.rank(); ++i) {
    if (dims[i] < 0) dims[i] = 1;
  }
  return dims;
}

// Values are bound by position: several values of a graph may share one variable name.
class ArgBinder final : public model::SlotBinder {
 public:
  ArgBinder(MetaOp* meta, const OpNode& node, size_t probe) : meta_(meta), probe_(probe) {
    desc.type = node.type();
    desc.attrs = node.attrs;
    Describe(node.inputs(), "i", &desc.inputs);
    Describe(node.outputs(), "o", &desc.outputs);
  }

  const Tensor* InputTensor(const std::string& name) override { return TensorFor(name); }
  Tensor* OutputTensor(const std::string& name) override { return TensorFor(name); }
  const TensorArray* InputArray(const std::string&) override { return NewArray(); }
  TensorArray* OutputArray(const std::string&) override { return NewArray(); }

  model::OpDesc desc;

 private:
  void Describe(const ArgSlots& slots, const char* prefix, model::SlotMap* described) {
    for (const auto& slot : slots) {
      auto& names = (*described)[slot.first];
      for (ArgNode* arg : slot.second) {
        names.push_back(StrCat(prefix, by_name_.size()));
        by_name_[names.back()] = arg;
      }
    }
  }

  Tensor* TensorFor(const std::string& name) {
    ArgNode* arg = by_name_.at(name);
    std::unique_ptr<Tensor>& tensor = meta_->tensors[arg];
    if (tensor == nullptr) {
      tensor = std::make_unique<Tensor>();
      if (arg->is_constant()) {
        *tensor = *arg->constant();
        tensor->set_persistable(true);
      } else {
        tensor->Resize(ProbeDims(*arg, probe_));
        tensor->set_precision(arg->precision);
      }
      meta_->args[tensor.get()] = arg;
    }
    return tensor.get();
  }

  TensorArray* NewArray() {
    meta_->arrays.push_back(std::make_unique<TensorArray>());
    return meta_->arrays.back().get();
  }

  MetaOp* meta_;
  size_t probe_;
  std::map<std::string, ArgNode*> by_name_;
};

}  // namespace

Tensor* MetaOp::TensorOf(const ArgNode* arg) const {
  const auto it = tensors.find(arg);
  return it == tensors.end() ? nullptr : it->second.get();
}

ArgNode* MetaOp::ArgOf(const Tensor* tensor) const {
  const auto it = args.find(tensor);
  return it == args.end() ? nullptr : it->second;
}

Result<MetaOp> BindMetaOp(const OpNode& node, size_t probe) {
  MetaOp meta;
  meta.op = CreateOp(node.type());
  if (meta.op == nullptr) return Unsupported("operator ", node.type(), " is unknown to this build");
  ArgBinder binder(&meta, node, probe);
  Op* op = meta.op.get();
  LITE_RETURN_IF_ERROR(model::LoadFields(binder.desc, &binder, [op](FieldVisitor& visitor) {
                         op->Fields(visitor);
                       }).WithContext(StrCat("op ", node.type(), " (#", node.source_index(), ")")));
  op->Fields(meta.bound);
  return meta;
}

}  // namespace paddle::lite::mir
