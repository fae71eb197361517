// Binds a stored program: creates operators and binds them to tensors.
#include <algorithm>

#include "lite/core/targets.h"
#include "lite/model/array_forms.h"
#include "lite/model/blocks.h"
#include "lite/model/checks.h"
#include "lite/operators/type_conversion.h"
#include "lite/runtime/inner_block.h"
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

bool DeclaresBlock(Op* op) {
  if (!op->KernelAllocatesOutput()) return false;  // as operators with blocks do
  const auto fields = model::DescribeFields([op](FieldVisitor& visitor) { op->Fields(visitor); });
  return std::any_of(fields.begin(), fields.end(), [](const model::FieldInfo& field) {
    return field.kind == model::FieldKind::kBlock;
  });
}

void AddNames(const model::SlotMap& slots, std::set<std::string>* names) {
  for (const auto& slot : slots) names->insert(slot.second.begin(), slot.second.end());
}

// The parameters that the operators of a block and of the blocks inside it write.
void AddWrittenWeights(const SharedProgram& shared, int block, std::set<std::string>* names) {
  for (const model::OpDesc& op : shared.program.blocks[static_cast<size_t>(block)].ops) {
    for (const auto& slot : op.outputs) {
      for (const std::string& name : slot.second) {
        if (shared.weights->Find(name) != nullptr) names->insert(name);
      }
    }
    for (const int inner : model::BlocksOf(op)) AddWrittenWeights(shared, inner, names);
  }
}

}  // namespace

const Tensor* Executable::Impl::InputTensor(const std::string& name) {
  const auto it = current.find(name);
  if (it != current.end()) return it->second;
  const Tensor* before = outer != nullptr ? outer->InputTensor(name) : shared->weights->Find(name);
  const bool is_weight = before != nullptr && shared->weights->Owns(before);
  if (before == nullptr || (is_weight && written_weights.count(name) == 0)) return before;
  tensors.push_back(std::make_unique<Tensor>());
  Tensor* entry = tensors.back().get();
  captures.push_back({name, before, entry});
  inputs.emplace_back();
  inputs.back().name = name;
  inputs.back().tensor = entry;
  return current[name] = entry;
}

Tensor* Executable::Impl::OutputTensor(const std::string& name) {
  if (shared->arrays.count(name) != 0) return nullptr;
  tensors.push_back(std::make_unique<Tensor>());
  Tensor* tensor = tensors.back().get();
  const model::VarDesc* desc = FindDeclared(name);
  if (desc != nullptr) model::PresetFluidResult(shared->program, *desc, tensor);
  return current[name] = tensor;
}

// Arrays change in place, so all blocks that mention one share it. Those of an inner block only are
// empty at the beginning of each iteration.
TensorArray* Executable::Impl::OutputArray(const std::string& name) {
  if (outer != nullptr && outer->Mentions(name)) return outer->OutputArray(name);
  auto& array = arrays[name];
  if (array == nullptr) array = std::make_unique<TensorArray>();
  return array.get();
}

const model::VarDesc* Executable::Impl::FindDeclared(const std::string& name) const {
  const auto it = declared.find(name);
  if (it != declared.end()) return it->second;
  return outer != nullptr ? outer->FindDeclared(name) : nullptr;
}

bool Executable::Impl::Mentions(const std::string& name) const {
  return mentioned.count(name) != 0 || (outer != nullptr && outer->Mentions(name));
}

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
  LITE_RETURN_IF_ERROR(model::CheckFetched(shared->program, desc));
  const Tensor* tensor = InputTensor(names[0]);
  if (tensor == nullptr) return DataLoss("fetch: variable '", names[0], "' is never written");
  LITE_RETURN_IF_ERROR(shared->weights->Keep(tensor));
  outputs[col] = OutputVariable{names[0], tensor};
  return OkStatus();
}

