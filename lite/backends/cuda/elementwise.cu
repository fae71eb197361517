#include "lite/backends/cuda/elementwise_body.h"
#include "lite/backends/cuda/launcher.h"

LITE_CUDA_ITEMS(paddle::lite::cuda::UnaryBody<float>);
LITE_CUDA_ITEMS(paddle::lite::cuda::UnaryBody<paddle::lite::Half>);
LITE_CUDA_ITEMS(paddle::lite::cuda::BinaryBody<float>);
LITE_CUDA_ITEMS(paddle::lite::cuda::BinaryBody<paddle::lite::Half>);
LITE_CUDA_ITEMS(paddle::lite::cuda::BatchNormBody<float>);
LITE_CUDA_ITEMS(paddle::lite::cuda::BatchNormBody<paddle::lite::Half>);
