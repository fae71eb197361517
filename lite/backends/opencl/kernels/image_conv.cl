// Convolutions of images in kImageDefault.

#include "images.cl"
#include "window.cl"
#include "image_epilogue.cl"

// Packed filters have the storage of images.
#ifdef LITE_HALF_STORAGE
#define STORED half
#define LOAD_WEIGHTS(at) TO_REAL4(vload_half4(at, filter_block))
#define LOAD_WEIGHT(at) vload_half(at, filter_block)
#else
#define STORED float
#define LOAD_WEIGHTS(at) TO_REAL4(vload4(at, filter_block))
#define LOAD_WEIGHT(at) filter_block[at]
#endif

// The tile of a work item: texels one after another in a row, and blocks of output channels, whose
// input channels must be the same.
#ifndef COLUMNS
#define COLUMNS 4
#endif
#ifndef BLOCKS
#define BLOCKS 1
#endif

// Positions of a work item, whose columns begin at `column`. Functions of one block set `block`.
#define FIND_COLUMNS                                     \
  if (OUTSIDE) return;                                   \
  const int column = get_global_id(0) * COLUMNS;         \
  const int y = get_global_id(1);                        \
  const int image = y / w.out_height;                    \
  const int row = y - image * w.out_height;              \
  const int top = row * w.stride_y - w.top;              \
  const int left = column * w.stride_x - w.left

// The sums of a tile, and where the weights of its blocks begin; each block has `count` weights.
// Blocks beyond the last one repeat it.
#define BEGIN_BLOCKS(count)                                                      \
  const int first_block = get_global_id(2) * BLOCKS;                             \
  const int out_blocks = (w.out_channels + 3) / 4;                               \
  int weights_at[BLOCKS];                                                        \
  real4 sum[BLOCKS][COLUMNS];                                                    \
  for (int n = 0; n < BLOCKS; ++n) {                                             \
    weights_at[n] = min(first_block + n, out_blocks - 1) * (count);              \
    for (int k = 0; k < COLUMNS; ++k) sum[n][k] = (real4)(0);                    \
  }

// The same for a work item of one texel.
#define FIND_TEXEL                        \
  if (OUTSIDE) return;                    \
  const int column = get_global_id(0);    \
  const int y = get_global_id(1);         \
  const int block = get_global_id(2);     \
  const int image = y / w.out_height;     \
  const int row = y - image * w.out_height

#define FINISH_COLUMNS(sum)                                      \
  for (int k = 0; k < min(COLUMNS, w.out_width - column); ++k) { \
    FINISH_TEXEL(TO_FLOAT4(sum[k]), column + k)                  \
  }

#define FINISH_BLOCKS                                                \
  for (int n = 0; n < min(BLOCKS, out_blocks - first_block); ++n) {  \
    const int block = first_block + n;                               \
    FINISH_COLUMNS(sum[n])                                           \
  }

// The texel of an input column of a block; positions outside of the tensor read the image's border,
// which is 0.
#define COLUMN_OR_BORDER(at, block) ((at) >= 0 && (at) < w.in_width ? (block) * w.in_width + (at) : -1)

// Adds the four input channels in `v`: weights[i] are those of channel i for four outputs.
real4 AddProducts(real4 sum, real4 v, const real4 *weights) {
  return sum + v.x * weights[0] + v.y * weights[1] + v.z * weights[2] + v.w * weights[3];
}

// Adds the products of the texels of a line, the k-th of which is in column `column_of_k`, to all
// sums of a tile, with the weights of its blocks from `at` on.
#define ADD_COLUMNS(at, column_of_k, line)                                                    \
  {                                                                                           \
    real4 v[COLUMNS];                                                                         \
    for (int k = 0; k < COLUMNS; ++k) v[k] = READ_IMAGE(x, column_of_k, line);                \
    for (int n = 0; n < BLOCKS; ++n) {                                                        \
      real4 weights[4];                                                                       \
      for (int k = 0; k < 4; ++k) weights[k] = LOAD_WEIGHTS(weights_at[n] + (at) + k);        \
      for (int k = 0; k < COLUMNS; ++k) sum[n][k] = AddProducts(sum[n][k], v[k], weights);    \
    }                                                                                         \
  }

