// Moves elements of any type, -DELEMENT (an unsigned integer of its size), without a change.

#include "buffers.cl"

// The walk has the steps in `from` and `to`; both begin `skip` elements after their tensors.
__kernel void copy(BUFFER_OF(const ELEMENT, from), BUFFER_OF(ELEMENT, to), const Walk walk,
                   const int2 skip, ITEMS) {
  if (OUTSIDE) return;
  const int i = get_global_id(0);
  const int2 at = WalkTo(&walk, walk.rank, i) + skip;
  AT(to, at.y) = AT(from, at.x);
}

typedef struct {
  int rank, mode;
  int in[MAX_RANK], out[MAX_RANK], before[MAX_RANK];
} Padding;

// Elements around an array: a constant, or (mode) 1 mirrored, 2 the nearest, 3 repeated ones.
__kernel void pad(BUFFER_OF(const ELEMENT, from), BUFFER_OF(ELEMENT, to), const Padding padding,
                  const ELEMENT fill, ITEMS) {
  if (OUTSIDE) return;
  int rest = get_global_id(0);
  const int target = rest;
  int source = 0;
  int step = 1;
  for (int d = padding.rank - 1; d >= 0; --d) {
    const int size = padding.in[d];
    int i = rest % padding.out[d] - padding.before[d];
    rest /= padding.out[d];
    if (padding.mode == 1) {
      i = abs(i);
      i = min(i, 2 * size - i - 2);
    } else if (padding.mode == 2) {
      i = clamp(i, 0, size - 1);
    } else if (padding.mode == 3) {
      i = (i % size + size) % size;
    } else if (i < 0 || i >= size) {
      AT(to, target) = fill;
      return;
    }
    source += i * step;
    step *= size;
  }
  AT(to, target) = AT(from, source);
}
