// Binds a stored program: creates operators and binds them to tensors.
#include <algorithm>

#include "lite/model/checks.h"
#include "lite/runtime/executable_impl.h"
#include "lite/runtime/kernel_choice.h"
#include "lite/runtime/program_check.h"

namespace paddle::lite {
namespace {

// The kernel named by the program for an operator; empty if none.
Result<std::string> StoredKey(const model::OpDesc& desc) {
  const model::AttrValue* attr = desc.FindAttr(model::kKernelTypeAttr);
  if (attr == nullptr) return std::string();
  if (const std::string* key = std::get_if<std::string>(attr)) return *key;
  return DataLoss(desc.type, ": attribute '", model::kKernelTypeAttr, "' is ",
                  model::AttrTypeName(*attr), ", expected STRING");
}

}  // namespace

Status Executable::Impl::BindFeed(const model::OpDesc& desc) {
  const auto& names = desc.Output("Out");
  if (names.size() != 1) return DataLoss("feed: output 'Out' names ", names.size(), " variables");
  LITE_ASSIGN_OR_RETURN(const int col, model::ColumnOf(desc));
  if (col < 0 || col >= static_cast<int>(inputs.size()) || inputs[col].tensor != nullptr) {
    return DataLoss("feed of '", names[0], "': column ", col, " is out of range or used twice");
  }
  InputVariable& input = inputs[col];
  input.name = names[0];
  input.tensor = OutputTensor(names[0]);
  const auto var = declared.find(names[0]);
  if (var != declared.end() && var->second->has_tensor_desc) {
    input.declared = model::PrecisionOf(var->second->data_type);
    input.declared_shape = var->second->shape;
  }
  input.tensor->set_precision(input.declared);
  return OkStatus();
}

Status Executable::Impl::BindFetch(const model::OpDesc& desc) {
  const auto& names = desc.Input("X");
  if (names.size() != 1) return DataLoss("fetch: input 'X' names ", names.size(), " variables");
  LITE_ASSIGN_OR_RETURN(const int col, model::ColumnOf(desc));
  if (col < 0 || col >= static_cast<int>(outputs.size()) || outputs[col].tensor != nullptr) {
    return DataLoss("fetch of '", names[0], "': column ", col, " is out of range or used twice");
  }
  const Tensor* tensor = InputTensor(names[0]);
  if (tensor == nullptr) return DataLoss("fetch: variable '", names[0], "' is never written");
  LITE_RETURN_IF_ERROR(shared->weights->Keep(tensor));
  outputs[col] = OutputVariable{names[0], tensor};
  return OkStatus();
}

Status Executable::Impl::BindOp(const model::OpDesc& desc, int index) {
  Instruction instruction;
  instruction.index = index;
  LITE_ASSIGN_OR_RETURN(const std::string key_text, StoredKey(desc));
  std::string type = desc.type;
  if (!key_text.empty()) {
    LITE_ASSIGN_OR_RETURN(const KernelKey key, ParseKernelKey(key_text));
    instruction.alias = key.alias;
    if (made_for != nullptr) {
      instruction.stored_reason = StrCat("the file was made for other kernels (", key_text, ")");
      // Kernels of this build compute in float32 if the file specifies half precision, and all
      // layouts are plain, so conversions between these are no-ops.
      const bool half_cast =
          (type == "calib" || type == "calib_once") && key.alias.find("fp16") != std::string::npos;
      if (half_cast || type == "layout" || type == "layout_once") type = "io_copy";
    } else {
      instruction.stored = FindKernel(key);
    }
  }
  instruction.op = CreateOp(type);
  Op* op = instruction.op.get();
  LITE_RETURN_IF_ERROR(model::LoadFields(desc, this, [op](FieldVisitor& visitor) {
                         op->Fields(visitor);
                       }).WithContext(instruction.Label()));
  instruction.bound = op->Bound();
  for (const auto& input : instruction.bound.inputs) {
    std::vector<const Tensor*>& weights = instruction.weights;
    if (!shared->weights->Owns(input.tensor) ||
        std::find(weights.begin(), weights.end(), input.tensor) != weights.end()) {
      continue;
    }
    weights.push_back(input.tensor);
    ++weight_readers[input.tensor].all;
  }
  instructions.push_back(std::move(instruction));
  return OkStatus();
}

Status Executable::Impl::Bind() {
  const model::Program& program = shared->program;
  LITE_RETURN_IF_ERROR(CheckProgram(program));
  const model::BlockDesc& block = program.blocks[0];
  for (const auto& var : block.vars) declared[var.name] = &var;
  size_t feeds = 0;
  size_t fetches = 0;
  for (const auto& op : block.ops) {
    if (op.type == "feed") ++feeds;
    if (op.type == "fetch") ++fetches;
  }
  inputs.resize(feeds);
  outputs.resize(fetches);
  LITE_RETURN_IF_ERROR(CheckKernels(block));
  for (const auto& op : block.ops) {
    if (op.type == "feed") LITE_RETURN_IF_ERROR(BindFeed(op));
  }
  instructions.reserve(block.ops.size());
  for (size_t i = 0; i < block.ops.size(); ++i) {
    const model::OpDesc& op = block.ops[i];
    if (op.type == "feed") continue;
    if (op.type == "fetch") {
      LITE_RETURN_IF_ERROR(BindFetch(op));
    } else {
      LITE_RETURN_IF_ERROR(BindOp(op, static_cast<int>(i)));
    }
  }
  for (const auto& input : inputs) input_names.push_back(input.name);
  for (const auto& output : outputs) output_names.push_back(output.name);
  return OkStatus();
}

// Looks up the kernels that the program names, before any operator is bound. If one of them does
// not exist in this build, the file was made for another target. If all of them are host kernels
// and this build has faster ones, the file was made for another machine or for no particular one.
// In both cases none of the stored choices counts and all layouts are plain.
Status Executable::Impl::CheckKernels(const model::BlockDesc& block) {
  std::string missing;
  bool has_keys = false;
  bool has_foreign_key = false;
  bool has_own_key = false;
  bool has_faster_kernel = false;
  for (size_t i = 0; i < block.ops.size(); ++i) {
    const model::OpDesc& desc = block.ops[i];
    if (desc.type == "feed" || desc.type == "fetch") continue;
    bool usable = false;
    const auto allowed = [this](const KernelDef* kernel) {
      return kernel->create != nullptr && std::find(options.targets.begin(), options.targets.end(),
                                                    kernel->target) != options.targets.end();
    };
    for (const KernelDef* kernel : KernelsOf(desc.type)) {
      const bool on_host = kernel->create != nullptr && kernel->target == TargetType::kHost;
      usable |= on_host || allowed(kernel);
    }
    LITE_ASSIGN_OR_RETURN(const std::string key_text, StoredKey(desc));
    if (!usable) {
      missing += StrCat(missing.empty() ? "" : ", ", desc.type, " (#", i,
                        key_text.empty() ? "" : ", made for ", key_text, ")");
    }
    if (key_text.empty()) continue;
    auto key = ParseKernelKey(key_text);
    if (!key.ok()) return key.status().WithContext(StrCat("op ", desc.type, " (#", i, ")"));
    if (key->op_type != desc.type) {
      return DataLoss("op ", desc.type, " (#", i, "): names kernel '", key_text,
                      "', which is a kernel of operator '", key->op_type,
                      "'; the file is damaged, convert the model again");
    }
    has_keys = true;
    has_foreign_key |= FindKernel(*key) == nullptr;
    has_own_key |= key->place.target != TargetType::kHost;
    for (const KernelDef* kernel : KernelsOf(desc.type)) {
      has_faster_kernel |= allowed(kernel) && kernel->target != TargetType::kHost &&
                           kernel->precision == key->place.precision;
    }
  }
  if (missing.empty()) {
    const bool has_slow_keys = has_keys && !has_own_key && has_faster_kernel &&
                               !RequestedByEnvironment("LITE_STORED_KERNELS");
    made_for = has_foreign_key ? "a target that this build does not run"
               : has_slow_keys ? "host"
                               : nullptr;
    return OkStatus();
  }
  return Unsupported("this build has no kernel for: ", missing,
                     "; use a library with the full operator set (built without "
                     "LITE_BUILD_TAILOR), or convert the "
                     "model for a target of this build");
}

}  // namespace paddle::lite
