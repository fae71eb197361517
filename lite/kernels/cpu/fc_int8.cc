// Int8 fc, mul and matmul: pointwise convolutions. Those of fc and mul have constant weights; a
// product of two activations packs its right side every time.

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

#include "lite/base/checked_math.h"
#include "lite/kernels/cpu/gemm_f32.h"
#include "lite/kernels/cpu/int8_plan.h"
#include "lite/operators/fc.h"
#include "lite/operators/matmul.h"
#include "lite/operators/mul.h"

namespace paddle::lite::kernels::LITE_CPU {
namespace {

class ConstantInt8Gemm {
 public:
  Status Prepare(const Tensor& weights, int64_t m, int64_t n, int64_t k, int64_t row_stride,
                 const operators::ProductScales& scales, const Activation& activation, bool to_int8,
                 PrepareContext* context) {
    empty_ = m == 0 || n == 0;
    if (empty_) return OkStatus();
    return plan_.Prepare(GemmShape(m, n, k), scales, {activation}, to_int8, {}, weights,
                         {MatrixStrides(row_stride, 1), StrCat("/kn", row_stride)}, context);
  }
  void Run(const Tensor& src, const Tensor* bias, Tensor* dst, const RunContext& context) const {
    if (!empty_) plan_.Run(src.data<int8_t>(), bias, nullptr, dst->mutable_raw_data(), context);
  }
  Span<const char> constants() const { return plan_.constants(); }

 private:
  bool empty_ = false;
  Int8Plan plan_;
};

}  // namespace

// Out is float or int8_t.
template <typename Out>
class FcInt8Kernel final : public KernelFor<operators::Fc> {
 public:
  static Status Supports(const operators::Fc& op) {
    if (!op.w->persistable()) return Unsupported("W must be a constant weight");
    if (op.w->numel() == 0) return Unsupported("a W without elements");
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.ResolveActivation());
    return MapActivationS8(activation, 1).status();
  }
  Status PrepareOp(const operators::Fc& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Fc::GemmShape g, op.Gemm());
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.ResolveActivation());
    LITE_ASSIGN_OR_RETURN(
        const operators::ProductScales scales,
        ScalesOfProduct(op, "Input", "W", "Out", std::is_same_v<Out, int8_t>, g.n));
    return gemm_.Prepare(*op.w, g.m, g.n, g.k, g.w_stride, scales, activation,
                         std::is_same_v<Out, int8_t>, context);
  }
  Status RunOp(const operators::Fc& op, const RunContext& context) override {
    op.out->mutable_data<Out>();
    gemm_.Run(*op.input, op.bias, op.out, context);
    return OkStatus();
  }
  Span<const char> constants() const override { return gemm_.constants(); }

 private:
  ConstantInt8Gemm gemm_;
};

template <typename Out>
class MulInt8Kernel final : public KernelFor<operators::Mul> {
 public:
  static Status Supports(const operators::Mul& op) {
    if (!op.y->persistable()) return Unsupported("Y must be a constant weight");
    if (op.y->numel() == 0) return Unsupported("a Y without elements");
    return OkStatus();
  }
  Status PrepareOp(const operators::Mul& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::Mul::GemmShape g, op.Gemm());
    LITE_ASSIGN_OR_RETURN(const operators::ProductScales scales,
                          ScalesOfProduct(op, "X", "Y", "Out", std::is_same_v<Out, int8_t>, g.n));
    return gemm_.Prepare(*op.y, g.m, g.n, g.k, g.n, scales, Activation(),
                         std::is_same_v<Out, int8_t>, context);
  }
  Status RunOp(const operators::Mul& op, const RunContext& context) override {
    op.out->mutable_data<Out>();
    gemm_.Run(*op.x, nullptr, op.out, context);
    return OkStatus();
  }
  Span<const char> constants() const override { return gemm_.constants(); }

 private:
  ConstantInt8Gemm gemm_;
};

