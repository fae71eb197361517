#include "lite/api/custom_operators.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "lite/api/boundary.h"
#include "lite/api/custom_passes.h"
#include "lite/api/operator_signature.h"
#include "lite/core/dims.h"
#include "lite/kernels/added_kernels.h"
#include "lite/operators/added_ops.h"

#ifndef _WIN32
#include <dlfcn.h>
#endif

namespace paddle::lite {
namespace {

static_assert(PDL_MAX_RANK == DDim::kMaxRank);

constexpr size_t kGuardBytes = 1024;
constexpr unsigned char kGuard = 0xa5;

// What was registered. Lives as long as the process.
struct CustomDefinition {
  OperatorSignature signature;
  PDL_OpFunction infer = nullptr;
  PDL_OpFunction compute = nullptr;
  void* user_data = nullptr;
  KernelDef kernel;
};

// Whether outputs are computed between guard bytes: as LITE_CHECK_OPERATORS says, otherwise in
// builds for debugging.
bool ChecksWrites() {
  const char* text = std::getenv("LITE_CHECK_OPERATORS");
  if (text != nullptr && *text != '\0') return std::strcmp(text, "0") != 0;
#ifndef NDEBUG
  return true;
#else
  return false;
#endif
}

class CustomOp final : public Op {
 public:
  explicit CustomOp(const CustomDefinition* definition) : definition_(definition) {
    const OperatorSignature& signature = definition_->signature;
    inputs_.resize(signature.inputs.size());
    outputs_.resize(signature.outputs.size());
    for (const auto& attribute : signature.attributes) values_.push_back(attribute.value);
  }

  const CustomDefinition& definition() const { return *definition_; }
  const std::vector<std::vector<const Tensor*>>& inputs() const { return inputs_; }
  const std::vector<std::vector<Tensor*>>& outputs() const { return outputs_; }
  const std::vector<model::AttrValue>& values() const { return values_; }

  void Fields(FieldVisitor& v) override {
    const OperatorSignature& signature = definition_->signature;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const OperatorSignature::Slot& slot = signature.inputs[i];
      const Need need = slot.optional ? Need::kOptional : Need::kRequired;
      if (slot.list) {
        v.Inputs(slot.name.c_str(), &inputs_[i], need);
      } else {
        const Tensor* tensor = inputs_[i].empty() ? nullptr : inputs_[i][0];
        v.Input(slot.name.c_str(), &tensor, need);
        SetOne(tensor, &inputs_[i]);
      }
    }
    for (size_t i = 0; i < values_.size(); ++i) {
      std::visit([&](auto& value) { VisitValue(signature.attributes[i].name.c_str(), &value, v); },
                 values_[i]);
    }
    for (size_t i = 0; i < outputs_.size(); ++i) {
      const OperatorSignature::Slot& slot = signature.outputs[i];
      const Need need = slot.optional ? Need::kOptional : Need::kRequired;
      if (slot.list) {
        v.Outputs(slot.name.c_str(), &outputs_[i], need);
      } else {
        Tensor* tensor = outputs_[i].empty() ? nullptr : outputs_[i][0];
        v.Output(slot.name.c_str(), &tensor, need);
        SetOne(tensor, &outputs_[i]);
      }
    }
  }

  Status InferType() override {
    const OperatorSignature& signature = definition_->signature;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const OperatorSignature::Slot& slot = signature.inputs[i];
      for (const Tensor* tensor : inputs_[i]) {
        if (slot.type == PrecisionType::kUnk || tensor->precision() == PrecisionType::kUnk ||
            tensor->precision() == slot.type) {
          continue;
        }
        return InvalidArgument("input ", slot.name, ": expected elements of ",
                               PrecisionToStr(slot.type), ", found ",
                               PrecisionToStr(tensor->precision()));
      }
    }
    const Tensor* first = FirstInput();
    for (size_t i = 0; i < outputs_.size(); ++i) {
      const PrecisionType type = signature.outputs[i].type;
      for (Tensor* tensor : outputs_[i]) {
        if (type != PrecisionType::kUnk) {
          tensor->set_precision(type);
        } else if (first != nullptr) {
          tensor->set_precision(first->precision());
        }
      }
    }
    return OkStatus();
  }

  Status InferShape() override;

  Cost Estimate() const override {
    Cost cost;
    for (const auto& slot : inputs_) {
      for (const Tensor* tensor : slot) cost.bytes += static_cast<double>(tensor->memory_size());
    }
    for (const auto& slot : outputs_) {
      for (const Tensor* tensor : slot) cost.bytes += static_cast<double>(tensor->memory_size());
    }
    return cost;
  }

