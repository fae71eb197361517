#include "lite/kernels/host/conv2d.h"

#include <cstdint>

namespace paddle::lite::kernels::host {

using Conv2dInt8ToFloat = Conv2dKernel<int8_t, float>;
using SumInt8 = Conv2dKernel<int8_t, int8_t, int8_t>;
using SumInt8ToFloat = Conv2dKernel<int8_t, float, int8_t>;

LITE_KERNELS(kHost, kFloat, kNCHW, def, Conv2dKernel<float>, conv2d, depthwise_conv2d);
LITE_KERNELS(kHost, kFP64, kNCHW, def, Conv2dKernel<double>, conv2d, depthwise_conv2d)
    .In({"Prelu_alpha"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kNCHW, fp32_out, Conv2dInt8ToFloat, conv2d, depthwise_conv2d)
    .In({"Bias", "ResidualData", "SecondInput", "Prelu_alpha"}, PRECISION(kFloat))
    .Out({"Output"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kNCHW, int8_out, Conv2dKernel<int8_t>, conv2d, depthwise_conv2d)
    .In({"Bias", "ResidualData", "SecondInput", "Prelu_alpha"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kNCHW, fp32_sum, SumInt8ToFloat, conv2d, depthwise_conv2d)
    .In({"Bias", "SecondInput", "Prelu_alpha"}, PRECISION(kFloat))
    .Out({"Output"}, PRECISION(kFloat));
LITE_KERNELS(kHost, kInt8, kNCHW, int8_sum, SumInt8, conv2d, depthwise_conv2d)
    .In({"Bias", "SecondInput", "Prelu_alpha"}, PRECISION(kFloat));

}  // namespace paddle::lite::kernels::host
