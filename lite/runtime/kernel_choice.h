// Binds a stored program to the kernels of this build.
#pragma once

#include <string>
#include <vector>

#include "lite/core/slot_visitor.h"
#include "lite/kernels/kernel.h"
#include "lite/model/program.h"

namespace paddle::lite {

// The kernel that a program names, "op/alias/target/precision/layout".
struct KernelKey {
  std::string op_type;
  std::string alias;
  Place place;
};
Result<KernelKey> ParseKernelKey(const std::string& text);

// Kernels beyond those of the build.
using MoreKernels = std::vector<const KernelDef*>;

// The kernels of one operator: those of `more`, then those of the build.
std::vector<const KernelDef*> KernelsFor(const std::string& op_type, const MoreKernels& more);

// The registered, creatable kernel of that key, or null.
const KernelDef* FindKernel(const KernelKey& key, const MoreKernels& more = {});

struct KernelChoice {
  const KernelDef* kernel = nullptr;
  std::string reason;  // the reason for this kernel, and the reasons why others were refused
};

// Picks a kernel for a bound operator that cannot use the kernel that its program names: the first
// one that takes the tensors as they are, in the order of `targets`, kHost last. A stored `alias`
// other than "def" comes before that order, since the alias of a cast states its direction. Results
// get the layouts that `stored`, the kernel named by the program, would produce; NCHW without one.
// Fails with the refusals of all candidates.
Result<KernelChoice> ChooseKernel(const Op& op, const BoundTensors& bound,
                                  const std::vector<TargetType>& targets, const std::string& alias,
                                  const KernelDef* stored, const MoreKernels& more = {});

// Whether this build can run kernels of the target.
bool HasKernels(TargetType target);

// CPU targets that have kernels in this build, best first, kHost last.
std::vector<TargetType> BuildTargets();

}  // namespace paddle::lite
