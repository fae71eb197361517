// Runs a program on this machine and hands out values inside of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/model/program.h"
#include "lite/runtime/executable.h"

namespace paddle::lite::tools {

// Every place that kernels of this build run in.
std::vector<Place> PlacesOfThisMachine();

class Observation {
 public:
  // Optimises `model` so that these values of the main block are its results. A fusion never
  // removes a result, so each value is that of the original program.
  static Result<Observation> Make(model::Model model, const std::vector<std::string>& values);

  Status Run(const std::vector<Tensor>& inputs);
  // In the order of `values`, after a run.
  const Tensor& value(size_t index) const;

 private:
  std::unique_ptr<Executable> executable_;
  std::vector<int> inputs_;  // of a value that is an input of the program; otherwise -1
  std::vector<size_t> outputs_;
};

}  // namespace paddle::lite::tools
