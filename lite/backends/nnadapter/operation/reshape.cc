// Other shapes for the same elements: ASSIGN, FLATTEN, RESHAPE, SQUEEZE, UNSQUEEZE. SHAPE: the
// shape as a tensor.
#include <algorithm>
#include <cstring>

#include "lite/backends/nnadapter/operation/definition.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kAssignInputs[] = {TensorOf("input", kMovable)};
constexpr Operand kFlattenInputs[] = {TensorOf("input", kMovable), Scalar("start_axis"),
                                      Scalar("end_axis")};
constexpr Operand kReshapeInputs[] = {TensorOf("input", kMovable), ShapeOf("shape")};
constexpr Operand kSqueezeInputs[] = {TensorOf("input", kMovable), List("axes").Optional()};
constexpr Operand kUnsqueezeInputs[] = {TensorOf("input", kMovable), List("axes")};
constexpr Operand kShapeInputs[] = {{"input", kMovable | kQuant, Role::kExtents}, Scalar("dtype")};
constexpr Operand kReshapeOutputs[] = {Result("output")};

Status ExecuteReshape(Call& call) {
  const View& out = call.out(0);
  Array<uint8_t> copy;
  const void* data = nullptr;
  NNADAPTER_RETURN_IF_ERROR(call.LoadFor(0, out, &copy, &data));
  const size_t bytes = static_cast<size_t>(out.count()) * BytesOf(out.precision);
  if (bytes > 0) std::memcpy(out.result, data, bytes);
  return Status();
}

Status InferAssign(Call& call) { return call.SetShape(0, call.in(0).shape); }

// The product of the extents of axes begin to end - 1; kUnknown if one is unknown.
Status Merge(const Call& call, const Shape& shape, int begin, int end, int32_t* product) {
  int64_t result = 1;
  for (int axis = begin; axis < end; ++axis) {
    if (shape[axis] == kUnknown) {
      *product = kUnknown;
      return Status();
    }
    if (__builtin_mul_overflow(result, int64_t{shape[axis]}, &result) || result > INT32_MAX) {
      return call.Invalid("input: axes %d to %d of %s have more than 2^31 - 1 elements", begin,
                          end - 1, shape.ToString().c_str());
    }
  }
  *product = static_cast<int32_t>(result);
  return Status();
}

Status InferFlatten(Call& call) {
  const Shape& x = call.in(0).shape;
  Shape y;
  if (x.rank == 0) return call.SetShape(0, {1});
  int begin = 0, end = 0;
  NNADAPTER_RETURN_IF_ERROR(call.CheckAxis("start_axis", call.Int(1), x.rank, &begin));
  NNADAPTER_RETURN_IF_ERROR(call.CheckAxis("end_axis", call.Int(2), x.rank, &end));
  if (end < begin) {
    return call.Invalid("end_axis: expected at least start_axis %d, found %d", begin, end);
  }
  for (int axis = 0; axis < x.rank; ++axis) {
    if (axis > begin && axis <= end) continue;
    int32_t extent = x[axis];
    if (axis == begin) NNADAPTER_RETURN_IF_ERROR(Merge(call, x, begin, end + 1, &extent));
    y[y.rank++] = extent;
  }
  return call.SetShape(0, y);
}

Status InferReshape(Call& call) {
  const Shape& x = call.in(0).shape;
  const View& shape = call.in(1);
  Shape y;
  if (shape.count() > kMaxRank) {
    return call.Invalid("shape: expected at most %d extents, found %lld", kMaxRank,
                        static_cast<long long>(shape.count()));
  }
  y.rank = static_cast<int>(shape.count());
  if (shape.data == nullptr) {
    std::fill(y.extents, y.extents + y.rank, kUnknown);
    return call.SetShape(0, y);
  }
  const std::vector<int64_t> extents = call.Ints(1);
  int inferred = -1;
  bool unknown = false;
  int64_t others = 1;
  for (int axis = 0; axis < y.rank; ++axis) {
    int64_t extent = extents[static_cast<size_t>(axis)];
    if (extent == 0) {
      if (axis >= x.rank) {
        return call.Invalid("shape: element %d is zero, and the input has shape %s", axis,
                            x.ToString().c_str());
      }
      extent = x[axis];
    } else if (extent == -1) {
      if (inferred >= 0) return call.Invalid("shape: expected at most one -1");
      inferred = axis;
      y[axis] = kUnknown;
      continue;
    }
    if ((extent < 0 && extent != kUnknown) || extent > INT32_MAX) {
      return call.Invalid("shape: element %d is %lld", axis, static_cast<long long>(extent));
    }
    y[axis] = static_cast<int32_t>(extent);
    if (extent == kUnknown) {
      unknown = true;
    } else if (__builtin_mul_overflow(others, extent, &others)) {
      return call.Invalid("shape: more than 2^63 elements");
    }
  }
  if (!x.Known() || unknown) return call.SetShape(0, y);  // -1 is resolved for each dynamic shape
  const int64_t count = x.Count();
  if (inferred >= 0) {
    if (others == 0 || count % others != 0 || count / others > INT32_MAX) {
      return call.Invalid("shape: -1 cannot be inferred from input shape %s and %lld elements",
                          x.ToString().c_str(), static_cast<long long>(others));
    }
    y[inferred] = static_cast<int32_t>(count / others);
  } else if (others != count) {
    return call.Invalid("shape: expected %lld elements like input %s, found %lld",
                        static_cast<long long>(count), x.ToString().c_str(),
                        static_cast<long long>(others));
  }
  return call.SetShape(0, y);
}

