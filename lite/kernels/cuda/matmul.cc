// fc, mul and the matrix products.

#include "lite/operators/matmul.h"

#include "lite/kernels/cuda/product_launch.h"
#include "lite/operators/fc.h"
#include "lite/operators/mul.h"

namespace paddle::lite::kernels::cuda {

template <typename T>
class FcKernel final : public CudaKernel<operators::Fc> {
 public:
  Status PrepareCuda(const operators::Fc& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Fc::GemmShape g, op.Gemm());
    MatrixSource<T> source = {};
    source.rows = Int(g.m);
    source.columns = Int(g.n);
    source.depth = source.a_row = Int(g.k);
    source.b_row = Int(g.w_stride);
    source.bias_column = 1;
    epilogue_ = EpilogueOf<T>();
    LITE_ASSIGN_OR_RETURN(epilogue_.activation, op.ResolveActivation());
    if (epilogue_.activation.type == ActivationType::kPRelu && op.out->numel() > 0) {
      SetSlopes(op.prelu_mode, op.out->dims(), &epilogue_);
    }
    return product_.Prepare(source, epilogue_, op.input, op.w, op.bias, context);
  }
  Status RunOp(const operators::Fc& op, const RunContext& context) override {
    return product_.Run(context, op.input, op.w, op.bias,
                        WithOperands(epilogue_, nullptr, op.prelu_alpha, nullptr), op.out);
  }

 private:
  EpilogueOf<T> epilogue_;
  ProductLaunch<T> product_;
};

template <typename T>
class MulKernel final : public CudaKernel<operators::Mul> {
 public:
  Status PrepareCuda(const operators::Mul& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Mul::GemmShape g, op.Gemm());
    MatrixSource<T> source = {};
    source.rows = Int(g.m);
    source.columns = source.b_row = Int(g.n);
    source.depth = source.a_row = Int(g.k);
    return product_.Prepare(source, {}, op.x, op.y, nullptr, context);
  }
  Status RunOp(const operators::Mul& op, const RunContext& context) override {
    return product_.Run(context, op.x, op.y, nullptr, {}, op.out);
  }

 private:
  ProductLaunch<T> product_;
};

template <typename T>
class MatmulKernel final : public CudaKernel<operators::MatmulBase> {
 public:
  static Status Supports(const operators::MatmulBase& op) { return op.CheckOneHead(); }
  Status PrepareCuda(const operators::MatmulBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::MatmulGeometry g, op.Geometry());
    MatrixSource<T> source = {};
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
    return product_.Prepare(source, {}, op.x, op.y, nullptr, context);
  }
  Status RunOp(const operators::MatmulBase& op, const RunContext& context) override {
    return product_.Run(context, op.x, op.y, nullptr, {}, op.out);
  }

 private:
  ProductLaunch<T> product_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, FcKernel<float>, fc);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, MulKernel<float>, mul);
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, MatmulKernel<float>, matmul, matmul_v2, bmm);
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, FcKernel<Half>, fc);
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, MulKernel<Half>, mul);
LITE_KERNELS(kCUDA, kFP16, kNCHW, def, MatmulKernel<Half>, matmul, matmul_v2, bmm);

}  // namespace paddle::lite::kernels::cuda
