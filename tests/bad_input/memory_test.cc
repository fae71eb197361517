// Programs that run out of memory say so in one line, end with status 1 and leave no file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lite/api/version.h"
#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/support/memory_limit.h"
#include "tests/support/sanitizer.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Runs `command` with at most `kilobytes` of address space.
ProgramResult RunWithin(int kilobytes, const std::string& command) {
  return RunProgram({"/bin/sh", "-c", StrCat("ulimit -v ", kilobytes, "; exec ", command)});
}

// The least address space, within a step, in which `command` succeeds.
int LeastFor(const std::string& command, int step) {
  int low = 0;
  int high = 8 << 20;
  while (high - low > step) {
    const int middle = low + (high - low) / 2;
    (RunWithin(middle, command).exit_code == 0 ? high : low) = middle;
  }
  return high;
}

class OutOfMemory : public ::testing::Test {
 protected:
  void SetUp() override {
    if (kUnderSanitizer) GTEST_SKIP() << "sanitizers reserve address space of their own";
    if (IsEmulated()) GTEST_SKIP() << "the emulator has memory of its own in every process";
    // Weights of 16 MB: requests that are checked where they are made.
    model::Model weights = TinyConvNet();
    AddParam(&weights, "unread", {2048, 2048}, 1);
    Save(weights, "weights");
    // Many operators: requests of containers, which throw anywhere in the work.
    Save(ChainNet(4000), "chain");
  }
  void Save(const model::Model& model, const std::string& name) {
    ASSERT_TRUE(model::SavePaddleModel(model, in_ / name).ok());
    ASSERT_TRUE(
        model::SaveNaiveBufferFile(model, in_ / (name + ".nb"), {2, LibraryVersion()}).ok());
  }

  // Sweeps the limit from where the program starts at all to where it succeeds.
  void Sweep(const std::string& program, const std::string& flags) {
    const std::string command = program + " " + flags;
    const int enough = LeastFor(command, 256);
    const int least = LeastFor(program + " --version", 256);
    ASSERT_LT(least, enough);
    int failed = 0;
    for (int limit = least; limit < enough; limit += std::max(128, (enough - least) / 40)) {
      for (const std::string& name : out_.Names()) std::remove((out_ / name).c_str());
      const ProgramResult result = RunWithin(limit, command);
      if (result.exit_code == 0) continue;
      ++failed;
      EXPECT_EQ(result.exit_code, 1) << limit << " KB: " << result.err;
      EXPECT_THAT(result.err, HasSubstr("error: ")) << limit;
      EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
      EXPECT_THAT(out_.Names(), IsEmpty()) << limit;
    }
    EXPECT_GT(failed, 10);
  }

  TempDir in_;
  TempDir out_;
};

TEST_F(OutOfMemory, Opt) {
  for (const char* net : {"weights", "chain"}) {
    SCOPED_TRACE(net);
    Sweep(LITE_OPT_BINARY, StrCat("--model_file=", in_ / net, "/model --param_file=", in_ / net,
                                  "/params --valid_targets=x86 --optimize_out=", out_ / "o",
                                  " --optimize_out_type=naive_buffer"));
  }
}

TEST_F(OutOfMemory, Benchmark) {
  for (const auto& [net, shape] : {std::pair("weights", "1,3,8,8"), std::pair("chain", "1,8")}) {
    SCOPED_TRACE(net);
    Sweep(LITE_BENCHMARK_BINARY, StrCat("--optimized_model_file=", in_ / net,
                                        ".nb --input_shape=", shape, " --threads=1"));
  }
}

}  // namespace
}  // namespace paddle::lite::test
