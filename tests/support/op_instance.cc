#include "tests/support/op_instance.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "lite/core/device.h"
#include "lite/core/targets.h"

namespace paddle::lite::test {
namespace {

// Element order of a rank-4 tensor in memory: NCHW bytes -> NHWC bytes, or back.
std::vector<uint8_t> Permute(const std::vector<uint8_t>& bytes, const DDim& dims, size_t width,
                             bool to_nhwc) {
  std::vector<uint8_t> result(bytes.size());
  const int64_t channels = dims[1];
  const int64_t area = dims[2] * dims[3];
  for (int64_t n = 0; n < dims[0]; ++n) {
    for (int64_t c = 0; c < channels; ++c) {
      for (int64_t p = 0; p < area; ++p) {
        const int64_t nchw = (n * channels + c) * area + p;
        const int64_t nhwc = (n * area + p) * channels + c;
        std::memcpy(result.data() + (to_nhwc ? nhwc : nchw) * width,
                    bytes.data() + (to_nhwc ? nchw : nhwc) * width, width);
      }
    }
  }
  return result;
}

}  // namespace

Status OpInstance::Create() {
  LITE_ASSIGN_OR_RETURN(const model::OpDesc desc, Describe(def_.op_type, case_));
  op_ = CreateOp(def_.op_type);
  LITE_RETURN_IF_ERROR(model::LoadFields(desc, &variables_, FieldsOf(op_.get())));
  for (const auto& [slot, names] : desc.outputs) outputs_[slot] = names;
  kernel_ = def_.create();
  return OkStatus();
}

Status OpInstance::SetInputs(const SlotTensors& inputs, const SlotTensors& arrays) {
  blocks_.clear();
  halved_ = false;
  for (const auto& [slot, tensors] : inputs) {
    for (size_t i = 0; i < tensors.size(); ++i) {
      LITE_ASSIGN_OR_RETURN(const TestTensor converted, ForSlot(slot, tensors[i]));
      Tensor* tensor = variables_.TensorOf(VariableName(slot, i));
      SetHeader(converted, tensor);
      DataLayoutType layout = def_.InputType(slot.c_str()).layout;
      // Nobody converts weights on the way.
      if (layout == DataLayoutType::kAny && !converted.weight) layout = free_layout_;
      if (converted.dims.rank() == 4 && layout == DataLayoutType::kNHWC) {
        tensor->set_layout(DataLayoutType::kNHWC);
      }
      InputBlock& block = blocks_[VariableName(slot, i)];
      block.tensor = tensor;
      block.weight = converted.weight;
      block.content = tensor->layout() == DataLayoutType::kNHWC
                          ? Permute(converted.bytes, converted.dims,
                                    PrecisionTypeLength(converted.precision), true)
                          : converted.bytes;
      tensor->ReleaseBuffer();
      tensor->set_target(target_);
      if (block.weight || op_->ShapeDependsOnData()) LITE_RETURN_IF_ERROR(Give(&block));
    }
  }
  for (const auto& [slot, tensors] : arrays) {
    TensorArray* array = variables_.ArrayOf(VariableName(slot, 0));
    array->clear();
    for (const TestTensor& element : tensors) {
      Tensor tensor;
      SetHeader(element, &tensor);
      LITE_RETURN_IF_ERROR(tensor.Allocate(element.precision));
      std::copy(element.bytes.begin(), element.bytes.end(), tensor.mutable_data<uint8_t>());
      array->push_back(std::move(tensor));
    }
  }
  return OkStatus();
}

Status OpInstance::Infer() {
  LITE_RETURN_IF_ERROR(op_->InferShape());
  LITE_RETURN_IF_ERROR(op_->InferType());
  const DataLayoutType passed_on = FirstActivationLayout();
  for (const auto& [slot, names] : outputs_) {
    const LiteType type = def_.OutputType(slot.c_str());
    for (const std::string& name : names) {
      if (variables_.tensors.count(name) == 0) continue;
      Tensor* tensor = variables_.TensorOf(name);
      if (type.precision != PrecisionType::kAny) tensor->set_precision(type.precision);
      const DataLayoutType layout = type.layout == DataLayoutType::kAny ? passed_on : type.layout;
      const bool nhwc = layout == DataLayoutType::kNHWC && tensor->dims().rank() == 4;
      tensor->set_layout(nhwc ? DataLayoutType::kNHWC : DataLayoutType::kNCHW);
      tensor->set_target(target_);
      if (tensor->precision() == PrecisionType::kFP16) halved_ = true;
    }
  }
  return OkStatus();
}

Status OpInstance::Prepare() {
  PrepareContext context;
  context.pool = &pool_;
  context.packed = &packed_;
  LITE_RETURN_IF_ERROR(kernel_->Prepare(*op_, &context));
  for (auto& [name, block] : blocks_) {
    if (!block.tensor->IsInitialized()) LITE_RETURN_IF_ERROR(Give(&block));
  }
  return scratch_.Allocate(target_, context.scratch_bytes);
}

Result<SlotTensors> OpInstance::Run(bool in_place) {
  for (auto& [name, block] : blocks_) {
    LITE_RETURN_IF_ERROR(block.memory->Fill(&block.content));
    block.tensor->SetBuffer(block.memory->buffer(), kGuard);
  }
  LITE_RETURN_IF_ERROR(scratch_.Fill(nullptr));
  std::map<std::string, GuardedBlock> memory;
  const std::string reused = in_place ? InPlaceInput() : "";
  const std::string reusing = in_place ? VariableName("out " + first_output_, 0) : "";
  for (const auto& [slot, names] : outputs_) {
    for (const std::string& name : names) {
      if (variables_.tensors.count(name) == 0) {
        variables_.ArrayOf(name)->clear();
        continue;
      }
      Tensor* tensor = variables_.TensorOf(name);
      tensor->ReleaseBuffer();
      if (op_->KernelAllocatesOutput()) continue;
      if (name == reusing) {
        tensor->SetBuffer(blocks_.at(reused).memory->buffer(), kGuard);
        continue;
      }
      LITE_RETURN_IF_ERROR(memory[name].Allocate(target_, tensor->memory_size()));
      tensor->SetBuffer(memory[name].buffer(), kGuard);
    }
  }
  RunContext context;
  context.pool = &pool_;
  context.scratch = static_cast<char*>(scratch_.buffer()->data()) + kGuard;
  LITE_RETURN_IF_ERROR(kernel_->Run(*op_, context));
  LITE_RETURN_IF_ERROR(FindDevice(target_)->Synchronize());

  bool intact = true;
  LITE_RETURN_IF_ERROR(scratch_.Read(&intact).status());
  if (!intact) return Internal("the kernel wrote outside its scratch memory");
  for (auto& [name, block] : blocks_) {
    LITE_ASSIGN_OR_RETURN(const std::vector<uint8_t> now, block.memory->Read(&intact));
    if (!intact) return Internal("the kernel wrote beside the memory of input ", name);
    if (name != reused && now != block.content) return Internal("the kernel wrote to input ", name);
  }
  SlotTensors found;
  for (const auto& [slot, names] : outputs_) {
    for (const std::string& name : names) {
      if (variables_.tensors.count(name) == 0) {
        for (const Tensor& element : *variables_.ArrayOf(name)) {
          LITE_ASSIGN_OR_RETURN(TestTensor copy, CopyOf(element));
          found[slot].push_back(std::move(copy));
        }
        continue;
      }
      if (const auto it = memory.find(name); it != memory.end()) {
        LITE_RETURN_IF_ERROR(it->second.Read(&intact).status());
        if (!intact) return Internal("the kernel wrote beside the memory of output ", name);
      }
      LITE_ASSIGN_OR_RETURN(TestTensor copy, CopyOf(*variables_.TensorOf(name)));
      found[slot].push_back(std::move(copy));
    }
  }
  return found;
}

bool OpInstance::CanRunInPlace() {
  const OutputReuse reuse = op_->output_reuse();
  // Pieces of a whole share its memory only where they are in one piece.
  if (reuse != OutputReuse::kInplace && reuse != OutputReuse::kView) return false;
  if (op_->KernelAllocatesOutput()) return false;
  const std::string input = InPlaceInput();
  if (input.empty() || outputs_.count(first_output_) == 0) return false;
  const Tensor* from = variables_.TensorOf(input);
  const Tensor* to = variables_.TensorOf(VariableName("out " + first_output_, 0));
  if (from->layout() != to->layout() || from->memory_size() < to->memory_size()) return false;
  // The same variable bound to two slots must stay readable.
  int users = 0;
  for (const auto& [name, block] : blocks_) users += block.tensor == from;
  return users == 1 && from->precision() == to->precision();
}

TargetType OpInstance::HostOr(TargetType target) {
  return IsHostMemory(target) ? TargetType::kHost : target;
}

Status OpInstance::Give(InputBlock* block) {
  if (!block->memory) {
    block->memory = std::make_unique<GuardedBlock>();
    LITE_RETURN_IF_ERROR(block->memory->Allocate(target_, block->content.size()));
    LITE_RETURN_IF_ERROR(block->memory->Fill(&block->content));
  }
  block->tensor->SetBuffer(block->memory->buffer(), kGuard);
  return OkStatus();
}

void OpInstance::SetHeader(const TestTensor& from, Tensor* to) {
  to->Resize(from.dims);
  to->set_precision(from.precision);
  to->set_lod(from.lod);
  to->set_persistable(from.weight);
  to->set_layout(DataLayoutType::kNCHW);
}

Result<TestTensor> OpInstance::ForSlot(const std::string& slot, const TestTensor& tensor) {
  const LiteType type = def_.InputType(slot.c_str());
  switch (type.layout) {
    case DataLayoutType::kNCHW:
    case DataLayoutType::kNHWC:
    case DataLayoutType::kAny:
      break;
    default:
      return Unsupported("slot ", slot, " requires layout ", DataLayoutToStr(type.layout));
  }
  if (type.precision == PrecisionType::kAny || type.precision == tensor.precision) return tensor;
  if (type.precision == PrecisionType::kFP16 && tensor.precision == PrecisionType::kFloat) {
    halved_ = true;
    return Convert(tensor, PrecisionType::kFP16);
  }
  return Unsupported(kOtherType);
}

Result<TestTensor> OpInstance::CopyOf(const Tensor& tensor) {
  TestTensor copy;
  copy.precision = tensor.precision();
  copy.dims = tensor.dims();
  copy.lod = tensor.lod();
  copy.bytes.resize(tensor.memory_size());
  if (tensor.raw_data() == nullptr) {
    if (!copy.bytes.empty()) return Internal("the kernel left an output without memory");
    return copy;
  }
  const Device* device = FindDevice(tensor.target());
  LITE_RETURN_IF_ERROR(device->CopyToHost(copy.bytes.data(), tensor.raw_data(), copy.bytes.size()));
  if (tensor.layout() == DataLayoutType::kNHWC && tensor.dims().rank() == 4) {
    copy.bytes = Permute(copy.bytes, copy.dims, PrecisionTypeLength(copy.precision), false);
  }
  return copy;
}

DataLayoutType OpInstance::FirstActivationLayout() {
  for (const model::FieldInfo& field : model::DescribeFields(FieldsOf(op_.get()))) {
    const auto it = blocks_.find(VariableName(field.name, 0));
    if (it != blocks_.end() && !it->second.weight) return it->second.tensor->layout();
  }
  return DataLayoutType::kNCHW;
}

std::string OpInstance::InPlaceInput() {
  std::string input;
  first_output_.clear();
  for (const model::FieldInfo& field : model::DescribeFields(FieldsOf(op_.get()))) {
    const bool is_input =
        field.kind == model::FieldKind::kInput || field.kind == model::FieldKind::kInputList;
    const bool is_output =
        field.kind == model::FieldKind::kOutput || field.kind == model::FieldKind::kOutputList;
    if (is_input && input.empty()) input = VariableName(field.name, 0);
    if (is_output && first_output_.empty()) first_output_ = field.name;
  }
  return blocks_.count(input) != 0 ? input : "";
}

}  // namespace paddle::lite::test
