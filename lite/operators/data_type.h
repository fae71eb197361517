#pragma once

#include <string>

#include "lite/base/status.h"
#include "lite/core/element.h"

namespace paddle::lite::operators {

// The element type selected by an attribute such as dtype or out_dtype, with the numbering of
// program files.
inline Result<PrecisionType> PrecisionOfDataType(const char* attribute, int data_type) {
  std::string known;
  for (const ElementName& element : ElementNames()) {
    if (element.number_in_files == data_type) return element.precision;
    AppendTo(&known, known.empty() ? "" : ", ");
    AppendTo(&known, element.number_in_files);
    AppendTo(&known, " ");
    AppendTo(&known, element.name);
  }
  return Unsupported("attribute ", attribute, ": data type ", data_type, " is not supported (",
                     known, ")");
}

}  // namespace paddle::lite::operators
