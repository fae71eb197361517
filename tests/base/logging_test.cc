#include "lite/base/logging.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace paddle::lite {
namespace {

std::string Capture(void (*log)()) {
  testing::internal::CaptureStderr();
  log();
  return testing::internal::GetCapturedStderr();
}

#ifdef LITE_WITH_LOG
TEST(Logging, VerbosityIsReadAtEveryMessage) {
  const auto verbose = [] { LITE_VLOG(3, "detail ", 42); };
  unsetenv("GLOG_v");
  EXPECT_EQ(Capture(verbose), "");
  setenv("GLOG_v", "3", 1);
  EXPECT_THAT(Capture(verbose),
              testing::MatchesRegex("\\[3 .*logging_test.cc:[0-9]+ .*\\] detail 42\n"));
  setenv("GLOG_v", "2", 1);
  EXPECT_EQ(Capture(verbose), "");
  unsetenv("GLOG_v");
}

TEST(Logging, MinimumLevelHidesLowerOnes) {
  const auto warn = [] { LITE_LOG_WARNING("careful"); };
  setenv("GLOG_minloglevel", "2", 1);
  EXPECT_EQ(Capture(warn), "");
  setenv("GLOG_minloglevel", "1", 1);
  EXPECT_THAT(Capture(warn), testing::HasSubstr("careful"));
  unsetenv("GLOG_minloglevel");
}
#endif

TEST(Logging, ArgumentsAreNotEvaluatedInVain) {
  unsetenv("GLOG_v");
  EXPECT_EQ(Capture([] {
              int calls = 0;
              LITE_VLOG(9, "count ", ++calls);
              EXPECT_EQ(calls, 0);
            }),
            "");
}

}  // namespace
}  // namespace paddle::lite
