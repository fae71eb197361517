// Elements in another order: CHANNEL_SHUFFLE, PAD, ROLL, SLICE, TRANSPOSE.
#include <algorithm>
#include <cstring>

#include "lite/backends/nnadapter/operation/strided.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kTransposeInputs[] = {TensorOf("input", kMovable), List("perm").Optional()};
constexpr Operand kChannelShuffleInputs[] = {TensorOf("input", kMovable), Scalar("group")};
constexpr Operand kSliceInputs[] = {TensorOf("input", kMovable), List("axes").Optional(),
                                    List("starts"), List("ends"), List("steps")};
constexpr Operand kPadInputs[] = {TensorOf("input", kMovable), List("pads"), Scalar("mode"),
                                  Scalar("value", kPlain | kQuant8).Optional()};
constexpr Operand kRollInputs[] = {TensorOf("input", kMovable), List("shifts"), List("axes")};
constexpr Operand kArrangeOutputs[] = {Result("output")};

// Copies input 0 to output 0, which is dense: the element at the origin is `first`.
Status Arrange(Call& call, int64_t first, const int64_t* strides) {
  const View& out = call.out(0);
  Array<uint8_t> copy;
  const void* data = nullptr;
  NNADAPTER_RETURN_IF_ERROR(call.LoadFor(0, out, &copy, &data));
  CopyStrided(BytesOf(out.precision), data, first, strides, out.shape, out.result);
  return Status();
}

// --- TRANSPOSE
Status ReadPermutation(const Call& call, int* permutation) {
  const int rank = call.in(0).shape.rank;
  if (!call.Has(1)) {
    for (int axis = 0; axis < rank; ++axis) permutation[axis] = rank - 1 - axis;
    return Status();
  }
  const std::vector<int64_t> list = call.Ints(1);
  bool used[kMaxRank] = {};
  if (list.size() != static_cast<size_t>(rank)) {
    return call.Invalid("perm: expected %d axes like input, found %zu", rank, list.size());
  }
  for (int axis = 0; axis < rank; ++axis) {
    NNADAPTER_RETURN_IF_ERROR(
        call.CheckAxis("perm", list[static_cast<size_t>(axis)], rank, &permutation[axis]));
    if (used[permutation[axis]]) {
      return call.Invalid("perm: axis %d occurs twice", permutation[axis]);
    }
    used[permutation[axis]] = true;
  }
  return Status();
}

Status InferTranspose(Call& call) {
  int permutation[kMaxRank] = {};
  NNADAPTER_RETURN_IF_ERROR(ReadPermutation(call, permutation));
  const Shape& x = call.in(0).shape;
  Shape y = x;
  for (int axis = 0; axis < x.rank; ++axis) y[axis] = x[permutation[axis]];
  return call.SetShape(0, y);
}

Status ExecuteTranspose(Call& call) {
  int permutation[kMaxRank] = {};
  NNADAPTER_RETURN_IF_ERROR(ReadPermutation(call, permutation));
  int64_t dense[kMaxRank] = {}, strides[kMaxRank] = {};
  DenseStrides(call.in(0).shape, dense);
  for (int axis = 0; axis < call.in(0).shape.rank; ++axis) strides[axis] = dense[permutation[axis]];
  return Arrange(call, 0, strides);
}

// --- CHANNEL_SHUFFLE: output channel k * group + g is input channel g * (C / group) + k.
Status InferChannelShuffle(Call& call) {
  const Shape& x = call.in(0).shape;
  NNADAPTER_RETURN_IF_ERROR(call.CheckRank(0, 4));
  const int32_t group = call.Int(1);
  if (group <= 0 || (x[1] != kUnknown && x[1] % group != 0)) {
    return call.Invalid("group: expected a positive divisor of the channels of %s, found %d",
                        x.ToString().c_str(), group);
  }
  return call.SetShape(0, x);
}

