#include "lite/runtime/inner_block.h"

#include <algorithm>

#include "lite/base/logging.h"
#include "lite/operators/type_conversion.h"
#include "lite/runtime/program_check.h"

namespace paddle::lite {
namespace {

// `to` becomes a name for the value of `from`, whose memory is not freed before the end of the run.
void ShareValue(const Tensor& from, Tensor* to) {
  to->ShareFrom(from);
  to->set_persistable(false);
  to->set_settled(false);
}

// Shape and type of a value, which may not have memory yet.
void CopyHeader(const Tensor* from, Tensor* to) {
  if (from == nullptr || operators::IsUnwritten(*from)) return operators::MarkUnwritten(to);
  to->Resize(from->dims());
  to->set_precision(from->precision());
  to->set_layout(from->layout());
  to->set_lod(from->lod());
}

bool ValuesDecideShapes(const Instruction& instruction) {
  return instruction.op->ShapeDependsOnData() || instruction.op->KernelAllocatesOutput() ||
         instruction.bound.uses_arrays;
}

bool ReadsAny(const Instruction& instruction, const std::set<const Tensor*>& tensors) {
  const auto& inputs = instruction.bound.inputs;
  return std::any_of(inputs.begin(), inputs.end(), [&](const BoundTensors::InputSlot& input) {
    return tensors.count(input.tensor) != 0;
  });
}

// Whether the type of a result depends on the kernel.
bool KernelDecidesTypes(const Instruction& instruction) {
  const auto& inputs = instruction.bound.inputs;
  return operators::IsCalib(instruction.op->type()) ||
         std::any_of(inputs.begin(), inputs.end(), [](const BoundTensors::InputSlot& input) {
           return input.tensor->precision() == PrecisionType::kInt8 && !input.tensor->persistable();
         });
}

// Copies a value into memory of its own; without one, `to` has none either.
Status CopyValue(const Tensor* from, Tensor* to) {
  if (from == nullptr || !from->IsInitialized() || operators::IsUnwritten(*from)) {
    operators::MarkUnwritten(to);
    return to->Allocate(PrecisionType::kUnk);
  }
  return to->CopyFrom(*from);
}

bool OwnsMemory(const Tensor& tensor) {
  return tensor.buffer().use_count() == 1 && !tensor.buffer()->borrowed() && tensor.offset() == 0;
}

// What the block wrote last becomes what the next run of the block reads first.
Status Carry(Tensor* last, Tensor* entry) {
  // Settled values are not computed again, and memory that is too small cannot take the next write.
  if (last->settled() || !OwnsMemory(*last) || !OwnsMemory(*entry) ||
      entry->capacity() < last->capacity()) {
    return CopyValue(last, entry);
  }
  entry->Resize(last->dims());
  entry->set_precision(last->precision());
  entry->set_layout(last->layout());
  entry->set_lod(last->lod());
  // The plan, which stays valid if shape and type of the entry are as before, finds as much memory
  // for the next write.
  const std::shared_ptr<Buffer> free = entry->buffer();
  entry->SetBuffer(last->buffer());
  last->SetBuffer(free);
  return OkStatus();
}

}  // namespace

class Executable::Impl::InnerBlock::SharedMemory {
 public:
  explicit SharedMemory(const std::vector<Variable>& variables) : variables_(variables) {}
  ~SharedMemory() {
    for (const Variable& variable : variables_) {
      if (variable.entry != nullptr && variable.last == nullptr) variable.entry->ReleaseBuffer();
    }
  }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

