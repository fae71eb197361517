#include "lite/backends/cpu/conv_parts.h"

#include <cstring>

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

namespace {

// to[m] = from[m] + step. As vectors, because plans are also built with little optimisation, and
// there may be as many pointers as results of four channels.
inline void AddToAll(const uintptr_t* from, int64_t count, uintptr_t step, char* to) {
  constexpr int64_t kVector = 16 / sizeof(uintptr_t);
  typedef uintptr_t Vector __attribute__((vector_size(16)));
  const Vector steps = Vector{} + step;
  int64_t m = 0;
  for (; m + kVector <= count; m += kVector) {
    Vector values;
    std::memcpy(&values, from + m, sizeof(values));
    values += steps;
    std::memcpy(to + m * static_cast<int64_t>(sizeof(uintptr_t)), &values, sizeof(values));
  }
  for (; m < count; ++m) {
    const uintptr_t value = from[m] + step;
    std::memcpy(to + m * static_cast<int64_t>(sizeof(uintptr_t)), &value, sizeof(value));
  }
}

}  // namespace

template <typename T>
void FillTapPointers(const ConvShape& s, const T* src, const T* zeros, int64_t first_row,
                     int64_t height, int64_t tap_begin, int64_t tap_end, const T** pointers) {
  // The addresses of the first tap. Those outside of the image are only numbers.
  uintptr_t base[kMaxTileRows];
  struct Edge {  // a row whose window is not all inside the image
    int64_t row, top, left;
  } edges[kMaxTileRows];
  int64_t edge_count = 0;
  const int64_t last_top = s.in_h - (s.kernel_h - 1) * s.dilation_h;  // and after it
  const int64_t last_left = s.in_w - (s.kernel_w - 1) * s.dilation_w;
  const int64_t pixel_bytes = s.in_c * static_cast<int64_t>(sizeof(T));
  const int64_t line_bytes = s.in_w * pixel_bytes;
  int64_t x = first_row % s.out_w;
  int64_t y = first_row / s.out_w % s.out_h;
  int64_t image = first_row / s.out_w / s.out_h;
  for (int64_t m = 0; m < height;) {
    // The pixels of a line.
    const int64_t top = y * s.stride_h - s.pad_top;
    int64_t left = x * s.stride_w - s.pad_left;
    uintptr_t address =
        reinterpret_cast<uintptr_t>(src) +
        static_cast<uintptr_t>((image * s.in_h + top) * line_bytes + left * pixel_bytes);
    const auto step = static_cast<uintptr_t>(s.stride_w * pixel_bytes);
    const bool line_inside = top >= 0 && top < last_top;
    const int64_t line_end = std::min(height, m + s.out_w - x);
    x += line_end - m;
    for (; m < line_end; ++m, left += s.stride_w, address += step) {
      base[m] = address;
      if (!line_inside || left < 0 || left >= last_left) edges[edge_count++] = {m, top, left};
    }
    if (x == s.out_w) {
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
    AddToAll(base, height, static_cast<uintptr_t>(dy * line_bytes + dx * pixel_bytes),
             reinterpret_cast<char*>(pointers));
    for (int64_t i = 0; i < edge_count; ++i) {
      const int64_t in_y = edges[i].top + dy;
      const int64_t in_x = edges[i].left + dx;
      const bool exists = in_y >= 0 && in_y < s.in_h && in_x >= 0 && in_x < s.in_w;
      if (!exists) pointers[edges[i].row] = zeros;
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
