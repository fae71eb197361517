// Operations along axes: REDUCE_MEAN, REDUCE_MAX, REDUCE_SUM, ARG_MAX, ARG_MIN, CUM_SUM, TOP_K.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "lite/backends/nnadapter/operation/strided.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kReduceInputs[] = {TensorOf("input", kReal), List("axes"), Flag("keep_dim")};
constexpr Operand kArgInputs[] = {TensorOf("input", kReal), Scalar("axis"), Flag("keep_dim"),
                                  Scalar("dtype")};
constexpr Operand kCumSumInputs[] = {TensorOf("input", kReal), Scalar("axis"), Flag("exclusive"),
                                     Flag("reverse")};
constexpr Operand kTopKInputs[] = {TensorOf("input", kReal), Scalar("k"),
                                   Scalar("axis"),           Flag("largest"),
                                   Flag("sorted"),           Scalar("indices_dtype")};
constexpr Operand kReducedOutputs[] = {Result("output")};
constexpr Operand kTopKOutputs[] = {Result("output"), Result("indices")};

// The shape without the axes, or with extent one there; [1] if no axis is left.
Shape WithoutAxes(const Shape& x, const bool (&reduced)[kMaxRank], bool keep) {
  Shape y;
  for (int axis = 0; axis < x.rank; ++axis) {
    if (!reduced[axis]) {
      y[y.rank++] = x[axis];
    } else if (keep) {
      y[y.rank++] = 1;
    }
  }
  if (y.rank == 0) y = {1};
  return y;
}

// --- REDUCE_*
Status ReadReducedAxes(const Call& call, bool (&reduced)[kMaxRank]) {
  const std::vector<int64_t> axes = call.Ints(1);
  if (axes.empty()) return call.Invalid("axes: expected at least one axis");
  for (int64_t value : axes) {
    int axis = 0;
    NNADAPTER_RETURN_IF_ERROR(call.CheckAxis("axes", value, call.in(0).shape.rank, &axis));
    reduced[axis] = true;
  }
  return Status();
}

Status InferReduce(Call& call) {
  bool reduced[kMaxRank] = {};
  NNADAPTER_RETURN_IF_ERROR(ReadReducedAxes(call, reduced));
  return call.SetShape(0, WithoutAxes(call.in(0).shape, reduced, call.Bool(2)));
}

enum class Reduction { kMean, kMax, kSum };

template <Reduction kReduction>
Status ExecuteReduce(Call& call) {
  const Shape& x_shape = call.in(0).shape;
  const int64_t results = call.out(0).count();
  bool reduced[kMaxRank] = {};
  NNADAPTER_RETURN_IF_ERROR(ReadReducedAxes(call, reduced));
  Reals x;
  RealOutput y;
  Array<double> totals;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  if (!totals.Allocate(results)) return call.OutOfMemory();
  constexpr bool kIsMax = kReduction == Reduction::kMax;
  if (kIsMax) {
    std::fill(totals.data(), totals.data() + results, -std::numeric_limits<double>::infinity());
  }
  // The distance of results along each axis of the input: none along reduced ones.
  int64_t strides[1][kMaxRank] = {};
  int64_t distance = 1, terms = 1;
  for (int axis = x_shape.rank - 1; axis >= 0; --axis) {
    if (reduced[axis]) {
      terms *= x_shape[axis];
    } else {
      strides[0][axis] = distance;
      distance *= x_shape[axis];
    }
  }
  const int64_t length = x_shape[x_shape.rank - 1];
  const int64_t step = strides[0][x_shape.rank - 1];
  if (x_shape.Count() > 0) {
    ForEachRow(x_shape, strides, [&](int64_t index, const int64_t* offsets) {
      for (int64_t i = 0; i < length; ++i) {
        double& total = totals[offsets[0] + i * step];
        const double value = x[index + i];
        if (kIsMax) {
          total = value < total ? total : value;
        } else {
          total += value;
        }
      }
    });
  }
  for (int64_t i = 0; i < results; ++i) {
    y[i] = static_cast<float>(
        kReduction == Reduction::kMean ? totals[i] / static_cast<double>(terms) : totals[i]);
  }
  return y.Close();
}

// --- ARG_MAX and ARG_MIN: the first of equal values.
Status InferArg(Call& call) {
  const Shape& x = call.in(0).shape;
  int axis = 0, precision = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(1, x.rank, &axis));
  NNADAPTER_RETURN_IF_ERROR(call.IndexPrecision(3, &precision));
  if (x[axis] == 0)
    return call.Invalid("input: axis %d of %s is empty", axis, x.ToString().c_str());
  bool reduced[kMaxRank] = {};
  reduced[axis] = true;
  call.SetPrecision(0, precision);
  return call.SetShape(0, WithoutAxes(x, reduced, call.Bool(2)));
}

void StoreIndex(const View& view, int64_t position, int64_t index) {
  if (view.precision == NNADAPTER_INT64) {
    view.Out<int64_t>()[position] = index;
  } else {
    view.Out<int32_t>()[position] = static_cast<int32_t>(index);
  }
}

