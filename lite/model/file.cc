#include "lite/model/file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "lite/base/checked_math.h"
#include "lite/model/system_calls.h"

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

// Closes the descriptor unless it was released.
class FileHandle {
 public:
  explicit FileHandle(int fd) : fd_(fd) {}
  ~FileHandle() {
    if (fd_ >= 0) CloseFile(fd_);
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
  bool Close() { return CloseFile(Release()); }

 private:
  int fd_;
};

// False with errno set; the errno of a file that ends early is 0.
bool ReadExactly(int fd, uint64_t offset, size_t bytes, void* to, size_t* done) {
  for (*done = 0; *done < bytes;) {
    const int64_t count =
        ReadFileAt(fd, offset + *done, bytes - *done, static_cast<char*>(to) + *done);
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
    const int64_t written = WriteFile(fd, content.data(), content.size());
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
  FileHandle file(OpenToWrite(path));
  if (file.get() < 0) return SystemError("cannot open", path, errno);
  if (WriteAll(file.get(), content) && file.Close()) return OkStatus();
  return SystemError("cannot write", path, errno);
}

}  // namespace

bool FileExists(const std::string& path) {
  FileInfo info;
  return GetFileInfo(path, &info) && info.kind == FileKind::kRegular;
}

bool DirectoryExists(const std::string& path) {
  FileInfo info;
  return GetFileInfo(path, &info) && info.kind == FileKind::kFolder;
}

bool StaysBelow(const std::string& name) {
  if (name.empty() || IsAbsolutePath(name)) return false;
  for (size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = name.find_first_of(kSeparators, begin);
    if (name.substr(begin, end == std::string::npos ? end : end - begin) == "..") return false;
  }
  return true;
}

namespace {

// A string that cannot grow would end a process without exceptions. Volatile, because a compiler
// may remove an allocation whose memory is not used.
bool CanAllocate(size_t bytes) {
  void* volatile memory = std::malloc(bytes);
  const bool there = memory != nullptr || bytes == 0;
  std::free(memory);
  return there;
}

}  // namespace

Result<std::string> ReadFile(const std::string& path) {
  LITE_ASSIGN_OR_RETURN(const std::shared_ptr<const OpenFile> file, OpenFile::Open(path));
  std::string content;
  if (file->size() > content.max_size() || !CanAllocate(static_cast<size_t>(file->size()))) {
    return ResourceExhausted("cannot read ", path, ": ", file->size(),
                             " bytes do not fit in memory");
  }
  content.resize(static_cast<size_t>(file->size()));
  LITE_RETURN_IF_ERROR(file->ReadAt(0, content.size(), content.data()));
  return content;
}

// What tells whether two descriptors are of one file with one content.
struct OpenFile::Identity {
  bool operator==(const Identity& other) const {
    return info.device == other.info.device && info.number == other.info.number &&
           info.size == other.info.size && info.written_ns == other.info.written_ns &&
           info.changed_ns == other.info.changed_ns;
  }

