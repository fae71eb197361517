// gru, gru_unit, lstm and rnn in float and double, search_grnn in float, with weights that may
// change.
#include "lite/kernels/recurrent.h"

#include <cmath>
#include <type_traits>

#include "lite/kernels/host/gemm.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

// Element (k, j) is at data[k * row + j * column].
template <typename T>
struct Matrix {
  const T* data;
  int64_t depth, columns;
  int64_t row, column;
};

// `Locate` returns the matrices by number.
template <typename T, typename Locate>
class HostArithmetic {
 public:
  using Value = T;

  HostArithmetic(ThreadPool* pool, const Locate& locate) : pool_(pool), locate_(locate) {}
  ThreadPool* pool() const { return pool_; }

  void Project(size_t matrix, const T* src, int64_t rows, const T* bias, T* dst) const {
    const Matrix<T> w = locate_(matrix);
    Gemm<T>(
        pool_, 1, rows, w.columns, w.depth,
        [&](int64_t, MatrixView<T>* a, MatrixView<T>* b) {
          *a = {src, w.depth, 1};
          *b = {w.data, w.row, w.column};
        },
        [&](int64_t, int64_t row, int64_t column, int64_t count, const T* sums) {
          T* to = dst + row * w.columns + column;
          recurrent_internal::AddBias(sums, bias == nullptr ? bias : bias + column, count, to);
        });
  }
  void Recur(size_t matrix, const T* const* rows, int64_t count, T* dst, int64_t stride) const {
    const Matrix<T> w = locate_(matrix);
    constexpr int64_t kWork = 1 << 15;  // multiply-adds that justify a thread
    pool_->ParallelFor(w.columns, kWork / (w.depth * count + 1) + 1,
                       [&](int64_t begin, int64_t end, int) {
                         for (int64_t r = 0; r < count; ++r) {
                           if (w.row == 1) {
                             AddColumns(w, rows[r], begin, end, dst + r * stride);
                           } else {
                             AddRows(w, rows[r], begin, end, dst + r * stride);
                           }
                         }
                       });
  }
  void Activate(ActivationType type, T* values, int64_t count) const {
    switch (type) {
      case ActivationType::kSigmoid:
        for (int64_t i = 0; i < count; ++i) values[i] = 1 / (1 + std::exp(-values[i]));
        return;
      case ActivationType::kTanh:
        for (int64_t i = 0; i < count; ++i) values[i] = std::tanh(values[i]);
        return;
      case ActivationType::kRelu:
        for (int64_t i = 0; i < count; ++i) values[i] = values[i] > 0 ? values[i] : T(0);
        return;
      default:
        return;
    }
  }

 private:
  // Two orders of the same additions: along the rows of a matrix, or along its columns.
  static void AddRows(const Matrix<T>& w, const T* row, int64_t begin, int64_t end, T* to) {
    for (int64_t k = 0; k < w.depth; ++k) {
      const T* from = w.data + k * w.row;
      for (int64_t j = begin; j < end; ++j) to[j] += row[k] * from[j * w.column];
    }
  }
  static void AddColumns(const Matrix<T>& w, const T* row, int64_t begin, int64_t end, T* to) {
    for (int64_t j = begin; j < end; ++j) {
      T sum = to[j];
      for (int64_t k = 0; k < w.depth; ++k) sum += row[k] * w.data[j * w.column + k];
      to[j] = sum;
    }
  }

  ThreadPool* pool_;
  const Locate& locate_;
};

// The two matrices in the weights of a GRU.
template <typename T>
Matrix<T> GruMatrix(const Tensor& weight, size_t number) {
  const int64_t d = weight.dims()[0];
  const T* data = weight.data<T>();
  if (number == 0) return {data, d, 2 * d, 2 * d, 1};
  return {data + 2 * d * d, d, d, d, 1};
}

Status CheckRealWeights(const operators::WeightForm& form) {
  return form.bits == 0 ? OkStatus() : Unsupported("weights are kept in ", form.bits, " bits");
}

template <typename T>
struct Memory {
  SequenceMemory<T> of;
};
// What a kernel keeps for either type.
struct Memories : Memory<float>, Memory<double> {};

}  // namespace

