#include "file.h"

#include <stddef.h>

#include <fstream>
#include <vector>

namespace ocr {

bool ReadFile(const std::string& path, std::string* bytes) {
  const size_t limit = 0x7fffffff;
  std::ifstream file(path.c_str(), std::ios::binary);
  std::vector<char> chunk(1 << 16);
  bytes->clear();
  // A folder opens like a file; reading it fails.
  while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || file.gcount() > 0) {
    bytes->append(chunk.data(), static_cast<size_t>(file.gcount()));
    if (bytes->size() > limit) return false;
  }
  return file.is_open() && !file.bad();
}

}  // namespace ocr
