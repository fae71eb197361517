#include "lite/operators/sequence_pool.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/operators/sequence_pool_concat.h"

namespace paddle::lite::kernels::LITE_CPU {
namespace {

// Pools the sequences of x into rows that are `stride` elements apart.
void PoolSequences(const backend::VectorF32Kernels& vector, const Tensor& x,
                   const std::string& type, float pad_value, float* dst, int64_t stride,
                   ThreadPool* pool) {
  const std::vector<uint64_t>& offsets = x.lod().back();
  const auto sequences = static_cast<int64_t>(offsets.size()) - 1;
  const int64_t width = x.dims().Count(1, x.dims().rank());
  if (sequences == 0 || width == 0) return;
  const backend::FoldF32 kind = type == "MAX"   ? backend::FoldF32::kMax
                                : type == "MIN" ? backend::FoldF32::kMin
                                                : backend::FoldF32::kSum;
  const auto fold = vector.fold_rows[static_cast<int>(kind)];
  const auto divide = vector.binary_scalar[static_cast<int>(backend::BinaryF32::kDiv)];
  const float* const src = x.data<float>();
  constexpr int64_t kColumns = 256;  // of a sequence at a time
  constexpr int64_t kGrain = 8192;   // elements that justify a thread
  const int64_t parts = (width + kColumns - 1) / kColumns;
  const int64_t units = sequences * parts;
  pool->ForEach(units, kGrain * units / (x.numel() + 1) + 1, [&](int64_t unit) {
    const int64_t column = unit % parts * kColumns;
    const int64_t columns = std::min(kColumns, width - column);
    const auto sequence = static_cast<size_t>(unit / parts);
    const auto begin = static_cast<int64_t>(offsets[sequence]);
    const int64_t rows = static_cast<int64_t>(offsets[sequence + 1]) - begin;
    const float* const from = src + begin * width + column;
    float* const to = dst + unit / parts * stride + column;
    if (rows == 0) {
      std::fill_n(to, columns, pad_value);
    } else if (type == "FIRST" || type == "LAST") {
      std::copy_n(type == "FIRST" ? from : from + (rows - 1) * width, columns, to);
    } else {
      fold(from, width, rows, to, columns);
      const auto length = static_cast<float>(rows);
      const float divisor = type == "SQRT" ? std::sqrt(length) : length;
      if (type == "SQRT" || type == "AVERAGE") divide(to, &divisor, to, columns);
    }
  });
}

}  // namespace

class SequencePoolKernel final : public CpuKernelFor<operators::SequencePool> {
 public:
  Status RunOp(const operators::SequencePool& op, const RunContext& context) override {
    PoolSequences(tables_.vector, *op.x, op.pooltype, op.pad_value, op.out->mutable_data<float>(),
                  op.x->dims().Count(1, op.x->dims().rank()), context.pool);
    return OkStatus();
  }
};

class SequencePoolConcatKernel final : public CpuKernelFor<operators::SequencePoolConcat> {
 public:
  Status RunOp(const operators::SequencePoolConcat& op, const RunContext& context) override {
    float* dst = op.out->mutable_data<float>();
    for (size_t i = 0; i < op.x.size(); ++i) {
      PoolSequences(tables_.vector, *op.x[i], op.pooltype[i], 0.0f, dst, op.out->dims()[1],
                    context.pool);
      dst += op.x[i]->dims().Count(1, op.x[i]->dims().rank());
    }
    return OkStatus();
  }
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, SequencePoolKernel, sequence_pool)
    .Out({"MaxIndex"}, PRECISION(kInt32));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, SequencePoolConcatKernel, sequence_pool_concat);

}  // namespace paddle::lite::kernels::LITE_CPU
