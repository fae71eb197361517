// Products of matrices: gemm.cl.
#pragma once

#include "lite/kernels/opencl/epilogue.h"

namespace paddle::lite::kernels::opencl {

// Product of gemm.cl.
struct Product {
  int32_t m = 0, n = 0, k = 0;
  int32_t a_row = 0, a_column = 1, b_row = 0, b_column = 1;
  int32_t bias_row = 0, bias_column = 0, bias_period = 1;
  float alpha = 1;
};

// Launches of the products of a batch, chosen by their size.
class Gemm {
 public:
  // `batch` has the steps in a and b of the matrices of the result, in their order.
  Status Prepare(const PrepareContext& context, const Product& product, const Walk& batch) {
    product_ = product;
    batch_ = batch;
    // Tiles of 32 x 32 elements.
    tiled_ = product.m >= 8 && product.n >= 8;
    return function_.Load(context, "gemm", tiled_ ? "gemm" : "gemm_rows");
  }

  Status Run(const RunContext& context, const Tensor* a, const Tensor* b, const Tensor* bias,
             const ProductEpilogue& epilogue, const Tensor* residual, const Tensor* slopes,
             const Tensor* second, const Tensor* out) const {
    if (out->numel() == 0) return OkStatus();
    Call call = function_.On(context);
    call.Add(a).Add(b).Add(bias);
    AddEpilogue(call, epilogue, residual, slopes, second).Add(out).Add(batch_).Add(product_);
    const int64_t matrices = batch_.count();
    if (tiled_) {
      constexpr int64_t kTile = 32;
      return call.OverGroups(
          {(product_.n + kTile - 1) / kTile, (product_.m + kTile - 1) / kTile, matrices}, kSquare);
    }
    return call.Over({product_.n, product_.m, matrices}, product_.n >= 8 ? kLine : kColumn);
  }

 private:
  Product product_;
  Walk batch_;
  bool tiled_ = false;
  LoadedFunction function_;
};

}  // namespace paddle::lite::kernels::opencl
