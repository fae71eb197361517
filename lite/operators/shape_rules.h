// Parts of shape rules shared by several operators.
#pragma once

#include <type_traits>
#include <vector>

#include "lite/base/checked_math.h"
#include "lite/base/status.h"
#include "lite/core/dims.h"
#include "lite/core/element.h"
#include "lite/core/targets.h"
#include "lite/core/tensor.h"

namespace paddle::lite::operators {

// Converts `axis`, where negative values count from the end of `rank` dimensions, to a non-negative
// one.
inline Result<int> NormalizeAxis(const char* name, int64_t axis, int rank) {
  if (axis < -rank || axis >= rank) {
    return InvalidArgument("attribute ", name, ": axis ", axis, " is outside of [", -rank, ", ",
                           rank, ")");
  }
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

// Product of the dimensions [begin, end). It can exceed the limit for tensors if another dimension
// is 0.
inline Result<int64_t> CountOf(const DDim& dims, int begin, int end) {
  int64_t count = 1;
  for (int i = begin; i < end; ++i) {
    if (!CheckedMul(count, dims[i], &count))
      return OutOfRange("dimensions of ", dims, " are too large");
  }
  return count;
}

// Sets the shape of `out`, computed from attributes or data.
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

// Sets the shape of the single value left by a full reduction or by indexing every dimension: [] in
// programs of Paddle 2.5 and later, [1] in older ones. The shape declared for the variable decides.
inline void SetScalarShape(Tensor* out) {
  const bool declared_as_vector = out->dims().rank() == 1 && out->dims()[0] == 1;
  out->Resize(declared_as_vector ? DDim{1} : DDim{});
}

// The level of detail indexes dimension 0, so it is kept only if that dimension is.
inline void ShareLoDIfRowsKept(const Tensor& x, Tensor* out) {
  const bool kept = x.dims().rank() > 0 && out->dims().rank() > 0 && x.dims()[0] == out->dims()[0];
  out->set_lod(kept ? x.lod() : LoD());
}

// XShape and similar outputs store the input's shape after a leading 0; they never hold data.
inline void SetShapeHolder(const Tensor& x, Tensor* holder) {
  if (holder == nullptr) return;
  DDim dims{0};
  for (const int64_t d : x.dims()) dims.push_back(d);
  holder->Resize(dims);
  holder->set_lod(x.lod());
}

// True if InferShape needs the values of this tensor at every step.
inline bool IsVariableData(const Tensor* tensor) {
  return tensor != nullptr && !tensor->persistable() && !tensor->settled();
}
inline bool IsVariableData(const std::vector<const Tensor*>& tensors) {
  for (const Tensor* tensor : tensors) {
    if (IsVariableData(tensor)) return true;
  }
  return false;
}

// An error if the values of `tensor` cannot be read before the operator runs.
inline Status CheckValuesKnown(const char* slot, const Tensor& tensor) {
  if (!tensor.IsInitialized()) return FailedPrecondition(slot, ": the values are not known yet");
  if (!IsHostMemory(tensor.target())) {
    return Unsupported(slot, ": the values must be in host memory, found ",
                       TargetToStr(tensor.target()));
  }
  return OkStatus();
}

// The values of a small int32 or int64 tensor on the host, such as shapes, axes and indices.
inline Result<std::vector<int64_t>> ReadIntegers(const char* slot, const Tensor& tensor) {
  constexpr int64_t kMaxValues = 64;  // more than enough: a shape has at most DDim::kMaxRank
  LITE_RETURN_IF_ERROR(CheckValuesKnown(slot, tensor));
  const int64_t count = tensor.numel();
  if (count > kMaxValues) {
    return OutOfRange(slot, ": expected at most ", kMaxValues, " values, found shape ",
                      tensor.dims());
  }
  std::vector<int64_t> values;
  const Status known = VisitElementType<IndexTypes>(slot, tensor.precision(), [&](auto type) {
    const auto* data = tensor.data<typename decltype(type)::Type>();
    values.assign(data, data + count);
  });
  if (!known.ok()) {
    return InvalidArgument(slot, ": expected int32 or int64, found ",
                           PrecisionToStr(tensor.precision()));
  }
  return values;
}

// The first value of each tensor. As in Paddle, further elements are not read.
inline Result<std::vector<int64_t>> ReadFirstIntegers(const char* slot,
                                                      const std::vector<const Tensor*>& tensors) {
  std::vector<int64_t> values;
  for (const Tensor* tensor : tensors) {
    LITE_ASSIGN_OR_RETURN(const std::vector<int64_t> one, ReadIntegers(slot, *tensor));
    if (one.empty()) {
      return InvalidArgument(slot, ": expected tensors of one element, found shape ",
                             tensor->dims());
    }
    values.push_back(one[0]);
  }
  return values;
}

// The values of several tensors of one element each. As in Paddle 2, a list of one tensor means all
// values of the tensor.
inline Result<std::vector<int64_t>> ReadIntegers(const char* slot,
                                                 const std::vector<const Tensor*>& tensors) {
  const bool is_whole = tensors.size() == 1 && tensors[0]->numel() > 1;
  return is_whole ? ReadIntegers(slot, *tensors[0]) : ReadFirstIntegers(slot, tensors);
}

// The first value of a tensor. As in Paddle, it can be a number of any type, and a real number is
// truncated.
inline Result<int64_t> ReadFirstInteger(const char* slot, const Tensor& tensor) {
  LITE_RETURN_IF_ERROR(CheckValuesKnown(slot, tensor));
  if (tensor.numel() < 1) {
    return InvalidArgument(slot, ": expected an integer, found shape ", tensor.dims());
  }
  constexpr double kLimit = 4611686018427387904.0;  // 2^62
  int64_t value = 0;
  bool fits = true;
  using Types = IntegerTypes::And<float, double>;
  LITE_RETURN_IF_ERROR(VisitElementType<Types>(slot, tensor.precision(), [&](auto type) {
    const auto number = *tensor.data<typename decltype(type)::Type>();
    if constexpr (std::is_floating_point_v<typename decltype(type)::Type>) {
      fits = number > -kLimit && number < kLimit;
    }
    if (fits) value = static_cast<int64_t>(number);
  }));
  if (!fits) return InvalidArgument(slot, ": expected an integer, found a real number beyond 2^62");
  return value;
}

// The value of a tensor of one element.
inline Result<int64_t> ReadInteger(const char* slot, const Tensor& tensor) {
  if (tensor.numel() != 1) {
    LITE_RETURN_IF_ERROR(CheckValuesKnown(slot, tensor));
    return InvalidArgument(slot, ": expected tensors of one element, found shape ", tensor.dims());
  }
  return ReadFirstInteger(slot, tensor);
}

}  // namespace paddle::lite::operators