Status ExecuteChannelShuffle(Call& call) {
  const Shape& x = call.in(0).shape;
  const View& out = call.out(0);
  const int32_t group = call.Int(1);
  const int64_t plane = x.Count(2, 4) * static_cast<int64_t>(BytesOf(out.precision));
  if (x.Count() == 0) return Status();
  Array<uint8_t> copy;
  const void* data = nullptr;
  NNADAPTER_RETURN_IF_ERROR(call.LoadFor(0, out, &copy, &data));
  const int32_t per_group = x[1] / group;
  for (int64_t image = 0; image < x[0]; ++image) {
    for (int32_t channel = 0; channel < x[1]; ++channel) {
      const int32_t source = channel % group * per_group + channel / group;
      std::memcpy(out.Out<uint8_t>() + (image * x[1] + channel) * plane,
                  static_cast<const uint8_t*>(data) + (image * x[1] + source) * plane,
                  static_cast<size_t>(plane));
    }
  }
  return Status();
}

// --- SLICE
struct SliceAxis {
  int64_t start = 0;
  int64_t step = 1;
  int32_t count = 0;
};

Status ReadSlices(const Call& call, SliceAxis* slices) {
  const Shape& x = call.in(0).shape;
  const std::vector<int64_t> starts = call.Ints(2), ends = call.Ints(3), steps = call.Ints(4);
  std::vector<int64_t> axes;
  if (call.Has(1)) {
    axes = call.Ints(1);
  } else {
    for (int axis = 0; axis < x.rank; ++axis) axes.push_back(axis);
  }
  if (starts.size() != axes.size() || ends.size() != axes.size() || steps.size() != axes.size()) {
    return call.Invalid("starts, ends, steps: expected %zu values each, found %zu, %zu and %zu",
                        axes.size(), starts.size(), ends.size(), steps.size());
  }
  for (int axis = 0; axis < x.rank; ++axis) slices[axis].count = x[axis];
  bool used[kMaxRank] = {};
  for (size_t i = 0; i < axes.size(); ++i) {
    int axis = 0;
    NNADAPTER_RETURN_IF_ERROR(call.CheckAxis("axes", axes[i], x.rank, &axis));
    if (used[axis]) return call.Invalid("axes: axis %d occurs twice", axis);
    used[axis] = true;
    const int64_t step = steps[i];
    if (step == 0) return call.Invalid("steps: expected values other than zero");
    SliceAxis& slice = slices[axis];
    slice.step = step;
    if (x[axis] == kUnknown) continue;
    const int64_t extent = x[axis];
    const int64_t low = step > 0 ? 0 : -1;
    const int64_t start = starts[i] < 0 ? starts[i] + extent : starts[i];
    const int64_t end = ends[i] < 0 ? ends[i] + extent : ends[i];
    slice.start =
        std::clamp<int64_t>(start, 0, step > 0 ? extent : std::max<int64_t>(extent - 1, 0));
    const int64_t stop = std::clamp(end, low, std::max(low, step > 0 ? extent : extent - 1));
    const int64_t distance = step > 0 ? stop - slice.start : slice.start - stop;
    const int64_t stride = step > 0 ? step : -step;
    slice.count =
        distance <= 0 || extent == 0 ? 0 : static_cast<int32_t>((distance + stride - 1) / stride);
  }
  return Status();
}

Status InferSlice(Call& call) {
  SliceAxis slices[kMaxRank];
  NNADAPTER_RETURN_IF_ERROR(ReadSlices(call, slices));
  Shape y = call.in(0).shape;
  for (int axis = 0; axis < y.rank; ++axis) y[axis] = slices[axis].count;
  return call.SetShape(0, y);
}

Status ExecuteSlice(Call& call) {
  SliceAxis slices[kMaxRank];
  NNADAPTER_RETURN_IF_ERROR(ReadSlices(call, slices));
  if (call.out(0).count() == 0) return Status();
  const Shape& x = call.in(0).shape;
  int64_t dense[kMaxRank] = {}, strides[kMaxRank] = {};
  DenseStrides(x, dense);
  int64_t first = 0;
  for (int axis = 0; axis < x.rank; ++axis) {
    first += slices[axis].start * dense[axis];
    strides[axis] = slices[axis].step * dense[axis];
  }
  return Arrange(call, first, strides);
}

// --- PAD and ROLL: each position of an axis of the output has one in the input.
constexpr int32_t kFilled = -1;

