#include "lite/model/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>

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

int64_t Nanoseconds(const struct timespec& time) {
  return int64_t{time.tv_sec} * 1000000000 + time.tv_nsec;
}

// False with errno set; the errno of a file that ends early is 0.
bool ReadExactly(int fd, uint64_t offset, size_t bytes, void* to, size_t* done) {
  for (*done = 0; *done < bytes;) {
    const ssize_t count = ::pread(fd, static_cast<char*>(to) + *done, bytes - *done,
                                  static_cast<off_t>(offset + *done));
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) errno = 0;
    if (count <= 0) return false;
    *done += static_cast<size_t>(count);
  }
  return true;
}

// A number that follows from pieces spread over the file: another network of the same size has
// another one.
uint64_t SampleContent(int fd, uint64_t size) {
  constexpr uint64_t kSamples = 16;
  constexpr size_t kSampleBytes = 64;
  uint64_t sum = 0xcbf29ce484222325;
  for (uint64_t i = 0; i < kSamples; ++i) {
    unsigned char sample[kSampleBytes];
    const uint64_t offset = size / kSamples * i;
    const auto bytes = static_cast<size_t>(std::min<uint64_t>(kSampleBytes, size - offset));
    size_t done = 0;
    // What cannot be read counts as nothing here; reading it for its content fails.
    ReadExactly(fd, offset, bytes, sample, &done);
    for (size_t j = 0; j < done; ++j) sum = (sum ^ sample[j]) * 0x100000001b3;
  }
  return sum;
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

// What tells whether two descriptors are of one file with one content.
struct OpenFile::Identity {
  explicit Identity(const struct stat& info)
      : device(info.st_dev),
        number(info.st_ino),
        size(static_cast<uint64_t>(info.st_size)),
#ifdef __APPLE__
        written_ns(Nanoseconds(info.st_mtimespec)),
        changed_ns(Nanoseconds(info.st_ctimespec)) {
  }
#else
        written_ns(Nanoseconds(info.st_mtim)),
        changed_ns(Nanoseconds(info.st_ctim)) {
  }
#endif
  bool operator==(const Identity& other) const {
    return device == other.device && number == other.number && size == other.size &&
           written_ns == other.written_ns && changed_ns == other.changed_ns;
  }

  dev_t device;
  ino_t number;
  uint64_t size;
  int64_t written_ns;  // can be set to any time
  int64_t changed_ns;  // cannot, but changes when the file is renamed, too
};

OpenFile::OpenFile(std::string path) : path_(std::move(path)) {}

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
  std::shared_ptr<OpenFile> opened(new OpenFile(path));
  opened->identity_ = std::make_unique<Identity>(info);
  opened->size_ = opened->identity_->size;

  // Descriptors are few, and some programs run many predictors of one model.
  static std::mutex mutex;
  static auto* const files = new std::vector<std::weak_ptr<const OpenFile>>;
  const std::lock_guard<std::mutex> lock(mutex);
  size_t kept = 0;
  std::shared_ptr<const OpenFile> same;
  for (std::weak_ptr<const OpenFile>& entry : *files) {
    std::shared_ptr<const OpenFile> other = entry.lock();
    if (other == nullptr) continue;
    if (other->path_ == path && *other->identity_ == *opened->identity_) same = std::move(other);
    (*files)[kept++].swap(entry);
  }
  files->resize(kept);
  if (same != nullptr) return same;
  files->push_back(opened);
  opened->samples_ = SampleContent(file.get(), opened->size_);
  opened->fd_ = file.Release();
  return std::shared_ptr<const OpenFile>(std::move(opened));
}

OpenFile::~OpenFile() {
  if (fd_ >= 0) ::close(fd_);
}

Status OpenFile::ReadAt(uint64_t offset, size_t bytes, void* to) const {
  size_t done = 0;
  if (ReadExactly(fd_, offset, bytes, to, &done)) return OkStatus();
  if (errno != 0) return SystemError("cannot read", path_, errno);
  return IoError("cannot read ", path_, ": it ends after ", offset + done, " of ", offset + bytes,
                 " bytes");
}

Status OpenFile::CheckUnchanged() const {
  struct stat info;
  if (::fstat(fd_, &info) != 0) return SystemError("cannot examine", path_, errno);
  const Identity now(info);
  const bool same =
      now.size == size_ && now.written_ns == identity_->written_ns &&
      (now.changed_ns == identity_->changed_ns || SampleContent(fd_, size_) == samples_);
  return same ? OkStatus() : FailedPrecondition(path_, " was modified after it was opened");
}

// Does not map the file itself: if a card or a network fails, or the file is truncated, reading
// mapped memory would terminate the process.
Result<std::unique_ptr<LoadedFile>> LoadedFile::Load(const OpenFile& file) {
  if (file.size() > SIZE_MAX) {
    return ResourceExhausted("cannot read ", file.path(), ": ", file.size(),
                             " bytes do not fit in memory");
  }
  const auto size = static_cast<size_t>(file.size());
  if (size == 0) return std::unique_ptr<LoadedFile>(new LoadedFile(file, 0));
  std::unique_ptr<LoadedFile> loaded(new LoadedFile(file, size));
  void* memory = Map(size);
  if (memory == nullptr) {
    return ResourceExhausted("cannot read ", file.path(), ": no memory for its ", size, " bytes");
  }
  loaded->bytes_ = std::string_view(static_cast<const char*>(memory), size);
  return loaded;
}

LoadedFile::LoadedFile(const OpenFile& file, size_t size)
    : file_(file), present_((size + kPiece - 1) / kPiece) {}

Status LoadedFile::Need(size_t offset, size_t count) {
  const size_t end = offset + std::min(count, bytes_.size() - std::min(offset, bytes_.size()));
  for (size_t piece = offset / kPiece; piece * kPiece < end; ++piece) {
    if (present_[piece]) continue;
    const size_t first = piece;
    while (piece * kPiece < end && !present_[piece]) ++piece;
    const size_t begin = first * kPiece;
    const size_t bytes = std::min(piece * kPiece, bytes_.size()) - begin;
    LITE_RETURN_IF_ERROR(file_.ReadAt(begin, bytes, const_cast<char*>(bytes_.data()) + begin));
    std::fill(present_.begin() + first, present_.begin() + piece, true);
  }
  return OkStatus();
}

LoadedFile::~LoadedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

std::unique_ptr<PieceMemory> PieceMemory::Reserve(size_t bytes) {
  if (bytes == 0 || bytes > SIZE_MAX - kLargePage) return nullptr;
  std::unique_ptr<PieceMemory> piece(new PieceMemory(bytes));
  piece->mapped_ = Map(bytes + kLargePage);
  if (piece->mapped_ == nullptr) return nullptr;
  piece->data_ =
      reinterpret_cast<void*>(RoundUp(reinterpret_cast<uintptr_t>(piece->mapped_), kLargePage));
#ifdef MADV_HUGEPAGE
  // Whole pages only, so that memory that was not requested is never touched. Failure is harmless.
  ::madvise(piece->data(), bytes / kLargePage * kLargePage, MADV_HUGEPAGE);
#endif
  return piece;
}

PieceMemory::~PieceMemory() {
  if (mapped_ != nullptr) ::munmap(mapped_, size_ + kLargePage);
}

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
