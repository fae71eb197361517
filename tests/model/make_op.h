#pragma once

#include <map>
#include <string>
#include <utility>

#include "lite/model/program.h"

namespace paddle::lite::model {

// An operator with attributes only.
inline OpDesc MakeOp(const std::string& type, std::map<std::string, AttrValue> attrs = {}) {
  OpDesc op;
  op.type = type;
  op.attrs = std::move(attrs);
  return op;
}

}  // namespace paddle::lite::model
