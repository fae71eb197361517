// Reads whole files.
#pragma once

#include <string>

namespace ocr {

// False, with the reason, when it cannot be read or has 2 GB or more.
bool ReadFile(const std::string& path, std::string* bytes, std::string* reason);

}  // namespace ocr
