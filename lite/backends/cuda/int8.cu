#include "lite/backends/cuda/int8_body.h"
#include "lite/backends/cuda/launcher.h"

#define LITE_CUDA_INT8(Out, Residual)                                      \
  LITE_CUDA_ITEMS(paddle::lite::cuda::ConvInt8Body<Out, Residual, false>); \
  LITE_CUDA_ITEMS(paddle::lite::cuda::ConvInt8Body<Out, Residual, true>);  \
  LITE_CUDA_ITEMS(paddle::lite::cuda::DepthwiseInt8Body<Out, Residual>);   \
  LITE_CUDA_ITEMS(paddle::lite::cuda::FinishInt8Body<float, Out, Residual>)
#define LITE_CUDA_INT8_PRODUCT(Out)                                 \
  LITE_CUDA_ITEMS(paddle::lite::cuda::ProductInt8Body<Out, false>); \
  LITE_CUDA_ITEMS(paddle::lite::cuda::ProductInt8Body<Out, true>);  \
  LITE_CUDA_ITEMS(paddle::lite::cuda::FinishInt8Body<int32_t, Out, float>)

LITE_CUDA_INT8(float, float);
LITE_CUDA_INT8(float, int8_t);
LITE_CUDA_INT8(int8_t, float);
LITE_CUDA_INT8(int8_t, int8_t);
LITE_CUDA_INT8_PRODUCT(float);
LITE_CUDA_INT8_PRODUCT(int8_t);
LITE_CUDA_ITEMS(paddle::lite::cuda::QuantiseBody);
LITE_CUDA_ITEMS(paddle::lite::cuda::DequantiseBody);
