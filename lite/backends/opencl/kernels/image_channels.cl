// Moves of whole channels between images.

#include "images.cl"

// Of the channels of eight images, one after another: `ends` are the numbers after the last one of
// each. Channel o of the result is number first + o % group * members + o / group.
typedef struct {
  int ends[8];
  int first, group, members;
} Channels;

// Every device takes eight images.
#define IMAGES                                                                               \
  IMAGE_IN(a), IMAGE_IN(b), IMAGE_IN(c), IMAGE_IN(d), IMAGE_IN(e), IMAGE_IN(f), IMAGE_IN(g), \
      IMAGE_IN(h)

float4 BlockOf(int channel, IMAGES, const Channels *m, int column, int width, int y, int *lane) {
  int source = 0;
  while (source < 7 && channel >= m->ends[source]) ++source;
  const int own = channel - (source == 0 ? 0 : m->ends[source - 1]);
  const int x = own / 4 * width + column;
  *lane = own % 4;
  switch (source) {
    case 0: return Texel(a, x, y);
    case 1: return Texel(b, x, y);
    case 2: return Texel(c, x, y);
    case 3: return Texel(d, x, y);
    case 4: return Texel(e, x, y);
    case 5: return Texel(f, x, y);
    case 6: return Texel(g, x, y);
    default: return Texel(h, x, y);
  }
}

// A texel per work item.
__kernel void channels(IMAGES, IMAGE_OUT(out), const Channels m, const Shape shape, ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0);
  const int y = get_global_id(1);
  const int block = get_global_id(2);
  float lanes[4] = {0, 0, 0, 0};
  for (int k = 0; k < min(4, shape.c - block * 4); ++k) {
    const int o = block * 4 + k;
    int lane;
    const float4 v = BlockOf(m.first + o % m.group * m.members + o / m.group, a, b, c, d, e, f, g, h,
                             &m, column, shape.w, y, &lane);
    lanes[k] = LaneOf(v, lane);
  }
  const float4 v = (float4)(lanes[0], lanes[1], lanes[2], lanes[3]);
  WriteTexel(out, block * shape.w + column, y, v, block, shape.c);
}
