#include "lite/core/element.h"

#include <cmath>

namespace paddle::lite {

Status element_internal::RefuseElementType(const char* what, PrecisionType found,
                                           Span<const PrecisionType> expected) {
  std::string text = *what == '\0' ? "" : StrCat(what, ": ");
  text += StrCat("element type ", PrecisionToStr(found), ", expected ");
  for (size_t i = 0; i < expected.size(); ++i) {
    if (i != 0) text += i + 1 == expected.size() ? " or " : ", ";
    text += PrecisionToStr(expected[i]);
  }
  return Unsupported(text);
}

Span<const ElementName> ElementNames() {
#define LITE_ELEMENT_NAME(T, precision, name, number) {PrecisionType::precision, name, number},
  static constexpr ElementName kNames[] = {LITE_ELEMENT_TYPES(LITE_ELEMENT_NAME)};
#undef LITE_ELEMENT_NAME
  return kNames;
}

PrecisionType PrecisionNamed(std::string_view name) {
  for (const ElementName& element : ElementNames()) {
    if (name == element.name) return element.precision;
  }
  return PrecisionType::kUnk;
}

double ElementAt(const void* data, PrecisionType precision, int64_t i) {
  double value = std::nan("");
  const Status status = VisitElementType(precision, [&](auto type) {
    using T = StoredAs<typename decltype(type)::Type>;
    value = static_cast<double>(static_cast<const T*>(data)[i]);
  });
  (void)status;  // NaN if there is no such element
  return value;
}

void StoreElement(void* data, PrecisionType precision, int64_t i, double value) {
  const Status status = VisitElementType(precision, [&](auto type) {
    using T = typename decltype(type)::Type;
    static_cast<T*>(data)[i] = static_cast<T>(value);
  });
  (void)status;  // nothing is stored where there is no such element
}

}  // namespace paddle::lite