class GruKernel final : public KernelFor<operators::Gru> {
 public:
  static Status Supports(const operators::Gru& op) { return CheckRealWeights(op.weight_form); }
  Status RunOp(const operators::Gru& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("Input", op.input->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const auto locate = [&](size_t number) { return GruMatrix<T>(*op.weight, number); };
      const HostArithmetic<T, decltype(locate)> math(context.pool, locate);
      return RunGru(op, math, &static_cast<Memory<T>&>(memories_).of);
    });
  }

 private:
  Memories memories_;
};

class GruUnitKernel final : public KernelFor<operators::GruUnit> {
 public:
  Status PrepareOp(const operators::GruUnit& op, PrepareContext* context) override {
    scratch_ = context->BookScratch(GruUnitScratch(op));
    return OkStatus();
  }
  Status RunOp(const operators::GruUnit& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("Input", op.input->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const auto locate = [&](size_t number) { return GruMatrix<T>(*op.weight, number); };
      const HostArithmetic<T, decltype(locate)> math(context.pool, locate);
      return RunGruUnit(op, math, context.scratch + scratch_);
    });
  }

 private:
  size_t scratch_ = 0;
};

class LstmKernel final : public KernelFor<operators::Lstm> {
 public:
  static Status Supports(const operators::Lstm& op) { return CheckRealWeights(op.weight_form); }
  Status RunOp(const operators::Lstm& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("Input", op.input->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const int64_t d = op.weight->dims()[0];
      const auto locate = [&](size_t) {
        return Matrix<T>{op.weight->data<T>(), d, 4 * d, 4 * d, 1};
      };
      const HostArithmetic<T, decltype(locate)> math(context.pool, locate);
      return RunLstm(op, math, &static_cast<Memory<T>&>(memories_).of);
    });
  }

 private:
  Memories memories_;
};

class RnnKernel final : public KernelFor<operators::Rnn> {
 public:
  static Status Supports(const operators::Rnn& op) { return CheckRealWeights(op.weight_form); }
  Status PrepareOp(const operators::Rnn& op, PrepareContext* context) override {
    // Enough for float.
    using Largest = HostArithmetic<double, Matrix<double> (*)(size_t)>;
    LITE_ASSIGN_OR_RETURN(const size_t bytes, RnnRun<Largest>::ScratchBytes(op));
    scratch_ = context->BookScratch(bytes);
    return OkStatus();
  }
  Status RunOp(const operators::Rnn& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("Input", op.input->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const auto locate = [&](size_t number) {
        const Tensor& w = *op.weight_list[number];
        return Matrix<T>{w.data<T>(), w.dims()[1], w.dims()[0], 1, w.dims()[1]};
      };
      using Math = HostArithmetic<T, decltype(locate)>;
      const Math math(context.pool, locate);
      return RnnRun<Math>(op, math, context.scratch + scratch_).Run();
    });
  }

 private:
  size_t scratch_ = 0;
};

class SearchGrnnKernel final : public KernelFor<operators::SearchGrnn> {
 public:
  Status PrepareOp(const operators::SearchGrnn& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const size_t bytes, SearchGrnnScratch<float>(op));
    scratch_ = context->BookScratch(bytes);
    return OkStatus();
  }
  Status RunOp(const operators::SearchGrnn& op, const RunContext& context) override {
    const auto locate = [&](size_t number) {
      const Tensor& w = number == 0 ? *op.wi : *op.wh;
      const int64_t depth = w.dims()[2];
      return Matrix<float>{w.data<float>(), depth, w.dims()[0] * w.dims()[1], 1, depth};
    };
    const HostArithmetic<float, decltype(locate)> math(context.pool, locate);
    return RunSearchGrnn(op, math, context.scratch + scratch_, &memory_);
  }

 private:
  size_t scratch_ = 0;
  SequenceMemory<float> memory_;
};

LITE_KERNELS(kHost, kAny, kNCHW, def, GruKernel, gru);
LITE_KERNELS(kHost, kAny, kNCHW, def, GruUnitKernel, gru_unit);
LITE_KERNELS(kHost, kAny, kNCHW, def, LstmKernel, lstm);
LITE_KERNELS(kHost, kAny, kNCHW, def, RnnKernel, rnn)
    .In({"SequenceLength"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kFloat, kNCHW, def, SearchGrnnKernel, search_grnn)
    .Out({"idx_sorted_by_width"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::host
