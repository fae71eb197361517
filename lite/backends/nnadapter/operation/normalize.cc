// BATCH_, GROUP_, INSTANCE_, LAYER_ and LP_NORMALIZATION, LRN, SOFTMAX, LOG_SOFTMAX. Sums are
// double.
#include <algorithm>
#include <cmath>

#include "lite/backends/nnadapter/operation/definition.h"

namespace nnadapter::operation {
namespace {

constexpr Operand kBatchNormInputs[] = {TensorOf("input", kReal),     TensorOf("scale", kFloat),
                                        TensorOf("bias", kFloat),     TensorOf("mean", kFloat),
                                        TensorOf("variance", kFloat), Number("epsilon")};
constexpr Operand kGroupNormInputs[] = {TensorOf("input", kReal), TensorOf("scale", kFloat),
                                        TensorOf("bias", kFloat), Number("epsilon"),
                                        Scalar("groups")};
constexpr Operand kInstanceNormInputs[] = {TensorOf("input", kReal), TensorOf("scale", kFloat),
                                           TensorOf("bias", kFloat), Number("epsilon")};
constexpr Operand kLayerNormInputs[] = {TensorOf("input", kReal), TensorOf("scale", kFloat),
                                        TensorOf("bias", kFloat), Scalar("begin_norm_axis"),
                                        Number("epsilon")};
constexpr Operand kLpNormInputs[] = {TensorOf("input", kReal), Scalar("axis"), Scalar("p"),
                                     Number("epsilon")};
constexpr Operand kLrnInputs[] = {TensorOf("input", kReal), Scalar("size"), Number("bias"),
                                  Number("alpha"), Number("beta")};
constexpr Operand kSoftmaxInputs[] = {TensorOf("input", kReal), Scalar("axis")};
constexpr Operand kNormalizedOutputs[] = {Result("output")};

Status CheckEpsilon(const Call& call, int i) {
  if (call.Float(i) >= 0 && std::isfinite(call.Float(i))) return Status();
  return call.Invalid("epsilon: expected a value of at least zero, found %g",
                      static_cast<double>(call.Float(i)));
}

// Operands begin to end - 1 have one value for each channel (axis 1) of the input.
Status CheckPerChannel(const Call& call, int begin, int end) {
  const Shape& x = call.in(0).shape;
  if (x.rank < 2) {
    return call.Invalid("input: expected at least two axes, found shape %s", x.ToString().c_str());
  }
  for (int i = begin; i < end; ++i) {
    const Shape& values = call.in(i).shape;
    if (values.rank != 1 || !values.Known() || (x[1] != kUnknown && values[0] != x[1])) {
      return call.Invalid("%s: expected one value for each channel of %s, found shape %s",
                          call.definition().inputs[i].name, x.ToString().c_str(),
                          values.ToString().c_str());
    }
  }
  return Status();
}

// --- BATCH_NORMALIZATION
Status InferBatchNorm(Call& call) {
  NNADAPTER_RETURN_IF_ERROR(CheckEpsilon(call, 5));
  NNADAPTER_RETURN_IF_ERROR(CheckPerChannel(call, 1, 5));
  return call.SetShape(0, call.in(0).shape);
}

Status ExecuteBatchNorm(Call& call) {
  const Shape& shape = call.in(0).shape;
  Reals x, scale, bias, mean, variance;
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNADAPTER_RETURN_IF_ERROR(call.Load(1, &scale));
  NNADAPTER_RETURN_IF_ERROR(call.Load(2, &bias));
  NNADAPTER_RETURN_IF_ERROR(call.Load(3, &mean));
  NNADAPTER_RETURN_IF_ERROR(call.Load(4, &variance));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  const double epsilon = call.Float(5);
  const int64_t inner = shape.Count(2, shape.rank);
  const int64_t planes = shape.Count(0, 2);
  for (int64_t plane = 0; plane < planes; ++plane) {
    const int64_t c = plane % shape[1];
    const double factor = scale[c] / std::sqrt(static_cast<double>(variance[c]) + epsilon);
    for (int64_t i = plane * inner; i < (plane + 1) * inner; ++i) {
      y[i] = static_cast<float>((static_cast<double>(x[i]) - mean[c]) * factor + bias[c]);
    }
  }
  return y.Close();
}

// --- GROUP_, INSTANCE_ and LAYER_NORMALIZATION: runs of `length` consecutive elements get the mean
// zero and the variance one, then element i of a run the scale and bias of index(run, i).
template <typename Index>
Status NormalizeRuns(Call& call, int64_t length, double epsilon, Index&& index) {
  Reals x, scale, bias;
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNADAPTER_RETURN_IF_ERROR(call.Load(1, &scale));
  NNADAPTER_RETURN_IF_ERROR(call.Load(2, &bias));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  const int64_t count = call.in(0).count();
  const int64_t runs = count == 0 ? 0 : count / length;
  for (int64_t run = 0; run < runs; ++run) {
    const float* in = x.data() + run * length;
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < length; ++i) sum += static_cast<double>(in[i]);
    const double mean = sum / static_cast<double>(length);
    for (int64_t i = 0; i < length; ++i) {
      const double difference = static_cast<double>(in[i]) - mean;
      squares += difference * difference;
    }
    const double factor = 1 / std::sqrt(squares / static_cast<double>(length) + epsilon);
    for (int64_t i = 0; i < length; ++i) {
      const int64_t c = index(run, i);
      const double normalized = (static_cast<double>(in[i]) - mean) * factor;
      y[run * length + i] = static_cast<float>(normalized * scale[c] + bias[c]);
    }
  }
  return y.Close();
}

Status InferGroupNorm(Call& call) {
  NNADAPTER_RETURN_IF_ERROR(CheckEpsilon(call, 3));
  NNADAPTER_RETURN_IF_ERROR(CheckPerChannel(call, 1, 3));
  const int32_t groups = call.Int(4);
  const int32_t channels = call.in(1).shape[0];
  if (groups <= 0 || channels % groups != 0) {
    return call.Invalid("groups: expected a positive divisor of %d channels, found %d", channels,
                        groups);
  }
  return call.SetShape(0, call.in(0).shape);
}

Status ExecuteGroupNorm(Call& call) {
  const Shape& shape = call.in(0).shape;
  const int64_t inner = shape.Count(2, shape.rank);
  const int64_t groups = call.Int(4);
  const int64_t channels = shape[1] / groups;
  return NormalizeRuns(call, channels * inner, call.Float(3),
                       [=](int64_t run, int64_t i) { return run % groups * channels + i / inner; });
}

Status InferInstanceNorm(Call& call) {
  NNADAPTER_RETURN_IF_ERROR(CheckEpsilon(call, 3));
  NNADAPTER_RETURN_IF_ERROR(CheckPerChannel(call, 1, 3));
  return call.SetShape(0, call.in(0).shape);
}

Status ExecuteInstanceNorm(Call& call) {
  const Shape& shape = call.in(0).shape;
  return NormalizeRuns(call, shape.Count(2, shape.rank), call.Float(3),
                       [channels = shape[1]](int64_t run, int64_t) { return run % channels; });
}

Status InferLayerNorm(Call& call) {
  const Shape& x = call.in(0).shape;
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(CheckEpsilon(call, 4));
  NNADAPTER_RETURN_IF_ERROR(call.CheckAxis("begin_norm_axis", call.Int(3), x.rank, &axis));
  bool known = true;
  for (int k = axis; k < x.rank; ++k) known = known && x[k] != kUnknown;
  for (int i = 1; i < 3; ++i) {
    const Shape& values = call.in(i).shape;
    if (!values.Known() || (known && values.Count() != x.Count(axis, x.rank))) {
      return call.Invalid(
          "%s: expected a value for each element of axes %d to %d of %s, found "
          "shape %s",
          call.definition().inputs[i].name, axis, x.rank - 1, x.ToString().c_str(),
          values.ToString().c_str());
    }
  }
  return call.SetShape(0, x);
}

Status ExecuteLayerNorm(Call& call) {
  const Shape& shape = call.in(0).shape;
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.CheckAxis("begin_norm_axis", call.Int(3), shape.rank, &axis));
  return NormalizeRuns(call, shape.Count(axis, shape.rank), call.Float(4),
                       [](int64_t, int64_t i) { return i; });
}

