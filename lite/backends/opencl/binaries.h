// A file of compiled programs. It is read as a whole and believed only if it is complete and made
// for the same device, driver and sources.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "lite/base/status.h"

namespace paddle::lite::opencl {

using Binaries = std::map<std::string, std::string>;  // by file and options

uint64_t Digest(const std::string& bytes);

// kNotFound if there is no file, kDataLoss if it is damaged or made for something else.
Result<Binaries> ReadBinaries(const std::string& path, const std::string& identity);
// Replaces the file at once: readers see the old or the new one.
Status WriteBinaries(const std::string& path, const std::string& identity,
                     const Binaries& binaries);

}  // namespace paddle::lite::opencl
