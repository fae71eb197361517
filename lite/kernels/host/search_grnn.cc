#include "lite/operators/search_grnn.h"

#include <cmath>

#include "lite/kernels/host/gemm.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class SearchGrnnKernel final : public KernelFor<operators::SearchGrnn> {
  static constexpr int kGates = operators::SearchGrnn::kGates;

 public:
  Status PrepareOp(const operators::SearchGrnn& op, PrepareContext* context) override {
    const auto values = static_cast<size_t>(op.out->numel());
    // Too large a size saturates, and the allocation fails.
    size_t bytes = 0;
    if (!CheckedMul<size_t>(values, kGates * sizeof(float), &bytes)) bytes = SIZE_MAX;
    context->BookScratch(bytes);
    return OkStatus();
  }
  Status RunOp(const operators::SearchGrnn& op, const RunContext& context) override {
    const int64_t hidden = op.num_hidden;
    const int64_t input = op.num_input;
    const int64_t width = kGates * hidden;
    auto* gates = reinterpret_cast<float*>(context.scratch);  // [rows, gate, hidden]
    const MatrixView<float> x{op.x->data<float>(), input, 1};
    const MatrixView<float> wi{op.wi->data<float>(), 1, input};
    Gemm<float>(
        context.pool, 1, op.x->dims()[0], width, input,
        [&](int64_t, MatrixView<float>* a, MatrixView<float>* b) {
          *a = x;
          *b = wi;
        },
        [&](int64_t, int64_t row, int64_t column, int64_t count, const float* sums) {
          std::copy_n(sums, count, gates + row * width + column);
        });
    const std::vector<uint64_t>& offsets = op.x->lod()[0];
    context.pool->ForEach(static_cast<int64_t>(offsets.size()) - 1, 1, [&](int64_t s) {
      const auto i = static_cast<size_t>(s);
      const auto first = static_cast<int64_t>(offsets[i]);
      Sequence(op, operators::LengthOf(offsets, i), gates + first * width,
               op.out->mutable_data<float>() + first * hidden);
    });
    return OkStatus();
  }

 private:
  // `gates` holds Wi * x of each step.
  static void Sequence(const operators::SearchGrnn& op, int64_t steps, const float* gates,
                       float* out) {
    const int64_t hidden = op.num_hidden;
    const float* wh = op.wh->data<float>();
    for (int64_t t = 0; t < steps; ++t, gates += kGates * hidden, out += hidden) {
      const float* before = t == 0 ? nullptr : out - hidden;
      for (int64_t i = 0; i < hidden; ++i) {
        float sums[kGates] = {};  // of Wh * h
        for (int64_t g = 0; g < kGates && before != nullptr; ++g) {
          const float* row = wh + (g * hidden + i) * hidden;
          for (int64_t j = 0; j < hidden; ++j) sums[g] += row[j] * before[j];
        }
        const float reset = Sigmoid(gates[hidden + i] + sums[1]);
        const float update = Sigmoid(gates[2 * hidden + i] + sums[2]);
        const float candidate = std::tanh(gates[i] + reset * sums[0]);
        const float kept = before != nullptr ? update * before[i] : 0.0f;
        out[i] = kept + (1.0f - update) * candidate;
      }
    }
  }
  static float Sigmoid(float x) { return 1.0f / (1.0f + std::exp(-x)); }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, SearchGrnnKernel, search_grnn)
    .Out({"idx_sorted_by_width"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