// --- operations along one axis: visit(elements, distance between them) for each line of the input
// and of the output.
template <typename Visit>
Status AlongAxis(Call& call, int axis, Visit&& visit) {
  const Shape& shape = call.in(0).shape;
  Reals x;
  RealOutput y;
  NNADAPTER_RETURN_IF_ERROR(call.Load(0, &x));
  NNADAPTER_RETURN_IF_ERROR(call.Open(0, &y));
  if (shape.Count() == 0) return Status();  // lines may have no elements
  const int64_t inner = shape.Count(axis + 1, shape.rank);
  const int64_t outer = shape.Count(0, axis);
  for (int64_t i = 0; i < outer * inner; ++i) {
    const int64_t first = i / inner * shape[axis] * inner + i % inner;
    visit(x.data() + first, y.data() + first, static_cast<int64_t>(shape[axis]), inner);
  }
  return y.Close();
}

// --- SOFTMAX and LOG_SOFTMAX
Status InferSoftmax(Call& call) {
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(1, call.in(0).shape.rank, &axis));
  return call.SetShape(0, call.in(0).shape);
}

template <bool kLog>
Status ExecuteSoftmax(Call& call) {
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(1, call.in(0).shape.rank, &axis));
  return AlongAxis(call, axis, [](const float* x, float* y, int64_t count, int64_t step) {
    float max = x[0];
    for (int64_t i = 1; i < count; ++i) max = std::max(max, x[i * step]);
    double sum = 0;
    for (int64_t i = 0; i < count; ++i) sum += std::exp(static_cast<double>(x[i * step]) - max);
    for (int64_t i = 0; i < count; ++i) {
      const double shifted = static_cast<double>(x[i * step]) - max;
      y[i * step] = static_cast<float>(kLog ? shifted - std::log(sum) : std::exp(shifted) / sum);
    }
  });
}

