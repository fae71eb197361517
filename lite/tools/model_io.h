// Inputs and outputs of a model, for tools that run it on generated data.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/element.h"
#include "lite/model/program.h"
#include "lite/runtime/executable.h"

namespace paddle::lite::tools {

// A shape from the command line, for an input by its name or, without one, by its position.
struct GivenShape {
  GivenShape(std::initializer_list<int64_t> dims) : dims(dims) {}
  GivenShape(std::string input, std::vector<int64_t> dims)
      : input(std::move(input)), dims(std::move(dims)) {}

  std::string input;
  std::vector<int64_t> dims;
};
using GivenShapes = std::vector<GivenShape>;

// "1,3,224,224:1,2" or "1x3x224x224:1x2" -> {{1, 3, 224, 224}, {1, 2}}; an empty part is a scalar.
// "image:1,3,224,224" -> {{"image", {1, 3, 224, 224}}}.
Result<GivenShapes> ParseShapes(const std::string& text);

// Several of these, of which each names the same inputs: "x:1,4;x:2,4".
Result<std::vector<GivenShapes>> ParseShapeRows(const std::string& text);

struct InputInfo {
  std::string name;
  PrecisionType precision = PrecisionType::kFloat;
  std::vector<int64_t> shape;  // declared; -1 = unknown
  int lod_level = 0;           // > 0: a tensor of sequences
  bool divisor = false;        // an operator divides by it
};
// The program's inputs in feed order.
std::vector<InputInfo> InputsOf(const model::Program& program);

// The shape of each input: the given one, otherwise the declared one with an unknown first
// dimension replaced by 1. Fails, naming the inputs, if other dimensions are open. Shapes by
// position must be those of all inputs.
Result<std::vector<std::vector<int64_t>>> SettleShapes(const std::vector<InputInfo>& inputs,
                                                       const GivenShapes& given);

// Level-of-detail of one sequence that is the whole tensor; empty for lod_level 0.
LoD WholeSequence(int lod_level, const std::vector<int64_t>& shape);

// "1,3,224,224"
std::string ShapeText(const std::vector<int64_t>& shape);

// Numbers separated by blanks, commas or line ends.
Result<std::vector<double>> ReadNumbers(const std::string& path);
// The same for a text; `source` is its name in messages.
Result<std::vector<double>> ParseNumbers(const std::string& text, const std::string& source);

}  // namespace paddle::lite::tools