Status Executable::Impl::BindOp(const model::OpDesc& desc, int index) {
  Instruction instruction;
  instruction.at = {block, index};
  LITE_ASSIGN_OR_RETURN(const std::string key_text, StoredKey(desc));
  std::string type = desc.type;
  if (!key_text.empty()) {
    LITE_ASSIGN_OR_RETURN(const KernelKey key, ParseKernelKey(key_text));
    instruction.alias = key.alias;
    if (!made_for.empty()) {
      instruction.stored_reason = StrCat("the file was made for other kernels (", key_text, ")");
      // Kernels that are chosen anew compute in float32 if the file specifies half precision, and
      // all layouts are plain, so conversions between these are no-ops.
      const bool half_cast =
          operators::IsCalib(type) && key.alias.find("fp16") != std::string::npos;
      if (type == "layout_once" || (half_cast && type == "calib_once")) {
        type = "io_copy_once";
      } else if (half_cast || type == "layout") {
        type = "io_copy";
      }
    } else {
      instruction.stored = FindKernel(key, options.more_kernels);
    }
  }
  instruction.op = CreateOp(type);
  Op* op = instruction.op.get();
  if (op == nullptr) {  // CheckKernels has found `desc.type`
    return Unsupported("op ", desc.type, " (", instruction.at.ToString(),
                       "): this build has no operator ", type,
                       " to take its place; the model was converted for ", made_for);
  }
  const bool runs_block = DeclaresBlock(op);
  const Status loaded =
      runs_block ? BindInnerBlock(desc, &instruction) : model::LoadOp(desc, this, op);
  if (!loaded.ok()) return loaded.WithContext(instruction.Label());
  if (!runs_block) instruction.bound = op->Bound();
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
  shared->not_tensors = NotTensors(program);
  shared->arrays = model::ArrayNames(program);
  CollectNames();
  for (const auto& var : program.blocks[0].vars) declared[var.name] = &var;
  size_t feeds = 0;
  size_t fetches = 0;
  for (const auto& op : program.blocks[0].ops) {
    if (op.type == "feed") ++feeds;
    if (op.type == "fetch") ++fetches;
  }
  inputs.resize(feeds);
  outputs.resize(fetches);
  LITE_RETURN_IF_ERROR(CheckKernels());
  // Chosen anew, all kernels compute in float32 (BindOp).
  if (!made_for.empty()) LITE_RETURN_IF_ERROR(shared->weights->WidenHalves());
  for (const auto& op : program.blocks[0].ops) {
    if (op.type == "feed") LITE_RETURN_IF_ERROR(BindFeed(op));
  }
  LITE_RETURN_IF_ERROR(BindOps());
  for (size_t i = 0; i < feeds; ++i) input_names.push_back(inputs[i].name);
  for (const auto& output : outputs) output_names.push_back(output.name);
  return BindStates();
}

void Executable::Impl::CollectNames() {
  const model::Program& program = shared->program;
  AddWrittenWeights(*shared, block, &written_weights);
  if (program.blocks.size() == 1) return;
  for (const model::OpDesc& op : program.blocks[static_cast<size_t>(block)].ops) {
    AddNames(op.inputs, &mentioned);
    AddNames(op.outputs, &mentioned);
  }
}

Status Executable::Impl::BindStates() {
  for (const Capture& state : captures) {
    for (const OutputVariable& output : outputs) {
      if (output.tensor != state.entry) continue;
      return Unsupported("fetch of parameter '", state.name,
                         "' before the program writes it; fetch a copy of it (assign)");
    }
    LITE_RETURN_IF_ERROR(shared->weights->Keep(state.before));
    Tensor*& last = current.at(state.name);
    outputs.push_back(OutputVariable{state.name, last});
    last = state.entry;
  }
  return ResetStates();
}

Status Executable::Impl::ResetStates() {
  for (const Capture& state : captures) {
    LITE_RETURN_IF_ERROR(state.entry->CopyFrom(*state.before).WithContext(state.name));
  }
  return OkStatus();
}

bool Executable::Impl::IsState(const Tensor* tensor) const {
  return outer == nullptr &&
         std::any_of(captures.begin(), captures.end(),
                     [tensor](const Capture& state) { return state.entry == tensor; });
}

Status Executable::Impl::KeepStates() {
  for (size_t i = 0; i < captures.size(); ++i) {
    const Tensor* last = outputs[output_names.size() + i].tensor;
    LITE_RETURN_IF_ERROR(captures[i].entry->CopyFrom(*last).WithContext(captures[i].name));
  }
  return OkStatus();
}

Status Executable::Impl::BindOps() {
  const std::vector<model::OpDesc>& ops = shared->program.blocks[static_cast<size_t>(block)].ops;
  instructions.reserve(ops.size());
  for (size_t i = 0; i < ops.size(); ++i) {
    if (ops[i].type == "feed") continue;
    if (ops[i].type == "fetch") {
      LITE_RETURN_IF_ERROR(BindFetch(ops[i]));
    } else {
      LITE_RETURN_IF_ERROR(BindOp(ops[i], static_cast<int>(i)));
    }
  }
  return OkStatus();
}

