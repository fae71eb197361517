// Fusions depend on the kernels of the preferred targets, here with declarations of kernels that no
// build has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <sstream>

#include "lite/core/slot_visitor.h"
#include "lite/kernels/kernel.h"
#include "lite/mir/optimizer.h"
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace target_fusion_test {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr TargetType kDevice = TargetType::kMLU;

KernelDef Declared(const char* op_type) {
  KernelDef def;
  def.op_type = op_type;
  def.alias = "device";
  def.target = kDevice;
  def.precision = PRECISION(kFloat);
  def.layout = DATALAYOUT(kNCHW);
  return def;
}

class TargetFusionTest : public ::testing::Test {
 protected:
  TargetFusionTest() {
    const LiteType here = LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny));
    const LiteType there = LiteType::GetTensorTy(kDevice, PRECISION(kAny), DATALAYOUT(kAny));
    Declare(KernelDefBuilder(Declared("io_copy"))
                .BindInput("Input", here)
                .BindOutput("Out", there)
                .Finalize());
    Declare(KernelDefBuilder(Declared("io_copy"))
                .BindInput("Input", there)
                .BindOutput("Out", here)
                .Finalize());
  }

  void Declare(const KernelDef& def) { kernels_.push_back(std::make_unique<KernelDef>(def)); }

  // The types that are left after the fusions.
  std::string Fused(const std::string& program, std::vector<Place> places = {Place(kDevice)}) {
    OptimizeOptions options;
    options.valid_places = std::move(places);
    for (const auto& kernel : kernels_) options.more_kernels.push_back(kernel.get());
    options.stop_after = "fuse_view_fc";
    options.verify_each = true;
    std::ostringstream explanation;
    options.explain = &explanation;
    const Result<model::Model> model = Optimize(*ParseModel(program), options);
    explanation_ = explanation.str();
    if (!model.ok()) return model.status().ToString();
    std::string types;
    for (const auto& op : model->program.blocks[0].ops) {
      if (op.type != "feed" && op.type != "fetch") types += (types.empty() ? "" : " ") + op.type;
    }
    return types;
  }

  std::vector<std::unique_ptr<KernelDef>> kernels_;
  std::string explanation_;
};

constexpr char kAddTanh[] = R"(
    input %x: float[1,32,56,56]
    input %r: float[1,32,56,56]
    elementwise_add(X=%x, Y=%r) -> (Out=%a)
    tanh(X=%a) -> (Out=%y)
    output %y
    )";

TEST_F(TargetFusionTest, AFusedOperatorThatOnlyTheHostHas) {
  Declare(Declared("elementwise_add"));
  Declare(Declared("tanh"));
  EXPECT_EQ(Fused(kAddTanh), "elementwise_add tanh");
  EXPECT_THAT(explanation_, HasSubstr("alone: no kernel of a preferred target takes "
                                      "fusion_elementwise_add_activation: there is no kernel"));
  EXPECT_EQ(Fused(kAddTanh, {Place(TARGET(kHost))}), "fusion_elementwise_add_activation");
  Declare(Declared("fusion_elementwise_add_activation"));
  EXPECT_EQ(Fused(kAddTanh), "fusion_elementwise_add_activation");
}

// The device has nothing to lose.
TEST_F(TargetFusionTest, NeitherFormIsForTheDevice) {
  EXPECT_EQ(Fused(kAddTanh), "fusion_elementwise_add_activation");
}

Status PlainOnly(const Op& op) {
  struct Reader : SlotVisitor {
    void Input(const char* slot, const Tensor** tensor, Need) override {
      if (std::string(slot) == "ResidualData") residual = *tensor != nullptr;
    }
    bool residual = false;
  } reader;
  const_cast<Op&>(op).Fields(reader);
  return reader.residual ? Unsupported("a residual") : OkStatus();
}

constexpr char kResidual[] = R"(
    const %w: float[32,32,3,3] = random(1, -1, 1)
    input %x: float[1,32,56,56]
    conv2d(Input=%x, Filter=%w) -> (Output=%c) {paddings=[1, 1]}
    elementwise_add(X=%c, Y=%x) -> (Out=%y)
    output %y
    )";

// The kernel itself says what it does not take; the sum alone would be faster on the host, but not
// together with the convolution.
TEST_F(TargetFusionTest, AKernelThatRefusesTheFusedOperator) {
  KernelDef conv = KernelDefBuilder(Declared("conv2d"))
                       .BindInput("Filter", LiteType::GetTensorTy(TARGET(kHost)))
                       .Finalize();
  conv.supports = &PlainOnly;
  Declare(conv);
  EXPECT_EQ(Fused(kResidual), "conv2d elementwise_add");
  EXPECT_THAT(explanation_, HasSubstr("no kernel of a preferred target takes conv2d: a residual"));
  kernels_.back()->supports = nullptr;
  EXPECT_EQ(Fused(kResidual), "conv2d");
}

// The whole replacement is judged, with the shapes of the values that are new in it.
TEST_F(TargetFusionTest, SeveralOperators) {
  constexpr char kGate[] = R"(
      input %x: float[1,32,56,56]
      input %g: float[1,32,1,1]
      elementwise_mul(X=%x, Y=%g) -> (Out=%p)
      elementwise_add(X=%x, Y=%p) -> (Out=%y)
      output %y
      )";
  Declare(Declared("elementwise_mul"));
  Declare(Declared("elementwise_add"));
  EXPECT_EQ(Fused(kGate), "elementwise_mul elementwise_add");
  EXPECT_THAT(explanation_, HasSubstr("no kernel of a preferred target takes scale"));
  Declare(Declared("scale"));
  EXPECT_EQ(Fused(kGate), "scale elementwise_mul");
  EXPECT_THAT(explanation_, Not(HasSubstr("no kernel of a preferred target")));
}

}  // namespace target_fusion_test
}  // namespace paddle::lite::mir
