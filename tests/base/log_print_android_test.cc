// The branch of lite/base/log_print.cc that only Android builds compile, with a substitute for the
// system's log.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#ifndef __ANDROID__
#define __ANDROID__ 1
#define PrintMessage PrintMessageOnAndroid
#include "lite/base/log_print.cc"  // NOLINT: another build of this file
#undef PrintMessage

namespace {

std::vector<std::string>& Written() {
  static std::vector<std::string> lines;
  return lines;
}

}  // namespace

extern "C" int __android_log_print(int priority, const char* tag, const char* format, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  Written().push_back(std::to_string(priority) + " " + tag + " " + text);
  return 1;
}

namespace paddle::lite {
namespace {

TEST(LogPrint, AndroidAlsoWritesToTheSystemsLog) {
  Written().clear();
  testing::internal::CaptureStderr();
  PrintMessageOnAndroid({LogLevel::kInfo, 0, "a.cc", 1, "F", "note"});
  PrintMessageOnAndroid({LogLevel::kWarning, 0, "a.cc", 2, "F", "careful %s"});
  PrintMessageOnAndroid({LogLevel::kError, 0, "a.cc", 3, "F", "wrong"});
  PrintMessageOnAndroid({LogLevel::kInfo, 5, "a.cc", 4, "F", "detail"});
  EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::EndsWith("a.cc:4 F] detail\n"));
  EXPECT_THAT(Written(),
              testing::ElementsAre("4 lite a.cc:1 F] note", "5 lite a.cc:2 F] careful %s",
                                   "6 lite a.cc:3 F] wrong", "2 lite a.cc:4 F] detail"));
}

}  // namespace
}  // namespace paddle::lite
#endif
