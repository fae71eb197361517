// The cases that PaddlePaddle computed: tests/ops/golden/<operator>.txt comes from Paddle 2.6,
// <operator>.fluid.txt from 1.8, <operator>.lite.txt from Paddle Lite. Every file there is run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/memory_limit.h"
#include "tests/support/op_instance.h"
#include "tests/support/op_suite.h"
#include "tests/support/op_sweeps.h"

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

class Golden : public ::testing::TestWithParam<std::string> {
 protected:
  Answers answers_;

  // For the table of docs/measurements/operators.md: see tools/operator_refusals.py.
  void TearDown() override {
    const char* path = std::getenv("LITE_WRITE_REFUSALS");
    if (path == nullptr) return;
    std::ofstream file(path, std::ios::app);
    for (const auto& [of, counts] : answers_) {
      file << GetParam() << ' ' << of.first << ' ' << of.second << ' ' << counts.first << ' '
           << counts.second << '\n';
    }
    file.flush();
    EXPECT_TRUE(file.good()) << "cannot write " << path;
  }
};

TEST_P(Golden, AgreesWithPaddle) {
  OpSuite suite(GetParam());
  for (const std::string& file : GoldenFiles().at(GetParam())) {
    const Result<std::vector<OpCase>> cases = LoadGolden(file);
    ASSERT_TRUE(cases.ok()) << cases.status().ToString();
    EXPECT_FALSE(cases->empty()) << file << " has no cases";
    for (const OpCase& c : *cases) suite.Run(c);
  }
}

TEST_P(Golden, RefusesUnfitLevelsOfDetail) {
  for (const std::string& file : GoldenFiles().at(GetParam())) {
    const Result<std::vector<OpCase>> cases = LoadGolden(file);
    ASSERT_TRUE(cases.ok()) << cases.status().ToString();
    for (const OpCase& c : *cases) {
      BreakLevelsOfDetail(GetParam(), c, &answers_);
    }
  }
}

// Rounded to halves; false if nothing is float.
bool RoundToHalves(SlotTensors* inputs) {
  bool any = false;
  for (auto& entry : *inputs) {
    for (TestTensor& tensor : entry.second) {
      if (tensor.precision != PrecisionType::kFloat) continue;
      TestTensor half(tensor.dims, PrecisionType::kFP16);
      half.lod = tensor.lod;
      half.weight = tensor.weight;
      for (int64_t i = 0; i < tensor.numel(); ++i) half.Set(i, tensor.At(i));
      tensor = std::move(half);
      any = true;
    }
  }
  return any;
}

// The optimiser gives halves to kernels for any type that accept them, and then they run.
TEST_P(Golden, KernelsForAnyTypeRunTheHalvesThatTheyAccept) {
  ThreadPool pool(1);
  for (const std::string& file : GoldenFiles().at(GetParam())) {
    const Result<std::vector<OpCase>> cases = LoadGolden(file);
    ASSERT_TRUE(cases.ok()) << cases.status().ToString();
    constexpr size_t kCases = 4;  // of each file: the types do not depend on numbers
    for (size_t i = 0; i < std::min(kCases, cases->size()); ++i) {
      const OpCase& c = (*cases)[i];
      SlotTensors halves = c.inputs;
      if (!RoundToHalves(&halves)) continue;
      for (const KernelDef* def : KernelsOf(GetParam())) {
        if (def->create == nullptr || !IsHostMemory(def->target) ||
            def->precision != PrecisionType::kAny) {
          continue;
        }
        OpInstance instance(*def, c, &pool, DataLayoutType::kNCHW);
        if (!instance.Create().ok() || !instance.Accept(halves, c.input_arrays).ok()) continue;
        Status status = instance.Prepare();
        if (status.ok()) status = instance.Run(false).status();
        EXPECT_TRUE(status.ok()) << def->Key() << ", " << c.ToString() << ": " << status.ToString();
      }
    }
  }
}

TEST_P(Golden, RefusesWildIntegersByName) {
  if (!HeedsMemoryLimit()) GTEST_SKIP() << "the emulator does not heed the limit of memory";
  for (const std::string& file : GoldenFiles().at(GetParam())) {
    const Result<std::vector<OpCase>> cases = LoadGolden(file);
    ASSERT_TRUE(cases.ok()) << cases.status().ToString();
    for (const OpCase& c : *cases) {
      PutWildIntegers(GetParam(), c, &answers_);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Golden, ::testing::ValuesIn(Operators()),
                         [](const auto& operator_) { return operator_.param; });

}  // namespace
}  // namespace paddle::lite::test
