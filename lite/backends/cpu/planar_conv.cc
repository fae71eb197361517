// First layers: NCHW input of few channels, NHWC output, one pass and no layout conversion.
//
// Per output row, the input lines under the window are copied once into padded lines, separated
// into the phases of the stride. The values that neighbouring output pixels need for one tap are
// then contiguous for any stride and dilation, and the tile kernel handles neither. Lines are
// reused for the following rows.

#include <cstring>
#include <vector>

#include "lite/backends/cpu/conv_internal.h"
#include "lite/base/checked_math.h"

namespace paddle::lite::cpu {
namespace {

template <typename Types>
class PlanarConv final : public ConvPlanOf<Types> {
 public:
  using Tables = typename Types::Tables;
  using Real = typename Types::Real;
  using Buffers = ConvBuffersOf<Types>;

  PlanarConv(const ConvShape& shape, const Tables& tables, const ConvOptions& options)
      : shape_(shape),
        level_(tables.level),
        kernels_(tables.gemm),
        vector_(tables.vector),
        activation_(options.activation),
        threads_(std::max(options.threads, 1)),
        window_lines_((shape.kernel_h - 1) * shape.dilation_h + 1),
        tiles_(shape.out_w, kernels_.planar_max_rows) {
    const int64_t reach = (shape.kernel_w - 1) * shape.dilation_w;
    phase_elements_ = CeilDiv((shape.out_w - 1) * shape.stride_w + reach + 1, shape.stride_w);
    line_elements_ = phase_elements_ * shape.stride_w;
    const int64_t vecs = CeilDiv(shape.out_c, kernels_.lanes);
    panels_ = CeilDiv(vecs, kernels_.planar_max_vecs);
    for (int64_t kx = 0; kx < shape.kernel_w; ++kx) {
      const int64_t at = kx * shape.dilation_w;
      column_offsets_.push_back(at % shape.stride_w * phase_elements_ + at / shape.stride_w);
    }
  }

  // Whether the library has the tiles (micro_kernel_set.inc).
  bool Exists() const {
    return kernels_.planar[PanelVecs(0)][1] != nullptr &&
           kernels_.planar[PanelVecs(panels_ - 1)][1] != nullptr;
  }

  std::string form() const override { return StrCat(Types::kForm, level_, "/planar"); }

  size_t packed_bytes() const override {
    return static_cast<size_t>(CeilDiv(shape_.out_c, kernels_.lanes) * kernels_.lanes * Taps()) *
           sizeof(Real);
  }

  void Pack(const Real* weights, const WeightStrides& strides, const PackOptions& options,
            void* packed) const override {
    Real* out = static_cast<Real*>(packed);
    for (int64_t panel = 0; panel < panels_; ++panel) {
      const int64_t first = panel * PanelChannels();
      const int64_t width = PanelVecs(panel) * kernels_.lanes;
      for (int64_t c = 0; c < shape_.in_c; ++c) {
        for (int64_t tap = 0; tap < shape_.taps(); ++tap) {
          for (int64_t n = first; n < first + width; ++n) {
            *out++ = n < shape_.out_c
                         ? weights[n * strides.out + c * strides.in + tap * strides.tap]
                         : Real{};
          }
        }
      }
    }
    if (options.flush) FlushPacked(out, packed);
  }

  size_t scratch_bytes() const override { return static_cast<size_t>(threads_) * PartBytes(); }

  void Run(const Buffers& buffers) const override {
    const int64_t rows = shape_.batch * shape_.out_h;
    constexpr int64_t kRows = 16;  // a range starts by filling the ring of lines
    ForEachRange(buffers.pool, threads_, rows, kRows, [&](int64_t begin, int64_t end, int thread) {
      Lines lines = MakeLines(buffers.scratch + static_cast<size_t>(thread) * PartBytes());
      for (int64_t row = begin; row < end; ++row) RunRow(buffers, row, &lines);
    });
  }

 private:
  // The padded lines of one thread: a ring of window_lines_ per channel, a line of zeros, and the
  // taps.
  struct Lines {
    Real* ring = nullptr;
    Real* zeros = nullptr;
    const Real** taps = nullptr;
    int64_t image = -1;
    int64_t next_line =
        0;  // image lines before this one are in the ring, as far back as it reaches
  };

  int64_t Taps() const { return shape_.in_c * shape_.taps(); }
  int64_t PanelChannels() const { return kernels_.planar_max_vecs * kernels_.lanes; }
  int64_t PanelVecs(int64_t panel) const {
    const int64_t vecs = CeilDiv(shape_.out_c, kernels_.lanes);
    return std::min<int64_t>(kernels_.planar_max_vecs, vecs - panel * kernels_.planar_max_vecs);
  }
  size_t LineBytes() const {
    return static_cast<size_t>((shape_.in_c * window_lines_ + 1) * line_elements_) * sizeof(Real);
  }
  size_t PartBytes() const {
    return RoundUp(LineBytes(), 64) +
           RoundUp(static_cast<size_t>(Taps()) * sizeof(const Real*), 64);
  }

  Lines MakeLines(char* scratch) const {
    Lines lines;
    lines.ring = reinterpret_cast<Real*>(scratch);
    lines.zeros = lines.ring + shape_.in_c * window_lines_ * line_elements_;
    lines.taps = reinterpret_cast<const Real**>(scratch + RoundUp(LineBytes(), 64));
    std::memset(scratch, 0, LineBytes());  // the left and right padding is never written again
    return lines;
  }

