#include "tests/support/op_suite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "lite/base/half.h"
#include "lite/core/device.h"
#include "lite/model/op_fields.h"
#include "lite/runtime/packed_weights.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace {

constexpr size_t kGuard = 64;  // bytes before and after every block; also keeps the block aligned
// As a float, a double or a half this pattern is a NaN.
constexpr uint8_t kPoison = 0xff;

constexpr char kOtherType[] = "made for other element types";

template <typename T>
T Load(const std::vector<uint8_t>& bytes, int64_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}
template <typename T>
void Store(std::vector<uint8_t>* bytes, int64_t i, T value) {
  std::memcpy(bytes->data() + i * sizeof(T), &value, sizeof(T));
}

bool IsFloating(PrecisionType type) {
  return type == PrecisionType::kFloat || type == PrecisionType::kFP64 ||
         type == PrecisionType::kFP16;
}

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

TestTensor Convert(const TestTensor& from, PrecisionType precision) {
  if (from.precision == precision) return from;
  TestTensor to(from.dims, precision);
  to.lod = from.lod;
  to.weight = from.weight;
  for (int64_t i = 0; i < from.numel(); ++i) to.Set(i, from.At(i));
  return to;
}

// Memory on a target with guards on both sides.
class GuardedBlock {
 public:
  Status Allocate(TargetType target, size_t bytes) {
    LITE_ASSIGN_OR_RETURN(buffer_, Buffer::Allocate(target, bytes + 2 * kGuard));
    bytes_ = bytes;
    image_.assign(bytes + 2 * kGuard, kPoison);
    return Write();
  }
  // Payload set to `content`, or to NaN when null; guards renewed.
  Status Fill(const std::vector<uint8_t>* content) {
    std::fill(image_.begin(), image_.end(), kPoison);
    if (content != nullptr) std::copy(content->begin(), content->end(), image_.begin() + kGuard);
    return Write();
  }
  // The payload; `*intact` becomes false when a guard was overwritten.
  Result<std::vector<uint8_t>> Read(bool* intact) {
    const Device* device = FindDevice(buffer_->target());
    LITE_RETURN_IF_ERROR(device->CopyToHost(image_.data(), buffer_->data(), image_.size()));
    const auto poisoned = [](uint8_t byte) { return byte == kPoison; };
    if (!std::all_of(image_.begin(), image_.begin() + kGuard, poisoned) ||
        !std::all_of(image_.end() - kGuard, image_.end(), poisoned)) {
      *intact = false;
    }
    return std::vector<uint8_t>(image_.begin() + kGuard, image_.end() - kGuard);
  }
  const std::shared_ptr<Buffer>& buffer() const { return buffer_; }
  size_t bytes() const { return bytes_; }

 private:
  Status Write() {
    const Device* device = FindDevice(buffer_->target());
    return device->CopyFromHost(buffer_->data(), image_.data(), image_.size());
  }

  std::shared_ptr<Buffer> buffer_;
  std::vector<uint8_t> image_;
  size_t bytes_ = 0;
};

// Tensors of an operator by variable name.
struct Variables final : model::SlotBinder {
  std::map<std::string, std::unique_ptr<Tensor>> tensors;
  std::map<std::string, std::unique_ptr<TensorArray>> arrays;

  Tensor* TensorOf(const std::string& name) {
    std::unique_ptr<Tensor>& tensor = tensors[name];
    if (!tensor) tensor = std::make_unique<Tensor>();
    return tensor.get();
  }
  TensorArray* ArrayOf(const std::string& name) {
    std::unique_ptr<TensorArray>& array = arrays[name];
    if (!array) array = std::make_unique<TensorArray>();
    return array.get();
  }
  const Tensor* InputTensor(const std::string& name) override { return TensorOf(name); }
  Tensor* OutputTensor(const std::string& name) override { return TensorOf(name); }
  const TensorArray* InputArray(const std::string& name) override { return ArrayOf(name); }
  TensorArray* OutputArray(const std::string& name) override { return ArrayOf(name); }
};

std::string VariableName(const std::string& slot, size_t i) { return StrCat(slot, ":", i); }

model::VisitFields FieldsOf(Op* op) {
  return [op](FieldVisitor& v) { op->Fields(v); };
}

