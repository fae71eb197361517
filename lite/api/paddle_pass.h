/* Passes of an application: functions that change a program before the optimiser does. Public
 * header; parses as C99 and as C++11. Passes written as for Paddle Lite's source tree (ProgramPass,
 * FuseBase) use paddle_pass_lite.h instead. See docs/custom_operators.md.
 *
 * Passes run in `opt`, in the other tools that optimise, and in predictors created from a
 * CxxConfig, in the order in which they were added, each once, on the main block as Paddle saved
 * it. The light library accepts passes and never runs them: its programs are optimised already. */
#ifndef PADDLE_PASS_H_
#define PADDLE_PASS_H_

#include "paddle_custom_op.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The variables of a slot, in order. */
typedef struct PDL_PassSlot {
  const char* name;
  size_t count;
  const char* const* variables;
} PDL_PassSlot;

/* Types of attributes, numbered as in program files. */
typedef int32_t PDL_PassAttributeKind;
enum {
  PDL_ATTRIBUTE_INT = 0,
  PDL_ATTRIBUTE_FLOAT = 1,
  PDL_ATTRIBUTE_STRING = 2,
  PDL_ATTRIBUTE_INTS = 3,
  PDL_ATTRIBUTE_FLOATS = 4,
  PDL_ATTRIBUTE_STRINGS = 5,
  PDL_ATTRIBUTE_BOOLEAN = 6,
  PDL_ATTRIBUTE_BOOLEANS = 7,
  PDL_ATTRIBUTE_BLOCK = 8,
  PDL_ATTRIBUTE_LONG = 9,
  PDL_ATTRIBUTE_BLOCKS = 10,
  PDL_ATTRIBUTE_LONGS = 11,
  PDL_ATTRIBUTE_FLOAT64S = 12,
  PDL_ATTRIBUTE_VAR = 13,
  PDL_ATTRIBUTE_VARS = 14,
  PDL_ATTRIBUTE_FLOAT64 = 15
};

/* `texts` for STRING, STRINGS, VAR and VARS; `floats` for FLOAT, FLOATS, FLOAT64 and FLOAT64S;
 * otherwise `ints`. */
typedef struct PDL_PassAttribute {
  const char* name;
  PDL_PassAttributeKind kind;
  size_t count; /* 1 for the kinds of one value */
  const int64_t* ints;
  const double* floats;
  const char* const* texts;
} PDL_PassAttribute;

typedef struct PDL_PassOp {
  const char* type;
  size_t input_count, output_count, attribute_count;
  const PDL_PassSlot* inputs;
  const PDL_PassSlot* outputs;
  const PDL_PassAttribute* attributes;
} PDL_PassOp;

/* A tensor of the program. A dimension of -1 is open; the data of a parameter is row-major, that of
 * other variables null. */
typedef struct PDL_PassVariable {
  const char* name;
  PDL_OpTensor tensor;
} PDL_PassVariable;

/* One call of a pass. All pointers are valid during the call only. */
typedef struct PDL_PassCall {
  size_t struct_size;
  size_t op_count, variable_count;
  const PDL_PassOp* ops; /* in the order of execution, feed and fetch included */
  const PDL_PassVariable* variables;
  const int32_t* targets; /* the valid targets: numbers of paddle::lite_api::TargetType */
  size_t target_count;
  void* user_data; /* that of PDL_Pass */
  /* Room for the text of a failure, with its final 0. */
  char* message;
  size_t message_size;
  /* Replaces the operators, and adds parameters, whose names must be new and whose data is copied.
   * Other new variables need no declaration. All arguments are copied. At most once per call; takes
   * effect when the pass returns PDL_OK. A pass that does not call it changes nothing.
   *
   * The program is checked then: feed and fetch must be the same, and every variable that is read
   * must be a parameter or be written before. */
  PDL_Code (*replace)(const struct PDL_PassCall* call, const PDL_PassOp* ops, size_t op_count,
                      const PDL_PassVariable* parameters, size_t parameter_count);
  void* library; /* the library's own */
} PDL_PassCall;

/* Returns PDL_OK, or the code of a failure with its text in `message`: the model is refused. */
typedef PDL_Code (*PDL_PassFunction)(PDL_PassCall* call);

typedef struct PDL_Pass {
  size_t struct_size; /* sizeof(PDL_Pass) */
  const char* name;
  /* Runs if one of these (numbers of paddle::lite_api::TargetType) is among the valid targets;
   * without targets, always. */
  const int32_t* targets;
  size_t target_count;
  PDL_PassFunction apply;
  void* user_data;
} PDL_Pass;

/* Adds a pass for the rest of the process. The structure, its name and targets may be freed; the
 * function and `user_data` must remain valid. A name that was added before is PDL_INVALID_ARGUMENT.
 * A pass of the library with the same name runs as well, later. */
PDL_API PDL_Code PDL_RegisterPass(const PDL_Pass* pass);

/* The function that a shared library with passes exports; PDL_LoadOperators calls it. */
typedef PDL_Code (*PDL_AddPass)(const PDL_Pass* pass);
typedef PDL_Code (*PDL_PassLibraryFunction)(PDL_AddPass add);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* PADDLE_PASS_H_ */
