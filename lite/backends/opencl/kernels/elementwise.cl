// Functions of each element of one or two tensors, on buffers and on images.

#include "functions.cl"
#include "images.cl"

// out = activation(x * scale + bias) * scale1 + bias1, or (x + bias) * scale inside.
typedef struct {
  float before, scale, after;
  Activation activation;
  float scale1, bias1;
} Unary;

float ComputeUnary(float x, const Unary *f) {
  return Activate((x + f->before) * f->scale + f->after, f->activation) * f->scale1 + f->bias1;
}

float4 ComputeUnary4(float4 v, const Unary *f) {
  v = (v + f->before) * f->scale + f->after;
  return Activate4(v, f->activation) * f->scale1 + f->bias1;
}

// Four elements per work item.
__kernel void unary(BUFFER_IN(x), BUFFER_OUT(out), const Unary function, const int count,
                    ITEMS) {
  if (OUTSIDE) return;
  const int first = get_global_id(0) * 4;
  __global const float *from = DATA(x);
  __global float *to = DATA(out);
  if (first + 4 <= count) {
    vstore4(ComputeUnary4(vload4(0, from + first), &function), 0, to + first);
  } else {
    for (int i = first; i < count; ++i) to[i] = ComputeUnary(from[i], &function);
  }
}

// A texel per work item.
__kernel void unary_image(IMAGE_IN(x), IMAGE_OUT(out), const Unary function, const Shape shape,
                          ITEMS) {
  if (OUTSIDE) return;
  const int y = get_global_id(1);
  const int block = get_global_id(2);
  const int at = block * shape.w + get_global_id(0);
  WriteTexel(out, at, y, ComputeUnary4(Texel(x, at, y), &function), block, shape.c);
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

float4 Combine4(int function, float4 a, float4 b) {
  return (float4)(Combine(function, a.x, b.x), Combine(function, a.y, b.y),
                  Combine(function, a.z, b.z), Combine(function, a.w, b.w));
}

// An operand whose dimensions of size 1 are repeated. Its axis i is axis i - shift of the result.
typedef struct {
  Shape shape;
  int shift;
} Operand;

// The elements of a result's texel: those of channels from `at.y` on at image, row, column.
float4 OperandTexel(IMAGE_IN(x), const Operand *o, int4 at) {
  const int size[4] = {o->shape.n, o->shape.c, o->shape.h, o->shape.w};
  if (o->shift == 0) {
    const int n = size[0] == 1 ? 0 : at.x;
    const int block = size[1] == 1 ? 0 : at.y / 4;
    const int h = size[2] == 1 ? 0 : at.z;
    const int w = size[3] == 1 ? 0 : at.w;
    const float4 v = Texel(x, block * size[3] + w, n * size[2] + h);
    return size[1] == 1 ? (float4)(v.x) : v;
  }
  float lanes[4];
  for (int lane = 0; lane < 4; ++lane) {
    const int index[4] = {at.x, at.y + lane, at.z, at.w};
    int own[4];
    for (int i = 0; i < 4; ++i) {
      const int axis = i - o->shift;
      own[i] = axis < 0 || axis > 3 ? 0 : min(index[axis], size[i] - 1);
    }
    const float4 v = Texel(x, own[1] / 4 * size[3] + own[3], own[0] * size[2] + own[2]);
    lanes[lane] = LaneOf(v, own[1] % 4);
  }
  return (float4)(lanes[0], lanes[1], lanes[2], lanes[3]);
}

// A texel per work item.
__kernel void binary_image(IMAGE_IN(x), IMAGE_IN(y), IMAGE_OUT(out), const Operand a,
                           const Operand b, const Shape shape, const int function,
                           const float scale, const float bias, const Activation activation,
                           ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0);
  const int line = get_global_id(1);
  const int block = get_global_id(2);
  const int4 at = (int4)(line / shape.h, block * 4, line % shape.h, column);
  const float4 v = Combine4(function, OperandTexel(x, &a, at), OperandTexel(y, &b, at));
  WriteTexel(out, block * shape.w + column, line, Activate4(v * scale + bias, activation), block,
             shape.c);
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
  const int2 step = (int2)(walk.first_step[last], walk.second_step[last]);
  __global const float *a = DATA(x) + at.x + column * step.x;
  __global const float *b = DATA(y) + at.y + column * step.y;
  __global float *to = DATA(out) + row * width + column;
  if (column + 4 <= width) {
    const float4 p = step.x ? vload4(0, a) : (float4)(a[0]);
    const float4 q = step.y ? vload4(0, b) : (float4)(b[0]);
    vstore4(Activate4(Combine4(function, p, q) * scale + bias, activation), 0, to);
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

// A texel per work item.
__kernel void batch_norm_image(IMAGE_IN(x), BUFFER_IN(scale), BUFFER_IN(shift), BUFFER_IN(mean),
                               BUFFER_IN(variance), IMAGE_OUT(out), const Shape shape,
                               const float epsilon, const Activation activation, ITEMS) {
  if (OUTSIDE) return;
  const int y = get_global_id(1);
  const int block = get_global_id(2);
  const int at = block * shape.w + get_global_id(0);
  float4 factor = 1 / sqrt(ChannelValues(DATA(variance), block, shape.c) + epsilon);
  if (HAS(scale)) factor *= ChannelValues(DATA(scale), block, shape.c);
  float4 v = (Texel(x, at, y) - ChannelValues(DATA(mean), block, shape.c)) * factor;
  if (HAS(shift)) v += ChannelValues(DATA(shift), block, shape.c);
  WriteTexel(out, at, y, Activate4(v, activation), block, shape.c);
}
