// The sums of products over windows, for the definitions of convolutions. Suites spend more time
// in them than in all else, and are compiled without optimisation: these loops are not.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/support/op_case.h"

namespace paddle::lite::test {

// Along one axis of an image: `in` and `out` positions, the padding before them.
struct WindowAxis {
  int64_t in, out, kernel, stride, dilation, before;
};

struct WindowSums {
  int64_t batch, in_channels, out_channels, groups;
  WindowAxis y, x;
  bool channels_last;  // both images, [batch, y, x, channels] instead of [batch, channels, y, x]
};

// The sums of a convolution with a filter [out_channels, in_channels / groups, y, x], in the order
// of the elements of its result. Terms are added in the order of the filter.
std::vector<double> ConvolutionSums(const WindowSums& sums, const TestTensor& input,
                                    const TestTensor& filter);

// The sums of a transposed one with a filter [in_channels, out_channels / groups, y, x]. Terms are
// added in the order of input channels and then of pixels.
std::vector<double> TransposedConvolutionSums(const WindowSums& sums, const TestTensor& input,
                                              const TestTensor& filter);

}  // namespace paddle::lite::test
