// gru, gru_unit, lstm and rnn with constant weights: the inputs of all steps in one product, and
// recurrent weights packed for the tile kernel.
#include "lite/kernels/recurrent.h"

#include <algorithm>
#include <limits>
#include <string>

#include "lite/backends/cpu/conv_parts.h"
#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/kernels/cpu/gemm_f32.h"

namespace paddle::lite::kernels::LITE_CPU {
namespace {

// A constant matrix [depth, columns] in panels of neighbouring columns, [depth][width] each; the
// last panel has as many vectors as its columns need.
class PackedMatrix {
 public:
  // `form` tells matrices apart that are stored in the same weight. Element (k, j) is
  // `data`[k * row + j * column].
  Status Prepare(const backend::GemmF32Kernels& kernels, const Tensor& weight,
                 const std::string& form, const float* data, int64_t depth, int64_t columns,
                 int64_t row, int64_t column, PrepareContext* context) {
    kernels_ = &kernels;
    depth_ = depth;
    columns_ = columns;
    size_t bytes = 0;
    const size_t padded = static_cast<size_t>(panels() * width());
    if (!CheckedMul(padded, static_cast<size_t>(depth), &bytes) ||
        !CheckedMul(bytes, sizeof(float), &bytes)) {
      return OutOfRange("Weight: ", weight.dims(), " is too large");
    }
    LITE_ASSIGN_OR_RETURN(
        const void* packed,
        context->packed->Get(weight, StrCat(form, "/", width()), bytes, [&](void* to) {
          float* dst = static_cast<float*>(to);
          for (int64_t p = 0; p < panels(); ++p) {
            const int64_t first = p * width();
            for (int64_t k = 0; k < depth; ++k) {
              for (int64_t j = 0; j < vectors(p) * kernels.lanes; ++j) {
                *dst++ = first + j < columns ? data[k * row + (first + j) * column] : 0.0f;
              }
            }
          }
        }));
    weights_ = static_cast<const float*>(packed);
    return OkStatus();
  }

  // dst[r * stride + j] += sum over k of rows[r][k] * W[k, j].
  void AddProduct(const float* const* rows, int64_t count, float* dst, int64_t stride,
                  ThreadPool* pool) const {
    constexpr int64_t kWork = 1 << 16;  // multiply-adds that justify a thread
    pool->ParallelFor(panels(), kWork / (depth_ * count * width() + 1) + 1,
                      [&](int64_t begin, int64_t end, int) {
                        for (int64_t p = begin; p < end; ++p) AddPanel(p, rows, count, dst, stride);
                      });
  }

 private:
  int64_t width() const { return int64_t{kernels_->max_vecs} * kernels_->lanes; }
  int64_t panels() const { return (columns_ + width() - 1) / width(); }
  int64_t ColumnsOf(int64_t panel) const { return std::min(width(), columns_ - panel * width()); }
  int64_t vectors(int64_t panel) const {
    return (ColumnsOf(panel) + kernels_->lanes - 1) / kernels_->lanes;
  }

  void AddPanel(int64_t panel, const float* const* rows, int64_t count, float* dst,
                int64_t stride) const {
    const int64_t vecs = vectors(panel);
    backend::GemmTileF32 tile = {};
    tile.taps = 1;
    tile.depth = depth_;
    tile.weights = weights_ + panel * width() * depth_;
    tile.dst_stride = stride;
    tile.end.low = -std::numeric_limits<float>::infinity();
    tile.end.high = std::numeric_limits<float>::infinity();
    tile.tail = ColumnsOf(panel) - (vecs - 1) * kernels_->lanes;
    tile.first = false;  // adds to dst
    tile.last = true;
    // Weights are longer than the first-level cache: a low tile would wait for them.
    const backend::RowTiles tiles(count, kernels_->max_rows[vecs]);
    for (int64_t i = 0; i < tiles.count; ++i) {
      const int64_t r = tiles.begin(i);
      tile.rows = rows + r;
      tile.dst = dst + r * stride + panel * width();
      kernels_->tile[vecs][tiles.height(i)](&tile);
    }
  }

