#include "lite/tools/output_files.h"

#include <gtest/gtest.h>
#include <signal.h>

#include "lite/model/file.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::tools {
namespace {

volatile sig_atomic_t interrupts = 0;

TEST(OutputFilesTest, CtrlCWaitsUntilTheFilesAreComplete) {
  const auto before = signal(SIGINT, [](int) { interrupts = interrupts + 1; });
  const test::TempDir dir;
  {
    OutputFiles files;
    ASSERT_TRUE(files.AddFile(dir / "a", "text").ok());
    raise(SIGINT);
    EXPECT_EQ(interrupts, 0);
    ASSERT_TRUE(files.Commit().ok());
    EXPECT_EQ(interrupts, 0);
  }
  EXPECT_EQ(interrupts, 1);
  EXPECT_TRUE(model::FileExists(dir / "a"));
  signal(SIGINT, before);
}

}  // namespace
}  // namespace paddle::lite::tools
