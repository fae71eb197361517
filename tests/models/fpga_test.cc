// Programs on the software model of the FPGA: operators against the host in float, failing and
// missing calls of the driver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "lite/base/half.h"
#include "lite/mir/text.h"
#include "lite/runtime/executable.h"
#include "tests/models/fpga_programs.h"
#include "tests/models/programs.h"
#include "tests/support/checked_fpga_driver.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace fpga_test {

using fpga::SoftDriverOptions;
using ::testing::HasSubstr;

Status FillInputs(Executable* executable, const std::vector<DDim>& shapes) {
  for (size_t i = 0; i < shapes.size(); ++i) {
    Tensor* x = executable->input(static_cast<int>(i));
    x->Resize(shapes[i]);
    LITE_RETURN_IF_ERROR(x->Allocate(PrecisionType::kFloat));
    const std::vector<float> values =
        FormulaFloats(StrCat("fpga ", i, shapes[i]), static_cast<size_t>(x->numel()), 1.0f, 0.1f);
    std::copy(values.begin(), values.end(), x->mutable_data<float>());
  }
  return OkStatus();
}

Result<std::vector<float>> RunOnce(Executable* executable, const std::vector<DDim>& shapes) {
  LITE_RETURN_IF_ERROR(FillInputs(executable, shapes));
  LITE_RETURN_IF_ERROR(executable->Run());
  std::vector<float> all;
  for (size_t i = 0; i < executable->output_names().size(); ++i) {
    const Tensor& y = *executable->output(static_cast<int>(i));
    if (y.precision() != PrecisionType::kFloat || y.data<float>() == nullptr) {
      return Internal("output ", i, " is not float on the host");
    }
    all.insert(all.end(), y.data<float>(), y.data<float>() + y.numel());
  }
  return all;
}

// An operator between convolutions, so that it is on the device.
struct FpgaOp {
  const char* name;
  const char* types;  // that have to be on the FPGA
  std::string text;
  std::vector<DDim> shapes;
};

// A convolution that makes %c of %x, of `in` and `out` channels.
std::string Before(int in, int out) {
  return StrCat("const %w: float[", out, ",", in, ",3,3] = random(1, -0.2, 0.2)\n",
                "const %b: float[", out, "] = random(2, -1, 1)\ninput %x: float[-1,", in,
                ",17,13]\n", "conv2d(Input=%x, Filter=%w, Bias=%b) -> (Output=%c) ",
                "{paddings=[1, 1], strides=[1, 1]}\n");
}

