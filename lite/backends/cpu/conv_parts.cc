#include "lite/backends/cpu/conv_parts.h"

#include "lite/backends/cpu/gemm_f32.h"

namespace paddle::lite::cpu {

Panels::Panels(const ConvShape& shape, int64_t lanes, int64_t max_vecs, int64_t depth) {
  const int64_t channels = shape.group_out_c();
  const int64_t vecs = CeilDiv(channels, lanes);
  const int64_t count = CeilDiv(vecs, max_vecs);
  list.reserve(static_cast<size_t>(count * shape.groups));
  for (int64_t group = 0; group < shape.groups; ++group) {
    int64_t first = 0;
    for (int64_t i = 0; i < count; ++i) {
      Panel panel;
      panel.vecs = vecs / count + (i < vecs % count ? 1 : 0);
      panel.in_channel = group * shape.group_in_c();
      panel.out_channel = group * channels + first * lanes;
      first += panel.vecs;
      panel.tail = first == vecs ? channels - (vecs - 1) * lanes : lanes;
      panel.weights = weights;
      weights += static_cast<size_t>(depth * panel.vecs * lanes);
      list.push_back(panel);
    }
  }
}

template <typename T>
void FillTapPointers(const ConvShape& s, const T* src, const T* zeros, int64_t first_row,
                     int64_t height, int64_t tap_begin, int64_t tap_end, const T** pointers) {
  int64_t top[kMaxTileRows];
  int64_t left[kMaxTileRows];
  int64_t base[kMaxTileRows];
  const int64_t bottom_reach = (s.kernel_h - 1) * s.dilation_h;
  const int64_t right_reach = (s.kernel_w - 1) * s.dilation_w;
  bool inside = true;
  int64_t x = first_row % s.out_w;
  int64_t y = first_row / s.out_w % s.out_h;
  int64_t image = first_row / s.out_w / s.out_h;
  for (int64_t m = 0; m < height; ++m) {
    top[m] = y * s.stride_h - s.pad_top;
    left[m] = x * s.stride_w - s.pad_left;
    base[m] = ((image * s.in_h + top[m]) * s.in_w + left[m]) * s.in_c;
    inside = inside && top[m] >= 0 && left[m] >= 0 && top[m] + bottom_reach < s.in_h &&
             left[m] + right_reach < s.in_w;
    if (++x == s.out_w) {
      x = 0;
      if (++y == s.out_h) {
        y = 0;
        ++image;
      }
    }
  }
  // Divisions of 64-bit numbers are calls on 32-bit processors: none in the loop.
  int64_t kernel_y = tap_begin / s.kernel_w;
  int64_t kernel_x = tap_begin % s.kernel_w;
  for (int64_t tap = tap_begin; tap < tap_end; ++tap) {
    const int64_t dy = kernel_y * s.dilation_h;
    const int64_t dx = kernel_x * s.dilation_w;
    const int64_t offset = (dy * s.in_w + dx) * s.in_c;
    if (inside) {
      for (int64_t m = 0; m < height; ++m) pointers[m] = src + (base[m] + offset);
    } else {
      for (int64_t m = 0; m < height; ++m) {
        const bool exists =
            top[m] + dy >= 0 && top[m] + dy < s.in_h && left[m] + dx >= 0 && left[m] + dx < s.in_w;
        pointers[m] = exists ? src + (base[m] + offset) : zeros;
      }
    }
    pointers += height;
    if (++kernel_x == s.kernel_w) {
      kernel_x = 0;
      ++kernel_y;
    }
  }
}

template void FillTapPointers(const ConvShape&, const float*, const float*, int64_t, int64_t,
                              int64_t, int64_t, const float**);
template void FillTapPointers(const ConvShape&, const HalfBits*, const HalfBits*, int64_t, int64_t,
                              int64_t, int64_t, const HalfBits**);
template void FillTapPointers(const ConvShape&, const BFloat16Pair*, const BFloat16Pair*, int64_t,
                              int64_t, int64_t, int64_t, const BFloat16Pair**);
template void FillTapPointers(const ConvShape&, const char*, const char*, int64_t, int64_t, int64_t,
                              int64_t, const char**);

}  // namespace paddle::lite::cpu
