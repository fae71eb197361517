// Devices with their own memory, with declarations of kernels that no build has: operators that are
// worth the copies run there, and values are copied as rarely as possible.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "lite/mir/infer.h"
#include "lite/mir/passes/legalise.h"
#include "lite/mir/text.h"
#include "lite/mir/verify.h"

namespace paddle::lite::mir {
namespace device_test {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr LiteType kHostType =
    LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny));

KernelDef Declaration(const char* op_type, const char* alias, TargetType target,
                      DataLayoutType layout = DATALAYOUT(kNCHW)) {
  KernelDef def;
  def.op_type = op_type;
  def.alias = alias;
  def.target = target;
  def.precision = PRECISION(kFloat);
  def.layout = layout;
  return def;
}

// Packs its weights itself, so they may stay on the host.
KernelDef ConvOf(TargetType target, DataLayoutType layout = DATALAYOUT(kNCHW)) {
  return KernelDefBuilder(Declaration("conv2d", "device", target, layout))
      .BindInput("Filter", LiteType::GetTensorTy(TARGET(kHost)))
      .Finalize();
}

std::vector<KernelDef> CopiesOf(TargetType target) {
  const LiteType there = LiteType::GetTensorTy(target, PRECISION(kAny), DATALAYOUT(kAny));
  std::vector<KernelDef> copies;
  for (const char* type : {"io_copy", "io_copy_once"}) {
    copies.push_back(KernelDefBuilder(Declaration(type, "host_to_device", target))
                         .BindInput("Input", kHostType)
                         .BindOutput("Out", there)
                         .Finalize());
  }
  copies.push_back(KernelDefBuilder(Declaration("io_copy", "device_to_host", target))
                       .BindInput("Input", there)
                       .BindOutput("Out", kHostType)
                       .Finalize());
  return copies;
}

class DeviceTest : public ::testing::Test {
 protected:
  void Declare(const KernelDef& def) { kernels_.push_back(std::make_unique<KernelDef>(def)); }
  void DeclareDevice(TargetType target) {
    for (const KernelDef& def : CopiesOf(target)) Declare(def);
    options_.valid_places.emplace_back(target);
  }

  // The operators with the targets of their kernels: "io_copy>mlu conv2d:mlu ...".
  std::string Legalised(const std::string& text) {
    Result<std::unique_ptr<Graph>> graph = ParseGraph(text);
    EXPECT_TRUE(graph.ok()) << graph.status().ToString();
    if (!graph.ok()) return "";
    graph_ = *std::move(graph);
    InferShapes(graph_.get());
    options_.more_kernels.clear();
    for (const auto& kernel : kernels_) options_.more_kernels.push_back(kernel.get());
    std::ostringstream explanation;
    const Status status = Legalise(graph_.get(), options_, &explanation);
    explanation_ = explanation.str();
    if (!status.ok()) return status.ToString();
    const Status legal = Verify(*graph_);
    EXPECT_TRUE(legal.ok()) << legal.ToString();
    std::string summary;
    for (const OpNode* op : graph_->root()->ops()) {
      if (op->kernel == nullptr) continue;
      const TargetType where = op->outputs().begin()->second[0]->target;
      const bool moves = op->type() == "io_copy" || op->type() == "io_copy_once";
      summary +=
          StrCat(summary.empty() ? "" : " ", op->type(), moves ? ">" : ":", TargetToStr(where));
    }
    return summary;
  }

  std::vector<std::unique_ptr<KernelDef>> kernels_;
  OptimizeOptions options_;
  std::unique_ptr<Graph> graph_;
  std::string explanation_;
};

constexpr char kWeights[] = "const %w: float[32,32,3,3] = random(1, -1, 1)\n";
constexpr char kInput[] = "input %x: float[1,32,56,56]\n";

std::string Conv(const std::string& x, const std::string& y) {
  return "conv2d(Input=%" + x + ", Filter=%w) -> (Output=%" + y + ") {paddings=[1, 1]}\n";
}

TEST_F(DeviceTest, CopiesStandAtTheBorders) {
  DeclareDevice(TARGET(kMLU));
  Declare(ConvOf(TARGET(kMLU)));
  Declare(Declaration("relu", "device", TARGET(kMLU)));
  EXPECT_EQ(Legalised(std::string(kWeights) + kInput + Conv("x", "a") + "relu(X=%a) -> (Out=%b)\n" +
                      Conv("b", "c") + "softmax(X=%c) -> (Out=%y)\noutput %y\n"),
            "io_copy>mlu conv2d:mlu relu:mlu conv2d:mlu io_copy>host softmax:host");
  EXPECT_THAT(explanation_, HasSubstr("copies between memories (io_copy): 2\n"
                                      "  host -> mlu of 'x' [1, 32, 56, 56] for conv2d\n"
                                      "  mlu -> host of 'c' [1, 32, 56, 56] for softmax\n"));
  EXPECT_THAT(explanation_, HasSubstr("operators on mlu: 5"));
}

