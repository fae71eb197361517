// The steps of recurrent operators, for kernels that differ in how they multiply and in their
// activations. Such an `Arithmetic` has
//
//   Value                                          float or double
//   Project(matrix, src, rows, bias, dst)          dst[rows, n] = src[rows, k] * W + bias[n],
//                                                  which may be null; there may be fewer rows than
//                                                  the kernel was prepared for, whose memory exists
//   Recur(matrix, rows, count, dst, stride)        dst[r * stride + j] += sum over k of
//                                                  rows[r][k] * W[k, j] for r < count
//   Activate(type, values, count)                  in place
//   pool()
//
// where `matrix` numbers the operator's matrices. All steps of a sequence depend on each other, but
// not the sequences: they advance together, which makes products of matrices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "lite/base/thread_pool.h"
#include "lite/core/tensor.h"
#include "lite/operators/gru.h"
#include "lite/operators/lstm.h"
#include "lite/operators/rnn.h"
#include "lite/operators/search_grnn.h"

namespace paddle::lite::kernels {

// The sequences of a level of detail, longest first, without empty ones.
class StepOrder {
 public:
  struct Sequence {
    int64_t index, begin, length;
  };

  void Reset(const std::vector<uint64_t>& offsets, bool reverse) {
    reverse_ = reverse;
    sequences_.clear();
    for (size_t s = 0; s + 1 < offsets.size(); ++s) {
      const int64_t length = static_cast<int64_t>(offsets[s + 1] - offsets[s]);
      if (length == 0) continue;
      sequences_.push_back({static_cast<int64_t>(s), static_cast<int64_t>(offsets[s]), length});
    }
    std::sort(sequences_.begin(), sequences_.end(), [](const Sequence& a, const Sequence& b) {
      return a.length != b.length ? a.length > b.length : a.index < b.index;
    });
  }
  int64_t size() const { return static_cast<int64_t>(sequences_.size()); }
  int64_t steps() const { return sequences_.empty() ? 0 : sequences_[0].length; }
  // How many sequences have the step: the first ones.
  int64_t CountAt(int64_t step, int64_t previous) const {
    while (previous > 0 && sequences_[static_cast<size_t>(previous) - 1].length <= step) --previous;
    return previous;
  }
  const Sequence& operator[](int64_t i) const { return sequences_[static_cast<size_t>(i)]; }
  // The row of sequence i at a step, and at the step before.
  int64_t RowAt(int64_t i, int64_t step) const {
    const Sequence& sequence = (*this)[i];
    return sequence.begin + (reverse_ ? sequence.length - 1 - step : step);
  }

 private:
  bool reverse_ = false;
  std::vector<Sequence> sequences_;
};

namespace recurrent_internal {

// Rows of gates that justify a thread: activations take about 8 ns per value.
inline int64_t RowGrain(int64_t values) { return 4096 / (values + 1) + 1; }

// to = from + bias, which may be null.
template <typename T>
void AddBias(const T* from, const T* bias, int64_t count, T* to) {
  if (bias == nullptr) {
    std::copy_n(from, count, to);
  } else {
    for (int64_t i = 0; i < count; ++i) to[i] = from[i] + bias[i];
  }
}

template <typename T>
const T* DataOrNull(const Tensor* tensor) {
  return tensor == nullptr ? nullptr : tensor->data<T>();
}

}  // namespace recurrent_internal

// Matrices of a GRU: 0 [D, 2D], 1 [D, D]. The rows of `gates` hold x and the bias; those of `reset`
// receive r * h.
template <typename Arithmetic, typename T = typename Arithmetic::Value>
class GruStep {
 public:
  GruStep(ActivationType gate, ActivationType candidate, bool origin_mode, int64_t d)
      : gate_(gate), candidate_(candidate), origin_mode_(origin_mode), d_(d) {}

