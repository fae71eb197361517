#include "lite/operators/sparse_conv2d.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "lite/base/checked_math.h"
#include "lite/kernels/cpu/activation_map.h"
#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {
namespace {

// Output channels whose sums are transposed together.
constexpr int64_t kRowsAtOnce = 32;
constexpr int kSmallestVecs = 4;  // of a block, for images with many channels

}  // namespace

// Blocks of pixels, several vectors long, are multiplied by the weights of one output channel after
// the other. Channels-last pixels are transposed before and after, within the cache.
template <DataLayoutType kLayout>
class SparseConv2dKernel final : public CpuKernelFor<operators::SparseConv2d> {
 public:
  static constexpr bool kTransposes = kLayout == DataLayoutType::kNHWC;
  // Dense convolutions have 120 (conv2d.cc): with fewer zeros than about two thirds, these are as
  // fast. docs/measurements/sparse.md has the figures.
  static constexpr double kGflops = kTransposes ? 44 : 40;

  static Status Supports(const operators::SparseConv2d& op) {
    if (op.ShapeDependsOnData()) return Unsupported("OcNonZeros and Diffs must be constants");
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.act.Resolve());
    return MapActivation(activation).status();
  }

  Status PrepareOp(const operators::SparseConv2d& op, PrepareContext* context) override {
    empty_ = op.output->numel() == 0;
    if (empty_) return OkStatus();
    LITE_RETURN_IF_ERROR(op.FindChannels(&offsets_));
    const DDim& in = op.input->dims();
    in_c_ = in[1];
    out_c_ = op.output->dims()[1];
    pixels_ = in[2] * in[3];

    LITE_ASSIGN_OR_RETURN(const Activation activation, op.act.Resolve());
    LITE_ASSIGN_OR_RETURN(const backend::ActivationF32 map, MapActivation(activation));
    low_ = map.low;
    high_ = map.high;
    function_ = InPlaceActivation<F32>();
    if (map.has_function) LITE_RETURN_IF_ERROR(function_.Prepare(activation));

    const int threads = context->pool->threads();
    const int64_t lanes = kernels_.lanes;
    int vecs = backend::kSparseVecs;
    const auto cache = static_cast<int64_t>(backend::L2CacheBytes() / sizeof(float));
    if (in_c_ > cache / 2 / (vecs * lanes)) vecs = kSmallestVecs;
    // Of about the same length.
    const int64_t vectors = (pixels_ + lanes - 1) / lanes;
    blocks_ = (vectors + vecs - 1) / vecs;
    width_ = (vectors + blocks_ - 1) / blocks_ * lanes;
    blocks_ = (pixels_ + width_ - 1) / width_;
    const int64_t stride = kTransposes ? width_ : pixels_;
    for (int64_t& offset : offsets_) offset *= stride;
    ShareRows(op, in[0] * blocks_, threads);
    if (kTransposes) {
      tile_bytes_ = SaturatingMul(static_cast<size_t>(in_c_ + kRowsAtOnce),
                                  static_cast<size_t>(width_) * sizeof(float));
      scratch_ = context->BookScratch(SaturatingMul(tile_bytes_, static_cast<size_t>(threads)));
    }
    return OkStatus();
  }

  Status RunOp(const operators::SparseConv2d& op, const RunContext& context) override {
    if (empty_) return OkStatus();
    const int64_t groups = static_cast<int64_t>(first_rows_.size()) - 1;
    const int64_t units = op.input->dims()[0] * blocks_ * groups;
    context.pool->ParallelFor(units, 1, [&](int64_t begin, int64_t end, int thread) {
      float* tile = kTransposes
                        ? reinterpret_cast<float*>(context.scratch + scratch_ +
                                                   tile_bytes_ * static_cast<size_t>(thread))
                        : nullptr;
      int64_t held = -1;  // the block in `tile`
      for (int64_t unit = begin; unit < end; ++unit) {
        const int64_t block = unit / groups;
        const int64_t image = block / blocks_;
        const int64_t first = block % blocks_ * width_;
        const int64_t count = std::min(width_, pixels_ - first);
        const float* src = op.input->data<float>() + image * in_c_ * pixels_;
        float* dst = op.output->mutable_data<float>() + image * out_c_ * pixels_;
        const auto group = static_cast<size_t>(unit % groups);
        if constexpr (kTransposes) {
          if (held != block) {
            tables_.vector.transpose(src + first * in_c_, in_c_, tile, width_, count, in_c_);
          }
          held = block;
          src = tile;
          dst += first * out_c_;
        } else {
          src += first;
          dst += first;
        }
        RunRows(op, src, tile, dst, count, first_rows_[group], first_rows_[group + 1]);
      }
    });
    return OkStatus();
  }

 private:
  // Groups of output channels with about the same work, if the blocks are too few for the threads.
  void ShareRows(const operators::SparseConv2d& op, int64_t blocks, int threads) {
    constexpr int64_t kUnitsPerThread = 2;  // so that none waits for long
    int64_t groups = 1;
    if (threads > 1) groups = std::max<int64_t>(1, threads * kUnitsPerThread / blocks);
    groups = std::min(groups, out_c_);
    const int32_t* ends = op.counts->data<int32_t>();
    const int64_t work = ends[out_c_ - 1] + out_c_;  // a row costs as much as one more weight
    first_rows_.assign(1, 0);
    for (int64_t row = 1; row < out_c_; ++row) {
      const auto done = static_cast<int64_t>(first_rows_.size());
      if ((ends[row - 1] + row) * groups >= work * done) first_rows_.push_back(row);
    }
    first_rows_.push_back(out_c_);
  }

  void RunRows(const operators::SparseConv2d& op, const float* src, float* tile, float* dst,
               int64_t count, int64_t begin, int64_t end) const {
    const int32_t* ends = op.counts->data<int32_t>();
    backend::SparseRowsF32 rows;
    rows.src = src;
    rows.offsets = offsets_.data();
    rows.weights = op.weights->data<float>();
    rows.pixels = count;
    rows.whole_vectors = kTransposes;
    rows.low = low_;
    rows.high = high_;
    const int64_t step = kTransposes ? kRowsAtOnce : 1;
    for (int64_t row = begin; row < end; row += step) {
      float* sums = kTransposes ? tile + in_c_ * width_ : dst + row * pixels_;
      rows.begin = row == 0 ? 0 : ends[row - 1];
      rows.ends = ends + row;
      rows.rows = std::min(step, end - row);
      rows.bias = op.bias == nullptr ? nullptr : op.bias->data<float>() + row;
      rows.dst = sums;
      rows.dst_stride = kTransposes ? width_ : pixels_;
      kernels_.rows(&rows);
      for (int64_t i = 0; i < rows.rows; ++i) function_.Apply(sums + i * rows.dst_stride, count);
      if constexpr (kTransposes) {
        tables_.vector.transpose(sums, width_, dst + row, out_c_, rows.rows, count);
      }
    }
  }

  const backend::SparseF32Kernels& kernels_ = backend::ActiveSparseKernels();
  bool empty_ = false;
  int64_t in_c_ = 0;
  int64_t out_c_ = 0;
  int64_t pixels_ = 0;
  int64_t width_ = 0;                // pixels of a block
  int64_t blocks_ = 0;               // of an image
  std::vector<int64_t> offsets_;     // of the channels of the weights
  std::vector<int64_t> first_rows_;  // of the groups of output channels, and their end
  float low_ = 0;
  float high_ = 0;
  InPlaceActivation<F32> function_;
  size_t tile_bytes_ = 0;
  size_t scratch_ = 0;
};

using SparseNhwc = SparseConv2dKernel<DataLayoutType::kNHWC>;
using SparseNchw = SparseConv2dKernel<DataLayoutType::kNCHW>;

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNHWC, def, SparseNhwc, sparse_conv2d)
    .In({"NonZeroWeights", "Bias"}, PRECISION(kFloat), DATALAYOUT(kNCHW))
    .In({"OcNonZeros", "Diffs"}, PRECISION(kInt32), DATALAYOUT(kNCHW));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, SparseNchw, sparse_conv2d)
    .In({"OcNonZeros", "Diffs"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::LITE_CPU
