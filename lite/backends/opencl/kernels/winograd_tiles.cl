// Convolutions with windows of 3 x 3 by Winograd's algorithm F(4 x 4, 3 x 3): a tile of 4 x 4
// results needs 36 products of channels ("frequencies") instead of 144. The points are 0, 1, -1, 2,
// -2 and infinity (Lavin and Gray, Fast Algorithms for Convolutional Neural Networks).
//
// This is what does not depend on where the image is: winograd.cl and image_winograd.cl read and
// write it. Transformed values are in buffers of float, [frequencies, blocks of four channels,
// tiles, 4].

#include "window.cl"

#define FREQUENCIES 36

// Tiles first to first + count of all images, `down` x `across` in each.
typedef struct {
  int first, count, down, across;
} Tiles;

// A block of channels of a tile per work item: tiles, blocks.
#define FIND_TILE                                          \
  if (OUTSIDE) return;                                     \
  const int block = get_global_id(1);                      \
  const int tile = tiles.first + get_global_id(0);         \
  const int image = tile / (tiles.down * tiles.across);    \
  const int in_image = tile % (tiles.down * tiles.across); \
  const int top = in_image / tiles.across * 4;             \
  const int left = in_image % tiles.across * 4

// Six inputs along an axis, `step` apart, become six frequencies.
void Forward(float4 *d, int step) {
  const float4 d1 = d[step], d2 = d[2 * step], d3 = d[3 * step], d4 = d[4 * step];
  d[0] = 4 * d[0] - 5 * d2 + d4;
  d[5 * step] = 4 * d1 - 5 * d3 + d[5 * step];
  d[step] = d4 + d3 - 4 * (d2 + d1);
  d[2 * step] = d4 - d3 - 4 * (d2 - d1);
  d[3 * step] = d4 - d2 + 2 * (d3 - d1);
  d[4 * step] = d4 - d2 - 2 * (d3 - d1);
}

// Six frequencies along an axis, `step` apart, become four results in the first four places.
void Backward(float4 *m, int step) {
  const float4 sum1 = m[step] + m[2 * step], difference1 = m[step] - m[2 * step];
  const float4 sum2 = m[3 * step] + m[4 * step], difference2 = m[3 * step] - m[4 * step];
  m[0] += sum1 + sum2;
  m[step] = difference1 + 2 * difference2;
  m[2 * step] = sum1 + 4 * sum2;
  m[3 * step] = difference1 + 8 * difference2 + m[5 * step];
}

// The inputs of a work item, six rows of six, become frequencies in `to`.
void StoreFrequencies(float4 *d, __global float *to, int block, int blocks, int count) {
  for (int i = 0; i < 6; ++i) Forward(d + i * 6, 1);
  for (int j = 0; j < 6; ++j) Forward(d + j, 6);
  for (int f = 0; f < FREQUENCIES; ++f) {
    vstore4(d[f], (f * blocks + block) * count + get_global_id(0), to);
  }
}

// The results of a work item, the first four of six in four rows.
void LoadResults(float4 *m, __global const float *from, int block, int blocks, int count) {
  for (int f = 0; f < FREQUENCIES; ++f) {
    m[f] = vload4((f * blocks + block) * count + get_global_id(0), from);
  }
  for (int j = 0; j < 6; ++j) Backward(m + j, 6);
  for (int i = 0; i < 4; ++i) Backward(m + i * 6, 1);
}

// Tiles of which a work item of the product computes a block of results.
#ifndef COLUMNS
#define COLUMNS 4
#endif

// Work items are tiles, COLUMNS each, blocks and frequencies. The filter is [frequencies, blocks of
// outputs, blocks of inputs, 4 inputs, 4 outputs].
__kernel void winograd_product(BUFFER_IN(from), BUFFER_IN(filter), BUFFER_OUT(to), const Window w,
                               const Tiles tiles, ITEMS) {
  if (OUTSIDE) return;
  const int first = get_global_id(0) * COLUMNS;
  const int block = get_global_id(1);
  const int f = get_global_id(2);
  const int in_blocks = (w.in_channels + 3) / 4;
  const int out_blocks = (w.out_channels + 3) / 4;
  const int last = tiles.count - 1;
  float4 sum[COLUMNS];
  for (int k = 0; k < COLUMNS; ++k) sum[k] = (float4)(0);
  for (int b = 0; b < in_blocks; ++b) {
    const int weights = ((f * out_blocks + block) * in_blocks + b) * 16;
    const float4 w0 = LOAD4(filter, weights), w1 = LOAD4(filter, weights + 4);
    const float4 w2 = LOAD4(filter, weights + 8), w3 = LOAD4(filter, weights + 12);
    const int line = (f * in_blocks + b) * tiles.count;
    for (int k = 0; k < COLUMNS; ++k) {
      const float4 v = LOAD4(from, (line + min(first + k, last)) * 4);
      sum[k] += v.x * w0 + v.y * w1 + v.z * w2 + v.w * w3;
    }
  }
  const int line = (f * out_blocks + block) * tiles.count;
  for (int k = 0; k < min(COLUMNS, tiles.count - first); ++k) {
    STORE4(to, (line + first + k) * 4, sum[k]);
  }
}
