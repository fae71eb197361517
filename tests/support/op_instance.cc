#include "tests/support/op_instance.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "lite/core/device.h"
#include "lite/core/image_layout.h"
#include "lite/core/targets.h"
#include "lite/kernels/binding.h"
#include "lite/operators/infer_shape.h"
#include "tests/support/memory_layout.h"
#include "tests/support/support_table.h"

namespace paddle::lite::test {
namespace {

// Another code for an error that does not mean a refusal.
Status NotARefusal(const Status& status) {
  if (status.code() != StatusCode::kUnsupported) return status;
  return Internal(status.message());
}

// Whether the device rounds the elements of images to half (LITE_OPENCL_PRECISION, docs/opencl.md).
bool StoredAsHalf(const Tensor& tensor) {
  static const bool half = [] {
    const char* precision = std::getenv("LITE_OPENCL_PRECISION");
    return precision != nullptr && std::string(precision) != "fp32";
  }();
  return half && IsImageLayout(tensor.layout());
}

// The tensor's memory: of an image, its texels without those of the block around them.
Result<std::vector<uint8_t>> BytesOf(const Tensor& tensor) {
  Device* device = FindDevice(tensor.target());
  if (!IsImageLayout(tensor.layout())) {
    std::vector<uint8_t> memory(tensor.memory_size());
    LITE_RETURN_IF_ERROR(
        device->CopyToHost(memory.data(), tensor.handle(), tensor.offset(), memory.size()));
    return memory;
  }
  LITE_ASSIGN_OR_RETURN(const ImagePacking packing,
                        ImagePacking::Make(tensor.layout(), tensor.dims()));
  const MemoryDesc& desc = tensor.buffer()->desc();
  std::vector<uint8_t> block(desc.bytes);
  LITE_RETURN_IF_ERROR(device->CopyToHost(block.data(), tensor.handle(), 0, block.size()));
  const size_t texel = 4 * PrecisionTypeLength(tensor.precision());
  const size_t row = static_cast<size_t>(packing.width()) * texel;
  std::vector<uint8_t> memory;
  for (int64_t y = 0; y < packing.height(); ++y) {
    const auto begin = block.begin() + static_cast<int64_t>(texel) * desc.width * y;
    memory.insert(memory.end(), begin, begin + static_cast<int64_t>(row));
  }
  return memory;
}

}  // namespace

Status OpInstance::Create() {
  LITE_ASSIGN_OR_RETURN(const model::OpDesc desc, Describe(def_.op_type, case_));
  op_ = CreateOp(def_.op_type);
  LITE_RETURN_IF_ERROR(NotARefusal(model::LoadOp(desc, &variables_, op_.get())));
  for (const auto& [slot, names] : desc.outputs) outputs_[slot] = names;
  kernel_ = def_.create();
  if (IsHostMemory(target_)) return OkStatus();
  LITE_ASSIGN_OR_RETURN(context_, FindDevice(target_)->CreateContext());
  return OkStatus();
}

TargetType OpInstance::MemoryFor(const LiteType& type) const {
  return type.target == TargetType::kAny ? target_ : MemoryOf(type.target);
}

Status OpInstance::AllocateFor(const Tensor& tensor, GuardedBlock* block) {
  if (!IsImageLayout(tensor.layout())) {
    return block->Allocate(tensor.target(), tensor.memory_size());
  }
  LITE_ASSIGN_OR_RETURN(const std::shared_ptr<Device> device, OpenDevice({tensor.target(), 0}));
  LITE_ASSIGN_OR_RETURN(const MemoryDesc desc, DescribeMemory(device->id(), tensor.layout(),
                                                              tensor.dims(), tensor.precision()));
  return block->AllocateImage(device, desc);
}

Status OpInstance::Accept(const SlotTensors& inputs, const SlotTensors& arrays) {
  LITE_RETURN_IF_ERROR(SetInputs(inputs, arrays));
  LITE_RETURN_IF_ERROR(Accepts(def_, *op_, op_->Bound()));
  LITE_RETURN_IF_ERROR(NotARefusal(InferShapeFromValues(op_.get())));
  LITE_RETURN_IF_ERROR(NotARefusal(op_->InferType()));
  return TypeOutputs();
}

Status OpInstance::SetInputs(const SlotTensors& inputs, const SlotTensors& arrays) {
  blocks_.clear();
  halved_ = false;
  for (const auto& [slot, tensors] : inputs) {
    for (size_t i = 0; i < tensors.size(); ++i) {
      TestTensor storage;
      LITE_ASSIGN_OR_RETURN(const TestTensor* const for_slot, ForSlot(slot, tensors[i], &storage));
      const TestTensor& converted = *for_slot;
      Tensor* tensor = variables_.TensorOf(VariableName(slot, i));
      SetHeader(converted, tensor);
      DataLayoutType layout = def_.InputType(slot.c_str()).layout;
      // Nothing converts weights on the way.
      if (layout == DataLayoutType::kAny) {
        layout = converted.weight ? DataLayoutType::kNCHW : free_layout_;
      }
      LITE_ASSIGN_OR_RETURN(layout, LayoutInMemory(layout, converted.dims));
      tensor->set_layout(layout);
      InputBlock& block = blocks_[VariableName(slot, i)];
      block.tensor = tensor;
      block.weight = converted.weight;
      LITE_ASSIGN_OR_RETURN(block.content,
                            ToMemory(converted.bytes, converted.dims,
                                     PrecisionTypeLength(converted.precision), layout));
      tensor->ReleaseBuffer();
      tensor->set_target(MemoryFor(def_.InputType(slot.c_str())));
      halved_ |= StoredAsHalf(*tensor);
      if (block.weight || op_->ShapeDependsOnData()) LITE_RETURN_IF_ERROR(Give(&block));
    }
  }
  return SetArrays(arrays);
}

Status OpInstance::SetArrays(const SlotTensors& arrays) {
  for (const auto& [slot, tensors] : arrays) {
    TensorArray* array = variables_.ArrayOf(VariableName(slot, 0));
    array->clear();
    for (const TestTensor& element : tensors) {
      Tensor tensor;
      SetHeader(element, &tensor);
      LITE_RETURN_IF_ERROR(tensor.Allocate(element.precision, target_));
      LITE_RETURN_IF_ERROR(FindDevice(target_)->CopyFromHost(
          tensor.handle(), 0, element.bytes.data(), element.bytes.size()));
      array->push_back(std::move(tensor));
    }
  }
  return OkStatus();
}

Status OpInstance::TypeOutputs() {
  const BoundTensors bound = op_->Bound();
  expected_ = case_.expected;
  for (const auto& output : bound.outputs) {
    Tensor* tensor = output.tensor;
    const PrecisionType inferred = tensor->precision();
    tensor->set_precision(ResultPrecision(def_, output.slot, inferred));
    // Memory is planned by this type.
    const PrecisionType written = def_.OutputType(output.slot).precision;
    if (written != PrecisionType::kAny && written != tensor->precision()) {
      return Internal("output ", output.slot, ": InferType says ", PrecisionToStr(inferred),
                      ", the kernel is registered to write ", PrecisionToStr(written));
    }
    LITE_ASSIGN_OR_RETURN(const DataLayoutType layout,
                          LayoutInMemory(ResultLayout(def_, output.slot, bound), tensor->dims()));
    tensor->set_layout(layout);
    tensor->set_target(MemoryFor(def_.OutputType(output.slot)));
    halved_ |= StoredAsHalf(*tensor);
  }
  for (auto& [slot, tensors] : expected_) LITE_RETURN_IF_ERROR(ExpectTypes(slot, &tensors));
  for (const auto& entry : case_.output_arrays) expected_.insert(entry);
  return OkStatus();
}

Status OpInstance::ExpectTypes(const std::string& slot, std::vector<TestTensor>* tensors) {
  for (size_t i = 0; i < tensors->size(); ++i) {
    TestTensor& expected = (*tensors)[i];
    const PrecisionType found = variables_.TensorOf(VariableName("out " + slot, i))->precision();
    if (found == expected.precision) {
      if (found == PrecisionType::kFloat &&
          StoredAsHalf(*variables_.TensorOf(VariableName("out " + slot, i)))) {
        expected = Convert(Convert(expected, PrecisionType::kFP16), PrecisionType::kFloat);
      }
      continue;
    }
    if (found == PrecisionType::kFP16 && expected.precision == PrecisionType::kFloat) {
      halved_ = true;
      expected = Convert(expected, PrecisionType::kFP16);
    } else if (ResultPrecision(def_, slot.c_str(), PrecisionType::kUnk) != PrecisionType::kUnk) {
      // The kernel decides, and is another member of the family, e.g. an int8 convolution with
      // float output.
      return Unsupported(kOtherType);
    } else {
      return Internal("output ", slot, ": InferType says ", PrecisionToStr(found),
                      ", the case expects ", PrecisionToStr(expected.precision));
    }
  }
  return OkStatus();
}

Status OpInstance::Prepare() {
  PrepareContext context;
  context.pool = pool_;
  context.packed = &packed_;
  context.device = context_.get();
  // A device's kernel counts from the start of the block, where the guard is.
  const size_t before = context_ == nullptr ? 0 : context.BookScratch(kGuard) + kGuard;
  {
    GuardFence fence;
    FenceInputs(&fence);
    LITE_RETURN_IF_ERROR(NotARefusal(kernel_->Prepare(*op_, &context)));
  }
  for (auto& [name, block] : blocks_) {
    if (!block.tensor->IsInitialized()) LITE_RETURN_IF_ERROR(Give(&block));
  }
  return scratch_.Allocate(target_, context.scratch_bytes - before);
}

Result<SlotTensors> OpInstance::Run(bool in_place) {
  for (auto& [name, block] : blocks_) {
    if (block.overwritten) LITE_RETURN_IF_ERROR(block.memory->Fill(&block.content));
    block.overwritten = false;
    block.tensor->SetBuffer(block.memory->buffer(), block.memory->offset());
  }
  LITE_RETURN_IF_ERROR(scratch_.Fill(nullptr));
  std::map<std::string, GuardedBlock> memory;
  std::map<std::string, PrecisionType> types;
  const std::string reused = in_place ? InPlaceInput() : "";
  const std::string reusing = in_place ? VariableName("out " + first_output_, 0) : "";
  for (const auto& [slot, names] : outputs_) {
    for (const std::string& name : names) {
      if (variables_.tensors.count(name) == 0) {
        variables_.ArrayOf(name)->clear();
        continue;
      }
      Tensor* tensor = variables_.TensorOf(name);
      types[name] = tensor->precision();
      tensor->ReleaseBuffer();
      if (op_->KernelAllocatesOutput()) continue;
      if (name == reusing) {
        tensor->SetBuffer(blocks_.at(reused).memory->buffer(), kGuard);
        continue;
      }
      LITE_RETURN_IF_ERROR(AllocateFor(*tensor, &memory[name]));
      tensor->SetBuffer(memory[name].buffer(), memory[name].offset());
    }
  }
  RunContext context;
  context.pool = pool_;
  context.device = context_.get();
  if (context_ == nullptr) {
    context.scratch = static_cast<char*>(scratch_.buffer()->data()) + kGuard;
  } else {
    context.device_scratch = scratch_.buffer()->handle();
  }
  {
    GuardFence fence;
    FenceInputs(&fence);
    LITE_RETURN_IF_ERROR(kernel_->Run(*op_, context));
  }
  if (context_ != nullptr) LITE_RETURN_IF_ERROR(context_->Finish());

  bool intact = true;
  LITE_RETURN_IF_ERROR(scratch_.CheckGuards(&intact));
  if (!intact) return Internal("the kernel wrote outside its scratch memory");
  for (auto& [name, block] : blocks_) {
    LITE_ASSIGN_OR_RETURN(const bool same, block.memory->Holds(block.content, &intact));
    if (!intact) return Internal("the kernel wrote beside the memory of input ", name);
    if (name != reused && !same) return Internal("the kernel wrote to input ", name);
    block.overwritten = !same;
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
        LITE_RETURN_IF_ERROR(it->second.CheckGuards(&intact));
        if (!intact) return Internal("the kernel wrote beside the memory of output ", name);
      }
      LITE_ASSIGN_OR_RETURN(TestTensor copy, CopyOf(*variables_.TensorOf(name)));
      if (copy.precision != types.at(name)) {
        return Internal("output ", slot, ": InferType says ", PrecisionToStr(types.at(name)),
                        ", the kernel wrote ", PrecisionToStr(copy.precision));
      }
      found[slot].push_back(std::move(copy));
    }
  }
  return found;
}

