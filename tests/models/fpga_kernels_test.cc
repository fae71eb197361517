// The table of kernels in docs/fpga.md is that of the build.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "lite/base/strings.h"
#include "lite/kernels/kernel.h"
#include "lite/model/file.h"

namespace paddle::lite::test {
namespace fpga_kernels_test {

constexpr char kHead[] = "| kernel of Paddle Lite | here | computed by |\n| --- | --- | --- |\n";
constexpr int kOfPaddleLite = 44;

// What is between backquotes.
std::vector<std::string> QuotedIn(const std::string& cell) {
  const std::vector<std::string> parts = SplitString(cell, '`');
  std::vector<std::string> quoted;
  for (size_t i = 1; i < parts.size(); i += 2) quoted.push_back(parts[i]);
  return quoted;
}

TEST(FpgaKernels, AreThoseOfThePage) {
  const Result<std::string> page = model::ReadFile(LITE_TEST_DATA_DIR "/../docs/fpga.md");
  ASSERT_TRUE(page.ok()) << page.status().ToString();
  const size_t head = page->find(kHead);
  ASSERT_NE(head, std::string::npos);
  std::set<std::string> there, here;
  for (const std::string& line : SplitString(page->substr(head + sizeof(kHead) - 1), '\n')) {
    if (line.empty() || line[0] != '|') break;
    const std::vector<std::string> cells = SplitString(line, '|');
    ASSERT_GE(cells.size(), 4u) << line;
    const std::vector<std::string> left = QuotedIn(cells[1]), right = QuotedIn(cells[2]);
    for (const std::string& key : left) EXPECT_TRUE(there.insert(key).second) << key;
    for (const std::string& key : right) EXPECT_TRUE(here.insert(key).second) << key;
    EXPECT_TRUE(!left.empty() || !right.empty()) << line;
  }
  EXPECT_EQ(there.size(), static_cast<size_t>(kOfPaddleLite));
  std::set<std::string> registered;
  for (const KernelDef* kernel : KernelTable()) {
    if (kernel->target != TargetType::kFPGA) continue;
    registered.insert(StrCat(kernel->op_type, "/", kernel->alias));
  }
  EXPECT_EQ(here, registered);
}

}  // namespace fpga_kernels_test
}  // namespace paddle::lite::test