  const Tensor* FirstInput() const {
    for (const auto& slot : inputs_) {
      if (!slot.empty()) return slot[0];
    }
    return nullptr;
  }

 private:
  template <typename TensorType>
  static void SetOne(TensorType* tensor, std::vector<TensorType*>* slot) {
    slot->clear();
    if (tensor != nullptr) slot->push_back(tensor);
  }
  template <typename T>
  static void VisitValue(const char* name, T* value, FieldVisitor& v) {
    if constexpr (std::is_convertible_v<T*, AttrRef>) v.Attr(name, value);
  }

  const CustomDefinition* definition_;
  std::vector<std::vector<const Tensor*>> inputs_;
  std::vector<std::vector<Tensor*>> outputs_;
  std::vector<model::AttrValue> values_;
};

// The arguments of one call, and the memory that they need. Not copied: they point into each other.
class CallFrame {
 public:
  explicit CallFrame(const CustomOp& op) : definition_(op.definition()) {
    size_t count = 0;
    for (const auto& slot : op.inputs()) count += slot.size();
    for (const auto& slot : op.outputs()) count += slot.size();
    tensors_.reserve(count);
    for (size_t i = 0; i < op.inputs().size(); ++i) {
      AddSlot(definition_.signature.inputs[i].name, op.inputs()[i], &inputs_);
    }
    for (size_t i = 0; i < op.outputs().size(); ++i) {
      AddSlot(definition_.signature.outputs[i].name, op.outputs()[i], &outputs_);
    }
    numbers_.resize(op.values().size());
    attributes_.resize(op.values().size());
    for (size_t i = 0; i < attributes_.size(); ++i) {
      attributes_[i].name = definition_.signature.attributes[i].name.c_str();
      std::visit([&](const auto& value) { SetValue(value, &numbers_[i], &attributes_[i]); },
                 op.values()[i]);
    }
    call_.struct_size = sizeof(call_);
    call_.input_count = inputs_.size();
    call_.output_count = outputs_.size();
    call_.attribute_count = attributes_.size();
    call_.inputs = inputs_.data();
    call_.outputs = outputs_.data();
    call_.attributes = attributes_.data();
    call_.user_data = definition_.user_data;
    call_.message = message_;
    call_.message_size = sizeof(message_);
    call_.parallel_for = &ParallelFor;
  }
  CallFrame(const CallFrame&) = delete;
  CallFrame& operator=(const CallFrame&) = delete;

  const std::vector<PDL_OpSlot>& outputs() const { return outputs_; }

  Status Call(PDL_OpFunction function, const char* what, ThreadPool* pool) {
    message_[0] = '\0';
    call_.library = pool;
    return CatchAll([&]() -> Status {
      const PDL_Code code = function(&call_);
      if (code == PDL_OK) return OkStatus();
      message_[sizeof(message_) - 1] = '\0';
      const bool known = code > PDL_OK && code <= PDL_INTERNAL;
      return Status(known ? static_cast<StatusCode>(code) : StatusCode::kInternal,
                    StrCat(what, " failed",
                           known && message_[0] != '\0' ? StrCat(": ", message_)
                                                        : StrCat(" with code ", code)));
    });
  }

  // The memory of the tensors, in the order of the slots.
  void SetData(const CustomOp& op) {
    size_t at = 0;
    for (const auto& slot : op.inputs()) {
      for (const Tensor* tensor : slot) tensors_[at++].data = const_cast<void*>(tensor->raw_data());
    }
    for (const auto& slot : op.outputs()) {
      for (Tensor* tensor : slot) tensors_[at++].data = tensor->mutable_raw_data();
    }
  }

 private:
  template <typename TensorType>
  void AddSlot(const std::string& name, const std::vector<TensorType*>& bound,
               std::vector<PDL_OpSlot>* slots) {
    slots->push_back({name.c_str(), bound.size(), tensors_.data() + tensors_.size()});
    for (const TensorType* tensor : bound) {
      PDL_OpTensor described = {};
      described.type = static_cast<PDL_Type>(tensor->precision());
      described.rank = tensor->dims().rank();
      std::copy(tensor->dims().begin(), tensor->dims().end(), described.dims);
      tensors_.push_back(described);
    }
  }

