#include "lite/operators/meshgrid.h"

#include <cstring>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class MeshgridKernel final : public KernelFor<operators::Meshgrid> {
 public:
  Status RunOp(const operators::Meshgrid& op, const RunContext&) override {
    for (size_t i = 0; i < op.x.size(); ++i) {
      const DDim& dims = op.out[i]->dims();
      const int axis = static_cast<int>(i);
      const int64_t inner = dims.Count(axis + 1, dims.rank());
      const int64_t count = dims.production();
      const size_t element = PrecisionTypeLength(op.x[i]->precision());
      const char* src = static_cast<const char*>(op.x[i]->raw_data());
      char* dst = static_cast<char*>(op.out[i]->mutable_raw_data());
      for (int64_t k = 0; k < count; ++k, dst += element)
        std::memcpy(dst, src + static_cast<size_t>(k / inner % dims[axis]) * element, element);
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, MeshgridKernel, meshgrid)
    .In({"X"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
