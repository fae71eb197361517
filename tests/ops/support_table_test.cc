// The tables of tests/ops/support cover the build: every kernel runs some case, and nothing is left
// of what is gone.
#include "tests/support/support_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "lite/base/strings.h"
#include "lite/core/targets.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/sub_block.h"

namespace paddle::lite::test {
namespace {

using ::testing::IsEmpty;

constexpr char kFolder[] = LITE_TEST_DATA_DIR "/ops/support";

// The suites have dense values; tests/models/fpga_test.cc runs kernels of targets with padded rows.
std::set<std::string> KeysOfBuild() {
  std::set<std::string> keys;
  for (const KernelDef* def : KernelTable()) {
    if (def->create != nullptr && InfoOf(def->target).row_elements == 1) {
      keys.insert(SupportKey(*def));
    }
  }
  return keys;
}

// Operators that run a block cannot run without a program: sub_block_test.cc.
bool RunsBlock(const Op* op) { return dynamic_cast<const operators::BlockOp*>(op) != nullptr; }

TEST(SupportTable, EveryKernelRunsSomeCase) {
  std::set<std::string> idle = KeysOfBuild();
  for (const KernelDef* def : KernelTable()) {
    if (RunsBlock(CreateOp(def->op_type).get())) idle.erase(def->Key());
  }
  for (const auto& file : std::filesystem::directory_iterator(kFolder)) {
    for (const auto& [test, section] : ParseSupport(ReadText(file.path().string()))) {
      for (const auto& [key, lines] : section) {
        if (lines.rfind("ran 0\n", 0) != 0) idle.erase(key);
      }
    }
  }
  EXPECT_THAT(idle, IsEmpty()) << "no suite has a case that these kernels run";
}

TEST(SupportTable, HasNothingThatIsGone) {
  const std::set<std::string> keys = KeysOfBuild();
  std::set<std::string> targets, tests;
  for (const std::string& key : keys) targets.insert(SplitString(key, '/')[2]);
  const ::testing::UnitTest& program = *::testing::UnitTest::GetInstance();
  for (int i = 0; i < program.total_test_suite_count(); ++i) {
    const ::testing::TestSuite& suite = *program.GetTestSuite(i);
    for (int n = 0; n < suite.total_test_count(); ++n) {
      const ::testing::TestInfo& info = *suite.GetTestInfo(n);
      tests.insert(StrCat(SupportPath(info.file()), " ", suite.name(), ".", info.name()));
    }
  }
  for (const auto& file : std::filesystem::directory_iterator(kFolder)) {
    const std::string path = file.path().generic_string();
    const SupportTable table = ParseSupport(ReadText(path));
    EXPECT_FALSE(table.empty()) << path << " has no section: remove it";
    for (const auto& [test, section] : table) {
      EXPECT_EQ(tests.count(StrCat(path, " ", test)), 1u)
          << path << ": test " << test << " is not in its suite: remove the section";
      for (const auto& entry : section) {
        const std::vector<std::string> parts = SplitString(entry.first, '/');
        ASSERT_EQ(parts.size(), 5u) << path << ": " << entry.first << " is not a key of a kernel";
        EXPECT_TRUE(targets.count(parts[2]) == 0 || keys.count(entry.first) != 0)
            << path << ": kernel " << entry.first << " is gone: remove its lines";
      }
    }
  }
}

TEST(SupportTable, ReadsWhatItWrites) {
  const SupportTable table = {
      {"Relu.Cases", {{"relu/def/1/1/1", "ran 2 (1 in place)\n  refused 1: rank #\n"}}},
      {"Files/Golden.AgreesWithPaddle/relu", {{"relu/def/2/1/2", "ran 0\n  refused 3: a: b\n"}}}};
  EXPECT_EQ(ParseSupport("# comment\n" + FormatSupport(table)), table);
}

TEST(SupportTable, TellsWhatDiffers) {
  const SupportSection table = {{"a/def/1/1/1", "ran 2\n"}, {"b/def/1/1/1", "ran 1\n"}};
  EXPECT_EQ(DiffSupport(table, table), "");
  EXPECT_EQ(DiffSupport(table, {{"b/def/1/1/1", "ran 1\n"}, {"c/def/1/1/1", "ran 3\n"}}),
            "- a/def/1/1/1: ran 2\n+ c/def/1/1/1: ran 3\n");
  EXPECT_EQ(DiffSupport(table, {{"a/def/1/1/1", "ran 1\n  refused 1: rank #\n"},
                                {"b/def/1/1/1", "ran 1\n"}}),
            "- a/def/1/1/1: ran 2\n+ a/def/1/1/1: ran 1\n+   refused 1: rank #\n");
}

}  // namespace
}  // namespace paddle::lite::test
