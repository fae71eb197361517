// Resizing and sampling, on buffers in NCHW and on images.

#include "images.cl"

// Each axis has a table of `taps` pairs per output pixel: an input pixel and its weight. Columns,
// rows, planes.
__kernel void interpolate(BUFFER_IN(x), BUFFER_OUT(out), BUFFER_OF(const int, pixels),
                          BUFFER_IN(weights), const int4 size, const int taps, ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  const int plane = get_global_id(2);
  // size: input height and width, output height and width.
  __global const float *from = DATA(x) + plane * size.x * size.y;
  __global const int *down = DATA(pixels) + row * taps;
  __global const float *down_weight = DATA(weights) + row * taps;
  __global const int *across = DATA(pixels) + (size.z + column) * taps;
  __global const float *across_weight = DATA(weights) + (size.z + column) * taps;
  float value = 0;
  for (int i = 0; i < taps; ++i) {
    float line = 0;
    for (int j = 0; j < taps; ++j) {
      const float v = from[down[i] * size.y + across[j]];
      line = taps == 1 ? v : line + v * across_weight[j];
    }
    value = taps == 1 ? line : value + line * down_weight[i];
  }
  AT(out, (plane * size.z + row) * size.w + column) = value;
}

// The same: a texel per work item.
__kernel void interpolate_image(IMAGE_IN(x), IMAGE_OUT(out), BUFFER_OF(const int, pixels),
                                BUFFER_IN(weights), const int4 size, const int taps,
                                const int channels, ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0);
  const int y = get_global_id(1);
  const int block = get_global_id(2);
  const int image = y / size.z;
  const int row = y - image * size.z;
  float4 value = (float4)(0);
  for (int i = 0; i < taps; ++i) {
    float4 line = (float4)(0);
    for (int j = 0; j < taps; ++j) {
      const int across = (size.z + column) * taps + j;
      const float4 v = Texel(x, block * size.y + AT(pixels, across),
                             image * size.x + AT(pixels, row * taps + i));
      line = taps == 1 ? v : line + v * AT(weights, across);
    }
    value = taps == 1 ? line : value + line * AT(weights, row * taps + i);
  }
  WriteTexel(out, block * size.w + column, y, value, block, channels);
}

// The pixel position of a coordinate from -1 to 1. Borders: 0 zeros, 1 clamp, 2 reflect.
float SamplePosition(float g, int size, int align_corners, int border) {
  const float last = size - 1;
  float p = align_corners ? (g + 1) * last / 2 : (g + 1) * size / 2 - 0.5f;
  if (border == 2) {
    const float rim = align_corners ? 0 : 0.5f;
    const float period = 2 * (last + 2 * rim);
    if (!(period > 0)) return 0;
    const float distance = fabs(p + rim);
    const float rest = distance - floor(distance / period) * period;
    p = (period - rest < rest ? period - rest : rest) - rim;
  }
  if (border == 0) return p;
  p = p < 0 ? 0 : p;
  return last < p ? last : p;
}

float PixelOrZero(__global const float *plane, int height, int width, int y, int x) {
  return y >= 0 && y < height && x >= 0 && x < width ? plane[y * width + x] : 0;
}

// Output pixels, images * channels. size: input height and width, channels, output pixels.
__kernel void grid_sampler(BUFFER_IN(x), BUFFER_IN(grid), BUFFER_OUT(out), const int4 size,
                           const int nearest, const int align_corners, const int border, ITEMS) {
  if (OUTSIDE) return;
  const int pixel = get_global_id(0);
  const int plane = get_global_id(1);
  const int height = size.x;
  const int width = size.y;
  const int position = plane / size.z * size.w + pixel;
  const float px = SamplePosition(AT(grid, 2 * position), width, align_corners, border);
  const float py =
      SamplePosition(AT(grid, 2 * position + 1), height, align_corners, border);
  __global const float *from = DATA(x) + plane * height * width;
  float value = 0;
  if (nearest) {
    const float row = round(py);
    const float column = round(px);
    if (row >= 0 && row <= height - 1 && column >= 0 && column <= width - 1) {
      value = from[(int)row * width + (int)column];
    }
  } else if (py >= -1 && py <= height && px >= -1 && px <= width) {
    const float floor_y = floor(py);
    const float floor_x = floor(px);
    const int y = (int)floor_y;
    const int x0 = (int)floor_x;
    const float down = py - floor_y;
    const float right = px - floor_x;
    value = PixelOrZero(from, height, width, y, x0) * ((1 - right) * (1 - down)) +
            PixelOrZero(from, height, width, y, x0 + 1) * (right * (1 - down)) +
            PixelOrZero(from, height, width, y + 1, x0) * ((1 - right) * down) +
            PixelOrZero(from, height, width, y + 1, x0 + 1) * (right * down);
  }
  AT(out, plane * size.w + pixel) = value;
}
