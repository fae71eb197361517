// An operator whose kernel is to be chosen: what its kernels cost, and what they want of its
// tensors.
#pragma once

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
// A change of layout within one memory / a copy from one memory to another.
double ConversionNs(double bytes);
double CopyNs(double bytes);

// The memory that a target works in: one for all targets that share the host's.
inline TargetType MemoryOf(TargetType target) {
  return IsHostMemory(target) ? TargetType::kHost : target;
}
// Whether the layout of the value means anything: elements of other ranks have one order only.
inline bool HasLayout(const ArgNode& arg) { return arg.dims && arg.dims->rank() == 4; }
inline DataLayoutType LayoutOf(const ArgNode& arg) {
  return arg.layout == DataLayoutType::kUnk ? DataLayoutType::kNCHW : arg.layout;
}

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
  bool boundary = false;                  // feed and fetch
  TargetType memory = TargetType::kHost;  // where it works

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

  double Bytes(const ArgNode* arg) const;
  // Cheapest kernel for a label, or for a memory; null when there is none.
  const Candidate* Best(DataLayoutType label) const;
  const Candidate* BestIn(TargetType memory) const;
  // Extra time when `input` arrives in layout `arriving` and the operator works in `label`.
  double EdgeNs(const SlotArg& input, DataLayoutType arriving, DataLayoutType label) const;
};

}  // namespace paddle::lite::mir