  void Run(const Arithmetic& math, int64_t count, const T* const* prev, T* gates, T* reset,
           const T** reset_rows, T* const* next) const {
    math.Recur(0, prev, count, gates, 3 * d_);
    const int64_t grain = recurrent_internal::RowGrain(2 * d_);
    math.pool()->ForEach(count, grain, [&](int64_t i) {
      T* row = gates + i * 3 * d_;
      math.Activate(gate_, row, 2 * d_);
      for (int64_t j = 0; j < d_; ++j) reset[i * d_ + j] = row[d_ + j] * prev[i][j];
      reset_rows[i] = reset + i * d_;
    });
    math.Recur(1, reset_rows, count, gates + 2 * d_, 3 * d_);
    math.pool()->ForEach(count, grain, [&](int64_t i) {
      T* row = gates + i * 3 * d_;
      T* candidate = row + 2 * d_;
      math.Activate(candidate_, candidate, d_);
      for (int64_t j = 0; j < d_; ++j) {
        const T u = origin_mode_ ? 1 - row[j] : row[j];
        next[i][j] = (1 - u) * prev[i][j] + u * candidate[j];
      }
    });
  }

 private:
  ActivationType gate_, candidate_;
  bool origin_mode_;
  int64_t d_;
};

// Memory of a kernel for the operators on sequences, whose number may change without a change of
// shapes.
template <typename T>
struct SequenceMemory {
  StepOrder order;
  std::vector<const T*> prev, prev_cell, reset_rows;
  std::vector<T*> next, next_cell;
  Tensor values;

