// What every kernel of the build says of itself.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

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

// tests/ops/specified_operators.txt: a name that is not there has a reason, and loses it when it
// is.
TEST(Registrations, CoverTheSpecifiedOperators) {
  std::ifstream file(LITE_TEST_DATA_DIR "/ops/specified_operators.txt");
  int names = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t colon = line.find(':');
    const bool exists = CreateOp(line.substr(0, colon)) != nullptr;
    EXPECT_EQ(exists, colon == std::string::npos) << line;
    ++names;
  }
  EXPECT_GT(names, 290);
}

TEST(Registrations, NameOperatorsThatExist) {
  for (const KernelDef* def : KernelTable()) {
    EXPECT_NE(CreateOp(def->op_type), nullptr) << def->Key();
  }
}

}  // namespace
}  // namespace paddle::lite::test
