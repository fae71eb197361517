// gru, gru_unit, lstm, rnn and search_grnn with constant weights: the inputs of all steps in one
// product, and recurrent weights packed for the tile kernel, or for the products of int8 weights.
#include "lite/kernels/recurrent.h"

#include <limits>
#include <vector>

#include "lite/kernels/cpu/recurrent_matrix.h"

namespace paddle::lite::kernels::LITE_CPU {
namespace {

// See lite/kernels/recurrent.h.
class CpuArithmetic {
 public:
  using Value = float;

  CpuArithmetic(const backend::VectorF32Kernels& vector, const std::vector<StateMatrix>& matrices,
                const std::vector<Projection>& projections, const RunContext& context)
      : vector_(vector), matrices_(matrices), projections_(projections), context_(context) {}
  ThreadPool* pool() const { return context_.pool; }

  // Numbers count both kinds of matrices of an rnn.
  void Project(size_t matrix, const float* src, int64_t rows, const float* bias, float* dst) const {
    projections_[matrix / 2].Run(src, rows, bias, dst, context_);
  }
  void Recur(size_t matrix, const float* const* rows, int64_t count, float* dst,
             int64_t stride) const {
    const size_t at = projections_.empty() ? matrix : matrix / 2;
    matrices_[at].AddProduct(rows, count, dst, stride, context_);
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
  const std::vector<StateMatrix>& matrices_;
  const std::vector<Projection>& projections_;
  const RunContext& context_;
};

Status CheckConstant(const char* slot, const Tensor& weight) {
  if (!weight.persistable()) return Unsupported(slot, " must be a constant weight");
  return OkStatus();
}

template <typename Types>
Status CheckForm(const operators::WeightForm& form) {
  return CheckWeightBits<Types>(form.bits, form.dynamic_int8);
}

// Sequences whose number only a run brings with it.
constexpr int64_t kAnyNumber = std::numeric_limits<int64_t>::max();

template <typename OpType>
class RecurrentKernel : public CpuKernelFor<OpType> {
 protected:
  CpuArithmetic Arithmetic(const RunContext& context) const {
    return CpuArithmetic(this->tables_.vector, matrices_, projections_, context);
  }
  // The two matrices in the weights of a GRU.
  Status PrepareGru(const Op& op, const Tensor& weight, const operators::WeightForm& form,
                    PrepareContext* context) {
    const int64_t d = weight.dims()[0];
    const SlotOfWeight slot = {&op, "Weight", 3 * d};
    matrices_.resize(2);
    LITE_RETURN_IF_ERROR(matrices_[0].Prepare(slot, form, {&weight, "gru_gates", d, 2 * d, {2 * d}},
                                              0, kAnyNumber, context));
    return matrices_[1].Prepare(slot, form, {&weight, "gru_candidate", d, d, {d}, 2 * d * d}, 2 * d,
                                kAnyNumber, context);
  }

  std::vector<StateMatrix> matrices_;
  std::vector<Projection> projections_;
  SequenceMemory<float> memory_;
};

}  // namespace

// Types: F32, or W8 or D8 for weights of int8.
template <typename Types>
class GruKernel final : public RecurrentKernel<operators::Gru> {
 public:
  static Status Supports(const operators::Gru& op) {
    LITE_RETURN_IF_ERROR(CheckForm<Types>(op.weight_form));
    return CheckConstant("Weight", *op.weight);
  }
  Status PrepareOp(const operators::Gru& op, PrepareContext* context) override {
    return PrepareGru(op, *op.weight, op.weight_form, context);
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
    return PrepareGru(op, *op.weight, {}, context);
  }
  Status RunOp(const operators::GruUnit& op, const RunContext& context) override {
    return RunGruUnit(op, Arithmetic(context), context.scratch + scratch_);
  }

 private:
  size_t scratch_ = 0;
};

template <typename Types>
class LstmKernel final : public RecurrentKernel<operators::Lstm> {
 public:
  static Status Supports(const operators::Lstm& op) {
    LITE_RETURN_IF_ERROR(CheckForm<Types>(op.weight_form));
    return CheckConstant("Weight", *op.weight);
  }
  Status PrepareOp(const operators::Lstm& op, PrepareContext* context) override {
    const int64_t d = op.weight->dims()[0];
    matrices_.resize(1);
    return matrices_[0].Prepare({&op, "Weight", 4 * d}, op.weight_form,
                                {op.weight, "lstm", d, 4 * d, {4 * d}}, 0, kAnyNumber, context);
  }
  Status RunOp(const operators::Lstm& op, const RunContext& context) override {
    return RunLstm(op, Arithmetic(context), &memory_);
  }
};

template <typename Types>
class RnnKernel final : public RecurrentKernel<operators::Rnn> {
 public:
  static Status Supports(const operators::Rnn& op) {
    LITE_RETURN_IF_ERROR(CheckForm<Types>(op.weight_form));
    for (const Tensor* weight : op.weight_list)
      LITE_RETURN_IF_ERROR(CheckConstant("WeightList", *weight));
    return OkStatus();
  }
  Status PrepareOp(const operators::Rnn& op, PrepareContext* context) override {
    const size_t cells = static_cast<size_t>(op.cells());
    const int64_t hidden = op.hidden_size;
    const int64_t columns = op.gates() * hidden;
    const int64_t batch = op.input->dims()[1];
    matrices_.resize(cells);
    projections_.resize(cells);
    for (size_t cell = 0; cell < cells; ++cell) {
      const Tensor& w_ih = op.w_ih(static_cast<int64_t>(cell));
      const Tensor& w_hh = op.w_hh(static_cast<int64_t>(cell));
      SlotOfWeight slot = {&op, "WeightList", columns, false, 2 * cell};
      LITE_RETURN_IF_ERROR(projections_[cell].Prepare(slot, op.weight_form, w_ih,
                                                      op.input->dims()[0] * batch, columns,
                                                      w_ih.dims()[1], context));
      ++slot.index;
      LITE_RETURN_IF_ERROR(matrices_[cell].Prepare(slot, op.weight_form,
                                                   {&w_hh, "rnn", hidden, columns, {hidden, true}},
                                                   0, batch, context));
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
        projections_[0].Prepare({}, {}, *op.wi, op.x->dims()[0], columns, op.num_input, context));
    LITE_RETURN_IF_ERROR(matrices_[0].Prepare(
        {}, {}, {op.wh, "grnn", hidden, columns, {hidden, true}}, 0, kAnyNumber, context));
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

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, GruKernel<F32>, gru);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, w8, GruKernel<W8>, gru)
    .In({"Weight"}, PRECISION(kInt8));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, dynamic, GruKernel<D8>, gru)
    .In({"Weight"}, PRECISION(kInt8));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, GruUnitKernel, gru_unit);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, LstmKernel<F32>, lstm);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, w8, LstmKernel<W8>, lstm)
    .In({"Weight"}, PRECISION(kInt8));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, dynamic, LstmKernel<D8>, lstm)
    .In({"Weight"}, PRECISION(kInt8));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, RnnKernel<F32>, rnn)
    .In({"SequenceLength"}, PRECISION(kAny), DATALAYOUT(kAny));
// Biases are float.
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, w8, RnnKernel<W8>, rnn)
    .In({"WeightList"}, PRECISION(kAny))
    .In({"SequenceLength"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, dynamic, RnnKernel<D8>, rnn)
    .In({"WeightList"}, PRECISION(kAny))
    .In({"SequenceLength"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, SearchGrnnKernel, search_grnn)
    .Out({"idx_sorted_by_width"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::LITE_CPU
