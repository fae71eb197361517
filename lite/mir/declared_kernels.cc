#include "lite/mir/declared_kernels.h"

#include "lite/kernels/added_kernels.h"

namespace paddle::lite {
namespace {

using Kernels = Span<const KernelDef* const>;

std::vector<const KernelDef*> Joined(Kernels first, Kernels second) {
  std::vector<const KernelDef*> kernels(first.begin(), first.end());
  kernels.insert(kernels.end(), second.begin(), second.end());
  return kernels;
}

}  // namespace

std::vector<const KernelDef*> KernelsOnAllTargets(const std::string& op_type) {
  return Joined(KernelsOf(op_type), KernelsOf(DeclaredKernelTable(), op_type));
}

std::vector<const KernelDef*> KernelsOnAllTargets() {
  std::vector<const KernelDef*> kernels = Joined(KernelTable(), DeclaredKernelTable());
  for (const KernelDef* kernel : AddedKernels()) kernels.push_back(kernel);
  return kernels;
}

}  // namespace paddle::lite
