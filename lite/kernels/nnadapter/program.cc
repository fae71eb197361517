#include "lite/kernels/nnadapter/program.h"

#include <algorithm>
#include <utility>

#include "lite/base/logging.h"
#include "lite/kernels/nnadapter/converter.h"
#include "lite/kernels/nnadapter/shape_rows.h"

namespace paddle::lite::kernels::nnadapter {
namespace {

using lite::nnadapter::CheckCall;
using lite::nnadapter::ResultName;
using operators::SubBlock;

// Access functions of an execution, which are called during a run.
void* ReadInput(void* memory, NNAdapterOperandType* type) {
  const auto* tensor = static_cast<const Tensor*>(memory);
  type->dimensions.count = static_cast<uint32_t>(tensor->dims().rank());
  for (int i = 0; i < tensor->dims().rank(); ++i) {
    type->dimensions.data[i] = static_cast<int32_t>(tensor->dims()[i]);
  }
  return const_cast<void*>(tensor->raw_data());
}

// The result has the shape and the memory that the operator's rules say. No other one is accepted.
void* WriteResult(void* memory, NNAdapterOperandType* type) {
  auto* tensor = static_cast<Tensor*>(memory);
  const bool int8 = tensor->precision() == PrecisionType::kInt8;
  const Result<int32_t> precision =
      int8 ? int32_t{NNADAPTER_QUANT_INT8_SYMM_PER_LAYER} : PrecisionCode(tensor->precision());
  bool same = precision.ok() && *precision == type->precision &&
              type->dimensions.count == static_cast<uint32_t>(tensor->dims().rank());
  for (int i = 0; same && i < tensor->dims().rank(); ++i) {
    same = type->dimensions.data[i] == tensor->dims()[i];
  }
  return same ? tensor->mutable_raw_data() : nullptr;
}

// The device decides how many rows there are.
void* WriteRows(void* memory, NNAdapterOperandType* type) {
  auto* tensor = static_cast<Tensor*>(memory);
  const Result<int32_t> precision = PrecisionCode(tensor->precision());
  if (!precision.ok() || *precision != type->precision) return nullptr;
  DDim dims;
  for (uint32_t i = 0; i < type->dimensions.count; ++i) dims.push_back(type->dimensions.data[i]);
  tensor->Resize(dims);
  return tensor->Allocate(tensor->precision()).ok() ? tensor->mutable_raw_data() : nullptr;
}

// Without this, operations that no device of the list supports would run on the built-in one.
Status CheckSupported(const Devices& devices, NNAdapterModel* model,
                      const std::vector<NNAdapterOperationType>& operations) {
  const auto supported = std::make_unique<bool[]>(operations.size());
  const int code = devices.api().NNAdapterModel_getSupportedOperations(model, devices.context(),
                                                                       supported.get());
  if (code == NNADAPTER_FEATURE_NOT_SUPPORTED) return OkStatus();  // a driver that cannot tell
  LITE_RETURN_IF_ERROR(CheckCall(code, "NNAdapterModel_getSupportedOperations"));
  for (size_t i = 0; i < operations.size(); ++i) {
    if (supported[i]) continue;
    return Unsupported("NNAdapter: ", devices.names(), " does not support operation ", i, ", ",
                       OperationName(operations[i]));
  }
  return OkStatus();
}

// The block as a model for the shapes that its values have. `recording` may be null.
Result<Builder::Model> ModelOf(const Api& api, const SubBlock& block, Recording* recording) {
  Builder builder(&api, recording);
  for (const Op* op : block.Ops()) {
    LITE_RETURN_IF_ERROR(ConvertOp(*op, &builder).WithContext(op->type()));
  }
  std::vector<const Tensor*> inside;
  for (const SubBlock::Value& result : block.Results()) inside.push_back(result.inside);
  return builder.Finish(inside);
}

}  // namespace

static_assert(operators::kMaxListedShapes == NNADAPTER_MAX_SIZE_OF_DYNAMIC_DIMENSIONS);

Result<std::vector<std::vector<DDim>>> ListedShapes(const std::vector<SubBlock::Value>& inputs,
                                                    const operators::SubgraphSettings& settings) {
  const std::string* first = nullptr;  // with a list
  size_t count = 0;
  for (const SubBlock::Value& input : inputs) {
    const auto listed = settings.listed_shapes.find(input.name);
    if (listed == settings.listed_shapes.end()) continue;
    if (first == nullptr) {
      first = &input.name;
      count = listed->second.size();
    }
    if (listed->second.size() != count) {
      return InvalidArgument("input '", input.name, "' has ", listed->second.size(),
                             " shapes, input '", *first, "' of the same subgraph has ", count);
    }
    for (const std::vector<int64_t>& shape : listed->second) {
      if (static_cast<int>(shape.size()) != input.outside->dims().rank()) {
        return InvalidArgument("input '", input.name, "': the listed shape ", ListToString(shape),
                               " has the rank ", shape.size(), ", the value of shape ",
                               input.outside->dims(), " has the rank ",
                               input.outside->dims().rank());
      }
      // Not left to the operators: a concatenation may add such an extent to a larger one.
      if (std::any_of(shape.begin(), shape.end(), [](int64_t extent) { return extent < 0; })) {
        return InvalidArgument("input '", input.name, "': the listed shape ", ListToString(shape),
                               " has a negative dimension");
      }
    }
  }
  std::vector<std::vector<DDim>> sets;
  std::vector<DDim> present;
  for (const SubBlock::Value& input : inputs) present.push_back(input.outside->dims());
  for (size_t i = 0; i < count; ++i) {
    std::vector<DDim> set;
    for (const SubBlock::Value& input : inputs) {
      const auto listed = settings.listed_shapes.find(input.name);
      if (listed == settings.listed_shapes.end()) {
        set.push_back(input.outside->dims());
        continue;
      }
      const Result<DDim> dims = DDim::FromVector(listed->second[i]);
      if (!dims.ok()) return dims.status().WithContext(StrCat("input '", input.name, "'"));
      set.push_back(*dims);
    }
    if (std::find(sets.begin(), sets.end(), set) == sets.end()) sets.push_back(std::move(set));
  }
  if (std::find(sets.begin(), sets.end(), present) == sets.end()) sets.clear();
  return sets;
}

Result<std::shared_ptr<const Devices>> Devices::Open(const Api* api,
                                                     const std::vector<std::string>& names,
                                                     const operators::SubgraphSettings& settings) {
  if (names.empty()) {
    return Unsupported(
        "no device of NNAdapter is named: call set_nnadapter_device_names of the configuration");
  }
  std::vector<Handle<NNAdapterDevice>> open;
  std::vector<NNAdapterDevice*> devices;
  std::string description, opened;
  Status missing;
  for (const std::string& name : names) {
    NNAdapterDevice* device = nullptr;
    const Status status =
        CheckCall(api->NNAdapterDevice_acquire(name.c_str(), &device), "NNAdapterDevice_acquire")
            .WithContext(name);
    if (!status.ok()) {
      missing = status;
      LITE_LOG_WARNING("the device is left out: ", status.message());
      continue;
    }
    open.emplace_back(device, api->NNAdapterDevice_release);
    devices.push_back(device);
    int32_t version = 0;
    LITE_RETURN_IF_ERROR(
        CheckCall(api->NNAdapterDevice_getVersion(device, &version), "NNAdapterDevice_getVersion"));
    AppendTo(&description, StrCat(name, " ", version, ";"));
    AppendTo(&opened, StrCat(opened.empty() ? "" : ",", name));
  }
  if (devices.empty()) return missing;
  NNAdapterContext* context = nullptr;
  LITE_RETURN_IF_ERROR(
      CheckCall(api->NNAdapterContext_create(devices.data(), static_cast<uint32_t>(devices.size()),
                                             settings.context_properties.c_str(),
                                             settings.context_callback, &context),
                "NNAdapterContext_create")
          .WithContext(opened));
  auto* set = new Devices(api, Handle<NNAdapterContext>(context, api->NNAdapterContext_destroy));
  set->description_ = StrCat(description, settings.context_properties);
  set->names_ = opened;
  return std::shared_ptr<const Devices>(set);
}

Result<std::unique_ptr<CompiledSubgraph>> Program::Compile(
    const SubBlock& block, std::shared_ptr<const Devices> devices,
    const operators::SubgraphSettings& settings) {
  LITE_ASSIGN_OR_RETURN(const Builder::Model model, ModelOf(devices->api(), block, nullptr));
  LITE_ASSIGN_OR_RETURN(std::unique_ptr<Program> program,
                        CompileModel(model, block, std::move(devices), settings));
  return std::unique_ptr<CompiledSubgraph>(std::move(program));
}

Result<std::unique_ptr<CompiledSubgraph>> Program::CompileForAll(
    const std::vector<std::vector<DDim>>& shapes, SubBlock* block,
    std::shared_ptr<const Devices> devices, const operators::SubgraphSettings& settings) {
  ShapeRows rows;
  for (const std::vector<DDim>& row : shapes) {
    LITE_RETURN_IF_ERROR(block->InferShapesOf(row));
    Recording recording;
    LITE_ASSIGN_OR_RETURN(const Builder::Model model, ModelOf(devices->api(), *block, &recording));
    if (!model.rows.empty()) return Unsupported("values decide how many rows a result has");
    LITE_RETURN_IF_ERROR(rows.Add(std::move(recording), model));
  }
  LITE_ASSIGN_OR_RETURN(const Builder::Model model, rows.Build(&devices->api()));
  LITE_ASSIGN_OR_RETURN(std::unique_ptr<Program> program,
                        CompileModel(model, *block, std::move(devices), settings));
  program->shapes_ = shapes;
  return std::unique_ptr<CompiledSubgraph>(std::move(program));
}

bool Program::Serves(const std::vector<DDim>& shapes) const {
  return std::find(shapes_.begin(), shapes_.end(), shapes) != shapes_.end();
}

Result<std::unique_ptr<Program>> Program::CompileModel(
    const Builder::Model& model, const SubBlock& block, std::shared_ptr<const Devices> devices,
    const operators::SubgraphSettings& settings) {
  const Api& api = devices->api();
  LITE_RETURN_IF_ERROR(CheckSupported(*devices, model.handle.get(), model.operations));

  Digest digest;
  digest.AddText(model.digest);
  digest.AddText(devices->description());
  const std::string token = digest.ToString();
  const auto cached = settings.cache_buffers.find(token);
  const bool has_buffer = cached != settings.cache_buffers.end();
  const bool has_dir = !settings.cache_dir.empty();
  if (has_buffer || has_dir || !settings.cache_buffers.empty()) {
    LITE_LOG_INFO("NNAdapter: the program of ", block.Ops().size(), " operators has the token ",
                  token);
  }
  NNAdapterCompilation* created = nullptr;
  LITE_RETURN_IF_ERROR(
      CheckCall(api.NNAdapterCompilation_create(
                    model.handle.get(), has_dir || has_buffer ? token.c_str() : nullptr,
                    has_buffer ? const_cast<char*>(cached->second.data()) : nullptr,
                    has_buffer ? static_cast<uint32_t>(cached->second.size()) : 0,
                    has_dir ? settings.cache_dir.c_str() : nullptr, devices->context(), &created),
                "NNAdapterCompilation_create"));
  Handle<NNAdapterCompilation> compilation(created, api.NNAdapterCompilation_destroy);
  LITE_RETURN_IF_ERROR(
      CheckCall(api.NNAdapterCompilation_finish(created), "NNAdapterCompilation_finish")
          .WithContext(devices->names()));
  NNAdapterExecution* execution = nullptr;
  LITE_RETURN_IF_ERROR(
      CheckCall(api.NNAdapterExecution_create(created, &execution), "NNAdapterExecution_create"));
  Handle<NNAdapterExecution> owned(execution, api.NNAdapterExecution_destroy);
  std::unique_ptr<Program> program(
      new Program(std::move(devices), std::move(compilation), std::move(owned)));
  LITE_RETURN_IF_ERROR(program->Bind(block, model));
  return program;
}

Status Program::Bind(const SubBlock& block, const Builder::Model& model) {
  const Api& api = devices_->api();
  const std::vector<const Tensor*>& inputs = model.inputs;
  const std::vector<SubBlock::Value> values = block.Inputs();
  for (size_t i = 0; i < inputs.size(); ++i) {
    const auto value =
        std::find_if(values.begin(), values.end(),
                     [&](const SubBlock::Value& known) { return known.inside == inputs[i]; });
    if (value == values.end() || value->outside == nullptr) {
      return Internal("an operand of shape ", inputs[i]->dims(), " has no value");
    }
    LITE_RETURN_IF_ERROR(
        CheckCall(api.NNAdapterExecution_setInput(execution_.get(), static_cast<int32_t>(i),
                                                  const_cast<Tensor*>(value->outside), &ReadInput),
                  "NNAdapterExecution_setInput"));
  }
  int32_t index = 0;
  const auto bind = [&](Tensor* tensor, void* (*access)(void*, NNAdapterOperandType*)) {
    return CheckCall(api.NNAdapterExecution_setOutput(execution_.get(), index++, tensor, access),
                     "NNAdapterExecution_setOutput");
  };
  rows_ = model.rows;
  for (const SubBlock::Value& value : block.Results()) {
    LITE_RETURN_IF_ERROR(
        bind(value.result, RowsOf(value.inside) == nullptr ? &WriteResult : &WriteRows));
  }
  counts_.resize(model.counts);
  for (Tensor& counts : counts_) {
    counts.set_precision(PrecisionType::kInt32);
    LITE_RETURN_IF_ERROR(bind(&counts, &WriteRows));
  }
  return OkStatus();
}

const Builder::Rows* Program::RowsOf(const Tensor* inside) const {
  for (const Builder::Rows& rows : rows_) {
    if (rows.tensor == inside) return &rows;
  }
  return nullptr;
}

Status Program::FinishRows(const Builder::Rows& rows, Tensor* result) const {
  result->set_lod({});
  const int64_t total = result->dims()[0];
  if (rows.counts != Builder::Rows::kNoCounts) {
    const Tensor& counts = counts_[rows.counts];
    std::vector<uint64_t> offsets = {0};
    for (int64_t i = 0; i < counts.numel(); ++i) {
      const int32_t count = counts.data<int32_t>()[i];
      if (count < 0) return Internal(devices_->names(), ": image ", i, " has ", count, " rows");
      offsets.push_back(offsets.back() + static_cast<uint64_t>(count));
    }
    if (offsets.back() != static_cast<uint64_t>(total)) {
      return Internal(devices_->names(), ": a result has ", total, " rows, its images have ",
                      offsets.back());
    }
    result->set_lod({offsets});
  }
  if (total != 0 || !rows.marks_nothing) return OkStatus();
  result->Resize(DDim{1, 1});
  LITE_RETURN_IF_ERROR(result->Allocate(PrecisionType::kFloat));
  *result->mutable_data<float>() = -1;
  result->set_lod({{0, 1}});
  return OkStatus();
}

Status Program::Run(const SubBlock& block, const RunContext&) {
  LITE_RETURN_IF_ERROR(CheckCall(devices_->api().NNAdapterExecution_compute(execution_.get()),
                                 "NNAdapterExecution_compute")
                           .WithContext(devices_->names()));
  if (rows_.empty()) return OkStatus();
  for (const SubBlock::Value& value : block.Results()) {
    const Builder::Rows* const rows = RowsOf(value.inside);
    if (rows != nullptr) LITE_RETURN_IF_ERROR(FinishRows(*rows, value.result));
  }
  return OkStatus();
}

}  // namespace paddle::lite::kernels::nnadapter
