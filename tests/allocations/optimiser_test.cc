// The work of a conversion, counted in requests for memory rather than in time: it grows with the
// program, and an operator is not bound more often than it has to be.
#include <gtest/gtest.h>

#include <string>

#include "lite/mir/optimizer.h"
#include "tests/allocations/heap.h"
#include "tests/support/large_programs.h"

namespace paddle::lite::test {
namespace {

int64_t AllocationsOf(const LargeProgram& program, int count) {
  model::Model model = program.make(count);
  mir::OptimizeOptions options;
  options.valid_places = {Place(TargetType::kX86)};
  const int64_t before = HeapAllocations();
  const Result<model::Model> optimised = mir::Optimize(std::move(model), options);
  return HeapAllocations() - before;
}

TEST(OptimiserTest, WorkGrowsWithTheProgram) {
  for (const LargeProgram& program : LargePrograms()) {
    const int64_t small = AllocationsOf(program, program.count / 100);
    const int64_t large = AllocationsOf(program, program.count / 25);
    EXPECT_LT(large, 4.4 * static_cast<double>(small)) << program.name;
  }
}

// A chain of operators that nothing fuses: each is imported, bound once to infer its shapes, bound
// once to choose its kernel, and exported.
TEST(OptimiserTest, WorkPerOperator) {
  for (const LargeProgram& program : LargePrograms()) {
    if (std::string(program.name) != "chain") continue;
    constexpr int kFew = 1000;
    constexpr int kMany = 3000;
    const double each =
        static_cast<double>(AllocationsOf(program, kMany) - AllocationsOf(program, kFew)) /
        (kMany - kFew);
    EXPECT_LT(each, 95);
  }
}

}  // namespace
}  // namespace paddle::lite::test
