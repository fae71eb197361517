// Results that are stored inside the concatenation that reads them, or in place of a split.
#include <gtest/gtest.h>

#include <algorithm>

#include "lite/mir/optimizer.h"
#include "lite/mir/text.h"
#include "lite/runtime/executable.h"
#include "tests/support/op_case.h"
#include "tests/support/plan_free.h"

namespace paddle::lite::test {
namespace pieces_test {

// Four pieces: a product, 3x3 windows (by Winograd's algorithm on large images), a depthwise
// convolution, which cannot store its rows apart, and a product with a function after it.
constexpr char kWeights[] = R"(
    const %wa: float[29,24,1,1] = random(1, -1, 1)
    const %wb: float[40,24,3,3] = random(2, -1, 1)
    const %wc: float[24,1,3,3] = random(3, -1, 1)
    const %wd: float[17,24,1,1] = random(4, -1, 1)
    const %wy: float[8,110,1,1] = random(5, -1, 1)
    const %bias: float[40] = random(6, -1, 1)
    const %wx: float[24,3,3,3] = random(7, -1, 1)
    input %image: float[-1,3,30,26]
    conv2d(Input=%image, Filter=%wx) -> (Output=%x) {paddings=[1, 1]}
    conv2d(Input=%x, Filter=%wa) -> (Output=%a) {with_act=true, act_type="relu"}
    conv2d(Input=%x, Filter=%wb, Bias=%bias) -> (Output=%b) {paddings=[1, 1], with_act=true,
        act_type="relu6", fuse_brelu_threshold=4.0}
    depthwise_conv2d(Input=%x, Filter=%wc) -> (Output=%c) {groups=24, paddings=[1, 1]}
    conv2d(Input=%x, Filter=%wd) -> (Output=%d) {with_act=true, act_type="hard_swish"}
    )";
// Images that are resized.
constexpr char kResized[] = R"(
    const %ws: float[19,24,2,2] = random(8, -1, 1)
    conv2d(Input=%x, Filter=%ws) -> (Output=%small) {strides=[2, 2]}
    nearest_interp_v2(X=%small) -> (Out=%n) {scale=[2.0, 2.0], interp_method="nearest",
        align_corners=false}
    bilinear_interp_v2(X=%small) -> (Out=%l) {scale=[2.0, 2.0], interp_method="bilinear",
        align_corners=true}
    concat(X=[%n, %a, %l]) -> (Out=%e) {axis=1}
    const %we: float[8,67,1,1] = random(9, -1, 1)
    conv2d(Input=%e, Filter=%we) -> (Output=%y)
    output %y
    )";
constexpr char kJoined[] = R"(
    concat(X=[%a, %b, %c, %d]) -> (Out=%e) {axis=1}
    conv2d(Input=%e, Filter=%wy) -> (Output=%y)
    output %y
    )";

std::vector<Place> PlacesOfProcessor(PrecisionType precision) {
  std::vector<Place> places;
  for (const TargetType target : {TargetType::kX86, TargetType::kARM}) {
    places.emplace_back(target, precision);
    if (precision != PrecisionType::kFloat) places.emplace_back(target, PrecisionType::kFloat);
  }
  return places;
}

model::Model Optimised(const std::string& text, PrecisionType precision = PrecisionType::kFloat) {
  Result<model::Model> model = mir::ParseModel(text);
  EXPECT_TRUE(model.ok()) << model.status().ToString();
  mir::OptimizeOptions options;
  options.valid_places = PlacesOfProcessor(precision);
  Result<model::Model> optimised = mir::Optimize(*std::move(model), options);
  EXPECT_TRUE(optimised.ok()) << optimised.status().ToString();
  return *std::move(optimised);
}

std::vector<std::vector<Tensor>> Images(int64_t channels) {
  std::vector<std::vector<Tensor>> runs;
  Random random("images of pieces");
  for (const auto& shape :
       {DDim{1, channels, 30, 26}, DDim{2, channels, 13, 9}, DDim{3, channels, 1, 1},
        DDim{1, channels, 1, 7}, DDim{1, channels, 30, 26}}) {
    runs.emplace_back();
    Tensor& image = runs.back().emplace_back();
    image.Resize(shape);
    EXPECT_TRUE(image.Allocate(PrecisionType::kFloat).ok());
    for (int64_t i = 0; i < image.numel(); ++i) {
      image.mutable_data<float>()[i] = static_cast<float>(random.Uniform(-1, 1));
    }
  }
  return runs;
}

