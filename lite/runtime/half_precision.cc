#include "lite/runtime/half_precision.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lite/base/strings.h"
#include "lite/core/bfloat16_use.h"
#include "lite/core/targets.h"
#include "lite/core/weight_bits.h"
#include "lite/kernels/binding.h"
#include "lite/model/checks.h"
#include "lite/model/op_fields.h"
#include "lite/operators/type_conversion.h"
#include "lite/runtime/kernel_choice.h"

namespace paddle::lite {
namespace {

constexpr PrecisionType kSingle = PrecisionType::kFloat;
constexpr PrecisionType kHalf = PrecisionType::kFP16;

// The kernel that the program names for an operator; null if this build does not have it.
const KernelDef* StoredKernel(const model::OpDesc& op) {
  const model::AttrValue* attr = op.FindAttr(model::kKernelTypeAttr);
  const std::string* text = attr == nullptr ? nullptr : std::get_if<std::string>(attr);
  if (text == nullptr) return nullptr;
  const Result<KernelKey> key = ParseKernelKey(*text);
  return key.ok() && key->op_type == op.type ? FindKernel(*key, {}) : nullptr;
}

const KernelDef* HalfTwin(const KernelDef& kernel) {
  if (kernel.precision != kSingle || !InfoOf(kernel.target).is_cpu) return nullptr;
  return FindKernel({kernel.op_type, kernel.alias, Place(kernel.target, kHalf, kernel.layout)}, {});
}

// The kernel like the one that the program names for an operator, but with another alias; null if
// there is none.
const KernelDef* TwinOf(const model::OpDesc& op, const char* alias) {
  const KernelDef* kernel = StoredKernel(op);
  if (kernel == nullptr) return nullptr;
  const Place place(kernel->target, kernel->precision, kernel->layout);
  const std::string_view own = kernel->alias;
  const std::string twin = own == "def" ? std::string(alias) : StrCat(own, "_", alias);
  return FindKernel({kernel->op_type, twin, place}, {});
}

// Operators get the twin with the alias that `alias_of` has for them, if there is one.
template <typename AliasOf>
void PreferTwins(const AliasOf& alias_of, model::Model* model) {
  for (model::BlockDesc& block : model->program.blocks) {
    for (model::OpDesc& op : block.ops) {
      const char* alias = alias_of(op);
      const KernelDef* twin = alias != nullptr ? TwinOf(op, alias) : nullptr;
      if (twin != nullptr) op.attrs[model::kKernelTypeAttr] = twin->Key();
    }
  }
}

// The alias of kernels that read the integers of the operator's weight; null if it has none.
const char* IntegerWeightAlias(const model::OpDesc& op) {
  const model::AttrValue* attr = op.FindAttr(kWeightBitsAttr);
  int bits = 0;
  if (attr == nullptr || !model::ConvertAttr(*attr, &bits)) return nullptr;
  const bool dynamic = op.HasAttr(kDynamicInt8Attr);
  if (bits == 8) return dynamic ? "dynamic" : "w8";
  return bits == 16 && !dynamic ? "w16" : nullptr;
}

const KernelDef* FindCast(const std::string& op_type, PrecisionType to) {
  const Span<const KernelDef* const> kernels = KernelsOf(op_type);
  const auto found = std::find_if(kernels.begin(), kernels.end(), [to](const KernelDef* kernel) {
    return kernel->create != nullptr && InfoOf(kernel->target).is_cpu &&
           kernel->InputType("Input").precision == (to == kHalf ? kSingle : kHalf) &&
           kernel->OutputType("Out").precision == to;
  });
  return found == kernels.end() ? nullptr : *found;
}

// Rewrites the main block from its first operator to its last.
class Rewriter final : public model::SlotBinder {
 public:
  explicit Rewriter(model::Model* model) : model_(model), block_(&model->program.blocks[0]) {
    for (const model::VarDesc& var : block_->vars) {
      declared_.emplace(var.name, &var);
      names_.insert(var.name);
    }
    for (const auto& param : model->params) names_.insert(param.first);
    for (const model::OpDesc& op : block_->ops) {
      for (const auto& entry : op.outputs) {
        written_.insert(entry.second.begin(), entry.second.end());
      }
      const auto& fetched = op.Input("X");
      if (op.type == "fetch") fetched_.insert(fetched.begin(), fetched.end());
    }
  }

  // `prefer_half`: operators with a twin get it; otherwise only weights are cast.
  void Run(bool prefer_half) {
    std::vector<model::OpDesc> before = std::move(block_->ops);
    block_->ops.clear();
    for (model::OpDesc& op : before) {
      const KernelDef* kernel = StoredKernel(op);
      if (op.type == "feed") {
        for (const std::string& name : op.Output("Out")) OutputTensor(name);
      } else if (prefer_half && op.type != "fetch") {
        Convert(&op);
      } else if (kernel != nullptr) {
        CastInputs(*kernel, &op);
      }
      block_->ops.push_back(std::move(op));
      for (model::OpDesc& cast : casts_after_) block_->ops.push_back(std::move(cast));
      casts_after_.clear();
    }
    block_->vars.insert(block_->vars.end(), added_.begin(), added_.end());
  }

