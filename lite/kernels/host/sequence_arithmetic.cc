#include "lite/operators/sequence_arithmetic.h"

#include <algorithm>

#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SequenceArithmeticKernel final : public KernelFor<operators::SequenceArithmetic> {
  using Operator = operators::SequenceArithmetic;

 public:
  Status RunOp(const Operator& op, const RunContext& context) override {
    const std::vector<uint64_t>& of_x = op.x->lod()[0];
    const std::vector<uint64_t>& of_y = op.y->lod()[0];
    const int64_t width = op.x->dims()[1];
    context.pool->ForEach(static_cast<int64_t>(of_x.size()) - 1, 1, [&](int64_t s) {
      const auto i = static_cast<size_t>(s);
      const int64_t length = operators::LengthOf(of_x, i);
      const int64_t common = std::min(length, operators::LengthOf(of_y, i)) * width;
      const float* x = op.x->data<float>() + static_cast<int64_t>(of_x[i]) * width;
      const float* y = op.y->data<float>() + static_cast<int64_t>(of_y[i]) * width;
      float* out = op.out->mutable_data<float>() + static_cast<int64_t>(of_x[i]) * width;
      for (int64_t j = 0; j < common; ++j) {
        out[j] = op.op_type == Operator::kAdd   ? x[j] + y[j]
                 : op.op_type == Operator::kSub ? x[j] - y[j]
                                                : x[j] * y[j];
      }
      std::copy(x + common, x + length * width, out + common);
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, SequenceArithmeticKernel, sequence_arithmetic,
             search_seq_arithmetic);

}  // namespace paddle::lite::kernels::host
