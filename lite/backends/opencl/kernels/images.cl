// For functions on images of four channels per texel (kImageDefault): texel (c / 4 * width + w,
// n * height + h) has the channels c to c + 3. Work items are columns, rows of all images (n, h),
// and blocks of four channels.

#include "buffers.cl"

#define IMAGE_IN(name) __read_only image2d_t name
#define IMAGE_OUT(name) __write_only image2d_t name

// A tensor's dimensions, preceded by ones.
typedef struct {
  int n, c, h, w;
} Shape;

float4 Texel(IMAGE_IN(image), int x, int y) { return read_imagef(image, kSampler, (int2)(x, y)); }

// Writes the channels of a block; lanes beyond the last channel are 0.
void WriteTexel(IMAGE_OUT(image), int x, int y, float4 v, int block, int channels) {
  const int left = channels - block * 4;
  if (left < 4) v.w = 0;
  if (left < 3) v.z = 0;
  if (left < 2) v.y = 0;
  write_imagef(image, (int2)(x, y), v);
}

float LaneOf(float4 v, int lane) {
  return lane == 0 ? v.x : lane == 1 ? v.y : lane == 2 ? v.z : v.w;
}

// One value per channel, from a buffer: those of a block.
float4 ChannelValues(__global const float *values, int block, int channels) {
  const int last = channels - 1;
  const int c = block * 4;
  return (float4)(values[c], values[min(c + 1, last)], values[min(c + 2, last)],
                  values[min(c + 3, last)]);
}
