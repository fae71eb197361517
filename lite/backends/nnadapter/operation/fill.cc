// Values repeated or generated: EXPAND, FILL, FILL_LIKE, MESHGRID, RANGE, TILE.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "lite/backends/nnadapter/operation/strided.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kExpandInputs[] = {TensorOf("input", kMovable), ShapeOf("shape")};
constexpr Operand kTileInputs[] = {TensorOf("input", kMovable), ShapeOf("repeats")};
constexpr Operand kFillInputs[] = {ShapeOf("shape"), Scalar("value", kMovable)};
constexpr Operand kFillLikeInputs[] = {TensorOf("input", kMovable), Scalar("value", kMovable)};
constexpr Operand kMeshgridInputs[] = {TensorOf("input", kMovable).AsFirst().Repeated()};
constexpr Operand kRangeInputs[] = {TensorOf("start", kFloat32 | kIndex),
                                    TensorOf("end", kFloat32 | kIndex).AsFirst(),
                                    TensorOf("step", kFloat32 | kIndex).AsFirst()};
constexpr Operand kFillOutputs[] = {Result("output")};
constexpr Operand kFillOutputList[] = {Result("output").Repeated()};

// The extents that operand `i` holds; unknown ones if its value is unknown.
Status ReadExtents(const Call& call, int i, Shape* shape) {
  const View& view = call.in(i);
  const char* name = call.definition().inputs[i].name;
  if (view.count() > kMaxRank) {
    return call.Invalid("%s: expected at most %d values, found %lld", name, kMaxRank,
                        static_cast<long long>(view.count()));
  }
  shape->rank = static_cast<int>(view.count());
  std::fill(shape->extents, shape->extents + shape->rank, kUnknown);
  if (view.data == nullptr) return Status();
  int axis = 0;
  for (int64_t extent : call.Ints(i)) {
    if (extent < -1 && extent != kUnknown) {
      return call.Invalid("%s: element %d is %lld", name, axis, static_cast<long long>(extent));
    }
    if (extent > INT32_MAX) return call.Invalid("%s: element %d is too large", name, axis);
    (*shape)[axis++] = static_cast<int32_t>(extent);
  }
  return Status();
}

Status RefuseNegative(const Call& call, int i, const Shape& shape) {
  for (int axis = 0; axis < shape.rank; ++axis) {
    if (shape[axis] == -1) {
      return call.Invalid("%s: expected values of at least zero, found -1",
                          call.definition().inputs[i].name);
    }
  }
  return Status();
}

// --- EXPAND: -1 keeps the input's extent.
Status InferExpand(Call& call) {
  const Shape& x = call.in(0).shape;
  Shape shape, y;
  NNADAPTER_RETURN_IF_ERROR(ReadExtents(call, 1, &shape));
  for (int axis = 0; axis < shape.rank; ++axis) {
    const int in_x = axis - (shape.rank - x.rank);
    if (shape[axis] != -1) continue;
    if (in_x < 0) return call.Invalid("shape: -1 at axis %d, which the input does not have", axis);
    shape[axis] = x[in_x];
  }
  NNADAPTER_RETURN_IF_ERROR(Broadcast(call, x, shape, &y));
  return call.SetShape(0, y);
}

Status ExecuteExpand(Call& call) {
  const View& out = call.out(0);
  Array<uint8_t> copy;
  const void* data = nullptr;
  NNADAPTER_RETURN_IF_ERROR(call.LoadFor(0, out, &copy, &data));
  int64_t strides[kMaxRank] = {};
  BroadcastStrides(call.in(0).shape, out.shape, strides);
  CopyStrided(BytesOf(out.precision), data, 0, strides, out.shape, out.result);
  return Status();
}

// --- TILE: the shorter of shape and repeats gets ones before its first element.
Status InferTile(Call& call) {
  const Shape& x = call.in(0).shape;
  Shape repeats, y;
  NNADAPTER_RETURN_IF_ERROR(ReadExtents(call, 1, &repeats));
  NNADAPTER_RETURN_IF_ERROR(RefuseNegative(call, 1, repeats));
  y.rank = std::max(x.rank, repeats.rank);
  for (int axis = 0; axis < y.rank; ++axis) {
    const int in_x = axis - (y.rank - x.rank);
    const int in_repeats = axis - (y.rank - repeats.rank);
    const int64_t extent = in_x < 0 ? 1 : x[in_x];
    const int64_t repeat = in_repeats < 0 ? 1 : repeats[in_repeats];
    if (extent == kUnknown || repeat == kUnknown) {
      y[axis] = kUnknown;
    } else if (extent * repeat > INT32_MAX) {
      return call.Invalid("repeats: axis %d would be longer than 2^31 - 1", axis);
    } else {
      y[axis] = static_cast<int32_t>(extent * repeat);
    }
  }
  return call.SetShape(0, y);
}

Status ExecuteTile(Call& call) {
  const View& out = call.out(0);
  const Shape& x = call.in(0).shape;
  const size_t bytes = BytesOf(out.precision);
  const int64_t count = out.count();
  if (count == 0) return Status();
  Array<uint8_t> copy;
  const void* data = nullptr;
  NNADAPTER_RETURN_IF_ERROR(call.LoadFor(0, out, &copy, &data));
  int64_t dense[kMaxRank] = {};
  DenseStrides(x, dense);
  int32_t position[kMaxRank] = {};
  auto* to = out.Out<uint8_t>();
  for (int64_t i = 0; i < count; ++i, to += bytes) {
    int64_t offset = 0;
    for (int axis = 0; axis < x.rank; ++axis) {
      offset += position[axis + out.shape.rank - x.rank] % x[axis] * dense[axis];
    }
    std::memcpy(to, static_cast<const uint8_t*>(data) + offset * static_cast<int64_t>(bytes),
                bytes);
    for (int axis = out.shape.rank - 1; axis >= 0; --axis) {
      if (++position[axis] < out.shape[axis]) break;
      position[axis] = 0;
    }
  }
  return Status();
}

