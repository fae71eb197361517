// OPENCL_MEMORY_CONFIG_FILE: where operators on OpenCL have their values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "lite/mir/infer.h"
#include "lite/mir/optimizer.h"
#include "lite/mir/passes/legalise.h"
#include "lite/mir/text.h"
#include "lite/model/file.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::mir {
namespace memory_config_test {

using ::testing::HasSubstr;

constexpr char kVariable[] = "OPENCL_MEMORY_CONFIG_FILE";

// Target and layout of each operator's kernel, without conversions; or the error.
std::string KernelsWith(const std::string& config) {
  const test::TempDir folder;
  const std::string path = folder / "memory.txt";
  EXPECT_TRUE(model::WriteFileAtomically(path, config).ok());
  EXPECT_EQ(setenv(kVariable, path.c_str(), 1), 0);
  auto graph = ParseGraph(R"(
      const %w: float[64,64,3,3] = random(1, -1, 1)
      input %x: float[1,64,112,112]
      conv2d(Input=%x, Filter=%w) -> (Output=%a) {paddings=[1, 1]}
      relu(X=%a) -> (Out=%b)
      conv2d(Input=%b, Filter=%w) -> (Output=%c) {paddings=[1, 1]}
      relu(X=%c) -> (Out=%y)
      output %y)");
  EXPECT_TRUE(graph.ok()) << graph.status().ToString();
  InferShapes(graph->get());
  OptimizeOptions options;
  options.valid_places = {
      Place(TargetType::kOpenCL, PrecisionType::kFP16, DataLayoutType::kImageDefault),
      Place(TargetType::kOpenCL)};
  const Status status = Legalise(graph->get(), options, nullptr);
  EXPECT_EQ(unsetenv(kVariable), 0);
  if (!status.ok()) return status.message();
  std::string kernels;
  for (const OpNode* op : (*graph)->root()->ops()) {
    if (op->type() != "conv2d" && op->type() != "relu") continue;
    kernels += StrCat(kernels.empty() ? "" : " ", op->type(), ":", TargetToStr(op->kernel->target),
                      ":", DataLayoutToStr(op->kernel->layout));
  }
  return kernels;
}

constexpr char kImages[] =
    "conv2d:opencl:ImageDefault relu:opencl:ImageDefault conv2d:opencl:ImageDefault "
    "relu:opencl:ImageDefault";

TEST(OpenClMemoryConfig, NamesOperatorsWithoutImagesAndWithoutTheDevice) {
  EXPECT_EQ(KernelsWith(""), kImages);
  EXPECT_EQ(KernelsWith("device:gpu buffer\nrelu\nconv2d # both\n"),
            "conv2d:opencl:NCHW relu:opencl:NCHW conv2d:opencl:NCHW relu:opencl:NCHW");
  EXPECT_THAT(KernelsWith("device:cpu\nrelu:c:y\n"),
              testing::StartsWith("conv2d:opencl:ImageDefault relu:opencl:ImageDefault "
                                  "conv2d:opencl:ImageDefault relu:host:"));
  EXPECT_THAT(KernelsWith("device:cpu\nrelu::y\n\ndevice:gpu buffer\nconv2d:x\n"),
              testing::AllOf(testing::StartsWith("conv2d:opencl:NCHW "), HasSubstr("relu:host:")));
}

TEST(OpenClMemoryConfig, SaysWhatIsWrong) {
  EXPECT_THAT(KernelsWith("relu\n"), HasSubstr("line 1: 'relu', expected 'device:gpu buffer' or"));
  EXPECT_THAT(KernelsWith("device:cpu\nrelu\ndevice:moon\n"), HasSubstr("line 3: 'device:moon'"));
  EXPECT_THAT(KernelsWith("device:cpu\n\na:b:c:d\n"), HasSubstr("line 3: 'a:b:c:d'"));
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(KernelsWith("device:cpu\nsigmoid\n"), kImages);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("lines of the OpenCL memory configuration name no operator: [sigmoid]"));
}

}  // namespace memory_config_test
}  // namespace paddle::lite::mir
