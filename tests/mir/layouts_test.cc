// Layouts other than NCHW and NHWC, with declarations of kernels that no build has: images of a
// device, for tensors of any rank, and conversions that take several steps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <sstream>

#include "lite/mir/infer.h"
#include "lite/mir/kernel_query.h"
#include "lite/mir/passes/legalise.h"
#include "lite/mir/text.h"
#include "lite/mir/verify.h"

namespace paddle::lite::mir {
namespace layouts_test {

using ::testing::HasSubstr;

constexpr TargetType kDevice = TargetType::kMLU;
constexpr DataLayoutType kPlain = DataLayoutType::kNCHW;
constexpr DataLayoutType kImage = DataLayoutType::kImageDefault;
constexpr DataLayoutType kFolder = DataLayoutType::kImageFolder;
constexpr DataLayoutType kNarrow = DataLayoutType::kImageNW;

KernelDef Declared(const char* op_type, DataLayoutType layout, TargetType target = kDevice) {
  KernelDef def;
  def.op_type = op_type;
  def.alias = DataLayoutToStr(layout).c_str();
  def.target = target;
  def.precision = PRECISION(kFloat);
  def.layout = layout;
  return def;
}

class LayoutsTest : public ::testing::Test {
 protected:
  LayoutsTest() {
    const LiteType here = LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny));
    const LiteType there = LiteType::GetTensorTy(kDevice, PRECISION(kAny), DATALAYOUT(kAny));
    for (const char* type : {"io_copy", "io_copy_once"}) {
      Declare(KernelDefBuilder(Declared(type, kPlain))
                  .BindInput("Input", here)
                  .BindOutput("Out", there)
                  .Finalize());
    }
    Declare(KernelDefBuilder(Declared("io_copy", kPlain))
                .BindInput("Input", there)
                .BindOutput("Out", here)
                .Finalize());
  }

  void Declare(const KernelDef& def) { kernels_.push_back(std::make_unique<KernelDef>(def)); }
  void DeclareConversion(const char* type, DataLayoutType from, DataLayoutType to) {
    Declare(KernelDefBuilder(Declared(type, to))
                .BindInput("Input", LiteType::GetTensorTy(kDevice, PRECISION(kFloat), from))
                .Finalize());
  }
  // Packs its weights itself, so they may stay on the host.
  void DeclareConv(DataLayoutType layout) {
    Declare(KernelDefBuilder(Declared("conv2d", layout))
                .BindInput("Filter", LiteType::GetTensorTy(TARGET(kHost)))
                .Finalize());
  }

  OptimizeOptions Options() const {
    OptimizeOptions options;
    options.valid_places = {Place(target_)};
    for (const auto layout : {DATALAYOUT(kImageDefault), DATALAYOUT(kImageFolder)}) {
      options.valid_places.emplace_back(target_, PRECISION(kFloat), layout);
    }
    for (const auto& kernel : kernels_) options.more_kernels.push_back(kernel.get());
    if (max_image_width_.has_value()) options.max_image_width = *max_image_width_;
    if (max_image_height_.has_value()) options.max_image_height = *max_image_height_;
    return options;
  }

  // The operators with the layouts of their first results: "layout:ImageDefault conv2d:..."; copies
  // between memories are left out.
  std::string Legalised(const std::string& text) {
    graph_ = *ParseGraph(text);
    InferShapes(graph_.get());
    std::ostringstream explanation;
    const Status status = Legalise(graph_.get(), Options(), &explanation);
    explanation_ = explanation.str();
    if (!status.ok()) return status.ToString();
    EXPECT_TRUE(Verify(*graph_).ok());
    std::string summary;
    for (const OpNode* op : graph_->root()->ops()) {
      if (op->kernel == nullptr || op->type() == "io_copy") continue;
      const ArgNode* result = op->outputs().begin()->second[0];
      summary +=
          StrCat(summary.empty() ? "" : " ", op->type(), ":", DataLayoutToStr(result->layout),
                 result->target == target_ ? "" : "@" + TargetToStr(result->target));
    }
    return summary;
  }

  TargetType target_ = kDevice;
  std::optional<int64_t> max_image_width_, max_image_height_;  // of the device, if it is known
  std::vector<std::unique_ptr<KernelDef>> kernels_;
  std::unique_ptr<Graph> graph_;
  std::string explanation_;
};

constexpr char kConvs[] = R"(
    const %w: float[32,32,3,3] = random(1, -1, 1)
    input %x: float[1,32,56,56]
    conv2d(Input=%x, Filter=%w) -> (Output=%a) {paddings=[1, 1]}
    relu(X=%a) -> (Out=%b)
    conv2d(Input=%b, Filter=%w) -> (Output=%y) {paddings=[1, 1]}
    output %y
    )";

