#include "lite/backends/cuda/launcher.h"
#include "lite/backends/cuda/product_body.h"

namespace paddle::lite::cuda {

LITE_CUDA_GROUPS(TileProduct<MatrixSource, SmallTile>);
LITE_CUDA_GROUPS(TileProduct<MatrixSource, MediumTile>);
LITE_CUDA_GROUPS(TileProduct<MatrixSource, LargeTile>);
LITE_CUDA_GROUPS(ThinProduct<MatrixSource>);

}  // namespace paddle::lite::cuda
