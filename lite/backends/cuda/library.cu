#include "lite/backends/cuda/launcher.h"
#include "lite/backends/cuda/library_body.h"

LITE_CUDA_ITEMS(paddle::lite::cuda::ToHalfBody<float>);
LITE_CUDA_ITEMS(paddle::lite::cuda::ToHalfBody<paddle::lite::Half>);
LITE_CUDA_ITEMS(paddle::lite::cuda::ConvertBody<float, paddle::lite::Half>);
LITE_CUDA_ITEMS(paddle::lite::cuda::ConvertBody<paddle::lite::Half, float>);
LITE_CUDA_ITEMS(paddle::lite::cuda::NarrowBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::FromHalfBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::FinishBody<float>);
LITE_CUDA_ITEMS(paddle::lite::cuda::FinishBody<paddle::lite::Half>);
