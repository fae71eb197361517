// Moves of whole channels between images.

#include "images.cl"

// Of the channels of four images, one after another: `ends` are the numbers after the last one of
// each. Channel o of the result is number first + o % group * members + o / group.
typedef struct {
  int4 ends;
  int first, group, members;
} Channels;

float4 BlockOf(int channel, IMAGE_IN(a), IMAGE_IN(b), IMAGE_IN(c), IMAGE_IN(d), const Channels *m,
               int column, int width, int y, int *lane) {
  int begin = 0;
  if (channel >= m->ends.z) {
    begin = m->ends.z;
  } else if (channel >= m->ends.y) {
    begin = m->ends.y;
  } else if (channel >= m->ends.x) {
    begin = m->ends.x;
  }
  const int own = channel - begin;
  const int x = own / 4 * width + column;
  *lane = own % 4;
  if (channel >= m->ends.z) return Texel(d, x, y);
  if (channel >= m->ends.y) return Texel(c, x, y);
  return channel >= m->ends.x ? Texel(b, x, y) : Texel(a, x, y);
}

// A texel per work item.
__kernel void channels(IMAGE_IN(a), IMAGE_IN(b), IMAGE_IN(c), IMAGE_IN(d), IMAGE_OUT(out),
                       const Channels m, const Shape shape, ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0);
  const int y = get_global_id(1);
  const int block = get_global_id(2);
  float lanes[4] = {0, 0, 0, 0};
  for (int k = 0; k < min(4, shape.c - block * 4); ++k) {
    const int o = block * 4 + k;
    int lane;
    const float4 v = BlockOf(m.first + o % m.group * m.members + o / m.group, a, b, c, d, &m,
                             column, shape.w, y, &lane);
    lanes[k] = LaneOf(v, lane);
  }
  const float4 v = (float4)(lanes[0], lanes[1], lanes[2], lanes[3]);
  WriteTexel(out, block * shape.w + column, y, v, block, shape.c);
}
