// For the generated file that defines what USE_LITE_OP and USE_LITE_KERNEL refer to.
#pragma once

#include "lite/api/paddle_api.h"

// All of them are one function under many names: a registration costs a symbol, no code.
// Hidden instead of static: clang knows the name of a static function in its C++ spelling only.
extern "C" [[gnu::visibility("hidden")]] int lite_registered() { return 0; }

#define LITE_TOUCH(name) LITE_API int name() __attribute__((nothrow, alias("lite_registered")));