std::vector<FpgaOp> FpgaOps() {
  const DDim image{2, 12, 17, 13};
  std::vector<FpgaOp> ops;
  const auto add = [&](const char* name, const char* types, const std::string& text,
                       const DDim& shape) {
    ops.push_back({name, types, text + "output %y\n", {shape}});
  };
  const auto conv = [&](const char* name, const std::string& filter, const std::string& attributes,
                        const DDim& shape, const char* type = "conv2d") {
    add(name, type,
        StrCat("const %w: float[", filter, "] = random(1, -0.2, 0.2)\ninput %x: float[-1,",
               shape[1], ",-1,-1]\n", type, "(Input=%x, Filter=%w) -> (Output=%y) {", attributes,
               "}\n"),
        shape);
  };
  conv("Conv3x3", "20,12,3,3", "paddings=[1, 1]", image);
  conv("ConvStride", "24,12,5,3", "paddings=[2, 1], strides=[2, 3]", image);
  conv("ConvDilation", "20,12,3,3", "paddings=[2, 2], dilations=[2, 2]", image);
  conv("ConvUnequalPadding", "20,12,3,3", "paddings=[0, 2, 1, 0]", image);
  conv("ConvSame", "20,12,4,4", "padding_algorithm=\"SAME\", strides=[2, 2]", image);
  conv("ConvGroups", "24,3,3,3", "paddings=[1, 1], groups=4", image);
  conv("ConvDivided", "200,256,3,3", "paddings=[1, 1]", {2, 256, 5, 4});
  conv("ConvDividedGroups", "512,128,3,3", "paddings=[1, 1], groups=2", {1, 256, 4, 3});
  conv("ConvPackedGroups", "240,60,3,3", "paddings=[1, 1], groups=4", {2, 240, 4, 3});
  conv("ConvRelu", "20,12,3,3", "with_act=true, act_type=\"relu\"", image);
  conv("ConvRelu6", "20,12,3,3", "with_act=true, act_type=\"relu6\"", image);
  conv("ConvLeaky", "20,12,3,3", "with_act=true, act_type=\"leaky_relu\", leaky_relu_alpha=0.1",
       image);
  conv("ConvSigmoid", "20,12,3,3", "with_act=true, act_type=\"sigmoid\"", image);
  const DDim large{2, 20, 33, 29};
  conv("Depthwise", "20,1,3,3", "paddings=[1, 1], groups=20", large, "depthwise_conv2d");
  conv("DepthwiseStride", "20,1,5,5", "paddings=[2, 2], groups=20, strides=[2, 2]", large,
       "depthwise_conv2d");
  conv("DepthwiseUnequalPadding", "20,1,3,3", "paddings=[0, 1, 1, 0], groups=20", large,
       "depthwise_conv2d");
  conv("DepthwiseDilation", "20,1,3,3", "paddings=[2, 2], groups=20, dilations=[2, 2]", large,
       "depthwise_conv2d");
  const auto after = [&](const char* name, const char* types, const std::string& text,
                         int channels = 20) {
    add(name, types, Before(12, channels) + text, image);
  };
  const auto pool = [&](const char* name, const std::string& attributes) {
    after(name, "conv2d pool2d", "pool2d(X=%c) -> (Out=%y) {" + attributes + "}\n");
  };
  pool("MaxPool", "pooling_type=\"max\", ksize=[3, 2], strides=[2, 2], paddings=[1, 1]");
  pool("MaxPoolCeil", "pooling_type=\"max\", ksize=[3, 3], strides=[2, 2], ceil_mode=true");
  pool("AveragePool", "pooling_type=\"avg\", ksize=[2, 3], strides=[2, 1]");
  pool("AveragePoolExclusive",
       "pooling_type=\"avg\", ksize=[3, 3], strides=[2, 2], paddings=[1, 1]");
  pool("AveragePoolInclusive",
       "pooling_type=\"avg\", ksize=[3, 3], strides=[1, 1], paddings=[1, 1], exclusive=false");
  pool("AveragePoolCeil",
       "pooling_type=\"avg\", ksize=[3, 3], strides=[2, 2], ceil_mode=true, exclusive=false");
  pool("AdaptivePool", "pooling_type=\"avg\", ksize=[4, 3], adaptive=true");
  pool("GlobalPool", "pooling_type=\"avg\", ksize=[1, 1], global_pooling=true");
  after("Add", "conv2d pool2d elementwise_add",
        "pool2d(X=%c) -> (Out=%p) {pooling_type=\"max\", ksize=[3, 3], paddings=[1, 1]}\n"
        "elementwise_add(X=%p, Y=%c) -> (Out=%y)\n");
  after("AddRelu", "conv2d pool2d fusion_elementwise_add_activation",
        "pool2d(X=%c) -> (Out=%p) {pooling_type=\"max\", ksize=[3, 3], paddings=[1, 1]}\n"
        "fusion_elementwise_add_activation(X=%p, Y=%c) -> (Out=%y) {act_type=\"relu\"}\n");
  const std::string pooled =
      "pool2d(X=%c) -> (Out=%p) {pooling_type=\"avg\", ksize=[2, 2], strides=[1, 1]}\n";
  after("Relu", "conv2d pool2d relu", pooled + "relu(X=%p) -> (Out=%y)\n");
  after("Relu6", "conv2d pool2d relu6", pooled + "relu6(X=%p) -> (Out=%y)\n");
  after("LeakyRelu", "conv2d pool2d leaky_relu",
        pooled + "leaky_relu(X=%p) -> (Out=%y) {alpha=0.25}\n");
  after("Sigmoid", "conv2d pool2d sigmoid", pooled + "sigmoid(X=%p) -> (Out=%y)\n");
  after("Scale", "conv2d pool2d scale",
        pooled + "scale(X=%p) -> (Out=%y) {scale=0.5, bias=2.0, bias_after_scale=false}\n");
  after("MulByChannel", "conv2d pool2d elementwise_mul",
        "const %k: float[20] = random(7, -2, 2)\n" + pooled +
            "elementwise_mul(X=%p, Y=%k) -> (Out=%y) {axis=1}\n");
  after("Softmax", "conv2d softmax", "softmax(X=%c) -> (Out=%y) {axis=1}\n");
  after("Norm", "conv2d norm", "norm(X=%c) -> (Out=%y, Norm=%n) {axis=1}\n");
  after("Concat", "conv2d pool2d concat",
        "pool2d(X=%c) -> (Out=%p) {pooling_type=\"max\", ksize=[3, 3], paddings=[1, 1]}\n"
        "concat(X=[%c, %p]) -> (Out=%y) {axis=1}\n");
  after("ConcatRows", "conv2d pool2d concat",
        "pool2d(X=%c) -> (Out=%p) {pooling_type=\"max\", ksize=[3, 3], paddings=[1, 1]}\n"
        "concat(X=[%c, %p]) -> (Out=%y) {axis=3}\n");
  after("Split", "conv2d split pool2d",
        "split(X=%c) -> (Out=[%s, %t]) {axis=1, sections=[7, 13]}\n"
        "pool2d(X=%t) -> (Out=%y) {pooling_type=\"max\", ksize=[2, 2]}\noutput %s\n");
  after("Reshape", "conv2d reshape2",
        "reshape2(X=%c) -> (Out=%y, XShape=%xs) {shape=[0, 10, -1]}\n");
  after("Flatten", "conv2d flatten2", "flatten2(X=%c) -> (Out=%y, XShape=%xs) {axis=1}\n");
  after("Transpose", "conv2d transpose2",
        "transpose2(X=%c) -> (Out=%y, XShape=%xs) {axis=[0, 2, 3, 1]}\n");
  after("Im2Sequence", "conv2d im2sequence",
        "im2sequence(X=%c) -> (Out=%y) {kernels=[3, 2], strides=[2, 1], paddings=[1, 0, 2, 1]}\n");
  // The sizes are those of two images.
  std::string two_images = Before(12, 20);
  two_images.replace(two_images.find("[-1,"), 4, "[2,");
  add("Im2SequenceOfSizes", "conv2d im2sequence",
      two_images +
          "const %s: int32[2,2] = fill(11)\nim2sequence(X=%c, Y=%s) -> (Out=%y) "
          "{kernels=[2, 2], strides=[2, 2], out_stride=[2, 1]}\n",
      image);
  // 3 x 3 windows: as half, 2049 is 2048.
  add("Im2SequenceOfRealSizes", "conv2d im2sequence",
      two_images +
          "const %s: float[2,2] = fill(2049)\nim2sequence(X=%c, Y=%s) -> (Out=%y) "
          "{kernels=[1, 1], strides=[1, 1], out_stride=[1024, 1024]}\n",
      image);
  after("PriorBox", "conv2d prior_box",
        "prior_box(Input=%c, Image=%x) -> (Boxes=%y, Variances=%v) {min_sizes=[4.0], "
        "max_sizes=[9.0], aspect_ratios=[2.0], variances=[0.1, 0.1, 0.2, 0.2]}\n"
        "output %v\noutput %c\n");
  after("FcOfImage", "conv2d fc",
        "const %m: float[4420,30] = random(5, -0.1, 0.1)\nconst %k: float[30] = random(6, -1, 1)\n"
        "fc(Input=%c, W=%m, Bias=%k) -> (Out=%y) {in_num_col_dims=1}\n");
  after("MulOfImage", "conv2d mul",
        "const %m: float[4420,32] = random(5, -0.1, 0.1)\n"
        "mul(X=%c, Y=%m) -> (Out=%y) {x_num_col_dims=1}\n");
  add("FcOfRows", "fc",
      "const %m: float[300,90] = random(5, -0.1, 0.1)\nconst %k: float[90] = random(6, -1, 1)\n"
      "input %x: float[-1,300]\n"
      "fc(Input=%x, W=%m, Bias=%k) -> (Out=%y) {in_num_col_dims=1, activation_type=\"relu\"}\n",
      {5, 300});
  return ops;
}