  Real* RingLine(const Lines& lines, int64_t channel, int64_t line) const {
    return lines.ring + (channel * window_lines_ + line % window_lines_) * line_elements_;
  }

  void CopyLine(const Real* src, Real* line) const {
    const int64_t padded =
        (shape_.out_w - 1) * shape_.stride_w + (shape_.kernel_w - 1) * shape_.dilation_w + 1;
    const int64_t count = std::clamp<int64_t>(padded - shape_.pad_left, 0, shape_.in_w);
    const int64_t stride = shape_.stride_w;
    // Values up to the first complete group of phases, then the rest at once.
    const int64_t lead = std::min(count, (stride - shape_.pad_left % stride) % stride);
    for (int64_t i = 0; i < lead; ++i) {
      const int64_t at = shape_.pad_left + i;
      line[at % stride * phase_elements_ + at / stride] = src[i];
    }
    kernels_.split_phases(src + lead, count - lead, stride,
                          line + (shape_.pad_left + lead) / stride, phase_elements_);
  }

  void RunRow(const Buffers& buffers, int64_t row, Lines* lines) const {
    const ConvShape& s = shape_;
    const int64_t image = row / s.out_h;
    const int64_t top = row % s.out_h * s.stride_h - s.pad_top;
    if (lines->image != image) {
      lines->image = image;
      lines->next_line = 0;
    }
    const int64_t line_end = std::min(top + window_lines_, s.in_h);
    for (int64_t line = std::max({lines->next_line, top, int64_t{0}}); line < line_end; ++line) {
      for (int64_t c = 0; c < s.in_c; ++c) {
        CopyLine(buffers.src + ((image * s.in_c + c) * s.in_h + line) * s.in_w,
                 RingLine(*lines, c, line));
      }
    }
    lines->next_line = std::max(lines->next_line, line_end);

    const Real** tap = lines->taps;
    for (int64_t c = 0; c < s.in_c; ++c) {
      for (int64_t ky = 0; ky < s.kernel_h; ++ky) {
        const int64_t line = top + ky * s.dilation_h;
        const Real* padded = line >= 0 && line < s.in_h ? RingLine(*lines, c, line) : lines->zeros;
        for (const int64_t offset : column_offsets_) *tap++ = padded + offset;
      }
    }
    RunTiles(buffers, lines->taps, buffers.dst + row * s.out_w * s.out_c);
    if (HasFunctionLeft(activation_)) {
      ApplyFunction(vector_, activation_, buffers.slopes,
                    {buffers.dst + row * s.out_w * s.out_c, 0, 1, s.out_w, s.out_c});
    }
  }

  // A row of results. What its tiles share is computed once.
  void RunTiles(const Buffers& buffers, const Real* const* taps, Real* dst) const {
    const int64_t width = PanelChannels();
    const int64_t last_vecs = PanelVecs(panels_ - 1);
    const int64_t last_first = (panels_ - 1) * width;  // channel
    const int64_t last_tail = shape_.out_c - last_first - (last_vecs - 1) * kernels_.lanes;
    const Real* const weights = static_cast<const Real*>(buffers.weights);
    PlanarTile<Real> tile = {};
    tile.taps = taps;
    tile.tap_count = Taps();
    tile.dst_stride = shape_.out_c;
    tile.end = EndOf(activation_);
    for (int64_t t = 0; t < tiles_.count; ++t) {
      tile.first_pixel = tiles_.begin(t);
      const int64_t height = tiles_.height(t);
      Real* const pixel = dst + tile.first_pixel * shape_.out_c;
      for (int64_t first = 0; first <= last_first; first += width) {
        const bool last = first == last_first;
        tile.weights = weights + first * tile.tap_count;
        tile.dst = pixel + first;
        tile.bias = buffers.bias == nullptr ? nullptr : buffers.bias + first;
        tile.tail = last ? last_tail : kernels_.lanes;
        kernels_.planar[last ? last_vecs : kernels_.planar_max_vecs][height](&tile);
      }
    }
  }

  ConvShape shape_;
  const char* level_;
  const GemmKernels<Real>& kernels_;
  const VectorKernels<Real>& vector_;
  ActivationF32 activation_;
  int threads_;
  int64_t window_lines_;
  RowTiles tiles_;
  int64_t phase_elements_ = 0;
  int64_t line_elements_ = 0;
  int64_t panels_ = 0;
  std::vector<int64_t> column_offsets_;  // start of a window column in a padded line
};

}  // namespace

template <typename Tables>
PlanPtr<Tables> PlanPlanarConv(const ConvShape& shape, const Tables& tables,
                               const ConvOptions& options) {
  if (shape.groups != 1 || options.residual) return nullptr;
  auto plan = std::make_unique<PlanarConv<typename Tables::Types>>(shape, tables, options);
  if (!plan->Exists()) return nullptr;
  return plan;
}

template PlanPtr<KernelTables> PlanPlanarConv(const ConvShape&, const KernelTables&,
                                              const ConvOptions&);
template PlanPtr<HalfTables> PlanPlanarConv(const ConvShape&, const HalfTables&,
                                            const ConvOptions&);

}  // namespace paddle::lite::cpu
