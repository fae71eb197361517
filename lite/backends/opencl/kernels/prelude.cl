// Begins every program. Images have elements of float or half, and buffers of float; the arithmetic
// of functions on images is in `real`: float, or half with LITE_HALF_COMPUTE.
#ifdef LITE_HALF_COMPUTE
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef half real;
typedef half4 real4;
#define TO_REAL4(value) convert_half4(value)
#define TO_FLOAT4(value) convert_float4(value)
#define READ_IMAGE(image, x, y) read_imageh(image, kSampler, (int2)(x, y))
#define WRITE_IMAGE(image, x, y, value) write_imageh(image, (int2)(x, y), value)
#else
typedef float real;
typedef float4 real4;
#define TO_REAL4(value) (value)
#define TO_FLOAT4(value) (value)
#define READ_IMAGE(image, x, y) read_imagef(image, kSampler, (int2)(x, y))
#define WRITE_IMAGE(image, x, y, value) write_imagef(image, (int2)(x, y), value)
#endif

// Texels by position. An image may be larger than the tensor in it: functions check positions
// themselves, and never ask for the image's size.
__constant sampler_t kSampler =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

// A tensor in a buffer is two arguments of a function, the block and the tensor's first element in
// it:
//   __kernel void copy(BUFFER_IN(x), BUFFER_OUT(out), int count) {
//     const int i = get_global_id(0);
//     if (i < count) AT(out, i) = AT(x, i);
//   }
#define BUFFER_IN(name) BUFFER_OF(const float, name)
#define BUFFER_OUT(name) BUFFER_OF(float, name)
#define BUFFER_OF(type, name) __global type *name##_block, const int name##_begin
#define AT(name, i) name##_block[name##_begin + (i)]
// Four elements from i on.
#define LOAD4(name, i) vload4(0, name##_block + name##_begin + (i))
#define STORE4(name, i, value) vstore4(value, 0, name##_block + name##_begin + (i))
