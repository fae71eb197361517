#include "lite/kernels/added_kernels.h"

#include <map>
#include <mutex>

namespace paddle::lite {
namespace {

struct AddedKernelTable {
  std::mutex mutex;
  std::map<std::string, const KernelDef*> kernels;  // entries never move
};

AddedKernelTable& TheAddedKernels() {
  static AddedKernelTable* const made = new AddedKernelTable;
  return *made;
}

}  // namespace

void AddKernel(const KernelDef* kernel) {
  AddedKernelTable& added = TheAddedKernels();
  const std::lock_guard<std::mutex> lock(added.mutex);
  added.kernels.emplace(kernel->op_type, kernel);
}

Span<const KernelDef* const> AddedKernelsOf(const std::string& op_type) {
  AddedKernelTable& added = TheAddedKernels();
  const std::lock_guard<std::mutex> lock(added.mutex);
  const auto found = added.kernels.find(op_type);
  if (found == added.kernels.end()) return {};
  return Span<const KernelDef* const>(&found->second, 1);
}

std::vector<const KernelDef*> AddedKernels() {
  AddedKernelTable& added = TheAddedKernels();
  const std::lock_guard<std::mutex> lock(added.mutex);
  std::vector<const KernelDef*> kernels;
  for (const auto& entry : added.kernels) kernels.push_back(entry.second);
  return kernels;
}

}  // namespace paddle::lite
