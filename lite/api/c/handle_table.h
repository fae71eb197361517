// Objects that callers in other languages name by handles.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "lite/base/status.h"

namespace paddle::lite {

// A handle is a number, not an address, and is not reused before 2^32 others: a use after the
// release, a second release and a handle of another kind are reported, and what one thread releases
// while another one uses it exists until that use ends. Not a template, so that there is one copy
// of the code.
class HandleTable {
 public:
  // The table of the process.
  static HandleTable& Get();

  // `kind` is what messages call the object ("tensor"); kinds are compared by address.
  uintptr_t Add(const char* kind, std::shared_ptr<void> object);
  Status Find(const char* kind, uintptr_t handle, std::shared_ptr<void>* object);
  Status Remove(const char* kind, uintptr_t handle);

 private:
  struct Entry {
    const char* kind;
    std::shared_ptr<void> object;
  };

  Status Check(const char* kind, uintptr_t handle) const;

  std::mutex mutex_;
  std::map<uintptr_t, Entry> objects_;
  uint32_t next_ = 0;
};

}  // namespace paddle::lite
