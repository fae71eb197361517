#include "file.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include <fstream>
#include <vector>

namespace ocr {

bool ReadFile(const std::string& path, std::string* bytes, std::string* reason) {
  const size_t limit = 0x7fffffff;
  errno = 0;
  std::ifstream file(path.c_str(), std::ios::binary);
  std::vector<char> chunk(1 << 16);
  bytes->clear();
  // A folder opens like a file; reading it fails.
  while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || file.gcount() > 0) {
    bytes->append(chunk.data(), static_cast<size_t>(file.gcount()));
    if (bytes->size() > limit) {
      *reason = "it has more than 2 GB";
      return false;
    }
  }
  if (file.is_open() && !file.bad()) return true;
  *reason = errno != 0 ? strerror(errno) : "reading failed";
  return false;
}

}  // namespace ocr
