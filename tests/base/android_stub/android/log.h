// The part of Android's header that the library uses, for tests on other systems.
#pragma once

enum android_LogPriority {
  ANDROID_LOG_VERBOSE = 2,
  ANDROID_LOG_INFO = 4,
  ANDROID_LOG_WARN = 5,
  ANDROID_LOG_ERROR = 6,
};

extern "C" __attribute__((format(printf, 3, 4))) int __android_log_print(int priority,
                                                                         const char* tag,
                                                                         const char* format, ...);
