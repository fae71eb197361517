// ADD, SUB, MUL, DIV, FLOOR_DIV, MAX, MIN, POW: y = fuse(a op b) with numpy's broadcasting, in
// real numbers or integers. Integer sums, differences and products wrap. SUM adds any number of
// tensors.
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "lite/backends/nnadapter/operation/strided.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kBinaryInputs[] = {TensorOf("input0", kNumber),
                                     TensorOf("input1", kNumber).AsFirst(), kFuse};
constexpr Operand kBinaryOutputs[] = {Result("output")};
constexpr Operand kSumInputs[] = {TensorOf("input", kNumber).AsFirst().Repeated()};

Status InferBinary(Call& call) {
  FuseRange unused;
  NNADAPTER_RETURN_IF_ERROR(call.Fuse(2, &unused));
  Shape shape;
  NNADAPTER_RETURN_IF_ERROR(Broadcast(call, call.in(0).shape, call.in(1).shape, &shape));
  return call.SetShape(0, shape);
}

template <typename T>
std::make_unsigned_t<T> Unsigned(T value) {
  return static_cast<std::make_unsigned_t<T>>(value);
}

struct AddOf {
  static float Of(float a, float b) { return a + b; }
  template <typename T>
  static T Of(T a, T b) {
    return static_cast<T>(Unsigned(a) + Unsigned(b));
  }
};
struct SubOf {
  static float Of(float a, float b) { return a - b; }
  template <typename T>
  static T Of(T a, T b) {
    return static_cast<T>(Unsigned(a) - Unsigned(b));
  }
};
struct MulOf {
  static float Of(float a, float b) { return a * b; }
  template <typename T>
  static T Of(T a, T b) {
    return static_cast<T>(Unsigned(a) * Unsigned(b));
  }
};
// The divisor has been checked.
struct DivOf {
  static float Of(float a, float b) { return a / b; }
  template <typename T>
  static T Of(T a, T b) {
    return b == -1 ? SubOf::Of(T{0}, a) : a / b;
  }
};
struct FloorDivOf {
  static float Of(float a, float b) { return std::floor(a / b); }
  template <typename T>
  static T Of(T a, T b) {
    const T quotient = DivOf::Of(a, b);
    return b != -1 && a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
  }
};
struct MaxOf {
  template <typename T>
  static T Of(T a, T b) {
    return a < b ? b : a;
  }
};
struct MinOf {
  template <typename T>
  static T Of(T a, T b) {
    return b < a ? b : a;
  }
};
struct PowOf {
  static float Of(float a, float b) { return std::pow(a, b); }
  // By repeated squares; a negative exponent rounds the fraction to zero.
  template <typename T>
  static T Of(T a, T b) {
    if (b < 0) return a == 1 ? T{1} : a == -1 ? (b % 2 == 0 ? T{1} : T{-1}) : T{0};
    T result = 1;
    for (T base = a; b != 0; b /= 2, base = MulOf::Of(base, base)) {
      if (b % 2 != 0) result = MulOf::Of(result, base);
    }
    return result;
  }
};

template <typename Op, typename T>
void ApplyBinary(const Call& call, const T* a, const T* b, T low, T high, T* y) {
  const Shape& shape = call.out(0).shape;
  int64_t strides[2][kMaxRank] = {};
  BroadcastStrides(call.in(0).shape, shape, strides[0]);
  BroadcastStrides(call.in(1).shape, shape, strides[1]);
  const int last = shape.rank - 1;
  const int64_t length = shape.rank == 0 ? 1 : shape[last];
  const int64_t step_a = shape.rank == 0 ? 0 : strides[0][last];
  const int64_t step_b = shape.rank == 0 ? 0 : strides[1][last];
  ForEachRow(shape, strides, [&](int64_t index, const int64_t* offsets) {
    for (int64_t i = 0; i < length; ++i) {
      const T x0 = a[offsets[0] + i * step_a];
      const T x1 = b[offsets[1] + i * step_b];
      T value = Op::Of(x0, x1);
      if (value < low) value = low;  // NaN stays
      if (value > high) value = high;
      y[index + i] = value;
    }
  });
}

template <typename Op, typename T>
Status ExecuteIntegers(Call& call, const FuseRange& range) {
  const View& b = call.in(1);
  if constexpr (std::is_same_v<Op, DivOf> || std::is_same_v<Op, FloorDivOf>) {
    if (std::find(b.As<T>(), b.As<T>() + b.count(), T{0}) != b.As<T>() + b.count()) {
      return call.Invalid("input1: an integer divisor is zero");
    }
  }
  const T low = std::isinf(range.low) ? std::numeric_limits<T>::min() : static_cast<T>(range.low);
  const T high =
      std::isinf(range.high) ? std::numeric_limits<T>::max() : static_cast<T>(range.high);
  ApplyBinary<Op, T>(call, call.in(0).As<T>(), b.As<T>(), low, high, call.out(0).Out<T>());
  return Status();
}

