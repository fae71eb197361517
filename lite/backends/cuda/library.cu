#include "lite/backends/cuda/launcher.h"
#include "lite/backends/cuda/library_body.h"

LITE_CUDA_ITEMS(paddle::lite::cuda::ToHalfBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::NumbersToHalfBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::FromHalfBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::FinishBody);
