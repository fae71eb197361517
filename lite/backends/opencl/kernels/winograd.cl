// Winograd's algorithm on images in NCHW.

#include "winograd_tiles.cl"

// The element at `at` of four consecutive planes, of which `count` exist.
float4 PlanesAt(__global const float *x, int at, int plane, int count) {
  return (float4)(x[at], count > 1 ? x[at + plane] : 0, count > 2 ? x[at + 2 * plane] : 0,
                  count > 3 ? x[at + 3 * plane] : 0);
}

__kernel void winograd_input(BUFFER_IN(x), BUFFER_OUT(to), const Window w, const Tiles tiles,
                             ITEMS) {
  FIND_TILE;
  const int plane = w.in_height * w.in_width;
  __global const float *source = DATA(x) + (image * w.in_channels + block * 4) * plane;
  float4 d[FREQUENCIES];
  for (int i = 0; i < 6; ++i) {
    const int line = top - w.top + i;
    const int is_inside = line >= 0 && line < w.in_height;
    for (int j = 0; j < 6; ++j) {
      const int column = left - w.left + j;
      d[i * 6 + j] = is_inside && column >= 0 && column < w.in_width
                         ? PlanesAt(source, line * w.in_width + column, plane,
                                    w.in_channels - block * 4)
                         : (float4)(0);
    }
  }
  StoreFrequencies(d, DATA(to), block, (w.in_channels + 3) / 4, tiles.count);
}

__kernel void winograd_output(BUFFER_IN(from), BUFFER_IN(bias), EPILOGUE_ARGUMENTS, BUFFER_OUT(out),
                              const Window w, const Tiles tiles, ITEMS) {
  FIND_TILE;
  float4 m[FREQUENCIES];
  LoadResults(m, DATA(from), block, (w.out_channels + 3) / 4, tiles.count);
  const EpilogueOperands operands = EPILOGUE_OPERANDS;
  const int count = min(4, w.out_channels - block * 4);
  const int plane = w.out_height * w.out_width;
  const int first = (image * w.out_channels + block * 4) * plane;
  for (int i = 0; i < min(4, w.out_height - top); ++i) {
    for (int j = 0; j < min(4, w.out_width - left); ++j) {
      const float4 v = m[i * 6 + j];
      const float lanes[4] = {v.x, v.y, v.z, v.w};
      for (int k = 0; k < count; ++k) {
        const float sum = lanes[k] + (HAS(bias) ? AT(bias, block * 4 + k) : 0);
        const int at = first + k * plane + (top + i) * w.out_width + left + j;
        AT(out, at) = Finish(sum, at, &operands, &epilogue);
      }
    }
  }
}
