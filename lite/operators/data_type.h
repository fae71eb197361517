#pragma once

#include "lite/base/status.h"
#include "lite/core/types.h"

namespace paddle::lite::operators {

// The element type selected by an attribute such as dtype or out_dtype, with the numbering of
// program files.
inline Result<PrecisionType> PrecisionOfDataType(const char* attribute, int data_type) {
  switch (data_type) {
    case 0:
      return PrecisionType::kBool;
    case 1:
      return PrecisionType::kInt16;
    case 2:
      return PrecisionType::kInt32;
    case 3:
      return PrecisionType::kInt64;
    case 4:
      return PrecisionType::kFP16;
    case 5:
      return PrecisionType::kFloat;
    case 6:
      return PrecisionType::kFP64;
    case 20:
      return PrecisionType::kUInt8;
    case 21:
      return PrecisionType::kInt8;
    default:
      return Unsupported(
          "attribute ", attribute, ": data type ", data_type,
          " is not supported (0 bool, 1 int16, 2 int32, 3 int64, 4 fp16, 5 fp32, 6 fp64, "
          "20 uint8, 21 int8)");
  }
}

}  // namespace paddle::lite::operators
