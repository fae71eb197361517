#include "lite/model/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "lite/base/checked_math.h"

namespace paddle::lite::model {

namespace {

Status SystemError(const char* action, const std::string& path, int error) {
  const std::string text = StrCat(action, " ", path, ": ", std::strerror(error));
  if (error == ENOENT || error == ENOTDIR) return NotFound(text);
  return IoError(text);
}

// Unit of reading of LoadedFile.
constexpr size_t kPiece = 4096;

constexpr size_t kLargePage = size_t{2} << 20;

// Memory from the system: zeros that occupy no memory until touched; null if there is none.
void* Map(size_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

// Closes the descriptor unless it was released.
class FileHandle {
 public:
  explicit FileHandle(int fd) : fd_(fd) {}
  ~FileHandle() {
    if (fd_ >= 0) ::close(fd_);
  }
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;
  int get() const { return fd_; }
  // Transfers the descriptor to the caller.
  int Release() {
    const int fd = fd_;
    fd_ = -1;
    return fd;
  }
  // Reports errors of close(): network file systems may report a failed write only then.
  bool Close() { return ::close(Release()) == 0; }

 private:
  int fd_;
};

// Time of the last change of the content.
int64_t ChangedAt(const struct stat& info) {
#ifdef __APPLE__
  const struct timespec& time = info.st_mtimespec;
#else
  const struct timespec& time = info.st_mtim;
#endif
  return int64_t{time.tv_sec} * 1000000000 + time.tv_nsec;
}

// False with errno set.
bool WriteAll(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    content.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// A device or pipe is written directly, because a rename would replace it by a file.
Status WriteToDevice(const std::string& path, std::string_view content) {
  FileHandle file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return SystemError("cannot open", path, errno);
  if (WriteAll(file.get(), content) && file.Close()) return OkStatus();
  return SystemError("cannot write", path, errno);
}

}  // namespace

bool FileExists(const std::string& path) {
  struct stat info;
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

bool DirectoryExists(const std::string& path) {
  struct stat info;
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

bool StaysBelow(const std::string& name) {
  if (name.empty() || name[0] == '/') return false;
  for (const auto& part : SplitString(name, '/')) {
    if (part == "..") return false;
  }
  return true;
}

Result<std::string> ReadFile(const std::string& path) {
  LITE_ASSIGN_OR_RETURN(const std::shared_ptr<const OpenFile> file, OpenFile::Open(path));
  std::string content;
  if (file->size() > content.max_size()) {
    return ResourceExhausted("cannot read ", path, ": ", file->size(),
                             " bytes do not fit in memory");
  }
  content.resize(static_cast<size_t>(file->size()));
  LITE_RETURN_IF_ERROR(file->ReadAt(0, content.size(), content.data()));
  return content;
}

Result<std::shared_ptr<const OpenFile>> OpenFile::Open(const std::string& path) {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return SystemError("cannot open", path, errno);
  struct stat info;
  if (::fstat(file.get(), &info) != 0) return SystemError("cannot examine", path, errno);
  if (S_ISDIR(info.st_mode)) {
    return InvalidArgument("cannot read ", path, ": it is a folder, but a file is expected");
  }
  if (!S_ISREG(info.st_mode)) {
    return InvalidArgument("cannot read ", path, ": it is not a regular file");
  }
  return std::shared_ptr<const OpenFile>(
      new OpenFile(path, file.Release(), static_cast<uint64_t>(info.st_size), ChangedAt(info)));
}

OpenFile::~OpenFile() { ::close(fd_); }

Status OpenFile::ReadAt(uint64_t offset, size_t bytes, void* to) const {
  size_t done = 0;
  while (done < bytes) {
    const ssize_t count = ::pread(fd_, static_cast<char*>(to) + done, bytes - done,
                                  static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError("cannot read", path_, errno);
    if (count == 0) {
      return IoError("cannot read ", path_, ": it ends after ", offset + done, " of ",
                     offset + bytes, " bytes");
    }
    done += static_cast<size_t>(count);
  }
  return OkStatus();
}

Status OpenFile::CheckUnchanged() const {
  struct stat info;
  if (::fstat(fd_, &info) != 0) return SystemError("cannot examine", path_, errno);
  if (static_cast<uint64_t>(info.st_size) == size_ && ChangedAt(info) == changed_ns_) {
    return OkStatus();
  }
  return FailedPrecondition(path_, " was modified after it was opened");
}

// Does not map the file itself: if a card or a network fails, or the file is truncated, reading
// mapped memory would terminate the process.
Result<std::unique_ptr<LoadedFile>> LoadedFile::Load(const OpenFile& file) {
  if (file.size() > SIZE_MAX) {
    return ResourceExhausted("cannot read ", file.path(), ": ", file.size(),
                             " bytes do not fit in memory");
  }
  const auto size = static_cast<size_t>(file.size());
  if (size == 0) return std::unique_ptr<LoadedFile>(new LoadedFile(file, std::string_view()));
  void* memory = Map(size);
  if (memory == nullptr) {
    return ResourceExhausted("cannot read ", file.path(), ": no memory for its ", size, " bytes");
  }
  return std::unique_ptr<LoadedFile>(
      new LoadedFile(file, std::string_view(static_cast<const char*>(memory), size)));
}

LoadedFile::LoadedFile(const OpenFile& file, std::string_view bytes)
    : file_(file), bytes_(bytes), present_((bytes.size() + kPiece - 1) / kPiece) {}

Status LoadedFile::Need(size_t offset, size_t count) {
  const size_t end = offset + std::min(count, bytes_.size() - std::min(offset, bytes_.size()));
  for (size_t piece = offset / kPiece; piece * kPiece < end; ++piece) {
    if (present_[piece]) continue;
    const size_t begin = piece * kPiece;
    while (piece * kPiece < end && !present_[piece]) present_[piece++] = true;
    const size_t bytes = std::min(piece * kPiece, bytes_.size()) - begin;
    LITE_RETURN_IF_ERROR(file_.ReadAt(begin, bytes, const_cast<char*>(bytes_.data()) + begin));
  }
  return OkStatus();
}

LoadedFile::~LoadedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

std::unique_ptr<PieceMemory> PieceMemory::Reserve(size_t bytes) {
  if (bytes == 0 || bytes > SIZE_MAX - kLargePage) return nullptr;
  void* memory = Map(bytes + kLargePage);
  if (memory == nullptr) return nullptr;
  std::unique_ptr<PieceMemory> piece(new PieceMemory(memory, bytes));
#ifdef MADV_HUGEPAGE
  // Whole pages only, so that memory that was not requested is never touched. Failure is harmless.
  ::madvise(piece->data(), bytes / kLargePage * kLargePage, MADV_HUGEPAGE);
#endif
  return piece;
}

PieceMemory::PieceMemory(void* mapped, size_t size)
    : mapped_(mapped),
      data_(reinterpret_cast<void*>(RoundUp(reinterpret_cast<uintptr_t>(mapped), kLargePage))),
      size_(size) {}

PieceMemory::~PieceMemory() { ::munmap(mapped_, size_ + kLargePage); }

void PieceMemory::Forget(size_t used, size_t kept) {
  kept = RoundUp(kept, kLargePage);
  if (used > kept) ::madvise(static_cast<char*>(data_) + kept, used - kept, MADV_DONTNEED);
}

Status WriteFileAtomically(const std::string& path, std::string_view content) {
  if (path.empty()) return InvalidArgument("cannot write a file without a name");
  struct stat existing;
  if (::stat(path.c_str(), &existing) == 0) {
    if (S_ISDIR(existing.st_mode)) {
      return InvalidArgument("cannot write ", path, ": it is a folder");
    }
    if (!S_ISREG(existing.st_mode)) return WriteToDevice(path, content);
  }
  // One name per process, so that two writers of the same file never share a temporary file.
  const std::string temporary = StrCat(path, ".tmp", static_cast<int64_t>(::getpid()));
  FileHandle file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0) return SystemError("cannot create", temporary, errno);
  const bool written = WriteAll(file.get(), content) && ::fsync(file.get()) == 0 && file.Close() &&
                       ::rename(temporary.c_str(), path.c_str()) == 0;
  if (written) return OkStatus();
  const int error = errno;
  ::unlink(temporary.c_str());
  return SystemError("cannot write", path, error);
}

std::string JoinPath(const std::string& dir, const std::string& name) {
  return dir.empty() || dir.back() == '/' ? dir + name : dir + "/" + name;
}

Status MakeDirectories(const std::string& path) {
  for (size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    const std::string prefix = path.substr(0, end);
    if (prefix.empty() || DirectoryExists(prefix)) continue;
    if (::mkdir(prefix.c_str(), 0777) != 0 && !(errno == EEXIST && DirectoryExists(prefix))) {
      return SystemError("cannot create folder", prefix, errno);
    }
  }
  return OkStatus();
}

}  // namespace paddle::lite::model
