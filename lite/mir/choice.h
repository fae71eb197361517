// An operator whose kernel is to be chosen: what its kernels cost, and what they want of its
// tensors.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "lite/kernels/kernel.h"
#include "lite/mir/meta_op.h"
#include "lite/mir/optimizer.h"

namespace paddle::lite::mir {

constexpr double kImpossible = 1e15;  // ns; larger than any program

// The kernels of an operator that this build declares, and those that the caller adds.
std::vector<const KernelDef*> DeclaredKernels(const OptimizeOptions& options,
                                              const std::string& op_type);

// Rate of one thread; a kernel that does not state its own gets that of its target.
double FlopsPerNs(const KernelDef& kernel);
double KernelTimeNs(const KernelDef& kernel, const Cost& cost);
// A copy from one memory to another / a change of the element type, which goes through float where
// neither side is.
double CopyNs(double bytes);
double CastNs(double elements, PrecisionType from, PrecisionType to);

// The memory that a target works in: one for all targets that share the host's.
inline TargetType MemoryOf(TargetType target) {
  return IsHostMemory(target) ? TargetType::kHost : target;
}
// Whether the layout of the value means anything: elements of other ranks have one order only.
inline bool HasLayout(const ArgNode& arg) { return arg.dims && arg.dims->rank() == 4; }
inline DataLayoutType LayoutOf(const ArgNode& arg) {
  return arg.layout == DataLayoutType::kUnk ? DataLayoutType::kNCHW : arg.layout;
}
// Types between which the optimiser may choose.
inline bool IsReal(PrecisionType precision) {
  return precision == PrecisionType::kFloat || precision == PrecisionType::kFP16;
}

// The scale that the operator states for the first value of a slot; 0 when it states none, or not
// one positive number.
float ScaleOf(const OpNode& op, const std::string& slot);
inline bool SameScale(float a, float b) { return std::abs(a - b) <= 1e-6f * std::abs(a); }

struct SlotArg {
  const char* slot;
  ArgNode* arg;
};

struct Candidate {
  const KernelDef* kernel = nullptr;
  double ns = 0;
};

struct Choice {
  OpNode* node = nullptr;
  MetaOp meta;
  std::vector<SlotArg> activations;  // inputs that are not constants
  std::vector<SlotArg> results;
  std::vector<Candidate> candidates;
  std::string refusals;
  bool boundary = false;                            // feed and fetch
  TargetType memory = TargetType::kHost;            // where it works
  PrecisionType precision = PrecisionType::kFloat;  // of its real numbers

  void Refuse(const KernelDef& kernel, const std::string& reason);

  // Layout in which `kernel` wants input `slot` when it works in layout `label`.
  static DataLayoutType Wanted(const KernelDef& kernel, const char* slot, DataLayoutType label);
  // Layout in which `kernel` gives output `slot`: an output of any layout follows the first
  // activation.
  DataLayoutType Given(const KernelDef& kernel, const char* slot, DataLayoutType label) const;
  bool WorksIn(const KernelDef& kernel, DataLayoutType label) const;

  // Memory in which `kernel` wants input `slot` that arrives in `arriving`, and gives output
  // `slot`.
  static TargetType WantedMemory(const KernelDef& kernel, const char* slot, TargetType arriving);
  static TargetType GivenMemory(const KernelDef& kernel, const char* slot);

  // Type of the real numbers that `kernel` wants of `input`, and gives as `result`, when the
  // operator works in precision `label`. A kernel of any type takes them in one type.
  PrecisionType WantedPrecision(const KernelDef& kernel, const SlotArg& input,
                                PrecisionType label) const;
  PrecisionType GivenPrecision(const KernelDef& kernel, const ArgNode* result,
                               PrecisionType label) const;
  bool WorksAt(const KernelDef& kernel, PrecisionType label) const;

  // As the program means it, before anything was cast.
  PrecisionType Found(const ArgNode* arg) const;
  double Elements(const ArgNode* arg) const;
  double Bytes(const ArgNode* arg) const;
  // A change of layout within one memory.
  double ConversionNs(const ArgNode* arg) const;
  // Cheapest kernel for a label, for a memory, or for a precision; null when there is none.
  const Candidate* Best(DataLayoutType label) const;
  const Candidate* BestIn(TargetType memory) const;
  const Candidate* BestAt(PrecisionType precision) const;
  // Extra time when `input` arrives in layout `arriving` and the operator works in `label`.
  double EdgeNs(const SlotArg& input, DataLayoutType arriving, DataLayoutType label) const;

 private:
  // Whether real numbers come out in the type in which they went in.
  bool PassesPrecisionOn() const;
};

}  // namespace paddle::lite::mir
