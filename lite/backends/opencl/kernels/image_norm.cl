// Normalisation of the channels of images, one work group for each image and block of channels.

#include "functions.cl"
#include "images.cl"

#define MAX_ITEMS 64

// The sum of all work items of the group, whose size is a power of two; all get it.
float4 SumOfGroup(float4 value, __local float4 *shared) {
  const int item = get_local_id(0);
  shared[item] = value;
  for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_size) shared[item] += shared[item + half_size];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const float4 sum = shared[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return sum;
}

// The statistics are the mean and 1 / deviation; an absent one is represented by another image, and
// its flag is 0.
__kernel void instance_norm_image(IMAGE_IN(x), BUFFER_IN(scale), BUFFER_IN(bias), IMAGE_OUT(y),
                                  IMAGE_OUT(means), IMAGE_OUT(factors), const int has_means,
                                  const int has_factors, const Shape s, const float epsilon,
                                  const Activation activation) {
  __local float4 shared[MAX_ITEMS];
  const int block = get_group_id(0);
  const int image = get_group_id(1);
  const int area = s.h * s.w;
  const int first = get_local_id(0);
  const int step = get_local_size(0);
  float4 sum = (float4)(0);
  for (int i = first; i < area; i += step) {
    sum += Texel(x, block * s.w + i % s.w, image * s.h + i / s.w);
  }
  const float4 mean = SumOfGroup(sum, shared) / (float)area;
  sum = (float4)(0);
  for (int i = first; i < area; i += step) {
    const float4 deviation = Texel(x, block * s.w + i % s.w, image * s.h + i / s.w) - mean;
    sum += deviation * deviation;
  }
  const float4 variance = SumOfGroup(sum, shared) / (float)area;
  const float4 factor = (float4)(1) / sqrt(variance + epsilon);
  float4 weight = (float4)(1);
  float4 shift = (float4)(0);
  if (HAS(scale)) weight = ChannelValues(DATA(scale), block, s.c);
  if (HAS(bias)) shift = ChannelValues(DATA(bias), block, s.c);
  for (int i = first; i < area; i += step) {
    const int column = block * s.w + i % s.w;
    const int row = image * s.h + i / s.w;
    const float4 v = (Texel(x, column, row) - mean) * factor * weight + shift;
    WriteTexel(y, column, row, Activate4(v, activation), block, s.c);
  }
  const int channel = block * 4 + first;
  if (first < 4 && channel < s.c) {
    const int to = image * s.c + channel;
    if (has_means) WriteTexel(means, to, 0, (float4)(LaneOf(mean, first), 0, 0, 0), 0, 1);
    if (has_factors) WriteTexel(factors, to, 0, (float4)(LaneOf(factor, first), 0, 0, 0), 0, 1);
  }
}
