// Marks what runs on the device and, in tests, on the host. See docs/design/cuda.md, "Bodies".
#pragma once

#ifdef __CUDACC__
#define LITE_CUDA_FUNCTION __host__ __device__ inline
// Not repeated at each call, because it is long.
#define LITE_CUDA_LONG_FUNCTION __host__ __device__ __noinline__ inline
// Before a loop over an array that must be in registers.
#define LITE_CUDA_UNROLL _Pragma("unroll")
#define LITE_CUDA_PRAGMA(text) _Pragma(#text)
#define LITE_CUDA_UNROLL_BY(times) LITE_CUDA_PRAGMA(unroll times)
#else
#define LITE_CUDA_FUNCTION inline
#define LITE_CUDA_LONG_FUNCTION inline
#define LITE_CUDA_UNROLL
#define LITE_CUDA_UNROLL_BY(times)
#endif
