// Networks of the zoo on a device with memory of its own: where their operators run, how often
// values are copied, and that results agree with those of the host.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lite/mir/optimizer.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/kernel_choice.h"
#include "tests/models/predictors.h"
#include "tests/models/programs.h"
#include "tests/support/partition.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {

struct OnDevice {
  const char* network;
  int elsewhere;  // operators that run on the host
  int copies;     // copies between the host's memory and the device's
  // Those in a run, without the copies of values that follow from the shapes; 0 if there are none.
  int copies_in_run = 0;
};

inline Result<model::Model> OptimisedFor(const ZooNet& net, const std::vector<Place>& places) {
  LITE_ASSIGN_OR_RETURN(model::Model model, LoadProgram(net));
  mir::OptimizeOptions options;
  options.valid_places = places;
  return mir::Optimize(std::move(model), options);
}

// The outputs of a run, as bytes.
inline Result<std::vector<std::string>> RunOutputs(Executable* executable,
                                                   const ZooCase& zoo_case) {
  LITE_RETURN_IF_ERROR(SetInputs(zoo_case, executable));
  LITE_RETURN_IF_ERROR(executable->Run());
  std::vector<std::string> outputs;
  for (size_t i = 0; i < executable->output_names().size(); ++i) {
    const Tensor& tensor = *executable->output(i);
    outputs.emplace_back(static_cast<const char*>(tensor.raw_data()), tensor.memory_size());
  }
  return outputs;
}

inline Span<const float> FloatsOf(const std::string& bytes) {
  return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
}

// Relative to the norm; elements of integers have to be the same.
inline void ExpectClose(Executable* found, Executable* expected, const ZooCase& zoo_case,
                        double tolerance = 1e-4) {
  const auto on_host = RunOutputs(expected, zoo_case);
  ASSERT_TRUE(on_host.ok()) << on_host.status().ToString();
  const auto on_device = RunOutputs(found, zoo_case);
  ASSERT_TRUE(on_device.ok()) << on_device.status().ToString();
  for (size_t i = 0; i < on_host->size(); ++i) {
    const std::string& host = (*on_host)[i];
    ASSERT_EQ((*on_device)[i].size(), host.size()) << "output " << i;
    if (expected->output(i)->precision() == PrecisionType::kFloat) {
      EXPECT_LT(Compare(FloatsOf((*on_device)[i]), FloatsOf(host)).rel_l2, tolerance)
          << "output " << i;
    } else {
      EXPECT_TRUE((*on_device)[i] == host) << "output " << i;
    }
  }
}

// Operators of a program that run on the host, by name, and operators that move values.
struct Moves {
  std::string elsewhere;
  int copies = 0, layouts = 0;
};

inline Result<Moves> MovesOf(const model::Model& model, TargetType target) {
  const std::set<std::string> kMoves = {"feed", "fetch", "io_copy", "io_copy_once"};
  Moves moves;
  for (const model::OpDesc& op : model.program.blocks[0].ops) {
    const auto stored = op.attrs.find(model::kKernelTypeAttr);
    if (op.type == "io_copy") ++moves.copies;
    if (op.type == "layout") ++moves.layouts;
    if (stored == op.attrs.end() || kMoves.count(op.type) != 0) continue;
    LITE_ASSIGN_OR_RETURN(const KernelKey key,
                          ParseKernelKey(std::get<std::string>(stored->second)));
    if (key.place.target != target) moves.elsewhere += " " + op.type;
  }
  return moves;
}

// A network and the host's results.
template <TargetType kTarget, typename Param = OnDevice>
class DeviceNetworkTest : public testing::TestWithParam<Param> {
 protected:
  void SetUp() override {
    const auto device = OpenDevice({kTarget, 0});
    if (!device.ok()) GTEST_SKIP() << device.status().message();
    Result<ZooNet> net = LoadZooNet(kZoo, this->GetParam().network);
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    net_ = std::move(net).value();
    auto model = OptimisedFor(net_, {Place(TargetType::kHost)});
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    host_model_ = std::move(model).value();
    ExecutableOptions options;
    options.threads = 2;
    auto reference = Executable::Create(host_model_, options);
    ASSERT_TRUE(reference.ok()) << reference.status().ToString();
    reference_ = std::move(reference).value();
  }

  void CheckOnTheDevice() {
    const auto model = OptimisedFor(net_, {Place(kTarget), Place(TargetType::kHost)});
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    const auto moves = MovesOf(*model, kTarget);
    ASSERT_TRUE(moves.ok()) << moves.status().ToString();
    const Param& expected = this->GetParam();
    EXPECT_EQ(std::count(moves->elsewhere.begin(), moves->elsewhere.end(), ' '), expected.elsewhere)
        << moves->elsewhere;
    EXPECT_EQ(moves->copies, expected.copies);
    EXPECT_EQ(moves->layouts, 0);
    const auto executable = Executable::Create(*model, ExecutableOptions());
    ASSERT_TRUE(executable.ok()) << executable.status().ToString();
    ExpectClose(executable->get(), reference_.get(), net_.cases[0]);
    ExpectClose(executable->get(), reference_.get(), net_.cases[0]);  // in memory that was used
    const std::vector<std::string> steps = (*executable)->QueueReport();
    const auto in_run = std::count_if(steps.begin(), steps.end(), [](const std::string& step) {
      return step.find("op io_copy (") == 0;
    });
    EXPECT_LE(in_run, expected.copies);
    if (expected.copies_in_run != 0) {
      EXPECT_EQ(in_run, expected.copies_in_run);
    }
  }

  // Divides operators that the optimiser would not separate, between the device and portable
  // kernels, or those that the processor has besides.
  void CheckRandomPartition() {
    std::vector<const KernelDef*> kernels;
    for (const KernelDef* kernel : KernelTable()) {
      if (kernel->target == kTarget) kernels.push_back(kernel);
    }
    auto divided = Partition(host_model_, kernels, Fnv1a64(this->GetParam().network), 0.5);
    ASSERT_TRUE(divided.ok()) << divided.status().ToString();
    RunDivided(*divided);
    if (BuildTargets().front() == TargetType::kHost) return;  // has no others
    for (model::OpDesc& op : divided->program.blocks[0].ops) {
      const auto stored = op.attrs.find(model::kKernelTypeAttr);
      if (stored == op.attrs.end() || op.type == "feed" || op.type == "fetch") continue;
      const auto key = ParseKernelKey(std::get<std::string>(stored->second));
      ASSERT_TRUE(key.ok()) << key.status().ToString();
      if (key->place.target == TargetType::kHost) op.attrs.erase(stored);  // the fastest one
    }
    EXPECT_GT(RunDivided(*divided)[BuildTargets().front()], 0);
  }

  // The number of operators on each target.
  std::map<TargetType, int> RunDivided(const model::Model& divided) {
    const auto executable = Executable::Create(divided, ExecutableOptions());
    EXPECT_TRUE(executable.ok()) << executable.status().ToString();
    if (!executable.ok()) return {};
    ExpectClose(executable->get(), reference_.get(), net_.cases[0]);
    auto counts = (*executable)->KernelCounts();
    EXPECT_GT(counts[kTarget], 0);
    return counts;
  }

  ZooNet net_;
  model::Model host_model_;
  std::unique_ptr<Executable> reference_;
};

}  // namespace paddle::lite::test
