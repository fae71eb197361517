#include "lite/operators/reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "lite/core/element.h"
#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel_without_half.h"
#include "lite/kernels/strided_dims.h"

namespace paddle::lite::kernels::host {
namespace {

// Defines a reduction: start value, accumulation of an element, result. Sums of floats are computed
// in double; sums of integers wrap around.
template <typename T>
using Accumulator = std::conditional_t<std::is_floating_point_v<T>, double,
                                       std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>>;

struct SumOf {
  template <typename T>
  static Accumulator<T> Start() {
    return 0;
  }
  template <typename T>
  static void Take(T value, Accumulator<T>* total) {
    *total += static_cast<Accumulator<T>>(value);
  }
  template <typename T>
  static T Finish(Accumulator<T> total, int64_t) {
    return static_cast<T>(total);
  }
};
struct MeanOf : SumOf {
  template <typename T>
  static T Finish(Accumulator<T> total, int64_t count) {
    if constexpr (std::is_floating_point_v<T>) {
      return static_cast<T>(total / static_cast<double>(count));
    } else {
      return count == 0 ? T{0} : static_cast<T>(static_cast<T>(total) / static_cast<T>(count));
    }
  }
};
template <bool kSquares>
struct MagnitudesOf : SumOf {
  template <typename T>
  static void Take(T value, double* total) {
    const double x = static_cast<double>(value);
    *total += kSquares ? x * x : std::fabs(x);
  }
};
struct RootOfSquaresOf : MagnitudesOf<true> {
  template <typename T>
  static T Finish(double total, int64_t) {
    return static_cast<T>(std::sqrt(total));
  }
};
// As in Paddle, NaN if the largest element is infinite.
struct LogSumExpOf {
  struct State {
    double largest;
    double sum;  // of exp(x - largest)
  };
  template <typename T>
  static State Start() {
    return {-std::numeric_limits<double>::infinity(), 0};
  }
  template <typename T>
  static void Take(T value, State* state) {
    const double x = static_cast<double>(value);
    if (x > state->largest) {
      state->sum = state->sum * std::exp(state->largest - x) + 1;
      state->largest = x;
    } else if (!std::isinf(x)) {
      state->sum += std::exp(x - state->largest);
    }
  }
  template <typename T>
  static T Finish(State state, int64_t) {
    if (std::isinf(state.largest)) return std::numeric_limits<T>::quiet_NaN();
    return static_cast<T>(state.largest + std::log(state.sum));
  }
};
struct ProductOf {
  template <typename T>
  static Accumulator<T> Start() {
    return 1;
  }
  template <typename T>
  static void Take(T value, Accumulator<T>* total) {
    *total *= static_cast<Accumulator<T>>(value);
  }
  template <typename T>
  static T Finish(Accumulator<T> total, int64_t) {
    return static_cast<T>(total);
  }
};
template <bool kMax>
struct ExtremeOf {
  template <typename T>
  static T Start() {
    using Limits = std::numeric_limits<T>;
    if constexpr (Limits::has_infinity) return kMax ? -Limits::infinity() : Limits::infinity();
    return kMax ? Limits::lowest() : Limits::max();
  }
  template <typename T>
  static void Take(T value, T* best) {
    const bool better = kMax ? value > *best : value < *best;
    if (better || value != value) *best = value;  // NaN is kept
  }
  template <typename T>
  static T Finish(T best, int64_t) {
    return best;
  }
};
template <bool kAll>
struct TruthOf {
  template <typename T>
  static bool Start() {
    return kAll;
  }
  template <typename T>
  static void Take(T value, bool* truth) {
    *truth = kAll ? *truth && value != T{0} : *truth || value != T{0};
  }
  template <typename T>
  static T Finish(bool truth, int64_t) {
    return static_cast<T>(truth);
  }
};

}  // namespace

// Splits the dimensions of X into kept and reduced ones, with neighbours in the same group joined.
// Every element of the result iterates over the reduced ones.
template <typename F>
class ReduceKernel final : public KernelWithoutHalf<operators::Reduce> {
 public:
  Status PrepareOp(const operators::Reduce& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const auto reduced, op.Reduced());
    const DDim& dims = op.x->dims();
    kept_dims_ = StridedDims();
    reduced_dims_ = StridedDims();
    int64_t stride = op.x->numel();
    for (int i = 0; i < dims.rank(); ++i) {
      if (dims[i] == 1) continue;
      stride = dims[i] == 0 ? 0 : stride / dims[i];
      (reduced[i] ? reduced_dims_ : kept_dims_).Add(dims[i], stride);
    }
    convert_ = nullptr;
    if (op.x->precision() != op.out->precision()) {
      convert_ = FindNumberConversion(op.x->precision(), op.out->precision());
      if (convert_ == nullptr)
        return Unsupported("X: element type ", PrecisionToStr(op.x->precision()));
      scratch_ = context->BookScratch(static_cast<size_t>(op.x->numel()) *
                                      PrecisionTypeLength(op.out->precision()));
    }
    return OkStatus();
  }

