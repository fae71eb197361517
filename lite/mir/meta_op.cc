#include "lite/mir/meta_op.h"

#include <utility>

namespace paddle::lite::mir {
namespace {

Tensor MetaTensor(const ArgNode& arg) {
  Tensor tensor;
  if (arg.is_constant()) {
    tensor = *arg.constant();
    tensor.set_persistable(true);
    return tensor;
  }
  DDim dims = arg.probes.empty() ? arg.dims.value_or(DDim()) : arg.probes.front();
  for (int i = 0; i < dims.rank(); ++i) {
    if (dims[i] < 0) dims[i] = 1;
  }
  tensor.Resize(dims);
  tensor.set_precision(arg.precision);
  if (arg.layout != DataLayoutType::kUnk) tensor.set_layout(arg.layout);
  return tensor;
}

}  // namespace

Result<MetaOp> MetaOp::Make(const OpNode& node) {
  MetaOp meta;
  auto bound = BoundOp::Make(node, [&meta](const ArgNode* arg) {
    std::unique_ptr<Tensor>& tensor = meta.tensors_[arg];
    if (tensor == nullptr) {
      tensor = std::make_unique<Tensor>(MetaTensor(*arg));
      meta.args_[tensor.get()] = arg;
    }
    return tensor.get();
  });
  if (!bound.ok()) return bound.status().WithContext(StrCat("op ", Describe(node)));
  meta.op_ = *std::move(bound);
  meta.slots_ = meta.op_->op().Bound();
  return meta;
}

void MetaOp::SetPrecision(const ArgNode* arg, PrecisionType precision) {
  const auto it = tensors_.find(arg);
  if (it != tensors_.end()) it->second->set_precision(precision);
}

const Tensor* MetaOp::TensorOf(const ArgNode* arg) const {
  const auto it = tensors_.find(arg);
  return it == tensors_.end() ? nullptr : it->second.get();
}

ArgNode* MetaOp::ArgOf(const Tensor* tensor) const {
  const auto it = args_.find(tensor);
  return it == args_.end() ? nullptr : const_cast<ArgNode*>(it->second);
}

}  // namespace paddle::lite::mir
