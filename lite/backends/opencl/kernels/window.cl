// The windows of a convolution.

#include "epilogue.cl"

typedef struct {
  int in_channels, in_height, in_width;
  int out_channels, out_height, out_width;
  int groups, in_per_group, out_per_group;
  int kernel_height, kernel_width;
  int stride_y, stride_x, dilation_y, dilation_x, top, left;
} Window;