class FpgaOpTest : public ::testing::TestWithParam<FpgaOp> {
 protected:
  void Expect(const SoftDriverOptions& soft, double tolerance) {
    const FpgaOp& op = GetParam();
    const auto program = mir::ParseModel(op.text);
    ASSERT_TRUE(program.ok()) << program.status().ToString() << "\n" << op.text;
    const auto for_host = OptimisedForFpga(*program, {Place(TargetType::kHost)});
    ASSERT_TRUE(for_host.ok()) << for_host.status().ToString();
    const auto for_fpga = OptimisedForFpga(*program, FpgaPlaces());
    ASSERT_TRUE(for_fpga.ok()) << for_fpga.status().ToString();
    const std::string types = OnFpga(*for_fpga);
    for (size_t at = 0; at < std::string(op.types).size();) {
      const size_t end = std::string(op.types).find(' ', at);
      const std::string type = std::string(op.types).substr(at, end - at);
      EXPECT_THAT(" " + types, HasSubstr(" " + type + " "));
      at = end == std::string::npos ? end : end + 1;
    }
    auto fpga = MakeFpga(soft);
    ASSERT_TRUE(fpga.ok()) << fpga.status().ToString();
    auto reference = Executable::Create(*for_host, {});
    ASSERT_TRUE(reference.ok()) << reference.status().ToString();
    auto executable = Executable::Create(*for_fpga, fpga->options);
    ASSERT_TRUE(executable.ok()) << executable.status().ToString();
    std::vector<DDim> one = op.shapes;
    one[0][0] = 1;
    for (const std::vector<DDim>& shapes : {op.shapes, one, op.shapes}) {
      const auto expected = RunOnce(reference->get(), shapes);
      ASSERT_TRUE(expected.ok()) << expected.status().ToString();
      const auto found = RunOnce(executable->get(), shapes);
      ASSERT_TRUE(found.ok()) << found.status().ToString();
      ASSERT_EQ(found->size(), expected->size());
      const Difference difference = Compare(*found, *expected);
      EXPECT_LT(difference.rel_l2, tolerance) << "max " << difference.max_abs;
    }
    EXPECT_GT(fpga->driver->commands(), 0);
    executable->reset();
    EXPECT_EQ(fpga->driver->blocks(), 0u);
  }
};

