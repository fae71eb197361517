// matmul and matmul_v2. A constant Y shared by all products is packed once; otherwise every product
// packs its own, at a cost of k * n copies versus m * n * k multiplications.

#include "lite/operators/matmul.h"

#include "lite/base/checked_math.h"
#include "lite/kernels/cpu/activation_map.h"
#include "lite/kernels/cpu/bfloat16_rule.h"
#include "lite/kernels/cpu/cpu_kernel.h"
#include "lite/kernels/cpu/weight8_rule.h"

namespace paddle::lite::kernels::LITE_CPU {

template <typename Types>
class MatmulKernel final : public CpuKernelFor<operators::MatmulBase, Types> {
 public:
  using Element = typename Types::Element;
  using Weight = typename Types::Weight;

  static Status Supports(const operators::MatmulBase& op) {
    LITE_RETURN_IF_ERROR(op.CheckOneHead());
    LITE_RETURN_IF_ERROR(CheckWeightBits<Types>(op.quantize_weight_bits, op.dynamic_int8));
    if constexpr (kIntegerWeights<Types>) {
      if (!op.y->persistable() || op.y->dims().rank() != 2 || op.transpose_x) {
        return Unsupported("integer weights are for X * Y with a constant matrix Y");
      }
    }
    if constexpr (std::is_same_v<Types, BF16>) {
      if (!op.y->persistable()) return Unsupported("bfloat16 is for a constant weight Y");
      const auto g = op.Geometry();
      if (!g.ok())
        return CheckBFloat16<Types>(op.bfloat16_products, kMinBFloat16Depth, kMinBFloat16Columns);
      if (!g->folds_into_one()) return Unsupported("bfloat16 is for products with one Y");
      return CheckBFloat16<Types>(op.bfloat16_products, g->k, g->n);
    }
    return OkStatus();
  }

  Status PrepareOp(const operators::MatmulBase& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(geometry_, op.Geometry());
    const operators::MatmulGeometry& g = geometry_;
    empty_ = op.out->numel() == 0;
    if (empty_) return OkStatus();
    backend::ActivationF32 activation;
    if (op.alpha != 1.0f) {
      activation.has_function = true;
      activation.function = backend::UnaryF32::kAffine;
      activation.params[0] = op.alpha;
    }
    if (g.k == 0) return OkStatus();
    const int threads = context->pool->threads();
    const int64_t n_stride = g.transpose_y ? g.k : 1;
    const int64_t k_stride = g.transpose_y ? 1 : g.n;
    strides_ = MatrixStrides(k_stride, n_stride);
    single_ = g.folds_into_one();
    const int64_t rows = single_ ? g.m * g.batch_count() : g.m;
    // With many products, each runs on one thread; with few, all threads share every product.
    workers_ = !single_ && g.batch_count() >= threads ? threads : 1;
    LITE_ASSIGN_OR_RETURN(
        plan_, PlanConstantGemm<Types>({&op, "Y", g.transpose_y ? g.k : g.n, g.transpose_y}, rows,
                                       g.n, g.k, workers_ > 1 ? 1 : threads, activation));
    packed_ = nullptr;
    if (single_ && op.y->persistable()) {
      LITE_ASSIGN_OR_RETURN(
          packed_,
          context->packed->Get(*op.y, StrCat(plan_->form(), g.transpose_y ? "/nk" : "/kn", g.n),
                               plan_->packed_bytes(), [&](void* packed) {
                                 backend::PackFlushed<PlanTypes<Types>>(
                                     *plan_, op.y->data<Weight>(), strides_, context->pool, packed);
                               }));
    }
    plan_bytes_ = RoundUp(plan_->scratch_bytes(), 64);
    packed_bytes_ = packed_ == nullptr ? RoundUp(plan_->packed_bytes(), 64) : 0;
    transposed_bytes_ =
        g.transpose_x ? RoundUp(static_cast<size_t>(g.m * g.k) * sizeof(Element), 64) : 0;
    scratch_ = context->BookScratch(static_cast<size_t>(workers_) *
                                    (plan_bytes_ + packed_bytes_ + transposed_bytes_));
    return OkStatus();
  }