// matmul and matmul_v2; Out is float or int8_t.
template <typename Out>
class MatmulInt8Kernel final : public KernelFor<operators::MatmulBase> {
 public:
  static Status Supports(const operators::MatmulBase& op) { return op.CheckOneHead(); }
  Status PrepareOp(const operators::MatmulBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    plan_ = nullptr;
    LITE_ASSIGN_OR_RETURN(operators::ProductScales scales,
                          ScalesOfProduct(op, "X", "Y", "Out", std::is_same_v<Out, int8_t>, g_.n));
    if (op.out->numel() == 0 || g_.k == 0) return OkStatus();
    for (float& factor : scales.factors) factor *= op.alpha;
    // With a shared right matrix, the batch is one tall left matrix.
    single_ = g_.folds_into_one();
    rows_ = single_ ? g_.m * g_.batch_count() : g_.m;
    const int threads = context->pool->threads();
    // With many products, each runs on one thread; with few, all threads share every product.
    workers_ = !single_ && g_.batch_count() >= threads ? threads : 1;
    backend::ConvOptionsS8 options;
    options.threads = workers_ > 1 ? 1 : threads;
    options.to_int8 = std::is_same_v<Out, int8_t>;
    options.factors = std::move(scales.factors);
    plan_ = PlanConvS8(GemmShape(rows_, g_.n, g_.k), backend::ActiveInt8Tables(), options);
    strides_ = MatrixStrides(g_.transpose_y ? 1 : g_.n, g_.transpose_y ? g_.k : 1);
    packed_ = nullptr;
    if (single_ && op.y->persistable()) {
      LITE_ASSIGN_OR_RETURN(
          packed_, context->packed->Get(
                       *op.y, StrCat(plan_->form(), g_.transpose_y ? "/nk" : "/kn", g_.n),
                       plan_->packed_bytes(), [&](void* packed) {
                         plan_->Pack(op.y->data<int8_t>(), strides_, {context->pool}, packed);
                       }));
    }
    plan_bytes_ = RoundUp(plan_->scratch_bytes(), 64);
    packed_bytes_ = packed_ == nullptr ? RoundUp(plan_->packed_bytes(), 64) : 0;
    rows_bytes_ = g_.transpose_x ? RoundUp(static_cast<size_t>(g_.m * g_.k), 64) : 0;
    scratch_ = context->BookScratch(static_cast<size_t>(workers_) * WorkerBytes());
    return OkStatus();
  }

  Status RunOp(const operators::MatmulBase& op, const RunContext& context) override {
    Out* dst = op.out->mutable_data<Out>();
    if (plan_ == nullptr) {
      std::fill_n(dst, op.out->numel(), Out(0));
      return OkStatus();
    }
    const int64_t products = single_ ? 1 : g_.batch_count();
    if (workers_ == 1) {
      for (int64_t i = 0; i < products; ++i) RunProduct(op, context, context.pool, 0, i, dst);
    } else {
      context.pool->ParallelFor(products, 1, [&](int64_t begin, int64_t end, int thread) {
        for (int64_t i = begin; i < end; ++i) RunProduct(op, context, nullptr, thread, i, dst);
      });
    }
    return OkStatus();
  }

  Span<const char> constants() const override { return ConstantsOf(plan_.get(), packed_); }

 private:
  size_t WorkerBytes() const { return plan_bytes_ + packed_bytes_ + rows_bytes_; }

  void RunProduct(const operators::MatmulBase& op, const RunContext& context, ThreadPool* pool,
                  int worker, int64_t index, Out* dst) const {
    int64_t x_index = 0;
    int64_t y_index = 0;
    if (!single_) g_.Locate(index, &x_index, &y_index);
    char* const scratch = context.scratch + scratch_ + static_cast<size_t>(worker) * WorkerBytes();
    backend::ConvBuffersS8 buffers;
    buffers.scratch = scratch;
    buffers.pool = pool;
    buffers.src = op.x->data<int8_t>() + x_index * g_.m * g_.k;
    buffers.dst = dst + index * rows_ * g_.n;
    buffers.weights = packed_;
    if (single_) buffers.ahead = context.ahead;
    if (packed_ == nullptr) {
      char* const packed = scratch + plan_bytes_;
      plan_->Pack(op.y->data<int8_t>() + y_index * g_.k * g_.n, strides_, {pool}, packed);
      buffers.weights = packed;
    }
    if (g_.transpose_x) {
      auto* const rows = reinterpret_cast<int8_t*>(scratch + plan_bytes_ + packed_bytes_);
      for (int64_t m = 0; m < g_.m; ++m) {
        for (int64_t k = 0; k < g_.k; ++k) rows[m * g_.k + k] = buffers.src[k * g_.m + m];
      }
      buffers.src = rows;
    }
    plan_->Run(buffers);
  }

  operators::MatmulGeometry g_;
  bool single_ = false;  // one product [batch * m, k] x [k, n]
  int64_t rows_ = 0;     // of a product
  int workers_ = 1;
  std::unique_ptr<backend::ConvPlanS8> plan_;  // null: the result is zero or empty
  backend::WeightStrides strides_;
  const void* packed_ = nullptr;
  size_t plan_bytes_ = 0;
  size_t packed_bytes_ = 0;
  size_t rows_bytes_ = 0;
  size_t scratch_ = 0;
};

LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, fp32_out, FcInt8Kernel<float>, fc)
    .In({"Bias", "Alpha"}, PRECISION(kFloat))
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, int8_out, FcInt8Kernel<int8_t>, fc)
    .In({"Bias", "Alpha"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, fp32_out, MulInt8Kernel<float>, mul)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, int8_out, MulInt8Kernel<int8_t>, mul);
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, fp32_out, MatmulInt8Kernel<float>, matmul, matmul_v2)
    .Out({"Out"}, PRECISION(kFloat));
LITE_KERNELS(LITE_CPU_TARGET, kInt8, kNCHW, int8_out, MatmulInt8Kernel<int8_t>, matmul, matmul_v2);

}  // namespace paddle::lite::kernels::LITE_CPU
