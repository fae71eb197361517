// Programs with loops and conditions, and what they have to compute.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/tensor.h"
#include "lite/model/program.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {

// Builds a program block by block, with the slots of operators with blocks as Paddle fills them.
class LoopBuilder {
 public:
  LoopBuilder();

  // An input of the program, in the order of the calls.
  void Feed(const std::string& name, PrecisionType precision, const std::vector<int64_t>& shape);
  void Op(const std::string& type, model::SlotMap inputs, model::SlotMap outputs,
          std::map<std::string, model::AttrValue> attrs = {});
  // out = value, of shape [1].
  void Fill(const std::string& out, PrecisionType precision, float value);
  void Scale(const std::string& x, float scale, float bias, const std::string& out);
  void Add(const std::string& x, const std::string& y, const std::string& out);
  void Assign(const std::string& x, const std::string& out);
  void Increment(const std::string& x);
  void Less(const std::string& x, const std::string& y, const std::string& out);
  // The operators up to the matching End are in the block of a while or conditional_block.
  void BeginWhile(const std::string& condition);
  void BeginIf(const std::string& condition);
  void End();
  void Array(const std::string& name);

  // Operators of a finished block may be changed: blocks[0] is the main block.
  model::Model Finish(const std::vector<std::string>& fetches);

 private:
  struct Open {
    int block;
    std::string type, condition;
  };
  model::BlockDesc& block() {
    return model_.program.blocks[static_cast<size_t>(open_.back().block)];
  }

  model::Model model_;
  std::vector<Open> open_;
  int feeds_ = 0;
};

// Computes a program of operators that LoopBuilder makes, variable by variable in one flat scope,
// with float and int64 tensors of one shape.
class LoopInterpreter {
 public:
  explicit LoopInterpreter(const model::Program& program) : program_(program) {}
  // False if a loop takes more than `max_steps` operators.
  bool Run(std::map<std::string, std::vector<double>> inputs, int max_steps);
  const std::vector<double>& Value(const std::string& name) const { return values_.at(name); }

 private:
  bool RunBlock(int index);

  const model::Program& program_;
  std::map<std::string, std::vector<double>> values_;
  int steps_left_ = 0;
};

// A random program of nested loops and conditions over float variables "a", "b", ... of shape
// [2, 3] and int64 counters; the inputs are "a" and the number of rounds "n". It fetches every
// variable.
struct RandomLoops {
  model::Model model;
  std::vector<std::string> fetches;
};
RandomLoops MakeRandomLoops(uint32_t seed);

}  // namespace paddle::lite::test
