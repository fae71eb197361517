/* Operators of an application: a signature, a function for the shapes of the results, and one that
 * computes them. Public header; parses as C99 and as C++11, where it also declares
 * paddle::lite_api::RegisterOperator, OpCall and LITE_OPERATOR_LIBRARY. See
 * docs/custom_operators.md.
 *
 * A signature names the operator as models do, its slots and its attributes:
 *
 *   snake(X, Alpha?, Others*: float32) -> (Out, Mask: bool) {scale: float = 0.5, axes: ints = [0]}
 *
 * `?` marks a slot that may be absent, `*` one with any number of tensors. An input with a type
 * only takes tensors of that type; an output without one has the type of the first input. Types are
 * float32, float64, float16, int8, int16, int32, int64, uint8 and bool. Attributes are bool, int,
 * float, string, ints or floats; without a default they are false, 0 or empty. The results of an
 * operator must only depend on its inputs and attributes. */
#ifndef PADDLE_CUSTOM_OP_H_
#define PADDLE_CUSTOM_OP_H_

#include "paddle_c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PDL_MAX_RANK 9

typedef struct PDL_OpTensor {
  PDL_Type type;
  int32_t rank;
  int64_t dims[PDL_MAX_RANK];
  void* data; /* row-major; null while shapes are inferred. Inputs are only read. */
} PDL_OpTensor;

typedef struct PDL_OpSlot {
  const char* name;
  size_t count; /* 0 if the slot is absent */
  PDL_OpTensor* tensors;
} PDL_OpSlot;

/* A value: `ints` for bool, int and ints, `floats` for float and floats, `text` for string. */
typedef struct PDL_OpAttribute {
  const char* name;
  size_t count; /* of `ints` or `floats` */
  const int64_t* ints;
  const double* floats;
  const char* text;
} PDL_OpAttribute;

/* One call of a function of an operator. All pointers are valid during the call only. */
typedef struct PDL_OpCall {
  size_t struct_size;
  size_t input_count, output_count, attribute_count;
  const PDL_OpSlot* inputs; /* in the order of the signature */
  const PDL_OpSlot* outputs;
  const PDL_OpAttribute* attributes;
  void* user_data; /* that of PDL_Operator */
  /* Room for the text of a failure, with its final 0. */
  char* message;
  size_t message_size;
  /* While results are computed: calls body(begin, end, context) on the threads of the predictor
   * until all indices below `count` are covered, in pieces of `grain` or more. */
  void (*parallel_for)(const struct PDL_OpCall* call, int64_t count, int64_t grain,
                       void (*body)(int64_t begin, int64_t end, void* context), void* context);
  void* library; /* the library's own */
} PDL_OpCall;

/* Returns PDL_OK, or the code of a failure with its text in `message`. */
typedef PDL_Code (*PDL_OpFunction)(PDL_OpCall* call);

typedef struct PDL_Operator {
  size_t struct_size; /* sizeof(PDL_Operator) */
  const char* signature;
  /* Sets rank and dims of each output. Null: every output has the shape of the first input. */
  PDL_OpFunction infer;
  /* Writes the elements of each output, whose shape and type may not be changed. May be called by
   * several predictors at once. */
  PDL_OpFunction compute;
  void* user_data;
} PDL_Operator;

/* Adds an operator for the rest of the process. The structure and its texts may be freed; the
 * functions and `user_data` must remain valid. A name that is in use is PDL_INVALID_ARGUMENT. */
PDL_API PDL_Code PDL_RegisterOperator(const PDL_Operator* op);

/* Opens a shared library and adds its operators: calls its function PDL_OperatorLibrary with a
 * function that adds one. Loading a library again has no effect. */
PDL_API PDL_Code PDL_LoadOperators(const char* path);

/* The function that such a library exports. */
typedef PDL_Code (*PDL_AddOperator)(const PDL_Operator* op);
typedef PDL_Code (*PDL_OperatorLibraryFunction)(PDL_AddOperator add);

#ifdef __cplusplus
} /* extern "C" */

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "paddle_place.h"
#include "paddle_status.h"

namespace paddle {
namespace lite_api {

/// A tensor of a call: an input is only read.
class OpTensor {
 public:
  explicit OpTensor(PDL_OpTensor* tensor) : tensor_(tensor) {}

