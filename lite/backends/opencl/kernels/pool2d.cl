// Pooling, on buffers in NCHW and on images.

#include "images.cl"

typedef struct {
  int in_height, in_width, out_height, out_width;
  int kernel_height, kernel_width, stride_y, stride_x, top, left;
  int adaptive, exclusive, is_max;
} Pooling;

// The input positions [x, y) under output `o` of an axis, in z the divisor of an inclusive average,
// and in w that of an exclusive one. Both are 0 or negative for a window outside of the input.
int4 WindowOf(int o, int in, int out, int kernel_size, int stride, int pad, int adaptive) {
  if (adaptive) {
    const int begin = (int)((long)o * in / out);
    const int end = (int)((((long)o + 1) * in + out - 1) / out);
    return (int4)(begin, end, end - begin, end - begin);
  }
  const int begin = o * stride - pad;
  const int end = min(begin + kernel_size, in + pad);
  const int first = max(begin, 0);
  return (int4)(first, max(first, min(end, in)), end - begin, min(end, in) - first);
}

// One element of the result per work item: columns, rows, images * channels.
__kernel void pool2d(BUFFER_IN(x), BUFFER_OUT(out), const Pooling p, ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  const int plane = get_global_id(2);
  const int4 h = WindowOf(row, p.in_height, p.out_height, p.kernel_height, p.stride_y, p.top,
                          p.adaptive);
  const int4 w = WindowOf(column, p.in_width, p.out_width, p.kernel_width, p.stride_x, p.left,
                          p.adaptive);
  __global const float *source = DATA(x) + plane * p.in_height * p.in_width;
  float largest = -FLT_MAX;
  float sum = 0;
  for (int i = h.x; i < h.y; ++i) {
    for (int j = w.x; j < w.y; ++j) {
      const float v = source[i * p.in_width + j];
      if (v > largest || v != v) largest = v;  // a NaN is kept
      sum += v;
    }
  }
  const int divisor = p.exclusive ? h.w * w.w : h.z * w.z;
  const float value = p.is_max ? largest : divisor != 0 ? sum / divisor : NAN;
  AT(out, (plane * p.out_height + row) * p.out_width + column) = value;
}

// A texel of the result per work item.
__kernel void pool2d_image(IMAGE_IN(x), IMAGE_OUT(out), const Pooling p, const int channels,
                           ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0);
  const int y = get_global_id(1);
  const int block = get_global_id(2);
  const int image = y / p.out_height;
  const int4 h = WindowOf(y - image * p.out_height, p.in_height, p.out_height, p.kernel_height,
                          p.stride_y, p.top, p.adaptive);
  const int4 w = WindowOf(column, p.in_width, p.out_width, p.kernel_width, p.stride_x, p.left,
                          p.adaptive);
  float4 largest = (float4)(-FLT_MAX);
  float4 sum = (float4)(0);
  for (int i = h.x; i < h.y; ++i) {
    for (int j = w.x; j < w.y; ++j) {
      const float4 v = Texel(x, block * p.in_width + j, image * p.in_height + i);
      largest = select(largest, v, (v > largest) | (v != v));
      sum += v;
    }
  }
  const int divisor = p.exclusive ? h.w * w.w : h.z * w.z;
  const float4 mean = divisor != 0 ? sum / (float4)(divisor) : (float4)(NAN);
  WriteTexel(out, block * p.out_width + column, y, p.is_max ? largest : mean, block, channels);
}
