#include "lite/tools/output_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "lite/model/file.h"

namespace paddle::lite::tools {
namespace {

std::string TemporaryName(const std::string& path) { return StrCat(path, ".tmp.", getpid()); }

std::string ParentOf(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Status WriteWhole(const std::string& path, std::string_view content) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return IoError(path, ": ", std::strerror(errno));
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  const int write_error = errno;
  const bool closed = std::fclose(file) == 0;
  if (written && closed) return OkStatus();
  return IoError(path, ": ", std::strerror(written ? errno : write_error));
}

Status CheckParent(const std::string& path) {
  const std::string parent = ParentOf(path);
  struct stat info;
  if (stat(parent.c_str(), &info) != 0) return IoError(parent, ": ", std::strerror(errno));
  if (!S_ISDIR(info.st_mode)) return IoError(parent, ": ", std::strerror(ENOTDIR));
  if (access(parent.c_str(), W_OK | X_OK) != 0) return IoError(parent, ": ", std::strerror(errno));
  return OkStatus();
}

}  // namespace

Status CheckWritableFile(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) return IoError("cannot write ", path, ": ", std::strerror(EISDIR));
    // A device is written directly; a file is replaced or appended to.
    const bool allowed = access(path.c_str(), W_OK) == 0;
    if (!allowed) return IoError("cannot write ", path, ": ", std::strerror(errno));
    if (!S_ISREG(info.st_mode)) return OkStatus();
  }
  return CheckParent(path).WithContext(StrCat("cannot write ", path));
}

Status CheckWritableFolder(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) == 0) {
    if (!S_ISDIR(info.st_mode)) return IoError(path, ": ", std::strerror(ENOTDIR));
    if (access(path.c_str(), W_OK | X_OK) != 0) return IoError(path, ": ", std::strerror(errno));
    return OkStatus();
  }
  return CheckParent(path).WithContext(StrCat("cannot create ", path));
}

Status CheckWritableFiles(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    if (!path.empty()) LITE_RETURN_IF_ERROR(CheckWritableFile(path));
  }
  return OkStatus();
}

OutputFiles::OutputFiles() {
  sigset_t ending;
  sigemptyset(&ending);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&ending, signal);
  pthread_sigmask(SIG_BLOCK, &ending, &outer_signals_);
}

OutputFiles::~OutputFiles() {
  for (const File& file : files_) std::remove(file.temporary.c_str());
  // Innermost first; a folder that has other content by now is kept.
  for (auto it = made_folders_.rbegin(); it != made_folders_.rend(); ++it) rmdir(it->c_str());
  pthread_sigmask(SIG_SETMASK, &outer_signals_, nullptr);
}

Status OutputFiles::AddFolder(const std::string& path) {
  for (size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    const std::string folder = path.substr(0, end);
    if (model::DirectoryExists(folder)) continue;
    // Kept before it is made: what is made is removed again even if memory runs out.
    made_folders_.push_back(folder);
    if (mkdir(folder.c_str(), 0777) == 0) continue;
    const int error = errno;
    made_folders_.pop_back();
    if (error != EEXIST || !model::DirectoryExists(folder)) {
      return IoError("cannot create ", folder, ": ", std::strerror(error));
    }
  }
  return OkStatus();
}

Status OutputFiles::AddFile(const std::string& path, std::string_view content) {
  if (path.empty()) return InvalidArgument("cannot write a file without a name");
  for (const File& file : files_) {
    if (file.path == path) return InvalidArgument("'", path, "' is the name of two results");
  }
  LITE_RETURN_IF_ERROR(CheckWritableFile(path));
  struct stat info;
  if (stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
    // A device or pipe, perhaps through a link, is written directly, because a rename would replace
    // it by a file.
    return model::WriteFileAtomically(path, content);
  }
  files_.push_back({path, TemporaryName(path)});
  return WriteWhole(files_.back().temporary, content).WithContext(StrCat("cannot write ", path));
}

Status OutputFiles::Commit() {
  for (const File& file : files_) {
    if (std::rename(file.temporary.c_str(), file.path.c_str()) != 0) {
      return IoError("cannot write ", file.path, ": ", std::strerror(errno));
    }
  }
  files_.clear();
  made_folders_.clear();
  return OkStatus();
}

}  // namespace paddle::lite::tools
