#include "lite/backends/cuda/launcher.h"
#include "lite/backends/cuda/product_body.h"

LITE_CUDA_GROUPS(paddle::lite::cuda::TileProduct<paddle::lite::cuda::MatrixSource>);
LITE_CUDA_GROUPS(paddle::lite::cuda::ThinProduct<paddle::lite::cuda::MatrixSource>);
