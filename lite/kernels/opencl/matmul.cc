// fc, mul and the matrix products.

#include "lite/operators/matmul.h"

#include "lite/kernels/opencl/gemm.h"
#include "lite/kernels/opencl/images.h"
#include "lite/kernels/opencl/tiled.h"
#include "lite/operators/fc.h"
#include "lite/operators/mul.h"

namespace paddle::lite::kernels::opencl {

class FcKernel final : public KernelFor<operators::Fc> {
 public:
  Status PrepareOp(const operators::Fc& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Fc::GemmShape g, op.Gemm());
    Product product;
    product.m = static_cast<int32_t>(g.m);
    product.n = static_cast<int32_t>(g.n);
    product.k = product.a_row = static_cast<int32_t>(g.k);
    product.b_row = static_cast<int32_t>(g.w_stride);
    product.bias_column = 1;
    epilogue_ = ProductEpilogue();
    LITE_ASSIGN_OR_RETURN(epilogue_.activation, op.ResolveActivation());
    if (epilogue_.activation.type == ActivationType::kPRelu && op.out->numel() > 0) {
      epilogue_.SetSlopes(op.prelu_mode, op.out->dims());
    }
    return gemm_.Prepare(*context, product, Walk());
  }
  Status RunOp(const operators::Fc& op, const RunContext& context) override {
    return gemm_.Run(context, op.input, op.w, op.bias, epilogue_, nullptr, op.prelu_alpha, nullptr,
                     op.out);
  }

 private:
  ProductEpilogue epilogue_;
  Gemm gemm_;
};

// For the products between images, such as those of squeeze and excitation.
class FcImageKernel final : public KernelFor<operators::Fc> {
 public:
  static Status Supports(const operators::Fc& op) {
    if (op.prelu_alpha != nullptr) return Unsupported("a fused prelu in images");
    const DDim& dims = op.input->dims();
    if (dims.empty()) return OkStatus();
    if (op.col_dims() != 1 || (dims.rank() != 2 && dims.rank() != 4)) {
      return Unsupported("Input of shape ", dims, " with ", op.col_dims(),
                         " dimensions of rows in images");
    }
    return OkStatus();
  }

  Status PrepareOp(const operators::Fc& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Fc::GemmShape g, op.Gemm());
    LITE_ASSIGN_OR_RETURN(activation_, op.ResolveActivation());
    row_ = ImageShape(op.input->dims());
    if (op.input->dims().rank() == 2) row_.h = 1;
    columns_ = static_cast<int32_t>(g.n);
    rows_ = static_cast<int32_t>(g.m);
    weight_row_ = static_cast<int32_t>(g.w_stride);
    static constexpr Tile kTiles[] = {
        {"", 1, 4}, {"-DROWS=1", 1, 1}, {"-DROWS=2", 1, 2}, {"-DROWS=8", 1, 8}};
    // A single row has nothing to share.
    const Span<const Tile> tiles = Span<const Tile>(kTiles).subspan(0, g.m == 1 ? 2 : 4);
    struct {
      ImageShape row;
      int32_t columns, rows;
    } const problem = {row_, columns_, rows_};
    return function_.Load(*context, "image_fc", "fc_image", tiles, problem);
  }
  Status RunOp(const operators::Fc& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    return function_.Run(context, [&](Call& call, const Tile& tile) {
      return call.Add(op.input)
          .Add(op.w)
          .Add(op.bias)
          .Add(op.out)
          .Add(row_)
          .Add(weight_row_)
          .Add(rows_)
          .Add(activation_)
          .Over({columns_, tile.Down(rows_), 1}, kLine);
    });
  }

 private:
  Activation activation_;
  ImageShape row_;
  int32_t weight_row_ = 0, columns_ = 0, rows_ = 0;
  TiledFunction function_;
};

class MulKernel final : public KernelFor<operators::Mul> {
 public:
  Status PrepareOp(const operators::Mul& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Mul::GemmShape g, op.Gemm());
    Product product;
    product.m = static_cast<int32_t>(g.m);
    product.n = product.b_row = static_cast<int32_t>(g.n);
    product.k = product.a_row = static_cast<int32_t>(g.k);
    return gemm_.Prepare(*context, product, Walk());
  }
  Status RunOp(const operators::Mul& op, const RunContext& context) override {
    return gemm_.Run(context, op.x, op.y, nullptr, {}, nullptr, nullptr, nullptr, op.out);
  }

 private:
  Gemm gemm_;
};

class MatmulKernel final : public KernelFor<operators::MatmulBase> {
 public:
  static Status Supports(const operators::MatmulBase& op) { return op.CheckOneHead(); }
  Status PrepareOp(const operators::MatmulBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::MatmulGeometry g, op.Geometry());
    Product product;
    product.m = static_cast<int32_t>(g.m);
    product.n = static_cast<int32_t>(g.n);
    product.k = static_cast<int32_t>(g.k);
    product.a_row = g.transpose_x ? 1 : product.k;
    product.a_column = g.transpose_x ? product.m : 1;
    product.b_row = g.transpose_y ? 1 : product.n;
    product.b_column = g.transpose_y ? product.k : 1;
    product.alpha = op.alpha;
    Walk batch;
    if (g.folds_into_one()) {
      product.m *= static_cast<int32_t>(g.batch_count());
    } else {
      for (int i = 0; i < g.batch.rank(); ++i) {
        batch.Add(g.batch[i], g.x_steps[i] * g.m * g.k, g.y_steps[i] * g.k * g.n);
      }
    }
    return gemm_.Prepare(*context, product, batch);
  }
  Status RunOp(const operators::MatmulBase& op, const RunContext& context) override {
    return gemm_.Run(context, op.x, op.y, nullptr, {}, nullptr, nullptr, nullptr, op.out);
  }

 private:
  Gemm gemm_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, FcKernel, fc);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, FcImageKernel, fc)
    .In({"W", "Bias", "Alpha"}, PRECISION(kFloat), DATALAYOUT(kNCHW));
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, MulKernel, mul);
LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, MatmulKernel, matmul, matmul_v2, bmm);

}  // namespace paddle::lite::kernels::opencl
