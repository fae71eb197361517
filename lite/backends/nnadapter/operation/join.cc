// Tensors joined and divided along an axis: CONCAT, SPLIT, STACK, UNSTACK.
#include <algorithm>
#include <cstring>

#include "lite/backends/nnadapter/operation/definition.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kConcatInputs[] = {TensorOf("input", kMovable).AsFirst().Repeated(),
                                     Scalar("axis")};
constexpr Operand kSplitInputs[] = {TensorOf("input", kMovable), Scalar("axis"), List("split")};
constexpr Operand kUnstackInputs[] = {TensorOf("input", kMovable), Scalar("axis"), Scalar("num")};
constexpr Operand kJoined[] = {Result("output")};
constexpr Operand kDivided[] = {Result("output").Repeated()};

// --- CONCAT and STACK. The last operand is the axis.
Status InferConcat(Call& call) {
  const int axis_operand = call.input_count() - 1;
  Shape y = call.in(0).shape;
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(axis_operand, y.rank, &axis));
  int64_t sum = 0;
  for (int i = 0; i < axis_operand; ++i) {
    const Shape& x = call.in(i).shape;
    bool fits = x.rank == y.rank;
    for (int k = 0; k < y.rank && fits; ++k) {
      if (k == axis || x[k] == kUnknown) continue;
      fits = y[k] == kUnknown || y[k] == x[k];
      y[k] = x[k];
    }
    if (!fits) {
      return call.Invalid("input %d: the shape %s does not fit %s along axis %d", i,
                          x.ToString().c_str(), y.ToString().c_str(), axis);
    }
    sum = sum == kUnknown || x[axis] == kUnknown ? kUnknown : sum + x[axis];
    if (sum > INT32_MAX) return call.Invalid("axis: the inputs have more than 2^31 - 1 elements");
  }
  y[axis] = static_cast<int32_t>(sum);
  return call.SetShape(0, y);
}

Status InferStack(Call& call) {
  const int axis_operand = call.input_count() - 1;
  Shape y = call.in(0).shape;
  if (y.rank == kMaxRank) return call.Invalid("input 0: expected at most 7 axes");
  for (int i = 1; i < axis_operand; ++i) {
    const Shape& x = call.in(i).shape;
    bool fits = x.rank == y.rank;
    for (int k = 0; k < y.rank && fits; ++k) {
      if (x[k] == kUnknown) continue;
      fits = y[k] == kUnknown || y[k] == x[k];
      y[k] = x[k];
    }
    if (!fits) {
      return call.Invalid("input %d: expected shape %s, found %s", i, y.ToString().c_str(),
                          x.ToString().c_str());
    }
  }
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(axis_operand, y.rank + 1, &axis));
  std::copy_backward(y.extents + axis, y.extents + y.rank, y.extents + y.rank + 1);
  y[axis] = axis_operand;
  ++y.rank;
  return call.SetShape(0, y);
}

// STACK is CONCAT of tensors with a further axis of extent one.
template <bool kNewAxis>
Status ExecuteJoin(Call& call) {
  const View& out = call.out(0);
  const int axis_operand = call.input_count() - 1;
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(axis_operand, out.shape.rank, &axis));
  const int64_t outer = out.shape.Count(0, axis);
  const int64_t inner =
      out.shape.Count(axis + 1, out.shape.rank) * static_cast<int64_t>(BytesOf(out.precision));
  auto* to = out.Out<uint8_t>();
  for (int i = 0; i < axis_operand; ++i) {
    const int64_t chunk = inner * (kNewAxis ? 1 : call.in(i).shape[axis]);
    if (chunk == 0) continue;
    Array<uint8_t> copy;
    const void* data = nullptr;
    NNADAPTER_RETURN_IF_ERROR(call.LoadFor(i, out, &copy, &data));
    for (int64_t k = 0; k < outer; ++k) {
      std::memcpy(to + k * out.shape[axis] * inner, static_cast<const uint8_t*>(data) + k * chunk,
                  static_cast<size_t>(chunk));
    }
    to += chunk;
  }
  return Status();
}

// --- SPLIT and UNSTACK
Status InferSplit(Call& call) {
  const Shape& x = call.in(0).shape;
  const std::vector<int64_t> sizes = call.Ints(2);
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(1, x.rank, &axis));
  if (sizes.size() != static_cast<size_t>(call.output_count())) {
    return call.Invalid("split: expected %d extents, one for each output, found %zu",
                        call.output_count(), sizes.size());
  }
  int64_t sum = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0) return call.Invalid("split: expected extents of at least zero");
    sum += sizes[i];
    Shape y = x;
    y[axis] = static_cast<int32_t>(sizes[i]);
    NNADAPTER_RETURN_IF_ERROR(call.SetShape(static_cast<int>(i), y));
  }
  if (x[axis] != kUnknown && sum != x[axis]) {
    return call.Invalid("split: expected extents whose sum is that of axis %d of %s, found %lld",
                        axis, x.ToString().c_str(), static_cast<long long>(sum));
  }
  return Status();
}

Status InferUnstack(Call& call) {
  const Shape& x = call.in(0).shape;
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(1, x.rank, &axis));
  const int32_t count = call.Int(2);
  if (count != call.output_count() || (x[axis] != kUnknown && x[axis] != count)) {
    return call.Invalid(
        "num: expected the number of outputs (%d) and of elements of axis %d of %s, "
        "found %d",
        call.output_count(), axis, x.ToString().c_str(), count);
  }
  Shape y = x;
  std::copy(y.extents + axis + 1, y.extents + y.rank, y.extents + axis);
  if (--y.rank == 0) y = {1};
  for (int i = 0; i < count; ++i) NNADAPTER_RETURN_IF_ERROR(call.SetShape(i, y));
  return Status();
}

template <bool kDropAxis>
Status ExecuteDivide(Call& call) {
  const Shape& x = call.in(0).shape;
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(1, x.rank, &axis));
  const int64_t outer = x.Count(0, axis);
  const int64_t inner =
      x.Count(axis + 1, x.rank) * static_cast<int64_t>(BytesOf(call.in(0).precision));
  int64_t begin = 0;
  for (const View& out : call.outputs) {
    const int64_t chunk = inner * (kDropAxis ? 1 : out.shape[axis]);
    Array<uint8_t> copy;
    const void* data = nullptr;
    NNADAPTER_RETURN_IF_ERROR(call.LoadFor(0, out, &copy, &data));
    for (int64_t k = 0; k < outer && chunk > 0; ++k) {
      std::memcpy(out.Out<uint8_t>() + k * chunk,
                  static_cast<const uint8_t*>(data) + k * x[axis] * inner + begin,
                  static_cast<size_t>(chunk));
    }
    begin += chunk;
  }
  return Status();
}

}  // namespace

NNADAPTER_OPERATION(CONCAT) = Define(kConcatInputs, kJoined, InferConcat, ExecuteJoin<false>);
NNADAPTER_OPERATION(STACK) = Define(kConcatInputs, kJoined, InferStack, ExecuteJoin<true>);
NNADAPTER_OPERATION(SPLIT) = Define(kSplitInputs, kDivided, InferSplit, ExecuteDivide<false>);
NNADAPTER_OPERATION(UNSTACK) = Define(kUnstackInputs, kDivided, InferUnstack, ExecuteDivide<true>);

}  // namespace nnadapter::operation
