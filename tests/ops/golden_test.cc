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
#include "tests/support/op_compare.h"
#include "tests/support/op_instance.h"
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

// What kernels answered to bad contents of an input: kind of contents, slot -> {refused, tried}.
using Answers = std::map<std::pair<std::string, std::string>, std::pair<int, int>>;

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

void Count(const Status& status, std::pair<int, int>* counts) {
  counts->first += status.ok() ? 0 : 1;
  ++counts->second;
}

TEST_P(Golden, AgreesWithPaddle) {
  OpSuite suite(GetParam());
  for (const std::string& file : GoldenFiles().at(GetParam())) {
    const Result<std::vector<OpCase>> cases = LoadGolden(file);
    ASSERT_TRUE(cases.ok()) << cases.status().ToString();
    EXPECT_FALSE(cases->empty()) << file << " has no cases";
    for (const OpCase& c : *cases) suite.Run(c);
  }
}

// Offsets of a level of detail that do not fit the rows, or the level below: they decrease, or do
// not begin at 0, or end before or beyond the last one.
std::vector<std::vector<uint64_t>> UnfitOffsets(const std::vector<uint64_t>& offsets) {
  std::vector<std::vector<uint64_t>> unfit;
  if (offsets.empty()) return unfit;
  for (const uint64_t extra : {uint64_t{1}, uint64_t{1} << 40}) {
    unfit.push_back(offsets);
    unfit.back().back() += extra;
  }
  if (offsets.size() < 2) return unfit;
  unfit.push_back(offsets);
  unfit.back().front() = offsets.back() + 1;
  if (offsets.back() > 0) {
    unfit.push_back(offsets);
    unfit.back().back() -= 1;
  }
  if (offsets.size() < 3) return unfit;
  unfit.push_back(offsets);
  unfit.back()[1] = offsets.back() + 7;
  return unfit;
}

// What a kernel computes for the case with these inputs, without levels of detail.
Result<SlotTensors> Compute(const KernelDef& def, const OpCase& c, const SlotTensors& inputs) {
  static ThreadPool pool(1);
  OpInstance instance(def, c, &pool, DataLayoutType::kNCHW);
  LITE_RETURN_IF_ERROR(instance.Create());
  LITE_RETURN_IF_ERROR(instance.Accept(inputs, c.input_arrays));
  LITE_RETURN_IF_ERROR(instance.Prepare());
  LITE_ASSIGN_OR_RETURN(SlotTensors found, instance.Run(false));
  SlotTensors kept;
  for (const auto& entry : c.expected) {
    kept[entry.first] = std::move(found[entry.first]);
    for (TestTensor& tensor : kept[entry.first]) tensor.lod.clear();
  }
  return kept;
}

// Breaks one level of `tensor`, which is among `inputs`, in every way. What the kernel computes
// then is `fit`, or it refuses all of them.
void BreakLevel(const KernelDef& def, const OpCase& c, const SlotTensors& inputs,
                const SlotTensors& fit, std::vector<uint64_t>* level, const std::string& where,
                std::pair<int, int>* counts) {
  const std::vector<uint64_t> offsets = *level;
  std::string accepted, refused;
  for (const std::vector<uint64_t>& unfit : UnfitOffsets(offsets)) {
    *level = unfit;
    const Result<SlotTensors> found = Compute(def, c, inputs);
    Count(found.status(), counts);
    (found.ok() ? accepted : refused) += ListToString(unfit);
    if (!found.ok()) continue;
    EXPECT_EQ(CompareBits(*found, fit), "") << where << accepted;
  }
  EXPECT_TRUE(accepted.empty() || refused.empty())
      << where << ": accepts " << accepted << " and refuses " << refused;
  *level = offsets;
}

bool HasLevels(const OpCase& c) {
  for (const auto& entry : c.inputs) {
    for (const TestTensor& tensor : entry.second) {
      if (!tensor.lod.empty()) return true;
    }
  }
  return false;
}

// Every level of every input, if the kernel takes the case.
void BreakLevels(const KernelDef& def, const OpCase& c, Answers* answers) {
  const Result<SlotTensors> fit = Compute(def, c, c.inputs);
  if (!fit.ok()) return;
  SlotTensors inputs = c.inputs;
  for (auto& [slot, tensors] : inputs) {
    for (TestTensor& tensor : tensors) {
      for (size_t level = 0; level < tensor.lod.size(); ++level) {
        BreakLevel(def, c, inputs, *fit, &tensor.lod[level],
                   StrCat(def.Key(), ", ", c.ToString(), ", ", slot, ", level ", level),
                   &(*answers)[{"levels", slot}]);
      }
    }
  }
}