Status InferSqueeze(Call& call) {
  const Shape& x = call.in(0).shape;
  bool drop[kMaxRank] = {};
  if (call.Has(1)) {
    for (int64_t value : call.Ints(1)) {
      int axis = 0;
      NNADAPTER_RETURN_IF_ERROR(call.CheckAxis("axes", value, x.rank, &axis));
      // A longer axis stays. An unknown extent is taken for one; if it is not, the ranks of the
      // dynamic shapes differ, and Prepare fails.
      drop[axis] = x[axis] == 1 || x[axis] == kUnknown;
    }
  } else {
    for (int axis = 0; axis < x.rank; ++axis) {
      if (x[axis] == kUnknown) {
        return call.Invalid("axes: expected a list, because the extents %s of input are unknown",
                            x.ToString().c_str());
      }
      drop[axis] = x[axis] == 1;
    }
  }
  Shape y;
  for (int axis = 0; axis < x.rank; ++axis) {
    if (!drop[axis]) y[y.rank++] = x[axis];
  }
  if (y.rank == 0) y = {1};
  return call.SetShape(0, y);
}

// Axes count in the shape with the axes before them in the list.
Status InferUnsqueeze(Call& call) {
  Shape y = call.in(0).shape;
  for (int64_t value : call.Ints(1)) {
    if (y.rank == kMaxRank) return call.Invalid("axes: expected a result with at most 8 axes");
    int axis = 0;
    NNADAPTER_RETURN_IF_ERROR(call.CheckAxis("axes", value, y.rank + 1, &axis));
    std::copy_backward(y.extents + axis, y.extents + y.rank, y.extents + y.rank + 1);
    y[axis] = 1;
    ++y.rank;
  }
  return call.SetShape(0, y);
}

Status InferShapeOf(Call& call) {
  int precision = 0;
  NNADAPTER_RETURN_IF_ERROR(call.IndexPrecision(1, &precision));
  call.SetPrecision(0, precision);
  return call.SetShape(0, {call.in(0).shape.rank});
}

Status ExecuteShapeOf(Call& call) {
  const Shape& x = call.in(0).shape;
  const View& out = call.out(0);
  if (out.precision == NNADAPTER_INT64) {
    std::copy(x.extents, x.extents + x.rank, out.Out<int64_t>());
  } else {
    std::copy(x.extents, x.extents + x.rank, out.Out<int32_t>());
  }
  return Status();
}

}  // namespace

NNADAPTER_OPERATION(ASSIGN) = Define(kAssignInputs, kReshapeOutputs, InferAssign, ExecuteReshape);
NNADAPTER_OPERATION(FLATTEN) = Define(kFlattenInputs, kReshapeOutputs, InferFlatten,
                                      ExecuteReshape);
NNADAPTER_OPERATION(RESHAPE) = Define(kReshapeInputs, kReshapeOutputs, InferReshape,
                                      ExecuteReshape);
NNADAPTER_OPERATION(SQUEEZE) = Define(kSqueezeInputs, kReshapeOutputs, InferSqueeze,
                                      ExecuteReshape);
NNADAPTER_OPERATION(UNSQUEEZE) = Define(kUnsqueezeInputs, kReshapeOutputs, InferUnsqueeze,
                                        ExecuteReshape);
NNADAPTER_OPERATION(SHAPE) = Define(kShapeInputs, kReshapeOutputs, InferShapeOf, ExecuteShapeOf);

}  // namespace nnadapter::operation
