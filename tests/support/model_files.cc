#include "tests/support/model_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace paddle::lite::test {

std::string FromHex(const std::string& text) {
  std::string bytes;
  std::string digits;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0) continue;
    digits.push_back(c);
    if (digits.size() == 2) {
      bytes.push_back(static_cast<char>(std::stoi(digits, nullptr, 16)));
      digits.clear();
    }
  }
  return bytes;
}

std::string FormatPath(const std::string& relative) {
  return std::string(LITE_TEST_DATA_DIR) + "/data/formats/" + relative;
}

std::vector<std::string> FormatFiles(const std::string& folder, const std::string& ending) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(FormatPath(folder))) {
    const std::string name = entry.path().filename().string();
    if (name.size() >= ending.size() &&
        name.compare(name.size() - ending.size(), ending.size(), ending) == 0) {
      names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  EXPECT_FALSE(names.empty()) << folder << " holds nothing that ends with " << ending;
  return names;
}

std::string MustRead(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << "cannot read " << path;
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

}  // namespace paddle::lite::test
