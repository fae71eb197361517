// Constant matrices of recurrent operators: those that multiply the inputs of all steps, and those
// that multiply the states of one step.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "lite/kernels/cpu/column_panel.h"
#include "lite/kernels/cpu/constant_gemm.h"
#include "lite/operators/recurrent.h"

namespace paddle::lite::kernels::LITE_CPU {

// A matrix [depth, columns] in a constant weight, whose output channels are its columns.
struct MatrixOfWeight {
  const Tensor* weight;
  std::string form;  // tells matrices apart that are stored in the same weight
  int64_t depth, columns;
  StoredRows rows;
  int64_t offset = 0;  // of its first element
};

// A constant matrix [depth, columns] in panels of neighbouring columns, [depth][width] each; the
// last panel has as many vectors as its columns need.
class PackedMatrix {
 public:
  Status Prepare(const MatrixOfWeight& matrix, PrepareContext* context) {
    const backend::KernelTables& tables = backend::ActiveTables();
    kernels_ = &tables.gemm;
    depth_ = matrix.depth;
    columns_ = matrix.columns;
    widest_ = (columns_ + tables.gemm.lanes - 1) / width();
    size_t bytes = 0;
    const size_t padded = static_cast<size_t>(panels() * width());
    if (!CheckedMul(padded, static_cast<size_t>(depth_), &bytes) ||
        !CheckedMul(bytes, sizeof(float), &bytes)) {
      return OutOfRange("Weight: ", matrix.weight->dims(), " is too large");
    }
    LITE_ASSIGN_OR_RETURN(
        const void* packed,
        context->packed->Get(
            *matrix.weight, StrCat(matrix.form, "/", width()), bytes, [&](void* to) {
              const float* const data = matrix.weight->data<float>() + matrix.offset;
              const StoredRows& rows = matrix.rows;
              const int64_t row = rows.transposed ? 1 : rows.stride;
              const int64_t column = rows.transposed ? rows.stride : 1;
              float* dst = static_cast<float*>(to);
              for (int64_t p = 0; p < panels(); ++p) {
                Panel(p).Pack(tables, data + p * width() * column, row, column, dst);
                dst += depth_ * Panel(p).Width(tables.gemm);
              }
            }));
    weights_ = static_cast<const float*>(packed);
    return OkStatus();
  }

  // dst[r * stride + j] += sum over k of rows[r][k] * W[k, j]. Not by several threads at a time.
  //
  // Every other product begins with the last panels: those that the step before read last are still
  // in the cache, even if the matrix does not fit.
  void AddProduct(const float* const* rows, int64_t count, float* dst, int64_t stride,
                  const RunContext& context) const {
    const bool backwards = backwards_;
    backwards_ = !backwards;
    const auto multiply = [&](int64_t begin, int64_t end, int /*thread*/) {
      for (int64_t left = end - begin; left > 0;) {
        int64_t joined = 1;
        if (!backwards) {
          joined = backend::JoinedPanels(*kernels_, count, std::min(left, widest_ - (end - left)));
        } else if (begin + left <= widest_) {
          joined = backend::JoinedPanels(*kernels_, count, left);
        }
        const int64_t p = backwards ? begin + left - joined : end - left;
        MultiplyPanel(
            *kernels_, Panel(p, joined), weights_ + p * width() * depth_, count,
            [&](int64_t r) { return rows[r]; }, {true}, dst + p * width(), stride);
        left -= joined;
      }
    };
    context.pool->ParallelFor(panels(), PanelGrain(count, Panel(0)), multiply);
  }

 private:
  int64_t width() const { return ColumnPanel::MaxColumns(*kernels_); }
  int64_t panels() const { return (columns_ + width() - 1) / width(); }
  // `count` panels from number `panel` on.
  ColumnPanel Panel(int64_t panel, int64_t count = 1) const {
    return {depth_, std::min(count * width(), columns_ - panel * width())};
  }

  const backend::GemmF32Kernels* kernels_ = nullptr;
  int64_t depth_ = 0, columns_ = 0;
  int64_t widest_ = 0;  // number of panels, the first, of as many vectors as a panel may have
  const float* weights_ = nullptr;
  mutable bool backwards_ = false;
};

// A constant matrix of int8 numbers: the products of fc (weight8_gemm.h), a few rows at a time.
class Int8Matrix {
 public:
  // `scales` are those of all columns, or one. `dynamic`: rows are rounded to 8 bits.
  Status Prepare(const MatrixOfWeight& matrix, bool dynamic, std::vector<float> scales,
                 int64_t max_rows, PrepareContext* context) {
    depth_ = matrix.depth;
    columns_ = matrix.columns;
    backend::Weight8Options options;
    options.threads = context->pool->threads();
    options.scales = std::move(scales);
    plans_.clear();
    const int64_t heights = std::clamp<int64_t>(max_rows, 1, kMaxRows);
    size_t plan_bytes = 0;
    for (int64_t height = 1; height <= heights; ++height) {
      Plan plan;
      plan.product = PlanInt8Weights(dynamic, height, columns_, depth_, options);
      if (plan.product == nullptr) return NoPlan();
      plan_bytes = std::max(plan_bytes, plan.product->scratch_bytes());
      const auto pack = [&](void* packed) {
        plan.product->Pack(matrix.weight->data<int8_t>() + matrix.offset, matrix.rows.strides(),
                           {context->pool}, packed);
      };
      LITE_ASSIGN_OR_RETURN(
          plan.packed,
          context->packed->Get(*matrix.weight, StrCat(plan.product->form(), "/", matrix.form),
                               plan.product->packed_bytes(), pack));
      plans_.push_back(std::move(plan));
    }
    size_t row_bytes = 0, bytes = 0;
    if (!CheckedAdd(static_cast<size_t>(depth_), static_cast<size_t>(columns_), &row_bytes) ||
        !CheckedMul(row_bytes, static_cast<size_t>(heights) * sizeof(float), &bytes) ||
        bytes > SIZE_MAX / 2 || !CheckedAdd(RoundUp(bytes, 64), plan_bytes, &bytes)) {
      return OutOfRange("Weight: ", matrix.weight->dims(), " is too large");
    }
    scratch_ = context->BookScratch(bytes);
    return OkStatus();
  }

