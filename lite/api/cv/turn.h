#pragma once

#include <cstdint>

namespace paddle::lite::utils::cv {

// Writes the rows of an image in this or the reverse order, with the pixels of each in this or the
// reverse order.
void Mirror(const uint8_t* src, int channels, int64_t width, int64_t height, bool reverse_rows,
            bool reverse_pixels, uint8_t* dst);

// Writes an image of `width` columns and `height` rows that is turned by 90 degrees: its rows are
// the columns of the source, to the right from the lowest row if `clockwise`, else to the left from
// the first row.
void Turn(const uint8_t* src, int channels, int64_t width, int64_t height, bool clockwise,
          uint8_t* dst);

}  // namespace paddle::lite::utils::cv