// The case as an operator of a program. Required outputs that the case does not mention are bound
// too.
Result<model::OpDesc> Describe(const std::string& op_type, const OpCase& c) {
  model::OpDesc desc;
  desc.type = op_type;
  desc.attrs = c.attrs;
  for (const SlotTensors* slots : {&c.inputs, &c.input_arrays}) {
    for (const auto& [slot, tensors] : *slots) {
      const size_t names = slots == &c.input_arrays ? 1 : tensors.size();
      for (size_t i = 0; i < names; ++i) desc.inputs[slot].push_back(VariableName(slot, i));
    }
  }
  for (const auto& [slot, tensors] : c.expected) {
    for (size_t i = 0; i < tensors.size(); ++i) {
      desc.outputs[slot].push_back(VariableName("out " + slot, i));
    }
  }
  for (const auto& entry : c.output_arrays) {
    desc.outputs[entry.first] = {VariableName("out " + entry.first, 0)};
  }
  for (const std::string& slot : c.unchecked) {
    desc.outputs[slot] = {VariableName("out " + slot, 0)};
  }
  const std::unique_ptr<Op> op = CreateOp(op_type);
  if (!op) return NotFound("unknown operator ", op_type);
  for (const model::FieldInfo& field : model::DescribeFields(FieldsOf(op.get()))) {
    const bool is_output = field.kind == model::FieldKind::kOutput ||
                           field.kind == model::FieldKind::kOutputList ||
                           field.kind == model::FieldKind::kOutputArray;
    if (is_output && field.required && desc.Output(field.name).empty()) {
      desc.outputs[field.name] = {VariableName("out " + field.name, 0)};
    }
  }
  return desc;
}

// Expands to one line per element that differs, at most a few.
std::string CompareTensors(const TestTensor& found, const TestTensor& expected,
                           const Tolerance& t) {
  if (found.dims != expected.dims) {
    return StrCat("shape: expected ", expected.dims, ", found ", found.dims);
  }
  if (found.precision != expected.precision) {
    return StrCat("element type: expected ", PrecisionToStr(expected.precision), ", found ",
                  PrecisionToStr(found.precision));
  }
  if (found.lod != expected.lod) return "LoD differs";
  const int64_t count = expected.numel();
  double largest = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double e = std::fabs(expected.At(i));
    if (std::isfinite(e)) largest = std::max(largest, e);
  }
  for (int64_t i = 0; i < count; ++i) {
    bool same;
    if (IsFloating(expected.precision)) {
      const double e = expected.At(i);
      const double f = found.At(i);
      if (std::isnan(e) || std::isnan(f)) {
        same = std::isnan(e) && std::isnan(f);
      } else if (std::isinf(e) || std::isinf(f)) {
        same = e == f;
      } else {
        same = std::fabs(e - f) <= t.absolute + t.relative * std::fabs(e) + t.of_max * largest;
      }
    } else {
      const int64_t e = expected.IntAt(i);
      const int64_t f = found.IntAt(i);
      same = e == f || (e < f ? static_cast<uint64_t>(f) - static_cast<uint64_t>(e)
                              : static_cast<uint64_t>(e) - static_cast<uint64_t>(f)) <=
                           static_cast<uint64_t>(t.integer);
    }
    if (!same) {
      char text[128];
      std::snprintf(text, sizeof(text), "element %lld: expected %.9g, found %.9g",
                    static_cast<long long>(i), expected.At(i), found.At(i));
      return StrCat(text, " (shape ", expected.dims, ")");
    }
  }
  return "";
}

std::string CompareSlots(const SlotTensors& found, const SlotTensors& expected,
                         const Tolerance& tolerance) {
  for (const auto& [slot, tensors] : expected) {
    const auto it = found.find(slot);
    if (it == found.end() || it->second.size() != tensors.size()) {
      return StrCat(slot, ": expected ", tensors.size(), " tensors, found ",
                    it == found.end() ? 0 : it->second.size());
    }
    for (size_t i = 0; i < tensors.size(); ++i) {
      const std::string complaint = CompareTensors(it->second[i], tensors[i], tolerance);
      if (!complaint.empty()) return StrCat(slot, ":", i, ": ", complaint);
    }
  }
  return "";
}

