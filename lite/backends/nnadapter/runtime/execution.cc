#include "lite/backends/nnadapter/runtime/execution.h"

#include <algorithm>
#include <exception>
#include <new>
#include <string>

#include "lite/backends/nnadapter/core/operands.h"

namespace nnadapter::runtime {
namespace {

// What a driver gets as memory of an argument: it checks what the caller and the driver tell each
// other. The first error is kept, and the driver gets null.
class Endpoint {
 public:
  Endpoint(bool input, size_t index, const NNAdapterOperandType& declared, const Binding* binding,
           Slot* slot)
      : input_(input), index_(index), declared_(declared), binding_(binding), slot_(slot) {}

  static void* Access(void* memory, NNAdapterOperandType* type) {
    auto* endpoint = static_cast<Endpoint*>(memory);
    try {
      void* data = nullptr;
      const Status status =
          endpoint->input_ ? endpoint->Read(type, &data) : endpoint->Write(type, &data);
      endpoint->used_ = true;
      if (status.ok()) return data;
      endpoint->Keep(status);
    } catch (const std::bad_alloc&) {
      endpoint->Keep(OutOfMemory(endpoint->Name(), ": no memory"));
    } catch (const std::exception& error) {
      endpoint->Keep(
          InvalidParameter(endpoint->Name(), ": its access function threw ", error.what()));
    } catch (...) {
      endpoint->Keep(InvalidParameter(endpoint->Name(), ": its access function threw"));
    }
    return nullptr;
  }

  const Status& status() const { return status_; }
  bool used() const { return used_; }
  std::string Name() const {
    return Concat(binding_ ? "" : "intermediate ", input_ ? "input " : "output ", index_);
  }

 private:
  void Keep(const Status& status) {
    if (status_.ok()) status_ = status;
  }

  Status Read(NNAdapterOperandType* type, void** data) const {
    if (!type) return DeviceInternalError(Name(), ": the driver passed no type");
    NNAdapterOperandType own = declared_;
    own.dimensions.dynamic_count = 0;
    if (binding_) {
      *data = binding_->access(binding_->memory, &own);
    } else {
      own.dimensions = slot_->dimensions;
      *data = slot_->data.data();
    }
    own.precision = declared_.precision;
    uint32_t bytes = 0;
    NNADAPTER_RETURN_IF_ERROR(ByteSize(own, &bytes).With(Name() + ": "));
    if (bytes && !*data) return InvalidParameter(Name(), " has no data");
    own.dimensions.dynamic_count = 0;
    type->dimensions = own.dimensions;
    return Status();
  }

  Status Write(const NNAdapterOperandType* type, void** data) const {
    if (!type) return DeviceInternalError(Name(), ": the driver passed no type");
    NNAdapterOperandType own = declared_;  // the driver's scales are not the caller's
    own.dimensions = type->dimensions;
    own.dimensions.dynamic_count = 0;
    if (type->precision != declared_.precision) {
      return DeviceInternalError(Name(), ": the driver wrote ", PrecisionName(type->precision),
                                 ", expected ", PrecisionName(declared_.precision));
    }
    uint32_t bytes = 0;
    const Status size = ByteSize(own, &bytes);
    if (!size.ok()) return DeviceInternalError(Name(), " of the driver: ", size.message());
    const NNAdapterOperandDimensionType& expected = declared_.dimensions;
    bool fits = own.dimensions.count == expected.count;
    for (uint32_t i = 0; fits && i < expected.count; ++i) {
      fits = expected.data[i] == NNADAPTER_UNKNOWN || expected.data[i] == own.dimensions.data[i];
    }
    if (!fits) {
      return DeviceInternalError(Name(), ": the driver wrote ", FormatDims(own.dimensions),
                                 ", expected ", FormatDims(expected));
    }
    if (binding_) {
      *data = binding_->access(binding_->memory, &own);
      if (bytes && !*data) return OutOfMemory(Name(), ": its access function returned no memory");
    } else {
      slot_->dimensions = own.dimensions;
      slot_->data.resize(bytes);
      *data = slot_->data.data();
    }
    return Status();
  }

