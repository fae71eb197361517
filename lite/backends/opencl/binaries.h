// Files that keep what a device has made for later processes: compiled programs, and forms of work
// groups. They are read as a whole and believed only if they are complete and were made for the
// same device, driver and sources.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "lite/base/status.h"

namespace paddle::lite::opencl {

using Binaries = std::map<std::string, std::string>;  // by file and options

// FNV-1a, from where an earlier digest ended.
constexpr uint64_t kDigestOfNothing = 0xcbf29ce484222325u;
uint64_t Digest(const void* bytes, size_t count, uint64_t digest = kDigestOfNothing);
inline uint64_t Digest(const std::string& bytes) { return Digest(bytes.data(), bytes.size()); }

// Fails with kNotFound without a file, with kFailedPrecondition for a pipe or a device, and with
// kDataLoss for a file that is damaged or was made for something else.
Result<Binaries> ReadBinaries(const std::string& path, const std::string& identity);
// Replaces the file at once: readers see the old or the new one.
Status WriteBinaries(const std::string& path, const std::string& identity,
                     const Binaries& binaries);

// Texts by key, in memory and in a file. Its functions may be called by several threads.
class KeptFile {
 public:
  // `what` is the name of the texts in messages.
  explicit KeptFile(const char* what) : what_(what) {}

  // From now on the texts are those of the file, as far as it was made for `identity`; "" keeps
  // nothing.
  void Open(const std::string& path, std::string identity);
  bool is_open() const;
  // False if there is none.
  bool Find(const std::string& key, std::string* text) const;
  void Keep(const std::string& key, std::string text);
  void Drop(const std::string& key);
  // Writes the file if something was kept since; logs a failure.
  void Save();

 private:
  const char* const what_;
  mutable std::mutex mutex_;
  std::string path_, identity_;
  Binaries texts_;
  bool unsaved_ = false;
};

}  // namespace paddle::lite::opencl
