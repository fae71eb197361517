// Shapes and attributes with which operators make sense, for programs made at random.
#pragma once

#include <string>
#include <vector>

#include "lite/core/types.h"

namespace paddle::lite::test {

// A size: letters stand for numbers that are drawn once for a program, so that the same letter in
// two slots is the same size.
struct SizeTerm {
  int64_t factor = 1;
  std::string factors;
};

struct SlotTemplate {
  std::string name;
  std::vector<std::vector<SizeTerm>> shapes;  // of each tensor; one for all
  PrecisionType type = PrecisionType::kFloat;
  bool optional = false;
  bool parameter = false;  // usually a parameter of the program
  bool lod = false;
  bool positive = false;
  int count = 0;  // of tensors in a list; 0: any
};

struct AttrTemplate {
  std::string name;
  std::vector<SizeTerm> values;
  std::vector<std::string> texts;  // one of these
};

struct OperatorTemplate {
  std::vector<SlotTemplate> slots;
  std::vector<AttrTemplate> attrs;

  const SlotTemplate* slot(const std::string& name) const;
  const AttrTemplate* attr(const std::string& name) const;
  // One of the letters of the shapes.
  char any_letter(int choice) const;
};

// One of the templates of an operator; an empty one for an operator without, whose inputs then get
// one shape.
OperatorTemplate FindOperatorTemplate(const std::string& op_type, int choice);

}  // namespace paddle::lite::test
