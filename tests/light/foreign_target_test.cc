// A model that a PC converted for ARM: an ARM build runs the kernels that it names, any other build
// chooses its own. tests/mir/declared_kernels_test.cc shows that the file is what the optimiser
// makes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/kernel_choice.h"

namespace paddle::lite::test {
namespace {

constexpr char kModel[] = LITE_TEST_DATA_DIR "/data/targets/activations_arm.nb";

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// The program of tests/data/targets/activations.txt.
double Expected(double x) {
  const double gate = Sigmoid(x);
  const double swish = gate * std::min(std::max(gate + 3, 0.0), 6.0) / 6;
  return std::tanh(swish + std::max(x, 0.0));
}

TEST(ForeignTarget, FileForArmRunsOnTheKernelsOfTheBuild) {
  Result<model::Model> model = model::OpenNaiveBufferFile(kModel);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  auto executable = Executable::Create(*std::move(model), {});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  Tensor* x = (*executable)->input(0);
  x->Resize(DDim{3, 40});
  ASSERT_TRUE(x->Allocate(PrecisionType::kFloat).ok());
  for (int i = 0; i < 120; ++i) x->mutable_data<float>()[i] = 0.1f * static_cast<float>(i - 60);
  const Status status = (*executable)->Run();
  ASSERT_TRUE(status.ok()) << status.ToString();
  const Tensor* y = (*executable)->output(0);
  ASSERT_EQ(y->dims(), x->dims());
  for (int i = 0; i < 120; ++i) {
    EXPECT_NEAR(y->data<float>()[i], Expected(0.1 * (i - 60)), 2e-6) << i;
  }

  // Three of the four operators have kernels on every CPU target; the build prefers its own.
  const TargetType best = BuildTargets().front();
  const std::vector<std::string> report = (*executable)->KernelReport();
  for (const char* type : {"sigmoid", "hard_swish", "relu"}) {
    const std::string key =
        StrCat(type, "/def/", static_cast<int>(best), "/", static_cast<int>(PrecisionType::kFloat));
    EXPECT_THAT(report, testing::Contains(testing::HasSubstr(key)));
  }
  const auto anew = testing::Contains(testing::HasSubstr("the file was made for other kernels"));
  if (best == TargetType::kARM) {
    EXPECT_THAT(report, testing::Not(anew));
  } else {
    EXPECT_THAT(report, anew);
  }
}

}  // namespace
}  // namespace paddle::lite::test
