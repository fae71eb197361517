// A folder that disappears with the test.
#pragma once

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace paddle::lite::test {

class TempDir {
 public:
  TempDir() {
    const std::string prefix = (std::filesystem::temp_directory_path() / "lite_test_").string();
    std::random_device random;
    do {
      path_ = prefix + std::to_string(random());
    } while (!std::filesystem::create_directory(path_));  // false: another process has it
  }
  ~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::string& str() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  // Names of its direct entries, sorted.
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::string path_;
};

}  // namespace paddle::lite::test