TEST_P(FpgaOpTest, AgreesWithTheHost) { Expect(SoftDriverOptions(), kFloatTolerance); }

TEST_P(FpgaOpTest, AgreesInInt8) {
  SoftDriverOptions soft;
  soft.int8_images = true;
  Expect(soft, kInt8Tolerance);
}

// Filters do not fit, and images of one column are computed by the processor.
TEST_P(FpgaOpTest, AgreesOnASmallDevice) {
  SoftDriverOptions soft;
  soft.info.filter_capacity = 32;
  soft.info.device_type = 300;
  Expect(soft, kFloatTolerance);
}

INSTANTIATE_TEST_SUITE_P(Fpga, FpgaOpTest, ::testing::ValuesIn(FpgaOps()),
                         [](const auto& info) { return std::string(info.param.name); });

// Residual blocks, a depthwise convolution, and a classifier.
constexpr char kNetwork[] = R"(
    const %w0: float[16,3,3,3] = random(1, -0.3, 0.3)
    const %b0: float[16] = random(2, -0.5, 0.5)
    const %w1: float[16,16,3,3] = random(3, -0.1, 0.1)
    const %w2: float[16,1,3,3] = random(4, -0.3, 0.3)
    const %m: float[16,10] = random(5, -0.5, 0.5)
    input %x: float[-1,3,24,24]
    conv2d(Input=%x, Filter=%w0, Bias=%b0) -> (Output=%a) {paddings=[1, 1], strides=[2, 2]}
    relu(X=%a) -> (Out=%ar)
    conv2d(Input=%ar, Filter=%w1) -> (Output=%c) {paddings=[1, 1]}
    elementwise_add(X=%ar, Y=%c) -> (Out=%d)
    relu(X=%d) -> (Out=%e)
    depthwise_conv2d(Input=%e, Filter=%w2) -> (Output=%f) {paddings=[1, 1], groups=16}
    tanh(X=%f) -> (Out=%g)
    conv2d(Input=%g, Filter=%w1) -> (Output=%h) {paddings=[1, 1]}
    pool2d(X=%h) -> (Out=%p) {pooling_type="avg", ksize=[1, 1], global_pooling=true}
    mul(X=%p, Y=%m) -> (Out=%q)
    softmax(X=%q) -> (Out=%y)
    output %y)";

