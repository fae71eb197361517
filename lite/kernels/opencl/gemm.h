// Products of matrices: gemm.cl.
#pragma once

#include "lite/kernels/opencl/epilogue.h"
#include "lite/kernels/opencl/tiled.h"

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
    tiled_ = product.m >= kGroup && product.n >= kGroup;
    if (!tiled_) return by_elements_.Load(context, "gemm", "gemm_rows");
    static constexpr Tile kTiles[] = {{"", 4, 4},
                                      {"-DCOLUMNS=4 -DROWS=2", 4, 2},
                                      {"-DCOLUMNS=4 -DROWS=8", 4, 8},
                                      {"-DCOLUMNS=8 -DROWS=4", 8, 4},
                                      {"-DCOLUMNS=8 -DROWS=8", 8, 8}};
    struct {
      Product product;
      int32_t matrices;
    } const problem = {product, static_cast<int32_t>(batch.count())};
    return by_tiles_.Load(context, "gemm", "gemm", kTiles, problem);
  }

  Status Run(const RunContext& context, const Tensor* a, const Tensor* b, const Tensor* bias,
             const ProductEpilogue& epilogue, const Tensor* residual, const Tensor* slopes,
             const Tensor* second, Tensor* out) {
    if (out->numel() == 0) return OkStatus();
    const auto add = [&](Call& call) -> Call& {
      call.Add(a).Add(b).Add(bias);
      return AddEpilogue(call, epilogue, residual, slopes, second)
          .Add(out)
          .Add(batch_)
          .Add(product_);
    };
    const int64_t matrices = batch_.count();
    if (tiled_) {
      return by_tiles_.Run(context, [&](Call& call, const Tile& tile) {
        const int64_t columns = tile.Across(product_.n), rows = tile.Down(product_.m);
        return add(call).OverGroups(
            {(columns + kGroup - 1) / kGroup, (rows + kGroup - 1) / kGroup, matrices}, kSquare);
      });
    }
    Call call = by_elements_.On(context);
    return add(call).Over({product_.n, product_.m, matrices}, product_.n >= 8 ? kLine : kColumn);
  }

 private:
  static constexpr int32_t kGroup = 8;  // work items of a group along an axis

  Product product_;
  Walk batch_;
  bool tiled_ = false;
  TiledFunction by_tiles_;
  LoadedFunction by_elements_;
};

}  // namespace paddle::lite::kernels::opencl
