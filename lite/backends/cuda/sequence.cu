#include "lite/backends/cuda/launcher.h"
#include "lite/backends/cuda/sequence_body.h"

#define LITE_CUDA_ROW_COPIES(T)                           \
  LITE_CUDA_ITEMS(paddle::lite::cuda::SelectRowsBody<T>); \
  LITE_CUDA_ITEMS(paddle::lite::cuda::PadRowsBody<T>);    \
  LITE_CUDA_ITEMS(paddle::lite::cuda::PlaceRowsBody<T>)

LITE_CUDA_ROW_COPIES(uint8_t);
LITE_CUDA_ROW_COPIES(uint16_t);
LITE_CUDA_ROW_COPIES(uint32_t);
LITE_CUDA_ROW_COPIES(uint64_t);

#define LITE_CUDA_LENGTH_MASKS(Length)                                  \
  LITE_CUDA_ITEMS(paddle::lite::cuda::LengthMaskBody<Length, bool>);    \
  LITE_CUDA_ITEMS(paddle::lite::cuda::LengthMaskBody<Length, float>);   \
  LITE_CUDA_ITEMS(paddle::lite::cuda::LengthMaskBody<Length, int32_t>); \
  LITE_CUDA_ITEMS(paddle::lite::cuda::LengthMaskBody<Length, int64_t>)

LITE_CUDA_LENGTH_MASKS(float);
LITE_CUDA_LENGTH_MASKS(int32_t);
LITE_CUDA_LENGTH_MASKS(int64_t);
LITE_CUDA_ITEMS(paddle::lite::cuda::LengthsBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::LookupRowsBody<int32_t>);
LITE_CUDA_ITEMS(paddle::lite::cuda::LookupRowsBody<int64_t>);
LITE_CUDA_ITEMS(paddle::lite::cuda::TopkValuesBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::MarkRowsBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::CombineRowsBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::PoolRowsBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::FindPaddingBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::MaskPaddingBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::MatchRowsBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::ConvMapsBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::TopkMeansBody);
LITE_CUDA_GROUPS(paddle::lite::cuda::GatedStepsBody);
