#include "lite/operators/fake_dequantize.h"

#include <cstring>
#include <vector>

#include "lite/base/simd.h"
#include "lite/core/element.h"
#include "lite/kernels/host/scaled_elements.h"
#include "lite/kernels/kernel_without_half.h"

namespace paddle::lite::kernels::host {

class FakeDequantizeKernel final : public KernelWithoutHalf<operators::FakeDequantizeBase> {
 public:
  Status PrepareOp(const operators::FakeDequantizeBase& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(factors_, op.ReadFactors());
    return OkStatus();
  }
  Status RunOp(const operators::FakeDequantizeBase& op, const RunContext& context) override {
    if (op.copies()) {
      std::memcpy(op.out->mutable_raw_data(), op.x->raw_data(), op.x->memory_size());
      return OkStatus();
    }
    return VisitElementType<RealTypes>("Scale", factors_.scale->precision(), [&](auto out_type) {
      return VisitElementType<RealTypes::And<int8_t>>("X", op.x->precision(), [&](auto in_type) {
        return Scale(in_type, out_type, op, context);
      });
    });
  }

 private:
  template <typename In, typename Out>
  Status Scale(ElementTag<In>, ElementTag<Out>, const operators::FakeDequantizeBase& op,
               const RunContext& context) const {
    const In* src = op.x->data<In>();
    Out* dst = op.out->mutable_data<Out>();
    const Out* scale = factors_.scale->data<Out>();
    const Out second = factors_.second != nullptr ? *factors_.second->data<Out>() : Out{1};
    const Out range = static_cast<Out>(factors_.range);
    ForEachChannelPart(context.pool, op.x->numel(), factors_.channels,
                       [&](int64_t begin, int64_t end, int64_t channel) {
                         const Out factor = scale[channel];
                         VectorLoop(begin, end, [=](int64_t i) {
                           dst[i] = static_cast<Out>(src[i]) * factor * second / range;
                         });
                       });
    return OkStatus();
  }

  operators::FakeDequantizeBase::Factors factors_;
};

class DequantizeLogKernel final : public KernelFor<operators::DequantizeLog> {
 public:
  Status RunOp(const operators::DequantizeLog& op, const RunContext& context) override {
    const int8_t* src = op.x->data<int8_t>();
    const float* dict = op.dict->data<float>();
    float* dst = op.out->mutable_data<float>();
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    context.pool->ForEachElement(op.x->numel(), kGrain, [=](int64_t i) {
      const float value = dict[src[i] & 127];
      dst[i] = src[i] < 0 ? -value : value;
    });
    return OkStatus();
  }
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, FakeDequantizeKernel, fake_dequantize_max_abs,
             fake_channel_wise_dequantize_max_abs);
LITE_KERNELS(kHost, kFP64, kNCHW, def, FakeDequantizeKernel, fake_dequantize_max_abs,
             fake_channel_wise_dequantize_max_abs);
LITE_KERNELS(kHost, kAny, kNCHW, def, FakeDequantizeKernel, dequantize_linear);
LITE_KERNELS(kHost, kFloat, kNCHW, def, DequantizeLogKernel, dequantize_log)
    .In({"X"}, PRECISION(kInt8));

}  // namespace paddle::lite::kernels::host