  // --- SlotBinder: tensors without memory, to ask operators and kernels what they accept
  const Tensor* InputTensor(const std::string& name) override {
    if (const auto it = current_.find(name); it != current_.end()) return it->second;
    const auto param = model_->params.find(name);
    if (param == model_->params.end()) return OutputTensor(name);
    Tensor* tensor = NewTensor(name, param->second.precision(), param->second.dims());
    tensor->set_persistable(true);
    return tensor;
  }
  Tensor* OutputTensor(const std::string& name) override {
    const auto it = declared_.find(name);
    const model::VarDesc* var = it == declared_.end() ? nullptr : it->second;
    const bool known = var != nullptr && var->has_tensor_desc;
    const Result<DDim> dims = known ? DDim::FromVector(var->shape) : DDim();
    return NewTensor(name, known ? model::PrecisionOf(var->data_type) : PrecisionType::kUnk,
                     dims.ok() ? *dims : DDim());
  }
  const TensorArray* InputArray(const std::string&) override { return &array_; }
  TensorArray* OutputArray(const std::string&) override { return &array_; }

 private:
  Tensor* NewTensor(const std::string& name, PrecisionType precision, const DDim& dims) {
    Tensor& tensor = tensors_.emplace_back();
    tensor.set_precision(precision);
    tensor.Resize(dims);
    if (!trial_) current_[name] = &tensor;
    return &tensor;
  }

  void Convert(model::OpDesc* op) {
    const KernelDef* kernel = StoredKernel(*op);
    const KernelDef* twin = kernel == nullptr ? nullptr : HalfTwin(*kernel);
    if (twin != nullptr && Takes(*twin, *op)) {
      kernel = twin;
      op->attrs[model::kKernelTypeAttr] = twin->Key();
      CastInputs(*twin, op);
    } else if (kernel == nullptr || !ViewsHalf(*kernel, *op)) {
      for (auto& [slot, names] : op->inputs) {
        for (std::string& name : names) {
          const auto found = current_.find(name);
          if (found != current_.end() && found->second->precision() == kHalf) {
            name = CastOf(name, kSingle);
          }
        }
      }
    }
    Write(kernel, op);
  }

  // The operator with the current variables; null if it cannot be bound.
  std::unique_ptr<Op> Bind(const model::OpDesc& desc) {
    std::unique_ptr<Op> op = CreateOp(desc.type);
    const bool bound = op != nullptr && model::LoadOp(desc, this, op.get()).ok();
    return bound ? std::move(op) : nullptr;
  }
  // The same, without a change of the current variables.
  std::unique_ptr<Op> TryBind(const model::OpDesc& desc) {
    trial_ = true;
    std::unique_ptr<Op> op = Bind(desc);
    trial_ = false;
    return op;
  }

  // Whether the kernel runs the operator after casts between float32 and half.
  bool Takes(const KernelDef& kernel, const model::OpDesc& desc) {
    const std::unique_ptr<Op> op = TryBind(desc);
    if (op == nullptr) return false;
    for (const auto& input : op->Bound().inputs) {
      const PrecisionType wanted = kernel.InputType(input.slot).precision;
      const PrecisionType found = input.tensor->precision();
      const bool cast =
          (found == kSingle || found == kHalf) && (wanted == kSingle || wanted == kHalf);
      if (wanted != found && wanted != PrecisionType::kAny && !cast) return false;
    }
    return kernel.supports == nullptr || kernel.supports(*op).ok();
  }

  // Whether the operator is a view of a value in half. Other operators without a twin may compute
  // with types that their kernels only check when they run.
  bool ViewsHalf(const KernelDef& kernel, const model::OpDesc& desc) {
    const std::unique_ptr<Op> op = TryBind(desc);
    if (op == nullptr || op->output_reuse() != OutputReuse::kView) return false;
    const BoundTensors bound = op->Bound();
    return !bound.inputs.empty() && bound.inputs[0].tensor->precision() == kHalf &&
           kernel.InputType(bound.inputs[0].slot).precision == PrecisionType::kAny &&
           (kernel.supports == nullptr || kernel.supports(*op).ok());
  }

  // Inputs in the element types of the kernel, as far as they are known.
  void CastInputs(const KernelDef& kernel, model::OpDesc* op) {
    for (auto& [slot, names] : op->inputs) {
      const PrecisionType wanted = kernel.InputType(slot.c_str()).precision;
      for (std::string& name : names) {
        const bool known = IsWeight(name) || current_.count(name) != 0;
        const PrecisionType found = known ? InputTensor(name)->precision() : PrecisionType::kUnk;
        const bool casts =
            (found == kSingle && wanted == kHalf) || (found == kHalf && wanted == kSingle);
        if (casts) name = CastOf(name, wanted);
      }
    }
  }

