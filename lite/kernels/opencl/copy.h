// Moves of elements without a change: copy.cl.
#pragma once

#include "lite/kernels/opencl/call.h"

namespace paddle::lite::kernels::opencl {

// -DELEMENT for elements of this type.
inline std::string ElementOption(PrecisionType precision) {
  constexpr const char* kNames[] = {"", "uchar", "ushort", "", "uint", "", "", "", "ulong"};
  return StrCat("-DELEMENT=", kNames[PrecisionTypeLength(precision)]);
}

// Launches of the function `copy`.
class Copy {
 public:
  Status Prepare(const PrepareContext& context, PrecisionType precision) {
    return function_.Load(context, "copy", "copy", ElementOption(precision));
  }
  // The walk has the steps in `from` and `to`, which begin `skip_from` and `skip_to` elements after
  // their tensors.
  Status Run(const RunContext& context, const Tensor* from, const Tensor* to, const Walk& walk,
             int64_t skip_from = 0, int64_t skip_to = 0) const {
    const Int2 skip{static_cast<int32_t>(skip_from), static_cast<int32_t>(skip_to)};
    return function_.On(context).Add(from).Add(to).Add(walk).Add(skip).Over({walk.count(), 1, 1},
                                                                            kLine);
  }

 private:
  LoadedFunction function_;
};

}  // namespace paddle::lite::kernels::opencl
