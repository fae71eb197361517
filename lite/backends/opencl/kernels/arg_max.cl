#include "buffers.cl"

// The first index of the largest (sign 1) or smallest (sign -1) number of each row of x [outer,
// extent, inner]; 0 if there is none. One work item per row. -DINDEX is the type of the result.
__kernel void arg_extreme(BUFFER_IN(x), BUFFER_OF(INDEX, out), const int extent, const int inner,
                          const float sign, ITEMS) {
  if (OUTSIDE) return;
  const int row = get_global_id(0);
  __global const float *from = DATA(x) + row / inner * extent * inner + row % inner;
  int best = -1;
  float largest = 0;
  for (int i = 0; i < extent; ++i) {
    const float value = from[i * inner] * sign;
    if (value == value && (best < 0 || value > largest)) {
      best = i;
      largest = value;
    }
  }
  AT(out, row) = max(best, 0);
}
