#include "lite/backends/opencl/binaries.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

#include "lite/base/logging.h"
#include "lite/base/strings.h"

namespace paddle::lite::opencl {
namespace {

constexpr char kMagic[] = "LITECL01";
constexpr size_t kMagicBytes = sizeof(kMagic) - 1;
// Programs have about a hundred kilobytes.
constexpr size_t kMaxBytes = size_t{256} << 20;

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

void AppendText(std::string* to, const std::string& text) {
  const uint64_t bytes = text.size();
  to->append(reinterpret_cast<const char*>(&bytes), sizeof(bytes));
  to->append(text);
}

// A pipe would wait for a writer, and a device must not be replaced.
Status CheckRegular(const std::string& path) {
  struct stat found = {};
  if (stat(path.c_str(), &found) != 0 || S_ISREG(found.st_mode)) return OkStatus();
  return FailedPrecondition(path, " is not a regular file");
}

// Reads numbers and texts; fails at the end of the bytes.
class Reader {
 public:
  explicit Reader(const std::string& bytes, size_t at) : bytes_(bytes), at_(at) {}
  bool Number(uint64_t* number) {
    if (bytes_.size() - at_ < sizeof(*number)) return false;
    std::memcpy(number, bytes_.data() + at_, sizeof(*number));
    at_ += sizeof(*number);
    return true;
  }
  bool Text(std::string* text) {
    uint64_t bytes = 0;
    if (!Number(&bytes) || bytes > bytes_.size() - at_) return false;
    text->assign(bytes_, at_, static_cast<size_t>(bytes));
    at_ += static_cast<size_t>(bytes);
    return true;
  }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  const std::string& bytes_;
  size_t at_;
};

}  // namespace

uint64_t Digest(const void* bytes, size_t count, uint64_t digest) {
  const auto* byte = static_cast<const unsigned char*>(bytes);
  for (size_t i = 0; i < count; ++i) digest = (digest ^ byte[i]) * 0x100000001b3u;
  return digest;
}

Result<Binaries> ReadBinaries(const std::string& path, const std::string& identity) {
  LITE_RETURN_IF_ERROR(CheckRegular(path));
  const File file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) return NotFound(path, ": ", std::strerror(errno));
  std::string bytes;
  char piece[1 << 14];
  while (const size_t count = std::fread(piece, 1, sizeof(piece), file.get())) {
    bytes.append(piece, count);
    if (bytes.size() > kMaxBytes) return DataLoss(path, " is too large for compiled programs");
  }
  if (std::ferror(file.get()) != 0) return DataLoss(path, " cannot be read");
  if (bytes.compare(0, kMagicBytes, kMagic) != 0) {
    return DataLoss(path, " is not a file of compiled OpenCL programs");
  }
  Reader reader(bytes, kMagicBytes);
  uint64_t digest = 0, count = 0;
  std::string made_for;
  if (!reader.Number(&digest) || digest != Digest(bytes.substr(kMagicBytes + sizeof(digest))) ||
      !reader.Text(&made_for) || !reader.Number(&count)) {
    return DataLoss(path, " is damaged");
  }
  if (made_for != identity) {
    return DataLoss(path, " is for '", made_for, "', this is '", identity, "'");
  }
  Binaries binaries;
  for (uint64_t i = 0; i < count; ++i) {
    std::string key, binary;
    if (!reader.Text(&key) || !reader.Text(&binary)) return DataLoss(path, " is damaged");
    binaries[key] = binary;
  }
  if (!reader.at_end()) return DataLoss(path, " is damaged");
  return binaries;
}

Status WriteBinaries(const std::string& path, const std::string& identity,
                     const Binaries& binaries) {
  LITE_RETURN_IF_ERROR(CheckRegular(path));
  std::string payload;
  AppendText(&payload, identity);
  const uint64_t count = binaries.size();
  payload.append(reinterpret_cast<const char*>(&count), sizeof(count));
  for (const auto& [key, binary] : binaries) {
    AppendText(&payload, key);
    AppendText(&payload, binary);
  }
  const uint64_t digest = Digest(payload);
  // Other processes may write at the same time.
  const std::string temporary = StrCat(path, ".", static_cast<int64_t>(getpid()), ".tmp");
  File file(std::fopen(temporary.c_str(), "wb"));
  if (file == nullptr) {
    return FailedPrecondition(temporary, " cannot be written: ", std::strerror(errno));
  }
  bool written = std::fwrite(kMagic, 1, kMagicBytes, file.get()) == kMagicBytes &&
                 std::fwrite(&digest, 1, sizeof(digest), file.get()) == sizeof(digest) &&
                 std::fwrite(payload.data(), 1, payload.size(), file.get()) == payload.size();
  written &= std::fclose(file.release()) == 0;
  if (written && std::rename(temporary.c_str(), path.c_str()) == 0) return OkStatus();
  const int error = errno;
  std::remove(temporary.c_str());
  return FailedPrecondition(path, " cannot be written: ", std::strerror(error));
}

void KeptFile::Open(const std::string& path, std::string identity) {
  const std::lock_guard<std::mutex> lock(mutex_);
  path_ = path;
  identity_ = std::move(identity);
  texts_.clear();
  unsaved_ = false;
  if (path.empty()) return;
  Result<Binaries> found = ReadBinaries(path, identity_);
  if (found.ok()) {
    texts_ = *std::move(found);
  } else if (found.status().code() != StatusCode::kNotFound) {
    LITE_LOG_WARNING(what_, " are made again: ", found.status().message());
  }
}

bool KeptFile::is_open() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return !path_.empty();
}

bool KeptFile::Find(const std::string& key, std::string* text) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = texts_.find(key);
  if (found == texts_.end()) return false;
  *text = found->second;
  return true;
}

void KeptFile::Keep(const std::string& key, std::string text) {
  const std::lock_guard<std::mutex> lock(mutex_);
  texts_[key] = std::move(text);
  unsaved_ = true;
}

void KeptFile::Drop(const std::string& key) {
  const std::lock_guard<std::mutex> lock(mutex_);
  texts_.erase(key);
}

void KeptFile::Save() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!unsaved_) return;
  unsaved_ = false;  // a folder that is not writable is reported once
  if (path_.empty()) return;
  const Status status = WriteBinaries(path_, identity_, texts_);
  if (!status.ok()) LITE_LOG_WARNING(what_, " are not kept: ", status.message());
}

}  // namespace paddle::lite::opencl