void OpInstance::FenceInputs(GuardFence* fence) const {
  if (def_.target != TargetType::kHost) return;
  for (const auto& [name, block] : blocks_) {
    if (block.memory != nullptr) fence->Add(*block.memory);
  }
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
  if (IsImageLayout(from->layout()) || from->target() != to->target()) return false;
  if (from->layout() != to->layout() || from->memory_size() < to->memory_size()) return false;
  // The same variable bound to two slots must stay readable.
  int users = 0;
  for (const auto& [name, block] : blocks_) users += block.tensor == from;
  return users == 1 && from->precision() == to->precision();
}

Status OpInstance::Give(InputBlock* block) {
  if (!block->memory) {
    block->memory = std::make_unique<GuardedBlock>();
    LITE_RETURN_IF_ERROR(AllocateFor(*block->tensor, block->memory.get()));
    LITE_RETURN_IF_ERROR(block->memory->Fill(&block->content));
  }
  block->tensor->SetBuffer(block->memory->buffer(), block->memory->offset());
  return OkStatus();
}

void OpInstance::SetHeader(const TestTensor& from, Tensor* to) {
  to->Resize(from.dims);
  to->set_precision(from.precision);
  to->set_lod(from.lod);
  to->set_persistable(from.weight);
  to->set_layout(DataLayoutType::kNCHW);
}