  bool input_;
  size_t index_;
  const NNAdapterOperandType& declared_;
  const Binding* binding_;
  Slot* slot_;
  Status status_;
  bool used_ = false;
};

}  // namespace

Execution::Execution(std::shared_ptr<Compilation> compilation)
    : compilation_(std::move(compilation)),
      inputs_(compilation_->input_types().size()),
      outputs_(compilation_->output_types().size()) {
  int32_t max_slot = -1;
  for (const auto& program : compilation_->programs()) {
    for (int32_t index : program->output_indexes) max_slot = std::max(max_slot, index);
  }
  slots_.resize(static_cast<size_t>(max_slot + 1));
}

Status Execution::Bind(bool input, int32_t index, void* memory, AccessFunction access) {
  std::vector<Binding>& bindings = input ? inputs_ : outputs_;
  const char* kind = input ? "input" : "output";
  if (index < 0 || static_cast<size_t>(index) >= bindings.size()) {
    return InvalidParameter("there is no ", kind, " ", index, ": the model has ", bindings.size());
  }
  if (!access) return InvalidParameter("the access function of ", kind, " ", index, " is null");
  if (busy_.exchange(true)) return InvalidParameter("another thread uses this execution");
  bindings[static_cast<size_t>(index)] = {memory, access};
  busy_ = false;
  return Status();
}

Status Execution::Compute() {
  if (busy_.exchange(true)) return InvalidParameter("another thread uses this execution");
  struct Release {
    std::atomic<bool>* busy;
    ~Release() { *busy = false; }
  } release{&busy_};
  NNADAPTER_RETURN_IF_ERROR(CheckBindings());
  for (const auto& program : compilation_->programs()) {
    NNADAPTER_RETURN_IF_ERROR(RunProgram(program.get()));
  }
  compilation_->SaveCache();
  return Status();
}

// Also reads all inputs once, so that drivers only see valid ones.
Status Execution::CheckBindings() {
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (!outputs_[i].access) return InvalidParameter("output ", i, " is not set");
  }
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (!inputs_[i].access) return InvalidParameter("input ", i, " is not set");
    Endpoint endpoint(true, i, compilation_->input_types()[i], &inputs_[i], nullptr);
    NNAdapterOperandType type = {};
    Endpoint::Access(&endpoint, &type);
    NNADAPTER_RETURN_IF_ERROR(endpoint.status());
  }
  return Status();
}

Status Execution::RunProgram(Program* program) {
  std::vector<Endpoint> endpoints;
  endpoints.reserve(program->input_indexes.size() + program->output_indexes.size());
  const auto arguments = [&](bool input, const std::vector<int32_t>& indexes,
                             const TypeList& types) {
    std::vector<core::Argument> list;
    for (size_t i = 0; i < indexes.size(); ++i) {
      const int32_t index = indexes[i];
      const size_t position = static_cast<size_t>(index >= 0 ? index : -(int64_t{index} + 1));
      const Binding* binding = index >= 0 ? nullptr : &(input ? inputs_ : outputs_)[position];
      endpoints.emplace_back(input, position, types[i], binding,
                             binding ? nullptr : &slots_[position]);
      list.push_back({static_cast<int>(i), &endpoints.back(), Endpoint::Access});
    }
    return list;
  };
  std::vector<core::Argument> inputs =
      arguments(true, program->input_indexes, program->input_types);
  std::vector<core::Argument> outputs =
      arguments(false, program->output_indexes, program->output_types);
  const Status status = program->Execute(&inputs, &outputs);
  for (const Endpoint& endpoint : endpoints) NNADAPTER_RETURN_IF_ERROR(endpoint.status());
  NNADAPTER_RETURN_IF_ERROR(status);
  for (size_t i = inputs.size(); i < endpoints.size(); ++i) {
    if (endpoints[i].used()) continue;
    return DeviceInternalError("the device ", program->device().name(),
                               " succeeded without writing ", endpoints[i].Name());
  }
  return Status();
}

}  // namespace nnadapter::runtime
