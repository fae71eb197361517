#include "lite/backends/cuda/launcher.h"
#include "lite/backends/cuda/rows_body.h"

LITE_CUDA_GROUPS(paddle::lite::cuda::SoftmaxBody<32>);
LITE_CUDA_GROUPS(paddle::lite::cuda::SoftmaxBody<256>);
LITE_CUDA_GROUPS(paddle::lite::cuda::NormaliseBody<32>);
LITE_CUDA_GROUPS(paddle::lite::cuda::NormaliseBody<256>);
LITE_CUDA_GROUPS(paddle::lite::cuda::ReduceBody<32>);
LITE_CUDA_GROUPS(paddle::lite::cuda::ReduceBody<256>);