// A region is an image as a whole, with conversions on the device at its borders.
TEST_F(LayoutsTest, ARegionOfImages) {
  DeclareConv(kImage);
  Declare(Declared("relu", kImage));
  DeclareConversion("layout", kPlain, kImage);
  DeclareConversion("layout", kImage, kPlain);
  EXPECT_EQ(Legalised(kConvs),
            "layout:ImageDefault conv2d:ImageDefault relu:ImageDefault conv2d:ImageDefault "
            "layout:NCHW");
}

// An image that is too wide stays in buffers, and so does a value of more than four axes.
TEST_F(LayoutsTest, WhatIsNoImage) {
  Declare(Declared("relu", kImage));
  DeclareConversion("layout", kPlain, kImage);
  DeclareConversion("layout", kImage, kPlain);
  for (const char* shape : {"1,64,600,2000", "2,2,64,128,128"}) {
    EXPECT_EQ(Legalised(StrCat("input %x: float[", shape, R"(]
        relu(X=%x) -> (Out=%y)
        output %y)")),
              "relu:NCHW@host");
  }
}

// Images are as large as the device allows, to the texel: 56 columns of 8 blocks, and 56 lines.
TEST_F(LayoutsTest, ImagesOfTheDevice) {
  DeclareConv(kImage);
  Declare(Declared("relu", kImage));
  DeclareConversion("layout", kPlain, kImage);
  DeclareConversion("layout", kImage, kPlain);
  constexpr char kAsImages[] =
      "layout:ImageDefault conv2d:ImageDefault relu:ImageDefault conv2d:ImageDefault layout:NCHW";
  constexpr char kOnHost[] = "conv2d:NCHW@host relu:NCHW@host conv2d:NCHW@host";
  max_image_width_ = 448;
  max_image_height_ = 56;
  EXPECT_EQ(Legalised(kConvs), kAsImages);
  max_image_width_ = 447;
  EXPECT_EQ(Legalised(kConvs), kOnHost);
  max_image_width_ = 448;
  max_image_height_ = 55;
  EXPECT_EQ(Legalised(kConvs), kOnHost);
  // A device without images.
  max_image_width_ = max_image_height_ = 0;
  EXPECT_EQ(Legalised(kConvs), kOnHost);
}

// A kernel for any layout takes images as they come.
TEST_F(LayoutsTest, AnyLayoutIsAnImageToo) {
  DeclareConv(kImage);
  Declare(Declared("relu", DataLayoutType::kAny));
  DeclareConversion("layout", kPlain, kImage);
  DeclareConversion("layout", kImage, kPlain);
  EXPECT_EQ(Legalised(kConvs),
            "layout:ImageDefault conv2d:ImageDefault relu:ImageDefault conv2d:ImageDefault "
            "layout:NCHW");
}

// Without a way back there is no choice but the host, whose kernels never see an image.
TEST_F(LayoutsTest, NoWayBack) {
  DeclareConv(kImage);
  Declare(Declared("relu", kImage));
  DeclareConversion("layout", kPlain, kImage);
  const std::string refused = Legalised(kConvs);
  EXPECT_THAT(refused, HasSubstr("no kernel of layout from ImageDefault to NCHW"));
}

// Values of rank 2 are images as well; from one kind of image to the other it takes two steps.
TEST_F(LayoutsTest, PathsThroughOtherLayouts) {
  Declare(Declared("softmax", kFolder));
  Declare(Declared("relu", kImage));
  DeclareConversion("layout", kPlain, kFolder);
  DeclareConversion("layout", kFolder, kPlain);
  DeclareConversion("layout", kPlain, kImage);
  DeclareConversion("layout", kImage, kPlain);
  constexpr char kProgram[] = R"(
      input %x: float[4000,4000]
      softmax(X=%x) -> (Out=%a)
      relu(X=%a) -> (Out=%y)
      output %y
      )";
  EXPECT_EQ(Legalised(kProgram),
            "layout:ImageFolder softmax:ImageFolder layout:NCHW layout:ImageDefault "
            "relu:ImageDefault layout:NCHW");
  // A kernel that takes the shorter way is chosen.
  DeclareConversion("layout", kFolder, kImage);
  EXPECT_EQ(Legalised(kProgram),
            "layout:ImageFolder softmax:ImageFolder layout:ImageDefault relu:ImageDefault "
            "layout:NCHW");
  // And the other kernel of the operator is worth it if it needs none at all.
  Declare(Declared("relu", kFolder));
  EXPECT_EQ(Legalised(kProgram),
            "layout:ImageFolder softmax:ImageFolder relu:ImageFolder layout:NCHW");
}

