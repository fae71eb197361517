#include "lite/backends/cuda/launcher.h"
#include "lite/backends/cuda/select_body.h"

#define LITE_CUDA_SELECTIONS(T)                                    \
  LITE_CUDA_ITEMS(paddle::lite::cuda::ArgExtremeBody<T, int32_t>); \
  LITE_CUDA_ITEMS(paddle::lite::cuda::ArgExtremeBody<T, int64_t>); \
  LITE_CUDA_ITEMS(paddle::lite::cuda::LookupBody<T, int64_t>)

LITE_CUDA_SELECTIONS(float);
LITE_CUDA_SELECTIONS(paddle::lite::Half);
