// Programs around one operator, made from what the operator says about itself: legal ones, whose
// shapes follow a template, and the same with odd attributes, element types, shapes and values.
// Whatever the program is, running it gives results or a Status.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lite/model/program.h"

namespace paddle::lite::test {

// A tensor that the caller of a program gives.
struct FedTensor {
  PrecisionType precision = PrecisionType::kFloat;
  DDim dims;
  LoD lod;
  std::vector<char> bytes;
};

struct OperatorProgram {
  model::Model model;
  // What to feed, one set after the other, to the same executable.
  std::vector<std::vector<FedTensor>> feeds;
  int threads = 1;
  bool host_only = false;

  // Operators, attributes and fed shapes, for messages.
  std::string ToString() const;
};

// The program that `bytes` encode: the same bytes produce the same program.
OperatorProgram MakeOperatorProgram(std::string_view bytes);

// The operators that programs are made of.
const std::vector<std::string>& FuzzedOperators();

// Creates an executable and feeds it. OK when everything ran.
Status RunOperatorProgram(const OperatorProgram& program);

}  // namespace paddle::lite::test