// --- FILL and FILL_LIKE
Status InferFill(Call& call) {
  Shape shape;
  NNADAPTER_RETURN_IF_ERROR(ReadExtents(call, 0, &shape));
  NNADAPTER_RETURN_IF_ERROR(RefuseNegative(call, 0, shape));
  call.SetPrecision(0, call.in(1).precision);
  return call.SetShape(0, shape);
}

Status InferFillLike(Call& call) {
  call.SetPrecision(0, call.in(1).precision);
  return call.SetShape(0, call.in(0).shape);
}

Status ExecuteFill(Call& call) {
  const View& out = call.out(0);
  const size_t bytes = BytesOf(out.precision);
  Array<uint8_t> copy;
  const void* data = nullptr;
  NNADAPTER_RETURN_IF_ERROR(call.LoadFor(1, out, &copy, &data));
  const int64_t strides[kMaxRank] = {};
  CopyStrided(bytes, data, 0, strides, out.shape, out.result);
  return Status();
}

// --- MESHGRID: output i has the values of input i along axis i.
Status InferMeshgrid(Call& call) {
  Shape y;
  if (call.input_count() > kMaxRank || call.output_count() != call.input_count()) {
    return call.Invalid("expected as many outputs as inputs, and at most %d, found %d and %d",
                        kMaxRank, call.output_count(), call.input_count());
  }
  for (int i = 0; i < call.input_count(); ++i) {
    const Shape& x = call.in(i).shape;
    if (x.rank > 1)
      return call.Invalid("input %d: expected one axis, found shape %s", i, x.ToString().c_str());
    y[y.rank++] = x.rank == 0 ? 1 : x[0];
  }
  for (int i = 0; i < call.output_count(); ++i) NNADAPTER_RETURN_IF_ERROR(call.SetShape(i, y));
  return Status();
}

Status ExecuteMeshgrid(Call& call) {
  for (int i = 0; i < call.input_count(); ++i) {
    const View& out = call.out(i);
    Array<uint8_t> copy;
    const void* data = nullptr;
    NNADAPTER_RETURN_IF_ERROR(call.LoadFor(i, out, &copy, &data));
    int64_t strides[kMaxRank] = {};
    strides[i] = 1;
    CopyStrided(BytesOf(out.precision), data, 0, strides, out.shape, out.result);
  }
  return Status();
}

// --- RANGE: start, start + step, ... while before end.
template <typename T>
Status CountRange(const Call& call, int32_t* count) {
  const auto start = static_cast<long double>(*call.in(0).As<T>());
  const auto end = static_cast<long double>(*call.in(1).As<T>());
  const auto step = static_cast<long double>(*call.in(2).As<T>());
  const long double steps = std::ceil((end - start) / step);
  if (step == 0 || !std::isfinite(steps) || steps > INT32_MAX) {
    return call.Invalid("step: expected a value that reaches end (%Lg) from start (%Lg), found %Lg",
                        end, start, step);
  }
  *count = steps < 0 ? 0 : static_cast<int32_t>(steps);
  return Status();
}

Status InferRange(Call& call) {
  bool known = true;
  for (const View& view : call.inputs) {
    if (!view.shape.Known() || view.count() != 1) {
      return call.Invalid("start, end, step: expected one element each, found shape %s",
                          view.shape.ToString().c_str());
    }
    known = known && view.data != nullptr;
  }
  int32_t count = kUnknown;
  if (known) {
    if (call.in(0).precision == NNADAPTER_INT32) {
      NNADAPTER_RETURN_IF_ERROR(CountRange<int32_t>(call, &count));
    } else if (call.in(0).precision == NNADAPTER_INT64) {
      NNADAPTER_RETURN_IF_ERROR(CountRange<int64_t>(call, &count));
    } else {
      NNADAPTER_RETURN_IF_ERROR(CountRange<float>(call, &count));
    }
  }
  return call.SetShape(0, {count});
}

template <typename T>
void WriteRange(const Call& call) {
  const T start = *call.in(0).As<T>();
  const T step = *call.in(2).As<T>();
  const int64_t count = call.out(0).count();
  // Every value of integers is between start and end.
  for (int64_t i = 0; i < count; ++i) {
    call.out(0).Out<T>()[i] = start + static_cast<T>(i) * step;
  }
}

Status ExecuteRange(Call& call) {
  if (call.in(0).precision == NNADAPTER_INT32) {
    WriteRange<int32_t>(call);
  } else if (call.in(0).precision == NNADAPTER_INT64) {
    WriteRange<int64_t>(call);
  } else {
    WriteRange<float>(call);
  }
  return Status();
}

}  // namespace

NNADAPTER_OPERATION(EXPAND) = Define(kExpandInputs, kFillOutputs, InferExpand, ExecuteExpand);
NNADAPTER_OPERATION(TILE) = Define(kTileInputs, kFillOutputs, InferTile, ExecuteTile);
NNADAPTER_OPERATION(FILL) = Define(kFillInputs, kFillOutputs, InferFill, ExecuteFill);
NNADAPTER_OPERATION(FILL_LIKE) = Define(kFillLikeInputs, kFillOutputs, InferFillLike, ExecuteFill);
NNADAPTER_OPERATION(MESHGRID) = Define(kMeshgridInputs, kFillOutputList, InferMeshgrid,
                                       ExecuteMeshgrid);
NNADAPTER_OPERATION(RANGE) = Define(kRangeInputs, kFillOutputs, InferRange, ExecuteRange);

}  // namespace nnadapter::operation
