// Convolutions of images with windows of 3 x 3 by Winograd's algorithm F(4 x 4, 3 x 3): a tile of
// 4 x 4 results needs 36 products of channels ("frequencies") instead of 144. The points are 0, 1,
// -1, 2, -2 and infinity (Lavin and Gray, Fast Algorithms for Convolutional Neural Networks).
//
// Transformed values are in buffers of float, [frequencies, blocks of channels, tiles] of texels.

#include "images.cl"
#include "window.cl"
#include "image_epilogue.cl"

#define FREQUENCIES 36

// Tiles first to first + count of all images, `down` x `across` in each.
typedef struct {
  int first, count, down, across;
} Tiles;

#define FIND_TILE                                          \
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

// A block of channels of a tile per work item: tiles, blocks.
__kernel void winograd_input(IMAGE_IN(x), BUFFER_OUT(to), const Window w, const Tiles tiles,
                             ITEMS) {
  if (OUTSIDE) return;
  FIND_TILE;
  const int block = get_global_id(1);
  float4 d[FREQUENCIES];
  for (int i = 0; i < 6; ++i) {
    const int line = top - w.top + i;
    const int is_inside = line >= 0 && line < w.in_height;
    for (int j = 0; j < 6; ++j) {
      const int column = left - w.left + j;
      // Column -1 is the image's border, which is 0.
      const int at = is_inside && column >= 0 && column < w.in_width ? block * w.in_width + column
                                                                     : -1;
      d[i * 6 + j] = Texel(x, at, image * w.in_height + line);
    }
    Forward(d + i * 6, 1);
  }
  for (int j = 0; j < 6; ++j) Forward(d + j, 6);
  const int blocks = (w.in_channels + 3) / 4;
  for (int f = 0; f < FREQUENCIES; ++f) {
    STORE4(to, ((f * blocks + block) * tiles.count + get_global_id(0)) * 4, d[f]);
  }
}

// A block of results of four tiles per work item: fours of tiles, blocks, frequencies. The filter
// is [frequencies, blocks of outputs, blocks of inputs, 4 inputs, 4 outputs].
__kernel void winograd_product(BUFFER_IN(from), BUFFER_IN(filter), BUFFER_OUT(to), const Window w,
                               const Tiles tiles, ITEMS) {
  if (OUTSIDE) return;
  const int first = get_global_id(0) * 4;
  const int block = get_global_id(1);
  const int f = get_global_id(2);
  const int in_blocks = (w.in_channels + 3) / 4;
  const int out_blocks = (w.out_channels + 3) / 4;
  const int last = tiles.count - 1;
  float4 sum[4];
  for (int k = 0; k < 4; ++k) sum[k] = (float4)(0);
  for (int b = 0; b < in_blocks; ++b) {
    const int weights = ((f * out_blocks + block) * in_blocks + b) * 16;
    const float4 w0 = LOAD4(filter, weights), w1 = LOAD4(filter, weights + 4);
    const float4 w2 = LOAD4(filter, weights + 8), w3 = LOAD4(filter, weights + 12);
    const int line = (f * in_blocks + b) * tiles.count;
    for (int k = 0; k < 4; ++k) {
      const float4 v = LOAD4(from, (line + min(first + k, last)) * 4);
      sum[k] += v.x * w0 + v.y * w1 + v.z * w2 + v.w * w3;
    }
  }
  const int line = (f * out_blocks + block) * tiles.count;
  for (int k = 0; k < min(4, tiles.count - first); ++k) {
    STORE4(to, (line + first + k) * 4, sum[k]);
  }
}

// A block of results of a tile per work item: tiles, blocks.
__kernel void winograd_output(BUFFER_IN(from), BUFFER_IN(bias), IMAGE_EPILOGUE_ARGUMENTS,
                              IMAGE_OUT(out), const Window w, const Tiles tiles, ITEMS) {
  if (OUTSIDE) return;
  FIND_TILE;
  const int block = get_global_id(1);
  const int blocks = (w.out_channels + 3) / 4;
  float4 m[FREQUENCIES];
  for (int f = 0; f < FREQUENCIES; ++f) {
    m[f] = LOAD4(from, ((f * blocks + block) * tiles.count + get_global_id(0)) * 4);
  }
  for (int j = 0; j < 6; ++j) Backward(m + j, 6);
  for (int i = 0; i < 4; ++i) Backward(m + i * 6, 1);
  for (int i = 0; i < min(4, w.out_height - top); ++i) {
    const int row = top + i;
    const int y = image * w.out_height + row;
    for (int j = 0; j < min(4, w.out_width - left); ++j) FINISH_TEXEL(m[i * 6 + j], left + j)
  }
}