void ExpectSameBits(const model::Model& model, int64_t channels) {
  for (const int threads : {1, 2, 3, 4}) {
    const Status status = ComparePlanned(model, Images(channels), threads);
    EXPECT_TRUE(status.ok()) << status.ToString();
  }
}

// The lines of the report of kernels, after a run with the first image.
std::string Report(Executable* executable, int64_t channels) {
  EXPECT_TRUE(executable->input(0)->CopyFrom(Images(channels)[0][0]).ok());
  const Status status = executable->Run();
  EXPECT_TRUE(status.ok()) << status.ToString();
  std::string text;
  for (const std::string& line : executable->KernelReport()) text += line + "\n";
  return text;
}

size_t CountInside(const std::string& report) {
  size_t count = 0;
  for (size_t at = report.find("stored inside"); at != std::string::npos;
       at = report.find("stored inside", at + 1)) {
    ++count;
  }
  return count;
}

std::unique_ptr<Executable> Create(const model::Model& model) {
  auto executable = Executable::Create(model, {});
  EXPECT_TRUE(executable.ok()) << executable.status().ToString();
  return executable.ok() ? *std::move(executable) : nullptr;
}

TEST(Pieces, AreStoredInsideTheWhole) {
  const model::Model model = Optimised(StrCat(kWeights, kJoined));
  ExpectSameBits(model, 3);
  const auto executable = Create(model);
  ASSERT_NE(executable, nullptr);
  const std::string report = Report(executable.get(), 3);
  EXPECT_EQ(CountInside(report), 3u) << report;
  // The arena holds the whole and no copy of what is inside.
  const size_t channel = 30 * 26 * sizeof(float);
  EXPECT_LT(executable->memory_use().activations, channel * (24 + 110 + 24 + 24));
}

TEST(Pieces, OfResizedImages) {
  const model::Model model = Optimised(StrCat(kWeights, kResized));
  for (const int threads : {1, 2, 3}) {
    std::vector<std::vector<Tensor>> runs = Images(3);
    // Only even sizes come back.
    runs.erase(std::remove_if(runs.begin(), runs.end(),
                              [](const std::vector<Tensor>& run) {
                                return run[0].dims()[2] % 2 != 0 || run[0].dims()[3] % 2 != 0;
                              }),
               runs.end());
    ASSERT_EQ(runs.size(), 2u);
    const Status status = ComparePlanned(model, runs, threads);
    EXPECT_TRUE(status.ok()) << status.ToString();
  }
  const auto executable = Create(model);
  ASSERT_NE(executable, nullptr);
  const std::string report = Report(executable.get(), 3);
  EXPECT_EQ(CountInside(report), 3u) << report;
}

TEST(Pieces, AreStoredInsideOfInt8) {
  const std::string scales = "enable_int8=true, Input0_scale=[0.01]";
  const model::Model model = Optimised(
      StrCat("const %wa: int8[29,24,1,1] = random(1, -127, 127)\n"
             "const %wb: int8[40,24,3,3] = random(2, -127, 127)\n"
             "const %wy: int8[8,69,1,1] = random(3, -127, 127)\n"
             "const %wx: float[24,3,3,3] = random(7, -1, 1)\n"
             "input %image: float[-1,3,30,26]\n"
             "conv2d(Input=%image, Filter=%wx) -> (Output=%x) {paddings=[1, 1]}\n"
             "conv2d(Input=%x, Filter=%wa) -> (Output=%a) {with_act=true, act_type=\"relu\", "
             "Filter0_scale=[0.01], ",
             scales,
             "}\n"
             "conv2d(Input=%x, Filter=%wb) -> (Output=%b) {paddings=[1, 1], "
             "Filter0_scale=[0.01], ",
             scales,
             "}\n"
             "concat(X=[%a, %b]) -> (Out=%e) {axis=1}\n"
             "conv2d(Input=%e, Filter=%wy) -> (Output=%y) {Filter0_scale=[0.01], ",
             "enable_int8=true, Input0_scale=[0.05]}\noutput %y\n"),
      PrecisionType::kInt8);
  ExpectSameBits(model, 3);
  const auto executable = Create(model);
  ASSERT_NE(executable, nullptr);
  EXPECT_EQ(CountInside(Report(executable.get(), 3)), 2u);
}

