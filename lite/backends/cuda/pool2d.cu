#include "lite/backends/cuda/launcher.h"
#include "lite/backends/cuda/pool2d_body.h"

LITE_CUDA_ITEMS(paddle::lite::cuda::Pool2dBody<float>);
LITE_CUDA_ITEMS(paddle::lite::cuda::Pool2dBody<paddle::lite::Half>);
