// Programs of a model on the devices of a context.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "lite/backends/nnadapter/core/archive.h"
#include "lite/backends/nnadapter/core/status.h"
#include "lite/backends/nnadapter/runtime/cache_file.h"
#include "lite/backends/nnadapter/runtime/device.h"
#include "lite/backends/nnadapter/runtime/model.h"
#include "lite/backends/nnadapter/runtime/partition.h"

namespace nnadapter::runtime {

// Whether any device of the context supports each operation, in the order in which they were added.
Status SupportedOperations(const Model& model, const Context& context, std::vector<bool>* flags);

// Destroys itself on its device.
class Program {
 public:
  Program(const DeviceContext* device, void* program) : device_(device), program_(program) {}
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { device_->DestroyProgram(program_); }

  const DeviceContext& device() const { return *device_; }
  Status Execute(std::vector<core::Argument>* inputs, std::vector<core::Argument>* outputs);

  ModelPointer model;  // lives as long as the program, in case that the driver points into it
  std::vector<int32_t> input_indexes, output_indexes;
  TypeList input_types, output_types;

 private:
  const DeviceContext* device_;
  void* program_;
  std::mutex mutex_;  // calls on one program never overlap
};

// What may be given to a compilation besides the model.
struct CacheSource {
  std::string token, dir;
  Bytes buffer;
};

class Compilation {
 public:
  Compilation(std::shared_ptr<const Model> model, CacheSource cache,
              std::shared_ptr<const Context> context)
      : model_(std::move(model)), cache_(std::move(cache)), context_(std::move(context)) {}

  Status Finish();
  bool finished() const { return finished_; }
  const TypeList& input_types() const { return input_types_; }
  const TypeList& output_types() const { return output_types_; }
  // Copies for the caller, whose writes do not reach the programs.
  TypeList& shown_input_types() { return shown_input_types_; }
  TypeList& shown_output_types() { return shown_output_types_; }
  const std::vector<std::unique_ptr<Program>>& programs() const { return programs_; }
  // After the first successful execution: writes the cache.
  void SaveCache();

 private:
  bool caching() const { return !cache_.token.empty() && !cache_.dir.empty(); }
  Status Restore(bool* restored);
  Status RestoreFrom(const Bytes& bytes);
  Status Build();
  Status OpenFallback();
  Status AssignDevices(std::vector<size_t>* device_of);
  Status BuildPart(Part part);
  const DeviceContext& DeviceOf(size_t index) const;

  // Programs are destroyed before contexts.
  std::shared_ptr<const Model> model_;
  CacheSource cache_;
  std::shared_ptr<const Context> context_;
  std::unique_ptr<DeviceContext> fallback_;  // built-in, for what no device of the context supports
  bool started_ = false, finished_ = false;
  Bytes model_hash_;
  TypeList input_types_, output_types_, shown_input_types_, shown_output_types_;
  std::vector<std::unique_ptr<Program>> programs_;
  std::mutex save_mutex_;
  bool save_ = false;
  std::vector<Bytes> buffers_;  // of the programs, until they are saved
};

}  // namespace nnadapter::runtime