  Status Reset(const Tensor& input, bool reverse, int64_t values_per_sequence, int64_t more) {
    order.Reset(input.lod()[0], reverse);
    const size_t count = static_cast<size_t>(order.size());
    for (auto* rows : {&prev, &prev_cell, &reset_rows}) rows->resize(count);
    for (auto* rows : {&next, &next_cell}) rows->resize(count);
    values.Resize(DDim{order.size() * values_per_sequence + more});
    return values.Allocate(PrecisionOfType<T>());
  }
};

// Bytes of scratch memory of RunGruUnit.
inline size_t GruUnitScratch(const operators::GruUnit& op) {
  return static_cast<size_t>(op.input->dims()[0]) * 3 * sizeof(void*);
}

template <typename Arithmetic, typename T = typename Arithmetic::Value>
Status RunGruUnit(const operators::GruUnit& op, const Arithmetic& math, char* scratch) {
  LITE_ASSIGN_OR_RETURN(const ActivationType gate,
                        operators::GateActivation("gate_activation", op.gate_activation));
  LITE_ASSIGN_OR_RETURN(const ActivationType candidate,
                        operators::GateActivation("activation", op.activation));
  const int64_t rows = op.hidden->dims()[0];
  const int64_t d = op.hidden->dims()[1];
  const T** prev = reinterpret_cast<const T**>(scratch);
  const T** reset_rows = prev + rows;
  T** next = reinterpret_cast<T**>(scratch) + 2 * rows;
  const T* bias = recurrent_internal::DataOrNull<T>(op.bias);
  T* gates = op.gate->mutable_data<T>();
  for (int64_t i = 0; i < rows; ++i) {
    prev[i] = op.hidden_prev->data<T>() + i * d;
    next[i] = op.hidden->mutable_data<T>() + i * d;
    recurrent_internal::AddBias(op.input->data<T>() + i * 3 * d, bias, 3 * d, gates + i * 3 * d);
  }
  GruStep<Arithmetic>(gate, candidate, op.origin_mode, d)
      .Run(math, rows, prev, gates, op.reset_hidden_prev->mutable_data<T>(), reset_rows, next);
  return OkStatus();
}

template <typename Arithmetic, typename T = typename Arithmetic::Value>
Status RunGru(const operators::Gru& op, const Arithmetic& math, SequenceMemory<T>* memory) {
  const int64_t d = op.hidden->dims()[1];
  LITE_ASSIGN_OR_RETURN(const ActivationType gate,
                        operators::GateActivation("gate_activation", op.gate_activation));
  LITE_ASSIGN_OR_RETURN(const ActivationType candidate,
                        operators::GateActivation("activation", op.activation));
  LITE_RETURN_IF_ERROR(memory->Reset(*op.input, op.is_reverse, 4 * d, d));
  const StepOrder& order = memory->order;
  T* zeros = memory->values.template mutable_data<T>();
  T* gates = zeros + d;
  T* reset = gates + order.size() * 3 * d;
  std::fill_n(zeros, d, T(0));
  const T* x = op.input->data<T>();
  const T* h0 = recurrent_internal::DataOrNull<T>(op.h0);
  const T* bias = recurrent_internal::DataOrNull<T>(op.bias);
  T* hidden = op.hidden->mutable_data<T>();
  const GruStep<Arithmetic> step(gate, candidate, op.origin_mode, d);
  int64_t count = order.size();
  for (int64_t t = 0; t < order.steps(); ++t) {
    count = order.CountAt(t, count);
    for (int64_t i = 0; i < count; ++i) {
      const int64_t row = order.RowAt(i, t);
      const T* first = h0 == nullptr ? zeros : h0 + order[i].index * d;
      memory->prev[static_cast<size_t>(i)] = t == 0 ? first : hidden + order.RowAt(i, t - 1) * d;
      memory->next[static_cast<size_t>(i)] = hidden + row * d;
      recurrent_internal::AddBias(x + row * 3 * d, bias, 3 * d, gates + i * 3 * d);
    }
    step.Run(math, count, memory->prev.data(), gates, reset, memory->reset_rows.data(),
             memory->next.data());
  }
  return OkStatus();
}

// The matrix of an LSTM: 0 [D, 4D].
template <typename Arithmetic, typename T = typename Arithmetic::Value>
Status RunLstm(const operators::Lstm& op, const Arithmetic& math, SequenceMemory<T>* memory) {
  const int64_t d = op.hidden->dims()[1];
  LITE_ASSIGN_OR_RETURN(const ActivationType gate,
                        operators::GateActivation("gate_activation", op.gate_activation));
  LITE_ASSIGN_OR_RETURN(const ActivationType cell_type,
                        operators::GateActivation("cell_activation", op.cell_activation));
  LITE_ASSIGN_OR_RETURN(const ActivationType candidate,
                        operators::GateActivation("candidate_activation", op.candidate_activation));
  LITE_RETURN_IF_ERROR(memory->Reset(*op.input, op.is_reverse, 4 * d, d));
  const StepOrder& order = memory->order;
  T* zeros = memory->values.template mutable_data<T>();
  T* gates = zeros + d;
  std::fill_n(zeros, d, T(0));
  const T* x = op.input->data<T>();
  const T* h0 = recurrent_internal::DataOrNull<T>(op.h0);
  const T* c0 = recurrent_internal::DataOrNull<T>(op.c0);
  const T* bias = op.bias->data<T>();
  const T* peephole = op.use_peepholes ? bias + 4 * d : nullptr;
  T* hidden = op.hidden->mutable_data<T>();
  T* cell = op.cell->mutable_data<T>();
  int64_t count = order.size();
  for (int64_t t = 0; t < order.steps(); ++t) {
    count = order.CountAt(t, count);
    for (int64_t i = 0; i < count; ++i) {
      const size_t at = static_cast<size_t>(i);
      const int64_t row = order.RowAt(i, t);
      const int64_t before = t == 0 ? 0 : order.RowAt(i, t - 1) * d;
      const int64_t state = order[i].index * d;
      memory->prev[at] = t != 0 ? hidden + before : h0 == nullptr ? zeros : h0 + state;
      memory->prev_cell[at] = t != 0 ? cell + before : c0 == nullptr ? zeros : c0 + state;
      memory->next[at] = hidden + row * d;
      memory->next_cell[at] = cell + row * d;
      recurrent_internal::AddBias(x + row * 4 * d, bias, 4 * d, gates + i * 4 * d);
    }
    math.Recur(0, memory->prev.data(), count, gates, 4 * d);
    math.pool()->ForEach(count, recurrent_internal::RowGrain(5 * d), [&](int64_t i) {
      const size_t at = static_cast<size_t>(i);
      T* row = gates + i * 4 * d;
      T* input_gate = row + d;
      T* forget_gate = row + 2 * d;
      T* output_gate = row + 3 * d;
      const T* prev = memory->prev_cell[at];
      T* next = memory->next_cell[at];
      T* h = memory->next[at];
      if (peephole != nullptr) {
        for (int64_t j = 0; j < d; ++j) {
          input_gate[j] += prev[j] * peephole[j];
          forget_gate[j] += prev[j] * peephole[d + j];
        }
      }
      math.Activate(candidate, row, d);
      math.Activate(gate, input_gate, 2 * d);
      for (int64_t j = 0; j < d; ++j) next[j] = forget_gate[j] * prev[j] + input_gate[j] * row[j];
      if (peephole != nullptr) {
        for (int64_t j = 0; j < d; ++j) output_gate[j] += next[j] * peephole[2 * d + j];
      }
      math.Activate(gate, output_gate, d);
      std::copy_n(next, d, h);
      math.Activate(cell_type, h, d);
      for (int64_t j = 0; j < d; ++j) h[j] *= output_gate[j];
    });
  }
  return OkStatus();
}

// Bytes of scratch memory of RunSearchGrnn.
template <typename T>
Result<size_t> SearchGrnnScratch(const operators::SearchGrnn& op) {
  size_t bytes = 0;
  if (!CheckedMul(static_cast<size_t>(op.out->numel()), op.kGates * sizeof(T), &bytes)) {
    return OutOfRange("X: dimensions of ", op.x->dims(), " are too large");
  }
  return bytes;
}

// Matrices: 0 Wi, 1 Wh. Of their 3H columns, the first H belong to the candidate.
template <typename Arithmetic, typename T = typename Arithmetic::Value>
Status RunSearchGrnn(const operators::SearchGrnn& op, const Arithmetic& math, char* scratch,
                     SequenceMemory<T>* memory) {
  const int64_t d = op.num_hidden;
  const int64_t width = op.kGates * d;
  T* inputs = reinterpret_cast<T*>(scratch);
  math.Project(0, op.x->data<T>(), op.x->dims()[0], nullptr, inputs);
  LITE_RETURN_IF_ERROR(memory->Reset(*op.x, false, width, d));
  const StepOrder& order = memory->order;
  T* zeros = memory->values.template mutable_data<T>();
  T* gates = zeros + d;
  std::fill_n(zeros, d, T(0));
  T* out = op.out->mutable_data<T>();
  int64_t count = order.size();
  for (int64_t t = 0; t < order.steps(); ++t) {
    count = order.CountAt(t, count);
    for (int64_t i = 0; i < count; ++i) {
      const int64_t row = order.RowAt(i, t);
      memory->prev[static_cast<size_t>(i)] = t == 0 ? zeros : out + order.RowAt(i, t - 1) * d;
      memory->next[static_cast<size_t>(i)] = out + row * d;
      // The reset gate comes between the two products of the candidate.
      std::fill_n(gates + i * width, d, T(0));
      std::copy_n(inputs + row * width + d, 2 * d, gates + i * width + d);
    }
    math.Recur(1, memory->prev.data(), count, gates, width);
    math.pool()->ForEach(count, recurrent_internal::RowGrain(width), [&](int64_t i) {
      T* candidate = gates + i * width;
      const T* input = inputs + order.RowAt(i, t) * width;
      const T* reset = candidate + d;
      const T* update = candidate + 2 * d;
      const T* prev = memory->prev[static_cast<size_t>(i)];
      T* next = memory->next[static_cast<size_t>(i)];
      math.Activate(ActivationType::kSigmoid, candidate + d, 2 * d);
      for (int64_t j = 0; j < d; ++j) candidate[j] = input[j] + reset[j] * candidate[j];
      math.Activate(ActivationType::kTanh, candidate, d);
      for (int64_t j = 0; j < d; ++j) {
        next[j] = update[j] * prev[j] + (1 - update[j]) * candidate[j];
      }
    });
  }
  return OkStatus();
}

// Matrices of cell i: Project 2 i, Recur 2 i + 1.
template <typename Arithmetic, typename T = typename Arithmetic::Value>
class RnnRun {
 public:
  // Scratch memory in values: for each direction the gates of all steps and the products of a step
  // of a GRU; the outputs of two layers, a bias and, with lengths, the inputs.
  static Result<size_t> ScratchBytes(const operators::Rnn& op) {
    const DDim& out = op.out->dims();
    size_t rows = 0, values = 0, inputs = 0;
    const size_t gates = static_cast<size_t>(op.gates() * op.hidden_size);
    const size_t directions = static_cast<size_t>(op.directions());
    if (!CheckedMul(static_cast<size_t>(out[0]), static_cast<size_t>(out[1]), &rows) ||
        !CheckedMul(rows + static_cast<size_t>(out[1]),
                    directions * gates + 2 * static_cast<size_t>(out[2]), &values) ||
        !CheckedAdd(values, gates, &values) ||
        !CheckedMul(rows,
                    static_cast<size_t>(op.sequence_length != nullptr ? op.input->dims()[2] : 0),
                    &inputs) ||
        !CheckedAdd(values, inputs, &values) || !CheckedMul(values, sizeof(T), &values)) {
      return OutOfRange("Input: dimensions of ", op.input->dims(), " are too large");
    }
    size_t pointers = 0;
    if (!CheckedMul(static_cast<size_t>(out[1]), directions * sizeof(T*), &pointers) ||
        !CheckedAdd(values, RoundUp(pointers, 64), &values)) {
      return OutOfRange("Input: dimensions of ", op.input->dims(), " are too large");
    }
    return values;
  }

