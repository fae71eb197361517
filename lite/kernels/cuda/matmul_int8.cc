// fc, mul and the matrix products of int8. Results are int8 or float.
#include <type_traits>

#include "lite/kernels/cuda/int8_product.h"
#include "lite/kernels/gpu/copies.h"
#include "lite/operators/fc.h"
#include "lite/operators/matmul.h"
#include "lite/operators/mul.h"

namespace paddle::lite::kernels::cuda {
namespace {

// A product by a constant matrix of `depth` rows, which is brought to columns once.
template <typename Out>
class ConstantInt8Product {
 public:
  Status Prepare(const Tensor& weights, int64_t rows, int64_t columns, int64_t depth,
                 int64_t weight_row, const operators::ProductScales& scales,
                 const Activation& activation, PrepareContext* context) {
    LITE_ASSIGN_OR_RETURN(weights_, AllocateBlock(*context, static_cast<size_t>(columns * depth)));
    LITE_RETURN_IF_ERROR(
        QueueTransposed(static_cast<CudaContext*>(context->device), From<int8_t>(&weights),
                        static_cast<int8_t*>(weights_->handle()), 1, depth, columns, weight_row));
    Int8Matrices matrices;
    matrices.rows = rows;
    matrices.columns = columns;
    matrices.depth = depth;
    return product_.Prepare(matrices, scales, activation, context);
  }
  Status Run(const RunContext& context, const Tensor* a, const Tensor* bias,
             const Tensor* out) const {
    return product_.Run(context, From<int8_t>(a), From<int8_t>(weights_), From<float>(bias),
                        To<Out>(out));
  }

 private:
  Block weights_;
  Int8ProductLaunch<Out> product_;
};

}  // namespace

template <typename Out>
class FcInt8Kernel final : public CudaKernel<operators::Fc> {
 public:
  static Status Supports(const operators::Fc& op) {
    if (!op.w->persistable()) return Unsupported("W must be a constant weight");
    if (op.w->numel() == 0) return Unsupported("a W without elements");
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.ResolveActivation());
    return activation.type == ActivationType::kPRelu ? Unsupported("a fused prelu") : OkStatus();
  }
  Status PrepareCuda(const operators::Fc& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Fc::GemmShape g, op.Gemm());
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.ResolveActivation());
    LITE_ASSIGN_OR_RETURN(
        const operators::ProductScales scales,
        ScalesOfProduct(op, "Input", "W", "Out", std::is_same_v<Out, int8_t>, g.n));
    return product_.Prepare(*op.w, g.m, g.n, g.k, g.w_stride, scales, activation, context);
  }
  Status RunOp(const operators::Fc& op, const RunContext& context) override {
    return product_.Run(context, op.input, op.bias, op.out);
  }

 private:
  ConstantInt8Product<Out> product_;
};

template <typename Out>
class MulInt8Kernel final : public CudaKernel<operators::Mul> {
 public:
  static Status Supports(const operators::Mul& op) {
    if (!op.y->persistable()) return Unsupported("Y must be a constant weight");
    return op.y->numel() == 0 ? Unsupported("a Y without elements") : OkStatus();
  }
  Status PrepareCuda(const operators::Mul& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Mul::GemmShape g, op.Gemm());
    LITE_ASSIGN_OR_RETURN(const operators::ProductScales scales,
                          ScalesOfProduct(op, "X", "Y", "Out", std::is_same_v<Out, int8_t>, g.n));
    return product_.Prepare(*op.y, g.m, g.n, g.k, g.n, scales, Activation(), context);
  }
  Status RunOp(const operators::Mul& op, const RunContext& context) override {
    return product_.Run(context, op.x, nullptr, op.out);
  }

 private:
  ConstantInt8Product<Out> product_;
};

