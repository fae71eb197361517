#include "lite/operators/fill_constant.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "lite/kernels/host/number_conversion.h"
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

// str_value holds values that the float attribute cannot: large integers, inf, nan.
Result<Number> ParseNumber(const std::string& text, float fallback) {
  if (text.empty()) return FromReal(fallback);
  char* end = nullptr;
  errno = 0;
  const long long integer = std::strtoll(text.c_str(), &end, 10);
  if (*end == '\0' && errno == 0) return Number{static_cast<double>(integer), integer};
  const double real = std::strtod(text.c_str(), &end);
  if (*end == '\0') return FromReal(real);
  return InvalidArgument("attribute str_value: '", text, "' is not a number");
}

template <typename T>
void FillTyped(T value, Tensor* out, ThreadPool* pool) {
  constexpr int64_t kGrain = 16384;  // elements that justify a thread
  T* dst = out->mutable_data<T>();
  pool->ParallelFor(out->numel(), kGrain, [=](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) dst[i] = value;
  });
}

// `element` is one element of the output's type.
void Fill(const void* element, Tensor* out, ThreadPool* pool) {
  const auto fill = [&](auto value) {
    std::memcpy(&value, element, sizeof(value));
    FillTyped(value, out, pool);
  };
  switch (PrecisionTypeLength(out->precision())) {
    case 1:
      return fill(uint8_t{0});
    case 2:
      return fill(uint16_t{0});
    case 4:
      return fill(uint32_t{0});
    default:
      return fill(uint64_t{0});
  }
}

// Stores `number` as one element of `precision`.
void StoreElement(const Number& number, PrecisionType precision, ThreadPool* pool, void* element) {
  const bool real = precision == PrecisionType::kFloat || precision == PrecisionType::kFP64 ||
                    precision == PrecisionType::kFP16 || precision == PrecisionType::kBool;
  const void* source = real ? static_cast<const void*>(&number.real) : &number.integer;
  FindNumberConversion(real ? PrecisionType::kFP64 : PrecisionType::kInt64, precision)(
      source, element, 1, pool);
}

}  // namespace

class FillConstantKernel final : public KernelFor<operators::FillConstant> {
 public:
  Status PrepareOp(const operators::FillConstant& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const Number number, ParseNumber(op.str_value, op.value));
    StoreElement(number, op.out->precision(), context->pool, &element_);
    return OkStatus();
  }
  Status RunOp(const operators::FillConstant& op, const RunContext& context) override {
    if (op.value_tensor != nullptr) {
      const auto convert = FindNumberConversion(op.value_tensor->precision(), op.out->precision());
      if (convert == nullptr) {
        return Unsupported("ValueTensor: element type ",
                           PrecisionToStr(op.value_tensor->precision()));
      }
      convert(op.value_tensor->raw_data(), &element_, 1, context.pool);
    }
    Fill(&element_, op.out, context.pool);
    return OkStatus();
  }

 private:
  uint64_t element_ = 0;
};

class FillConstantBatchSizeLikeKernel final
    : public KernelFor<operators::FillConstantBatchSizeLike> {
 public:
  Status PrepareOp(const operators::FillConstantBatchSizeLike& op,
                   PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const Number number, ParseNumber(op.str_value, op.value));
    StoreElement(number, op.out->precision(), context->pool, &element_);
    return OkStatus();
  }
  Status RunOp(const operators::FillConstantBatchSizeLike& op, const RunContext& context) override {
    Fill(&element_, op.out, context.pool);
    return OkStatus();
  }

 private:
  uint64_t element_ = 0;
};

class FillAnyLikeKernel final : public KernelFor<operators::FillAnyLikeBase> {
 public:
  Status PrepareOp(const operators::FillAnyLikeBase& op, PrepareContext* context) override {
    StoreElement(FromReal(op.value), op.out->precision(), context->pool, &element_);
    return OkStatus();
  }
  Status RunOp(const operators::FillAnyLikeBase& op, const RunContext& context) override {
    Fill(&element_, op.out, context.pool);
    return OkStatus();
  }

 private:
  uint64_t element_ = 0;
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(fill_constant, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::FillConstantKernel, def)
    .BindInput("ValueTensor",
               {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("ShapeTensor",
               {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .BindInput("ShapeTensorList",
               {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(fill_constant_batch_size_like, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::FillConstantBatchSizeLikeKernel, def)
    .BindInput("Input", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(fill_any_like, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::FillAnyLikeKernel, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();

REGISTER_LITE_KERNEL(fill_zeros_like, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::FillAnyLikeKernel, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kAny))})
    .Finalize();
