#include "lite/backends/cuda/copy_body.h"
#include "lite/backends/cuda/launcher.h"

LITE_CUDA_ITEMS(paddle::lite::cuda::CopyBody<uint8_t>);
LITE_CUDA_ITEMS(paddle::lite::cuda::CopyBody<uint16_t>);
LITE_CUDA_ITEMS(paddle::lite::cuda::CopyBody<uint32_t>);
LITE_CUDA_ITEMS(paddle::lite::cuda::CopyBody<uint64_t>);
LITE_CUDA_ITEMS(paddle::lite::cuda::FillBody<uint8_t>);
LITE_CUDA_ITEMS(paddle::lite::cuda::FillBody<uint16_t>);
LITE_CUDA_ITEMS(paddle::lite::cuda::FillBody<uint32_t>);
LITE_CUDA_ITEMS(paddle::lite::cuda::FillBody<uint64_t>);
LITE_CUDA_ITEMS(paddle::lite::cuda::PadBody<float>);
LITE_CUDA_ITEMS(paddle::lite::cuda::PadBody<paddle::lite::Half>);
