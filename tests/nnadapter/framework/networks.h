// Networks of the zoo, divided between devices of NNAdapter and the CPU.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lite/operators/subgraph_settings.h"
#include "lite/runtime/executable.h"
#include "tests/models/programs.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {

// An environment variable while the object lives.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const char* value);
  ~ScopedVariable();
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  const std::string name_;
};

// The library of this build instead of the system's.
void UseBuiltNNAdapter();

Result<ZooNet> LoadNetwork(const std::string& name);
// For the devices and the CPU; for the CPU only without devices.
Result<model::Model> OptimisedForDevices(const ZooNet& net, const std::vector<std::string>& devices,
                                         std::ostream* explain = nullptr);
Result<model::Model> OptimisedForDevices(model::Model model,
                                         const std::vector<std::string>& devices,
                                         std::ostream* explain = nullptr);
// Subgraphs of a program, operators in them, and operators outside, without feeds and fetches.
struct Division {
  int subgraphs = 0;
  int inside = 0;
  int outside = 0;
};
Division DivisionOf(const model::Model& model);

Result<std::unique_ptr<Executable>> MakeExecutable(const model::Model& model,
                                                   const operators::SubgraphSettings& settings);
// The largest relative L2 difference of the outputs from those of the reference; integers count as
// 0 if they are equal and as 1 otherwise.
Result<double> WorstDifference(Executable* found, Executable* reference, const ZooCase& zoo_case);

}  // namespace paddle::lite::test
