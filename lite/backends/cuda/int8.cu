#include "lite/backends/cuda/int8_body.h"
#include "lite/backends/cuda/launcher.h"

LITE_CUDA_ITEMS(paddle::lite::cuda::ConvInt8Body<float>);
LITE_CUDA_ITEMS(paddle::lite::cuda::ConvInt8Body<int8_t>);
LITE_CUDA_ITEMS(paddle::lite::cuda::FinishInt8Body<float>);
LITE_CUDA_ITEMS(paddle::lite::cuda::FinishInt8Body<int8_t>);
LITE_CUDA_ITEMS(paddle::lite::cuda::QuantiseBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::DequantiseBody);
