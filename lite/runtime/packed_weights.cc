#include "lite/runtime/packed_weights.h"

namespace paddle::lite {

Result<const void*> PackedWeightsCache::Get(const Tensor& weight, const std::string& form,
                                            size_t bytes, const std::function<void(void*)>& pack) {
  if (!weight.IsInitialized()) return Internal("packing a weight without data");
  std::lock_guard<std::mutex> lock(mutex_);
  auto [entry, inserted] = entries_.try_emplace({weight.raw_data(), form});
  if (!inserted) {
    if (entry->second.packed->size() != bytes) {
      return Internal("packed form '", form, "' asked for with ", bytes, " and with ",
                      entry->second.packed->size(), " bytes");
    }
    return static_cast<const void*>(entry->second.packed->data());
  }
  auto buffer = Buffer::Allocate(TargetType::kHost, bytes);
  if (!buffer.ok()) {
    entries_.erase(entry);
    return buffer.status();
  }
  entry->second = Entry{weight.buffer(), *buffer};
  pack((*buffer)->data());
  return static_cast<const void*>((*buffer)->data());
}

size_t PackedWeightsCache::total_bytes() const {
  std::lock_guard<std::mutex> lock(mutex_);
  size_t total = 0;
  for (const auto& entry : entries_) total += entry.second.packed->size();
  return total;
}

}  // namespace paddle::lite
