// Products of a matrix in an image and a weight in a buffer.

#include "epilogue.cl"
#include "images.cl"

// Rows that a work item computes, which use a weight that it has loaded.
#ifndef ROWS
#define ROWS 4
#endif

// A column of the result per work item: columns, fours of rows. An element of the result is the
// only channel of its texel. A row of the matrix is `row`: its channels, height and width.
__kernel void fc_image(IMAGE_IN(x), BUFFER_IN(weight), BUFFER_IN(bias), IMAGE_OUT(out),
                       const Shape row, const int weight_row, const int rows,
                       const Activation activation, ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0);
  const int first = get_global_id(1) * ROWS;
  const int last = rows - 1;
  const int area = row.h * row.w;
  __global const float *weights = DATA(weight) + column;
  float sum[ROWS];
  for (int r = 0; r < ROWS; ++r) sum[r] = HAS(bias) ? AT(bias, column) : 0;
  for (int c = 0; c < row.c; c += 4) {
    for (int i = 0; i < area; ++i) {
      float4 weight = (float4)(0);
      const int at = (c * area + i) * weight_row;
      const int next = area * weight_row;
      weight.x = weights[at];
      if (c + 1 < row.c) weight.y = weights[at + next];
      if (c + 2 < row.c) weight.z = weights[at + 2 * next];
      if (c + 3 < row.c) weight.w = weights[at + 3 * next];
      for (int r = 0; r < ROWS; ++r) {
        const int line = min(first + r, last) * row.h + i / row.w;
        sum[r] += dot(weight, Texel(x, c / 4 * row.w + i % row.w, line));
      }
    }
  }
  for (int r = 0; r < min(ROWS, rows - first); ++r) {
    WriteTexel(out, column, first + r, (float4)(Activate(sum[r], activation), 0, 0, 0), 0, 1);
  }
}
