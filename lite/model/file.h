// File input and output for all model formats.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lite/base/status.h"

namespace paddle::lite::model {

bool FileExists(const std::string& path);
bool DirectoryExists(const std::string& path);

// True if a file of this name is inside the folder in which it is looked up: the name of a
// parameter, which becomes a path, must not lead out of the model's folder.
bool StaysBelow(const std::string& name);

// The content of a regular file, with the path and the operating system's reason on failure.
Result<std::string> ReadFile(const std::string& path);

// A regular file that is kept open: its bytes can be read in pieces at any time, even if the file
// is removed or replaced meanwhile. Can be read from several threads. Opening a file that is open
// already returns the same object, so that there is one descriptor for each file.
class OpenFile {
 public:
  static Result<std::shared_ptr<const OpenFile>> Open(const std::string& path);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  const std::string& path() const { return path_; }
  uint64_t size() const { return size_; }
  // Exactly `bytes` bytes from `offset` on.
  Status ReadAt(uint64_t offset, size_t bytes, void* to) const;
  // Fails if the file was modified after it was opened: compares size and modification time and, if
  // that time may have been set back, a few samples of the content.
  Status CheckUnchanged() const;

 private:
  struct Identity;

  explicit OpenFile(std::string path);

  std::string path_;
  int fd_ = -1;
  uint64_t size_ = 0;
  std::unique_ptr<Identity> identity_;
  uint64_t samples_ = 0;
};

// The bytes of a file in separate memory, of which only the requested ones are read.
class LoadedFile {
 public:
  // `file` must outlive the result.
  static Result<std::unique_ptr<LoadedFile>> Load(const OpenFile& file);
  ~LoadedFile();
  LoadedFile(const LoadedFile&) = delete;
  LoadedFile& operator=(const LoadedFile&) = delete;

  // The whole file. Only ranges passed to Need may be accessed.
  std::string_view bytes() const { return bytes_; }
  // The file offset of a part of bytes().
  size_t OffsetOf(std::string_view part) const {
    return static_cast<size_t>(part.data() - bytes_.data());
  }
  // Reads the bytes of this range that the file has.
  Status Need(size_t offset, size_t count);
  // Reads the bytes to another buffer.
  Status ReadTo(size_t offset, size_t count, void* to) const {
    return file_.ReadAt(offset, count, to);
  }

 private:
  LoadedFile(const OpenFile& file, size_t size);

  const OpenFile& file_;
  std::string_view bytes_;
  std::vector<bool> present_;  // pieces that have been read
};

// Memory for one piece of a file at a time. Memory of a large piece is returned to the system
// instead of being kept in the heap.
class PieceMemory {
 public:
  // Null if the system is out of memory.
  static std::unique_ptr<PieceMemory> Reserve(size_t bytes);
  ~PieceMemory();
  PieceMemory(const PieceMemory&) = delete;
  PieceMemory& operator=(const PieceMemory&) = delete;

  void* data() const { return data_; }
  size_t size() const { return size_; }
  // Discards the first `used` bytes; keeps at most `kept` bytes of memory for the next piece.
  void Forget(size_t used, size_t kept);

 private:
  explicit PieceMemory(size_t size) : size_(size) {}

  void* mapped_ = nullptr;
  void* data_ = nullptr;
  size_t size_;
};

// Writes `content` to `path` through a temporary file in the same folder and a rename: on failure,
// the old file is unchanged and no partial file remains. Parent folders must exist.
Status WriteFileAtomically(const std::string& path, std::string_view content);

std::string JoinPath(const std::string& dir, const std::string& name);

// Like mkdir -p.
Status MakeDirectories(const std::string& path);

}  // namespace paddle::lite::model
