// Operations on rows of numbers, one work group for each: softmax, normalisation, reduction. The
// size of a group is a power of two up to MAX_ITEMS; small groups suit short rows.

#include "functions.cl"

#define MAX_ITEMS 64

// Kinds of reductions.
#define SUM 0
#define MEAN 1
#define LARGEST 2
#define SMALLEST 3

float StartOf(int kind) {
  return kind == LARGEST ? -INFINITY : kind == SMALLEST ? INFINITY : 0;
}

// A NaN is kept.
float Join(int kind, float a, float b) {
  switch (kind) {
    case LARGEST:
      return b > a || b != b ? b : a;
    case SMALLEST:
      return b < a || b != b ? b : a;
    default:
      return a + b;
  }
}

// Joins the values of all work items of the group; all get the result.
float JoinGroup(int kind, float value, __local float *shared) {
  const int item = get_local_id(0);
  shared[item] = value;
  for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_size) shared[item] = Join(kind, shared[item], shared[item + half_size]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const float joined = shared[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return joined;
}

// x is [outer, extent, inner]. May run in place.
__kernel void softmax(BUFFER_IN(x), BUFFER_OUT(out), const int extent, const int inner) {
  __local float shared[MAX_ITEMS];
  const int row = get_group_id(0);
  const int first = row / inner * extent * inner + row % inner;
  __global const float *from = DATA(x) + first;
  __global float *to = DATA(out) + first;
  float largest = -INFINITY;
  for (int i = get_local_id(0); i < extent; i += get_local_size(0)) {
    largest = Join(LARGEST, largest, from[i * inner]);
  }
  largest = JoinGroup(LARGEST, largest, shared);
  float sum = 0;
  for (int i = get_local_id(0); i < extent; i += get_local_size(0)) {
    const float difference = from[i * inner] - largest;
    const float term = exp(difference < -64 ? -64 : difference);  // Paddle's lower bound
    to[i * inner] = term;
    sum += term;
  }
  const float scale = 1 / JoinGroup(SUM, sum, shared);
  for (int i = get_local_id(0); i < extent; i += get_local_size(0)) {
    to[i * inner] = to[i * inner] * scale;
  }
}

typedef struct {
  int width;
  // The scale and bias of element i of row r: (r % period * width + i) / step.
  int period, step;
  float epsilon;
  int inverse;  // the second statistic is 1 / deviation, not the variance
  Activation activation;
} Normalisation;

// Every row to mean 0 and variance 1, then scale and bias.
__kernel void normalise(BUFFER_IN(x), BUFFER_IN(scale), BUFFER_IN(bias), BUFFER_OUT(y),
                        BUFFER_OUT(means), BUFFER_OUT(variances), const Normalisation n) {
  __local float shared[MAX_ITEMS];
  const int row = get_group_id(0);
  __global const float *from = DATA(x) + row * n.width;
  __global float *to = DATA(y) + row * n.width;
  float sum = 0;
  for (int i = get_local_id(0); i < n.width; i += get_local_size(0)) sum += from[i];
  const float mean = JoinGroup(SUM, sum, shared) / n.width;
  sum = 0;
  for (int i = get_local_id(0); i < n.width; i += get_local_size(0)) {
    const float deviation = from[i] - mean;
    sum += deviation * deviation;
  }
  const float variance = JoinGroup(SUM, sum, shared) / n.width;
  const float factor = 1 / sqrt(variance + n.epsilon);
  for (int i = get_local_id(0); i < n.width; i += get_local_size(0)) {
    const int parameter = (row % n.period * n.width + i) / n.step;
    float value = (from[i] - mean) * factor;
    if (HAS(scale)) value *= AT(scale, parameter);
    if (HAS(bias)) value += AT(bias, parameter);
    to[i] = Activate(value, n.activation);
  }
  if (get_local_id(0) == 0) {
    if (HAS(means)) AT(means, row) = mean;
    if (HAS(variances)) AT(variances, row) = n.inverse ? factor : variance;
  }
}

// One element of the result per group. `kept` and `reduced` have the steps in x.
__kernel void reduce(BUFFER_IN(x), BUFFER_OUT(out), const Walk kept, const Walk reduced,
                     const int count, const int kind) {
  __local float shared[MAX_ITEMS];
  const int row = get_group_id(0);
  __global const float *from = DATA(x) + WalkTo(&kept, kept.rank, row).x;
  float value = StartOf(kind);
  for (int i = get_local_id(0); i < count; i += get_local_size(0)) {
    value = Join(kind, value, from[WalkTo(&reduced, reduced.rank, i).x]);
  }
  value = JoinGroup(kind, value, shared);
  if (get_local_id(0) == 0) AT(out, row) = kind == MEAN ? value / count : value;
}
