// The networks of the zoo, divided at random between the host and test devices that run the host's
// kernels: the results are the host's bits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "lite/core/image_layout.h"
#include "lite/mir/optimizer.h"
#include "lite/mir/pass.h"
#include "lite/runtime/executable.h"
#include "tests/models/predictors.h"
#include "tests/models/programs.h"
#include "tests/support/partition.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace devices_test {

// Networks that the host's portable kernels run in a second or less. LITE_DEVICE_PARTITIONS runs
// all of them, with that many partitions each.
constexpr const char* kSmall[] = {"ernie_tiny_f", "mtcnn_o_f",     "mtcnn_p_f",   "mtcnn_r_f",
                                  "ppocr_cls_p",  "passes_conv_f", "ppyolo_p",    "passes_shape_f",
                                  "soup_f",       "transformer_p", "squeezenet_f"};

int Partitions() {
  const char* text = std::getenv("LITE_DEVICE_PARTITIONS");
  return text == nullptr ? 0 : std::atoi(text);
}

std::vector<std::string> Networks() {
  if (Partitions() > 0) return ZooNetNames(kZoo);
  return std::vector<std::string>(std::begin(kSmall), std::end(kSmall));
}

// For the host, or also for a device that refuses a third of the operators.
Result<model::Model> Optimised(const ZooNet& net, bool with_device = false, uint64_t seed = 0) {
  LITE_ASSIGN_OR_RETURN(model::Model model, LoadProgram(net));
  mir::OptimizeOptions options;
  options.valid_places = {Place(TargetType::kMLU), Place(TargetType::kHost)};
  // The host's bits are those of the same operators.
  for (const auto& [name, pass] : mir::OrderedPasses()) {
    if (!pass.IsFor(options)) options.discarded_passes.push_back(name);
  }
  const RandomRefusals refusals(seed, with_device ? 0.3 : 0);
  if (!with_device) {
    options.valid_places.erase(options.valid_places.begin());
  } else {
    for (const KernelDef* kernel : TestDeviceKernels(TargetType::kMLU)) {
      if (!IsImageLayout(kernel->layout)) options.more_kernels.push_back(kernel);
    }
  }
  return mir::Optimize(std::move(model), options);
}

Result<std::vector<std::string>> RunCase(Executable* executable, const ZooCase& zoo_case) {
  LITE_RETURN_IF_ERROR(SetInputs(zoo_case, executable));
  LITE_RETURN_IF_ERROR(executable->Run());
  std::vector<std::string> outputs;
  for (size_t i = 0; i < executable->output_names().size(); ++i) {
    const Tensor& tensor = *executable->output(i);
    outputs.push_back(StrCat(tensor.dims(), " "));
    outputs.back().append(static_cast<const char*>(tensor.raw_data()), tensor.memory_size());
  }
  return outputs;
}

class DevicesTest : public testing::TestWithParam<std::string> {};

// The optimiser decides what runs on the device, and inserts the copies.
TEST_P(DevicesTest, OptimisedProgramsHaveTheHostsBits) {
  const Result<ZooNet> net = LoadZooNet(kZoo, GetParam());
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const auto for_host = Optimised(*net);
  ASSERT_TRUE(for_host.ok()) << for_host.status().ToString();
  const auto for_device = Optimised(*net, true, Fnv1a64(GetParam()));
  ASSERT_TRUE(for_device.ok()) << for_device.status().ToString();
  TestDeviceOptions options;
  options.races = std::make_shared<RaceChecker>();
  const auto device = std::make_shared<TestDevice>(options);
  const auto reference = Executable::Create(*for_host, OptionsFor({}));
  ASSERT_TRUE(reference.ok()) << reference.status().ToString();
  const auto executable =
      Executable::Create(*for_device, OptionsFor({device}, options.races.get()));
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  for (const ZooCase& zoo_case : net->cases) {
    const auto expected = RunCase(reference->get(), zoo_case);
    ASSERT_TRUE(expected.ok()) << expected.status().ToString();
    const auto found = RunCase(executable->get(), zoo_case);
    ASSERT_TRUE(found.ok()) << found.status().ToString();
    EXPECT_TRUE(*found == *expected) << "case " << zoo_case.index << " differs";
  }
  EXPECT_THAT(options.races->races(), testing::IsEmpty());
}

TEST_P(DevicesTest, RandomPartitionsHaveTheHostsBits) {
  const Result<ZooNet> net = LoadZooNet(kZoo, GetParam());
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  const auto model = Optimised(*net);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto reference = Executable::Create(*model, OptionsFor({}));
  ASSERT_TRUE(reference.ok()) << reference.status().ToString();
  std::vector<std::vector<std::string>> expected;
  for (const ZooCase& zoo_case : net->cases) {
    const auto outputs = RunCase(reference->get(), zoo_case);
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    expected.push_back(*outputs);
  }
  const int partitions = std::max(Partitions(), 1);
  for (int partition = 0; partition < partitions; ++partition) {
    SCOPED_TRACE(partition);
    const uint64_t seed = Fnv1a64(GetParam()) + static_cast<uint64_t>(partition);
    TestDeviceOptions options;
    options.seed = seed;
    options.lazy = seed % 3 == 0;
    options.queue_waits = seed % 5 != 0;
    options.races = std::make_shared<RaceChecker>();
    TestDeviceOptions other = options;
    other.id.target = TargetType::kNPU;
    const std::vector<std::shared_ptr<TestDevice>> devices{std::make_shared<TestDevice>(options),
                                                           std::make_shared<TestDevice>(other)};
    const auto divided = Partition(*model, {TargetType::kMLU, TargetType::kNPU}, seed, 0.6);
    ASSERT_TRUE(divided.ok()) << divided.status().ToString();
    auto executable = Executable::Create(*divided, OptionsFor(devices, options.races.get()));
    ASSERT_TRUE(executable.ok()) << executable.status().ToString();
    for (size_t c = 0; c < net->cases.size(); ++c) {
      const auto found = RunCase(executable->get(), net->cases[c]);
      ASSERT_TRUE(found.ok()) << found.status().ToString();
      EXPECT_TRUE(*found == expected[c]) << "case " << c << " differs";
    }
    EXPECT_THAT(options.races->races(), testing::IsEmpty());
    const auto counts = (*executable)->KernelCounts();
    EXPECT_GT(counts.count(TargetType::kMLU) + counts.count(TargetType::kNPU), 0u);
    executable->reset();
    for (const auto& device : devices) EXPECT_EQ(device->blocks(), 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, DevicesTest, testing::ValuesIn(Networks()),
                         [](const auto& info) { return info.param; });

}  // namespace devices_test
}  // namespace paddle::lite::test