TEST_F(DeviceTest, OneCopyServesAllReaders) {
  DeclareDevice(TARGET(kMLU));
  Declare(ConvOf(TARGET(kMLU)));
  EXPECT_EQ(Legalised(std::string(kWeights) + kInput + Conv("x", "a") + Conv("x", "b") +
                      "tanh(X=%a) -> (Out=%c)\nsigmoid(X=%a) -> (Out=%d)\n" + Conv("a", "e") +
                      "output %b\noutput %c\noutput %d\noutput %e\n"),
            "io_copy>mlu conv2d:mlu conv2d:mlu io_copy>host tanh:host sigmoid:host "
            "conv2d:mlu io_copy>host io_copy>host");
}

TEST_F(DeviceTest, AFetchedValueKeepsItsNameAndSharesTheCopy) {
  DeclareDevice(TARGET(kMLU));
  Declare(ConvOf(TARGET(kMLU)));
  EXPECT_EQ(Legalised(std::string(kWeights) + kInput + Conv("x", "a") +
                      "tanh(X=%a) -> (Out=%b)\noutput %a\noutput %b\n"),
            "io_copy>mlu conv2d:mlu io_copy>host tanh:host");
  const auto& ops = graph_->root()->ops();
  const OpNode* fetch = ops[ops.size() - 2];
  ASSERT_EQ(fetch->type(), "fetch");
  EXPECT_EQ(fetch->Input("X")->name(), "a");
  EXPECT_EQ(fetch->Input("X")->producer()->type(), "io_copy");
}

TEST_F(DeviceTest, OldCopiesBackToBackAreCancelled) {
  DeclareDevice(TARGET(kMLU));
  Declare(ConvOf(TARGET(kMLU)));
  EXPECT_EQ(
      Legalised(std::string(kWeights) + kInput +
                "io_copy(Input=%x) -> (Out=%p)\nio_copy(Input=%p) -> (Out=%q)\n" + Conv("q", "a") +
                "io_copy(Input=%a) -> (Out=%r)\nio_copy(Input=%r) -> (Out=%s)\n" + Conv("s", "b") +
                "io_copy(Input=%b) -> (Out=%y)\noutput %y\n"),
      "io_copy>mlu conv2d:mlu conv2d:mlu io_copy>host");
  EXPECT_EQ(graph_->root()->ops().back()->Input("X")->name(), "y");
}

TEST_F(DeviceTest, AnIslandOnTheHostCostsTwoCopies) {
  DeclareDevice(TARGET(kMLU));
  Declare(ConvOf(TARGET(kMLU)));
  // The second device operator reads the first one's result where it is.
  EXPECT_EQ(Legalised(std::string(kWeights) + kInput + Conv("x", "a") + "tanh(X=%a) -> (Out=%b)\n" +
                      Conv("b", "c") + Conv("a", "d") + "output %c\noutput %d\n"),
            "io_copy>mlu conv2d:mlu io_copy>host tanh:host io_copy>mlu conv2d:mlu "
            "conv2d:mlu io_copy>host io_copy>host");
}

TEST_F(DeviceTest, WhatIsNotWorthItsCopiesStays) {
  DeclareDevice(TARGET(kMLU));
  Declare(Declaration("relu", "device", TARGET(kMLU)));
  EXPECT_EQ(Legalised("input %x: float[1,8]\nrelu(X=%x) -> (Out=%y)\noutput %y\n"), "relu:host");
  EXPECT_THAT(explanation_, HasSubstr("in host memory it takes less time, including copies"));
}

TEST_F(DeviceTest, ADeviceWithoutCopiesIsNotUsed) {
  options_.valid_places.emplace_back(TARGET(kMLU));
  Declare(ConvOf(TARGET(kMLU)));
  EXPECT_EQ(Legalised(std::string(kWeights) + kInput + Conv("x", "y") + "output %y\n"),
            "conv2d:host");
  EXPECT_THAT(explanation_, HasSubstr("no kernels of io_copy for mlu"));
}

TEST_F(DeviceTest, WeightsAreCopiedOnceWhereTheDeviceWantsThem) {
  DeclareDevice(TARGET(kMLU));
  Declare(Declaration("conv2d", "device", TARGET(kMLU)));
  EXPECT_EQ(
      Legalised(std::string(kWeights) + kInput + Conv("x", "a") + Conv("a", "y") + "output %y\n"),
      "io_copy>mlu io_copy_once>mlu conv2d:mlu conv2d:mlu io_copy>host");
}

TEST_F(DeviceTest, LayoutsChangeWhereThereIsAKernelForIt) {
  DeclareDevice(TARGET(kMLU));
  Declare(ConvOf(TARGET(kMLU), DATALAYOUT(kNHWC)));
  const std::string text =
      std::string(kWeights) + kInput + Conv("x", "a") + Conv("a", "y") + "output %y\n";
  EXPECT_EQ(Legalised(text),
            "layout:host io_copy>mlu conv2d:mlu conv2d:mlu io_copy>host layout:host");
  EXPECT_EQ(graph_->root()->ops().back()->Input("X")->layout, DATALAYOUT(kNCHW));
}

