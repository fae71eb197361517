#include "lite/operators/cross_entropy.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "lite/kernels/host/number_conversion.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {
namespace {

constexpr int64_t kLossGrain = 4096;  // elements that justify a thread

// The number of a class, which Paddle truncates.
template <typename L>
int64_t ClassOf(L label) {
  if constexpr (std::is_floating_point_v<L>) return RealToInteger<int64_t>(label);
  return static_cast<int64_t>(label);
}

// Elements of Logits at one position: `count` of them, `step` apart.
template <typename T>
void SoftmaxAlong(const T* src, T* dst, int64_t count, int64_t step) {
  constexpr T kLowest = -64;  // Paddle's lower bound of x - max(x)
  T largest = src[0];
  for (int64_t i = 1; i < count; ++i) {
    const T value = src[i * step];
    if (value > largest || std::isnan(value)) largest = value;
  }
  T sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    dst[i * step] = std::exp(std::max(src[i * step] - largest, kLowest));
    sum += dst[i * step];
  }
  const T scale = T{1} / sum;
  for (int64_t i = 0; i < count; ++i) dst[i * step] *= scale;
}

// The logarithm of a probability; Paddle limits infinities.
template <typename T>
T BoundedLog(T probability) {
  constexpr T kLimit = T(1e20);
  const T value = std::log(probability);
  if (std::isinf(value)) return value > 0 ? kLimit : -kLimit;
  return value;
}

}  // namespace

class SoftmaxWithCrossEntropyKernel final : public KernelFor<operators::SoftmaxWithCrossEntropy> {
 public:
  Status RunOp(const operators::SoftmaxWithCrossEntropy& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("Logits", op.logits->precision(), [&](auto type) -> Status {
      using T = typename decltype(type)::Type;
      if (op.soft_label) {
        const T* label = op.label->data<T>();
        Compute<T>(op, context, [=](const T* p, int64_t, int64_t first, int64_t n, int64_t step) {
          T sum = 0;
          for (int64_t i = 0; i < n; ++i) sum -= label[first + i * step] * BoundedLog(p[i * step]);
          return sum;
        });
        return OkStatus();
      }
      using Labels = operators::SoftmaxWithCrossEntropy::LabelTypes;
      return VisitElementType<Labels>("Label", op.label->precision(), [&](auto tag) -> Status {
        using L = typename decltype(tag)::Type;
        const L* label = op.label->data<L>();
        const int64_t ignored = op.ignore_index;
        const int64_t classes = op.logits->dims()[op.Axis()];
        for (int64_t i = 0; i < op.loss->numel(); ++i) {
          const int64_t index = ClassOf(label[i]);
          if (index == ignored || (index >= 0 && index < classes)) continue;
          return OutOfRange("Label: ", index, " at element ", i, " is not one of ", classes,
                            " classes");
        }
        Compute<T>(op, context, [=](const T* p, int64_t at, int64_t, int64_t, int64_t step) {
          const int64_t index = ClassOf(label[at]);
          return index == ignored ? T{0} : -BoundedLog(p[index * step]);
        });
        return OkStatus();
      });
    });
  }

 private:
  // loss(probabilities, position, index of the first element, number of elements, step).
  template <typename T, typename F>
  static void Compute(const operators::SoftmaxWithCrossEntropy& op, const RunContext& context,
                      const F& loss) {
    const DDim& dims = op.logits->dims();
    const int axis = op.Axis();
    const int64_t count = dims[axis];
    const int64_t step = dims.Count(axis + 1, dims.rank());
    const T* src = op.logits->data<T>();
    T* softmax = op.softmax->mutable_data<T>();
    T* out = op.loss->mutable_data<T>();
    if (count == 0) {
      std::fill_n(out, op.loss->numel(), T{0});
      return;
    }
    context.pool->ForEach(op.loss->numel(), kLossGrain / count + 1, [&](int64_t at) {
      const int64_t first = at / step * count * step + at % step;
      if (op.use_softmax) {
        SoftmaxAlong(src + first, softmax + first, count, step);
      } else {
        for (int64_t i = 0; i < count; ++i) softmax[first + i * step] = src[first + i * step];
      }
      out[at] = loss(softmax + first, at, first, count, step);
    });
  }
};

class SigmoidCrossEntropyWithLogitsKernel final
    : public KernelFor<operators::SigmoidCrossEntropyWithLogits> {
 public:
  Status RunOp(const operators::SigmoidCrossEntropyWithLogits& op,
               const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const T* x = op.x->data<T>();
      const T* label = op.label->data<T>();
      const T* weight = op.pos_weight != nullptr ? op.pos_weight->data<T>() : nullptr;
      T* out = op.out->mutable_data<T>();
      const int64_t count = op.x->numel();
      const T ignored = static_cast<T>(op.ignore_index);
      context.pool->ForEach(count, kLossGrain / 8, [=](int64_t i) {
        if (std::trunc(label[i]) == ignored) {
          out[i] = 0;
          return;
        }
        const T softplus = std::log(T{1} + std::exp(-std::abs(x[i])));
        const T positive = x[i] > 0 ? x[i] : T{0};
        out[i] = positive - x[i] * label[i] + (weight == nullptr ? softplus : softplus * weight[i]);
      });
      if (!op.normalize) return;
      int64_t counted = 0;
      for (int64_t i = 0; i < count; ++i) {
        if (label[i] != ignored) ++counted;
      }
      // As in Paddle, labels with a fraction count, and the result without labels is NaN.
      const T divisor = static_cast<T>(counted);
      for (int64_t i = 0; i < count; ++i) out[i] /= divisor;
    });
  }
};

class LabelSmoothKernel final : public KernelFor<operators::LabelSmooth> {
 public:
  Status RunOp(const operators::LabelSmooth& op, const RunContext& context) override {
    return VisitElementType<RealTypes>("X", op.x->precision(), [&](auto type) {
      using T = typename decltype(type)::Type;
      const DDim& dims = op.x->dims();
      const int64_t classes = dims[dims.rank() - 1];
      const T* x = op.x->data<T>();
      const T* prior = op.prior_dist != nullptr ? op.prior_dist->data<T>() : nullptr;
      const int64_t priors = op.prior_dist != nullptr ? op.prior_dist->numel() : 1;
      T* out = op.out->mutable_data<T>();
      const T epsilon = op.epsilon;
      context.pool->ForEach(op.x->numel(), kLossGrain, [=](int64_t i) {
        const T added =
            prior != nullptr ? epsilon * prior[i % priors] : epsilon / static_cast<T>(classes);
        out[i] = (T{1} - epsilon) * x[i] + added;
      });
    });
  }
};

LITE_KERNELS(kHost, kAny, kNCHW, def, SoftmaxWithCrossEntropyKernel, softmax_with_cross_entropy)
    .In({"Label"}, PRECISION(kAny), DATALAYOUT(kAny));
LITE_KERNELS(kHost, kAny, kNCHW, def, SigmoidCrossEntropyWithLogitsKernel,
             sigmoid_cross_entropy_with_logits);
LITE_KERNELS(kHost, kAny, kNCHW, def, LabelSmoothKernel, label_smooth);

}  // namespace paddle::lite::kernels::host