Result<const TestTensor*> OpInstance::ForSlot(const std::string& slot, const TestTensor& tensor,
                                              TestTensor* storage) {
  const LiteType type = def_.InputType(slot.c_str());
  if (type.precision == PrecisionType::kAny || type.precision == tensor.precision) return &tensor;
  if (type.precision == PrecisionType::kFP16 && tensor.precision == PrecisionType::kFloat) {
    halved_ = true;
    *storage = Convert(tensor, PrecisionType::kFP16);
    return storage;
  }
  return Unsupported(kOtherType);
}

Result<TestTensor> OpInstance::CopyOf(const Tensor& tensor) {
  TestTensor copy;
  copy.precision = tensor.precision();
  copy.dims = tensor.dims();
  copy.lod = tensor.lod();
  copy.bytes.resize(tensor.memory_size());
  if (tensor.buffer() == nullptr) {
    if (!copy.bytes.empty()) return Internal("the kernel left an output without memory");
    return copy;
  }
  LITE_ASSIGN_OR_RETURN(const std::vector<uint8_t> memory, BytesOf(tensor));
  LITE_ASSIGN_OR_RETURN(
      copy.bytes,
      FromMemory(memory, copy.dims, PrecisionTypeLength(copy.precision), tensor.layout()));
  return copy;
}

std::string OpInstance::InPlaceInput() {
  std::string input;
  first_output_.clear();
  for (const model::FieldInfo& field : model::DescribeFields(FieldsOf(op_.get()))) {
    const bool is_input =
        field.kind == model::FieldKind::kInput || field.kind == model::FieldKind::kInputList;
    const bool is_output =
        field.kind == model::FieldKind::kOutput || field.kind == model::FieldKind::kOutputList;
    const char* const reused = op_->reused_slot();
    const bool is_main = reused == nullptr ? input.empty() : field.name == reused;
    if (is_input && is_main) input = VariableName(field.name, 0);
    if (is_output && first_output_.empty()) first_output_ = field.name;
  }
  return blocks_.count(input) != 0 ? input : "";
}

}  // namespace paddle::lite::test