TEST_F(DeviceTest, BetweenTwoDevicesValuesGoThroughTheHost) {
  DeclareDevice(TARGET(kMLU));
  DeclareDevice(TARGET(kXPU));
  Declare(ConvOf(TARGET(kMLU)));
  KernelDef transpose_conv =
      KernelDefBuilder(Declaration("conv2d_transpose", "device", TARGET(kXPU)))
          .BindInput("Filter", LiteType::GetTensorTy(TARGET(kHost)))
          .Finalize();
  Declare(transpose_conv);
  EXPECT_EQ(Legalised(std::string(kWeights) + kInput + Conv("x", "a") +
                      "conv2d_transpose(Input=%a, Filter=%w) -> (Output=%b)\n"
                      "tanh(X=%a) -> (Out=%c)\noutput %b\noutput %c\n"),
            "io_copy>mlu conv2d:mlu io_copy>host io_copy>xpu conv2d_transpose:xpu "
            "tanh:host io_copy>host");
}

TEST_F(DeviceTest, TypesChangeOnTheHostWhereTheDeviceCannot) {
  DeclareDevice(TARGET(kMLU));
  options_.valid_places.emplace_back(TARGET(kMLU), PRECISION(kFP16));
  KernelDef half = Declaration("conv2d", "half", TARGET(kMLU));
  half.precision = PRECISION(kFP16);
  Declare(half);
  EXPECT_EQ(
      Legalised(std::string(kWeights) + kInput + Conv("x", "a") + Conv("a", "y") + "output %y\n"),
      "calib:host io_copy>mlu io_copy_once>mlu conv2d:mlu "
      "conv2d:mlu io_copy>host calib:host");
  EXPECT_EQ(graph_->root()->ops().back()->Input("X")->name(), "y");
}

// The host's kernel takes any type, the operator does not.
TEST_F(DeviceTest, OperatorsThatRefuseHalvesComputeWithFloats) {
  DeclareDevice(TARGET(kMLU));
  options_.valid_places.emplace_back(TARGET(kMLU), PRECISION(kFP16));
  KernelDef half = Declaration("fc", "half", TARGET(kMLU));
  half.precision = PRECISION(kFP16);
  Declare(half);
  EXPECT_EQ(Legalised("const %w: float[512,1536] = random(1, -1, 1)\n"
                      "const %v: float[512,1536] = random(2, -1, 1)\n"
                      "input %x: float[256,512]\n"
                      "fc(Input=%x, W=%w) -> (Out=%a) {in_num_col_dims=1}\n"
                      "gru_unit(Input=%a, HiddenPrev=%x, Weight=%v) -> (Gate=%g, "
                      "ResetHiddenPrev=%r, Hidden=%h) {gate_activation=1, activation=2}\n"
                      "fc(Input=%h, W=%w) -> (Out=%y) {in_num_col_dims=1}\noutput %y\n"),
            "calib:host io_copy>mlu io_copy_once>mlu fc:mlu io_copy>host calib:host "
            "gru_unit:host calib:host io_copy>mlu fc:mlu io_copy>host calib:host");
}

TEST_F(DeviceTest, ResultsThatAKernelLeavesWithTheHostAreNotCopied) {
  DeclareDevice(TARGET(kMLU));
  Declare(ConvOf(TARGET(kMLU)));
  Declare(KernelDefBuilder(Declaration("prior_box", "device", TARGET(kMLU)))
              .BindInput("Image", LiteType::GetTensorTy(TARGET(kAny)))
              .BindOutput("Boxes", LiteType::GetTensorTy(TARGET(kHost)))
              .BindOutput("Variances", LiteType::GetTensorTy(TARGET(kHost)))
              .Finalize());
  EXPECT_EQ(Legalised(std::string(kWeights) + kInput + Conv("x", "a") +
                      "prior_box(Input=%a, Image=%x) -> (Boxes=%b, Variances=%v) "
                      "{min_sizes=[4.0], variances=[0.1, 0.1, 0.2, 0.2]}\n"
                      "tanh(X=%b) -> (Out=%y)\noutput %y\noutput %v\n"),
            "io_copy>mlu conv2d:mlu prior_box:host tanh:host");
  for (const OpNode* op : graph_->root()->ops()) {
    if (op->type() != "prior_box") continue;
    EXPECT_EQ(op->kernel->target, TARGET(kMLU));
  }
}

TEST_F(DeviceTest, TargetsThatShareTheHostsMemoryNeedNoCopies) {
  options_.valid_places = {Place(TARGET(kX86)), Place(TARGET(kHost))};
  EXPECT_THAT(Legalised(std::string(kWeights) + kInput + Conv("x", "a") +
                        "softmax(X=%a) -> (Out=%y)\noutput %y\n"),
              Not(HasSubstr("io_copy")));
  EXPECT_THAT(explanation_, HasSubstr("copies between memories (io_copy): 0\n"));
}

}  // namespace device_test
}  // namespace paddle::lite::mir
