#include "lite/operators/added_ops.h"

#include <map>
#include <mutex>
#include <utility>

namespace paddle::lite {
namespace {

struct AddedOps {
  std::mutex mutex;
  std::map<std::string, MakeOp> types;
};

// Never destroyed: threads may create operators while the process ends.
AddedOps& TheAddedOps() {
  static AddedOps* const made = new AddedOps;
  return *made;
}

}  // namespace

Status AddOpType(const std::string& type, MakeOp make) {
  if (CreateOp(type) != nullptr || type == "feed" || type == "fetch") {
    return InvalidArgument("there is an operator '", type, "' already");
  }
  AddedOps& added = TheAddedOps();
  const std::lock_guard<std::mutex> lock(added.mutex);
  if (!added.types.emplace(type, std::move(make)).second) {
    return InvalidArgument("there is an operator '", type, "' already");
  }
  return OkStatus();
}

std::unique_ptr<Op> CreateAddedOp(const std::string& type) {
  AddedOps& added = TheAddedOps();
  MakeOp make;
  {
    const std::lock_guard<std::mutex> lock(added.mutex);
    const auto found = added.types.find(type);
    if (found == added.types.end()) return nullptr;
    make = found->second;
  }
  return make();
}

std::vector<std::string> AddedOpTypes() {
  AddedOps& added = TheAddedOps();
  const std::lock_guard<std::mutex> lock(added.mutex);
  std::vector<std::string> types;
  for (const auto& entry : added.types) types.push_back(entry.first);
  return types;
}

}  // namespace paddle::lite
