// The forms in which the device reads weights, and what else the software model and the processor
// compute alike. See docs/design/fpga.md.
#pragma once

#include <cstdint>
#include <vector>

#include "lite/backends/fpga/driver.h"

namespace paddle::lite::fpga {

// Elements of a filter, padded.
int64_t FilterLength(int64_t elements);
// Filters of one command, which have `length` elements with padding: a multiple of 4 * column, or 0
// if the device cannot hold them.
int64_t FilterCapacity(const DriverInfo& info, int64_t length);

// Where the device reads filter `i`, in groups of `group` (a multiple of 16).
int64_t ReorderedFilter(int64_t i, int64_t group);

// The largest magnitude; not finite if an element is not.
float LargestMagnitude(const float* values, int64_t count);

// `count` filters [in, height, width] as int8 of `scale`, in groups of `group`: channels last,
// padded, reordered, and pairs of filters interleaved in chunks of 16.
std::vector<int8_t> FormatFilters(const float* filters, int64_t count, int64_t in, int64_t height,
                                  int64_t width, const ScalePair& scale, int64_t group);
// Bytes of that.
int64_t FormattedBytes(int64_t count, int64_t length, int64_t group);
// Where element `e` of filter `f`, padding included, is in it.
int64_t FormattedIndex(int64_t f, int64_t e, int64_t length, int64_t group);

// What the switches do to a value.
float Activated(float value, const InplaceArgs& switches);

// How often the values of `channels` channels are repeated to fill whole alignments.
int64_t RepeatsOf(int64_t channels);
// Halves, repeated. Null stands for `fill`.
std::vector<uint16_t> FormatBias(const float* values, int64_t channels, float fill);
// The biases, repeated, then the scales.
std::vector<uint16_t> FormatScaleBias(const float* bias, const float* scale, int64_t channels);
// Filters [channels, height, width], multiplied by `scale` unless null, as halves [height, width,
// padded channels].
std::vector<uint16_t> FormatDepthwiseFilters(const float* filters, const float* scale,
                                             int64_t channels, int64_t taps);

}  // namespace paddle::lite::fpga
