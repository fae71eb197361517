// Local response normalisation: elements divided by a power of a sum over neighbouring channels.

#include "images.cl"

// Channels before and after an element's own, and base = k + alpha * (sum of squares).
typedef struct {
  int before, after;
  float k, alpha, beta;
} Neighbours;

// An element per work item; `step` elements from a channel to the next one.
__kernel void lrn(BUFFER_IN(x), BUFFER_OUT(out), BUFFER_OUT(mid), const int channels,
                  const int step, const Neighbours n, ITEMS) {
  if (OUTSIDE) return;
  const int i = get_global_id(0);
  const int channel = i / step % channels;
  const int last = min(channel + n.after, channels - 1);
  float sum = 0;
  for (int c = max(channel - n.before, 0); c <= last; ++c) {
    const float v = AT(x, i + (c - channel) * step);
    sum += v * v;
  }
  const float base = n.k + n.alpha * sum;
  AT(out, i) = AT(x, i) * pow(base, -n.beta);
  if (HAS(mid)) AT(mid, i) = base;
}

// A texel per work item. Lanes beyond the last channel are 0 and add nothing to the sums. An absent
// `mid` is represented by another image, and its flag is 0.
__kernel void lrn_image(IMAGE_IN(x), IMAGE_OUT(out), IMAGE_OUT(mid), const int has_mid,
                        const Shape s, const Neighbours n, ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0);
  const int y = get_global_id(1);
  const int block = get_global_id(2);
  const int4 own = block * 4 + (int4)(0, 1, 2, 3);
  const int4 begin = own - n.before;
  const int4 end = own + n.after;
  const int first = max(begin.x, 0) / 4;
  const int last = min(end.w, s.c - 1) / 4;
  float4 sum = (float4)(0);
  for (int b = first; b <= last; ++b) {
    const float4 v = Texel(x, b * s.w + column, y);
    for (int lane = 0; lane < 4; ++lane) {
      const int c = b * 4 + lane;
      const float square = LaneOf(v, lane) * LaneOf(v, lane);
      sum += select((float4)(0), (float4)(square), c >= begin && c <= end);
    }
  }
  const float4 base = n.k + n.alpha * sum;
  const int at = block * s.w + column;
  WriteTexel(out, at, y, Texel(x, at, y) * pow(base, (float4)(-n.beta)), block, s.c);
  if (has_mid) WriteTexel(mid, at, y, base, block, s.c);
}