  // The name of the variable in the other type; the cast is added if there is none yet.
  std::string CastOf(const std::string& name, PrecisionType to) {
    const auto known = casts_.find(name);
    if (known != casts_.end()) return known->second;
    const std::string type = IsWeight(name) ? "calib_once" : "calib";
    const KernelDef* kernel = FindCast(type, to);
    if (kernel == nullptr) return name;  // the operator is refused with the element types
    const std::string made = NewVariable(name, to);
    block_->ops.push_back(Cast(*kernel, name, made));
    return casts_[name] = made;
  }

  static model::OpDesc Cast(const KernelDef& kernel, const std::string& from,
                            const std::string& to) {
    model::OpDesc op;
    op.type = kernel.op_type;
    op.inputs["Input"] = {from};
    op.outputs["Out"] = {to};
    op.attrs[model::kKernelTypeAttr] = kernel.Key();
    return op;
  }

  std::string NewVariable(const std::string& from, PrecisionType precision) {
    const std::string base = from + "/precision_trans";
    std::string name = base;
    for (int n = 1; !names_.insert(name).second; ++n) name = StrCat(base, n);
    model::VarDesc var;
    if (const auto it = declared_.find(from); it != declared_.end()) var = *it->second;
    var.name = name;
    var.data_type = precision == kHalf ? model::VarType::kFP16 : model::VarType::kFP32;
    var.persistable = false;
    added_.push_back(var);
    NewTensor(name, precision, InputTensor(from)->dims());
    return name;
  }

  bool IsWeight(const std::string& name) const {
    return model_->params.count(name) != 0 && written_.count(name) == 0;
  }

  // The results, as the runtime will type them. Those that callers read stay float32.
  void Write(const KernelDef* kernel, model::OpDesc* op) {
    const std::unique_ptr<Op> bound = Bind(*op);
    for (const auto& [slot, names] : op->outputs) {
      for (const std::string& name : names) casts_.erase(name);
    }
    if (bound != nullptr && bound->InferType().ok() && kernel != nullptr) {
      TypeResults(*kernel, bound->Bound());
    }
    for (auto& [slot, names] : op->outputs) {
      for (std::string& name : names) {
        const auto written = current_.find(name);
        if (fetched_.count(name) == 0 || written == current_.end() ||
            written->second->precision() != kHalf) {
          continue;
        }
        const KernelDef* cast = FindCast("calib", kSingle);
        if (cast == nullptr) continue;
        const std::string half = NewVariable(name, kHalf);
        casts_after_.push_back(Cast(*cast, half, name));
        NewTensor(name, kSingle, current_[half]->dims());
        casts_[name] = half;
        name = half;
      }
    }
  }

  model::Model* const model_;
  model::BlockDesc* const block_;
  std::map<std::string, const model::VarDesc*> declared_;
  std::set<std::string> names_;    // of all variables
  std::set<std::string> written_;  // by operators
  std::set<std::string> fetched_;
  std::deque<Tensor> tensors_;
  TensorArray array_;
  bool trial_ = false;
  std::map<std::string, Tensor*> current_;    // variables as they are before the next operator
  std::map<std::string, std::string> casts_;  // the same values in the other type
  std::vector<model::OpDesc> casts_after_;    // of results of the current operator
  std::vector<model::VarDesc> added_;
};

bool NamesHalf(const model::Program& program) {
  for (const model::OpDesc& op : program.blocks[0].ops) {
    const KernelDef* kernel = StoredKernel(op);
    if (kernel != nullptr && kernel->precision == kHalf) return true;
  }
  return false;
}

}  // namespace

void PreferHalf(model::Model* model) {
  if (model->program.blocks.size() != 1 || NamesHalf(model->program)) return;
  Rewriter(model).Run(/*prefer_half=*/true);
}

void PreferBFloat16(model::Model* model) {
  PreferTwins([](const model::OpDesc& op) { return op.HasAttr(kBFloat16Attr) ? "bf16" : nullptr; },
              model);
}

bool TakesIntegerWeights(const model::OpDesc& op) {
  const char* alias = IntegerWeightAlias(op);
  return alias != nullptr && TwinOf(op, alias) != nullptr;
}

void PreferIntegerWeights(model::Model* model) { PreferTwins(IntegerWeightAlias, model); }

void CastWeightsToHalf(model::Model* model) {
  if (model->program.blocks.empty() || !NamesHalf(model->program)) return;
  Rewriter(model).Run(/*prefer_half=*/false);
}

}  // namespace paddle::lite
