// For functions on buffers.

// A tensor's first element, and whether an optional one is there: an absent one is a null block.
#define DATA(name) (name##_block + name##_begin)
#define HAS(name) (name##_block != 0)

// The range of work items is rounded up to whole groups, whose sizes do not depend on shapes: the
// items beyond `items` do nothing.
#define ITEMS const int3 items
#define OUTSIDE                                                                              \
  (get_global_id(0) >= items.x || get_global_id(1) >= items.y || get_global_id(2) >= items.z)

#define MAX_RANK 9

// Sizes of an iteration from the outermost dimension to the innermost one, and the elements from
// one index to the next in two operands. Mesa's rusticl mistakes the size of an argument with an
// array of arrays.
typedef struct {
  int rank;
  int size[MAX_RANK];
  int first_step[MAX_RANK];
  int second_step[MAX_RANK];
} Walk;

// Where element `i` of the first `rank` dimensions is in both operands.
int2 WalkTo(const Walk *walk, int rank, int i) {
  int2 at = (int2)(0, 0);
  for (int d = rank - 1; d >= 0; --d) {
    const int rest = i / walk->size[d];
    const int index = i - rest * walk->size[d];
    at.x += index * walk->first_step[d];
    at.y += index * walk->second_step[d];
    i = rest;
  }
  return at;
}
