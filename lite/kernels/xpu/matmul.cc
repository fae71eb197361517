// mul, matmul and the product with weights that fusions for XPU make.

#include "lite/operators/matmul.h"

#include "lite/kernels/xpu/product.h"
#include "lite/operators/mul.h"
#include "lite/operators/xpu_activation.h"
#include "lite/operators/xpu_fc.h"

namespace paddle::lite::kernels::xpu {

class MulKernel final : public XpuKernel<operators::Mul> {
 public:
  static Status Supports(const operators::Mul& op) {
    const Result<operators::Mul::GemmShape> g = op.Gemm();
    return g.ok() && g->k == 0 ? Unsupported("sums of no products") : OkStatus();
  }

 protected:
  Status PrepareXpu(const operators::Mul& op, PrepareContext*) override {
    LITE_RETURN_IF_ERROR(Supports(op));
    LITE_ASSIGN_OR_RETURN(const operators::Mul::GemmShape g, op.Gemm());
    product_.m = Int(g.m);
    product_.n = Int(g.n);
    product_.k = Int(g.k);
    return OkStatus();
  }
  Status RunXpu(const operators::Mul& op, RawContext* context) override {
    product_.x = From<float>(op.x);
    product_.w = From<float>(op.y);
    product_.y = To<float>(op.out);
    return CheckCall(library::Product(context, product_), "fc_fusion of XDNN");
  }

 private:
  lite::xpu::LibraryProduct product_;
};

// The library takes matrices that follow each other in all three tensors. What is broadcast is
// one call for each matrix.
class MatmulKernel final : public XpuKernel<operators::MatmulBase> {
 public:
  static Status Supports(const operators::MatmulBase& op) {
    LITE_RETURN_IF_ERROR(op.CheckOneHead());
    const Result<operators::MatmulGeometry> g = op.Geometry();
    return g.ok() && g->k == 0 ? Unsupported("sums of no products") : OkStatus();
  }

 protected:
  Status PrepareXpu(const operators::MatmulBase& op, PrepareContext*) override {
    LITE_RETURN_IF_ERROR(Supports(op));
    LITE_ASSIGN_OR_RETURN(geometry_, op.Geometry());
    return OkStatus();
  }
  Status RunXpu(const operators::MatmulBase& op, RawContext* context) override {
    const operators::MatmulGeometry& g = geometry_;
    const float* const x = From<float>(op.x);
    const float* const w = From<float>(op.y);
    float* const y = To<float>(op.out);
    const int64_t count = g.batch_count();
    if (count > 1 && g.m * g.k * count == op.x->numel() && g.k * g.n * count == op.y->numel()) {
      const lite::xpu::LibraryBatch batch = {
          x,       w, y, Int(count), Int(g.m), Int(g.n), Int(g.k), g.transpose_x, g.transpose_y,
          op.alpha};
      return CheckCall(library::Products(context, batch), "fc_batched of XDNN");
    }
    for (int64_t i = 0; i < count; ++i) {
      lite::xpu::LibraryProduct product;
      int64_t x_at = 0, w_at = 0;
      Offsets(i, &x_at, &w_at);
      product.x = x + x_at;
      product.w = w + w_at;
      product.y = y + i * g.m * g.n;
      product.m = Int(g.m);
      product.n = Int(g.n);
      product.k = Int(g.k);
      product.transpose_x = g.transpose_x;
      product.transpose_w = g.transpose_y;
      product.alpha = op.alpha;
      LITE_RETURN_IF_ERROR(CheckCall(library::Product(context, product), "fc_fusion of XDNN"));
    }
    return OkStatus();
  }

 private:
  void Offsets(int64_t index, int64_t* x, int64_t* w) const {
    const operators::MatmulGeometry& g = geometry_;
    for (int i = g.batch.rank() - 1; i >= 0; --i) {
      const int64_t at = index % g.batch[i];
      index /= g.batch[i];
      *x += at * g.x_steps[i] * g.m * g.k;
      *w += at * g.y_steps[i] * g.k * g.n;
    }
  }

  operators::MatmulGeometry geometry_;
};

class XpuFcKernel final : public XpuKernel<operators::XpuFc> {
 public:
  static Status Supports(const operators::XpuFc& op) {
    if (op.output_max != nullptr) return Unsupported("slot OutputMax");
    if (op.filter->numel() == 0) return Unsupported("sums of no products");
    return op.filter->persistable() ? OkStatus() : Unsupported("a Filter that is not a weight");
  }

 protected:
  Status PrepareXpu(const operators::XpuFc& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const Activation activation,
                          operators::XpuActivation(op.act_type, op.act_param));
    return product_.Prepare(*context, *op.filter, op.transpose_w,
                            op.input->dims().Count(0, op.col_dims()), op.alpha, activation);
  }
  Status RunXpu(const operators::XpuFc& op, RawContext* context) override {
    return product_.Run(context, From<float>(op.input), From<float>(op.bias), To<float>(op.output));
  }

 private:
  WeightProduct product_;
};

LITE_KERNELS(kXPU, kFloat, kNCHW, def, MulKernel, mul);
LITE_KERNELS(kXPU, kFloat, kNCHW, def, MatmulKernel, matmul);

}  // namespace paddle::lite::kernels::xpu

REGISTER_LITE_KERNEL(__xpu__fc, kXPU, kFloat, kNCHW, paddle::lite::kernels::xpu::XpuFcKernel, def)
    .BindInput("Filter", {LiteType::GetTensorTy(TARGET(kHost))})
    .Finalize();
