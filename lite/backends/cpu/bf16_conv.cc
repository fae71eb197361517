// Convolution and matrix products in bfloat16: rounds the input, and leaves the rest to the plan of
// pairs (docs/design/x86-convolution.md).

#include <vector>

#include "lite/backends/cpu/conv_internal.h"
#include "lite/base/checked_math.h"
#include "lite/base/half.h"

namespace paddle::lite::cpu {
namespace {

int64_t PairsOf(int64_t values) { return CeilDiv(values, 2); }

// A convolution of pairs. Rows of a pointwise one are its pixels, so that any number of them can be
// computed at a time.
ConvShape ShapeOfPairs(ConvShape shape) {
  shape.in_c = shape.groups * PairsOf(shape.group_in_c());
  if (IsPointwise(shape)) {
    shape.in_h = shape.out_h = shape.in_h * shape.in_w;
    shape.in_w = shape.out_w = 1;
  }
  return shape;
}

class BFloat16Conv final : public ConvPlan {
 public:
  BFloat16Conv(const ConvShape& shape, const BFloat16Tables& tables, const ConvOptions& options)
      : shape_(shape),
        pairs_(ShapeOfPairs(shape)),
        casts_(tables.casts),
        threads_(std::max(options.threads, 1)),
        plan_(PlanGemmConv(pairs_, tables, options)) {}

  std::string form() const override { return plan_->form(); }
  size_t packed_bytes() const override { return plan_->packed_bytes(); }

  void Pack(const float* weights, const WeightStrides& strides, const PackOptions& options,
            void* packed) const override {
    const int64_t depth = shape_.group_in_c();
    const int64_t taps = shape_.taps();
    const int64_t pairs = PairsOf(depth);
    // The order of the elements is that of the weights, so that packing reads them in sequence.
    const bool channels_first = strides.out == 1;
    const WeightStrides to = channels_first ? WeightStrides{1, shape_.out_c, pairs * shape_.out_c}
                                            : WeightStrides{pairs * taps, taps, 1};
    std::vector<BFloat16Pair> paired(static_cast<size_t>(shape_.out_c * taps * pairs));
    const auto round = [&](int64_t n, int64_t k, int64_t tap) -> uint32_t {
      if (k >= depth) return 0;
      float value = weights[n * strides.out + k * strides.in + tap * strides.tap];
      if (options.flush) FlushSubnormals(&value, 1);
      return FloatToBFloat16Bits(value);
    };
    const auto pair = [&](int64_t n, int64_t k, int64_t tap) {
      const uint32_t bits = round(n, 2 * k, tap) | round(n, 2 * k + 1, tap) << 16;
      paired[static_cast<size_t>(n * to.out + k * to.in + tap * to.tap)] = {bits};
    };
    if (channels_first) {
      ForEachPacked(options.pool, pairs, [&](int64_t k) {
        for (int64_t tap = 0; tap < taps; ++tap) {
          for (int64_t n = 0; n < shape_.out_c; ++n) pair(n, k, tap);
        }
      });
    } else {
      ForEachPacked(options.pool, shape_.out_c, [&](int64_t n) {
        for (int64_t k = 0; k < pairs; ++k) {
          for (int64_t tap = 0; tap < taps; ++tap) pair(n, k, tap);
        }
      });
    }
    plan_->Pack(paired.data(), to, options, packed);
  }

  size_t scratch_bytes() const override { return InputBytes() + plan_->scratch_bytes(); }

  void Run(const ConvBuffers& buffers) const override {
    auto* const rounded = reinterpret_cast<BFloat16Pair*>(buffers.scratch);
    const int64_t pixels = shape_.batch * shape_.in_h * shape_.in_w;
    const int64_t grain = std::max<int64_t>(1, kGrainValues / shape_.in_c);
    ForEachRange(buffers.pool, threads_, pixels, grain, [&](int64_t begin, int64_t end, int) {
      casts_.round(buffers.src + begin * shape_.in_c, end - begin, shape_.in_c,
                   rounded + begin * pairs_.in_c);
    });
    plan_->Run(BuffersOfPairs(buffers, rounded, buffers.scratch + InputBytes()));
  }

  bool runs_by_rows() const override {
    return plan_->runs_by_rows() && pairs_.in_c * kMinStripPixels <= kStripPairs;
  }

  void RunRows(const ConvBuffers& buffers, const ConvRows& rows) const override {
    alignas(64) BFloat16Pair rounded[kStripPairs];
    const int64_t pixels = (rows.end - rows.begin) * shape_.out_w;
    const int64_t together = kStripPairs / pairs_.in_c;
    const float* src = buffers.src + (rows.begin - rows.src_row) * shape_.in_w * shape_.in_c;
    ConvBuffersOf<TypesBf16> strip = BuffersOfPairs(buffers, rounded, buffers.scratch);
    for (int64_t done = 0; done < pixels; done += together) {
      const int64_t count = std::min(together, pixels - done);
      casts_.round(src + done * shape_.in_c, count, shape_.in_c, rounded);
      plan_->RunRows(strip, {0, count, 0});
      strip.dst += count * shape_.out_c;
      if (strip.residual != nullptr) strip.residual += count * shape_.out_c;
    }
  }

 private:
  static constexpr int64_t kGrainValues = 8192;
  // Pixels of a strip that are rounded together are in 16 KB of the stack; fewer than 32 of them
  // would not be divided into tiles of a good height.
  static constexpr int64_t kStripPairs = 4096;
  static constexpr int64_t kMinStripPixels = 32;

  size_t InputBytes() const {
    const int64_t values = pairs_.batch * pairs_.in_h * pairs_.in_w * pairs_.in_c;
    return RoundUp(static_cast<size_t>(values) * sizeof(BFloat16Pair), 64);
  }

  static ConvBuffersOf<TypesBf16> BuffersOfPairs(const ConvBuffers& buffers,
                                                 const BFloat16Pair* rounded, char* scratch) {
    ConvBuffersOf<TypesBf16> pairs;
    pairs.src = rounded;
    pairs.weights = buffers.weights;
    pairs.bias = buffers.bias;
    pairs.slopes = buffers.slopes;
    pairs.residual = buffers.residual;
    pairs.dst = buffers.dst;
    pairs.scratch = scratch;
    pairs.pool = buffers.pool;
    return pairs;
  }

  ConvShape shape_;
  ConvShape pairs_;
  const BFloat16CastKernels& casts_;
  int threads_;
  std::unique_ptr<ConvPlanOf<TypesBf16>> plan_;
};

}  // namespace

std::unique_ptr<ConvPlan> PlanConv(const ConvShape& shape, const BFloat16Tables& tables,
                                   const ConvOptions& options) {
  if (shape.groups > 1 && shape.group_in_c() % 2 != 0) return nullptr;
  if (tables.matrix != nullptr) {
    std::unique_ptr<ConvPlan> plan = PlanMatrixConvBf16(shape, *tables.matrix, options);
    if (plan != nullptr) return plan;
  }
  return std::make_unique<BFloat16Conv>(shape, tables, options);
}

}  // namespace paddle::lite::cpu
