#include "lite/backends/cuda/cast_body.h"
#include "lite/backends/cuda/launcher.h"

#define LITE_CUDA_CAST(From, To) LITE_CUDA_ITEMS(paddle::lite::cuda::CastBody<From, To>)
#define LITE_CUDA_CASTS(From)    \
  LITE_CUDA_CAST(From, float);   \
  LITE_CUDA_CAST(From, bool);    \
  LITE_CUDA_CAST(From, int8_t);  \
  LITE_CUDA_CAST(From, uint8_t); \
  LITE_CUDA_CAST(From, int16_t); \
  LITE_CUDA_CAST(From, int32_t); \
  LITE_CUDA_CAST(From, int64_t)

LITE_CUDA_CASTS(float);
LITE_CUDA_CASTS(bool);
LITE_CUDA_CASTS(int8_t);
LITE_CUDA_CASTS(uint8_t);
LITE_CUDA_CASTS(int16_t);
LITE_CUDA_CASTS(int32_t);
LITE_CUDA_CASTS(int64_t);