  // dst[r * stride + j] += sum over k of rows[r][k] * W[k, j].
  void AddProduct(const float* const* rows, int64_t count, float* dst, int64_t stride,
                  const RunContext& context) const {
    const auto heights = static_cast<int64_t>(plans_.size());
    float* const products = reinterpret_cast<float*>(context.scratch + scratch_);
    float* const states = products + heights * columns_;
    backend::ConvBuffersOf<backend::TypesW8> buffers;
    buffers.src = states;
    buffers.dst = products;
    buffers.scratch =
        context.scratch + scratch_ +
        RoundUp(static_cast<size_t>(heights * (columns_ + depth_)) * sizeof(float), 64);
    buffers.pool = context.pool;
    const auto add = W8::ActiveTables().vector.binary[static_cast<int>(backend::BinaryF32::kAdd)];
    const backend::RowTiles tiles(count, heights);
    for (int64_t t = 0; t < tiles.count; ++t) {
      const int64_t first = tiles.begin(t);
      const int64_t height = tiles.height(t);
      for (int64_t r = 0; r < height; ++r) {
        std::copy_n(rows[first + r], depth_, states + r * depth_);
      }
      const Plan& plan = plans_[static_cast<size_t>(height) - 1];
      buffers.weights = plan.packed;
      plan.product->Run(buffers);
      for (int64_t r = 0; r < height; ++r) {
        float* const to = dst + (first + r) * stride;
        add(to, products + r * columns_, to, columns_);
      }
    }
  }

 private:
  // All plans read one packed form: more rows would have another one in matrix registers.
  static constexpr int64_t kMaxRows = 12;

  struct Plan {
    std::unique_ptr<backend::ConvPlanOf<backend::TypesW8>> product;
    const void* packed = nullptr;
  };
  int64_t depth_ = 0, columns_ = 0;
  std::vector<Plan> plans_;  // by number of rows, less one
  size_t scratch_ = 0;
};

// A matrix of float or int8 numbers that multiplies the states of one step.
class StateMatrix {
 public:
  // `first_scale`: the scale of the first column among those of the weight. `max_rows`: the most
  // states, as far as they are known.
  Status Prepare(const SlotOfWeight& slot, const operators::WeightForm& form,
                 const MatrixOfWeight& matrix, int64_t first_scale, int64_t max_rows,
                 PrepareContext* context) {
    if (!form.IsInt8(*matrix.weight)) {
      return matrix_.emplace<PackedMatrix>().Prepare(matrix, context);
    }
    LITE_ASSIGN_OR_RETURN(std::vector<float> scales,
                          operators::WeightScales(*slot.op, slot.slot, slot.scales, slot.index));
    if (scales.size() > 1) {
      const auto first = scales.begin() + static_cast<std::ptrdiff_t>(first_scale);
      scales = std::vector<float>(first, first + static_cast<std::ptrdiff_t>(matrix.columns));
    }
    return matrix_.emplace<Int8Matrix>().Prepare(matrix, form.dynamic_int8, std::move(scales),
                                                 max_rows, context);
  }
  // dst[r * stride + j] += sum over k of rows[r][k] * W[k, j].
  void AddProduct(const float* const* rows, int64_t count, float* dst, int64_t stride,
                  const RunContext& context) const {
    std::visit([&](const auto& matrix) { matrix.AddProduct(rows, count, dst, stride, context); },
               matrix_);
  }

 private:
  std::variant<PackedMatrix, Int8Matrix> matrix_;
};

// The product of all inputs with a constant matrix of float or int8 numbers stored by columns, plus
// a bias.
class Projection {
 public:
  Status Prepare(const SlotOfWeight& slot, const operators::WeightForm& form, const Tensor& weight,
                 int64_t rows, int64_t columns, int64_t depth, PrepareContext* context) {
    columns_ = columns;
    empty_ = weight.numel() == 0;
    if (empty_) return OkStatus();
    if (!form.IsInt8(weight)) {
      gemm_.emplace<ConstantGemm<F32>>();
    } else if (form.dynamic_int8) {
      gemm_.emplace<ConstantGemm<D8>>();
    } else {
      gemm_.emplace<ConstantGemm<W8>>();
    }
    return std::visit(
        [&](auto& gemm) {
          return gemm.Prepare(slot, weight, rows, columns, depth, {depth, true},
                              backend::ActivationF32(), context);
        },
        gemm_);
  }
  // The first `rows` rows. A product of int8 weights reads and writes those of Prepare.
  void Run(const float* src, int64_t rows, const float* bias, float* dst,
           const RunContext& context) const {
    if (empty_) {
      std::fill_n(dst, rows * columns_, 0.0f);
      if (bias == nullptr) return;
      for (int64_t i = 0; i < rows; ++i) std::copy_n(bias, columns_, dst + i * columns_);
      return;
    }
    std::visit([&](const auto& gemm) { gemm.Run(src, bias, nullptr, dst, context, rows); }, gemm_);
  }

 private:
  int64_t columns_ = 0;
  bool empty_ = false;  // nothing to multiply
  std::variant<ConstantGemm<F32>, ConstantGemm<W8>, ConstantGemm<D8>> gemm_;
};

}  // namespace paddle::lite::kernels::LITE_CPU