  RnnRun(const operators::Rnn& op, const Arithmetic& math, char* scratch)
      : op_(op),
        math_(math),
        steps_(op.out->dims()[0]),
        batch_(op.out->dims()[1]),
        hidden_(op.hidden_size),
        width_(op.out->dims()[2]),
        is_gru_(op.is_gru()),
        is_lstm_(op.is_lstm()),
        activation_(op.mode == "RNN_RELU" ? ActivationType::kRelu : ActivationType::kTanh) {
    const int64_t directions = op.directions();
    T* values = reinterpret_cast<T*>(
        scratch + RoundUp(static_cast<size_t>(directions * batch_) * sizeof(T*), 64));
    for (int64_t i = 0; i < directions; ++i) {
      Direction& direction = directions_[i];
      direction.rows = reinterpret_cast<const T**>(scratch) + i * batch_;
      direction.gates = values;
      direction.products = values + steps_ * batch_ * Columns();
      values = direction.products + batch_ * Columns();
    }
    layers_[0] = values;
    layers_[1] = layers_[0] + steps_ * batch_ * width_;
    bias_ = layers_[1] + steps_ * batch_ * width_;
    inputs_ = bias_ + Columns();
  }

  Status Run() {
    LITE_RETURN_IF_ERROR(CheckLengths());
    for (size_t i = 0; i < op_.state.size(); ++i) {
      std::copy_n(op_.pre_state[i]->template data<T>(), op_.state[i]->numel(),
                  op_.state[i]->template mutable_data<T>());
    }
    if (steps_ * batch_ == 0) return OkStatus();
    const T* src = Inputs();
    for (int64_t layer = 0; layer < op_.num_layers; ++layer) {
      const bool last = layer + 1 == op_.num_layers;
      T* dst = last ? op_.out->template mutable_data<T>() : layers_[layer % 2];
      const int64_t first = layer * op_.directions();
      const bool beside = DirectionsRunBesideEachOther();
      for (int64_t i = 0; i < op_.directions(); ++i) {
        if (rows_ != 0) Project(first + i, src, directions_[i].gates);
        if (!beside) Advance(first + i, directions_[i], i == 1, last, dst + i * hidden_);
      }
      if (beside) {
        math_.pool()->ForEach(2, 1, [&](int64_t i) {
          Advance(first + i, directions_[i], i == 1, last, dst + i * hidden_);
        });
      }
      if (!last) ClearUnusedRows(dst, width_);
      src = dst;
    }
    return OkStatus();
  }

