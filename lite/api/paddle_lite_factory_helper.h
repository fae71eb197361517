// Macros that tie a program to the operators, kernels and passes it uses. Public header; parses as
// C++11.
//
// This library keeps everything that was compiled in, named here or not. A name that it lacks is a
// link-time error.
#pragma once

#ifndef UNUSED
#if defined(__GNUC__) || defined(__clang__)
#define UNUSED __attribute__((unused))
#else
#define UNUSED
#endif
#endif

#if defined(__GNUC__) || defined(__clang__)
#define LITE_KEEP_REFERENCE __attribute__((used))
#else
#define LITE_KEEP_REFERENCE
#endif

/// Use all three at global namespace scope.
#define USE_LITE_OP(op_type) \
  int touch_op_##op_type();  \
  LITE_KEEP_REFERENCE static int (*const lite_use_op_##op_type)() = &touch_op_##op_type

#define USE_LITE_KERNEL(op_type, target, precision, layout, alias)                \
  int touch_##op_type##target##precision##layout##alias();                        \
  LITE_KEEP_REFERENCE static int (                                                \
          *const lite_use_kernel_##op_type##target##precision##layout##alias)() = \
      &touch_##op_type##target##precision##layout##alias

#define USE_MIR_PASS(name)               \
  bool mir_pass_registry##name##_fake(); \
  LITE_KEEP_REFERENCE static bool (*const lite_use_pass_##name)() = &mir_pass_registry##name##_fake
