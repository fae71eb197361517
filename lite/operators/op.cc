#include "lite/operators/op.h"

#include <algorithm>
#include <cstring>

#include "lite/operators/op_table.h"

namespace paddle::lite {
namespace {

// Reads the element type of the first bound input and gives it to every output.
class TypePropagator final : public FieldVisitor {
 public:
  void Input(const char*, const Tensor** tensor, Need) override { Take(*tensor); }
  void Inputs(const char*, std::vector<const Tensor*>* tensors, Need) override {
    for (const Tensor* tensor : *tensors) Take(tensor);
  }
  void Output(const char*, Tensor** tensor, Need) override { Give(*tensor); }
  void Outputs(const char*, std::vector<Tensor*>* tensors, Need) override {
    for (Tensor* tensor : *tensors) Give(tensor);
  }
  void InputArray(const char*, const TensorArray**, Need) override {}
  void OutputArray(const char*, TensorArray**, Need) override {}
  void Attr(const char*, bool*) override {}
  void Attr(const char*, int*) override {}
  void Attr(const char*, int64_t*) override {}
  void Attr(const char*, float*) override {}
  void Attr(const char*, double*) override {}
  void Attr(const char*, std::string*) override {}
  void Attr(const char*, std::vector<int>*) override {}
  void Attr(const char*, std::vector<int64_t>*) override {}
  void Attr(const char*, std::vector<float>*) override {}
  void Attr(const char*, std::vector<double>*) override {}
  void Attr(const char*, std::vector<std::string>*) override {}
  void Block(const char*, int*) override {}

 private:
  void Take(const Tensor* tensor) {
    if (tensor != nullptr && precision_ == PrecisionType::kUnk) precision_ = tensor->precision();
  }
  void Give(Tensor* tensor) {
    if (tensor != nullptr) tensor->set_precision(precision_);
  }

  PrecisionType precision_ = PrecisionType::kUnk;
};

}  // namespace

Status Op::InferType() {
  TypePropagator propagator;
  Fields(propagator);
  return OkStatus();
}

std::unique_ptr<Op> CreateOp(const std::string& type) {
  const Span<const OpDef> table = OpTable();
  const auto* it = std::lower_bound(
      table.begin(), table.end(), type,
      [](const OpDef& def, const std::string& name) { return std::strcmp(def.type, name.c_str()) < 0; });
  if (it == table.end() || type != it->type) return nullptr;
  std::unique_ptr<Op> op = it->create();
  op->set_type(type);
  return op;
}

std::vector<std::string> KnownOpTypes() {
  std::vector<std::string> types;
  for (const OpDef& def : OpTable()) types.emplace_back(def.type);
  return types;
}

}  // namespace paddle::lite
