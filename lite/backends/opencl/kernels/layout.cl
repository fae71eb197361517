// A tensor between a buffer, in program order, and an image. All layouts of images are one form: a
// texel has four neighbours along the packed axis; blocks of these and columns alternate along an
// image's rows, and rows and an outer axis along its columns. The position of an element in the
// buffer is the sum of the positions along these axes times their strides.
#define PARAMETERS                                                                           \
  int packed, int packed_stride, int columns, int rows, int row_stride, int outer_stride, \
      int width, int height

#define FIND_TEXEL                                                  \
  const int x = get_global_id(0), y = get_global_id(1);             \
  if (x >= width || y >= height) return;                            \
  const int first = x / columns * 4;                                \
  const int begin = y / rows * outer_stride + y % rows * row_stride \
                    + first * packed_stride + x % columns

__kernel void buffer_to_image(BUFFER_IN(from), __write_only image2d_t to, PARAMETERS) {
  FIND_TEXEL;
  float4 texel = (float4)(0);
  texel.x = AT(from, begin);
  if (first + 1 < packed) texel.y = AT(from, begin + packed_stride);
  if (first + 2 < packed) texel.z = AT(from, begin + 2 * packed_stride);
  if (first + 3 < packed) texel.w = AT(from, begin + 3 * packed_stride);
  write_imagef(to, (int2)(x, y), texel);
}

__kernel void image_to_buffer(__read_only image2d_t from, BUFFER_OUT(to), PARAMETERS) {
  FIND_TEXEL;
  const float4 texel = read_imagef(from, kSampler, (int2)(x, y));
  AT(to, begin) = texel.x;
  if (first + 1 < packed) AT(to, begin + packed_stride) = texel.y;
  if (first + 2 < packed) AT(to, begin + 2 * packed_stride) = texel.z;
  if (first + 3 < packed) AT(to, begin + 3 * packed_stride) = texel.w;
}
