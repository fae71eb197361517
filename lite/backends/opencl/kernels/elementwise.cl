// Functions of each element of one or two tensors.

#include "functions.cl"

// out = activation(x * scale + bias) * scale1 + bias1, or (x + bias) * scale inside.
typedef struct {
  float before, scale, after;
  Activation activation;
  float scale1, bias1;
} Unary;

float ComputeUnary(float x, const Unary *f) {
  return Activate((x + f->before) * f->scale + f->after, f->activation) * f->scale1 + f->bias1;
}

// Four elements per work item.
__kernel void unary(BUFFER_IN(x), BUFFER_OUT(out), const Unary function, const int count,
                    ITEMS) {
  if (OUTSIDE) return;
  const int first = get_global_id(0) * 4;
  __global const float *from = DATA(x);
  __global float *to = DATA(out);
  if (first + 4 <= count) {
    float4 v = vload4(0, from + first);
    v = (v + function.before) * function.scale + function.after;
    v = Activate4(v, function.activation) * function.scale1 + function.bias1;
    vstore4(v, 0, to + first);
  } else {
    for (int i = first; i < count; ++i) to[i] = ComputeUnary(from[i], &function);
  }
}

float Combine(int function, float a, float b) {
  switch (function) {
    case 0:
      return a + b;
    case 1:
      return a - b;
    case 2:
      return a * b;
    case 3:
      return a / b;
    case 4:
      return a > b ? a : b;
    case 5:
      return a < b ? a : b;
    case 6:
      return pow(a, b);
    case 7: {  // the sign of the divisor
      const float rest = fmod(a, b);
      return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    }
    case 8:
      return floor(a / b);
    default:  // prelu
      return a > 0 ? a : b * a;
  }
}

// Four neighbours of the innermost dimension per work item. The walk has the steps in x and y; a
// step of the innermost dimension is 0 or 1.
__kernel void binary(BUFFER_IN(x), BUFFER_IN(y), BUFFER_OUT(out), const Walk walk,
                     const int function, const float scale, const float bias,
                     const Activation activation, ITEMS) {
  if (OUTSIDE) return;
  const int last = walk.rank - 1;
  const int width = walk.size[last];
  const int column = get_global_id(0) * 4;
  const int row = get_global_id(1);
  const int2 at = WalkTo(&walk, last, row);
  const int2 step = (int2)(walk.step[0][last], walk.step[1][last]);
  __global const float *a = DATA(x) + at.x + column * step.x;
  __global const float *b = DATA(y) + at.y + column * step.y;
  __global float *to = DATA(out) + row * width + column;
  if (column + 4 <= width) {
    const float4 p = step.x ? vload4(0, a) : (float4)(a[0]);
    const float4 q = step.y ? vload4(0, b) : (float4)(b[0]);
    float4 v;
    v.x = Combine(function, p.x, q.x);
    v.y = Combine(function, p.y, q.y);
    v.z = Combine(function, p.z, q.z);
    v.w = Combine(function, p.w, q.w);
    vstore4(Activate4(v * scale + bias, activation), 0, to);
  } else {
    for (int i = 0; i < width - column; ++i) {
      const float v = Combine(function, a[i * step.x], b[i * step.y]);
      to[i] = Activate(v * scale + bias, activation);
    }
  }
}

// One value of each parameter per channel: y = activation((x - mean) / deviation * scale + shift)
// for x viewed as [outer, channels, inner].
__kernel void batch_norm(BUFFER_IN(x), BUFFER_IN(scale), BUFFER_IN(shift), BUFFER_IN(mean),
                         BUFFER_IN(variance), BUFFER_OUT(y), const int channels, const int inner,
                         const float epsilon, const Activation activation, ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0) * 4;
  const int row = get_global_id(1);
  const int channel = row % channels;
  float factor = 1 / sqrt(AT(variance, channel) + epsilon);
  if (HAS(scale)) factor *= AT(scale, channel);
  const float offset = HAS(shift) ? AT(shift, channel) : 0;
  const float center = AT(mean, channel);
  const int first = row * inner;
  for (int i = first + column; i < first + min(column + 4, inner); ++i) {
    AT(y, i) = Activate((AT(x, i) - center) * factor + offset, activation);
  }
}
