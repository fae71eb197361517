#include "lite/backends/cuda/boxes_body.h"
#include "lite/backends/cuda/launcher.h"

LITE_CUDA_ITEMS(paddle::lite::cuda::BoxCoderBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::YoloBoxBody);