std::string CompareBits(const SlotTensors& found, const SlotTensors& expected) {
  for (const auto& [slot, tensors] : expected) {
    const auto it = found.find(slot);
    if (it == found.end() || it->second.size() != tensors.size()) {
      return StrCat(slot, ": other number of tensors");
    }
    for (size_t i = 0; i < tensors.size(); ++i) {
      const TestTensor& a = it->second[i];
      const TestTensor& b = tensors[i];
      if (a.dims != b.dims) return StrCat(slot, ":", i, ": shape ", a.dims, " became ", b.dims);
      if (a.lod != b.lod) return StrCat(slot, ":", i, ": LoD differs");
      if (a.bytes != b.bytes) {
        const size_t width = PrecisionTypeLength(a.precision);
        const auto at = std::mismatch(a.bytes.begin(), a.bytes.end(), b.bytes.begin()).first;
        const int64_t i_element = static_cast<int64_t>((at - a.bytes.begin()) / width);
        return StrCat(slot, ":", i, ": not bit-identical, first at element ", i_element);
      }
    }
  }
  return "";
}

// One operator with one kernel, kept over several shapes.
class Instance {
 public:
  // `free_layout` is what slots get that are bound to any layout.
  Instance(const KernelDef& def, const OpCase& c, int threads, DataLayoutType free_layout)
      : def_(def),
        case_(c),
        pool_(threads),
        target_(HostOr(def.target)),
        free_layout_(free_layout) {}

  // kUnsupported with the reason when this kernel is not for this case.
  Status Create() {
    LITE_ASSIGN_OR_RETURN(const model::OpDesc desc, Describe(def_.op_type, case_));
    op_ = CreateOp(def_.op_type);
    LITE_RETURN_IF_ERROR(model::LoadFields(desc, &variables_, FieldsOf(op_.get())));
    for (const auto& [slot, names] : desc.outputs) outputs_[slot] = names;
    kernel_ = def_.create();
    return OkStatus();
  }

