// An operator whose kernel is to be chosen: the costs of its kernels and their requirements for
// tensors.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "lite/core/targets.h"
#include "lite/kernels/kernel.h"
#include "lite/mir/cost.h"
#include "lite/mir/kernel_query.h"
#include "lite/mir/meta_op.h"

namespace paddle::lite::mir {

// Whether the layout of the value is meaningful: values of other ranks have only one order.
inline bool HasLayout(const ArgNode& arg) { return arg.dims && arg.dims->rank() == 4; }
inline DataLayoutType LayoutOf(const ArgNode& arg) {
  return arg.layout == DataLayoutType::kUnk ? DataLayoutType::kNCHW : arg.layout;
}
inline bool SameScale(float a, float b) { return std::abs(a - b) <= 1e-6f * std::abs(a); }

struct SlotArg {
  const char* slot;
  ArgNode* arg;
};

struct Candidate {
  const KernelDef* kernel = nullptr;
  double ns = 0;
  // Whether it works in layout label NCHW / NHWC, asked once: operators may have many operands.
  bool nchw = false;
  bool nhwc = false;
  bool WorksIn(DataLayoutType label) const { return label == DataLayoutType::kNHWC ? nhwc : nchw; }
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

  void AddRefusal(const KernelDef& kernel, const std::string& reason);

  // Layout that `kernel` requires for input `slot` when it runs in layout `label`.
  static DataLayoutType Wanted(const KernelDef& kernel, const char* slot, DataLayoutType label);
  // Layout in which `kernel` produces output `slot`: an output of any layout follows the first
  // activation.
  DataLayoutType Given(const KernelDef& kernel, const char* slot, DataLayoutType label) const;
  bool WorksIn(const KernelDef& kernel, DataLayoutType label) const;

  // Memory in which `kernel` requires input `slot` that arrives in `arriving`, and produces output
  // `slot`.
  static TargetType WantedMemory(const KernelDef& kernel, const char* slot, TargetType arriving);
  static TargetType GivenMemory(const KernelDef& kernel, const char* slot);

  // Type of the real numbers that `kernel` requires for `input`, and produces as `result`, when the
  // operator runs in precision `label`. A kernel for any type takes them in one type.
  PrecisionType WantedPrecision(const KernelDef& kernel, const SlotArg& input,
                                PrecisionType label) const;
  PrecisionType GivenPrecision(const KernelDef& kernel, const ArgNode* result,
                               PrecisionType label) const;
  bool WorksAt(const KernelDef& kernel, PrecisionType label) const;

  // The type in the program, before anything was cast.
  PrecisionType Found(const ArgNode* arg) const;
  double Elements(const ArgNode* arg) const;
  double Bytes(const ArgNode* arg) const;
  // A change of layout within one memory.
  double ConversionNs(const ArgNode* arg) const;
  // Cheapest kernel for a label, for a memory, or for a precision; null if there is none.
  const Candidate* Best(DataLayoutType label) const;
  const Candidate* BestIn(TargetType memory) const;
  const Candidate* BestAt(PrecisionType precision) const;
  // Extra time if `input` arrives in layout `arriving` and the operator runs in `label`.
  double EdgeNs(const SlotArg& input, DataLayoutType arriving, DataLayoutType label) const;

 private:
  // Whether real results have the type of the real inputs.
  bool PassesPrecisionOn() const;
  mutable std::optional<bool> passes_precision_on_;  // once it was asked for
};

}  // namespace paddle::lite::mir
