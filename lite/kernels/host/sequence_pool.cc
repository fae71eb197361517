#include "lite/operators/sequence_pool.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/kernel.h"
#include "lite/operators/sequence_pool_concat.h"

namespace paddle::lite::kernels::host {
namespace {

template <typename T>
void Pool(const std::string& type, const T* rows, int64_t count, int64_t width, T* dst) {
  if (type == "LAST") rows += (count - 1) * width;
  std::copy_n(rows, width, dst);
  if (type == "FIRST" || type == "LAST") return;
  const bool max = type == "MAX";
  const bool min = type == "MIN";
  for (int64_t r = 1; r < count; ++r) {
    const T* row = rows + r * width;
    for (int64_t i = 0; i < width; ++i) {
      const bool better = max ? row[i] > dst[i] : row[i] < dst[i];
      if (!max && !min) {
        dst[i] += row[i];
      } else if (better || row[i] != row[i]) {
        dst[i] = row[i];  // NaN is kept
      }
    }
  }
  const T length = static_cast<T>(count);
  const T divisor = type == "AVERAGE" ? length : type == "SQRT" ? std::sqrt(length) : T{1};
  if (divisor == T{1}) return;
  for (int64_t i = 0; i < width; ++i) dst[i] /= divisor;
}

// Pools the sequences of x into rows that are `stride` elements apart.
template <typename T>
void PoolSequences(const Tensor& x, const std::string& type, T pad_value, T* dst, int64_t stride) {
  const auto& offsets = x.lod().back();
  const int64_t width = x.dims().Count(1, x.dims().rank());
  const T* src = x.data<T>();
  for (size_t s = 0; s + 1 < offsets.size(); ++s, dst += stride) {
    const int64_t begin = static_cast<int64_t>(offsets[s]);
    const int64_t end = static_cast<int64_t>(offsets[s + 1]);
    if (begin == end) {
      std::fill_n(dst, width, pad_value);
    } else {
      Pool(type, src + begin * width, end - begin, width, dst);
    }
  }
}

}  // namespace

template <typename T>
class SequencePoolKernel final : public KernelFor<operators::SequencePool> {
 public:
  Status RunOp(const operators::SequencePool& op, const RunContext&) override {
    PoolSequences(*op.x, op.pooltype, static_cast<T>(op.pad_value), op.out->mutable_data<T>(),
                  op.x->dims().Count(1, op.x->dims().rank()));
    return OkStatus();
  }
};

class SequencePoolConcatKernel final : public KernelFor<operators::SequencePoolConcat> {
 public:
  Status RunOp(const operators::SequencePoolConcat& op, const RunContext&) override {
    float* dst = op.out->mutable_data<float>();
    for (size_t i = 0; i < op.x.size(); ++i) {
      PoolSequences(*op.x[i], op.pooltype[i], 0.0f, dst, op.out->dims()[1]);
      dst += op.x[i]->dims().Count(1, op.x[i]->dims().rank());
    }
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, SequencePoolKernel<float>, sequence_pool)
    .Out({"MaxIndex"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kFP64, kNCHW, def, SequencePoolKernel<double>, sequence_pool)
    .Out({"MaxIndex"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kFloat, kNCHW, def, SequencePoolConcatKernel, sequence_pool_concat);

}  // namespace paddle::lite::kernels::host
