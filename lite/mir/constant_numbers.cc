// Constants as numbers, for the computations of fusions (fusion.h).
#include <cmath>
#include <limits>
#include <type_traits>

#include "lite/core/element.h"
#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

namespace {

using FoldedTypes = IntegerTypes::And<Half, BFloat16, float, double>;
using WrittenTypes = ElementTypes<int8_t, int32_t, Half, BFloat16, float, double>;

Status RefuseToFold(PrecisionType precision) {
  return Refuse("constants of type ", PrecisionToStr(precision), " are not folded");
}

}  // namespace

Result<std::vector<double>> ToDoubles(const Tensor& tensor) {
  if (!tensor.IsInitialized()) return Refuse("a constant has no data");
  LITE_ASSIGN_OR_RETURN(const int64_t count, CheckedElementCount(tensor.dims()));
  std::vector<double> values(static_cast<size_t>(count));
  const Status read = VisitElementType<FoldedTypes>("", tensor.precision(), [&](auto type) {
    const auto* data = tensor.data<typename decltype(type)::Type>();
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(data[i]);
  });
  if (!read.ok()) return RefuseToFold(tensor.precision());
  return values;
}

Result<Tensor> FromDoubles(const DDim& dims, PrecisionType precision,
                           const std::vector<double>& values) {
  Tensor tensor;
  tensor.Resize(dims);
  if (static_cast<int64_t>(values.size()) != dims.production()) {
    return Internal("expected ", dims.production(), " values, found ", values.size());
  }
  LITE_RETURN_IF_ERROR(tensor.Allocate(precision));
  // Rounds to nearest, and refuses what would wrap around or become infinite.
  const auto write = [&](auto type) -> Status {
    using T = typename decltype(type)::Type;
    T* data = tensor.mutable_data<T>();
    for (size_t i = 0; i < values.size(); ++i) {
      if constexpr (std::is_integral_v<T>) {
        const double rounded = std::nearbyint(values[i]);
        if (!(rounded >= static_cast<double>(std::numeric_limits<T>::min()) &&
              rounded <= static_cast<double>(std::numeric_limits<T>::max()))) {
          return Refuse("the value ", values[i], " does not fit ", PrecisionToStr(precision));
        }
        data[i] = static_cast<T>(rounded);
      } else {
        data[i] = static_cast<T>(values[i]);
        if (std::isfinite(values[i]) && !std::isfinite(static_cast<double>(data[i]))) {
          return Refuse("the value ", values[i], " does not fit ", PrecisionToStr(precision));
        }
      }
    }
    return OkStatus();
  };
  if (!CheckElementType<WrittenTypes>("", precision).ok()) return RefuseToFold(precision);
  LITE_RETURN_IF_ERROR(VisitElementType<WrittenTypes>("", precision, write));
  return tensor;
}

}  // namespace paddle::lite::mir
