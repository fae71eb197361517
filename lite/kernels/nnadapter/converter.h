// How operators of a program become operations of NNAdapter.
#pragma once

#include <string>

#include "lite/base/span.h"
#include "lite/kernels/kernel.h"
#include "lite/kernels/nnadapter/builder.h"
#include "lite/operators/op.h"

namespace paddle::lite::kernels::nnadapter {

// A converter is a struct with `static void Convert(const OpClass&, Builder*)`. It adds operations
// and states their results, or fails if the operator cannot be expressed. The optimiser runs it
// with a builder that only plans, for the shapes that it assumes; so the conversion itself says
// what is supported, and which operations a device needs for it.
//
// Activations are floats, unless the struct has `static constexpr bool kAnyElements = true`.
template <size_t N>
struct ConverterSet {
  const char* types[N];
};
struct Converter {
  const char* const* types;
  size_t count;
  bool any_elements;
  void (*convert)(const Op&, Builder*);
};

namespace converter_internal {

template <typename Class, typename = void>
struct AnyElements : std::false_type {};
template <typename Class>
struct AnyElements<Class, std::void_t<decltype(Class::kAnyElements)>> : std::true_type {};

template <typename Class>
void Convert(const Op& op, Builder* builder) {
  Class::Convert(static_cast<const typename Class::OpClass&>(op), builder);
}

template <typename Class, size_t N>
constexpr Converter Make(const ConverterSet<N>& set) {
  return {set.types, N, AnyElements<Class>::value, &Convert<Class>};
}

}  // namespace converter_internal

// Those of this folder. Generated from the LITE_NNADAPTER_CONVERTER lines.
Span<const Converter* const> Converters();

// The operations that a form of an operator becomes, each once. Generated from tested_forms.txt.
struct TestedForm {
  const char* op_type;
  Span<const NNAdapterOperationType> operations;
};
Span<const TestedForm> TestedForms();

// Adds the operations for one operator. Fails with what the converter refuses.
Status ConvertOp(const Op& op, Builder* builder);

}  // namespace paddle::lite::kernels::nnadapter

// Declares Class as the converter of up to 12 operator types. Use in the class's namespace, in
// exactly this form:
//
//   LITE_NNADAPTER_CONVERTER(Pool2dConverter, pool2d);
#define LITE_NNADAPTER_CONVERTER(Class, ...)                           \
  LITE_KERNELS_EACH(LITE_KERNELS_FITS, Class, __VA_ARGS__)             \
  LITE_NNADAPTER_DEFINE(Class, LITE_KERNELS_PICK_FIRST(__VA_ARGS__, ), \
                        LITE_KERNELS_COUNT(__VA_ARGS__),               \
                        LITE_KERNELS_EACH(LITE_KERNELS_TEXT, , __VA_ARGS__))
#define LITE_KERNELS_PICK_FIRST(op, ...) op
#define LITE_NNADAPTER_DEFINE(Class, op, count, ...) \
  LITE_NNADAPTER_NAMED(Class, op, count, __VA_ARGS__)
#define LITE_NNADAPTER_NAMED(Class, op, count, ...)                           \
  constexpr ConverterSet<count> lite_nnadapter_types__##op = {{__VA_ARGS__}}; \
  extern "C" const Converter lite_nnadapter_converter__##op;                  \
  constexpr Converter lite_nnadapter_converter__##op =                        \
      converter_internal::Make<Class>(lite_nnadapter_types__##op)
