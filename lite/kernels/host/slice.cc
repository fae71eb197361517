#include "lite/operators/slice.h"

#include <algorithm>
#include <cstring>

#include "lite/kernels/kernel.h"
#include "lite/operators/crop.h"

namespace paddle::lite::kernels::host {

// For operators whose result is a window on the input.
template <typename OpType>
class WindowKernel final : public KernelFor<OpType> {
 public:
  Status PrepareOp(const OpType& op, PrepareContext*) override {
    // A window that is computed by the program is read in Run.
    return op.ShapeDependsOnData() ? OkStatus() : FindWindow(op);
  }

  Status RunOp(const OpType& op, const RunContext& context) override {
    if (op.ShapeDependsOnData()) LITE_RETURN_IF_ERROR(FindWindow(op));
    const operators::Slice::Window& window = window_;
    if (op.out->numel() == 0) return OkStatus();
    const DDim& dims = op.input->dims();
    const char* src = static_cast<const char*>(op.input->raw_data());
    char* dst = static_cast<char*>(op.out->mutable_raw_data());
    const size_t element = PrecisionTypeLength(op.input->precision());
    // Dimensions after the last sliced one are copied whole.
    int cut = dims.rank() - 1;
    while (cut > 0 && window.size[cut] == dims[cut]) --cut;
    cut = std::max(cut, 0);
    const int64_t block = cut < dims.rank() ? dims.Count(cut + 1, dims.rank()) : 1;
    const int64_t run = dims.rank() == 0 ? 1 : window.size[cut] * block;
    int64_t first = 0;  // only a window that crosses rows begins elsewhere in a whole dimension
    for (int i = cut; i < dims.rank(); ++i)
      first += window.begin[i] * dims.Count(i + 1, dims.rank());
    const int64_t rows = window.size.Count(0, std::min(cut, dims.rank()));
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    context.pool->ForEach(rows, kGrain / run + 1, [&](int64_t r) {
      int64_t rest = r;
      int64_t offset = first;
      int64_t stride = dims.rank() == 0 ? 1 : dims[cut] * block;
      for (int i = cut - 1; i >= 0; --i) {
        offset += (window.begin[i] + rest % window.size[i]) * stride;
        rest /= window.size[i];
        stride *= dims[i];
      }
      std::memcpy(dst + static_cast<size_t>(r * run) * element,
                  src + static_cast<size_t>(offset) * element, static_cast<size_t>(run) * element);
    });
    return OkStatus();
  }

 private:
  Status FindWindow(const OpType& op) {
    LITE_ASSIGN_OR_RETURN(window_, op.ResolveWindow());
    return OkStatus();
  }

  operators::Slice::Window window_;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, WindowKernel<operators::Slice>, slice)
    .In({"StartsTensor", "EndsTensor", "StartsTensorList", "EndsTensorList"}, PRECISION(kAny),
        DATALAYOUT(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, WindowKernel<operators::CropBase>, crop, crop_tensor)
    .In({"Y", "Offsets", "Shape", "ShapeTensor", "OffsetsTensor"}, PRECISION(kAny),
        DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