  // Shapes, types, and memory of weights. Fails with kUnsupported when a slot of the kernel wants
  // something else than the case has.
  Status SetInputs(const SlotTensors& inputs, const SlotTensors& arrays) {
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

  Status Infer() {
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

  Status Supports() const { return def_.supports == nullptr ? OkStatus() : def_.supports(*op_); }

  Status Prepare() {
    PrepareContext context;
    context.pool = &pool_;
    context.packed = &packed_;
    LITE_RETURN_IF_ERROR(kernel_->Prepare(*op_, &context));
    for (auto& [name, block] : blocks_) {
      if (!block.tensor->IsInitialized()) LITE_RETURN_IF_ERROR(Give(&block));
    }
    return scratch_.Allocate(target_, context.scratch_bytes);
  }

  // Runs on poisoned outputs and scratch. `in_place`: the first output uses the memory of the first
  // input.
  Result<SlotTensors> Run(bool in_place) {
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
      if (name != reused && now != block.content)
        return Internal("the kernel wrote to input ", name);
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

  // The first input and output of the operator allow sharing: same kernel slot form and enough
  // memory.
  bool CanRunInPlace() {
    if (op_->output_reuse() == OutputReuse::kNone || op_->KernelAllocatesOutput()) return false;
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

  // True when a slot took or gave fp16 for the case's fp32.
  bool halved() const { return halved_; }
  const Op& op() const { return *op_; }

 private:
  struct InputBlock {
    Tensor* tensor = nullptr;
    bool weight = false;
    std::vector<uint8_t> content;  // in the layout of the tensor
    std::unique_ptr<GuardedBlock> memory;
  };

  static TargetType HostOr(TargetType target) {
    return IsHostMemory(target) ? TargetType::kHost : target;
  }

  Status Give(InputBlock* block) {
    if (!block->memory) {
      block->memory = std::make_unique<GuardedBlock>();
      LITE_RETURN_IF_ERROR(block->memory->Allocate(target_, block->content.size()));
      LITE_RETURN_IF_ERROR(block->memory->Fill(&block->content));
    }
    block->tensor->SetBuffer(block->memory->buffer(), kGuard);
    return OkStatus();
  }

  static void SetHeader(const TestTensor& from, Tensor* to) {
    to->Resize(from.dims);
    to->set_precision(from.precision);
    to->set_lod(from.lod);
    to->set_persistable(from.weight);
    to->set_layout(DataLayoutType::kNCHW);
  }

  Result<TestTensor> ForSlot(const std::string& slot, const TestTensor& tensor) {
    const LiteType type = def_.InputType(slot.c_str());
    switch (type.layout) {
      case DataLayoutType::kNCHW:
      case DataLayoutType::kNHWC:
      case DataLayoutType::kAny:
        break;
      default:
        return Unsupported("slot ", slot, " wants layout ", DataLayoutToStr(type.layout));
    }
    if (type.precision == PrecisionType::kAny || type.precision == tensor.precision) return tensor;
    if (type.precision == PrecisionType::kFP16 && tensor.precision == PrecisionType::kFloat) {
      halved_ = true;
      return Convert(tensor, PrecisionType::kFP16);
    }
    return Unsupported(kOtherType);
  }

  Result<TestTensor> CopyOf(const Tensor& tensor) {
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
    LITE_RETURN_IF_ERROR(
        device->CopyToHost(copy.bytes.data(), tensor.raw_data(), copy.bytes.size()));
    if (tensor.layout() == DataLayoutType::kNHWC && tensor.dims().rank() == 4) {
      copy.bytes = Permute(copy.bytes, copy.dims, PrecisionTypeLength(copy.precision), false);
    }
    return copy;
  }

  // The layout that an output bound to any layout gets.
  DataLayoutType FirstActivationLayout() {
    for (const model::FieldInfo& field : model::DescribeFields(FieldsOf(op_.get()))) {
      const auto it = blocks_.find(VariableName(field.name, 0));
      if (it != blocks_.end() && !it->second.weight) return it->second.tensor->layout();
    }
    return DataLayoutType::kNCHW;
  }

  // Variable of the first input slot; also finds the first output slot.
  std::string InPlaceInput() {
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

  const KernelDef& def_;
  const OpCase& case_;
  ThreadPool pool_;
  TargetType target_;
  DataLayoutType free_layout_;
  PackedWeightsCache packed_;
  Variables variables_;
  std::map<std::string, std::vector<std::string>> outputs_;  // slot -> variables
  std::map<std::string, InputBlock> blocks_;
  std::string first_output_;
  std::unique_ptr<Op> op_;
  std::unique_ptr<Kernel> kernel_;
  GuardedBlock scratch_;
  bool halved_ = false;
};

// The tensor with another shape of the same rank; values repeat.
TestTensor Reshaped(const TestTensor& from, const DDim& dims) {
  TestTensor to(dims, from.precision);
  to.weight = from.weight;
  const size_t width = PrecisionTypeLength(from.precision);
  if (from.bytes.empty()) return to;
  for (size_t i = 0; i < to.bytes.size(); i += width) {
    std::memcpy(to.bytes.data() + i, from.bytes.data() + i % from.bytes.size(), width);
  }
  return to;
}

// Candidates for the resized run: activations get other images or another batch.
std::vector<SlotTensors> OtherShapes(const OpCase& c) {
  if (!c.resized.empty()) return {c.resized};
  const TestTensor* lead = nullptr;
  for (const auto& entry : c.inputs) {
    for (const TestTensor& tensor : entry.second) {
      if (tensor.weight) continue;
      if (!tensor.lod.empty() || tensor.dims.rank() == 0 || tensor.numel() == 0) return {};
      if (lead == nullptr || tensor.dims.rank() > lead->dims.rank()) lead = &tensor;
    }
  }
  if (lead == nullptr || !c.input_arrays.empty()) return {};
  std::vector<SlotTensors> candidates;
  for (const bool images : {true, false}) {
    if (images && lead->dims.rank() != 4) continue;
    SlotTensors inputs = c.inputs;
    for (auto& entry : inputs) {
      for (TestTensor& tensor : entry.second) {
        if (tensor.weight || tensor.dims[0] != lead->dims[0]) continue;
        DDim dims = tensor.dims;
        dims[0] += 1;
        if (images && dims.rank() == 4) {
          if (tensor.dims[2] != lead->dims[2] || tensor.dims[3] != lead->dims[3]) continue;
          dims[2] += 3;
          dims[3] += 5;
        }
        tensor = Reshaped(tensor, dims);
      }
    }
    candidates.push_back(std::move(inputs));
  }
  return candidates;
}

// Whether the optimiser may give the free slots of this kernel channels-last tensors in this case:
// some activation of rank 4 is bound to any layout, and so are all outputs of rank 4, while no
// weight is whose elements would have to move.
bool MayRunChannelsLast(const KernelDef& def, const OpCase& c) {
  bool found = false;
  for (const auto& [slot, tensors] : c.inputs) {
    if (def.InputType(slot.c_str()).layout != DataLayoutType::kAny) continue;
    for (const TestTensor& tensor : tensors) {
      const DDim& dims = tensor.dims;
      if (dims.rank() != 4) continue;
      const bool moves = dims[1] != 1 && dims[2] * dims[3] != 1;
      if (tensor.weight && moves) return false;
      if (!tensor.weight) found = true;
    }
  }
  for (const auto& [slot, tensors] : c.expected) {
    const bool any = def.OutputType(slot.c_str()).layout == DataLayoutType::kAny;
    for (const TestTensor& tensor : tensors) {
      if (tensor.dims.rank() == 4 && !any) return false;
    }
  }
  return found;
}

Tolerance Sum(const Tolerance& a, const Tolerance& b) {
  return {a.absolute + b.absolute, a.relative + b.relative, a.of_max + b.of_max,
          a.integer + b.integer};
}

template <typename T>
const T* GetAttr(const OpCase& c, const std::string& attr) {
  const auto it = c.attrs.find(attr);
  return it == c.attrs.end() ? nullptr : std::get_if<T>(&it->second);
}

}  // namespace

TestTensor::TestTensor(const DDim& shape, PrecisionType type) : precision(type), dims(shape) {
  bytes.assign(static_cast<size_t>(shape.production()) * PrecisionTypeLength(type), 0);
}

double TestTensor::At(int64_t i) const {
  switch (precision) {
    case PrecisionType::kFloat:
      return Load<float>(bytes, i);
    case PrecisionType::kFP64:
      return Load<double>(bytes, i);
    case PrecisionType::kFP16:
      return HalfBitsToFloat(Load<uint16_t>(bytes, i));
    default:
      return static_cast<double>(IntAt(i));
  }
}

int64_t TestTensor::IntAt(int64_t i) const {
  switch (precision) {
    case PrecisionType::kInt8:
      return Load<int8_t>(bytes, i);
    case PrecisionType::kUInt8:
    case PrecisionType::kBool:
      return Load<uint8_t>(bytes, i);
    case PrecisionType::kInt16:
      return Load<int16_t>(bytes, i);
    case PrecisionType::kInt32:
      return Load<int32_t>(bytes, i);
    case PrecisionType::kInt64:
      return Load<int64_t>(bytes, i);
    default:
      return static_cast<int64_t>(At(i));
  }
}

void TestTensor::Set(int64_t i, double value) {
  switch (precision) {
    case PrecisionType::kFloat:
      return Store(&bytes, i, static_cast<float>(value));
    case PrecisionType::kFP64:
      return Store(&bytes, i, value);
    case PrecisionType::kFP16:
      return Store(&bytes, i, FloatToHalfBits(static_cast<float>(value)));
    default:
      return SetInt(i, static_cast<int64_t>(value));
  }
}

void TestTensor::SetInt(int64_t i, int64_t value) {
  switch (precision) {
    case PrecisionType::kInt8:
      return Store(&bytes, i, static_cast<int8_t>(value));
    case PrecisionType::kUInt8:
      return Store(&bytes, i, static_cast<uint8_t>(value));
    case PrecisionType::kBool:
      return Store(&bytes, i, static_cast<uint8_t>(value != 0));
    case PrecisionType::kInt16:
      return Store(&bytes, i, static_cast<int16_t>(value));
    case PrecisionType::kInt32:
      return Store(&bytes, i, static_cast<int32_t>(value));
    case PrecisionType::kInt64:
      return Store(&bytes, i, value);
    default:
      return Set(i, static_cast<double>(value));
  }
}

Random::Random(const std::string& seed) : state_(Fnv1a64(seed)) {}

uint64_t Random::Bits() { return SplitMix64(state_++); }

int64_t Random::Int(int64_t low, int64_t high) {
  return low + static_cast<int64_t>((Bits() >> 16) % static_cast<uint64_t>(high - low + 1));
}

double Random::Uniform(double low, double high) {
  return low + (high - low) * (static_cast<double>(Bits() >> 40) * 0x1p-24);
}

TestTensor Random::Floats(const DDim& dims, double low, double high, PrecisionType type) {
  TestTensor tensor(dims, type);
  for (int64_t i = 0; i < tensor.numel(); ++i) tensor.Set(i, Uniform(low, high));
  return tensor;
}

TestTensor Random::Ints(const DDim& dims, int64_t low, int64_t high, PrecisionType type) {
  TestTensor tensor(dims, type);
  for (int64_t i = 0; i < tensor.numel(); ++i) tensor.SetInt(i, Int(low, high));
  return tensor;
}

int OpCase::Int(const std::string& attr, int otherwise) const {
  const auto* value = GetAttr<int32_t>(*this, attr);
  return value ? *value : otherwise;
}
float OpCase::Float(const std::string& attr, float otherwise) const {
  const auto* value = GetAttr<float>(*this, attr);
  return value ? *value : otherwise;
}
bool OpCase::Bool(const std::string& attr, bool otherwise) const {
  const auto* value = GetAttr<bool>(*this, attr);
  return value ? *value : otherwise;
}
std::string OpCase::String(const std::string& attr, const std::string& otherwise) const {
  const auto* value = GetAttr<std::string>(*this, attr);
  return value ? *value : otherwise;
}
std::vector<int> OpCase::Ints(const std::string& attr, const std::vector<int>& otherwise) const {
  const auto* value = GetAttr<std::vector<int32_t>>(*this, attr);
  return value ? *value : otherwise;
}

std::string OpCase::ToString() const {
  std::string text = name + " {";
  for (const auto& [attr, value] : attrs) {
    text += StrCat(" ", attr, "=", model::AttrToString(value));
  }
  for (const SlotTensors* slots : {&inputs, &input_arrays}) {
    for (const auto& [slot, tensors] : *slots) {
      for (const TestTensor& tensor : tensors) {
        text += StrCat(" ", slot, ":", PrecisionToStr(tensor.precision), tensor.dims);
      }
    }
  }
  return text + " }";
}

OpSuite::OpSuite(std::string op_type, Tolerance tolerance)
    : op_type_(std::move(op_type)), tolerance_(tolerance) {}

OpSuite::~OpSuite() {
  std::printf("[  suite   ] %s: %d cases, %d of them computed by Paddle\n", op_type_.c_str(),
              cases_, golden_);
  for (const auto& [key, tally] : tallies_) {
    if (tally.cases == 0 && tally.skipped.size() == 1 && tally.skipped.count(kOtherType) != 0) {
      continue;  // made for other cases
    }
    std::printf("[  kernel  ] %s: %d cases, %d runs (%d resized, %d in place, %d channels last)\n",
                key.c_str(), tally.cases, tally.runs, tally.resized, tally.in_place,
                tally.channels_last);
    for (const auto& [reason, count] : tally.skipped) {
      std::printf("[  skipped ]   %d cases: %s\n", count, reason.c_str());
    }
  }
}

std::string OpSuite::RunKernel(const KernelDef& def, const OpCase& c, Tally* tally) {
  std::string reason = RunInLayout(def, c, DataLayoutType::kNCHW, tally);
  if (reason.empty()) {
    ++tally->cases;
    if (MayRunChannelsLast(def, c) && RunInLayout(def, c, DataLayoutType::kNHWC, tally).empty()) {
      ++tally->channels_last;
    }
  }
  return reason;
}

std::string OpSuite::RunInLayout(const KernelDef& def, const OpCase& c, DataLayoutType free_layout,
                                 Tally* tally) {
  if (def.create == nullptr) return "only declared in this build";
  if (FindDevice(def.target) == nullptr) {
    return StrCat("no device for target ", TargetToStr(def.target));
  }
  const Tolerance base = c.has_tolerance ? c.tolerance : tolerance_;
  const auto fail = [&](int threads, const std::string& phase, const std::string& complaint) {
    ADD_FAILURE() << op_type_ << ": " << c.ToString() << "\n  kernel " << def.Key() << " ("
                  << def.file << "), " << DataLayoutToStr(free_layout) << ", " << threads
                  << " threads, " << phase << ": " << complaint;
  };

  SlotTensors first;  // what the first run gave: every other run must give the same bits
  for (const int threads : {1, 3}) {
    Instance instance(def, c, threads, free_layout);
    Status status = instance.Create();
    if (status.ok()) status = instance.SetInputs(c.inputs, c.input_arrays);
    if (status.code() == StatusCode::kUnsupported) return status.message();
    if (status.ok()) status = instance.Supports();
    if (status.code() == StatusCode::kUnsupported) return status.message();
    if (status.ok()) status = instance.Infer();
    if (!status.ok()) {
      fail(threads, "infer", status.ToString());
      return "";
    }
    SlotTensors expected = c.expected;
    for (const auto& entry : c.output_arrays) expected.insert(entry);
    // A kernel that writes another type than expected is another member of the family, e.g. an int8
    // convolution with float output.
    for (auto& [slot, tensors] : expected) {
      const LiteType type = def.OutputType(slot.c_str());
      if (c.output_arrays.count(slot) != 0 || type.precision == PrecisionType::kAny) continue;
      for (TestTensor& tensor : tensors) {
        if (type.precision == PrecisionType::kFP16 && tensor.precision == PrecisionType::kFloat) {
          tensor = Convert(tensor, PrecisionType::kFP16);
        } else if (type.precision != tensor.precision) {
          return kOtherType;
        }
      }
    }
    const Tolerance tolerance = instance.halved() ? Sum(base, kHalfTolerance) : base;
    if (instance.halved()) {
      for (auto& entry : expected) {
        for (TestTensor& tensor : entry.second) {
          if (tensor.precision == PrecisionType::kFloat &&
              def.OutputType(entry.first.c_str()).precision == PrecisionType::kAny) {
            tensor = Convert(tensor, PrecisionType::kFP16);
          }
        }
      }
    }

    status = instance.Prepare();
    if (!status.ok()) {
      fail(threads, "prepare", status.ToString());
      return "";
    }
    const auto run = [&](Instance* it, const std::string& phase, bool in_place,
                         SlotTensors* outputs) {
      Result<SlotTensors> result = it->Run(in_place);
      ++tally->runs;
      if (!result.ok()) {
        fail(threads, phase, result.status().ToString());
        return false;
      }
      *outputs = std::move(result).value();
      return true;
    };

    SlotTensors found;
    if (!run(&instance, "fresh", false, &found)) return "";
    std::string complaint;
    if (c.check) {
      complaint = c.check(found);
    } else {
      complaint = CompareSlots(found, expected, tolerance);
    }
    if (complaint.empty() && !first.empty()) complaint = CompareBits(found, first);
    if (!complaint.empty()) {
      fail(threads, "fresh", complaint);
      return "";
    }
    // Slots that nobody checks may be left unwritten.
    for (auto it = found.begin(); it != found.end();) {
      it = expected.count(it->first) == 0 ? found.erase(it) : std::next(it);
    }
    if (first.empty()) first = found;

    if (!run(&instance, "again", false, &found)) return "";
    complaint = CompareBits(found, first);
    if (!complaint.empty()) {
      fail(threads, "again", complaint);
      return "";
    }
    if (instance.CanRunInPlace()) {
      ++tally->in_place;
      if (!run(&instance, "in place", true, &found)) return "";
      complaint = CompareBits(found, first);
      if (!complaint.empty()) {
        fail(threads, "in place", complaint);
        return "";
      }
    }
    for (const SlotTensors& other : OtherShapes(c)) {
      Instance reference(def, c, threads, free_layout);
      status = reference.Create();
      if (status.ok()) status = reference.SetInputs(other, c.input_arrays);
      if (status.ok()) status = reference.Supports();
      if (status.ok()) status = reference.Infer();
      if (!status.ok()) {
        if (!c.resized.empty()) fail(threads, "other shape", status.ToString());
        continue;
      }
      SlotTensors there;
      status = reference.Prepare();
      if (!status.ok()) {
        fail(threads, "other shape, prepare", status.ToString());
        return "";
      }
      if (!run(&reference, "other shape", false, &there)) return "";
      for (auto it = there.begin(); it != there.end();) {
        it = expected.count(it->first) == 0 ? there.erase(it) : std::next(it);
      }
      status = instance.SetInputs(other, c.input_arrays);
      if (status.ok()) status = instance.Infer();
      if (status.ok()) status = instance.Prepare();
      if (!status.ok()) {
        fail(threads, "resized", status.ToString());
        return "";
      }
      if (!run(&instance, "resized", false, &found)) return "";
      complaint = CompareBits(found, there);
      if (!complaint.empty()) {
        fail(threads, "resized", complaint);
        return "";
      }
      status = instance.SetInputs(c.inputs, c.input_arrays);
      if (status.ok()) status = instance.Infer();
      if (status.ok()) status = instance.Prepare();
      if (!status.ok()) {
        fail(threads, "resized back", status.ToString());
        return "";
      }
      if (!run(&instance, "resized back", false, &found)) return "";
      complaint = CompareBits(found, first);
      if (!complaint.empty()) {
        fail(threads, "resized back", complaint);
        return "";
      }
      ++tally->resized;
      break;
    }
  }
  return "";
}

void OpSuite::RunOn(const KernelDef& def, const OpCase& c) {
  ++cases_;
  const std::string reason = RunKernel(def, c, &tallies_[def.Key()]);
  EXPECT_EQ(reason, "") << op_type_ << ": " << c.ToString();
}

void OpSuite::Run(const OpCase& c) {
  ++cases_;
  const char* filter = std::getenv("LITE_TEST_KERNEL");
  bool ran = false;
  std::string reasons;
  for (const KernelDef* def : KernelsOf(op_type_)) {
    const std::string key = def->Key();
    if (filter != nullptr && key.find(filter) == std::string::npos) {
      ran = true;
      continue;
    }
    Tally& tally = tallies_[key];
    const std::string reason = RunKernel(*def, c, &tally);
    if (reason.empty()) {
      ran = true;
    } else {
      ++tally.skipped[reason];
      reasons += StrCat("\n  ", key, ": ", reason);
    }
  }
  EXPECT_TRUE(ran) << op_type_ << ": " << c.ToString() << ": no kernel accepts this case"
                   << reasons;
}

void OpSuite::RunGolden() {
  bool found = false;
  for (const char* suffix : {".txt", ".fluid.txt"}) {
    const std::string path = StrCat(LITE_TEST_DATA_DIR, "/ops/golden/", op_type_, suffix);
    const Result<std::vector<OpCase>> cases = LoadGolden(path);
    if (cases.status().code() == StatusCode::kNotFound) continue;
    ASSERT_TRUE(cases.ok()) << cases.status().ToString();
    found = true;
    for (const OpCase& c : *cases) {
      Run(c);
      ++golden_;
    }
  }
  EXPECT_TRUE(found) << "no golden file for " << op_type_;
}

void OpSuite::ExpectError(const OpCase& c, const std::string& text) {
  ++cases_;
  const Result<model::OpDesc> desc = Describe(op_type_, c);
  ASSERT_TRUE(desc.ok()) << desc.status().ToString();
  Variables variables;
  for (const SlotTensors* slots : {&c.inputs, &c.input_arrays}) {
    for (const auto& [slot, tensors] : *slots) {
      for (size_t i = 0; i < tensors.size(); ++i) {
        Tensor tensor;
        tensor.Resize(tensors[i].dims);
        tensor.set_precision(tensors[i].precision);
        tensor.set_lod(tensors[i].lod);
        if (!tensors[i].bytes.empty()) {
          ASSERT_TRUE(tensor.Allocate(tensors[i].precision).ok());
          std::copy(tensors[i].bytes.begin(), tensors[i].bytes.end(),
                    tensor.mutable_data<uint8_t>());
        }
        if (slots == &c.inputs) {
          *variables.TensorOf(VariableName(slot, i)) = std::move(tensor);
        } else {
          variables.ArrayOf(VariableName(slot, 0))->push_back(std::move(tensor));
        }
      }
    }
  }
  const std::unique_ptr<Op> op = CreateOp(op_type_);
  Status status = model::LoadFields(*desc, &variables, FieldsOf(op.get()));
  if (status.ok()) status = op->InferShape();
  if (status.ok()) status = op->InferType();
  EXPECT_FALSE(status.ok()) << op_type_ << ": " << c.ToString() << ": expected an error with '"
                            << text << "'";
  if (status.ok()) return;
  EXPECT_NE(status.message().find(text), std::string::npos)
      << op_type_ << ": " << c.ToString() << ": expected '" << text << "' in '" << status.message()
      << "'";
}

}  // namespace paddle::lite::test
