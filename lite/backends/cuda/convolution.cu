#include "lite/backends/cuda/convolution_body.h"
#include "lite/backends/cuda/launcher.h"

namespace paddle::lite::cuda {

LITE_CUDA_GROUPS(TileProduct<TapsSource, TinyTile>);
LITE_CUDA_GROUPS(TileProduct<TapsSource, ShortTile>);
LITE_CUDA_GROUPS(TileProduct<TapsSource, SmallTile>);
LITE_CUDA_GROUPS(TileProduct<TapsSource, MediumTile>);
LITE_CUDA_GROUPS(TileProduct<TapsSource, LargeTile>);
LITE_CUDA_GROUPS(TileProduct<ConvSource, ShortTile>);
LITE_CUDA_GROUPS(TileProduct<ConvSource, MediumTile>);
LITE_CUDA_ITEMS(DepthwiseBody<3>);
LITE_CUDA_ITEMS(DepthwiseBody<5>);
LITE_CUDA_ITEMS(DirectConvBody);
LITE_CUDA_ITEMS(ConvTransposeBody);

}  // namespace paddle::lite::cuda
