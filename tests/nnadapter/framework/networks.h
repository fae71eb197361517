// Networks of the zoo, divided between devices of NNAdapter and the CPU.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lite/operators/subgraph_settings.h"
#include "lite/runtime/executable.h"
#include "tests/models/programs.h"
#include "tests/support/temp_dir.h"
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

// A network of the zoo, or one of the digits with kImages images.
constexpr int kImages = 40;
Result<ZooNet> LoadNetwork(const std::string& name);
// The program without the operators of these types that choose boxes, because a score on the border
// decides whether a box exists. Their inputs are the results.
model::Model WithoutBoxes(model::Model model, const std::set<std::string>& choices);

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

// The software NPU computes for Kirin with its operations in half precision, and for Rockchip with
// its operations in asymmetric uint8. Other devices compute for themselves.
operators::SubgraphSettings SettingsFor(const std::string& device);
Result<std::unique_ptr<Executable>> MakeExecutable(const model::Model& model,
                                                   const operators::SubgraphSettings& settings);
// The largest relative L2 difference of the outputs from those of the reference; integers count as
// 0 if they are equal and as 1 otherwise.
Result<double> WorstDifference(Executable* found, Executable* reference, const ZooCase& zoo_case);
// Whether every subgraph ran on the device.
bool RanOnDevice(const Executable& executable, const Division& division);

// A network that is divided between a device and the CPU: a row of
// docs/measurements/nnadapter.md. With LITE_NNADAPTER_TABLE, also rows that take long.
struct DividedNetwork {
  const char* network;
  const char* device;
  const char* outside;  // operators that stay outside: lines of a partition file
  Division expected;
  bool takes_long = false;
  int64_t side = 0;  // of images that are cropped
};
std::string RowName(const testing::TestParamInfo<DividedNetwork>& info);
bool TableIsRequested();
bool IsRequested(const DividedNetwork& row);
void ExpectDivision(const DividedNetwork& row, const Division& division);
// As a row of the table. `programs` were taken from the cache by the second start.
void PrintRow(const std::string& network, const std::string& device, const std::string& outside,
              const Division& division, double difference, int programs);

// A partition file with these lines, while the object lives.
class PartitionFile {
 public:
  explicit PartitionFile(const std::string& lines);

 private:
  TempDir dir_;
  ScopedVariable variable_;
};

// The compiled programs of a network.
class ProgramCache {
 public:
  const std::string& folder() const { return dir_.str(); }
  // Starts a network that ran with this cache again, on the device of the settings. A failed test
  // if something is compiled, or its results are others than those of the first start. Returns how
  // many programs the cache has.
  int StartAgain(const model::Model& model, const operators::SubgraphSettings& settings,
                 Executable* first, const ZooCase& zoo_case) const;

 private:
  TempDir dir_;
};

}  // namespace paddle::lite::test
