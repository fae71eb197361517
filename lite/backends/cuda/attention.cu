#include "lite/backends/cuda/attention_body.h"
#include "lite/backends/cuda/launcher.h"

LITE_CUDA_GROUPS(paddle::lite::cuda::AttentionBody<float>);
LITE_CUDA_GROUPS(paddle::lite::cuda::AttentionBody<paddle::lite::Half>);
