// Defines the functions that USE_MIR_PASS refers to. Passes need no registration here; the
// functions only exist so that programs that name passes link.
#include "lite/api/paddle_api.h"
#include "lite/api/paddle_lite_factory_helper.h"

#undef USE_MIR_PASS
#define USE_MIR_PASS(name)                               \
  LITE_API bool mir_pass_registry##name##_fake();        \
  bool mir_pass_registry##name##_fake() { return true; } \
  static_assert(true, "the list ends each line with a semicolon")

#include "lite/api/paddle_use_passes.h"
