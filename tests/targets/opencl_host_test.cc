// What OpenCL does on the host and needs no device: limits of waits, and files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "lite/backends/gpu/wait.h"
#include "lite/backends/opencl/binaries.h"
#include "tests/support/environment.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::opencl {
namespace opencl_host_test {

using ::testing::HasSubstr;

TEST(OpenClWaits, LimitOfTheEnvironment) {
  const char* const variable = "LITE_OPENCL_TIMEOUT";
  const auto limit = [&](const char* value) {
    test::SetVariable(variable, value);
    const auto found = gpu::WaitLimit(variable);
    test::RemoveVariable(variable);
    return found;
  };
  EXPECT_EQ(gpu::WaitLimit(variable)->count(), 600);
  EXPECT_EQ(limit("")->count(), 600);
  EXPECT_EQ(limit("7")->count(), 7);
  for (const char* value : {"0", "-1", "soon", "7 s", "99999999999999999999"}) {
    EXPECT_THAT(
        limit(value).status().message(),
        HasSubstr(StrCat("LITE_OPENCL_TIMEOUT '", value, "', expected a number of seconds")));
  }
}

// Opening a pipe would wait, and a rename would replace a device.
TEST(OpenClFiles, OnlyRegularOnes) {
  const test::TempDir folder;
  const std::string pipe = folder / "programs";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(ReadBinaries(pipe, "").status().message(), HasSubstr("is not a regular file"));
  EXPECT_THAT(WriteBinaries(pipe, "", {}).message(), HasSubstr("is not a regular file"));
  EXPECT_EQ(unlink(pipe.c_str()), 0);
  EXPECT_EQ(ReadBinaries(pipe, "").status().code(), StatusCode::kNotFound);
}

}  // namespace opencl_host_test
}  // namespace paddle::lite::opencl