// matmul and matmul_v2. The depth of both matrices has to be consecutive, so that the other forms
// are copied first: a byte is moved for each one that is multiplied with a whole matrix.
template <typename Out>
class MatmulInt8Kernel final : public CudaKernel<operators::MatmulBase> {
 public:
  static Status Supports(const operators::MatmulBase& op) { return op.CheckOneHead(); }
  Status PrepareCuda(const operators::MatmulBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    LITE_ASSIGN_OR_RETURN(operators::ProductScales scales,
                          ScalesOfProduct(op, "X", "Y", "Out", std::is_same_v<Out, int8_t>, g_.n));
    for (float& factor : scales.factors) factor *= op.alpha;
    Int8Matrices matrices;
    matrices.rows = g_.m;
    matrices.columns = g_.n;
    matrices.depth = g_.k;
    if (g_.folds_into_one()) {
      matrices.rows *= g_.batch_count();
    } else {
      for (int i = 0; i < g_.batch.rank(); ++i) {
        matrices.batch.Add(g_.batch[i], g_.x_steps[i] * g_.m * g_.k, g_.y_steps[i] * g_.k * g_.n);
      }
    }
    const auto bytes = [](const Tensor* tensor) { return static_cast<size_t>(tensor->numel()); };
    constant_ = nullptr;
    if (g_.transpose_x) x_scratch_ = context->BookScratch(bytes(op.x));
    if (!g_.transpose_y && op.y->persistable()) {
      LITE_ASSIGN_OR_RETURN(constant_, AllocateBlock(*context, bytes(op.y)));
      LITE_RETURN_IF_ERROR(TransposeY(op, static_cast<CudaContext*>(context->device),
                                      static_cast<int8_t*>(constant_->handle())));
    } else if (!g_.transpose_y) {
      y_scratch_ = context->BookScratch(bytes(op.y));
    }
    return product_.Prepare(matrices, scales, Activation(), context);
  }

  Status RunOp(const operators::MatmulBase& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const auto* x = From<int8_t>(op.x);
    const auto* y = From<int8_t>(op.y);
    if (g_.transpose_x && op.x->numel() > 0) {
      auto* const rows = reinterpret_cast<int8_t*>(ScratchPart(context, x_scratch_));
      LITE_RETURN_IF_ERROR(QueueTransposed(QueueOf(context), x, rows, op.x->numel() / (g_.m * g_.k),
                                           g_.k, g_.m, g_.m));
      x = rows;
    }
    if (constant_ != nullptr) {
      y = From<int8_t>(constant_);
    } else if (!g_.transpose_y) {
      auto* const columns = reinterpret_cast<int8_t*>(ScratchPart(context, y_scratch_));
      LITE_RETURN_IF_ERROR(TransposeY(op, QueueOf(context), columns));
      y = columns;
    }
    return product_.Run(context, x, y, nullptr, To<Out>(op.out));
  }

 private:
  Status TransposeY(const operators::MatmulBase& op, CudaContext* queue, int8_t* to) const {
    if (op.y->numel() == 0) return OkStatus();
    return QueueTransposed(queue, From<int8_t>(op.y), to, op.y->numel() / (g_.k * g_.n), g_.k, g_.n,
                           g_.n);
  }

  operators::MatmulGeometry g_;
  Block constant_;  // Y by columns
  size_t x_scratch_ = 0, y_scratch_ = 0;
  Int8ProductLaunch<Out> product_;
};

LITE_KERNELS(kCUDA, kInt8, kNCHW, fp32_out, FcInt8Kernel<float>, fc)
    .In({"Bias", "Alpha"}, PRECISION(kFloat))
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kCUDA, kInt8, kNCHW, int8_out, FcInt8Kernel<int8_t>, fc)
    .In({"Bias", "Alpha"}, PRECISION(kFloat));
LITE_KERNELS(kCUDA, kInt8, kNCHW, fp32_out, MulInt8Kernel<float>, mul)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kCUDA, kInt8, kNCHW, int8_out, MulInt8Kernel<int8_t>, mul);
LITE_KERNELS(kCUDA, kInt8, kNCHW, fp32_out, MatmulInt8Kernel<float>, matmul, matmul_v2)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(kCUDA, kInt8, kNCHW, int8_out, MatmulInt8Kernel<int8_t>, matmul, matmul_v2);

}  // namespace paddle::lite::kernels::cuda
