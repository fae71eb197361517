// Products with a constant matrix.
#pragma once

#include <memory>

#include "lite/kernels/cpu/weight8_rule.h"

namespace paddle::lite::kernels::LITE_CPU {

// A product with a constant right side, packed once.
template <typename Types>
class ConstantGemm {
 public:
  using Element = typename Types::Element;

  Status Prepare(const SlotOfWeight& slot, const Tensor& weights, int64_t m, int64_t n, int64_t k,
                 const StoredRows& rows, const backend::ActivationF32& activation,
                 PrepareContext* context) {
    empty_ = m == 0 || n == 0;
    if (empty_) return OkStatus();
    LITE_ASSIGN_OR_RETURN(
        plan_, PlanConstantGemm<Types>(slot, m, n, k, context->pool->threads(), activation));
    if (plan_ == nullptr) return NoPlan();
    LITE_ASSIGN_OR_RETURN(
        packed_, context->packed->Get(weights, plan_->form() + rows.form(), plan_->packed_bytes(),
                                      [&](void* packed) {
                                        backend::PackFlushed<PlanTypes<Types>>(
                                            *plan_, weights.data<typename Types::Weight>(),
                                            rows.strides(), context->pool, packed);
                                      }));
    scratch_ = context->BookScratch(plan_->scratch_bytes());
    return OkStatus();
  }

  // `bias` and `slopes` may be null. Computes the first `rows` rows, or, where the plan cannot,
  // all: their memory must exist. 0: all.
  void Run(const Element* src, const Element* bias, const Element* slopes, Element* dst,
           const RunContext& context, int64_t rows = 0) const {
    if (empty_) return;
    backend::ConvBuffersOf<PlanTypes<Types>> buffers;
    buffers.src = src;
    buffers.weights = packed_;
    buffers.bias = bias;
    buffers.slopes = slopes;
    buffers.dst = dst;
    buffers.scratch = context.scratch + scratch_;
    buffers.pool = context.pool;
    buffers.ahead = context.ahead;
    if (plan_->runs_first_pixels()) buffers.pixels = rows;
    plan_->Run(buffers);
  }

  Span<const char> constants() const { return ConstantsOf(plan_.get(), packed_); }

 private:
  bool empty_ = false;
  std::unique_ptr<backend::ConvPlanOf<PlanTypes<Types>>> plan_;
  const void* packed_ = nullptr;
  size_t scratch_ = 0;
};

}  // namespace paddle::lite::kernels::LITE_CPU
