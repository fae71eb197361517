#pragma once

#include "lite/core/element.h"
#include "lite/operators/cast.h"

namespace paddle::lite::kernels {

// Refuses a cast from or to an element type that is not one of Types. A type that is not known yet
// is accepted.
template <typename Types>
Status CheckCastTypes(const operators::Cast& op) {
  const auto check = [](const char* slot, PrecisionType type) {
    return type == PrecisionType::kUnk ? OkStatus() : CheckElementType<Types>(slot, type);
  };
  LITE_RETURN_IF_ERROR(check("X", op.x->precision()));
  LITE_ASSIGN_OR_RETURN(const PrecisionType to,
                        operators::PrecisionOfDataType("out_dtype", op.out_dtype));
  return check("Out", to);
}

}  // namespace paddle::lite::kernels
