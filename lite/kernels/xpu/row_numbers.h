// Numbers of the rows of a table. The library reads rows without looking at their numbers, so the
// kernels look at them in the host's memory, which is where programs have them, and copy them.
#pragma once

#include <cstdint>

#include "lite/kernels/xpu/call.h"

namespace paddle::lite::kernels::xpu {

class RowNumbers {
 public:
  Status Prepare(const PrepareContext& context, const Tensor& ids) {
    const auto& device = static_cast<XpuContext*>(context.device)->device();
    LITE_ASSIGN_OR_RETURN(block_,
                          Buffer::Allocate(device, MemoryDesc::Of(device->id(), BytesOf(ids))));
    return OkStatus();
  }

  // Copies them to the device, after what is queued, if the table has the rows.
  Status Upload(XpuContext* context, const Tensor& ids, int64_t rows, int64_t padding_idx) const {
    const auto* const numbers = ids.data<int64_t>();
    for (int64_t i = 0; i < ids.numel(); ++i) {
      const int64_t id = numbers[i];
      if ((id < 0 || id >= rows) && (padding_idx == -1 || id != padding_idx)) {
        return OutOfRange("id ", id, " of a table of ", rows, " rows");
      }
    }
    return context->CopyFromHost(block_->handle(), 0, numbers, BytesOf(ids));
  }

  // On the device.
  const int64_t* address() const { return static_cast<const int64_t*>(block_->handle()); }

 private:
  static size_t BytesOf(const Tensor& ids) {
    return static_cast<size_t>(ids.numel()) * sizeof(int64_t);
  }

  Block block_;
};

}  // namespace paddle::lite::kernels::xpu
