// Pieces of shape rules that several operators share.
#pragma once

#include <vector>

#include "lite/base/checked_math.h"
#include "lite/base/status.h"
#include "lite/core/dims.h"
#include "lite/core/tensor.h"

namespace paddle::lite::operators {

// `axis` counted from the front, where a negative one counts from the end of `rank` dimensions.
inline Result<int> NormalizeAxis(const char* name, int64_t axis, int rank) {
  if (axis < -rank || axis >= rank) {
    return InvalidArgument("attribute ", name, ": axis ", axis, " is outside of [", -rank, ", ",
                           rank, ")");
  }
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

// Product of the dimensions [begin, end). It can exceed what a tensor may have where another
// dimension is 0.
inline Result<int64_t> CountOf(const DDim& dims, int begin, int end) {
  int64_t count = 1;
  for (int i = begin; i < end; ++i) {
    if (!CheckedMul(count, dims[i], &count))
      return OutOfRange("dimensions of ", dims, " are too large");
  }
  return count;
}

// Gives `out` a shape that was computed from attributes or data.
inline Status SetShape(const char* slot, const DDim& dims, Tensor* out) {
  const Result<int64_t> count = CheckedElementCount(dims);
  if (!count.ok()) return count.status().WithContext(slot);
  out->Resize(dims);
  return OkStatus();
}
inline Status SetShape(const char* slot, const std::vector<int64_t>& dims, Tensor* out) {
  const Result<DDim> shape = DDim::FromVector(dims);
  if (!shape.ok()) return shape.status().WithContext(slot);
  return SetShape(slot, *shape, out);
}

// The one value that a full reduction or an indexing of every dimension leaves: shape [] in
// programs of Paddle 2.5 and later, [1] in older ones. The shape that the program declared for the
// variable decides.
inline void SetScalarShape(Tensor* out) {
  const bool declared_as_vector = out->dims().rank() == 1 && out->dims()[0] == 1;
  out->Resize(declared_as_vector ? DDim{1} : DDim{});
}

// The level-of-detail indexes dimension 0, so it survives only where that dimension does.
inline void ShareLoDIfRowsKept(const Tensor& x, Tensor* out) {
  const bool kept = x.dims().rank() > 0 && out->dims().rank() > 0 && x.dims()[0] == out->dims()[0];
  out->set_lod(kept ? x.lod() : LoD());
}

// XShape and its like remember the input's shape behind a leading 0; they never hold data.
inline void SetShapeHolder(const Tensor& x, Tensor* holder) {
  if (holder == nullptr) return;
  DDim dims{0};
  for (const int64_t d : x.dims()) dims.push_back(d);
  holder->Resize(dims);
  holder->set_lod(x.lod());
}

// True when InferShape needs the values of this tensor at every step.
inline bool IsVariableData(const Tensor* tensor) {
  return tensor != nullptr && !tensor->persistable() && !tensor->settled();
}
inline bool IsVariableData(const std::vector<const Tensor*>& tensors) {
  for (const Tensor* tensor : tensors) {
    if (IsVariableData(tensor)) return true;
  }
  return false;
}

// The values of a small int32 or int64 tensor on the host, as shapes, axes and indices come.
inline Result<std::vector<int64_t>> ReadIntegers(const char* slot, const Tensor& tensor) {
  constexpr int64_t kMaxValues = 64;  // generous: a shape has at most DDim::kMaxRank
  if (!tensor.IsInitialized()) return FailedPrecondition(slot, ": the values are not known yet");
  if (!IsHostMemory(tensor.target())) {
    return Unsupported(slot, ": the values must be in host memory, found ",
                       TargetToStr(tensor.target()));
  }
  const int64_t count = tensor.numel();
  if (count > kMaxValues) {
    return OutOfRange(slot, ": expected at most ", kMaxValues, " values, found shape ",
                      tensor.dims());
  }
  std::vector<int64_t> values(static_cast<size_t>(count));
  if (tensor.precision() == PrecisionType::kInt64) {
    for (int64_t i = 0; i < count; ++i) values[i] = tensor.data<int64_t>()[i];
  } else if (tensor.precision() == PrecisionType::kInt32) {
    for (int64_t i = 0; i < count; ++i) values[i] = tensor.data<int32_t>()[i];
  } else {
    return InvalidArgument(slot, ": expected int32 or int64, found ",
                           PrecisionToStr(tensor.precision()));
  }
  return values;
}

// One value per tensor, each of one element.
inline Result<std::vector<int64_t>> ReadIntegers(const char* slot,
                                                 const std::vector<const Tensor*>& tensors) {
  std::vector<int64_t> values;
  for (const Tensor* tensor : tensors) {
    LITE_ASSIGN_OR_RETURN(const std::vector<int64_t> one, ReadIntegers(slot, *tensor));
    if (one.size() != 1) {
      return InvalidArgument(slot, ": expected tensors of one element, found shape ",
                             tensor->dims());
    }
    values.push_back(one[0]);
  }
  return values;
}

inline Result<int64_t> ReadInteger(const char* slot, const Tensor& tensor) {
  LITE_ASSIGN_OR_RETURN(const std::vector<int64_t> values, ReadIntegers(slot, {&tensor}));
  return values[0];
}

}  // namespace paddle::lite::operators