 private:
  struct Direction {
    const T** rows;  // of the hidden state, of the sequences that have the step
    T* gates;        // of all steps that sequences have
    T* products;     // of a step of a GRU
  };

  int64_t Columns() const { return op_.gates() * hidden_; }
  // A thread for each direction has no barrier in its steps, but leaves the other threads idle.
  bool DirectionsRunBesideEachOther() const {
    constexpr int64_t kWork = 1 << 16;  // multiply-adds of a step that justify a thread
    const int64_t threads = math_.pool()->threads();
    return op_.directions() == 2 && threads > 1 &&
           (threads < 4 || batch_ * hidden_ * Columns() / threads < kWork);
  }
  int64_t LengthOf(int64_t b) const {
    if (op_.sequence_length == nullptr) return steps_;
    const Tensor& lengths = *op_.sequence_length;
    return lengths.precision() == PrecisionType::kInt32 ? lengths.data<int32_t>()[b]
                                                        : lengths.data<int64_t>()[b];
  }
  Status CheckLengths() const {
    for (int64_t b = 0; b < batch_; ++b) {
      const int64_t length = LengthOf(b);
      if (length >= 0 && length <= steps_) continue;
      return OutOfRange("SequenceLength: sequence ", b, " has length ", length, ", expected 0 to ",
                        steps_);
    }
    return OkStatus();
  }