  struct Number {
    int64_t integer = 0;
    double real = 0;
  };
  template <typename T>
  static void SetValue(const T& value, Number* number, PDL_OpAttribute* attribute) {
    attribute->count = 1;
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, int64_t>) {
      number->integer = value;
      attribute->ints = &number->integer;
    } else if constexpr (std::is_same_v<T, double>) {
      number->real = value;
      attribute->floats = &number->real;
    } else if constexpr (std::is_same_v<T, std::string>) {
      attribute->text = value.c_str();
    } else if constexpr (std::is_same_v<T, std::vector<int64_t>>) {
      attribute->count = value.size();
      attribute->ints = value.empty() ? &number->integer : value.data();
    } else if constexpr (std::is_same_v<T, std::vector<double>>) {
      attribute->count = value.size();
      attribute->floats = value.empty() ? &number->real : value.data();
    }
  }

  static void ParallelFor(const PDL_OpCall* call, int64_t count, int64_t grain,
                          void (*body)(int64_t, int64_t, void*), void* context) {
    auto* pool = static_cast<ThreadPool*>(call->library);
    if (count <= 0) return;
    if (pool == nullptr) return body(0, count, context);
    pool->ParallelFor(count, std::max<int64_t>(grain, 1),
                      [&](int64_t begin, int64_t end, int) { body(begin, end, context); });
  }

  const CustomDefinition& definition_;
  std::vector<PDL_OpTensor> tensors_;
  std::vector<PDL_OpSlot> inputs_;
  std::vector<PDL_OpSlot> outputs_;
  std::vector<Number> numbers_;
  std::vector<PDL_OpAttribute> attributes_;
  char message_[512] = "";
  PDL_OpCall call_ = {};
};

Status CustomOp::InferShape() {
  const Tensor* first = FirstInput();
  if (definition_->infer == nullptr && first == nullptr) {
    return InvalidArgument("the operator has no shape function, and no input is given");
  }
  CallFrame frame(*this);
  if (definition_->infer != nullptr) {
    LITE_RETURN_IF_ERROR(frame.Call(definition_->infer, "the shape function", nullptr));
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    for (size_t k = 0; k < outputs_[i].size(); ++k) {
      Tensor* output = outputs_[i][k];
      const PDL_OpTensor& found = frame.outputs()[i].tensors[k];
      const std::string& name = definition_->signature.outputs[i].name;
      DDim dims;
      if (definition_->infer == nullptr) {
        dims = first->dims();
      } else {
        if (found.rank < 0 || found.rank > PDL_MAX_RANK) {
          return InvalidArgument("the shape function sets output ", name, " to rank ", found.rank,
                                 ", expected 0 to ", PDL_MAX_RANK);
        }
        for (int32_t d = 0; d < found.rank; ++d) dims.push_back(found.dims[d]);
        if (dims.HasUnknown()) {
          return InvalidArgument("the shape function sets output ", name, " to ", dims,
                                 ", expected dimensions of at least 0");
        }
      }
      const Result<int64_t> count = CheckedElementCount(dims);
      if (!count.ok()) return count.status().WithContext(StrCat("output ", name));
      output->Resize(dims);
      if (first != nullptr && dims.rank() > 0 && first->dims().rank() > 0 &&
          dims[0] == first->dims()[0]) {
        output->set_lod(first->lod());
      }
    }
  }
  return OkStatus();
}

class CustomKernel final : public KernelFor<CustomOp> {
 public:
  Status PrepareOp(const CustomOp& op, PrepareContext* context) override {
    frame_ = std::make_unique<CallFrame>(op);
    guards_.clear();
    if (!ChecksWrites()) return OkStatus();
    for (size_t i = 0; i < op.outputs().size(); ++i) {
      for (Tensor* tensor : op.outputs()[i]) {
        const size_t bytes = tensor->memory_size();
        guards_.push_back({context->BookScratch(bytes + 2 * kGuardBytes), bytes, tensor,
                           op.definition().signature.outputs[i].name});
      }
    }
    return OkStatus();
  }

  Status RunOp(const CustomOp& op, const RunContext& context) override {
    frame_->SetData(op);
    if (!guards_.empty()) SetGuards(context);
    LITE_RETURN_IF_ERROR(
        frame_->Call(op.definition().compute, "the compute function", context.pool));
    for (const Guarded& guard : guards_) LITE_RETURN_IF_ERROR(CheckGuard(guard, context));
    return OkStatus();
  }

 private:
  // Memory for an output between guard bytes, in the scratch memory.
  struct Guarded {
    size_t offset;
    size_t bytes;
    Tensor* tensor;
    std::string name;
  };

  void SetGuards(const RunContext& context) {
    size_t at = 0;
    for (const PDL_OpSlot& slot : frame_->outputs()) {
      for (size_t i = 0; i < slot.count; ++i, ++at) {
        char* begin = context.scratch + guards_[at].offset;
        std::memset(begin, kGuard, guards_[at].bytes + 2 * kGuardBytes);
        slot.tensors[i].data = begin + kGuardBytes;
      }
    }
  }

