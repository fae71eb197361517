#include "lite/mir/declared_kernels.h"

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
  return Joined(KernelTable(), DeclaredKernelTable());
}

}  // namespace paddle::lite
