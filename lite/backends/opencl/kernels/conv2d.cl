// Convolutions of images in NCHW with filters in OIHW.

#include "window.cl"

// Four neighbours of an input row, `stride` apart; 0 outside.
float4 LoadWindow(__global const float *row, int x, int stride, int width) {
  if (x >= 0 && x + 3 * stride < width) {
    if (stride == 1) return vload4(0, row + x);
    return (float4)(row[x], row[x + stride], row[x + 2 * stride],
                    row[x + 3 * stride]);
  }
  float v[4];
  for (int j = 0; j < 4; ++j, x += stride) v[j] = x >= 0 && x < width ? row[x] : 0;
  return (float4)(v[0], v[1], v[2], v[3]);
}

// Four columns of a row of CHANNELS neighbouring channels of a group per work item: columns,
// rows, images * groups * blocks of channels. -DCHANNELS=1 suits depthwise convolutions.
__kernel void conv2d(BUFFER_IN(x), BUFFER_IN(filter), BUFFER_IN(bias), EPILOGUE_ARGUMENTS,
                     BUFFER_OUT(out), const Window w, ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0) * 4;
  const int row = get_global_id(1);
  const int blocks = (w.out_per_group + CHANNELS - 1) / CHANNELS;
  const int first = get_global_id(2) % blocks * CHANNELS;
  const int image = get_global_id(2) / blocks;
  const int group = image % w.groups;
  const int plane = w.in_height * w.in_width;
  const int taps = w.kernel_height * w.kernel_width;
  __global const float *source = DATA(x) + image * w.in_per_group * plane;
  __global const float *weights[CHANNELS];
  float4 sum[CHANNELS];
  for (int k = 0; k < CHANNELS; ++k) {
    const int channel = group * w.out_per_group + min(first + k, w.out_per_group - 1);
    weights[k] = DATA(filter) + channel * w.in_per_group * taps;
    sum[k] = (float4)(HAS(bias) ? AT(bias, channel) : 0);
  }
  int tap = 0;
  for (int c = 0; c < w.in_per_group; ++c, source += plane) {
    for (int i = 0; i < w.kernel_height; ++i) {
      const int y = row * w.stride_y - w.top + i * w.dilation_y;
      if (y < 0 || y >= w.in_height) {
        tap += w.kernel_width;
        continue;
      }
      for (int j = 0; j < w.kernel_width; ++j, ++tap) {
        const float4 v =
            LoadWindow(source + y * w.in_width, column * w.stride_x - w.left + j * w.dilation_x,
                       w.stride_x, w.in_width);
        for (int k = 0; k < CHANNELS; ++k) sum[k] += weights[k][tap] * v;
      }
    }
  }
  const EpilogueOperands operands = EPILOGUE_OPERANDS;
  for (int k = 0; k < min(CHANNELS, w.out_per_group - first); ++k) {
    const int at = ((image * w.out_per_group + first + k) * w.out_height + row) * w.out_width +
                   column;
    const float v[4] = {sum[k].x, sum[k].y, sum[k].z, sum[k].w};
    for (int j = 0; j < min(4, w.out_width - column); ++j) {
      AT(out, at + j) = Finish(v[j], at + j, &operands, &epilogue);
    }
  }
}
