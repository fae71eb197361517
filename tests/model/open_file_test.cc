#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "lite/model/file.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::model {
namespace {

using test::TempDir;

int OpenDescriptors() {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    (void)entry;
    ++count;
  }
  return count;
}

void Write(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

char FirstByte(const OpenFile& file) {
  char byte = 0;
  EXPECT_TRUE(file.ReadAt(0, 1, &byte).ok());
  return byte;
}

TEST(OpenFile, OneDescriptorForAllWhoOpenAFile) {
  const TempDir dir;
  Write(dir / "model", "content");
  const int before = OpenDescriptors();
  std::vector<std::shared_ptr<const OpenFile>> files;
  for (int i = 0; i < 20; ++i) {
    auto file = OpenFile::Open(dir / "model");
    ASSERT_TRUE(file.ok()) << file.status().ToString();
    files.push_back(*std::move(file));
  }
  EXPECT_EQ(OpenDescriptors(), before + 1);
  files.erase(files.begin(), files.end() - 1);
  EXPECT_EQ(FirstByte(*files[0]), 'c');
  files.clear();
  EXPECT_EQ(OpenDescriptors(), before);
}

TEST(OpenFile, AReplacedFileIsAnotherOne) {
  const TempDir dir;
  Write(dir / "model", "old");
  const auto old_file = OpenFile::Open(dir / "model");
  ASSERT_TRUE(old_file.ok());
  Write(dir / "other", "new");
  std::filesystem::rename(dir / "other", dir / "model");
  const auto new_file = OpenFile::Open(dir / "model");
  ASSERT_TRUE(new_file.ok());
  EXPECT_NE(*old_file, *new_file);
  EXPECT_EQ(FirstByte(**old_file), 'o');
  EXPECT_EQ(FirstByte(**new_file), 'n');
  EXPECT_TRUE((*old_file)->CheckUnchanged().ok());
}

}  // namespace
}  // namespace paddle::lite::model
