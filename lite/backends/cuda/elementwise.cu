#include "lite/backends/cuda/elementwise_body.h"
#include "lite/backends/cuda/launcher.h"

LITE_CUDA_ITEMS(paddle::lite::cuda::UnaryBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::BinaryBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::BatchNormBody);
