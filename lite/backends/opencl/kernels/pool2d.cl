// Pooling of images in NCHW.

#include "buffers.cl"

typedef struct {
  int in_height, in_width, out_height, out_width;
  int kernel_height, kernel_width, stride_y, stride_x, top, left;
  int adaptive, exclusive, is_max;
} Pooling;

// The input positions [x, y) under output `o` of an axis, and in z the divisor of an inclusive
// average.
int3 WindowOf(int o, int in, int out, int kernel_size, int stride, int pad, int adaptive) {
  if (adaptive) {
    const int begin = (int)((long)o * in / out);
    const int end = (int)((((long)o + 1) * in + out - 1) / out);
    return (int3)(begin, end, end - begin);
  }
  const int begin = o * stride - pad;
  const int end = min(begin + kernel_size, in + pad);
  const int first = max(begin, 0);
  return (int3)(first, max(first, min(end, in)), end - begin);
}

// One element of the result per work item: columns, rows, images * channels.
__kernel void pool2d(BUFFER_IN(x), BUFFER_OUT(out), const Pooling p, ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  const int plane = get_global_id(2);
  const int3 h = WindowOf(row, p.in_height, p.out_height, p.kernel_height, p.stride_y, p.top,
                          p.adaptive);
  const int3 w = WindowOf(column, p.in_width, p.out_width, p.kernel_width, p.stride_x, p.left,
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
  const int divisor = p.exclusive ? (h.y - h.x) * (w.y - w.x) : h.z * w.z;
  const float value = p.is_max ? largest : divisor > 0 ? sum / divisor : 0;
  AT(out, (plane * p.out_height + row) * p.out_width + column) = value;
}