// One group, or groups whose channels are whole blocks. The filter is [blocks of outputs, blocks of
// the group's inputs, taps, 4 inputs, 4 outputs], in fours.
__kernel void conv2d_image(IMAGE_IN(x), BUFFER_OF(const STORED, filter), BUFFER_IN(bias),
                           IMAGE_EPILOGUE_ARGUMENTS, IMAGE_OUT(out), const Window w, ITEMS) {
  FIND_COLUMNS;
  const int blocks = (w.in_per_group + 3) / 4;
  BEGIN_BLOCKS(blocks * w.kernel_height * w.kernel_width * 4)
  const int first = first_block * 4 / w.out_per_group * blocks;
  int at = 0;
  for (int b = first; b < first + blocks; ++b) {
    for (int i = 0; i < w.kernel_height; ++i) {
      const int line = top + i * w.dilation_y;
      if (line < 0 || line >= w.in_height) {
        at += w.kernel_width * 4;
        continue;
      }
      for (int j = 0; j < w.kernel_width; ++j, at += 4) {
        const int from = left + j * w.dilation_x;
        ADD_COLUMNS(at, COLUMN_OR_BORDER(from + k * w.stride_x, b), image * w.in_height + line)
      }
    }
  }
  FINISH_BLOCKS
}

// One tap without padding, one group: positions are never outside.
__kernel void pointwise_image(IMAGE_IN(x), BUFFER_OF(const STORED, filter), BUFFER_IN(bias),
                              IMAGE_EPILOGUE_ARGUMENTS, IMAGE_OUT(out), const Window w, ITEMS) {
  FIND_COLUMNS;
  const int blocks = (w.in_channels + 3) / 4;
  BEGIN_BLOCKS(blocks * 4)
  const int line = image * w.in_height + top;
  for (int b = 0; b < blocks; ++b) {
    ADD_COLUMNS(b * 4, b * w.in_width + left + k * w.stride_x, line)
  }
  FINISH_BLOCKS
}

// As many groups as channels. The filter is [blocks of channels, taps], in fours.
__kernel void depthwise_image(IMAGE_IN(x), BUFFER_OF(const STORED, filter), BUFFER_IN(bias),
                              IMAGE_EPILOGUE_ARGUMENTS, IMAGE_OUT(out), const Window w, ITEMS) {
  FIND_COLUMNS;
  const int block = get_global_id(2);
  real4 sum[COLUMNS];
  for (int k = 0; k < COLUMNS; ++k) sum[k] = (real4)(0);
  for (int i = 0; i < w.kernel_height; ++i) {
    const int line = top + i * w.dilation_y;
    if (line < 0 || line >= w.in_height) continue;
    for (int j = 0; j < w.kernel_width; ++j) {
      const real4 weights = LOAD_WEIGHTS((block * w.kernel_height + i) * w.kernel_width + j);
      for (int k = 0; k < COLUMNS; ++k) {
        const int from = left + k * w.stride_x + j * w.dilation_x;
        sum[k] += weights * READ_IMAGE(x, COLUMN_OR_BORDER(from, block),
                                       image * w.in_height + line);
      }
    }
  }
  FINISH_COLUMNS(sum)
}

