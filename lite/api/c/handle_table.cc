#include "lite/api/c/handle_table.h"

#include <utility>

#include "lite/base/strings.h"

namespace paddle::lite {

HandleTable& HandleTable::Get() {
  static HandleTable* const table = new HandleTable;  // never destroyed: used until the end
  return *table;
}

uintptr_t HandleTable::Add(const char* kind, std::shared_ptr<void> object) {
  const std::lock_guard<std::mutex> lock(mutex_);
  do {
    ++next_;
  } while (next_ == 0 || objects_.count(next_) != 0);
  objects_[next_] = {kind, std::move(object)};
  return next_;
}

Status HandleTable::Find(const char* kind, uintptr_t handle, std::shared_ptr<void>* object) {
  const std::lock_guard<std::mutex> lock(mutex_);
  LITE_RETURN_IF_ERROR(Check(kind, handle));
  *object = objects_[handle].object;
  return OkStatus();
}

Status HandleTable::Remove(const char* kind, uintptr_t handle) {
  std::shared_ptr<void> last;  // destroyed after the lock is released
  const std::lock_guard<std::mutex> lock(mutex_);
  LITE_RETURN_IF_ERROR(Check(kind, handle));
  last.swap(objects_[handle].object);
  objects_.erase(handle);
  return OkStatus();
}

Status HandleTable::Check(const char* kind, uintptr_t handle) const {
  if (handle == 0) return InvalidArgument("the ", kind, " is null");
  const auto found = objects_.find(handle);
  if (found == objects_.end()) {
    return InvalidArgument("the handle of a ", kind, " was destroyed, or never existed");
  }
  if (found->second.kind == kind) return OkStatus();
  return InvalidArgument("expected the handle of a ", kind, ", found that of a ",
                         found->second.kind);
}

}  // namespace paddle::lite
