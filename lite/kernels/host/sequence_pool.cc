#include "lite/operators/sequence_pool.h"

#include <algorithm>
#include <cmath>

#include "lite/kernels/kernel.h"
#include "lite/operators/sequence_pool_concat.h"

namespace paddle::lite::kernels::host {
namespace {

void Pool(const std::string& type, const float* rows, int64_t count, int64_t width, float* dst) {
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

// Pools the sequences of x into rows that are `stride` floats apart.
void PoolSequences(const Tensor& x, const std::string& type, float pad_value, float* dst,
                   int64_t stride) {
  const auto& offsets = x.lod().back();
  const int64_t width = x.dims().Count(1, x.dims().rank());
  const float* src = x.data<float>();
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

class SequencePoolKernel final : public KernelFor<operators::SequencePool> {
 public:
  Status RunOp(const operators::SequencePool& op, const RunContext&) override {
    PoolSequences(*op.x, op.pooltype, op.pad_value, op.out->mutable_data<float>(),
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

LITE_KERNELS(kHost, kFloat, kNCHW, def, SequencePoolKernel, sequence_pool)
    .Out({"MaxIndex"}, PRECISION(kInt32));
LITE_KERNELS(kHost, kFloat, kNCHW, def, SequencePoolConcatKernel, sequence_pool_concat);

}  // namespace paddle::lite::kernels::host