// Any groups, one texel per work item. The filter is as the model has it.
__kernel void grouped_image(IMAGE_IN(x), BUFFER_OF(const STORED, filter), BUFFER_IN(bias),
                            IMAGE_EPILOGUE_ARGUMENTS, IMAGE_OUT(out), const Window w, ITEMS) {
  FIND_TEXEL;
  const int taps = w.kernel_height * w.kernel_width;
  float sum[4] = {0, 0, 0, 0};
  for (int k = 0; k < min(4, w.out_channels - block * 4); ++k) {
    const int channel = block * 4 + k;
    const int first = channel / w.out_per_group * w.in_per_group;
    for (int i = 0; i < w.kernel_height; ++i) {
      const int line = row * w.stride_y - w.top + i * w.dilation_y;
      if (line < 0 || line >= w.in_height) continue;
      for (int j = 0; j < w.kernel_width; ++j) {
        const int from = column * w.stride_x - w.left + j * w.dilation_x;
        if (from < 0 || from >= w.in_width) continue;
        for (int c = 0; c < w.in_per_group; ++c) {
          const int in = first + c;
          const float4 v = Texel(x, in / 4 * w.in_width + from, image * w.in_height + line);
          const int tap = i * w.kernel_width + j;
          sum[k] += LaneOf(v, in % 4) * LOAD_WEIGHT((channel * w.in_per_group + c) * taps + tap);
        }
      }
    }
  }
  FINISH_TEXEL((float4)(sum[0], sum[1], sum[2], sum[3]), column)
}

// The input position that adds tap `tap` to position `at` of a transposed convolution; negative if
// there is none.
int PositionBefore(int at, int pad, int tap, int dilation, int stride, int size) {
  const int scaled = at + pad - tap * dilation;
  const int position = scaled / stride;
  return scaled >= 0 && position * stride == scaled && position < size ? position : -1;
}

// Transposed, one group, or groups whose channels are whole blocks; the filter is as that of
// conv2d_image.
__kernel void transposed_image(IMAGE_IN(x), BUFFER_OF(const STORED, filter), BUFFER_IN(bias),
                               IMAGE_EPILOGUE_ARGUMENTS, IMAGE_OUT(out), const Window w, ITEMS) {
  FIND_TEXEL;
  const int taps = w.kernel_height * w.kernel_width;
  const int blocks = (w.in_per_group + 3) / 4;
  const int first = block * 4 / w.out_per_group * blocks;
  real4 sum = (real4)(0);
  for (int i = 0; i < w.kernel_height; ++i) {
    const int line = PositionBefore(row, w.top, i, w.dilation_y, w.stride_y, w.in_height);
    if (line < 0) continue;
    for (int j = 0; j < w.kernel_width; ++j) {
      const int from = PositionBefore(column, w.left, j, w.dilation_x, w.stride_x, w.in_width);
      if (from < 0) continue;
      for (int b = 0; b < blocks; ++b) {
        const int at = ((block * blocks + b) * taps + i * w.kernel_width + j) * 4;
        real4 weights[4];
        for (int k = 0; k < 4; ++k) weights[k] = LOAD_WEIGHTS(at + k);
        const real4 v =
            READ_IMAGE(x, (first + b) * w.in_width + from, image * w.in_height + line);
        sum = AddProducts(sum, v, weights);
      }
    }
  }
  FINISH_TEXEL(TO_FLOAT4(sum), column)
}

// Transposed, as many groups as channels; the filter is as that of depthwise_image.
__kernel void transposed_depthwise_image(IMAGE_IN(x), BUFFER_OF(const STORED, filter),
                                         BUFFER_IN(bias), IMAGE_EPILOGUE_ARGUMENTS, IMAGE_OUT(out),
                                         const Window w, ITEMS) {
  FIND_TEXEL;
  real4 sum = (real4)(0);
  for (int i = 0; i < w.kernel_height; ++i) {
    const int line = PositionBefore(row, w.top, i, w.dilation_y, w.stride_y, w.in_height);
    if (line < 0) continue;
    for (int j = 0; j < w.kernel_width; ++j) {
      const int from = PositionBefore(column, w.left, j, w.dilation_x, w.stride_x, w.in_width);
      if (from < 0) continue;
      sum += LOAD_WEIGHTS((block * w.kernel_height + i) * w.kernel_width + j) *
             READ_IMAGE(x, block * w.in_width + from, image * w.in_height + line);
    }
  }
  FINISH_TEXEL(TO_FLOAT4(sum), column)
}
