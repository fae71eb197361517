// Tensors whose layout has no order in host memory never reach a kernel that reads them there.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lite/kernels/binding.h"
#include "lite/operators/activation.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite {
namespace {

using ::testing::HasSubstr;

const KernelDef* HostKernel(const char* op_type, DataLayoutType layout) {
  for (const KernelDef* def : KernelsOf(op_type)) {
    if (def->target == TargetType::kHost && def->precision != PrecisionType::kFP64 &&
        def->layout == layout) {
      return def;
    }
  }
  return nullptr;
}

TEST(LayoutOrder, HostKernelsForAnyLayoutTakeThoseWithAnOrder) {
  Tensor x, out;
  x.Resize(DDim{1, 2, 3, 4});
  x.set_precision(PrecisionType::kFloat);
  operators::Unary op;
  op.set_type("relu");
  op.x = &x;
  op.out = &out;
  const KernelDef* kernel = HostKernel("relu", DataLayoutType::kAny);
  ASSERT_NE(kernel, nullptr);
  for (const auto layout : {DataLayoutType::kNCHW, DataLayoutType::kNHWC}) {
    x.set_layout(layout);
    EXPECT_TRUE(Accepts(*kernel, op, op.Bound()).ok());
  }
  x.set_layout(DataLayoutType::kImageDefault);
  const Status refused = Accepts(*kernel, op, op.Bound());
  EXPECT_EQ(refused.code(), StatusCode::kUnsupported);
  EXPECT_THAT(refused.message(), HasSubstr("input 'X' is in layout ImageDefault"));
  // An image has another order than a plain tensor at any rank; channels last only at rank 4.
  x.Resize(DDim{2, 12});
  EXPECT_FALSE(Accepts(*kernel, op, op.Bound()).ok());
  x.set_layout(DataLayoutType::kNHWC);
  EXPECT_TRUE(Accepts(*kernel, op, op.Bound()).ok());
}

TEST(LayoutOrder, TheConversionOfLayoutsRefusesThem) {
  Tensor input, out;
  input.Resize(DDim{1, 2, 3, 4});
  out.Resize(DDim{1, 2, 3, 4});
  operators::Layout op;
  op.set_type("layout");
  op.input = &input;
  op.out = &out;
  const KernelDef* def = HostKernel("layout", DataLayoutType::kNCHW);
  ASSERT_NE(def, nullptr);
  const std::unique_ptr<Kernel> kernel = def->create();
  PrepareContext context;
  out.set_layout(DataLayoutType::kNHWC);
  EXPECT_TRUE(kernel->Prepare(op, &context).ok());
  out.set_layout(DataLayoutType::kImageFolder);
  EXPECT_THAT(kernel->Prepare(op, &context).message(), HasSubstr("ImageFolder"));
  out.set_layout(DataLayoutType::kNCHW);
  input.set_layout(DataLayoutType::kImageDefault);
  EXPECT_THAT(kernel->Prepare(op, &context).message(), HasSubstr("ImageDefault"));
}

}  // namespace
}  // namespace paddle::lite
