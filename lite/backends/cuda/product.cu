#include "lite/backends/cuda/launcher.h"
#include "lite/backends/cuda/product_body.h"

namespace paddle::lite::cuda {

LITE_CUDA_GROUPS(TileProduct<RowsSource<LoadOrder::kExtentQuads>, TinyTile>);
LITE_CUDA_GROUPS(TileProduct<RowsSource<LoadOrder::kExtentQuads>, ShortTile>);
LITE_CUDA_GROUPS(TileProduct<RowsSource<LoadOrder::kExtentQuads>, SmallTile>);
LITE_CUDA_GROUPS(TileProduct<RowsSource<LoadOrder::kExtentQuads>, MediumTile>);
LITE_CUDA_GROUPS(TileProduct<RowsSource<LoadOrder::kExtentQuads>, LargeTile>);
LITE_CUDA_GROUPS(TileProduct<RowsSource<LoadOrder::kExtent>, TinyTile>);
LITE_CUDA_GROUPS(TileProduct<RowsSource<LoadOrder::kExtent>, ShortTile>);
LITE_CUDA_GROUPS(TileProduct<RowsSource<LoadOrder::kExtent>, SmallTile>);
LITE_CUDA_GROUPS(TileProduct<RowsSource<LoadOrder::kExtent>, MediumTile>);
LITE_CUDA_GROUPS(TileProduct<RowsSource<LoadOrder::kExtent>, LargeTile>);
LITE_CUDA_GROUPS(TileProduct<MatrixSource<float>, ShortTile>);
LITE_CUDA_GROUPS(TileProduct<MatrixSource<float>, MediumTile>);
LITE_CUDA_GROUPS(ThinProduct<MatrixSource<float>>);
LITE_CUDA_GROUPS(TileProduct<MatrixSource<Half>, ShortTile>);
LITE_CUDA_GROUPS(TileProduct<MatrixSource<Half>, MediumTile>);
LITE_CUDA_GROUPS(ThinProduct<MatrixSource<Half>>);

}  // namespace paddle::lite::cuda