// Looks up the kernels that the program names, before any operator is bound. If one of them does
// not exist in this build, the file was made for another target. If all of them are host kernels
// and this build has faster ones, the file was made for another machine or for no particular one.
// In both cases none of the stored choices counts and all layouts are plain.
Status Executable::Impl::CheckKernels() {
  std::string missing;
  std::string no_device;  // the reason why a device of the program's kernels cannot be used
  bool has_keys = false;
  bool has_foreign_key = false;
  bool has_own_key = false;
  bool has_faster_kernel = false;
  std::set<std::string> lacking;  // kernels of targets that this build runs
  const auto check = [&](const model::OpDesc& desc, OpPosition at) -> Status {
    const std::string where = StrCat(desc.type, " (", at.ToString());
    bool usable = false;
    const auto allowed = [this](const KernelDef* kernel) {
      return kernel->create != nullptr && std::find(options.targets.begin(), options.targets.end(),
                                                    kernel->target) != options.targets.end();
    };
    const std::vector<const KernelDef*> kernels = KernelsFor(desc.type, options.more_kernels);
    for (const KernelDef* kernel : kernels) {
      const bool on_host = kernel->create != nullptr && kernel->target == TargetType::kHost;
      usable |= on_host || allowed(kernel);
    }
    LITE_ASSIGN_OR_RETURN(const std::string key_text, StoredKey(desc));
    if (!usable) {
      missing += StrCat(missing.empty() ? "" : ", ", where, key_text.empty() ? "" : ", made for ",
                        key_text, ")");
    }
    if (key_text.empty()) return OkStatus();
    auto key = ParseKernelKey(key_text);
    if (!key.ok()) return key.status().WithContext(StrCat("op ", where, ")"));
    if (key->op_type != desc.type) {
      return DataLoss("op ", where, "): names kernel '", key_text,
                      "', which is a kernel of operator '", key->op_type,
                      "'; the file is damaged, convert the model again");
    }
    has_keys = true;
    const KernelDef* named = FindKernel(*key, options.more_kernels);
    if (named != nullptr && !IsHostMemory(named->target)) {
      const Status found = OpenDeviceOf(named->target).status();
      if (!found.ok()) {
        no_device = found.message();
        named = nullptr;
      }
    }
    if (named == nullptr) {
      has_foreign_key = true;
      const std::vector<TargetType>& targets = options.targets;
      if (key->place.target == TargetType::kHost ||
          std::find(targets.begin(), targets.end(), key->place.target) != targets.end()) {
        lacking.insert(key_text);
      }
    }
    has_own_key |= key->place.target != TargetType::kHost;
    for (const KernelDef* kernel : kernels) {
      has_faster_kernel |= allowed(kernel) && kernel->target != TargetType::kHost &&
                           kernel->precision == key->place.precision;
    }
    return OkStatus();
  };
  const std::vector<model::BlockDesc>& blocks = shared->program.blocks;
  for (size_t b = 0; b < blocks.size(); ++b) {
    for (size_t i = 0; i < blocks[b].ops.size(); ++i) {
      const model::OpDesc& desc = blocks[b].ops[i];
      if (desc.type == "feed" || desc.type == "fetch") continue;
      LITE_RETURN_IF_ERROR(check(desc, {static_cast<int>(b), static_cast<int>(i)}));
    }
  }
  if (missing.empty()) {
    const bool has_slow_keys = has_keys && !has_own_key && has_faster_kernel &&
                               !RequestedByEnvironment("LITE_STORED_KERNELS");
    if (!no_device.empty()) {
      made_for = StrCat("a device that is not there (", no_device, ")");
    } else if (!lacking.empty()) {
      made_for = StrCat("kernels that this build lacks, ", ListToString(lacking, 16));
    } else if (has_foreign_key) {
      made_for = "a target that this build does not run";
    } else if (has_slow_keys) {
      made_for = "host";
    }
    return OkStatus();
  }
  return Unsupported("this build has no kernel for: ", missing,
                     "; use a library with the full operator set (built without "
                     "LITE_BUILD_TAILOR), or convert the "
                     "model for a target of this build");
}

}  // namespace paddle::lite