// Alternating channels of two groups are stored where a split would copy them.
TEST(Pieces, OfShuffledChannels) {
  const struct {
    int group;
    int first, second;  // channels of the parts
    const char* more;
    bool stored;
  } cases[] = {{2, 24, 16, "", true},
               {2, 2, 38, "", true},
               {2, 25, 15, "", false},
               {4, 24, 16, "", false},
               {2, 20, 20, "output %s\n", false}};
  for (const auto& c : cases) {
    SCOPED_TRACE(StrCat(c.group, ": ", c.first, ", ", c.second, c.more));
    const model::Model model =
        Optimised(StrCat("const %w: float[40,3,3,3] = random(1, -1, 1)\n"
                         "const %w2: float[8,40,1,1] = random(4, -1, 1)\n",
                         "const %wa: float[16,", c.first, ",1,1] = random(2, -1, 1)\n",
                         "const %wb: float[24,", c.second, ",1,1] = random(3, -1, 1)\n",
                         "input %image: float[-1,3,30,26]\n"
                         "conv2d(Input=%image, Filter=%w) -> (Output=%x) {paddings=[1, 1]}\n"
                         "shuffle_channel(X=%x) -> (Out=%s) {group=",
                         c.group, "}\n", "split(X=%s) -> (Out=[%a, %b]) {axis=1, sections=[",
                         c.first, ", ", c.second, "]}\n",
                         "conv2d(Input=%a, Filter=%wa) -> (Output=%c)\n"
                         "conv2d(Input=%b, Filter=%wb) -> (Output=%d)\n"
                         "concat(X=[%d, %c]) -> (Out=%e) {axis=1}\n"
                         "conv2d(Input=%e, Filter=%w2) -> (Output=%y)\noutput %y\n",
                         c.more));
    ExpectSameBits(model, 3);
    const auto executable = Create(model);
    ASSERT_NE(executable, nullptr);
    const std::string report = Report(executable.get(), 3);
    EXPECT_EQ(report.find("stores the results of #") != std::string::npos, c.stored) << report;
    std::string whole;
    for (const model::OpDesc& op : executable->program().blocks[0].ops) {
      if (op.type == "split") whole = op.inputs.at("X")[0];
    }
    const Result<Tensor*> asked = executable->FindTensor(whole);
    ASSERT_TRUE(asked.ok()) << asked.status().ToString();
    EXPECT_EQ((*asked)->dims(), (DDim{1, 40, 30, 26}));
    EXPECT_EQ(Report(executable.get(), 3).find("stores the results of #"), std::string::npos);
  }
}

// A piece that something else reads, that is an output, or that was asked for by name keeps its own
// memory.
TEST(Pieces, ThatAreReadElsewhereAreNot) {
  const struct {
    const char* more;
    size_t inside;
  } cases[] = {{"output %a\n", 2}, {"output %e\n", 0}, {"relu(X=%b) -> (Out=%r)\noutput %r\n", 2}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.more);
    const model::Model model = Optimised(StrCat(kWeights, kJoined, c.more));
    ExpectSameBits(model, 3);
    const auto executable = Create(model);
    ASSERT_NE(executable, nullptr);
    EXPECT_EQ(CountInside(Report(executable.get(), 3)), c.inside);
  }
  // The same value twice.
  ExpectSameBits(Optimised(StrCat(kWeights,
                                  "concat(X=[%a, %a, %b, %c]) -> (Out=%e) {axis=1}\n"
                                  "relu(X=%e) -> (Out=%y)\noutput %y\n")),
                 3);
}

TEST(Pieces, ThatAreAskedForAreStored) {
  const auto executable = Create(Optimised(StrCat(kWeights, kJoined)));
  ASSERT_NE(executable, nullptr);
  Report(executable.get(), 3);
  const Tensor& y = *executable->output(0);
  const std::vector<float> before(y.data<float>(), y.data<float>() + y.numel());
  std::string name;
  for (const model::OpDesc& op : executable->program().blocks[0].ops) {
    if (op.type == "concat") name = op.inputs.at("X")[0];
  }
  for (int run = 0; run < 2; ++run) {
    const Result<Tensor*> piece = executable->FindTensor(name);
    ASSERT_TRUE(piece.ok()) << piece.status().ToString();
    EXPECT_EQ((*piece)->dims(), (DDim{1, 29, 30, 26}));
    const std::vector<float> all((*piece)->data<float>(),
                                 (*piece)->data<float>() + (*piece)->numel());
    EXPECT_EQ(all.size(), 29u * 30 * 26);
    EXPECT_EQ(CountInside(Report(executable.get(), 3)), 2u);
    EXPECT_EQ(std::vector<float>(y.data<float>(), y.data<float>() + y.numel()), before);
  }
}

}  // namespace pieces_test
}  // namespace paddle::lite::test