  FileInfo info;
};

OpenFile::OpenFile(std::string path) : path_(std::move(path)) {}

Result<std::shared_ptr<const OpenFile>> OpenFile::Open(const std::string& path) {
  FileHandle file(OpenToRead(path));
  FileInfo info;
  // Some systems open folders, others do not.
  const bool folder = file.get() < 0 && errno == EISDIR;
  if (file.get() < 0 && !folder) return SystemError("cannot open", path, errno);
  if (!folder && !GetFileInfo(file.get(), &info)) {
    return SystemError("cannot examine", path, errno);
  }
  if (folder || info.kind == FileKind::kFolder) {
    return InvalidArgument("cannot read ", path, ": it is a folder, but a file is expected");
  }
  if (info.kind != FileKind::kRegular) {
    return InvalidArgument("cannot read ", path, ": it is not a regular file");
  }
  std::shared_ptr<OpenFile> opened(new OpenFile(path));
  opened->identity_ = std::make_unique<Identity>(Identity{info});
  opened->size_ = info.size;

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
  if (fd_ >= 0) CloseFile(fd_);
}

Status OpenFile::ReadAt(uint64_t offset, size_t bytes, void* to) const {
  size_t done = 0;
  if (ReadExactly(fd_, offset, bytes, to, &done)) return OkStatus();
  if (errno != 0) return SystemError("cannot read", path_, errno);
  return IoError("cannot read ", path_, ": it ends after ", offset + done, " of ", offset + bytes,
                 " bytes");
}

Status OpenFile::CheckUnchanged() const {
  FileInfo now;
  if (!GetFileInfo(fd_, &now)) return SystemError("cannot examine", path_, errno);
  const FileInfo& then = identity_->info;
  const bool same = now.size == size_ && now.written_ns == then.written_ns &&
                    (now.changed_ns == then.changed_ns || SampleContent(fd_, size_) == samples_);
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
  void* memory = MapMemory(size);
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
  if (!bytes_.empty()) UnmapMemory(const_cast<char*>(bytes_.data()), bytes_.size());
}

std::unique_ptr<PieceMemory> PieceMemory::Reserve(size_t bytes) {
  if (bytes == 0 || bytes > SIZE_MAX - kLargePage) return nullptr;
  std::unique_ptr<PieceMemory> piece(new PieceMemory(bytes));
  piece->mapped_ = MapMemory(bytes + kLargePage);
  if (piece->mapped_ == nullptr) return nullptr;
  piece->data_ =
      reinterpret_cast<void*>(RoundUp(reinterpret_cast<uintptr_t>(piece->mapped_), kLargePage));
  // Whole pages only, so that memory that was not requested is never touched.
  UseLargePages(piece->data(), bytes / kLargePage * kLargePage);
  return piece;
}

PieceMemory::~PieceMemory() {
  if (mapped_ != nullptr) UnmapMemory(mapped_, size_ + kLargePage);
}

void PieceMemory::Forget(size_t used, size_t kept) {
  kept = RoundUp(kept, kLargePage);
  if (used > kept) DropMemory(static_cast<char*>(data_) + kept, used - kept);
}

Status WriteFileAtomically(const std::string& path, std::string_view content) {
  if (path.empty()) return InvalidArgument("cannot write a file without a name");
  FileInfo existing;
  if (GetFileInfo(path, &existing)) {
    if (existing.kind == FileKind::kFolder) {
      return InvalidArgument("cannot write ", path, ": it is a folder");
    }
    if (existing.kind == FileKind::kOther) return WriteToDevice(path, content);
  }
  // Two writers of the same file, of two processes or of one, never share a temporary file.
  static std::atomic<int64_t> last_number{0};
  const std::string temporary = StrCat(path, ".tmp", ProcessNumber(), ".", ++last_number);
  FileHandle file(CreateFile(temporary));
  if (file.get() < 0) return SystemError("cannot create", temporary, errno);
  const bool written = WriteAll(file.get(), content) && FlushFile(file.get()) && file.Close() &&
                       RenameFile(temporary, path);
  if (written) return OkStatus();
  const int error = errno;
  RemoveFile(temporary);
  return SystemError("cannot write", path, error);
}

std::string JoinPath(const std::string& dir, const std::string& name) {
  const bool complete =
      dir.empty() || std::string_view(kSeparators).find(dir.back()) != std::string_view::npos;
  return complete ? dir + name : dir + "/" + name;
}

Status MakeDirectories(const std::string& path) {
  for (size_t end = 0; end != std::string::npos;) {
    end = path.find_first_of(kSeparators, end + 1);
    const std::string prefix = path.substr(0, end);
    if (prefix.empty() || DirectoryExists(prefix)) continue;
    if (!MakeFolder(prefix) && !(errno == EEXIST && DirectoryExists(prefix))) {
      return SystemError("cannot create folder", prefix, errno);
    }
  }
  return OkStatus();
}

}  // namespace paddle::lite::model
