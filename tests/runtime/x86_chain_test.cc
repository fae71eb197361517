// Convolutions that run together by strips of rows: the conditions, and that only time and memory
// differ.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "lite/backends/x86/cpu.h"
#include "lite/runtime/executable.h"

namespace paddle::lite {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

model::OpDesc MakeX86Op(const std::string& type, const std::string& alias, model::SlotMap inputs,
                        const std::string& slot, const std::string& output,
                        std::map<std::string, model::AttrValue> attrs = {}) {
  model::OpDesc op;
  op.type = type;
  op.inputs = std::move(inputs);
  op.outputs = {{slot, {output}}};
  op.attrs = std::move(attrs);
  for (const KernelDef* kernel : KernelsOf(type)) {
    const bool channels_last = type == "layout" || kernel->layout == DataLayoutType::kNHWC;
    if (kernel->target != TargetType::kX86 || kernel->alias != alias || !channels_last) continue;
    if (type == "conv2d" && kernel->InputType("Input").layout != DataLayoutType::kNHWC) continue;
    op.attrs[model::kKernelTypeAttr] = kernel->Key();
  }
  return op;
}

struct Block {
  int32_t window = 3, stride = 1;
  bool project = true;
  bool add_input = false;       // the residual of the last convolution
  std::string read_twice = "";  // e or d
};

constexpr int64_t kChannels = 16;
constexpr int64_t kWide = 90;  // not a multiple of a vector

void AddWeight(model::Model* model, const std::string& name, const std::vector<int64_t>& shape) {
  model::VarDesc var;
  var.name = name;
  var.persistable = true;
  var.has_tensor_desc = true;
  var.shape = shape;
  model->program.blocks[0].vars.push_back(var);
  Tensor& tensor = model->params[name];
  tensor.Resize(shape);
  ASSERT_TRUE(tensor.Allocate(PrecisionType::kFloat).ok());
  std::mt19937 random(static_cast<uint32_t>(shape[0] * 7 + shape.back()));
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    tensor.mutable_data<float>()[i] = static_cast<float>(random() % 2001) / 1000.0f - 1.0f;
  }
}

// x -> a (channels last) -> 1x1: e -> depthwise: d -> 1x1: p -> y
std::unique_ptr<Executable> Create(const Block& b, int threads = 1) {
  model::Model model;
  model.program.blocks.emplace_back();
  auto& block = model.program.blocks[0];
  model::VarDesc x;
  x.name = "x";
  x.has_tensor_desc = true;
  x.shape = {-1, kChannels, -1, -1};
  block.vars.push_back(x);
  AddWeight(&model, "we", {kWide, kChannels, 1, 1});
  AddWeight(&model, "wd", {kWide, 1, b.window, b.window});
  AddWeight(&model, "wp", {kChannels, kWide, 1, 1});
  AddWeight(&model, "bias", {kWide});
  const int32_t pad = b.window / 2;
  auto& ops = block.ops;
  const auto fetch = [&](const std::string& name, int32_t col) {
    ops.push_back(MakeX86Op("fetch", "", {{"X", {name}}}, "Out", "fetch", {{"col", col}}));
  };
  ops.push_back(MakeX86Op("feed", "", {{"X", {"feed"}}}, "Out", "x", {{"col", int32_t{0}}}));
  ops.push_back(MakeX86Op("layout", "nchw2nhwc", {{"Input", {"x"}}}, "Out", "a"));
  ops.push_back(MakeX86Op("conv2d", "def",
                          {{"Input", {"a"}}, {"Filter", {"we"}}, {"Bias", {"bias"}}}, "Output", "e",
                          {{"with_act", true}, {"act_type", std::string("relu")}}));
  ops.push_back(MakeX86Op("conv2d", "def",
                          {{"Input", {"e"}}, {"Filter", {"wd"}}, {"Bias", {"bias"}}}, "Output", "d",
                          {{"groups", static_cast<int32_t>(kWide)},
                           {"strides", std::vector<int32_t>{b.stride, b.stride}},
                           {"paddings", std::vector<int32_t>{pad, pad}}}));
  if (b.project) {
    model::SlotMap inputs = {{"Input", {"d"}}, {"Filter", {"wp"}}};
    if (b.add_input) inputs["ResidualData"] = {"a"};
    ops.push_back(MakeX86Op("conv2d", "def", std::move(inputs), "Output", "p"));
  }
  ops.push_back(MakeX86Op("layout", "nhwc2nchw", {{"Input", {b.project ? "p" : "d"}}}, "Out", "y"));
  fetch("y", 0);
  if (!b.read_twice.empty()) {
    ops.push_back(MakeX86Op("layout", "nhwc2nchw", {{"Input", {b.read_twice}}}, "Out", "z"));
    fetch("z", 1);
  }
  ExecutableOptions options;
  options.threads = threads;
  auto executable = Executable::Create(std::move(model), options);
  EXPECT_TRUE(executable.ok()) << executable.status().ToString();
  return executable.ok() ? std::move(*executable) : nullptr;
}

void SetInput(Executable* exe, int64_t batch, int64_t height, int64_t width) {
  Tensor* x = exe->input(0);
  x->Resize(std::vector<int64_t>{batch, kChannels, height, width});
  ASSERT_TRUE(x->Allocate(PrecisionType::kFloat).ok());
  std::mt19937 random(3);
  for (int64_t i = 0; i < x->numel(); ++i) {
    x->mutable_data<float>()[i] = static_cast<float>(random() % 2001) / 1000.0f - 1.0f;
  }
}

