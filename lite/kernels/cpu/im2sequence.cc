// Windows of one column are transposed columns of the image.

#include "lite/operators/im2sequence.h"

#include <algorithm>

#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

class Im2SequenceKernel final : public CpuKernelFor<operators::Im2Sequence> {
 public:
  static Status Supports(const operators::Im2Sequence& op) {
    if (op.kernels.size() < 2 || op.strides.size() < 2) return OkStatus();  // reported as invalid
    if (op.kernels[1] == 1 && op.strides[1] == 1) return OkStatus();
    return Unsupported("windows of ", op.kernels[1], " columns at steps of ", op.strides[1]);
  }

  Status RunOp(const operators::Im2Sequence& op, const RunContext& context) override {
    const DDim& dims = op.x->dims();
    const int64_t width = op.out->dims()[1];
    if (op.out->numel() == 0) return OkStatus();
    const float* image = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    for (int64_t n = 0; n < dims[0]; ++n, image += dims.Count(1, 4)) {
      LITE_ASSIGN_OR_RETURN(const operators::Im2Sequence::Windows windows, op.WindowsOf(n));
      constexpr int64_t kColumns = 32;  // of the image at a time
      constexpr int64_t kGrain = 8192;  // elements that justify a thread
      const int64_t parts = (windows.columns + kColumns - 1) / kColumns;
      context.pool->ForEach(
          windows.rows * parts, kGrain / (kColumns * width) + 1, [&](int64_t part) {
            const int64_t row = part / parts;
            const int64_t first = part % parts * kColumns;
            const int64_t last = std::min(first + kColumns, windows.columns);
            CopyColumns(op, image, row, first, last, dst + (row * windows.columns + first) * width);
          });
      dst += windows.rows * windows.columns * width;
    }
    return OkStatus();
  }

 private:
  // Writes windows [first, last) of a row of them to dst.
  void CopyColumns(const operators::Im2Sequence& op, const float* image, int64_t row, int64_t first,
                   int64_t last, float* dst) const {
    const DDim& dims = op.x->dims();
    const int64_t width = op.out->dims()[1];
    const int64_t height = op.kernels[0];
    const int64_t top = row * op.strides[0] - op.paddings[0];
    const int64_t up = std::max<int64_t>(top, 0);
    const int64_t down = std::min(top + height, dims[2]);
    const int64_t left = std::max<int64_t>(first, op.paddings[1]);
    const int64_t right = std::min(last, dims[3] + op.paddings[1]);
    const bool padded = down - up < height || right - left < last - first;
    if (padded) std::fill_n(dst, (last - first) * width, 0.0f);
    if (down <= up || right <= left) return;
    const int64_t plane = dims[2] * dims[3];
    image += up * dims[3] + left - op.paddings[1];
    dst += (left - first) * width + up - top;
    const auto copy = [&](const float* from, int64_t stride, int64_t rows, float* to) {
      tables_.vector.transpose(from, stride, to, width, rows, right - left);
    };
    if (height == 1) return copy(image, plane, dims[1], dst);
    if (height == dims[2] && !padded) return copy(image, dims[3], dims[1] * height, dst);
    for (int64_t c = 0; c < dims[1]; ++c) {
      copy(image + c * plane, dims[3], down - up, dst + c * height);
    }
  }
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, Im2SequenceKernel, im2sequence)
    .In({"Y"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::LITE_CPU
