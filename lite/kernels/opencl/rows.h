// Operations on rows, one work group for each: rows.cl.
#pragma once

#include "lite/kernels/opencl/call.h"

namespace paddle::lite::kernels::opencl {

// A group for rows of this width. Two sizes only, as drivers compile a function for each.
inline WorkSize GroupOfRow(int64_t width) { return {width <= 16 ? 1 : 64, 1, 1}; }

// Launches of the function `reduce`.
class Reduction {
 public:
  // The numbers of rows.cl.
  enum Kind : int32_t { kSum, kMean, kLargest, kSmallest };

  // The first steps of the walks are those in x; `kept` is in the order of the result.
  Status Prepare(const PrepareContext& context, Kind kind, const Walk& kept, const Walk& reduced) {
    kind_ = kind;
    kept_ = kept;
    reduced_ = reduced;
    return function_.Load(context, "rows", "reduce");
  }
  Status Run(const RunContext& context, const Tensor* x, const Tensor* out) const {
    const int64_t count = reduced_.count();
    return function_.On(context)
        .Add(x)
        .Add(out)
        .Add(kept_)
        .Add(reduced_)
        .Add(static_cast<int32_t>(count))
        .Add(kind_)
        .OverGroups({out->numel(), 1, 1}, GroupOfRow(count));
  }

 private:
  Kind kind_ = kSum;
  Walk kept_, reduced_;
  LoadedFunction function_;
};

}  // namespace paddle::lite::kernels::opencl
