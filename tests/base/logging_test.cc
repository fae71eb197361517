#include "lite/base/logging.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace paddle::lite {
namespace {

using lite_api::LogMessage;
using lite_api::SetLogCallback;
using lite_api::SetLogLevel;
using testing::HasSubstr;

std::string Capture(const std::function<void()>& log) {
  testing::internal::CaptureStderr();
  log();
  return testing::internal::GetCapturedStderr();
}

void LogOnce() { LITE_LOG_WARNING("careful"); }
void BeVerbose() { LITE_VLOG(3, "detail ", 42); }

// Level and destination as at the start of a process.
class Logging : public testing::Test {
 protected:
  Logging() { Reset(); }
  ~Logging() override { Reset(); }

 private:
  static void Reset() {
    unsetenv("GLOG_v");
    unsetenv("GLOG_minloglevel");
    SetLogLevel(LogLevel::kDefault);
    SetLogCallback(nullptr);
  }
};

TEST_F(Logging, ArgumentsAreNotEvaluatedInVain) {
  int calls = 0;
  EXPECT_EQ(Capture([&] { LITE_VLOG(9, "count ", ++calls); }), "");
  SetLogLevel(LogLevel::kOff);
  EXPECT_EQ(Capture([&] { LITE_LOG_ERROR("count ", ++calls); }), "");
  EXPECT_EQ(calls, 0);
}

TEST_F(Logging, LevelThatIsInEffect) {
  EXPECT_EQ(lite_api::GetLogLevel(), LogLevel::kInfo);
  setenv("GLOG_minloglevel", "2", 1);
  EXPECT_EQ(lite_api::GetLogLevel(), LogLevel::kError);
  setenv("GLOG_minloglevel", "99", 1);
  EXPECT_EQ(lite_api::GetLogLevel(), LogLevel::kOff);
  setenv("GLOG_minloglevel", "-5", 1);
  EXPECT_EQ(lite_api::GetLogLevel(), LogLevel::kInfo);
  SetLogLevel(LogLevel::kWarning);
  EXPECT_EQ(lite_api::GetLogLevel(), LogLevel::kWarning);
  SetLogLevel(LogLevel::kDefault);
  EXPECT_EQ(lite_api::GetLogLevel(), LogLevel::kInfo);
}

#ifdef LITE_WITH_LOG
TEST_F(Logging, VerbosityIsReadAtEveryMessage) {
  EXPECT_EQ(Capture(BeVerbose), "");
  setenv("GLOG_v", "3", 1);
  EXPECT_THAT(Capture(BeVerbose),
              testing::MatchesRegex("\\[3 .*logging_test.cc:[0-9]+ .*\\] detail 42\n"));
  setenv("GLOG_v", "2", 1);
  EXPECT_EQ(Capture(BeVerbose), "");
}

TEST_F(Logging, MinimumLevelHidesLowerOnes) {
  setenv("GLOG_v", "3", 1);
  setenv("GLOG_minloglevel", "2", 1);
  EXPECT_EQ(Capture(LogOnce), "");
  setenv("GLOG_minloglevel", "1", 1);
  EXPECT_THAT(Capture(LogOnce), HasSubstr("careful"));
  EXPECT_EQ(Capture(BeVerbose), "");
}

TEST_F(Logging, LevelOfTheProgramWins) {
  setenv("GLOG_minloglevel", "3", 1);
  SetLogLevel(LogLevel::kInfo);
  EXPECT_THAT(Capture(LogOnce), HasSubstr("careful"));
  setenv("GLOG_minloglevel", "0", 1);
  for (const LogLevel level : {LogLevel::kError, LogLevel::kOff}) {
    SetLogLevel(level);
    EXPECT_EQ(Capture(LogOnce), "");
  }
  SetLogLevel(LogLevel::kDefault);
  EXPECT_THAT(Capture(LogOnce), HasSubstr("careful"));
}

TEST_F(Logging, LineHasDateAndTimePaddedWithZeros) {
  EXPECT_THAT(Capture(LogOnce),
              testing::ContainsRegex("^\\[W [0-9]{4}-[0-9]{2}-[0-9]{2} "
                                     "[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3} "
                                     ".*logging_test.cc:[0-9]+ LogOnce\\] careful\n$"));
}

TEST_F(Logging, CallbackGetsMessagesInsteadOfStderr) {
  std::vector<std::string> found;
  SetLogCallback([&](const LogMessage& message) {
    EXPECT_THAT(message.file, HasSubstr("logging_test.cc"));
    EXPECT_GT(message.line, 0);
    found.push_back(StrCat(static_cast<int>(message.level), " ", message.verbosity, " ",
                           message.function, " ", message.text));
  });
  setenv("GLOG_v", "3", 1);
  EXPECT_EQ(Capture([] {
              LogOnce();
              BeVerbose();
            }),
            "");
  EXPECT_THAT(found, testing::ElementsAre("1 0 LogOnce careful", "0 3 BeVerbose detail 42"));
  SetLogLevel(LogLevel::kError);
  LogOnce();
  EXPECT_EQ(found.size(), 2u);
  SetLogLevel(LogLevel::kInfo);
  SetLogCallback(nullptr);
  EXPECT_THAT(Capture(LogOnce), HasSubstr("careful"));
  EXPECT_EQ(found.size(), 2u);
}

TEST_F(Logging, MessagesThatACallbackDoesNotTakeArePrinted) {
  SetLogCallback([](const LogMessage&) { throw std::runtime_error("no"); });
  EXPECT_THAT(Capture(LogOnce), HasSubstr("careful"));
  int calls = 0;
  SetLogCallback([&](const LogMessage&) {
    ++calls;
    LITE_LOG_ERROR("from the callback");
  });
  EXPECT_THAT(Capture(LogOnce), HasSubstr("from the callback"));
  EXPECT_EQ(calls, 1);
}

TEST_F(Logging, CallbackMayReplaceItself) {
  SetLogCallback([](const LogMessage&) { SetLogCallback(nullptr); });
  EXPECT_EQ(Capture(LogOnce), "");
  EXPECT_THAT(Capture(LogOnce), HasSubstr("careful"));
}

TEST_F(Logging, CallbackIsReplacedWhileOtherThreadsHaveMessages) {
  constexpr int kThreads = 4;
  constexpr int kMessages = 500;
  const auto count = std::make_shared<std::atomic<int>>(0);
  const auto install = [&] { SetLogCallback([count](const LogMessage&) { ++*count; }); };
  install();
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([] {
      for (int k = 0; k < kMessages; ++k) LogOnce();
    });
  }
  for (int i = 0; i < kMessages; ++i) {
    install();
    SetLogLevel(LogLevel::kInfo);
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count->load(), kThreads * kMessages);
}
#endif

}  // namespace
}  // namespace paddle::lite