  std::vector<int64_t> shape() const {
    return std::vector<int64_t>(tensor_->dims, tensor_->dims + tensor_->rank);
  }
  int64_t numel() const {
    int64_t count = 1;
    for (int32_t i = 0; i < tensor_->rank; ++i) count *= tensor_->dims[i];
    return count;
  }
  PrecisionType precision() const { return static_cast<PrecisionType>(tensor_->type); }
  /// For the outputs of a shape function; a rank above PDL_MAX_RANK fails.
  void Resize(const std::vector<int64_t>& shape) {
    tensor_->rank = static_cast<int32_t>(shape.size());
    for (size_t i = 0; i < shape.size() && i < PDL_MAX_RANK; ++i) tensor_->dims[i] = shape[i];
  }
  /// The elements, whose type must be T.
  template <typename T>
  const T* data() const {
    return Elements<T>();
  }
  template <typename T>
  T* mutable_data() {
    return Elements<T>();
  }

 private:
  template <typename T>
  T* Elements() const;

  PDL_OpTensor* tensor_;
};

/// One call of a shape function or a compute function. A slot or attribute that the signature does
/// not have, or an element type that is not the tensor's, ends the call with an error: an exception
/// inside of it, which the library receives as a Status.
class OpCall {
 public:
  explicit OpCall(const PDL_OpCall* call) : call_(call) {}
  const PDL_OpCall& raw() const { return *call_; }

  /// How many tensors a slot has: 0 or 1, any number with `*`.
  size_t input_count(const char* slot) const { return Slot(slot, false).count; }
  const OpTensor input(const char* slot, size_t index = 0) const {
    return TensorOf(Slot(slot, false), index);
  }
  size_t output_count(const char* slot) const { return Slot(slot, true).count; }
  OpTensor output(const char* slot, size_t index = 0) const {
    return TensorOf(Slot(slot, true), index);
  }

  bool bool_attr(const char* name) const { return Ints(name)[0] != 0; }
  int64_t int_attr(const char* name) const { return Ints(name)[0]; }
  double float_attr(const char* name) const { return Floats(name)[0]; }
  std::string string_attr(const char* name) const {
    const PDL_OpAttribute& found = Attribute(name);
    if (found.text == nullptr) Fail("attribute ", name, " is not a string");
    return found.text;
  }
  std::vector<int64_t> ints_attr(const char* name) const {
    const int64_t* ints = Ints(name);
    return std::vector<int64_t>(ints, ints + Attribute(name).count);
  }
  std::vector<double> floats_attr(const char* name) const {
    const double* floats = Floats(name);
    return std::vector<double>(floats, floats + Attribute(name).count);
  }

  /// Calls body(begin, end) on the threads of the predictor until all indices below `count` are
  /// covered, in pieces of at least `grain`. The body must not throw.
  template <typename Body>
  void ParallelFor(int64_t count, int64_t grain, const Body& body) const {
    call_->parallel_for(
        call_, count, grain,
        [](int64_t begin, int64_t end, void* context) {
          (*static_cast<const Body*>(context))(begin, end);
        },
        const_cast<Body*>(&body));
  }

  [[noreturn]] static void Fail(const char* before, const char* name, const char* after) {
    const std::string text = std::string(before) + name + after;
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
    throw std::invalid_argument(text);
#else
    std::fprintf(stderr, "%s\n", text.c_str());
    std::abort();
#endif
  }

 private:
  const PDL_OpSlot& Slot(const char* name, bool output) const {
    const PDL_OpSlot* slots = output ? call_->outputs : call_->inputs;
    const size_t count = output ? call_->output_count : call_->input_count;
    for (size_t i = 0; i < count; ++i) {
      if (std::strcmp(slots[i].name, name) == 0) return slots[i];
    }
    Fail("the signature has no slot ", name, "");
  }
  static OpTensor TensorOf(const PDL_OpSlot& slot, size_t index) {
    if (index >= slot.count) Fail("slot ", slot.name, " has no tensor at this position");
    return OpTensor(&slot.tensors[index]);
  }
  const PDL_OpAttribute& Attribute(const char* name) const {
    for (size_t i = 0; i < call_->attribute_count; ++i) {
      if (std::strcmp(call_->attributes[i].name, name) == 0) return call_->attributes[i];
    }
    Fail("the signature has no attribute ", name, "");
  }
  const int64_t* Ints(const char* name) const {
    const PDL_OpAttribute& found = Attribute(name);
    if (found.ints == nullptr) Fail("attribute ", name, " is not an integer");
    return found.ints;
  }
  const double* Floats(const char* name) const {
    const PDL_OpAttribute& found = Attribute(name);
    if (found.floats == nullptr) Fail("attribute ", name, " is not a float");
    return found.floats;
  }

