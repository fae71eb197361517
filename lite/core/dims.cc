#include "lite/core/dims.h"

#include <cstdint>

#include "lite/base/checked_math.h"

namespace paddle::lite {

Result<DDim> DDim::FromVector(const std::vector<int64_t>& dims) {
  if (dims.size() > kMaxRank) {
    return OutOfRange("rank ", dims.size(), " is above the limit of ", kMaxRank);
  }
  return DDim(dims);
}

namespace {

// Keeps the bytes of any element type within a size_t, on 32-bit machines as well.
constexpr int64_t kMaxElements = PTRDIFF_MAX / static_cast<int64_t>(sizeof(double));
// The same for an empty shape without its zeros: products of dimensions fit, and a loop over some
// of them ends.
constexpr int64_t kMaxAroundNothing = int64_t{1} << 30;

}  // namespace

Result<int64_t> CheckedElementCount(const DDim& dims) {
  int64_t count = 1;
  bool empty = false;
  for (const int64_t d : dims) {
    if (d < 0) return InvalidArgument("negative dimension in shape ", dims);
    if (d == 0) empty = true;
  }
  const int64_t limit = empty ? kMaxAroundNothing : kMaxElements;
  for (const int64_t d : dims) {
    if (d != 0 && (!CheckedMul(count, d, &count) || count > limit)) {
      return OutOfRange(
          "shape ", dims,
          empty ? " is empty, but its other dimensions are too large" : " has too many elements");
    }
  }
  return empty ? 0 : count;
}

}  // namespace paddle::lite
