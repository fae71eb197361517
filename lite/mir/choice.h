// An operator whose kernel is to be chosen: the costs of its kernels and their requirements for
// tensors.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lite/core/targets.h"
#include "lite/kernels/kernel.h"
#include "lite/mir/binary_labels.h"
#include "lite/mir/cost.h"
#include "lite/mir/kernel_query.h"
#include "lite/mir/meta_op.h"

namespace paddle::lite::mir {

// The layout that a value of these dimensions has if a kernel says `layout`: channels-last means
// the plain order for other ranks than four; those of images differ for all ranks.
inline DataLayoutType LayoutFor(const std::optional<DDim>& dims, DataLayoutType layout) {
  const bool plain = layout == DataLayoutType::kNHWC && dims.has_value() && dims->rank() != 4;
  return plain ? DataLayoutType::kNCHW : layout;
}
inline DataLayoutType LayoutOf(const ArgNode& arg) {
  return arg.layout == DataLayoutType::kUnk ? DataLayoutType::kNCHW : arg.layout;
}
inline bool SameScale(float a, float b) { return std::abs(a - b) <= 1e-6f * std::abs(a); }

struct SlotArg {
  const char* slot;
  ArgNode* arg;
};

// Layouts of ordinary memory, between which an image of one pixel or channel is not moved.
inline bool IsProcessorLayout(DataLayoutType layout) {
  return layout == DataLayoutType::kNCHW || layout == DataLayoutType::kNHWC;
}

// A set of layouts.
class Layouts {
 public:
  void Add(DataLayoutType layout) { bits_ |= Bit(layout); }
  bool Has(DataLayoutType layout) const { return (bits_ & Bit(layout)) != 0; }
  bool empty() const { return bits_ == 0; }
  // In the order of preference between equals: the plain one first.
  std::vector<DataLayoutType> List() const;

 private:
  static uint32_t Bit(DataLayoutType layout) { return uint32_t{1} << static_cast<int>(layout); }
  uint32_t bits_ = 0;
};

struct Candidate {
  const KernelDef* kernel = nullptr;
  double ns = 0;
  // The labels in which it works, queried once: operators may have many operands.
  Layouts labels;
  bool WorksIn(DataLayoutType label) const { return labels.Has(label); }
};

struct Choice {
  OpNode* node = nullptr;
  MetaOp meta;
  std::vector<SlotArg> activations;  // inputs that are not constants
  std::vector<SlotArg> results;
  std::vector<Candidate> candidates;
  std::string refusals;
  bool boundary = false;                            // feed and fetch
  TargetType memory = TargetType::kHost;            // memory in which it runs
  PrecisionType precision = PrecisionType::kFloat;  // type of its real numbers
  // Values of the program that are not cast to half.
  const std::set<const ArgNode*>* too_large_for_half = nullptr;
  bool loses_in_half = false;  // computes in float32

  void AddRefusal(const KernelDef& kernel, const std::string& reason);

  // Layout that `kernel` requires for an input when it runs in layout `label`.
  static DataLayoutType Wanted(const KernelDef& kernel, const SlotArg& input, DataLayoutType label);
  // Layout in which `kernel` produces a result: one of any layout follows the first activation.
  DataLayoutType Given(const KernelDef& kernel, const SlotArg& result, DataLayoutType label) const;
  // `kernels`: answers how weights, which are stored in NCHW, can be converted for a device.
  bool WorksIn(const KernelDef& kernel, DataLayoutType label, const KernelQuery& kernels) const;

  // Layout that `kernel` requires for a weight of these dimensions.
  static DataLayoutType WantedWeight(const KernelDef& kernel, const char* slot, const DDim& dims,
                                     DataLayoutType label);

  // Memory in which `kernel` requires input `slot` that arrives in `arriving`.
  static TargetType WantedMemory(const KernelDef& kernel, const char* slot, TargetType arriving);

  // Type of the real numbers that `kernel` requires for `input`, and produces as `result`, when the
  // operator runs in precision `label`. A kernel for any type takes them in one type.
  PrecisionType WantedPrecision(const KernelDef& kernel, const SlotArg& input,
                                PrecisionType label) const;
  PrecisionType GivenPrecision(const KernelDef& kernel, const ArgNode* result,
                               PrecisionType label) const;
  bool WorksAt(const KernelDef& kernel, PrecisionType label) const;
  // A value that `kernel` would read or write in half precision, but that half cannot hold; null if
  // there is none.
  const ArgNode* TooLargeForHalf(const KernelDef& kernel) const;

  // The type in the program, before anything was cast.
  PrecisionType Found(const ArgNode* arg) const;
  double Elements(const ArgNode* arg) const;
  double Bytes(const ArgNode* arg) const;
  // Layout and memory of a value.
  struct Storage {
    DataLayoutType layout;
    TargetType memory;
  };
  // A change of layout in the memory where the value is, or where it goes, or through the host.
  double ConversionNs(const ArgNode* arg, const Storage& from, const Storage& to,
                      const KernelQuery& kernels) const;
  // Cheapest kernel for a label, for a memory, or for a precision; null if there is none.
  const Candidate* Best(DataLayoutType label) const;
  const Candidate* BestIn(TargetType memory) const;
  const Candidate* BestAt(PrecisionType precision) const;
  // Where `result` is if the operator runs on `device`: its kernel may leave it with the host.
  TargetType GivenMemory(const ArgNode* result, TargetType device) const;
  // Extra time if the producer of `input` has the label and memory `arriving` and this operator
  // runs in `label`.
  double EdgeNs(const SlotArg& input, const Storage& arriving, DataLayoutType label,
                const KernelQuery& kernels) const;

 private:
  // Whether real results have the type of the real inputs.
  bool PassesPrecisionOn() const;
  // The operator with real inputs in half precision; null if it refuses those.
  const MetaOp* InHalf() const;
  // These exist once they were requested.
  mutable std::optional<bool> passes_precision_on_;
  mutable std::optional<Result<MetaOp>> in_half_;
};

// The positions of the operators in a list of choices.
using ChoiceIndex = std::map<const OpNode*, int>;
ChoiceIndex IndexOf(const std::vector<Choice>& choices);
// Adds the best kernel for each label of a node, null where there is none.
void AddKernels(BinaryLabels* labels, int node, const Candidate* const (&best)[2]);

}  // namespace paddle::lite::mir
