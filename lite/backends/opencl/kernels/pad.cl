// Elements around an array, on buffers and on images.

#include "images.cl"

// Which element of an axis is at position `i`, which may be outside; -1 for the constant. Modes: 0
// a constant, 1 mirrored, 2 the nearest, 3 repeated.
int PaddedFrom(int i, int size, int mode) {
  if (mode == 1) {
    i = abs(i);
    return min(i, 2 * size - i - 2);
  }
  if (mode == 2) return clamp(i, 0, size - 1);
  if (mode == 3) return (i % size + size) % size;
  return i >= 0 && i < size ? i : -1;
}

typedef struct {
  int rank, mode;
  int in[MAX_RANK], out[MAX_RANK], before[MAX_RANK];
} Padding;

__kernel void pad(BUFFER_IN(from), BUFFER_OUT(to), const Padding padding, const float fill, ITEMS) {
  if (OUTSIDE) return;
  int rest = get_global_id(0);
  const int target = rest;
  int source = 0;
  int step = 1;
  for (int d = padding.rank - 1; d >= 0; --d) {
    const int size = padding.in[d];
    const int i = PaddedFrom(rest % padding.out[d] - padding.before[d], size, padding.mode);
    rest /= padding.out[d];
    if (i < 0) {
      AT(to, target) = fill;
      return;
    }
    source += i * step;
    step *= size;
  }
  AT(to, target) = AT(from, source);
}

// Rows and columns. A texel of the result per work item.
__kernel void pad_image(IMAGE_IN(from), IMAGE_OUT(to), const Shape in, const Shape out,
                        const int2 before, const int mode, const float fill, ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0);
  const int y = get_global_id(1);
  const int block = get_global_id(2);
  const int image = y / out.h;
  const int i = PaddedFrom(y - image * out.h - before.x, in.h, mode);
  const int j = PaddedFrom(column - before.y, in.w, mode);
  float4 v = (float4)(fill);
  if (i >= 0 && j >= 0) v = Texel(from, block * in.w + j, image * in.h + i);
  WriteTexel(to, block * out.w + column, y, v, block, out.c);
}