  Status RunOp(const operators::MatmulBase& op, const RunContext& context) override {
    if (empty_) return OkStatus();
    Element* dst = op.out->mutable_data<Element>();
    if (geometry_.k == 0) {
      std::fill(dst, dst + op.out->numel(), Element(0.0f));
      return OkStatus();
    }
    const int64_t products = single_ ? 1 : geometry_.batch_count();
    if (workers_ == 1) {
      for (int64_t i = 0; i < products; ++i) RunProduct(op, context, context.pool, 0, i);
      return OkStatus();
    }
    context.pool->ParallelFor(products, 1, [&](int64_t begin, int64_t end, int thread) {
      for (int64_t i = begin; i < end; ++i) RunProduct(op, context, nullptr, thread, i);
    });
    return OkStatus();
  }

  Span<const char> constants() const override { return ConstantsOf(plan_.get(), packed_); }

 private:
  void RunProduct(const operators::MatmulBase& op, const RunContext& context, ThreadPool* pool,
                  int worker, int64_t index) const {
    const operators::MatmulGeometry& g = geometry_;
    int64_t x_index = 0;
    int64_t y_index = 0;
    if (!single_) g.Locate(index, &x_index, &y_index);
    char* scratch = context.scratch + scratch_ +
                    static_cast<size_t>(worker) * (plan_bytes_ + packed_bytes_ + transposed_bytes_);
    backend::ConvBuffersOf<PlanTypes<Types>> buffers;
    buffers.scratch = scratch;
    buffers.pool = pool;
    buffers.src = op.x->data<Element>() + x_index * g.m * g.k;
    buffers.dst = op.out->mutable_data<Element>() + index * g.m * g.n;
    buffers.weights = packed_;
    if (single_) buffers.ahead = context.ahead;
    if (packed_ == nullptr) {
      char* packed = scratch + plan_bytes_;
      plan_->Pack(op.y->data<Weight>() + y_index * g.k * g.n, strides_, packed);
      buffers.weights = packed;
    }
    if (g.transpose_x) {
      Element* transposed = reinterpret_cast<Element*>(scratch + plan_bytes_ + packed_bytes_);
      this->tables_.vector.transpose(buffers.src, g.m, transposed, g.k, g.k, g.m);
      buffers.src = transposed;
    }
    plan_->Run(buffers);
  }

  operators::MatmulGeometry geometry_;
  bool empty_ = false;
  bool single_ = false;  // one product [batch * m, k] x [k, n]
  int workers_ = 1;
  std::unique_ptr<backend::ConvPlanOf<PlanTypes<Types>>> plan_;
  backend::WeightStrides strides_;
  const void* packed_ = nullptr;
  size_t plan_bytes_ = 0;
  size_t packed_bytes_ = 0;
  size_t transposed_bytes_ = 0;
  size_t scratch_ = 0;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, MatmulKernel<F32>, matmul, matmul_v2, bmm);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, bf16, MatmulKernel<BF16>, matmul, matmul_v2);
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, w8, MatmulKernel<W8>, matmul, matmul_v2)
    .In({"Y"}, PRECISION(kInt8));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, w16, MatmulKernel<W16>, matmul, matmul_v2)
    .In({"Y"}, PRECISION(kInt16));
LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, dynamic, MatmulKernel<D8>, matmul, matmul_v2)
    .In({"Y"}, PRECISION(kInt8));
LITE_KERNELS(LITE_CPU_TARGET, kFP16, kNCHW, def, MatmulKernel<F16>, matmul, matmul_v2, bmm);

}  // namespace paddle::lite::kernels::LITE_CPU
