#include "tests/support/op_sweeps.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tests/support/memory_limit.h"
#include "tests/support/op_compare.h"
#include "tests/support/op_instance.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

void Count(const Status& status, std::pair<int, int>* counts) {
  counts->first += status.ok() ? 0 : 1;
  ++counts->second;
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

void PutInto(const KernelDef& def, const OpCase& c, Answers* answers) {
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

}  // namespace

void BreakLevelsOfDetail(const std::string& op, const OpCase& c, Answers* answers) {
  // topk_pooling reads the levels as sizes of images, and other sizes fit as well.
  if (!HasLevels(c) || op == "topk_pooling") return;
  for (const KernelDef* def : KernelsOf(op)) {
    if (def->create == nullptr || !IsHostMemory(def->target)) continue;
    BreakLevels(*def, c, answers);
  }
}

void PutWildIntegers(const std::string& op, const OpCase& c, Answers* answers) {
  // The integers of sparse_conv2d describe each other: the message names the other slot.
  if (IntegerInputs(c).empty() || op == "sparse_conv2d") return;
  for (const KernelDef* def : KernelsOf(op)) {
    if (def->create == nullptr || !IsHostMemory(def->target)) continue;
    if (!RunWild(*def, c, c.inputs).ok()) continue;
    PutInto(*def, c, answers);
  }
}

}  // namespace paddle::lite::test
