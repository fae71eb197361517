#include "lite/operators/fill_constant.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "lite/kernels/host/element_bits.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/host/number_text.h"
#include "lite/kernels/kernel.h"
#include "lite/operators/fill_any_like.h"

namespace paddle::lite::kernels::host {
namespace {

// A number from the program, exact for every element type.
struct Number {
  double real = 0;
  int64_t integer = 0;
};

Number FromReal(double value) { return {value, RealToInteger<int64_t>(value)}; }

// str_value holds values that the float attribute cannot: large integers, inf, -inf, nan.
Number ParseNumber(const std::string& text, float fallback) {
  if (text.empty()) return FromReal(fallback);
  char* end = nullptr;
  errno = 0;
  const long long integer = std::strtoll(text.c_str(), &end, 10);
  if (*end == '\0' && errno == 0) return Number{static_cast<double>(integer), integer};
  return FromReal(RealFromText(text));
}

template <typename OpType>
Number NumberOf(const OpType& op) {
  return ParseNumber(op.str_value, op.value);
}
Number NumberOf(const operators::FillAnyLikeBase& op) { return FromReal(op.value); }

// `element` is one element of the output's type.
void Fill(const void* element, Tensor* out, ThreadPool* pool) {
  WithBitsOf(out->precision(), [&](auto value) {
    constexpr int64_t kGrain = 16384;  // elements that justify a thread
    std::memcpy(&value, element, sizeof(value));
    auto* dst = static_cast<decltype(value)*>(out->mutable_raw_data());
    pool->ParallelFor(out->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
      VectorLoop(begin, end, [=](int64_t i) { dst[i] = value; });
    });
  });
}

// Stores `number` as one element of `precision`. As in Paddle, text becomes a double and only then
// a narrow integer; its int64 is exact here, as in Paddle 1.8 (2.6 rounds it to 53 bits).
void StoreElement(const Number& number, PrecisionType precision, ThreadPool* pool, void* element) {
  const bool exact = precision == PrecisionType::kInt64;
  const void* source = exact ? static_cast<const void*>(&number.integer) : &number.real;
  FindNumberConversion(exact ? PrecisionType::kInt64 : PrecisionType::kFP64, precision)(
      source, element, 1, pool);
}

}  // namespace

// Fills Out with the number of the attributes.
template <typename OpType>
class FillKernel : public KernelFor<OpType> {
 public:
  Status PrepareOp(const OpType& op, PrepareContext* context) override {
    const Number number = NumberOf(op);
    StoreElement(number, op.out->precision(), context->pool, &element_);
    return OkStatus();
  }
  Status RunOp(const OpType& op, const RunContext& context) override {
    Fill(&element_, op.out, context.pool);
    return OkStatus();
  }

 protected:
  uint64_t element_ = 0;
};

class FillConstantKernel final : public FillKernel<operators::FillConstant> {
 public:
  Status RunOp(const operators::FillConstant& op, const RunContext& context) override {
    if (op.value_tensor != nullptr) {
      const auto convert = FindNumberConversion(op.value_tensor->precision(), op.out->precision());
      if (convert == nullptr) {
        return Unsupported("ValueTensor: element type ",
                           PrecisionToStr(op.value_tensor->precision()));
      }
      convert(op.value_tensor->raw_data(), &element_, 1, context.pool);
    }
    return FillKernel::RunOp(op, context);
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, FillConstantKernel, fill_constant)
    .In({"ValueTensor", "ShapeTensor", "ShapeTensorList"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, FillKernel<operators::FillConstantBatchSizeLike>,
             fill_constant_batch_size_like)
    .In({"Input"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, FillKernel<operators::FillAnyLikeBase>, fill_any_like,
             fill_zeros_like)
    .In({"X"}, PRECISION(kAny), DATALAYOUT(kAny));

}  // namespace paddle::lite::kernels::host
