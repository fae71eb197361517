// Damaged Paddle programs, parameters and texts; damaged .nb files are in tests/bad_models.
#include <gtest/gtest.h>

#include <string>

#include "tests/fuzz/bodies.h"
#include "tests/fuzz/seeds.h"
#include "tests/support/mutations.h"

namespace paddle::lite::test {
namespace {

constexpr int kMutations = kUnderSanitizer ? 60 : 200;

TEST(Mutations, PaddleProgram) {
  RunMutations("paddle_program", FuzzSeeds(LITE_TEST_DATA_DIR).at("paddle_program"),
               &FuzzPaddleProgram, kMutations);
}
TEST(Mutations, MirText) {
  RunMutations("mir_text", FuzzSeeds(LITE_TEST_DATA_DIR).at("mir_text"), &FuzzMirText, kMutations);
}
TEST(Mutations, PaddleParams) {
  RunMutations("paddle_params", FuzzSeeds(LITE_TEST_DATA_DIR).at("paddle_params"),
               &FuzzPaddleParams, 10 * kMutations);
}

// Every prefix of a file is refused or harmless.
TEST(Truncation, ParametersAtEveryLength) {
  const auto seeds = FuzzSeeds(LITE_TEST_DATA_DIR);
  const std::string& program = seeds.at("paddle_program")[0];
  const std::string& params = seeds.at("paddle_params")[0];
  ASSERT_TRUE(LoadFromMemory(program, params).ok())
      << LoadFromMemory(program, params).status().ToString();
  for (size_t length = 0; length < params.size(); ++length) {
    const std::string cut = params.substr(0, length);
    EXPECT_FALSE(LoadFromMemory(program, cut).ok()) << length << " bytes";
  }
}

}  // namespace
}  // namespace paddle::lite::test