  const PDL_OpCall* call_;
};

template <typename T>
T* OpTensor::Elements() const {
  if (tensor_->type != static_cast<PDL_Type>(PrecisionTypeTrait<T>::Type())) {
    OpCall::Fail("the tensor has elements of another type than ", "data<T>", "() asks for");
  }
  return static_cast<T*>(tensor_->data);
}

/// Returns a Status; an exception becomes one.
using OpFunction = std::function<Status(OpCall&)>;

namespace custom_op_internal {

struct Functions {
  OpFunction infer, compute;
};

inline PDL_Code Report(const PDL_OpCall* call, int code, const char* text) {
  std::snprintf(call->message, call->message_size, "%s", text);
  return code;
}

inline PDL_Code Call(const OpFunction& function, PDL_OpCall* call) {
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
  try {
#endif
    OpCall wrapped(call);
    const Status status = function(wrapped);
    return Report(call, static_cast<int>(status.code()), status.message().c_str());
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
  } catch (const std::bad_alloc&) {
    return Report(call, PDL_RESOURCE_EXHAUSTED, "out of memory");
  } catch (const std::exception& error) {
    return Report(call, PDL_INVALID_ARGUMENT, error.what());
  } catch (...) {
    return Report(call, PDL_INTERNAL, "an exception that is not a std::exception");
  }
#endif
}

inline PDL_Code Infer(PDL_OpCall* call) {
  return Call(static_cast<const Functions*>(call->user_data)->infer, call);
}
inline PDL_Code Compute(PDL_OpCall* call) {
  return Call(static_cast<const Functions*>(call->user_data)->compute, call);
}

/// The functions live as long as the process.
inline PDL_Code Add(PDL_AddOperator add, const std::string& signature, OpFunction infer,
                    OpFunction compute) {
  Functions* functions = new Functions{std::move(infer), std::move(compute)};
  const PDL_Operator op = {sizeof(PDL_Operator), signature.c_str(),
                           functions->infer ? &Infer : nullptr,
                           functions->compute ? &Compute : nullptr, functions};
  const PDL_Code code = add(&op);
  if (code != PDL_OK) delete functions;
  return code;
}

}  // namespace custom_op_internal

/// Adds an operator for the rest of the process, in this program; see PDL_RegisterOperator. An
/// empty `infer`: every output has the shape of the first input.
inline Status RegisterOperator(const std::string& signature, OpFunction infer, OpFunction compute) {
  const PDL_Code code = custom_op_internal::Add(&PDL_RegisterOperator, signature, std::move(infer),
                                                std::move(compute));
  if (code == PDL_OK) return Status();
  return Status(static_cast<StatusCode>(code), PDL_GetLastError());
}

/// Adds the operators of a shared library; see PDL_LoadOperators.
inline Status LoadOperators(const std::string& path) {
  const PDL_Code code = PDL_LoadOperators(path.c_str());
  if (code == PDL_OK) return Status();
  return Status(static_cast<StatusCode>(code), PDL_GetLastError());
}

/// The argument of LITE_OPERATOR_LIBRARY.
class OperatorAdder {
 public:
  explicit OperatorAdder(PDL_AddOperator add) : add_(add) {}
  void operator()(const std::string& signature, OpFunction infer, OpFunction compute) {
    if (code_ != PDL_OK) return;
    code_ = custom_op_internal::Add(add_, signature, std::move(infer), std::move(compute));
  }
  PDL_Code code() const { return code_; }

 private:
  PDL_AddOperator add_;
  PDL_Code code_ = PDL_OK;
};

}  // namespace lite_api
}  // namespace paddle

/// Begins the function that adds the operators of a shared library, which needs no library to be
/// linked with:
///
///   LITE_OPERATOR_LIBRARY(add) {
///     add("snake(X) -> (Out) {alpha: float = 1}", nullptr, Snake);
///   }
#define LITE_OPERATOR_LIBRARY(add)                                            \
  static void LiteAddOperators(::paddle::lite_api::OperatorAdder& add);       \
  extern "C" PDL_API PDL_Code PDL_OperatorLibrary(PDL_AddOperator lite_add) { \
    ::paddle::lite_api::OperatorAdder adder(lite_add);                        \
    LiteAddOperators(adder);                                                  \
    return adder.code();                                                      \
  }                                                                           \
  static void LiteAddOperators(::paddle::lite_api::OperatorAdder& add)

#endif /* __cplusplus */

#endif /* PADDLE_CUSTOM_OP_H_ */
