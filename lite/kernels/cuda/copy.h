// Moves elements of any type, without a change.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/copy_body.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {

// Calls launch(element) with an integer of this size, which stands for elements of any type.
template <typename Launch>
Status WithElementOf(size_t bytes, const Launch& launch) {
  switch (bytes) {
    case 1:
      return launch(uint8_t());
    case 2:
      return launch(uint16_t());
    case 4:
      return launch(uint32_t());
    default:
      return launch(uint64_t());
  }
}

// Launches of the body that moves elements.
class Copy {
 public:
  Status Prepare(const PrepareContext&, PrecisionType precision) {
    bytes_ = PrecisionTypeLength(precision);
    return OkStatus();
  }
  Status Run(const RunContext& context, const Tensor* from, const Tensor* to, const Walk& walk,
             int64_t skip_from = 0, int64_t skip_to = 0) const {
    const auto launch = [&](auto element) {
      using Element = decltype(element);
      const lite::cuda::CopyBody<Element> body = {From<Element>(from) + skip_from,
                                                  To<Element>(to) + skip_to, walk};
      return QueueOf(context)->Launch("copy", body, walk.count());
    };
    return WithElementOf(bytes_, launch);
  }

 private:
  size_t bytes_ = 0;
};

}  // namespace paddle::lite::kernels::cuda
