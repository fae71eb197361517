// What conversion and loading cost grows with the program, not with its square. Processor time is
// compared, so that a busy machine does not matter.
#include "tests/support/large_programs.h"

#include <gtest/gtest.h>

#include <ctime>

#include "lite/mir/optimizer.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/runtime/executable.h"
#include "tests/support/sanitizer.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::test {
namespace {

double Seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// From files as Paddle lays them out to a model that is ready to run.
double SecondsFor(const LargeProgram& program, int count) {
  TempDir dir;
  EXPECT_TRUE(model::SavePaddleModel(program.make(count), dir / "m").ok());
  const double start = Seconds();
  model::PaddleModelSource source;
  source.model_dir = dir / "m";
  Result<model::Model> model = model::LoadPaddleModel(source);
  EXPECT_TRUE(model.ok()) << model.status().ToString();
  if (!model.ok()) return 0;
  mir::OptimizeOptions options;
  options.valid_places = {Place(TargetType::kX86)};
  const Result<model::Model> optimised = mir::Optimize(*std::move(model), options);
  if (!optimised.ok()) return Seconds() - start;
  const Result<std::string> nb = model::EncodeNaiveBuffer(*optimised, {});
  const Result<std::string> pb = model::EncodePaddleProgram(optimised->program);
  EXPECT_TRUE(nb.ok() && pb.ok());
  if (!nb.ok()) return 0;
  Result<model::Model> loaded = model::DecodeNaiveBuffer(*nb, "memory");
  EXPECT_TRUE(loaded.ok()) << loaded.status().ToString();
  if (!loaded.ok()) return 0;
  const auto executable = Executable::Create(*std::move(loaded), ExecutableOptions());
  EXPECT_TRUE(executable.ok()) << executable.status().ToString();
  return Seconds() - start;
}

TEST(LargePrograms, CostGrowsWithTheProgram) {
  for (const LargeProgram& program : LargePrograms()) {
    const int count = kUnderSanitizer ? program.count / 4 : program.count;
    const double small = SecondsFor(program, count / 50);
    const double large = SecondsFor(program, count / 10);
    // Five times the size: five times the time, or 25 times where something is quadratic.
    EXPECT_LT(large, 11 * small + 0.1) << program.name << ": " << small << " s, then " << large;
    EXPECT_LT(large, 60) << program.name;
  }
}

}  // namespace
}  // namespace paddle::lite::test