// Levels of detail that do not fit are refused by what reads them. No kernel computes anything else
// from them than from those that fit, and a level that is refused in one form is read, so it is
// refused in every form.
TEST_P(Golden, RefusesUnfitLevelsOfDetail) {
  for (const std::string& file : GoldenFiles().at(GetParam())) {
    const Result<std::vector<OpCase>> cases = LoadGolden(file);
    ASSERT_TRUE(cases.ok()) << cases.status().ToString();
    for (const OpCase& c : *cases) {
      if (!HasLevels(c)) continue;
      for (const KernelDef* def : KernelsOf(GetParam())) {
        if (def->create == nullptr || !IsHostMemory(def->target)) continue;
        BreakLevels(*def, c, &answers_);
      }
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

constexpr int64_t kExceeds = 4099;  // every index, id, length, axis and size of these cases

// Numbers that no index, id, length, axis or size of these cases has, and numbers that some have:
// a check of the former may lack a limit between.
std::vector<int64_t> WildIntegers(PrecisionType type) {
  switch (type) {
    case PrecisionType::kInt8:
      return {INT8_MIN, -1, 17, INT8_MAX};
    case PrecisionType::kUInt8:
      return {17, UINT8_MAX};
    case PrecisionType::kInt16:
      return {INT16_MIN, -1, 17, INT16_MAX};
    case PrecisionType::kInt32:
      return {INT32_MIN, -kExceeds, -1, 17, kExceeds, INT32_MAX};
    case PrecisionType::kInt64:
      return {INT64_MIN, -kExceeds, -1, 17, kExceeds, int64_t{1} << 40, INT64_MAX};
    default:
      return {};
  }
}

// The integer inputs of the case, by slot and number in it.
std::vector<std::pair<std::string, size_t>> IntegerInputs(const OpCase& c) {
  std::vector<std::pair<std::string, size_t>> found;
  for (const auto& [slot, tensors] : c.inputs) {
    for (size_t i = 0; i < tensors.size(); ++i) {
      const bool any = tensors[i].dims.production() > 0;
      if (any && !WildIntegers(tensors[i].precision).empty()) found.emplace_back(slot, i);
    }
  }
  return found;
}

// What a kernel answers to wild integers: results, or a refusal that names the slot.
Status RunWild(const KernelDef& def, const OpCase& c, const SlotTensors& inputs) {
  static ThreadPool pool(1);
  const ScopedMemoryLimit limit(size_t{1} << 30);
  OpInstance instance(def, c, &pool, DataLayoutType::kNCHW);
  LITE_RETURN_IF_ERROR(instance.Create());
  LITE_RETURN_IF_ERROR(instance.Accept(inputs, c.input_arrays));
  LITE_RETURN_IF_ERROR(instance.Prepare());
  return instance.Run(false).status();
}

// Slots whose numbers are positions in another tensor; gather_tree copies its Ids.
bool HoldsPositions(const std::string& op, const std::string& slot) {
  return slot == "Index" || (slot == "Ids" && op != "gather_tree");
}

void PutWildIntegers(const KernelDef& def, const OpCase& c, Answers* answers) {
  SlotTensors inputs = c.inputs;
  for (const auto& [slot, i] : IntegerInputs(c)) {
    TestTensor& tensor = inputs[slot][i];
    const TestTensor tame = tensor;
    for (const int64_t wild : WildIntegers(tensor.precision)) {
      for (const int64_t at : {int64_t{0}, tensor.dims.production() - 1}) {
        tensor.SetInt(at, wild);
        const Status status = RunWild(def, c, inputs);
        Count(status, &(*answers)[{"integers", slot}]);
        const std::string where =
            StrCat(def.Key(), ", ", c.ToString(), ", ", slot, "[", at, "] = ", wild);
        const bool exceeds = wild >= kExceeds || wild <= -kExceeds;
        if (exceeds && HoldsPositions(def.op_type, slot)) {
          EXPECT_FALSE(status.ok()) << where;
        }
        // A result that is declared larger than memory is the planner's to refuse.
        if (!status.ok() && status.code() != StatusCode::kResourceExhausted) {
          EXPECT_NE(status.message().find(slot), std::string::npos)
              << where << ": " << status.ToString();
          EXPECT_NE(status.code(), StatusCode::kInternal) << where << ": " << status.ToString();
        }
        tensor = tame;
      }
    }
  }
}

// Integers of every operator that exceed each index, id, length, axis and size: a kernel
// computes a result inside its memory, or refuses the tensor by name.
TEST_P(Golden, RefusesWildIntegersByName) {
  if (!HeedsMemoryLimit()) GTEST_SKIP() << "the emulator does not heed the limit of memory";
  for (const std::string& file : GoldenFiles().at(GetParam())) {
    const Result<std::vector<OpCase>> cases = LoadGolden(file);
    ASSERT_TRUE(cases.ok()) << cases.status().ToString();
    for (const OpCase& c : *cases) {
      if (IntegerInputs(c).empty()) continue;
      for (const KernelDef* def : KernelsOf(GetParam())) {
        if (def->create == nullptr || !IsHostMemory(def->target)) continue;
        if (!RunWild(*def, c, c.inputs).ok()) continue;
        PutWildIntegers(*def, c, &answers_);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Files, Golden, ::testing::ValuesIn(Operators()),
                         [](const auto& operator_) { return operator_.param; });

}  // namespace
}  // namespace paddle::lite::test
