// Winograd's algorithm on images in kImageDefault.

#include "images.cl"
#include "winograd_tiles.cl"
#include "image_epilogue.cl"

__kernel void winograd_input(IMAGE_IN(x), BUFFER_OUT(to), const Window w, const Tiles tiles,
                             ITEMS) {
  FIND_TILE;
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
  }
  StoreFrequencies(d, DATA(to), block, (w.in_channels + 3) / 4, tiles.count);
}

__kernel void winograd_output(BUFFER_IN(from), BUFFER_IN(bias), IMAGE_EPILOGUE_ARGUMENTS,
                              IMAGE_OUT(out), const Window w, const Tiles tiles, ITEMS) {
  FIND_TILE;
  float4 m[FREQUENCIES];
  LoadResults(m, DATA(from), block, (w.out_channels + 3) / 4, tiles.count);
  for (int i = 0; i < min(4, w.out_height - top); ++i) {
    const int row = top + i;
    const int y = image * w.out_height + row;
    for (int j = 0; j < min(4, w.out_width - left); ++j) FINISH_TEXEL(m[i * 6 + j], left + j)
  }
}