// Writes the elements of the output whose positions `sources` maps to the input; the element `fill`
// for positions that are kFilled on any axis.
void CopyMapped(size_t bytes, const void* from, const Shape& x, const Shape& y,
                const std::vector<int32_t>* sources, const void* fill, uint8_t* to) {
  int64_t dense[kMaxRank] = {};
  DenseStrides(x, dense);
  int32_t position[kMaxRank] = {};
  const int64_t count = y.Count();
  for (int64_t index = 0; index < count; ++index, to += bytes) {
    int64_t offset = 0;
    bool inside = true;
    for (int axis = 0; axis < y.rank; ++axis) {
      const int32_t source = sources[axis][static_cast<size_t>(position[axis])];
      inside = inside && source != kFilled;
      offset += source * dense[axis];
    }
    std::memcpy(
        to,
        inside ? static_cast<const uint8_t*>(from) + offset * static_cast<int64_t>(bytes) : fill,
        bytes);
    for (int axis = y.rank - 1; axis >= 0; --axis) {
      if (++position[axis] < y[axis]) break;
      position[axis] = 0;
    }
  }
}

Status InferPad(Call& call) {
  const Shape& x = call.in(0).shape;
  const std::vector<int64_t> pads = call.Ints(1);
  if (pads.size() != static_cast<size_t>(2 * x.rank)) {
    return call.Invalid("pads: expected a begin and an end for each axis of %s, found %zu values",
                        x.ToString().c_str(), pads.size());
  }
  const int32_t mode = call.Int(2);
  if (mode < NNADAPTER_PAD_MODE_CONSTANT || mode > NNADAPTER_PAD_MODE_EDGE) {
    return call.Invalid("mode: expected a code in [1, 4], found %d", mode);
  }
  if (mode == NNADAPTER_PAD_MODE_CONSTANT && !call.Has(3)) {
    return call.Invalid("value: expected a value for mode CONSTANT");
  }
  if (call.Has(3) && call.in(3).precision != call.in(0).precision &&
      !(call.in(0).is(kReal) && call.in(3).precision == NNADAPTER_FLOAT32)) {
    return call.Invalid("value: expected precision %d like input, found %d", call.in(0).precision,
                        call.in(3).precision);
  }
  Shape y = x;
  for (int axis = 0; axis < x.rank; ++axis) {
    const int64_t begin = pads[static_cast<size_t>(2 * axis)];
    const int64_t end = pads[static_cast<size_t>(2 * axis + 1)];
    if (begin < 0 || end < 0) return call.Invalid("pads: expected values of at least zero");
    if (x[axis] == kUnknown) continue;
    const int64_t limit = mode == NNADAPTER_PAD_MODE_REFLECT ? x[axis] - int64_t{1} : INT32_MAX;
    if (std::max(begin, end) > limit ||
        (mode != NNADAPTER_PAD_MODE_CONSTANT && x[axis] == 0 && begin + end > 0)) {
      return call.Invalid("pads: %lld and %lld do not fit axis %d of %s",
                          static_cast<long long>(begin), static_cast<long long>(end), axis,
                          x.ToString().c_str());
    }
    const int64_t extent = x[axis] + begin + end;
    if (extent > INT32_MAX) return call.Invalid("pads: the padded axis %d is too long", axis);
    y[axis] = static_cast<int32_t>(extent);
  }
  return call.SetShape(0, y);
}

