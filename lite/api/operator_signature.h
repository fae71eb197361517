// The signature of an operator that an application adds, as text (paddle_custom_op.h).
#pragma once

#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/types.h"
#include "lite/model/program.h"

namespace paddle::lite {

struct OperatorSignature {
  struct Slot {
    std::string name;
    bool optional = false;
    bool list = false;
    PrecisionType type = PrecisionType::kUnk;  // kUnk: any
  };
  struct Attribute {
    std::string name;
    // The default: bool, int64_t, double, std::string, or a list of int64_t or double.
    model::AttrValue value;
  };

  std::string type;
  std::vector<Slot> inputs;
  std::vector<Slot> outputs;
  std::vector<Attribute> attributes;
};

// The text names the position of a mistake.
Result<OperatorSignature> ParseSignature(const std::string& text);

}  // namespace paddle::lite