class FpgaPrograms : public ::testing::Test {
 protected:
  void SetUp() override {
    auto program = mir::ParseModel(kNetwork);
    ASSERT_TRUE(program.ok()) << program.status().ToString();
    auto optimised = OptimisedForFpga(*std::move(program), FpgaPlaces());
    ASSERT_TRUE(optimised.ok()) << optimised.status().ToString();
    model_ = *std::move(optimised);
    auto fpga = MakeFpga();
    ASSERT_TRUE(fpga.ok()) << fpga.status().ToString();
    fpga_ = *std::move(fpga);
  }
  std::unique_ptr<Executable> Create() {
    auto executable = Executable::Create(model_, fpga_.options);
    EXPECT_TRUE(executable.ok()) << executable.status().ToString();
    return executable.ok() ? *std::move(executable) : nullptr;
  }

  const std::vector<DDim> shapes_ = {{2, 3, 24, 24}};
  model::Model model_;
  FpgaRun fpga_;
};

TEST_F(FpgaPrograms, MixWithTheHost) {
  const std::string types = OnFpga(model_);
  EXPECT_THAT(types, HasSubstr("conv2d"));
  EXPECT_THAT(types, HasSubstr("depthwise_conv2d"));
  EXPECT_THAT(types, ::testing::Not(HasSubstr("tanh")));
}

// Each flush and each invalidation is needed.
TEST_F(FpgaPrograms, MissingFlushesAndInvalidationsShow) {
  const auto first = Create();
  ASSERT_NE(first, nullptr);
  const auto expected = RunOnce(first.get(), shapes_);
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  const int flushes = fpga_.driver->flushes(), invalidates = fpga_.driver->invalidates();
  EXPECT_GT(flushes, 5);
  EXPECT_GT(invalidates, 2);
  const auto differs = [&](const char* what, int call) {
    const auto executable = Create();
    const auto found = RunOnce(executable.get(), shapes_);
    // Commands may refuse what they read instead.
    if (found.ok() && !(Compare(*found, *expected).rel_l2 == 0)) return;
    EXPECT_FALSE(found.ok()) << "without " << what << " " << call << " the result is the same";
  };
  for (int call = 0; call < flushes; ++call) {
    fpga_.driver->LoseFlush(call);
    differs("flush", call);
  }
  fpga_.driver->LoseFlush(-1);
  for (int call = 0; call < invalidates; ++call) {
    fpga_.driver->LoseInvalidate(call);
    differs("invalidation", call);
  }
  fpga_.driver->LoseInvalidate(-1);
  const auto again = Create();
  const auto found = RunOnce(again.get(), shapes_);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(*found, *expected);
}