Status ExecutePad(Call& call) {
  const View& out = call.out(0);
  const Shape& x = call.in(0).shape;
  const std::vector<int64_t> pads = call.Ints(1);
  const int32_t mode = call.Int(2);
  std::vector<int32_t> sources[kMaxRank];
  for (int axis = 0; axis < x.rank; ++axis) {
    for (int32_t i = 0; i < out.shape[axis]; ++i) {
      const int64_t position = i - pads[static_cast<size_t>(2 * axis)];
      const int64_t last = x[axis] - int64_t{1};
      int64_t source = position;
      if (mode == NNADAPTER_PAD_MODE_CONSTANT) {
        if (position < 0 || position > last) source = kFilled;
      } else if (mode == NNADAPTER_PAD_MODE_REFLECT) {
        if (position < 0) source = -position;
        if (position > last) source = 2 * last - position;
      } else {
        source = std::clamp<int64_t>(position, 0, std::max<int64_t>(last, 0));
      }
      sources[axis].push_back(static_cast<int32_t>(source));
    }
  }
  // The value as an element of the output.
  uint64_t fill = 0;
  if (call.Has(3)) {
    if (call.in(0).is(kReal)) {
      Reals value;
      NNADAPTER_RETURN_IF_ERROR(call.Load(3, &value));
      if (out.is(kQuant8)) {
        const auto q = static_cast<uint8_t>(Quantize(out.operand->type, value[0]));
        std::memcpy(&fill, &q, sizeof(q));
      } else if (out.precision == NNADAPTER_FLOAT16) {
        const uint16_t half = FloatToHalf(value[0]);
        std::memcpy(&fill, &half, sizeof(half));
      } else {
        std::memcpy(&fill, value.data(), sizeof(float));
      }
    } else {
      std::memcpy(&fill, call.in(3).data, BytesOf(out.precision));
    }
  }
  Array<uint8_t> copy;
  const void* data = nullptr;
  NNADAPTER_RETURN_IF_ERROR(call.LoadFor(0, out, &copy, &data));
  CopyMapped(BytesOf(out.precision), data, x, out.shape, sources, &fill, out.Out<uint8_t>());
  return Status();
}

// The element at position p moves to p + shift, around the end of the axis.
Status InferRoll(Call& call) {
  const Shape& x = call.in(0).shape;
  const std::vector<int64_t> shifts = call.Ints(1), axes = call.Ints(2);
  if (shifts.size() != axes.size()) {
    return call.Invalid("shifts: expected %zu values like axes, found %zu", axes.size(),
                        shifts.size());
  }
  for (int64_t value : axes) {
    int axis = 0;
    NNADAPTER_RETURN_IF_ERROR(call.CheckAxis("axes", value, x.rank, &axis));
  }
  return call.SetShape(0, x);
}

Status ExecuteRoll(Call& call) {
  const View& out = call.out(0);
  const Shape& x = call.in(0).shape;
  const std::vector<int64_t> shifts = call.Ints(1), axes = call.Ints(2);
  if (x.Count() == 0) return Status();
  int64_t total[kMaxRank] = {};
  for (size_t i = 0; i < axes.size(); ++i) {
    int axis = 0;
    NNADAPTER_RETURN_IF_ERROR(call.CheckAxis("axes", axes[i], x.rank, &axis));
    total[axis] = (total[axis] + shifts[i]) % x[axis];
  }
  std::vector<int32_t> sources[kMaxRank];
  for (int axis = 0; axis < x.rank; ++axis) {
    for (int64_t i = 0; i < x[axis]; ++i) {
      sources[axis].push_back(static_cast<int32_t>((i - total[axis] + x[axis]) % x[axis]));
    }
  }
  Array<uint8_t> copy;
  const void* data = nullptr;
  NNADAPTER_RETURN_IF_ERROR(call.LoadFor(0, out, &copy, &data));
  CopyMapped(BytesOf(out.precision), data, x, out.shape, sources, nullptr, out.Out<uint8_t>());
  return Status();
}

}  // namespace

NNADAPTER_OPERATION(CHANNEL_SHUFFLE) = Define(kChannelShuffleInputs, kArrangeOutputs,
                                              InferChannelShuffle, ExecuteChannelShuffle);
NNADAPTER_OPERATION(PAD) = Define(kPadInputs, kArrangeOutputs, InferPad, ExecutePad);
NNADAPTER_OPERATION(ROLL) = Define(kRollInputs, kArrangeOutputs, InferRoll, ExecuteRoll);
NNADAPTER_OPERATION(SLICE) = Define(kSliceInputs, kArrangeOutputs, InferSlice, ExecuteSlice);
NNADAPTER_OPERATION(TRANSPOSE) = Define(kTransposeInputs, kArrangeOutputs, InferTranspose,
                                        ExecuteTranspose);

}  // namespace nnadapter::operation
