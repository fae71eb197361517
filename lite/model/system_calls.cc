#include "lite/model/system_calls.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <direct.h>
#include <io.h>
#include <process.h>
#include <windows.h>
#undef CreateFile
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace paddle::lite::model {

#ifdef _WIN32

namespace {

constexpr size_t kMaxTransfer = size_t{1} << 30;

// Names are UTF-8, as on other systems; others are taken to be in the code page of the system.
std::wstring Wide(const std::string& path) {
  const int bytes = static_cast<int>(std::min<size_t>(path.size(), INT_MAX));
  for (const UINT page : {UINT{CP_UTF8}, UINT{CP_ACP}}) {
    const DWORD strict = page == CP_UTF8 ? MB_ERR_INVALID_CHARS : 0;
    const int count = MultiByteToWideChar(page, strict, path.data(), bytes, nullptr, 0);
    if (count <= 0) continue;
    std::wstring wide(static_cast<size_t>(count), L'\0');
    MultiByteToWideChar(page, strict, path.data(), bytes, wide.data(), count);
    return wide;
  }
  return std::wstring();
}

int OpenWide(const std::string& path, int flags) {
  return ::_wopen(Wide(path).c_str(), flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
}

void SetErrno() {
  switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
      errno = ENOENT;
      break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
      errno = EACCES;
      break;
    case ERROR_DISK_FULL:
      errno = ENOSPC;
      break;
    default:
      errno = EIO;
  }
}

// Others may remove, rename and replace the file meanwhile, as on other systems.
HANDLE OpenShared(const std::string& path, DWORD access, DWORD flags) {
  return ::CreateFileW(Wide(path).c_str(), access,
                       FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                       OPEN_EXISTING, flags, nullptr);
}

// From steps of 100 ns since 1601: more than 63 bits. Times are only compared with each other.
int64_t Nanoseconds(const LARGE_INTEGER& steps) {
  return static_cast<int64_t>(static_cast<uint64_t>(steps.QuadPart) * 100);
}

bool GetHandleInfo(HANDLE handle, FileInfo* info) {
  if (GetFileType(handle) != FILE_TYPE_DISK) {
    *info = FileInfo();
    return true;
  }
  BY_HANDLE_FILE_INFORMATION found;
  FILE_BASIC_INFO times;
  if (!GetFileInformationByHandle(handle, &found) ||
      !GetFileInformationByHandleEx(handle, FileBasicInfo, &times, sizeof(times))) {
    SetErrno();
    return false;
  }
  const bool folder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  info->kind = folder ? FileKind::kFolder : FileKind::kRegular;
  info->device = found.dwVolumeSerialNumber;
  info->number = uint64_t{found.nFileIndexHigh} << 32 | found.nFileIndexLow;
  info->size = uint64_t{found.nFileSizeHigh} << 32 | found.nFileSizeLow;
  info->written_ns = Nanoseconds(times.LastWriteTime);
  info->changed_ns = Nanoseconds(times.ChangeTime);
  return true;
}

}  // namespace

bool IsAbsolutePath(const std::string& path) {
  return !path.empty() && (path[0] == '/' || path[0] == '\\' || path.find(':') != path.npos);
}

int OpenToRead(const std::string& path) {
  FileInfo info;
  // _wopen refuses folders with EACCES, which does not say what is wrong.
  if (GetFileInfo(path, &info) && info.kind == FileKind::kFolder) {
    errno = EISDIR;
    return -1;
  }
  const HANDLE handle = OpenShared(path, GENERIC_READ, FILE_ATTRIBUTE_NORMAL);
  if (handle == INVALID_HANDLE_VALUE) {
    SetErrno();
    return -1;
  }
  const int fd = ::_open_osfhandle(reinterpret_cast<intptr_t>(handle), _O_RDONLY | _O_BINARY);
  if (fd < 0) CloseHandle(handle);
  return fd;
}
int OpenToWrite(const std::string& path) { return OpenWide(path, _O_WRONLY); }
int CreateFile(const std::string& path) { return OpenWide(path, _O_WRONLY | _O_CREAT | _O_TRUNC); }
bool CloseFile(int fd) { return ::_close(fd) == 0; }

int64_t ReadFileAt(int fd, uint64_t offset, size_t bytes, void* to) {
  OVERLAPPED where = {};
  where.Offset = static_cast<DWORD>(offset);
  where.OffsetHigh = static_cast<DWORD>(offset >> 32);
  DWORD count = 0;
  const HANDLE handle = reinterpret_cast<HANDLE>(::_get_osfhandle(fd));
  if (::ReadFile(handle, to, static_cast<DWORD>(std::min(bytes, kMaxTransfer)), &count, &where)) {
    return count;
  }
  if (GetLastError() == ERROR_HANDLE_EOF) return 0;
  SetErrno();
  return -1;
}

int64_t WriteFile(int fd, const void* from, size_t bytes) {
  return ::_write(fd, from, static_cast<unsigned>(std::min(bytes, kMaxTransfer)));
}

bool FlushFile(int fd) { return ::_commit(fd) == 0; }

bool GetFileInfo(const std::string& path, FileInfo* info) {
  // FILE_FLAG_BACKUP_SEMANTICS: also folders.
  const HANDLE handle = OpenShared(path, 0, FILE_FLAG_BACKUP_SEMANTICS);
  if (handle == INVALID_HANDLE_VALUE) {
    SetErrno();
    return false;
  }
  const bool found = GetHandleInfo(handle, info);
  CloseHandle(handle);
  return found;
}

bool GetFileInfo(int fd, FileInfo* info) {
  return GetHandleInfo(reinterpret_cast<HANDLE>(::_get_osfhandle(fd)), info);
}

bool RenameFile(const std::string& from, const std::string& to) {
  if (MoveFileExW(Wide(from).c_str(), Wide(to).c_str(), MOVEFILE_REPLACE_EXISTING)) return true;
  SetErrno();
  return false;
}

void RemoveFile(const std::string& path) { ::_wunlink(Wide(path).c_str()); }
bool MakeFolder(const std::string& path) { return ::_wmkdir(Wide(path).c_str()) == 0; }

int64_t ProcessNumber() { return ::_getpid(); }

void* MapMemory(size_t bytes) {
  return VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}
void UnmapMemory(void* memory, size_t) { VirtualFree(memory, 0, MEM_RELEASE); }
// They need a privilege that programs do not have.
void UseLargePages(void*, size_t) {}
// MEM_RESET would leave the pages committed, which is what counts here.
void DropMemory(void*, size_t) {}

#else

namespace {

int64_t Nanoseconds(const struct timespec& time) {
  return int64_t{time.tv_sec} * 1000000000 + time.tv_nsec;
}

void Convert(const struct stat& found, FileInfo* info) {
  info->kind = S_ISREG(found.st_mode)   ? FileKind::kRegular
               : S_ISDIR(found.st_mode) ? FileKind::kFolder
                                        : FileKind::kOther;
  info->device = static_cast<uint64_t>(found.st_dev);
  info->number = static_cast<uint64_t>(found.st_ino);
  info->size = static_cast<uint64_t>(found.st_size);
#ifdef __APPLE__
  info->written_ns = Nanoseconds(found.st_mtimespec);
  info->changed_ns = Nanoseconds(found.st_ctimespec);
#else
  info->written_ns = Nanoseconds(found.st_mtim);
  info->changed_ns = Nanoseconds(found.st_ctim);
#endif
}

}  // namespace

bool IsAbsolutePath(const std::string& path) { return !path.empty() && path[0] == '/'; }

int OpenToRead(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}
int OpenToWrite(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
}
int CreateFile(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}
bool CloseFile(int fd) { return ::close(fd) == 0; }

int64_t ReadFileAt(int fd, uint64_t offset, size_t bytes, void* to) {
  return ::pread(fd, to, bytes, static_cast<off_t>(offset));
}
int64_t WriteFile(int fd, const void* from, size_t bytes) { return ::write(fd, from, bytes); }
bool FlushFile(int fd) { return ::fsync(fd) == 0; }

bool GetFileInfo(const std::string& path, FileInfo* info) {
  struct stat found;
  if (::stat(path.c_str(), &found) != 0) return false;
  Convert(found, info);
  return true;
}

bool GetFileInfo(int fd, FileInfo* info) {
  struct stat found;
  if (::fstat(fd, &found) != 0) return false;
  Convert(found, info);
  return true;
}

bool RenameFile(const std::string& from, const std::string& to) {
  return ::rename(from.c_str(), to.c_str()) == 0;
}
void RemoveFile(const std::string& path) { ::unlink(path.c_str()); }
bool MakeFolder(const std::string& path) { return ::mkdir(path.c_str(), 0777) == 0; }

int64_t ProcessNumber() { return ::getpid(); }

void* MapMemory(size_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}
void UnmapMemory(void* memory, size_t bytes) { ::munmap(memory, bytes); }
void UseLargePages(void* memory, size_t bytes) {
#ifdef MADV_HUGEPAGE
  ::madvise(memory, bytes, MADV_HUGEPAGE);  // failure is harmless
#endif
}
void DropMemory(void* memory, size_t bytes) { ::madvise(memory, bytes, MADV_DONTNEED); }

#endif

}  // namespace paddle::lite::model