  Status RunOp(const operators::Reduce& op, const RunContext& context) override {
    const void* src = op.x->raw_data();
    if (convert_ != nullptr) {
      convert_(src, context.scratch + scratch_, op.x->numel(), context.pool);
      src = context.scratch + scratch_;
    }
    // The sum and the mean of truth values are true if one of them is.
    if constexpr (std::is_base_of_v<SumOf, F> && !kReal) {
      if (op.out->precision() == PrecisionType::kBool) {
        RunTyped<uint8_t, TruthOf<false>>(src, op, context);
        return OkStatus();
      }
    }
    using Types =
        std::conditional_t<kTruth, NumberTypes::And<bool>,
                           std::conditional_t<kReal, RealTypes, IntegerTypes::And<float, double>>>;
    return VisitElementType<Types>("Out", op.out->precision(), [&](auto type) {
      RunTyped<StoredAs<typename decltype(type)::Type>, F>(src, op, context);
    });
  }

 private:
  static constexpr bool kReal = std::is_same_v<F, LogSumExpOf> ||
                                std::is_base_of_v<MagnitudesOf<true>, F> ||
                                std::is_base_of_v<MagnitudesOf<false>, F>;
  static constexpr bool kTruth =
      std::is_same_v<F, TruthOf<true>> || std::is_same_v<F, TruthOf<false>>;

  template <typename T, typename How>
  void RunTyped(const void* data, const operators::Reduce& op, const RunContext& context) const {
    const T* src = static_cast<const T*>(data);
    T* dst = op.out->mutable_data<T>();
    const int64_t count = reduced_dims_.sizes.production();
    const int64_t run = reduced_dims_.innermost_size();
    const int64_t step = reduced_dims_.innermost_stride();
    const int64_t runs = run == 0 ? 0 : count / run;
    constexpr int64_t kGrain = 4096;  // elements that justify a thread
    context.pool->ForEach(op.out->numel(), kGrain / (count + 1) + 1, [&](int64_t o) {
      const T* base = src + kept_dims_.Offset(o, 0);
      auto total = How::template Start<T>();
      for (int64_t r = 0; r < runs; ++r) {
        const T* line = base + reduced_dims_.Offset(r, 1);
        for (int64_t i = 0; i < run; ++i) How::template Take<T>(line[i * step], &total);
      }
      dst[o] = How::template Finish<T>(total, count);
    });
  }

  StridedDims kept_dims_;
  StridedDims reduced_dims_;
  NumberConversion convert_ = nullptr;
  size_t scratch_ = 0;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, ReduceKernel<SumOf>, reduce_sum)
    .Out({"Out"}, PRECISION(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, ReduceKernel<SumOf>, reduce_sum);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ReduceKernel<MeanOf>, reduce_mean, mean)
    .Out({"Out"}, PRECISION(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, ReduceKernel<MeanOf>, reduce_mean, mean);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ReduceKernel<ProductOf>, reduce_prod)
    .Out({"Out"}, PRECISION(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, ReduceKernel<ProductOf>, reduce_prod);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ReduceKernel<ExtremeOf<true>>, reduce_max, max, reduce_amax)
    .Out({"Out"}, PRECISION(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, ReduceKernel<ExtremeOf<true>>, reduce_max, max, reduce_amax);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ReduceKernel<ExtremeOf<false>>, reduce_min, reduce_amin)
    .Out({"Out"}, PRECISION(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, ReduceKernel<ExtremeOf<false>>, reduce_min, reduce_amin);
LITE_KERNELS(kHost, kAny, kNCHW, def, ReduceKernel<TruthOf<true>>, reduce_all);
LITE_KERNELS(kHost, kAny, kNCHW, def, ReduceKernel<TruthOf<false>>, reduce_any);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ReduceKernel<LogSumExpOf>, logsumexp);
LITE_KERNELS(kHost, kFP64, kNCHW, def, ReduceKernel<LogSumExpOf>, logsumexp);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ReduceKernel<RootOfSquaresOf>, frobenius_norm);
LITE_KERNELS(kHost, kFP64, kNCHW, def, ReduceKernel<RootOfSquaresOf>, frobenius_norm);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ReduceKernel<MagnitudesOf<true>>, squared_l2_norm);
LITE_KERNELS(kHost, kFP64, kNCHW, def, ReduceKernel<MagnitudesOf<true>>, squared_l2_norm);
LITE_KERNELS(kHost, kFloat, kNCHW, def, ReduceKernel<MagnitudesOf<false>>, l1_norm);

}  // namespace paddle::lite::kernels::host
