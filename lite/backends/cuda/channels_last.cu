#include "lite/backends/cuda/channels_last_body.h"
#include "lite/backends/cuda/launcher.h"

namespace paddle::lite::cuda {

LITE_CUDA_GROUPS(TileProduct<HalfConvSource, ShortTile>);
LITE_CUDA_GROUPS(TileProduct<HalfConvSource, MediumTile>);
LITE_CUDA_ITEMS(DepthwiseHalfBody<1>);
LITE_CUDA_ITEMS(DepthwiseHalfBody<8>);
LITE_CUDA_ITEMS(ConvTransposeHalfBody);

}  // namespace paddle::lite::cuda