 private:
  const std::vector<Variable>& variables_;
};

Status Executable::Impl::BindInnerBlock(const model::OpDesc& desc, Instruction* instruction) {
  auto* op = static_cast<operators::BlockOp*>(instruction->op.get());
  LITE_RETURN_IF_ERROR(model::LoadOp(desc, nullptr, static_cast<Op*>(op)));
  if (op->sub_block <= 0) {
    return DataLoss("attribute sub_block: expected a block of the program, found ",
                    desc.HasAttr("sub_block") ? "none" : "no attribute");
  }
  // Slots also list arrays, scopes and weights, which the block finds by name, and variables that
  // only its operators would miss.
  model::OpDesc bound_desc = desc;
  std::vector<std::string> out_names;
  for (const model::FieldInfo& field :
       model::DescribeFields([op](FieldVisitor& visitor) { op->Fields(visitor); })) {
    if (field.kind == model::FieldKind::kInputList) {
      // A condition is read by the operator itself, also where the optimiser has computed it.
      const bool decides = field.name == "Cond";
      std::vector<std::string> bound;
      for (const std::string& name : TensorNames(desc.Input(field.name), shared->not_tensors)) {
        const Tensor* tensor = InputTensor(name);
        const bool is_weight = tensor != nullptr && shared->weights->Owns(tensor);
        if (tensor != nullptr && (decides || !is_weight)) bound.push_back(name);
      }
      bound_desc.inputs[field.name] = std::move(bound);
    } else if (field.kind == model::FieldKind::kOutputList) {
      out_names = TensorNames(desc.Output(field.name), shared->not_tensors);
      bound_desc.outputs[field.name] = out_names;
    }
  }
  InnerBlockPointer inner(new InnerBlock(this, op->sub_block),
                          [](InnerBlock* block) { delete block; });
  LITE_RETURN_IF_ERROR(inner->Bind(out_names));
  for (const std::string& name : out_names) {
    // Other operators with blocks may skip them.
    if (desc.type != "subgraph" || inner->body.current.count(name) != 0) continue;
    return DataLoss("output '", name, "': block ", op->sub_block, " does not write it");
  }
  LITE_RETURN_IF_ERROR(model::LoadOp(bound_desc, this, static_cast<Op*>(op)));
  instruction->bound = op->Bound();
  inner->BindResults(out_names, &instruction->bound);
  op->block = inner.get();
  instruction->inner = static_cast<int>(inner_blocks.size());
  inner_blocks.push_back(std::move(inner));
  return OkStatus();
}

Executable::Impl::InnerBlock::InnerBlock(Impl* outer, int block) {
  body.shared = outer->shared;
  body.options = outer->options;
  body.pool = outer->pool;
  body.made_for = outer->made_for;
  body.block = block;
  body.outer = outer;
}

Status Executable::Impl::InnerBlock::Bind(const std::vector<std::string>& out_names) {
  body.CollectNames();
  LITE_RETURN_IF_ERROR(body.BindOps());

  for (const Capture& capture : body.captures) {
    Tensor* const now = body.current.at(capture.name);
    variables_.push_back({capture.name, capture.before, capture.entry,
                          now != capture.entry ? now : nullptr, nullptr});
  }
  std::set<std::string> known;
  for (const Variable& variable : variables_) known.insert(variable.name);
  // Also writes of variables that the outer block has.
  for (const auto& [name, tensor] : body.current) {
    if (known.count(name) != 0) continue;
    const Tensor* before = body.outer->InputTensor(name);
    if (before == nullptr) continue;
    variables_.push_back({name, before, nullptr, tensor, nullptr});
    known.insert(name);
  }
  for (const std::string& name : out_names) {
    if (!known.insert(name).second) continue;
    const auto written = body.current.find(name);
    variables_.push_back({name, body.outer->InputTensor(name), nullptr,
                          written != body.current.end() ? written->second : nullptr, nullptr});
  }
  for (const Variable& variable : variables_) {
    if (variable.before != nullptr && body.shared->weights->Owns(variable.before)) {
      LITE_RETURN_IF_ERROR(body.shared->weights->Keep(variable.before));
    }
    if (variable.last != nullptr) {
      body.outputs.push_back(OutputVariable{variable.name, variable.last});
    }
  }
  return OkStatus();
}

void Executable::Impl::InnerBlock::BindResults(const std::vector<std::string>& out_names,
                                               BoundTensors* bound) {
  const std::set<std::string> in_slot(out_names.begin(), out_names.end());
  std::set<const Tensor*> read;
  for (const auto& input : bound->inputs) read.insert(input.tensor);
  for (Variable& variable : variables_) {
    if (in_slot.count(variable.name) != 0) {
      variable.result = body.outer->current.at(variable.name);
    } else if (variable.last != nullptr) {
      variable.result = body.outer->OutputTensor(variable.name);
      bound->outputs.push_back({"sub_block", variable.result});
    }
    const Tensor* before = variable.before;
    if (before == nullptr || body.shared->weights->Owns(before)) continue;
    if (read.insert(before).second) bound->inputs.push_back({"sub_block", before});
  }
}

Status Executable::Impl::InnerBlock::Enter() {
  for (const Variable& variable : variables_) {
    if (variable.entry == nullptr) continue;
    if (variable.last == nullptr && variable.before->IsInitialized()) {
      ShareValue(*variable.before, variable.entry);
    } else {
      LITE_RETURN_IF_ERROR(CopyValue(variable.before, variable.entry));
    }
  }
  return OkStatus();
}

Status Executable::Impl::InnerBlock::RunBody() {
  LITE_RETURN_IF_ERROR(body.Run());
  for (const Variable& variable : variables_) {
    if (variable.carried()) LITE_RETURN_IF_ERROR(Carry(variable.last, variable.entry));
  }
  return OkStatus();
}

Status Executable::Impl::InnerBlock::Leave(bool ran) {
  for (const Variable& variable : variables_) {
    if (variable.result == nullptr) continue;
    const Status status = CopyValue(ran ? variable.after() : variable.before, variable.result);
    if (!status.ok()) return status.WithContext(StrCat("result '", variable.name, "'"));
  }
  return OkStatus();
}

Status Executable::Impl::InnerBlock::Skip() { return Leave(/*ran=*/false); }

Status Executable::Impl::InnerBlock::RunOnce() {
  const SharedMemory shared(variables_);
  LITE_RETURN_IF_ERROR(Enter());
  LITE_RETURN_IF_ERROR(RunBody());
  return Leave(/*ran=*/true);
}

Status Executable::Impl::InnerBlock::RunWhile(const char* slot, const Tensor& condition) {
  LITE_ASSIGN_OR_RETURN(bool is_true, operators::ReadCondition(slot, condition));
  if (!is_true) return Skip();
  const Variable* decides = nullptr;
  for (const Variable& variable : variables_) {
    if (variable.before == &condition && variable.last != nullptr) decides = &variable;
  }
  if (decides == nullptr) {
    return FailedPrecondition(slot, ": block ", body.block,
                              " does not write the condition, so the loop would never end");
  }
  const SharedMemory shared(variables_);
  LITE_RETURN_IF_ERROR(Enter());
  Impl* main = body.outer;
  while (main->outer != nullptr) main = main->outer;
  for (int64_t iteration = 0; is_true; ++iteration) {
    if (main->iterations_left == 0) {
      return OutOfRange("block ", body.block, " has run ", iteration, " times and '", decides->name,
                        "' is still true; the loops of this run have made the ",
                        body.options.max_loop_iterations,
                        " iterations that they may make together; if they are meant to run longer, "
                        "call set_max_loop_iterations of the configuration, or set "
                        "LITE_MAX_LOOP_ITERATIONS in the environment, with a larger number");
    }
    --main->iterations_left;
    LITE_RETURN_IF_ERROR(RunBody());
    auto next = operators::ReadCondition(slot, *decides->after());
    if (!next.ok()) return next.status().WithContext(StrCat("iteration ", iteration));
    is_true = *next;
  }
  return Leave(/*ran=*/true);
}

// --- compiled blocks

std::vector<const Op*> Executable::Impl::InnerBlock::Ops() const {
  std::vector<const Op*> ops;
  for (const Instruction& instruction : body.instructions) ops.push_back(instruction.op.get());
  return ops;
}

bool Executable::Impl::InnerBlock::HasFixedShapes() const {
  return std::none_of(body.instructions.begin(), body.instructions.end(), &ValuesDecideShapes);
}

Status Executable::Impl::InnerBlock::InferShapes() {
  body.planned = false;  // shapes change without a plan
  for (const Variable& variable : variables_) {
    if (variable.entry != nullptr) CopyHeader(variable.before, variable.entry);
  }
  return InferInstructions();
}

Status Executable::Impl::InnerBlock::InferShapesOf(const std::vector<DDim>& inputs) {
  body.planned = false;
  size_t i = 0;
  for (const Variable& variable : variables_) {
    if (variable.entry == nullptr) continue;
    if (i == inputs.size()) return Internal("block ", body.block, " has over ", i, " inputs");
    CopyHeader(variable.before, variable.entry);
    variable.entry->Resize(inputs[i++]);
    variable.entry->set_lod({});  // sequences of other lengths
  }
  return InferInstructions();
}

Status Executable::Impl::InnerBlock::InferInstructions() {
  std::set<const Tensor*> without_rows;
  for (Instruction& instruction : body.instructions) {
    const bool decides_rows = instruction.op->KernelDecidesRowsOnly();
    if ((ValuesDecideShapes(instruction) && !decides_rows) || ReadsAny(instruction, without_rows)) {
      return Unsupported(instruction.Label(), ": values decide the shapes of its results");
    }
    LITE_RETURN_IF_ERROR(body.InferInstruction(&instruction));
    for (const auto& output : instruction.bound.outputs) {
      if (decides_rows) without_rows.insert(output.tensor);
    }
    if (KernelDecidesTypes(instruction)) LITE_RETURN_IF_ERROR(body.SelectKernel(&instruction));
  }
  return OkStatus();
}

std::vector<operators::SubBlock::Value> Executable::Impl::InnerBlock::Inputs() const {
  std::vector<Value> values;
  for (const Variable& variable : variables_) {
    if (variable.entry != nullptr) {
      values.push_back({variable.entry, variable.before, nullptr, variable.name});
    }
  }
  return values;
}

std::vector<operators::SubBlock::Value> Executable::Impl::InnerBlock::Results() const {
  std::vector<Value> values;
  for (const Variable& variable : variables_) {
    if (variable.result == nullptr || variable.last == nullptr) continue;
    values.push_back({variable.last, variable.result, variable.result, variable.name});
  }
  return values;
}

Status Executable::Impl::InnerBlock::WithWeights(const std::function<Status()>& f) {
  WeightStore* const store = body.shared->weights.get();
  std::vector<const Tensor*> held;
  Status status;
  for (const Instruction& instruction : body.instructions) {
    for (const Tensor* weight : instruction.weights) {
      if (status.ok()) status = store->BeginPrepare(nullptr, weight);
      if (status.ok()) held.push_back(weight);
    }
  }
  if (status.ok()) status = f();
  for (const Tensor* weight : held) store->AbandonPrepare(weight);
  return status;
}

const operators::SubgraphSettings& Executable::Impl::InnerBlock::settings() const {
  const auto& given = body.options.subgraph_settings;
  return given == nullptr ? SubBlock::settings() : *given;
}

void Executable::Impl::WarnAboutListedShapes() {
  if (options.subgraph_settings == nullptr) return;
  std::vector<std::string> known;
  ForEachBlock([&known](const Impl& block) {
    for (const Instruction& instruction : block.instructions) {
      if (instruction.inner < 0 || instruction.op->type() != "subgraph") continue;
      const InnerBlock& inner = *block.inner_blocks[static_cast<size_t>(instruction.inner)];
      for (const auto& value : inner.Inputs()) known.push_back(value.name);
    }
  });
  for (const auto& [name, shapes] : options.subgraph_settings->listed_shapes) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    LITE_LOG_WARNING("set_nnadapter_dynamic_shape_info: '", name,
                     "' is not an input of a subgraph; inputs are ", ListToString(known));
  }
}

Status Executable::Impl::InnerBlock::SetCompiled(const Status& compiled) {
  compiled_ = compiled.ok();
  not_compiled_ = compiled_ ? std::string() : compiled.message();
  if (compiled_) return OkStatus();
  if (RequestedByEnvironment("NNADAPTER_STRICT")) return compiled;
  const std::lock_guard<std::mutex> lock(body.shared->mutex);
  if (body.shared->fell_back.insert(body.block).second) {
    LITE_LOG_WARNING("block ", body.block,
                     " runs operator by operator on the CPU: ", compiled.message());
  }
  return OkStatus();
}

}  // namespace paddle::lite
