// The cases that PaddlePaddle computed: tests/ops/golden/<operator>.txt comes from Paddle 2.6,
// <operator>.fluid.txt from 1.8, <operator>.lite.txt from Paddle Lite. Every file there is run.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

using Files = std::map<std::string, std::vector<std::string>>;  // by operator

const Files& GoldenFiles() {
  static const Files files = [] {
    Files found;
    for (const auto& entry :
         std::filesystem::directory_iterator(LITE_TEST_DATA_DIR "/ops/golden")) {
      const std::string name = entry.path().filename().string();
      found[name.substr(0, name.find('.'))].push_back(entry.path().string());
    }
    return found;
  }();
  return files;
}

std::vector<std::string> Operators() {
  std::vector<std::string> operators;
  for (const auto& entry : GoldenFiles()) operators.push_back(entry.first);
  return operators;
}

class Golden : public ::testing::TestWithParam<std::string> {};

TEST_P(Golden, AgreesWithPaddle) {
  OpSuite suite(GetParam());
  for (const std::string& file : GoldenFiles().at(GetParam())) {
    const Result<std::vector<OpCase>> cases = LoadGolden(file);
    ASSERT_TRUE(cases.ok()) << cases.status().ToString();
    EXPECT_FALSE(cases->empty()) << file << " has no cases";
    for (const OpCase& c : *cases) suite.Run(c);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Golden, ::testing::ValuesIn(Operators()),
                         [](const auto& operator_) { return operator_.param; });

}  // namespace
}  // namespace paddle::lite::test
