// The operating system's calls that file.cc needs. A call that fails sets errno.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace paddle::lite::model {

enum class FileKind { kRegular, kFolder, kOther };

struct FileInfo {
  FileKind kind = FileKind::kOther;
  // The file's identity.
  uint64_t device = 0;
  uint64_t number = 0;
  uint64_t size = 0;
  int64_t written_ns = 0;  // can be set to any time
  int64_t changed_ns = 0;  // cannot, but also changes when the file is renamed
};

// What separates folders in a path.
#ifdef _WIN32
constexpr char kSeparators[] = "/\\";
#else
constexpr char kSeparators[] = "/";
#endif

// True if the system does not look the name up in the current folder.
bool IsAbsolutePath(const std::string& path);

// Opening never waits, neither for the writer of a pipe. The descriptor, or -1.
int OpenToRead(const std::string& path);
// An existing device or pipe.
int OpenToWrite(const std::string& path);
int CreateFile(const std::string& path);
bool CloseFile(int fd);

// The number of bytes read from `offset` on, 0 at the end, -1 on failure.
int64_t ReadFileAt(int fd, uint64_t offset, size_t bytes, void* to);
int64_t WriteFile(int fd, const void* from, size_t bytes);
// Waits until what was written is on the disk.
bool FlushFile(int fd);

bool GetFileInfo(const std::string& path, FileInfo* info);
bool GetFileInfo(int fd, FileInfo* info);
// Replaces an existing file.
bool RenameFile(const std::string& from, const std::string& to);
void RemoveFile(const std::string& path);
bool MakeFolder(const std::string& path);

int64_t ProcessNumber();

// Memory from the system: zeros that occupy no memory until touched; null if there is none.
void* MapMemory(size_t bytes);
void UnmapMemory(void* memory, size_t bytes);
// Whole pages of the size that the system has for large blocks, if it has any.
void UseLargePages(void* memory, size_t bytes);
// The content is lost, and occupies no memory any more where the system can do that.
void DropMemory(void* memory, size_t bytes);

}  // namespace paddle::lite::model
