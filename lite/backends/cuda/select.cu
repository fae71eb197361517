#include "lite/backends/cuda/launcher.h"
#include "lite/backends/cuda/select_body.h"

LITE_CUDA_ITEMS(paddle::lite::cuda::ArgExtremeBody<int32_t>);
LITE_CUDA_ITEMS(paddle::lite::cuda::ArgExtremeBody<int64_t>);
LITE_CUDA_ITEMS(paddle::lite::cuda::LookupBody<int64_t>);
