#include "lite/backends/cuda/launcher.h"
#include "lite/backends/cuda/sampling_body.h"

LITE_CUDA_ITEMS(paddle::lite::cuda::GridSampleBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::InterpolateBody<float>);
LITE_CUDA_ITEMS(paddle::lite::cuda::InterpolateBody<paddle::lite::Half>);