  static Status CheckGuard(const Guarded& guard, const RunContext& context) {
    const char* begin = context.scratch + guard.offset;
    const auto intact = [](const char* bytes) {
      return std::all_of(bytes, bytes + kGuardBytes,
                         [](char c) { return static_cast<unsigned char>(c) == kGuard; });
    };
    const bool before = intact(begin);
    if (!before || !intact(begin + kGuardBytes + guard.bytes)) {
      return OutOfRange("the compute function wrote ",
                        before ? "after the end" : "before the begin", " of output ", guard.name,
                        ", which has ", guard.bytes, " bytes");
    }
    if (guard.bytes != 0) {
      std::memcpy(guard.tensor->mutable_raw_data(), begin + kGuardBytes, guard.bytes);
    }
    return OkStatus();
  }

  std::unique_ptr<CallFrame> frame_;
  std::vector<Guarded> guards_;
};

}  // namespace

Status RegisterCustomOperator(const PDL_Operator* op) {
  if (op == nullptr) return InvalidArgument("the operator is null");
  if (op->struct_size < sizeof(PDL_Operator)) {
    return InvalidArgument("struct_size is ", op->struct_size, ", expected ", sizeof(PDL_Operator));
  }
  if (op->signature == nullptr) return InvalidArgument("the signature is null");
  LITE_ASSIGN_OR_RETURN(OperatorSignature signature, ParseSignature(op->signature));
  if (op->compute == nullptr) {
    return InvalidArgument("operator '", signature.type, "' has no compute function");
  }
  auto definition = std::make_unique<CustomDefinition>();
  definition->signature = std::move(signature);
  definition->infer = op->infer;
  definition->compute = op->compute;
  definition->user_data = op->user_data;
  KernelDef& kernel = definition->kernel;
  kernel = kernel_internal::MakeDef<CustomKernel>(definition->signature.type.c_str(), "def",
                                                  TargetType::kHost, PrecisionType::kAny,
                                                  DataLayoutType::kNCHW, "custom operator");
  const CustomDefinition* kept = definition.get();
  LITE_RETURN_IF_ERROR(
      AddOpType(kept->signature.type, [kept] { return std::make_unique<CustomOp>(kept); }));
  AddKernel(&definition.release()->kernel);
  return OkStatus();
}

#ifdef _WIN32
Status LoadCustomOperators(const std::string& path) {
  return Unsupported(path, ": libraries of operators are not loaded on this system");
}
#else
namespace {

// For C: the text of a failure is kept until LoadCustomOperators reports it.
thread_local Status failure_of_library;

PDL_Code Keep(const Status& status) {
  if (!status.ok()) failure_of_library = status;
  return static_cast<PDL_Code>(status.code());
}

PDL_Code AddFromLibrary(const PDL_Operator* op) {
  return Keep(CatchAll([&] { return RegisterCustomOperator(op); }));
}

PDL_Code AddPassFromLibrary(const PDL_Pass* pass) {
  return Keep(CatchAll([&] { return RegisterCustomPass(pass); }));
}

}  // namespace

Status LoadCustomOperators(const std::string& path) {
  static std::mutex* const mutex = new std::mutex;
  static std::set<void*>* const loaded = new std::set<void*>;
  const std::lock_guard<std::mutex> lock(*mutex);
  // A name without a slash would be searched for in the folders of the system only.
  const std::string file = path.find('/') == std::string::npos ? StrCat("./", path) : path;
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = dlerror();
    return NotFound("cannot open the operators of ", path, ": ",
                    reason == nullptr ? "unknown reason" : reason);
  }
  if (loaded->count(handle) != 0) {
    dlclose(handle);
    return OkStatus();
  }
  const auto add =
      reinterpret_cast<PDL_OperatorLibraryFunction>(dlsym(handle, "PDL_OperatorLibrary"));
  const auto add_passes =
      reinterpret_cast<PDL_PassLibraryFunction>(dlsym(handle, "PDL_PassLibrary"));
  if (add == nullptr && add_passes == nullptr) {
    dlclose(handle);
    return InvalidArgument(path,
                           " has no function PDL_OperatorLibrary and no PDL_PassLibrary: see "
                           "LITE_OPERATOR_LIBRARY in paddle_custom_op.h");
  }
  // Some operators may have been added: the library stays.
  loaded->insert(handle);
  failure_of_library = OkStatus();
  PDL_Code code = add == nullptr ? PDL_OK : add(&AddFromLibrary);
  if (code == PDL_OK && add_passes != nullptr) code = add_passes(&AddPassFromLibrary);
  if (!failure_of_library.ok()) return failure_of_library.WithContext(path);
  if (code != PDL_OK) return Internal(path, " failed with code ", code, " to add what it has");
  return OkStatus();
}
#endif

}  // namespace paddle::lite
