// Binds a stored program to the kernels of this build.
#pragma once

#include <string>
#include <vector>

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

// OK, or the input whose element type differs from the one required by the kernel. A file may name
// a kernel for float weights and contain others.
Status AcceptsTypes(const KernelDef& kernel, const Op& op);

// The registered, creatable kernel of that key, or null.
const KernelDef* FindKernel(const KernelKey& key);

struct KernelChoice {
  const KernelDef* kernel = nullptr;
  std::string reason;  // the reason for this kernel, and the reasons why others were refused
};

// Picks a kernel for a bound operator whose program names none that exists here: all tensors in
// NCHW, first match in the order of `targets`, kHost last. A stored `alias` other than "def" takes
// precedence, because the alias of a cast determines its direction. On failure, lists the refusals
// of all candidates.
Result<KernelChoice> ChooseKernel(const Op& op, const std::vector<TargetType>& targets,
                                  const std::string& alias);

// CPU targets that have kernels in this build, best first, kHost last.
std::vector<TargetType> BuildTargets();

}  // namespace paddle::lite
