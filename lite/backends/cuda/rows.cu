#include "lite/backends/cuda/launcher.h"
#include "lite/backends/cuda/rows_body.h"

#define LITE_CUDA_ROWS(T)                                      \
  LITE_CUDA_GROUPS(paddle::lite::cuda::SoftmaxBody<T, 32>);    \
  LITE_CUDA_GROUPS(paddle::lite::cuda::SoftmaxBody<T, 256>);   \
  LITE_CUDA_GROUPS(paddle::lite::cuda::NormaliseBody<T, 32>);  \
  LITE_CUDA_GROUPS(paddle::lite::cuda::NormaliseBody<T, 256>); \
  LITE_CUDA_GROUPS(paddle::lite::cuda::ReduceBody<T, 32>);     \
  LITE_CUDA_GROUPS(paddle::lite::cuda::ReduceBody<T, 256>)

LITE_CUDA_ITEMS(paddle::lite::cuda::ChannelWindowBody);
LITE_CUDA_ROWS(float);
LITE_CUDA_ROWS(paddle::lite::Half);
