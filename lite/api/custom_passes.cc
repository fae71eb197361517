#include "lite/api/custom_passes.h"

#include <mutex>

namespace paddle::lite {
namespace {

struct Registry {
  std::mutex mutex;
  std::vector<CustomPass> passes;

  static Registry& Get() {
    static Registry* const made = new Registry;
    return *made;
  }
};

}  // namespace

Status RegisterCustomPass(const PDL_Pass* pass) {
  if (pass == nullptr) return InvalidArgument("the pass is null");
  if (pass->struct_size < sizeof(PDL_Pass)) {
    return InvalidArgument("struct_size is ", pass->struct_size, ", expected ", sizeof(PDL_Pass));
  }
  if (pass->name == nullptr || *pass->name == '\0') return InvalidArgument("the pass has no name");
  if (pass->apply == nullptr) {
    return InvalidArgument("pass '", pass->name, "' has no function");
  }
  if (pass->target_count != 0 && pass->targets == nullptr) {
    return InvalidArgument("pass '", pass->name, "': its targets are null");
  }
  CustomPass added{pass->name, {}, pass->apply, pass->user_data};
  for (size_t i = 0; i < pass->target_count; ++i) {
    const int32_t target = pass->targets[i];
    if (target <= 0 || target >= static_cast<int32_t>(TargetType::NUM)) {
      return InvalidArgument("pass '", pass->name, "': ", target, " is not a target");
    }
    added.targets.push_back(static_cast<TargetType>(target));
  }
  Registry& registry = Registry::Get();
  const std::lock_guard<std::mutex> lock(registry.mutex);
  for (const CustomPass& other : registry.passes) {
    if (other.name == added.name) {
      return InvalidArgument("pass '", added.name, "' exists already");
    }
  }
  registry.passes.push_back(std::move(added));
  return OkStatus();
}

std::vector<CustomPass> CustomPasses() {
  Registry& registry = Registry::Get();
  const std::lock_guard<std::mutex> lock(registry.mutex);
  return registry.passes;
}

}  // namespace paddle::lite