template <bool kMax>
Status ExecuteArg(Call& call) {
  const Shape& x_shape = call.in(0).shape;
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(1, x_shape.rank, &axis));
  Reals x;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  const int64_t inner = x_shape.Count(axis + 1, x_shape.rank);
  const int64_t lines = x_shape.Count(0, axis) * inner;
  for (int64_t line = 0; line < lines; ++line) {
    const float* first = x.data() + line / inner * x_shape[axis] * inner + line % inner;
    int64_t best = 0;
    for (int64_t i = 1; i < x_shape[axis]; ++i) {
      const float value = first[i * inner], found = first[best * inner];
      if (kMax ? value > found : value < found) best = i;
    }
    StoreIndex(call.out(0), line, best);
  }
  return Status();
}

// --- CUM_SUM: `exclusive` leaves out the element itself, `reverse` begins at the end.
Status InferCumSum(Call& call) {
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(1, call.in(0).shape.rank, &axis));
  return call.SetShape(0, call.in(0).shape);
}

Status ExecuteCumSum(Call& call) {
  const Shape& shape = call.in(0).shape;
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(1, shape.rank, &axis));
  const bool exclusive = call.Bool(2), reverse = call.Bool(3);
  Reals x;
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  const int64_t inner = shape.Count(axis + 1, shape.rank);
  const int64_t lines = shape.Count(0, axis) * inner;
  const int64_t length = shape[axis];
  for (int64_t line = 0; line < lines; ++line) {
    const int64_t first = line / inner * length * inner + line % inner;
    double sum = 0;
    for (int64_t i = 0; i < length; ++i) {
      const int64_t index = first + (reverse ? length - 1 - i : i) * inner;
      const double before = sum;
      sum += static_cast<double>(x[index]);
      y[index] = static_cast<float>(exclusive ? before : sum);
    }
  }
  return y.Close();
}

// --- TOP_K: results are sorted whether or not `sorted` is set; the first of equal values is first.
Status InferTopK(Call& call) {
  Shape shape = call.in(0).shape;
  int axis = 0, precision = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(2, shape.rank, &axis));
  NNADAPTER_RETURN_IF_ERROR(call.IndexPrecision(5, &precision));
  const int32_t k = call.Int(1);
  if (k <= 0 || (shape[axis] != kUnknown && k > shape[axis])) {
    return call.Invalid("k: expected a value from 1 to the extent of axis %d of %s, found %d", axis,
                        shape.ToString().c_str(), k);
  }
  shape[axis] = k;
  call.SetPrecision(1, precision);
  NNADAPTER_RETURN_IF_ERROR(call.SetShape(0, shape));
  return call.SetShape(1, shape);
}

Status ExecuteTopK(Call& call) {
  const Shape& shape = call.in(0).shape;
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(2, shape.rank, &axis));
  const int64_t k = call.Int(1);
  const bool largest = call.Bool(3);
  Reals x;
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  const int64_t inner = shape.Count(axis + 1, shape.rank);
  const int64_t lines = shape.Count(0, axis) * inner;
  std::vector<int32_t> order(static_cast<size_t>(shape[axis]));
  for (int64_t line = 0; line < lines; ++line) {
    const float* first = x.data() + line / inner * shape[axis] * inner + line % inner;
    std::iota(order.begin(), order.end(), 0);
    // NaN is larger than all numbers, so that the order is strict.
    const auto is_less = [](float a, float b) { return std::isnan(b) ? !std::isnan(a) : a < b; };
    std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
      const float value_a = first[a * inner], value_b = first[b * inner];
      return largest ? is_less(value_b, value_a) : is_less(value_a, value_b);
    });
    const int64_t target = line / inner * k * inner + line % inner;
    for (int64_t i = 0; i < k; ++i) {
      const int32_t source = order[static_cast<size_t>(i)];
      y[target + i * inner] = first[source * inner];
      StoreIndex(call.out(1), target + i * inner, source);
    }
  }
  return y.Close();
}

}  // namespace

NNADAPTER_OPERATION(REDUCE_MEAN) = Define(kReduceInputs, kReducedOutputs, InferReduce,
                                          ExecuteReduce<Reduction::kMean>);
NNADAPTER_OPERATION(REDUCE_MAX) = Define(kReduceInputs, kReducedOutputs, InferReduce,
                                         ExecuteReduce<Reduction::kMax>);
NNADAPTER_OPERATION(REDUCE_SUM) = Define(kReduceInputs, kReducedOutputs, InferReduce,
                                         ExecuteReduce<Reduction::kSum>);
NNADAPTER_OPERATION(ARG_MAX) = Define(kArgInputs, kReducedOutputs, InferArg, ExecuteArg<true>);
NNADAPTER_OPERATION(ARG_MIN) = Define(kArgInputs, kReducedOutputs, InferArg, ExecuteArg<false>);
NNADAPTER_OPERATION(CUM_SUM) = Define(kCumSumInputs, kReducedOutputs, InferCumSum, ExecuteCumSum);
NNADAPTER_OPERATION(TOP_K) = Define(kTopKInputs, kTopKOutputs, InferTopK, ExecuteTopK);

}  // namespace nnadapter::operation
