#include "lite/model/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace paddle::lite::model {

namespace {

Status SystemError(const char* action, const std::string& path, int error) {
  const std::string text = StrCat(action, " ", path, ": ", std::strerror(error));
  if (error == ENOENT || error == ENOTDIR) return NotFound(text);
  return IoError(text);
}

// Closes the descriptor unless told that this was done.
class FileHandle {
 public:
  explicit FileHandle(int fd) : fd_(fd) {}
  ~FileHandle() {
    if (fd_ >= 0) ::close(fd_);
  }
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;
  int get() const { return fd_; }
  // Reports what close() found: network file systems refuse a write as late as this.
  bool Close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd) == 0;
  }

 private:
  int fd_;
};

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

// A device or pipe is written to; a rename would put a file in its place.
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
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return SystemError("cannot open", path, errno);
  struct stat info;
  if (::fstat(file.get(), &info) != 0) return SystemError("cannot examine", path, errno);
  if (S_ISDIR(info.st_mode)) {
    return InvalidArgument("cannot read ", path, ": it is a folder, a file is expected");
  }
  if (!S_ISREG(info.st_mode)) {
    return InvalidArgument("cannot read ", path, ": it is not a regular file");
  }
  const auto size = static_cast<uint64_t>(info.st_size);
  std::string content;
  if (size > content.max_size()) {
    return ResourceExhausted("cannot read ", path, ": ", size, " bytes do not fit in memory");
  }
  content.resize(static_cast<size_t>(size));
  size_t done = 0;
  while (done < content.size()) {
    const ssize_t count = ::read(file.get(), &content[done], content.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError("cannot read", path, errno);
    if (count == 0) {
      return IoError("cannot read ", path, ": it ends after ", done, " of ", content.size(),
                     " bytes");
    }
    done += static_cast<size_t>(count);
  }
  return content;
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
  // One name per process: two writers of the same file then never share a temporary.
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