  // The inputs of the steps that sequences have, step by step: what follows a sequence's end is
  // not multiplied.
  const T* Inputs() {
    const T* const all = op_.input->template data<T>();
    rows_ = 0;
    for (int64_t b = 0; b < batch_; ++b) rows_ += LengthOf(b);
    if (rows_ == steps_ * batch_) return all;
    const int64_t size = op_.input->dims()[2];
    T* to = inputs_;
    for (int64_t t = 0; t < steps_; ++t) {
      for (int64_t b = 0; b < batch_; ++b) {
        if (t < LengthOf(b)) to = std::copy_n(all + (t * batch_ + b) * size, size, to);
      }
    }
    ClearUnusedRows(inputs_, size);
    return inputs_;
  }
  // Some products compute all rows.
  void ClearUnusedRows(T* rows, int64_t size) const {
    std::fill(rows + rows_ * size, rows + steps_ * batch_ * size, T(0));
  }

  // The gates of these steps, without what the hidden state adds.
  void Project(int64_t cell, const T* src, T* gates) const {
    const T* b_ih = op_.b_ih(cell).template data<T>();
    // A GRU multiplies its other bias by r.
    const T* b_hh = is_gru_ ? nullptr : op_.b_hh(cell).template data<T>();
    recurrent_internal::AddBias(b_ih, b_hh, Columns(), bias_);
    math_.Project(static_cast<size_t>(cell) * 2, src, rows_, bias_, gates);
  }

