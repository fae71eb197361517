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
