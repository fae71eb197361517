#pragma once

#include <cstdint>

namespace paddle::lite::utils::cv {

// Resizes an image of bytes with 1 to 4 channels, with linear interpolation. Sizes are positive.
void ResizePixels(const uint8_t* src, int64_t src_width, int64_t src_height, int channels,
                  int64_t dst_width, int64_t dst_height, uint8_t* dst);

}  // namespace paddle::lite::utils::cv
