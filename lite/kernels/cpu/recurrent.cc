// gru, gru_unit, lstm, rnn and search_grnn with constant weights: the inputs of all steps in one
// product, and recurrent weights packed for the tile kernel.
#include "lite/kernels/recurrent.h"

#include <algorithm>
#include <string>

#include "lite/kernels/cpu/column_panel.h"
#include "lite/kernels/cpu/constant_gemm.h"

namespace paddle::lite::kernels::LITE_CPU {
namespace {

// A constant matrix [depth, columns] in panels of neighbouring columns, [depth][width] each; the
// last panel has as many vectors as its columns need.
class PackedMatrix {
 public:
  // `form` tells matrices apart that are stored in the same weight. Element (k, j) is
  // `data`[k * row + j * column]; one of the strides is 1.
  Status Prepare(const backend::KernelTables& tables, const Tensor& weight, const std::string& form,
                 const float* data, int64_t depth, int64_t columns, int64_t row, int64_t column,
                 PrepareContext* context) {
    kernels_ = &tables.gemm;
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
            Panel(p).Pack(tables, data + p * width() * column, row, column, dst);
            dst += depth * Panel(p).Width(tables.gemm);
          }
        }));
    weights_ = static_cast<const float*>(packed);
    return OkStatus();
  }

  // dst[r * stride + j] += sum over k of rows[r][k] * W[k, j].
  void AddProduct(const float* const* rows, int64_t count, float* dst, int64_t stride,
                  ThreadPool* pool) const {
    pool->ForEach(panels(), PanelGrain(count, Panel(0)), [&](int64_t p) {
      MultiplyPanel(
          *kernels_, Panel(p), weights_ + p * width() * depth_, count,
          [&](int64_t r) { return rows[r]; }, {true}, dst + p * width(), stride);
    });
  }

 private:
  int64_t width() const { return ColumnPanel::MaxColumns(*kernels_); }
  int64_t panels() const { return (columns_ + width() - 1) / width(); }
  ColumnPanel Panel(int64_t panel) const {
    return {depth_, std::min(width(), columns_ - panel * width())};
  }

  const backend::GemmF32Kernels* kernels_ = nullptr;
  int64_t depth_ = 0, columns_ = 0;
  const float* weights_ = nullptr;
};

// The product of all inputs with a constant matrix stored by columns, plus a bias.
class Projection {
 public:
  Status Prepare(const Tensor& weight, int64_t rows, int64_t columns, int64_t depth,
                 PrepareContext* context) {
    rows_ = rows;
    columns_ = columns;
    empty_ = weight.numel() == 0;
    if (empty_) return OkStatus();
    return gemm_.Prepare({}, weight, rows, columns, depth, {depth, true}, backend::ActivationF32(),
                         context);
  }
  void Run(const float* src, const float* bias, float* dst, const RunContext& context) const {
    if (empty_) {
      std::fill_n(dst, rows_ * columns_, 0.0f);
      if (bias == nullptr) return;
      for (int64_t i = 0; i < rows_; ++i) std::copy_n(bias, columns_, dst + i * columns_);
      return;
    }
    gemm_.Run(src, bias, nullptr, dst, context);
  }

 private:
  int64_t rows_ = 0, columns_ = 0;
  bool empty_ = false;  // nothing to multiply
  ConstantGemm<F32> gemm_;
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
    matrices_.resize(2);
    LITE_RETURN_IF_ERROR(matrices_[0].Prepare(this->tables_, weight, "gru_gates", data, d, 2 * d,
                                              2 * d, 1, context));
    return matrices_[1].Prepare(this->tables_, weight, "gru_candidate",
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
    return matrices_[0].Prepare(tables_, *op.weight, "lstm", op.weight->data<float>(), d, 4 * d,
                                4 * d, 1, context);
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
      LITE_RETURN_IF_ERROR(
          projections_[cell].Prepare(op.w_ih(at), op.input->dims()[0] * op.input->dims()[1],
                                     op.w_ih(at).dims()[0], op.w_ih(at).dims()[1], context));
      LITE_RETURN_IF_ERROR(matrices_[cell].Prepare(tables_, w, "rnn", w.data<float>(), hidden,
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

class SearchGrnnKernel final : public RecurrentKernel<operators::SearchGrnn> {
 public:
  static Status Supports(const operators::SearchGrnn& op) {
    LITE_RETURN_IF_ERROR(CheckConstant("Wi", *op.wi));
    return CheckConstant("Wh", *op.wh);
  }
  Status PrepareOp(const operators::SearchGrnn& op, PrepareContext* context) override {
    const int64_t hidden = op.num_hidden;
    const int64_t columns = op.kGates * hidden;
    projections_.resize(1);
    matrices_.resize(1);
    LITE_RETURN_IF_ERROR(
        projections_[0].Prepare(*op.wi, op.x->dims()[0], columns, op.num_input, context));
    LITE_RETURN_IF_ERROR(matrices_[0].Prepare(tables_, *op.wh, "grnn", op.wh->data<float>(), hidden,
                                              columns, 1, hidden, context));
    LITE_ASSIGN_OR_RETURN(const size_t bytes, SearchGrnnScratch<float>(op));
    scratch_ = context->BookScratch(bytes);
    return OkStatus();
  }
  Status RunOp(const operators::SearchGrnn& op, const RunContext& context) override {
    return RunSearchGrnn(op, Arithmetic(context), context.scratch + scratch_, &memory_);
  }

 private:
  size_t scratch_ = 0;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, GruKernel, gru);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, GruUnitKernel, gru_unit);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, LstmKernel, lstm);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, RnnKernel, rnn)
    .In({"SequenceLength"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, SearchGrnnKernel, search_grnn)
    .Out({"idx_sorted_by_width"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::LITE_CPU