  // All steps of a cell, one after another. The last layer has a row for every step of every
  // sequence, zeros after its end.
  void Advance(int64_t cell, const Direction& direction, bool reverse, bool last_layer,
               T* dst) const {
    const int64_t columns = Columns();
    const T* b_hh = op_.b_hh(cell).template data<T>();
    T* h = op_.state[0]->template mutable_data<T>() + cell * batch_ * hidden_;
    T* c = is_lstm_ ? op_.state[1]->template mutable_data<T>() + cell * batch_ * hidden_ : nullptr;
    int64_t first = reverse ? rows_ : 0;  // of the rows of the step
    int64_t count = 0;
    for (int64_t step = 0; step < steps_; ++step) {
      const int64_t t = reverse ? steps_ - 1 - step : step;
      if (!reverse) first += count;
      count = 0;
      for (int64_t b = 0; b < batch_; ++b) {
        if (t < LengthOf(b)) {
          direction.rows[count++] = h + b * hidden_;
        } else if (last_layer) {
          std::fill_n(dst + (t * batch_ + b) * width_, hidden_, T(0));
        }
      }
      if (reverse) first -= count;
      if (count == 0) continue;
      T* gates = direction.gates + first * columns;
      T* products = gates;
      if (is_gru_) {
        products = direction.products;
        for (int64_t i = 0; i < count; ++i) std::copy_n(b_hh, columns, products + i * columns);
      }
      math_.Recur(static_cast<size_t>(cell) * 2 + 1, direction.rows, count, products, columns);
      math_.pool()->ForEach(count, recurrent_internal::RowGrain(columns), [&](int64_t i) {
        const int64_t b = (direction.rows[i] - h) / hidden_;
        T* state = h + b * hidden_;
        T* row = gates + i * columns;
        if (is_lstm_) {
          StepLstm(row, c + b * hidden_, state);
        } else if (is_gru_) {
          StepGru(row, products + i * columns, state);
        } else {
          math_.Activate(activation_, row, hidden_);
          std::copy_n(row, hidden_, state);
        }
        std::copy_n(state, hidden_, dst + (last_layer ? t * batch_ + b : first + i) * width_);
      });
    }
  }

  void StepLstm(T* gates, T* cell, T* h) const {
    T* candidate = gates + 2 * hidden_;
    T* output = gates + 3 * hidden_;
    math_.Activate(ActivationType::kSigmoid, gates, 2 * hidden_);
    math_.Activate(ActivationType::kTanh, candidate, hidden_);
    math_.Activate(ActivationType::kSigmoid, output, hidden_);
    for (int64_t j = 0; j < hidden_; ++j) {
      cell[j] = gates[hidden_ + j] * cell[j] + gates[j] * candidate[j];
    }
    std::copy_n(cell, hidden_, h);
    math_.Activate(ActivationType::kTanh, h, hidden_);
    for (int64_t j = 0; j < hidden_; ++j) h[j] *= output[j];
  }
  void StepGru(T* gates, const T* products, T* h) const {
    T* candidate = gates + 2 * hidden_;
    for (int64_t j = 0; j < 2 * hidden_; ++j) gates[j] += products[j];
    math_.Activate(ActivationType::kSigmoid, gates, 2 * hidden_);
    for (int64_t j = 0; j < hidden_; ++j) candidate[j] += gates[j] * products[2 * hidden_ + j];
    math_.Activate(ActivationType::kTanh, candidate, hidden_);
    const T* u = gates + hidden_;
    for (int64_t j = 0; j < hidden_; ++j) h[j] = u[j] * h[j] + (1 - u[j]) * candidate[j];
  }

  const operators::Rnn& op_;
  const Arithmetic& math_;
  const int64_t steps_, batch_, hidden_, width_;
  const bool is_gru_, is_lstm_;
  const ActivationType activation_;  // of a plain cell
  Direction directions_[2];
  T* layers_[2];
  T* bias_;
  T* inputs_;
  int64_t rows_ = 0;  // steps of all sequences
};

}  // namespace paddle::lite::kernels
