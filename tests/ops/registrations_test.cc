// What every kernel of the build says of itself.
#include <gtest/gtest.h>

#include "lite/kernels/kernel.h"
#include "lite/operators/op.h"

namespace paddle::lite::test {
namespace {

bool Restates(const KernelDef& def, const LiteType& type) {
  return type.target == def.target && type.precision == def.precision && type.layout == def.layout;
}

// A slot that is not bound has the kernel's own type: a binding that repeats it hides those that
// say something.
TEST(Registrations, BindOnlyWhatDiffersFromTheKernel) {
  for (const KernelDef* def : KernelTable()) {
    for (int i = 0; i < def->input_count; ++i) {
      EXPECT_FALSE(Restates(*def, def->inputs[i].type)) << def->Key() << " " << def->inputs[i].slot;
    }
    for (int i = 0; i < def->output_count; ++i) {
      EXPECT_FALSE(Restates(*def, def->outputs[i].type))
          << def->Key() << " " << def->outputs[i].slot;
    }
  }
}

TEST(Registrations, NameOperatorsThatExist) {
  for (const KernelDef* def : KernelTable()) {
    EXPECT_NE(CreateOp(def->op_type), nullptr) << def->Key();
  }
}

}  // namespace
}  // namespace paddle::lite::test