// --- LP_NORMALIZATION: x / (norm + epsilon)
Status InferLpNorm(Call& call) {
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(CheckEpsilon(call, 3));
  NNADAPTER_RETURN_IF_ERROR(call.Axis(1, call.in(0).shape.rank, &axis));
  if (call.Int(2) != 1 && call.Int(2) != 2) {
    return call.Invalid("p: expected 1 or 2, found %d", call.Int(2));
  }
  return call.SetShape(0, call.in(0).shape);
}

Status ExecuteLpNorm(Call& call) {
  int axis = 0;
  NNADAPTER_RETURN_IF_ERROR(call.Axis(1, call.in(0).shape.rank, &axis));
  const double epsilon = call.Float(3);
  const bool squares = call.Int(2) == 2;
  return AlongAxis(call, axis, [=](const float* x, float* y, int64_t count, int64_t step) {
    double sum = 0;
    for (int64_t i = 0; i < count; ++i) {
      const double value = x[i * step];
      sum += squares ? value * value : std::fabs(value);
    }
    const double norm = (squares ? std::sqrt(sum) : sum) + epsilon;
    for (int64_t i = 0; i < count; ++i) y[i * step] = static_cast<float>(x[i * step] / norm);
  });
}

// --- LRN: x / (bias + alpha * sum of squares)^beta, over `size` channels around each one.
Status InferLrn(Call& call) {
  if (call.in(0).shape.rank < 2) return call.Invalid("input: expected at least two axes");
  if (call.Int(1) <= 0)
    return call.Invalid("size: expected a positive value, found %d", call.Int(1));
  return call.SetShape(0, call.in(0).shape);
}

Status ExecuteLrn(Call& call) {
  const int64_t size = call.Int(1);
  const int64_t before = (size - 1) / 2;
  const double bias = call.Float(2), alpha = call.Float(3), beta = call.Float(4);
  return AlongAxis(call, 1, [=](const float* x, float* y, int64_t count, int64_t step) {
    for (int64_t c = 0; c < count; ++c) {
      double sum = 0;
      const int64_t begin = std::max<int64_t>(c - before, 0);
      const int64_t end = std::min(c - before + size, count);
      for (int64_t k = begin; k < end; ++k) {
        sum += static_cast<double>(x[k * step]) * static_cast<double>(x[k * step]);
      }
      y[c * step] = static_cast<float>(x[c * step] / std::pow(bias + alpha * sum, beta));
    }
  });
}

}  // namespace

NNADAPTER_OPERATION(BATCH_NORMALIZATION) = Define(kBatchNormInputs, kNormalizedOutputs,
                                                  InferBatchNorm, ExecuteBatchNorm);
NNADAPTER_OPERATION(GROUP_NORMALIZATION) = Define(kGroupNormInputs, kNormalizedOutputs,
                                                  InferGroupNorm, ExecuteGroupNorm);
NNADAPTER_OPERATION(INSTANCE_NORMALIZATION) = Define(kInstanceNormInputs, kNormalizedOutputs,
                                                     InferInstanceNorm, ExecuteInstanceNorm);
NNADAPTER_OPERATION(LAYER_NORMALIZATION) = Define(kLayerNormInputs, kNormalizedOutputs,
                                                  InferLayerNorm, ExecuteLayerNorm);
NNADAPTER_OPERATION(LP_NORMALIZATION) = Define(kLpNormInputs, kNormalizedOutputs, InferLpNorm,
                                               ExecuteLpNorm);
NNADAPTER_OPERATION(LRN) = Define(kLrnInputs, kNormalizedOutputs, InferLrn, ExecuteLrn);
NNADAPTER_OPERATION(SOFTMAX) = Define(kSoftmaxInputs, kNormalizedOutputs, InferSoftmax,
                                      ExecuteSoftmax<false>);
NNADAPTER_OPERATION(LOG_SOFTMAX) = Define(kSoftmaxInputs, kNormalizedOutputs, InferSoftmax,
                                          ExecuteSoftmax<true>);

}  // namespace nnadapter::operation