// Any call of the driver may fail: the run says so, the next one is right, and no block is lost.
TEST_F(FpgaPrograms, FailingCallsAreReported) {
  auto executable = Create();
  ASSERT_NE(executable, nullptr);
  const auto expected = RunOnce(executable.get(), shapes_);
  ASSERT_TRUE(expected.ok());
  executable.reset();
  fpga_.driver->FailAt(-1);
  const int before = fpga_.driver->calls();
  executable = Create();
  ASSERT_TRUE(RunOnce(executable.get(), shapes_).ok());
  executable.reset();
  const int calls = fpga_.driver->calls() - before;
  EXPECT_GT(calls, 30);
  for (int call = 0; call < calls; ++call) {
    fpga_.driver->FailAt(call);
    executable = Create();
    ASSERT_NE(executable, nullptr);
    const auto failed = RunOnce(executable.get(), shapes_);
    EXPECT_FALSE(failed.ok()) << "call " << call;
    const auto found = RunOnce(executable.get(), shapes_);
    ASSERT_TRUE(found.ok()) << "after call " << call << ": " << found.status().ToString();
    EXPECT_EQ(*found, *expected) << "after call " << call;
    executable.reset();
    EXPECT_EQ(fpga_.driver->blocks(), 0u);
  }
}

TEST_F(FpgaPrograms, TooLittleMemoryIsAnError) {
  SoftDriverOptions soft;
  for (soft.memory_bytes = 1000; soft.memory_bytes < 100000; soft.memory_bytes *= 2) {
    auto fpga = MakeFpga(soft);
    ASSERT_TRUE(fpga.ok());
    auto executable = Executable::Create(model_, fpga->options);
    ASSERT_TRUE(executable.ok()) << executable.status().ToString();
    const auto found = RunOnce(executable->get(), shapes_);
    if (found.ok()) break;
    EXPECT_THAT(found.status().ToString(), HasSubstr("on fpga:0"));
  }
  EXPECT_GT(soft.memory_bytes, 10000u);
}

// A batch beyond the memory is refused, and smaller ones run as before.
TEST_F(FpgaPrograms, SizesBeyondTheMemoryAreErrors) {
  SoftDriverOptions soft;
  soft.memory_bytes = 1 << 20;
  auto fpga = MakeFpga(soft);
  ASSERT_TRUE(fpga.ok());
  const auto executable = Executable::Create(model_, fpga->options);
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  const auto expected = RunOnce(executable->get(), shapes_);
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  const auto refused = RunOnce(executable->get(), {{200, 3, 24, 24}});
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.status().ToString(), HasSubstr("cannot allocate"));
  EXPECT_THAT(refused.status().ToString(), HasSubstr("on fpga:0"));
  const auto found = RunOnce(executable->get(), shapes_);
  ASSERT_TRUE(found.ok()) << found.status().ToString();
  EXPECT_EQ(*found, *expected);
}

TEST_F(FpgaPrograms, ClonesRunInThreads) {
  const auto first = Create();
  ASSERT_NE(first, nullptr);
  auto second = first->Clone();
  ASSERT_TRUE(second.ok()) << second.status().ToString();
  const auto expected = RunOnce(first.get(), shapes_);
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  const auto work = [&](Executable* executable, int* wrong) {
    for (int i = 0; i < 10; ++i) {
      const auto found = RunOnce(executable, shapes_);
      *wrong += !found.ok() || *found != *expected;
    }
  };
  int wrong[2] = {0, 0};
  std::thread other(work, second->get(), &wrong[1]);
  work(first.get(), &wrong[0]);
  other.join();
  EXPECT_EQ(wrong[0] + wrong[1], 0);
}

