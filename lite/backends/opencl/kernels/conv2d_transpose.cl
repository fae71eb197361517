// Transposed convolutions of images in NCHW.

#include "window.cl"

// One element of the result per work item: columns, rows, images * channels. The filter is [input
// channels, output channels per group, height, width].
__kernel void conv2d_transpose(BUFFER_IN(x), BUFFER_IN(filter), BUFFER_IN(bias),
                               EPILOGUE_ARGUMENTS, BUFFER_OUT(out), const Window w, ITEMS) {
  if (OUTSIDE) return;
  const int column = get_global_id(0);
  const int row = get_global_id(1);
  const int image = get_global_id(2) / w.out_channels;
  const int channel = get_global_id(2) % w.out_channels;
  const int group = channel / w.out_per_group;
  const int plane = w.in_height * w.in_width;
  const int taps = w.kernel_height * w.kernel_width;
  const int first = group * w.in_per_group;
  __global const float *source = DATA(x) + (image * w.in_channels + first) * plane;
  __global const float *weights =
      DATA(filter) + (first * w.out_per_group + channel % w.out_per_group) * taps;
  float sum = HAS(bias) ? AT(bias, channel) : 0;
  for (int i = 0; i < w.kernel_height; ++i) {
    const int down = row + w.top - i * w.dilation_y;
    const int y = down / w.stride_y;
    if (down < 0 || y * w.stride_y != down || y >= w.in_height) continue;
    for (int j = 0; j < w.kernel_width; ++j) {
      const int right = column + w.left - j * w.dilation_x;
      const int at = right / w.stride_x;
      if (right < 0 || at * w.stride_x != right || at >= w.in_width) continue;
      for (int c = 0; c < w.in_per_group; ++c) {
        sum += source[c * plane + y * w.in_width + at] *
               weights[c * w.out_per_group * taps + i * w.kernel_width + j];
      }
    }
  }
  const EpilogueOperands operands = EPILOGUE_OPERANDS;
  const int to = (get_global_id(2) * w.out_height + row) * w.out_width + column;
  AT(out, to) = Finish(sum, to, &operands, &epilogue);
}