std::vector<char> ResultOf(Executable* exe) {
  const Status status = exe->Run();
  EXPECT_TRUE(status.ok()) << status.ToString();
  const Tensor* y = exe->output(0);
  const char* bytes = static_cast<const char*>(y->raw_data());
  return {bytes, bytes + y->memory_size()};
}

// "first operator to last operator" of the chain in the last plan.
std::string Chain(const Executable& exe) {
  for (const std::string& line : exe.KernelReport()) {
    const size_t at = line.find(", with the operators up to #");
    if (at != std::string::npos) return line.substr(1, 1) + " to " + line.substr(at + 28, 1);
  }
  return "none";
}

class SeenOps final : public Observer {
 public:
  void AfterOp(OpPosition at, const Op&, const KernelDef&, int64_t) override {
    seen.push_back(at.index);
  }
  std::vector<int> seen;
};

TEST(X86Chain, SameBitsAsOneByOne) {
  for (const int32_t window : {3, 5}) {
    for (const int32_t stride : {1, 2}) {
      for (const bool project : {true, false}) {
        Block b;
        b.window = window;
        b.stride = stride;
        b.project = project;
        b.add_input = project && stride == 1;
        for (const int64_t batch : {1, 2}) {
          std::vector<char> one_by_one;
          for (const int threads : {1, 2, 3, 4}) {
            auto exe = Create(b, threads);
            ASSERT_NE(exe, nullptr);
            SetInput(exe.get(), batch, 53, 61);
            const std::vector<char> together = ResultOf(exe.get());
            EXPECT_EQ(Chain(*exe), project ? "2 to 4" : "2 to 3");
            if (threads == 1) {
              SeenOps observer;
              exe->set_observer(&observer);
              one_by_one = ResultOf(exe.get());
            }
            ASSERT_EQ(together.size(), one_by_one.size());
            EXPECT_EQ(std::memcmp(together.data(), one_by_one.data(), together.size()), 0)
                << window << " " << stride << " " << project << " " << batch << " " << threads;
          }
        }
      }
    }
  }
}

TEST(X86Chain, FollowsTheSizesAndNeedsLessMemory) {
  auto exe = Create({});
  ASSERT_NE(exe, nullptr);
  SetInput(exe.get(), 1, 20, 20);
  ResultOf(exe.get());
  EXPECT_EQ(Chain(*exe), "none");
  SetInput(exe.get(), 1, 60, 60);
  const std::vector<char> first = ResultOf(exe.get());
  EXPECT_EQ(Chain(*exe), "2 to 4");
  const size_t image = 60 * 60 * sizeof(float);
  EXPECT_LT(exe->memory_use().activations, 3 * kChannels * image);
  EXPECT_LT(exe->memory_use().scratch, kWide * image / 2);
  SetInput(exe.get(), 1, 20, 20);
  ResultOf(exe.get());
  EXPECT_EQ(Chain(*exe), "none");
  SetInput(exe.get(), 1, 60, 60);
  EXPECT_EQ(ResultOf(exe.get()), first);
  auto clone = exe->Clone();
  ASSERT_TRUE(clone.ok());
  SetInput(clone->get(), 1, 60, 60);
  EXPECT_EQ(ResultOf(clone->get()), first);
}

TEST(X86Chain, WhatOthersReadIsStored) {
  for (const auto& [name, chain] : {std::pair("e", "3 to 4"), std::pair("d", "2 to 3")}) {
    Block b;
    b.read_twice = name;
    auto exe = Create(b);
    ASSERT_NE(exe, nullptr);
    SetInput(exe.get(), 1, 60, 60);
    ResultOf(exe.get());
    EXPECT_EQ(Chain(*exe), chain);
  }
}

TEST(X86Chain, ObserversSeeOperatorsOneByOne) {
  auto exe = Create({});
  ASSERT_NE(exe, nullptr);
  SetInput(exe.get(), 1, 60, 60);
  const std::vector<char> together = ResultOf(exe.get());
  const size_t activations = exe->memory_use().activations;
  SeenOps observer;
  exe->set_observer(&observer);
  EXPECT_EQ(ResultOf(exe.get()), together);
  EXPECT_THAT(observer.seen, testing::ElementsAre(1, 2, 3, 4, 5));
  EXPECT_EQ(Chain(*exe), "none");
  EXPECT_GT(exe->memory_use().activations, 2 * activations);
  exe->set_observer(nullptr);
  EXPECT_EQ(ResultOf(exe.get()), together);
  EXPECT_EQ(Chain(*exe), "2 to 4");
  EXPECT_EQ(exe->memory_use().activations, activations);
}

TEST(X86Chain, ATensorThatIsAskedForByNameIsThere) {
  auto exe = Create({});
  ASSERT_NE(exe, nullptr);
  SetInput(exe.get(), 1, 60, 60);
  const std::vector<char> together = ResultOf(exe.get());
  Tensor* between = exe->FindTensor("e").value();
  ASSERT_NE(between, nullptr);
  EXPECT_EQ(between->dims(), DDim({1, kWide, 60, 60}));
  ASSERT_NE(between->raw_data(), nullptr);
  EXPECT_EQ(between->data<float>()[between->numel() - 1], 0.0f);
  EXPECT_EQ(ResultOf(exe.get()), together);
  EXPECT_EQ(Chain(*exe), "3 to 4");
  ASSERT_NE(between->raw_data(), nullptr);
  float largest = 0;
  for (int64_t i = 0; i < between->numel(); ++i) {
    largest = std::max(largest, between->data<float>()[i]);
  }
  EXPECT_GT(largest, 0.5f);
}

}  // namespace
}  // namespace paddle::lite
