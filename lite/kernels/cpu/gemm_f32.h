// Matrix products as pointwise convolutions, shared by fc, mul and matmul.
#pragma once

#include "lite/backends/cpu/conv_f32.h"
#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

// [m, k] x [k, n] as a pointwise convolution; all sizes are positive.
inline backend::ConvShape GemmShape(int64_t m, int64_t n, int64_t k) {
  backend::ConvShape shape;
  shape.in_h = shape.out_h = 1;
  shape.in_w = shape.out_w = m;
  shape.in_c = k;
  shape.out_c = n;
  return shape;
}

// The plan of such a product.
template <typename Types>
std::unique_ptr<backend::ConvPlanOf<PlanTypes<Types>>> PlanGemm(
    int64_t m, int64_t n, int64_t k, int threads, const backend::ActivationF32& activation) {
  backend::ConvOptions options;
  options.algorithm = backend::ConvAlgorithm::kGemm;
  options.threads = threads;
  options.activation = activation;
  return backend::PlanConv(GemmShape(m, n, k), Types::ActiveTables(), options);
}

// How a [k, n] matrix is stored: element (k, n) at k * row + n * column.
inline backend::WeightStrides MatrixStrides(int64_t row, int64_t column) {
  return {column, row, 0};
}

// The same for matrices with rows of neighbouring elements, `stride` apart: those of the [k, n]
// matrix, or, transposed, its columns.
struct StoredRows {
  int64_t stride;
  bool transposed = false;

  backend::WeightStrides strides() const {
    return transposed ? MatrixStrides(1, stride) : MatrixStrides(stride, 1);
  }
  // A part of the names of packed forms.
  std::string form() const { return StrCat(transposed ? "/nk" : "/kn", stride); }
};

}  // namespace paddle::lite::kernels::LITE_CPU
