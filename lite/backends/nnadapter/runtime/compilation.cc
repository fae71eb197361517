#include "lite/backends/nnadapter/runtime/compilation.h"

#include <utility>

#include "nnadapter/utility/logging.h"

namespace nnadapter::runtime {
namespace {

constexpr char kFallback[] = "builtin_device";

}  // namespace

Status SupportedOperations(const Model& model, const Context& context, std::vector<bool>* flags) {
  if (!model.finished()) return InvalidParameter("the model is not finished");
  std::vector<bool> any(model.order().size(), false);
  for (const auto& device : context.devices) {
    Part part;
    NNADAPTER_RETURN_IF_ERROR(WholeModel(model.core(), model.order(), &part));
    std::vector<bool> supported;
    NNADAPTER_RETURN_IF_ERROR(device->Validate(*part.model, &supported));
    for (size_t i = 0; i < any.size(); ++i) any[i] = any[i] || supported[i];
  }
  flags->clear();
  for (int position : model.positions()) {
    flags->push_back(position < 0 || any[static_cast<size_t>(position)]);
  }
  return Status();
}

Status Program::Execute(std::vector<core::Argument>* inputs, std::vector<core::Argument>* outputs) {
  std::lock_guard<std::mutex> lock(mutex_);
  return device_->ExecuteProgram(program_, inputs, outputs);
}

Status Compilation::Finish() {
  if (started_) return InvalidParameter("the compilation is already finished");
  started_ = true;
  if (model_ && !model_->finished()) {
    started_ = false;
    return InvalidParameter("the model is not finished");
  }
  const bool from_cache = !cache_.buffer.empty() || caching();
  if (!model_ && !from_cache) {
    return InvalidParameter("there is no model, no cache buffer, and no token with a directory");
  }
  if (!cache_.token.empty()) NNADAPTER_RETURN_IF_ERROR(CheckToken(cache_.token));
  // Before any driver runs: the caller may destroy the model after this function.
  if (model_ && from_cache) model_hash_ = HashModel(model_->core(), model_->order());
  bool restored = false;
  if (from_cache) NNADAPTER_RETURN_IF_ERROR(Restore(&restored));
  if (!restored) NNADAPTER_RETURN_IF_ERROR(Build());
  NNADAPTER_RETURN_IF_ERROR(shown_input_types_.AddAll(input_types_));
  NNADAPTER_RETURN_IF_ERROR(shown_output_types_.AddAll(output_types_));
  finished_ = true;
  return Status();
}

// A cache that is not valid is an error without a model only.
Status Compilation::Restore(bool* restored) {
  Bytes bytes = std::move(cache_.buffer);
  cache_.buffer.clear();
  Status status;
  if (bytes.empty()) {
    if (model_ && !CacheFileExists(cache_.dir, cache_.token)) return Status();
    status = ReadCacheFile(cache_.dir, cache_.token, &bytes);
  }
  if (status.ok()) status = RestoreFrom(bytes);
  *restored = status.ok();
  if (status.ok()) return Status();
  programs_.clear();
  if (!model_) return status.With("the cache is not used: ");
  NNADAPTER_LOG(WARNING) << "the cache is not used, the model is compiled: " << status.message();
  return Status();
}

Status Compilation::RestoreFrom(const Bytes& bytes) {
  CachedModel cached;
  NNADAPTER_RETURN_IF_ERROR(ReadCache(bytes.data(), bytes.size(), *context_, model_hash_, &cached));
  for (CachedProgram& stored : cached.programs) {
    const DeviceContext* device = nullptr;
    for (const auto& candidate : context_->devices) {
      if (candidate->name() == stored.device) device = candidate.get();
    }
    if (!device && stored.device == kFallback) {
      NNADAPTER_RETURN_IF_ERROR(OpenFallback());
      device = fallback_.get();
    }
    if (!device) {
      return DeviceNotFound("it was written for the device ", stored.device,
                            ", which is not in the context");
    }
    if (device->driver().device().version != stored.device_version) {
      return InvalidParameter("it was written for version ", stored.device_version, " of ",
                              stored.device);
    }
    core::Cache cache;
    cache.token = cache_.token.c_str();
    cache.dir = cache_.dir.c_str();
    cache.input_types = stored.input_types.types();
    cache.output_types = stored.output_types.types();
    cache.buffer = std::move(stored.buffer);
    void* program = nullptr;
    NNADAPTER_RETURN_IF_ERROR(device->CreateProgram(nullptr, &cache, &program));
    programs_.push_back(std::make_unique<Program>(device, program));
    Program& restored = *programs_.back();
    restored.input_indexes = std::move(stored.input_indexes);
    restored.output_indexes = std::move(stored.output_indexes);
    restored.input_types = std::move(stored.input_types);
    restored.output_types = std::move(stored.output_types);
  }
  input_types_ = std::move(cached.input_types);
  output_types_ = std::move(cached.output_types);
  return Status();
}

const DeviceContext& Compilation::DeviceOf(size_t index) const {
  return index < context_->devices.size() ? *context_->devices[index] : *fallback_;
}

// The first device in the order of the context that supports an operation; the built-in one at the
// end, even if it is not in the context.
Status Compilation::AssignDevices(std::vector<size_t>* device_of) {
  const std::vector<const core::Operation*>& order = model_->order();
  Part whole;
  NNADAPTER_RETURN_IF_ERROR(WholeModel(model_->core(), order, &whole));
  const size_t none = context_->devices.size() + 1;
  device_of->assign(order.size(), none);
  size_t left = order.size();
  const auto assign = [&](const DeviceContext& device, size_t index) {
    std::vector<bool> supported;
    NNADAPTER_RETURN_IF_ERROR(device.Validate(*whole.model, &supported));
    for (size_t i = 0; i < order.size(); ++i) {
      if ((*device_of)[i] != none || !supported[i]) continue;
      (*device_of)[i] = index;
      --left;
    }
    return Status();
  };
  bool has_fallback = false;
  for (size_t i = 0; i < context_->devices.size(); ++i) {
    has_fallback = has_fallback || context_->devices[i]->name() == kFallback;
    NNADAPTER_RETURN_IF_ERROR(assign(*context_->devices[i], i));
  }
  if (left && !has_fallback) {
    NNADAPTER_RETURN_IF_ERROR(OpenFallback());
    NNADAPTER_RETURN_IF_ERROR(assign(*fallback_, context_->devices.size()));
  }
  for (size_t i = 0; left && i < order.size(); ++i) {
    if ((*device_of)[i] != none) continue;
    return FeatureNotSupported("no device supports the operation ", OperationName(order[i]->type));
  }
  return Status();
}

Status Compilation::OpenFallback() {
  if (fallback_) return Status();
  std::shared_ptr<Driver> driver;
  NNADAPTER_RETURN_IF_ERROR(AcquireDriver(kFallback, &driver));
  return DeviceContext::Create(std::move(driver), context_->properties.c_str(), context_->callback,
                               &fallback_);
}

Status Compilation::Build() {
  std::vector<Part> parts;
  if (context_->devices.size() == 1) {
    NNADAPTER_RETURN_IF_ERROR(WholeModel(model_->core(), model_->order(), &parts.emplace_back()));
  } else {
    std::vector<size_t> device_of;
    NNADAPTER_RETURN_IF_ERROR(AssignDevices(&device_of));
    NNADAPTER_RETURN_IF_ERROR(Partition(model_->core(), model_->order(), device_of, &parts));
  }
  NNADAPTER_RETURN_IF_ERROR(input_types_.AddAll(model_->core().input_operands));
  NNADAPTER_RETURN_IF_ERROR(output_types_.AddAll(model_->core().output_operands));
  for (Part& part : parts) NNADAPTER_RETURN_IF_ERROR(BuildPart(std::move(part)));
  save_ = caching();
  if (!save_) buffers_.clear();
  return Status();
}

Status Compilation::BuildPart(Part part) {
  const DeviceContext& device = DeviceOf(part.device);
  TypeList input_types, output_types;
  NNADAPTER_RETURN_IF_ERROR(input_types.AddAll(part.model->input_operands));
  NNADAPTER_RETURN_IF_ERROR(output_types.AddAll(part.model->output_operands));
  core::Cache cache;
  if (caching()) {
    cache.token = cache_.token.c_str();
    cache.dir = cache_.dir.c_str();
  }
  cache.input_types = input_types.types();
  cache.output_types = output_types.types();
  void* program = nullptr;
  NNADAPTER_RETURN_IF_ERROR(device.CreateProgram(part.model.get(), &cache, &program));
  programs_.push_back(std::make_unique<Program>(&device, program));
  Program& built = *programs_.back();
  built.model = std::move(part.model);
  built.input_indexes = std::move(part.input_indexes);
  built.output_indexes = std::move(part.output_indexes);
  built.input_types = std::move(input_types);
  built.output_types = std::move(output_types);
  buffers_.push_back(std::move(cache.buffer));
  return Status();
}

void Compilation::SaveCache() {
  std::lock_guard<std::mutex> lock(save_mutex_);
  if (!save_) return;
  save_ = false;
  const std::vector<Bytes> buffers = std::move(buffers_);
  buffers_.clear();
  CachedModel cached;
  const auto fill = [&] {
    cached.model_hash = model_hash_;
    NNADAPTER_RETURN_IF_ERROR(cached.input_types.AddAll(input_types_));
    NNADAPTER_RETURN_IF_ERROR(cached.output_types.AddAll(output_types_));
    for (size_t i = 0; i < programs_.size(); ++i) {
      const Program& program = *programs_[i];
      if (buffers[i].empty()) {
        return FeatureNotSupported("the device ", program.device().name(),
                                   " has no cache of its program");
      }
      CachedProgram& stored = cached.programs.emplace_back();
      stored.device = program.device().name();
      stored.device_version = program.device().driver().device().version;
      stored.input_indexes = program.input_indexes;
      stored.output_indexes = program.output_indexes;
      NNADAPTER_RETURN_IF_ERROR(stored.input_types.AddAll(program.input_types));
      NNADAPTER_RETURN_IF_ERROR(stored.output_types.AddAll(program.output_types));
      stored.buffer = buffers[i];
    }
    return WriteCacheFile(cache_.dir, cache_.token, WriteCache(cached, *context_));
  };
  const Status status = fill();
  if (!status.ok()) NNADAPTER_LOG(WARNING) << "no cache is written: " << status.message();
}

}  // namespace nnadapter::runtime