  const backend::GemmF32Kernels* kernels_ = nullptr;
  int64_t depth_ = 0, columns_ = 0;
  const float* weights_ = nullptr;
};

// The product of all inputs with a constant matrix stored as [columns, depth], plus a bias.
class Projection {
 public:
  Status Prepare(const Tensor& weight, int64_t rows, PrepareContext* context) {
    rows_ = rows;
    columns_ = weight.dims()[0];
    plan_ = nullptr;
    if (rows == 0 || weight.numel() == 0) return OkStatus();
    const int64_t depth = weight.dims()[1];
    plan_ =
        PlanGemm<F32>(rows, columns_, depth, context->pool->threads(), backend::ActivationF32());
    LITE_ASSIGN_OR_RETURN(packed_, context->packed->Get(weight, StrCat(plan_->form(), "/nk", depth),
                                                        plan_->packed_bytes(), [&](void* packed) {
                                                          backend::PackFlushed(
                                                              *plan_, weight.data<float>(),
                                                              MatrixStrides(1, depth),
                                                              context->pool, packed);
                                                        }));
    scratch_ = context->BookScratch(plan_->scratch_bytes());
    return OkStatus();
  }
  void Run(const float* src, const float* bias, float* dst, const RunContext& context) const {
    if (plan_ == nullptr) {
      for (int64_t i = 0; i < rows_; ++i) std::copy_n(bias, columns_, dst + i * columns_);
      return;
    }
    backend::ConvBuffers buffers;
    buffers.src = src;
    buffers.weights = packed_;
    buffers.bias = bias;
    buffers.dst = dst;
    buffers.scratch = context.scratch + scratch_;
    buffers.pool = context.pool;
    plan_->Run(buffers);
  }

 private:
  int64_t rows_ = 0, columns_ = 0;
  std::unique_ptr<backend::ConvPlan> plan_;  // null if there is nothing to multiply
  const void* packed_ = nullptr;
  size_t scratch_ = 0;
};

// See lite/kernels/recurrent.h.
class CpuArithmetic {
 public:
  using Value = float;

  CpuArithmetic(const backend::VectorF32Kernels& vector, const std::vector<PackedMatrix>& matrices,
                const std::vector<Projection>& projections, const RunContext& context)
      : vector_(vector), matrices_(matrices), projections_(projections), context_(context) {}
  ThreadPool* pool() const { return context_.pool; }

  // Numbers count both kinds of matrices of an rnn.
  void Project(size_t matrix, const float* src, int64_t, const float* bias, float* dst) const {
    projections_[matrix / 2].Run(src, bias, dst, context_);
  }
  void Recur(size_t matrix, const float* const* rows, int64_t count, float* dst,
             int64_t stride) const {
    const size_t at = projections_.empty() ? matrix : matrix / 2;
    matrices_[at].AddProduct(rows, count, dst, stride, context_.pool);
  }
  void Activate(ActivationType type, float* values, int64_t count) const {
    backend::UnaryF32 function = backend::UnaryF32::kRelu;
    if (type == ActivationType::kIndentity) return;
    if (type == ActivationType::kSigmoid) function = backend::UnaryF32::kSigmoid;
    if (type == ActivationType::kTanh) function = backend::UnaryF32::kTanh;
    const float parameters[backend::kUnaryF32Params] = {};
    vector_.unary[static_cast<int>(function)](values, values, count, parameters);
  }

 private:
  const backend::VectorF32Kernels& vector_;
  const std::vector<PackedMatrix>& matrices_;
  const std::vector<Projection>& projections_;
  const RunContext& context_;
};

Status CheckConstant(const char* slot, const Tensor& weight) {
  if (!weight.persistable()) return Unsupported(slot, " must be a constant weight");
  return OkStatus();
}

template <typename OpType>
class RecurrentKernel : public CpuKernelFor<OpType> {
 protected:
  CpuArithmetic Arithmetic(const RunContext& context) const {
    return CpuArithmetic(this->tables_.vector, matrices_, projections_, context);
  }
  // The two matrices in the weights of a GRU.
  Status PrepareGru(const Tensor& weight, PrepareContext* context) {
    const int64_t d = weight.dims()[0];
    const float* data = weight.data<float>();
    const backend::GemmF32Kernels& kernels = this->tables_.gemm;
    matrices_.resize(2);
    LITE_RETURN_IF_ERROR(
        matrices_[0].Prepare(kernels, weight, "gru_gates", data, d, 2 * d, 2 * d, 1, context));
    return matrices_[1].Prepare(kernels, weight, "gru_candidate",
                                data == nullptr ? nullptr : data + 2 * d * d, d, d, d, 1, context);
  }