template <typename Op>
Status ExecuteBinary(Call& call) {
  FuseRange range;
  NNADAPTER_RETURN_IF_ERROR(call.Fuse(2, &range));
  if (call.in(0).precision == NNADAPTER_INT32) return ExecuteIntegers<Op, int32_t>(call, range);
  if (call.in(0).precision == NNADAPTER_INT64) return ExecuteIntegers<Op, int64_t>(call, range);
  Reals a, b;
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &a));
  NNADAPTER_RETURN_IF_ERROR(call.Load(1, &b));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  ApplyBinary<Op, float>(call, a.data(), b.data(), range.low, range.high, y.data());
  return y.Close();
}

Status InferSum(Call& call) {
  Shape shape = call.in(0).shape;
  for (int i = 1; i < call.input_count(); ++i) {
    Shape sum;
    NNADAPTER_RETURN_IF_ERROR(Broadcast(call, shape, call.in(i).shape, &sum));
    shape = sum;
  }
  return call.SetShape(0, shape);
}

// Adds x, with the strides of its broadcast, to the accumulators.
template <typename Accumulator, typename T>
void AddTo(const Shape& shape, const Shape& x_shape, const T* x, Accumulator* sums) {
  int64_t strides[1][kMaxRank] = {};
  BroadcastStrides(x_shape, shape, strides[0]);
  const int64_t length = shape.rank == 0 ? 1 : shape[shape.rank - 1];
  const int64_t step = shape.rank == 0 ? 0 : strides[0][shape.rank - 1];
  ForEachRow(shape, strides, [&](int64_t index, const int64_t* offsets) {
    for (int64_t i = 0; i < length; ++i) {
      sums[index + i] += static_cast<Accumulator>(x[offsets[0] + i * step]);
    }
  });
}

Status ExecuteSum(Call& call) {
  const View& out = call.out(0);
  const int64_t count = out.count();
  if (out.is(kIndex)) {
    Array<uint64_t> sums;
    if (!sums.Allocate(count)) return call.OutOfMemory();
    for (const View& x : call.inputs) {
      if (x.precision == NNADAPTER_INT64) {
        AddTo(out.shape, x.shape, x.As<int64_t>(), sums.data());
      } else {
        AddTo(out.shape, x.shape, x.As<int32_t>(), sums.data());
      }
    }
    for (int64_t i = 0; i < count; ++i) {
      if (out.precision == NNADAPTER_INT64) {
        out.Out<int64_t>()[i] = static_cast<int64_t>(sums[i]);
      } else {
        out.Out<int32_t>()[i] = static_cast<int32_t>(sums[i]);
      }
    }
    return Status();
  }
  Array<double> sums;
  if (!sums.Allocate(count)) return call.OutOfMemory();
  for (const View& x : call.inputs) {
    Reals values;
    NNADAPTER_RETURN_IF_ERROR(call.Load(x, &values));
    AddTo(out.shape, x.shape, values.data(), sums.data());
  }
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  std::transform(sums.data(), sums.data() + count, y.data(),
                 [](double sum) { return static_cast<float>(sum); });
  return y.Close();
}

}  // namespace

NNADAPTER_OPERATION(ADD) = Define(kBinaryInputs, kBinaryOutputs, InferBinary, ExecuteBinary<AddOf>);
NNADAPTER_OPERATION(SUB) = Define(kBinaryInputs, kBinaryOutputs, InferBinary, ExecuteBinary<SubOf>);
NNADAPTER_OPERATION(MUL) = Define(kBinaryInputs, kBinaryOutputs, InferBinary, ExecuteBinary<MulOf>);
NNADAPTER_OPERATION(DIV) = Define(kBinaryInputs, kBinaryOutputs, InferBinary, ExecuteBinary<DivOf>);
NNADAPTER_OPERATION(FLOOR_DIV) = Define(kBinaryInputs, kBinaryOutputs, InferBinary,
                                        ExecuteBinary<FloorDivOf>);
NNADAPTER_OPERATION(MAX) = Define(kBinaryInputs, kBinaryOutputs, InferBinary, ExecuteBinary<MaxOf>);
NNADAPTER_OPERATION(MIN) = Define(kBinaryInputs, kBinaryOutputs, InferBinary, ExecuteBinary<MinOf>);
NNADAPTER_OPERATION(POW) = Define(kBinaryInputs, kBinaryOutputs, InferBinary, ExecuteBinary<PowOf>);
NNADAPTER_OPERATION(SUM) = Define(kSumInputs, kBinaryOutputs, InferSum, ExecuteSum);

}  // namespace nnadapter::operation
