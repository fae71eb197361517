// Launches of bodies of rows.
#pragma once

#include "lite/backends/cuda/rows_body.h"
#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {

// From this width on, a row gets 256 threads, and 32 before.
constexpr int64_t kMinWideRow = 512;

// Launches Body<T, 32> or Body<T, 256> with these members, for rows of `width` elements.
template <typename T, template <typename, int> class Body, typename... Members>
Status LaunchRows(const RunContext& context, const char* name, int64_t rows, int64_t width,
                  const Members&... members) {
  if (width < kMinWideRow) {
    return QueueOf(context)->LaunchInGroups(name, Body<T, 32>{members...}, rows);
  }
  return QueueOf(context)->LaunchInGroups(name, Body<T, 256>{members...}, rows);
}

// Launches of a reduction. The first steps of the walks are those in x; `kept` is in the order of
// the result.
template <typename T>
struct ReductionLaunch {
  lite::cuda::Reduction kind = lite::cuda::Reduction::kSum;
  Walk kept, reduced;

  Status Run(const RunContext& context, const Tensor* x, const Tensor* out) const {
    const int64_t count = reduced.count();
    return LaunchRows<T, lite::cuda::ReduceBody>(context, "reduce", out->numel(), count, From<T>(x),
                                                 To<T>(out), kept, reduced, Int(count), kind);
  }
};

}  // namespace paddle::lite::kernels::cuda
