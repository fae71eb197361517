// Element types: what a PrecisionType is in C++, in program files and in text, and code for each of
// them. Code that depends on the type of an element visits it; no other file has a switch over
// them. See docs/design/element-types.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "lite/base/half.h"
#include "lite/base/span.h"
#include "lite/base/status.h"
#include "lite/core/types.h"

namespace paddle::lite {

// Passed to visitors in place of a T: `[&](auto type) { using T = typename decltype(type)::Type;
// }`, or handed on to a function template with a parameter ElementTag<T>.
template <typename T>
struct ElementTag {
  using Type = T;
};

// A list of element types.
template <typename... T>
struct ElementTypes {
  template <typename... More>
  using And = ElementTypes<T..., More...>;
};

// Every element type, in the order in which messages list them: type in C++, precision, name in
// numpy, number of VarType.Type in program files.
#define LITE_ELEMENT_TYPES(ROW)        \
  ROW(int8_t, kInt8, "int8", 21)       \
  ROW(uint8_t, kUInt8, "uint8", 20)    \
  ROW(int16_t, kInt16, "int16", 1)     \
  ROW(int32_t, kInt32, "int32", 2)     \
  ROW(int64_t, kInt64, "int64", 3)     \
  ROW(bool, kBool, "bool", 0)          \
  ROW(Half, kFP16, "float16", 4)       \
  ROW(BFloat16, kBF16, "bfloat16", 22) \
  ROW(float, kFloat, "float32", 5)     \
  ROW(double, kFP64, "float64", 6)

using RealTypes = ElementTypes<float, double>;
using IntegerTypes = ElementTypes<int8_t, uint8_t, int16_t, int32_t, int64_t>;
// What most kernels compute with that do more than copy.
using NumberTypes = RealTypes::And<int32_t, int64_t>;
using IndexTypes = ElementTypes<int32_t, int64_t>;
#define LITE_ELEMENT_TYPE(T, ...) ::And<T>
using ElementsOfAnyType = ElementTypes<> LITE_ELEMENT_TYPES(LITE_ELEMENT_TYPE);
#undef LITE_ELEMENT_TYPE

// The precision of a C++ type, kUnk for those that are not element types. Unlike
// PrecisionTypeTrait, which serves applications, it knows the 16-bit floats by types of their own.
template <typename T>
constexpr PrecisionType PrecisionOfType() {
#define LITE_ELEMENT_PRECISION(Row, precision, ...) \
  if constexpr (std::is_same_v<T, Row>) return PrecisionType::precision;
  LITE_ELEMENT_TYPES(LITE_ELEMENT_PRECISION)
#undef LITE_ELEMENT_PRECISION
  return PrecisionType::kUnk;
}

// True for float, double and the 16-bit floats, which are classes for storage.
template <typename T>
inline constexpr bool kIsReal = std::is_floating_point_v<T> || std::is_class_v<T>;

// In what a value is computed: the 16-bit floats as float.
template <typename T>
using ComputedAs = std::conditional_t<std::is_class_v<T>, float, T>;

// In memory of unknown origin a bool may be any byte, which must not be loaded as a bool.
template <typename T>
using StoredAs = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;

namespace element_internal {

// Unsupported: "<what>: element type int8_t, expected float or double".
Status RefuseElementType(const char* what, PrecisionType found, Span<const PrecisionType> expected);

template <typename T, typename F>
Status Call(const F& f) {
  if constexpr (std::is_void_v<decltype(f(ElementTag<T>()))>) {
    f(ElementTag<T>());
    return OkStatus();
  } else {
    return f(ElementTag<T>());
  }
}

template <typename F, typename... T>
Status Visit(const char* what, PrecisionType precision, const F& f, ElementTypes<T...>) {
  static_assert(((PrecisionOfType<T>() != PrecisionType::kUnk) && ...), "not an element type");
  Status status;
  if (((precision == PrecisionOfType<T>() && (status = Call<T>(f), true)) || ...)) return status;
  constexpr PrecisionType kExpected[] = {PrecisionOfType<T>()...};
  return RefuseElementType(what, precision, kExpected);
}

}  // namespace element_internal

// Calls f(ElementTag<T>()) for the type T of `precision` and returns its Status, or OK where it
// returns nothing. A type that is not in the list `Types` is refused by name; `what` says whose
// type it is, a slot for example.
template <typename Types, typename F>
Status VisitElementType(const char* what, PrecisionType precision, const F& f) {
  return element_internal::Visit(what, precision, f, Types());
}
template <typename F>
Status VisitElementType(PrecisionType precision, const F& f) {
  return VisitElementType<ElementsOfAnyType>("", precision, f);
}

// OK if the type is in the list.
template <typename Types>
Status CheckElementType(const char* what, PrecisionType precision) {
  return VisitElementType<Types>(what, precision, [](auto) {});
}

// What text and files call the element types.
struct ElementName {
  PrecisionType precision;
  const char* name;     // of numpy, in listings and on command lines: "float32"
  int number_in_files;  // of VarType.Type, which attributes such as dtype hold
};
Span<const ElementName> ElementNames();
// kUnk for other names.
PrecisionType PrecisionNamed(std::string_view name);

// Element `i` of host memory of the given type, as a number; NaN for types that do not hold
// numbers.
double ElementAt(const void* data, PrecisionType precision, int64_t i);
// Stores `value`, rounded to the type.
void StoreElement(void* data, PrecisionType precision, int64_t i, double value);

}  // namespace paddle::lite