TEST_F(LayoutsTest, ThePathIsTheShortest) {
  DeclareConversion("layout", kPlain, kImage);
  DeclareConversion("layout", kImage, kFolder);
  DeclareConversion("layout", kFolder, kNarrow);
  const OptimizeOptions options = Options();
  const KernelQuery query(options);
  const auto path = [&](DataLayoutType from, DataLayoutType to) {
    return query.FindLayoutPath("layout", kDevice, PRECISION(kFloat), from, to);
  };
  using Path = std::vector<DataLayoutType>;
  EXPECT_EQ(path(kPlain, kNarrow).value(), (Path{kImage, kFolder, kNarrow}));
  EXPECT_EQ(path(kImage, kFolder).value(), Path{kFolder});
  EXPECT_EQ(path(kPlain, kPlain).value(), Path{});
  EXPECT_FALSE(path(kNarrow, kPlain).has_value());
  EXPECT_FALSE(
      query.FindLayoutPath("layout", TARGET(kHost), PRECISION(kFloat), kPlain, kImage).has_value());
}

// A weight that a device needs as an image is copied and converted once, if there is a kernel for
// it; otherwise the kernel does not fit.
TEST_F(LayoutsTest, WeightsBecomeImagesOnce) {
  Declare(Declared("conv2d", kImage));
  DeclareConversion("layout", kPlain, kImage);
  DeclareConversion("layout", kImage, kPlain);
  constexpr char kOneConv[] = R"(
      const %w: float[32,32,3,3] = random(1, -1, 1)
      input %x: float[1,32,56,56]
      conv2d(Input=%x, Filter=%w) -> (Output=%y) {paddings=[1, 1]}
      output %y
      )";
  EXPECT_EQ(Legalised(kOneConv), "conv2d:NCHW@host");
  EXPECT_THAT(explanation_, HasSubstr("its layouts do not fit the operator's tensors"));
  DeclareConversion("layout_once", kPlain, kImage);
  EXPECT_EQ(Legalised(kOneConv),
            "layout:ImageDefault io_copy_once:NCHW layout_once:ImageDefault conv2d:ImageDefault "
            "layout:NCHW");
}

// A kernel for any layout takes all its operands in one, and a processor's weights are plain.
TEST_F(LayoutsTest, WeightsKeepAKernelForAnyLayoutPlain) {
  target_ = TargetType::kARM;
  KernelDef conv = KernelDefBuilder(Declared("conv2d", DataLayoutType::kNHWC, target_))
                       .BindInput("Filter", LiteType::GetTensorTy(target_))
                       .Finalize();
  KernelDef sum = Declared("elementwise_add", DataLayoutType::kAny, target_);
  conv.gflops = sum.gflops = 1e6;
  Declare(conv);
  Declare(sum);
  const auto program = [](const std::string& weight) {
    return StrCat("const %w: float[256,256,3,3] = random(1, -1, 1)\n", "const %v: float[", weight,
                  "] = random(2, -1, 1)\n", R"(
        input %x: float[1,256,56,56]
        conv2d(Input=%x, Filter=%w) -> (Output=%a) {paddings=[1, 1]}
        elementwise_add(X=%a, Y=%v) -> (Out=%b)
        conv2d(Input=%b, Filter=%w) -> (Output=%c) {paddings=[1, 1]}
        output %c
        )");
  };
  EXPECT_THAT(Legalised(program("1,256,56,56")), HasSubstr("elementwise_add:NCHW"));
  // One pixel has the same bytes in both orders.
  EXPECT_THAT(Legalised(program("1,256,1,1")), HasSubstr("elementwise_add:NHWC"));
}

// Values that other blocks see stay plain.
TEST_F(LayoutsTest, VariablesOfSeveralBlocksArePlain) {
  Declare(Declared("relu", kImage));
  DeclareConversion("layout", kPlain, kImage);
  const std::string summary = Legalised(R"(
      block 0 {
        input %x: float[4000,4000]
        relu(X=%x) -> (Out=%shared: float[4000,4000])
        tanh(X=%shared) -> (Out=%y)
        output %y
      }
      block 1 parent 0 {
        tanh(X=%shared) -> (Out=%z)
      })");
  EXPECT_EQ(summary, "relu:NCHW@host tanh:NCHW@host");
}

}  // namespace layouts_test
}  // namespace paddle::lite::mir
