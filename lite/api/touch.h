// For the generated file that defines what USE_LITE_OP and USE_LITE_KERNEL refer to.
#pragma once

#include "lite/api/paddle_api.h"

#if defined(__APPLE__)  // has no aliases
#define LITE_TOUCH(name) \
  LITE_API int name() { return 0; }
#else
// All of them are aliases of one function: a registration costs a symbol but no code. Hidden rather
// than static, because clang knows a static function only by its mangled name.
extern "C" [[gnu::visibility("hidden")]] int lite_registered() { return 0; }

#define LITE_TOUCH(name) LITE_API int name() __attribute__((nothrow, alias("lite_registered")));
#endif
