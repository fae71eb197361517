// Compiled programs as an archive, and its file <dir>/<token>.nnc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lite/backends/nnadapter/core/archive.h"
#include "lite/backends/nnadapter/core/status.h"
#include "lite/backends/nnadapter/runtime/device.h"

namespace nnadapter::runtime {

// A program of one device, and what it reads and writes (indexes as in partition.h).
struct CachedProgram {
  std::string device;
  int32_t device_version = 0;
  std::vector<int32_t> input_indexes, output_indexes;
  TypeList input_types, output_types;
  Bytes buffer;
};

struct CachedModel {
  TypeList input_types, output_types;
  Bytes model_hash;  // empty: of any model
  std::vector<CachedProgram> programs;
};

// A digest of 128 bits of a model, with the values of constants.
Bytes HashModel(const core::Model& model, const std::vector<const core::Operation*>& order);

Bytes WriteCache(const CachedModel& model, const Context& context);
// Checks everything that does not depend on the drivers' buffers: versions, devices and properties
// of the context, `model_hash` unless it is empty, indexes and their order.
Status ReadCache(const void* data, size_t size, const Context& context, const Bytes& model_hash,
                 CachedModel* model);

// A token is a part of a file's name: no separators.
Status CheckToken(const std::string& token);
bool CacheFileExists(const std::string& dir, const std::string& token);
Status ReadCacheFile(const std::string& dir, const std::string& token, Bytes* bytes);
// Under a temporary name in the same folder first, so that no reader sees a part of it.
Status WriteCacheFile(const std::string& dir, const std::string& token, const Bytes& bytes);

}  // namespace nnadapter::runtime