// Types and orders are converted on the device; with two and more images of odd sizes, the
// processor moves elements.
TEST(FpgaConversions, KeepTheElements) {
  auto model = mir::ParseModel(R"(
      input %x: float[-1,6,-1,-1]
      io_copy(Input=%x) -> (Out=%a)
      calib(Input=%a) -> (Out=%b)
      layout(Input=%b) -> (Out=%c)
      relu(X=%c) -> (Out=%d)
      layout(Input=%d) -> (Out=%e)
      calib(Input=%e) -> (Out=%f)
      io_copy(Input=%f) -> (Out=%y)
      output %y)");
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const char* const kernels[] = {
      "io_copy/host_to_device/7/4/2",      "calib/fp32_to_fp16_fpga/7/5/2",
      "layout/chw_to_hwc_fpga_fp16/7/5/1", "relu/def/7/5/3",
      "layout/hwc_to_chw_fpga_fp16/7/5/3", "calib/fp16_to_fp32_fpga/7/5/2",
      "io_copy/device_to_host/7/4/2"};
  size_t next = 0;
  for (model::OpDesc& op : model->program.blocks[0].ops) {
    if (op.type == "feed" || op.type == "fetch") continue;
    op.attrs[model::kKernelTypeAttr] = std::string(kernels[next++]);
  }
  auto fpga = MakeFpga();
  ASSERT_TRUE(fpga.ok());
  auto executable = Executable::Create(*model, fpga->options);
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  for (const DDim& shape :
       {DDim{1, 6, 5, 3}, DDim{3, 6, 5, 3}, DDim{2, 6, 8, 4}, DDim{1, 6, 1, 1}}) {
    const auto found = RunOnce(executable->get(), {shape});
    ASSERT_TRUE(found.ok()) << found.status().ToString();
    const auto* const x = (*executable)->input(0)->data<float>();
    for (size_t i = 0; i < found->size(); ++i) {
      const float half = HalfBitsToFloat(FloatToHalfBits(x[i]));
      ASSERT_EQ((*found)[i], std::max(half, 0.0f)) << "element " << i << " of " << shape.ToString();
    }
  }
  EXPECT_EQ((*executable)->KernelCounts()[TargetType::kFPGA], 7);
}

// Only the shape of a feature map is read: nothing of it is copied, and boxes are with the host.
TEST(FpgaPriorBoxes, CopyNothing) {
  const auto net = LoadZooNet(kZoo, "ssd_mobilenet_v1_f");
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  auto program = LoadProgram(*net);
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  const auto model = OptimisedForFpga(*std::move(program), FpgaPlaces());
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  int boxes = 0;
  std::set<std::string> computed_on_device, around_boxes;
  for (const model::OpDesc& op : model->program.blocks[0].ops) {
    if (op.type == "conv2d") computed_on_device.insert(op.Output("Output")[0]);
    if (op.type != "prior_box") continue;
    EXPECT_EQ(computed_on_device.count(op.Input("Input")[0]), 1u) << op.Input("Input")[0];
    for (const char* slot : {"Boxes", "Variances"}) around_boxes.insert(op.Output(slot)[0]);
    ++boxes;
  }
  EXPECT_EQ(boxes, 6);
  for (const model::OpDesc& op : model->program.blocks[0].ops) {
    if (op.type != "io_copy" && op.type != "calib" && op.type != "layout") continue;
    EXPECT_EQ(around_boxes.count(op.Input("Input")[0]), 0u) << op.type;
  }
}

// Without a device the program runs on the host, and says why.
TEST_F(FpgaPrograms, RunWithoutADevice) {
  const auto executable = Executable::Create(model_, {});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  const auto found = RunOnce(executable->get(), shapes_);
  EXPECT_TRUE(found.ok()) << found.status().ToString();
}

}  // namespace fpga_test
}  // namespace paddle::lite::test
