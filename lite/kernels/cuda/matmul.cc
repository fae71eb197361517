// fc, mul and the matrix products.

#include "lite/operators/matmul.h"

#include <type_traits>

#include "lite/kernels/cuda/library.h"
#include "lite/kernels/cuda/product.h"
#include "lite/operators/fc.h"
#include "lite/operators/mul.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::ThinProduct;

// Launches of a product whose operands are not known yet.
template <typename T>
class ProductLaunch {
 public:
  // `epilogue` is without its operands.
  Status Prepare(const MatrixSource<T>& source, const EpilogueOf<T>& epilogue, const Tensor* a,
                 const Tensor* b, const Tensor* bias, PrepareContext* context) {
    source_ = source;
    source_.count = Int(source.batch.count());
    exact_ = std::is_same_v<T, float> && IsExact(*context);
    // Thin products are those of this library.
    if (is_thin() || int64_t{source_.count} * source_.rows * source_.columns == 0) {
      library_ = LibraryProduct<T>();
      return OkStatus();
    }
    return library_.Prepare(source_, epilogue, bias != nullptr, *a, *b, context);
  }
  Status Run(const RunContext& context, const Tensor* a, const Tensor* b, const Tensor* bias,
             const EpilogueOf<T>& epilogue, const Tensor* out) const {
    if (out->numel() == 0) return OkStatus();
    MatrixSource<T> source = source_;
    source.a = From<T>(a);
    source.b = From<T>(b);
    source.bias = From<T>(bias);
    source.out = To<T>(out);
    source.epilogue = epilogue;
    if (library_.ready() && LibraryProduct<T>::Accepts(source)) {
      return library_.Run(source, out->numel(), context);
    }
    if (is_thin()) {
      const ThinProduct<MatrixSource<T>> product = {source};
      return QueueOf(context)->LaunchInGroups("product", product, product.groups());
    }
    return LaunchProduct("product", source, exact_, context);
  }

 private:
  // An eighth of a tile.
  static constexpr int32_t kMinTile = 8;

  bool is_thin() const { return source_.rows < kMinTile || source_.columns < kMinTile; }

  MatrixSource<T> source_ = {};
  bool exact_ = true;
  LibraryProduct<T> library_;
};

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
