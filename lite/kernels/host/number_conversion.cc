#include "lite/kernels/host/number_conversion.h"

#include <type_traits>

#include "lite/core/element.h"

namespace paddle::lite::kernels::host {
namespace {

template <typename Dst, typename Value>
LITE_SIMD_INLINE Dst ConvertedTo(Value value) {
  if constexpr (std::is_same_v<Dst, bool>) {
    return value != 0;
  } else if constexpr (std::is_floating_point_v<Value> && std::is_integral_v<Dst>) {
    if constexpr (sizeof(Dst) == 8) return RealToInteger<int64_t>(value);
    return static_cast<Dst>(RealToInteger<int32_t>(value));
  } else {
    return static_cast<Dst>(value);
  }
}

template <typename Src, typename Dst>
void Convert(const void* src, void* dst, int64_t count, ThreadPool* pool) {
  constexpr int64_t kGrain = 4096;  // elements that justify a thread
  const auto* from = static_cast<const StoredAs<Src>*>(src);
  Dst* to = static_cast<Dst*>(dst);
  pool->ForEachElement(count, kGrain, [=](int64_t i) {
    const ComputedAs<StoredAs<Src>> value = from[i];
    if constexpr (std::is_same_v<Src, bool>) {
      to[i] = value != 0 ? ConvertedTo<Dst>(1) : ConvertedTo<Dst>(0);
    } else {
      to[i] = ConvertedTo<Dst>(value);
    }
  });
}

}  // namespace

NumberConversion FindNumberConversion(PrecisionType from, PrecisionType to) {
  NumberConversion found = nullptr;
  const auto find = [&](auto src) {
    return VisitElementType(to, [&](auto dst) {
      found = &Convert<typename decltype(src)::Type, typename decltype(dst)::Type>;
    });
  };
  return VisitElementType(from, find).ok() ? found : nullptr;
}

}  // namespace paddle::lite::kernels::host
