#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "lite/kernels/kernel.h"

namespace paddle::lite {

// Packed forms by weight and name, shared by an executable and its clones.
class PackedWeightsCache final : public PackedWeights {
 public:
  Result<const void*> Get(const Tensor& weight, const std::string& form, size_t bytes,
                          const std::function<void(void*)>& pack) override;
  size_t total_bytes() const;

 private:
  struct Entry {
    std::shared_ptr<Buffer> weight;  // kept, so that its address stays the key of this weight alone
    std::shared_ptr<Buffer> packed;
  };
  mutable std::mutex mutex_;
  std::map<std::pair<const void*, std::string>, Entry> entries_;
};

}  // namespace paddle::lite
