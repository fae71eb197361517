// Models that a PC converted for ARM: an ARM build runs the kernels that it names, any other build
// chooses its own. tests/mir/declared_kernels_test.cc shows that the files are what the
// optimiser makes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "lite/base/paddle_log.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/kernel_choice.h"

namespace paddle::lite::test {
namespace foreign_target_test {

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// The program of tests/data/targets/activations.txt.
double Expected(double x) {
  const double gate = Sigmoid(x);
  const double swish = gate * std::min(std::max(gate + 3, 0.0), 6.0) / 6;
  return std::tanh(swish + std::max(x, 0.0));
}

// With the kernels that the file names, or with portable ones.
Result<std::unique_ptr<Executable>> Open(const std::string& file, bool portable = false) {
  LITE_ASSIGN_OR_RETURN(model::Model model,
                        model::OpenNaiveBufferFile(LITE_TEST_DATA_DIR "/data/targets/" + file));
  ExecutableOptions options;
  if (portable) {
    options.targets = {TargetType::kHost};
    for (model::OpDesc& op : model.program.blocks[0].ops) {
      op.attrs.erase(model::kKernelTypeAttr);
      if (op.type != "layout") continue;
      // Portable kernels keep everything in one layout.
      op.type = "assign";
      op.inputs = {{"X", op.inputs["Input"]}};
    }
  }
  return Executable::Create(std::move(model), options);
}

std::vector<float> RunConvNet(bool portable, std::vector<std::string>* report) {
  auto executable = Open("convnet_arm.nb", portable);
  EXPECT_TRUE(executable.ok()) << executable.status().ToString();
  if (!executable.ok()) return {};
  Tensor* x = (*executable)->input(0);
  x->Resize(DDim{2, 3, 28, 28});
  EXPECT_TRUE(x->Allocate(PrecisionType::kFloat).ok());
  for (int64_t i = 0; i < x->numel(); ++i) {
    x->mutable_data<float>()[i] = static_cast<float>(std::sin(0.1 * static_cast<double>(i)));
  }
  const Status status = (*executable)->Run();
  EXPECT_TRUE(status.ok()) << status.ToString();
  *report = (*executable)->KernelReport();
  const Tensor* y = (*executable)->output(0);
  return std::vector<float>(y->data<float>(), y->data<float>() + y->numel());
}

TEST(ForeignTarget, ConvNetForArmComputesWhatPortableKernelsDo) {
  std::vector<std::string> report, portable_report;
  const std::vector<float> found = RunConvNet(false, &report);
  const std::vector<float> expected = RunConvNet(true, &portable_report);
  ASSERT_EQ(found.size(), 20u);
  ASSERT_EQ(expected.size(), 20u);
  for (size_t i = 0; i < 20; ++i) EXPECT_NEAR(found[i], expected[i], 2e-6) << i;
  const auto conv_of = [](TargetType target) {
    return testing::Contains(testing::HasSubstr(StrCat("conv2d/def/", static_cast<int>(target))));
  };
  EXPECT_THAT(report, conv_of(BuildTargets().front()));
  EXPECT_THAT(portable_report, conv_of(TargetType::kHost));
}

TEST(ForeignTarget, FileForArmRunsOnTheKernelsOfTheBuild) {
  auto executable = Open("activations_arm.nb");
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

  // These operators have kernels on every CPU target; the build prefers its own.
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

#ifdef LITE_WITH_LOG
TEST(ForeignTarget, OneNoteForAModelAndItsClones) {
  if (BuildTargets().front() == TargetType::kARM) GTEST_SKIP() << "the file is for this target";
  int notes = 0;
  lite_api::SetLogCallback([&](const lite_api::LogMessage& message) {
    notes += std::strstr(message.text, "the model was converted for") != nullptr;
  });
  const auto executable = Open("activations_arm.nb");
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  EXPECT_EQ(notes, 1);
  EXPECT_TRUE((*executable)->Clone().ok());
  EXPECT_TRUE((*executable)->Clone((*executable)->param_names()).ok());
  lite_api::SetLogCallback(nullptr);
  EXPECT_EQ(notes, 1);
}
#endif

}  // namespace foreign_target_test
}  // namespace paddle::lite::test
