#include "lite/operators/sequence_pool.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequencePoolKernel final : public KernelFor<operators::SequencePool> {
 public:
  Status RunOp(const operators::SequencePool& op, const RunContext&) override {
    const auto& offsets = op.x->lod().back();
    const int64_t sequences = op.out->dims()[0];
    const int64_t width = op.out->dims().Count(1, op.out->dims().rank());
    const float* src = op.x->data<float>();
    float* dst = op.out->mutable_data<float>();
    for (int64_t s = 0; s < sequences; ++s, dst += width) {
      const int64_t begin = static_cast<int64_t>(offsets[static_cast<size_t>(s)]);
      const int64_t end = static_cast<int64_t>(offsets[static_cast<size_t>(s) + 1]);
      if (begin == end) {
        std::fill_n(dst, width, op.pad_value);
      } else {
        Pool(op.pooltype, src + begin * width, end - begin, width, dst);
      }
    }
    return OkStatus();
  }

 private:
  static void Pool(const std::string& type, const float* rows, int64_t count, int64_t width,
                   float* dst) {
    if (type == "LAST") rows += (count - 1) * width;
    std::copy_n(rows, width, dst);
    if (type == "FIRST" || type == "LAST") return;
    const bool max = type == "MAX";
    const bool min = type == "MIN";
    for (int64_t r = 1; r < count; ++r) {
      const float* row = rows + r * width;
      for (int64_t i = 0; i < width; ++i) {
        const bool better = max ? row[i] > dst[i] : row[i] < dst[i];
        if (!max && !min) {
          dst[i] += row[i];
        } else if (better || row[i] != row[i]) {
          dst[i] = row[i];  // NaN is kept
        }
      }
    }
    const float length = static_cast<float>(count);
    const float divisor = type == "AVERAGE" ? length : type == "SQRT" ? std::sqrt(length) : 1.0f;
    if (divisor == 1.0f) return;
    for (int64_t i = 0; i < width; ++i) dst[i] /= divisor;
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, SequencePoolKernel, sequence_pool)
    .Out({"MaxIndex"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
