#include "lite/backends/cuda/convolution_body.h"
#include "lite/backends/cuda/launcher.h"
#include "lite/backends/cuda/product_body.h"

LITE_CUDA_GROUPS(paddle::lite::cuda::TileProduct<paddle::lite::cuda::ConvSource>);
LITE_CUDA_ITEMS(paddle::lite::cuda::DirectConvBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::ConvTransposeBody);