  std::vector<PackedMatrix> matrices_;
  std::vector<Projection> projections_;
  SequenceMemory<float> memory_;
};

}  // namespace

class GruKernel final : public RecurrentKernel<operators::Gru> {
 public:
  static Status Supports(const operators::Gru& op) { return CheckConstant("Weight", *op.weight); }
  Status PrepareOp(const operators::Gru& op, PrepareContext* context) override {
    return PrepareGru(*op.weight, context);
  }
  Status RunOp(const operators::Gru& op, const RunContext& context) override {
    return RunGru(op, Arithmetic(context), &memory_);
  }
};

class GruUnitKernel final : public RecurrentKernel<operators::GruUnit> {
 public:
  static Status Supports(const operators::GruUnit& op) {
    return CheckConstant("Weight", *op.weight);
  }
  Status PrepareOp(const operators::GruUnit& op, PrepareContext* context) override {
    scratch_ = context->BookScratch(GruUnitScratch(op));
    return PrepareGru(*op.weight, context);
  }
  Status RunOp(const operators::GruUnit& op, const RunContext& context) override {
    return RunGruUnit(op, Arithmetic(context), context.scratch + scratch_);
  }

 private:
  size_t scratch_ = 0;
};

class LstmKernel final : public RecurrentKernel<operators::Lstm> {
 public:
  static Status Supports(const operators::Lstm& op) { return CheckConstant("Weight", *op.weight); }
  Status PrepareOp(const operators::Lstm& op, PrepareContext* context) override {
    const int64_t d = op.weight->dims()[0];
    matrices_.resize(1);
    return matrices_[0].Prepare(tables_.gemm, *op.weight, "lstm", op.weight->data<float>(), d,
                                4 * d, 4 * d, 1, context);
  }
  Status RunOp(const operators::Lstm& op, const RunContext& context) override {
    return RunLstm(op, Arithmetic(context), &memory_);
  }
};

class RnnKernel final : public RecurrentKernel<operators::Rnn> {
 public:
  static Status Supports(const operators::Rnn& op) {
    for (const Tensor* weight : op.weight_list)
      LITE_RETURN_IF_ERROR(CheckConstant("WeightList", *weight));
    return OkStatus();
  }
  Status PrepareOp(const operators::Rnn& op, PrepareContext* context) override {
    const size_t cells = static_cast<size_t>(op.cells());
    const int64_t hidden = op.hidden_size;
    matrices_.resize(cells);
    projections_.resize(cells);
    for (size_t cell = 0; cell < cells; ++cell) {
      const int64_t at = static_cast<int64_t>(cell);
      const Tensor& w = op.w_hh(at);
      LITE_RETURN_IF_ERROR(projections_[cell].Prepare(
          op.w_ih(at), op.input->dims()[0] * op.input->dims()[1], context));
      LITE_RETURN_IF_ERROR(matrices_[cell].Prepare(tables_.gemm, w, "rnn", w.data<float>(), hidden,
                                                   w.dims()[0], 1, hidden, context));
    }
    LITE_ASSIGN_OR_RETURN(const size_t bytes, RnnRun<CpuArithmetic>::ScratchBytes(op));
    scratch_ = context->BookScratch(bytes);
    return OkStatus();
  }
  Status RunOp(const operators::Rnn& op, const RunContext& context) override {
    const CpuArithmetic math = Arithmetic(context);
    return RnnRun<CpuArithmetic>(op, math, context.scratch + scratch_).Run();
  }

 private:
  size_t scratch_ = 0;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, GruKernel, gru);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, GruUnitKernel, gru_unit);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, LstmKernel, lstm);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, RnnKernel, rnn)
    .In({"SequenceLength"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::LITE_CPU
