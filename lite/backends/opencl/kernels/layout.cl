// A tensor between a buffer, in program order, and an image. All layouts of images are one form: a
// texel has four neighbours along the packed axis; blocks of these and columns alternate along an
// image's rows, and rows and an outer axis along its columns. The position of an element in the
// buffer is the sum of the positions along these axes times their strides.
#include "images.cl"

typedef struct {
  int packed, packed_stride, columns, rows, row_stride, outer_stride;
} Axes;

#define FIND_TEXEL                                                        \
  if (OUTSIDE) return;                                                    \
  const int x = get_global_id(0), y = get_global_id(1);                   \
  const int first = x / a.columns * 4;                                    \
  const int left = a.packed - first;                                      \
  const int begin = y / a.rows * a.outer_stride + y % a.rows * a.row_stride \
                    + first * a.packed_stride + x % a.columns

__kernel void buffer_to_image(BUFFER_IN(from), IMAGE_OUT(to), const Axes a, ITEMS) {
  FIND_TEXEL;
  float4 texel = (float4)(0);
  texel.x = AT(from, begin);
  if (left > 1) texel.y = AT(from, begin + a.packed_stride);
  if (left > 2) texel.z = AT(from, begin + 2 * a.packed_stride);
  if (left > 3) texel.w = AT(from, begin + 3 * a.packed_stride);
  write_imagef(to, (int2)(x, y), texel);
}

__kernel void image_to_buffer(IMAGE_IN(from), BUFFER_OUT(to), const Axes a, ITEMS) {
  FIND_TEXEL;
  const float4 texel = Texel(from, x, y);
  AT(to, begin) = texel.x;
  if (left > 1) AT(to, begin + a.packed_stride) = texel.y;
  if (left > 2) AT(to, begin + 2 * a.packed_stride) = texel.z;
  if (left > 3) AT(to, begin + 3 * a.packed_stride) = texel.w;
}

// Between images of fewer than three dimensions: rows whose texels have one element (kImageDefault)
// and rows whose texels have four, `width` elements in a row.
__kernel void fold_image(IMAGE_IN(from), IMAGE_OUT(to), const int width, ITEMS) {
  if (OUTSIDE) return;
  const int x = get_global_id(0), y = get_global_id(1);
  const int first = x * 4, left = width - first;
  float4 texel = (float4)(Texel(from, first, y).x, 0, 0, 0);
  if (left > 1) texel.y = Texel(from, first + 1, y).x;
  if (left > 2) texel.z = Texel(from, first + 2, y).x;
  if (left > 3) texel.w = Texel(from, first + 3, y).x;
  write_imagef(to, (int2)(x, y), texel);
}

__kernel void unfold_image(IMAGE_IN(from), IMAGE_OUT(to), const int width, ITEMS) {
  if (OUTSIDE) return;
  const int x = get_global_id(0), y = get_global_id(1);
  write_imagef(to, (int2)(x, y), (float4)(LaneOf(Texel(from, x / 4, y), x % 4), 0, 0, 0));
}

// Both layouts are the same for three and four dimensions.
__kernel void copy_image(IMAGE_IN(from), IMAGE_OUT(to), const int width, ITEMS) {
  if (OUTSIDE) return;
  const int x = get_global_id(0), y = get_global_id(1);
  write_imagef(to, (int2)(x, y), Texel(from, x, y));
}

// Between buffers of bytes and images, where they are numbers from 0 to 255. Conversions to bytes
// are those of cast.cl.
__kernel void bytes_to_image(BUFFER_OF(const uchar, from), IMAGE_OUT(to), const Axes a, ITEMS) {
  FIND_TEXEL;
  float4 texel = (float4)(0);
  texel.x = AT(from, begin);
  if (left > 1) texel.y = AT(from, begin + a.packed_stride);
  if (left > 2) texel.z = AT(from, begin + 2 * a.packed_stride);
  if (left > 3) texel.w = AT(from, begin + 3 * a.packed_stride);
  write_imagef(to, (int2)(x, y), texel);
}

uchar ToByte(float value) {
  const bool fits = value >= -2147483648.0f && value < 2147483648.0f;
  return (uchar)(fits ? (int)value : INT_MIN);
}

__kernel void image_to_bytes(IMAGE_IN(from), BUFFER_OF(uchar, to), const Axes a, ITEMS) {
  FIND_TEXEL;
  const float4 texel = Texel(from, x, y);
  AT(to, begin) = ToByte(texel.x);
  if (left > 1) AT(to, begin + a.packed_stride) = ToByte(texel.y);
  if (left > 2) AT(to, begin + 2 * a.packed_stride) = ToByte(texel.z);
  if (left > 3) AT(to, begin + 3 * a.packed_stride) = ToByte(texel.w);
}
