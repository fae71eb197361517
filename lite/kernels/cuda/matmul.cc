// fc, mul and the matrix products.

#include "lite/operators/matmul.h"

#include "lite/backends/cuda/cublas.h"
#include "lite/backends/cuda/product_body.h"
#include "lite/kernels/cuda/epilogue.h"
#include "lite/operators/fc.h"
#include "lite/operators/mul.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::MatrixSource;
using lite::cuda::ThinProduct;
using lite::cuda::TileProduct;

// Launches of a product whose operands are not known yet.
class ProductLaunch {
 public:
  void Prepare(const MatrixSource& source) {
    source_ = source;
    source_.count = Int(source.batch.count());
    cublas_ = nullptr;
  }
  // The same for products without bias and epilogue, which may be those of cuBLAS.
  Status PreparePlain(const MatrixSource& source, const PrepareContext& context) {
    Prepare(source);
    auto* const queue = static_cast<CudaContext*>(context.device);
    const bool thin = source_.rows < kMinTile || source_.columns < kMinTile;
    if (!queue->device()->uses_cublas() || thin || source_.depth == 0 || source_.batch.rank > 1) {
      return OkStatus();
    }
    LITE_ASSIGN_OR_RETURN(cublas_, queue->Cublas());
    plain_.m = source_.rows;
    plain_.n = source_.columns;
    plain_.k = source_.depth;
    plain_.transpose_a = source_.a_column != 1;
    plain_.transpose_b = source_.b_column != 1;
    plain_.alpha = source_.alpha;
    plain_.batch = source_.count;
    plain_.a_step = source_.batch.step[0][0];
    plain_.b_step = source_.batch.step[1][0];
    plain_.c_step = int64_t{plain_.m} * plain_.n;
    return OkStatus();
  }
  Status Run(const RunContext& context, const Tensor* a, const Tensor* b, const Tensor* bias,
             const Epilogue& epilogue, const Tensor* out) const {
    if (out->numel() == 0) return OkStatus();
    if (cublas_ != nullptr) {
      return cublas_->Multiply(plain_, From<float>(a), From<float>(b), To<float>(out));
    }
    MatrixSource source = source_;
    source.a = From<float>(a);
    source.b = From<float>(b);
    source.bias = From<float>(bias);
    source.out = To<float>(out);
    source.epilogue = epilogue;
    if (source.rows < kMinTile || source.columns < kMinTile) {
      const ThinProduct<MatrixSource> product = {source};
      return QueueOf(context)->LaunchInGroups("product", product, product.groups());
    }
    const TileProduct<MatrixSource> product = {source};
    return QueueOf(context)->LaunchInGroups("product", product, product.groups());
  }

 private:
  // An eighth of a tile.
  static constexpr int32_t kMinTile = 8;

  MatrixSource source_ = {};
  lite::cuda::CublasHandle* cublas_ = nullptr;  // belongs to the queue
  lite::cuda::CublasProduct plain_;
};

class FcKernel final : public CudaKernel<operators::Fc> {
 public:
  Status PrepareCuda(const operators::Fc& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::Fc::GemmShape g, op.Gemm());
    MatrixSource source = {};
    source.rows = Int(g.m);
    source.columns = Int(g.n);
    source.depth = source.a_row = Int(g.k);
    source.b_row = Int(g.w_stride);
    source.bias_column = 1;
    epilogue_ = Epilogue();
    LITE_ASSIGN_OR_RETURN(epilogue_.activation, op.ResolveActivation());
    if (epilogue_.activation.type == ActivationType::kPRelu && op.out->numel() > 0) {
      SetSlopes(op.prelu_mode, op.out->dims(), &epilogue_);
    }
    product_.Prepare(source);
    return OkStatus();
  }
  Status RunOp(const operators::Fc& op, const RunContext& context) override {
    return product_.Run(context, op.input, op.w, op.bias,
                        WithOperands(epilogue_, nullptr, op.prelu_alpha, nullptr), op.out);
  }

 private:
  Epilogue epilogue_;
  ProductLaunch product_;
};

class MulKernel final : public CudaKernel<operators::Mul> {
 public:
  Status PrepareCuda(const operators::Mul& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Mul::GemmShape g, op.Gemm());
    MatrixSource source = {};
    source.rows = Int(g.m);
    source.columns = source.b_row = Int(g.n);
    source.depth = source.a_row = Int(g.k);
    return product_.PreparePlain(source, *context);
  }
  Status RunOp(const operators::Mul& op, const RunContext& context) override {
    return product_.Run(context, op.x, op.y, nullptr, {}, op.out);
  }

 private:
  ProductLaunch product_;
};

class MatmulKernel final : public CudaKernel<operators::MatmulBase> {
 public:
  static Status Supports(const operators::MatmulBase& op) { return op.CheckOneHead(); }
  Status PrepareCuda(const operators::MatmulBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::MatmulGeometry g, op.Geometry());
    MatrixSource source = {};
    source.rows = Int(g.m);
    source.columns = Int(g.n);
    source.depth = Int(g.k);
    source.a_row = g.transpose_x ? 1 : source.depth;
    source.a_column = g.transpose_x ? source.rows : 1;
    source.b_row = g.transpose_y ? 1 : source.columns;
    source.b_column = g.transpose_y ? source.depth : 1;
    source.alpha = op.alpha;
    if (g.folds_into_one()) {
      source.rows *= Int(g.batch_count());
    } else {
      for (int i = 0; i < g.batch.rank(); ++i) {
        source.batch.Add(g.batch[i], g.x_steps[i] * g.m * g.k, g.y_steps[i] * g.k * g.n);
      }
    }
    return product_.PreparePlain(source, *context);
  }
  Status RunOp(const operators::MatmulBase& op, const RunContext& context) override {
    return product_.Run(context, op.x, op.y, nullptr, {}, op.out);
  }

 private:
  ProductLaunch product_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, FcKernel, fc);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, MulKernel, mul);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, MatmulKernel, matmul, matmul_v2, bmm);

}  // namespace paddle::lite::kernels::cuda
