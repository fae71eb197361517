// The arrangement of tensors in two-dimensional images, whose texels have four elements ("lanes").
#pragma once

#include <cstdint>

#include "lite/base/status.h"
#include "lite/core/device.h"
#include "lite/core/dims.h"

namespace paddle::lite {

// Whether a device stores tensors of this layout as images. The layout is then meaningful for ranks
// 1 to 4, not only for rank 4.
inline bool IsImageLayout(DataLayoutType layout) {
  return layout == DataLayoutType::kImageDefault || layout == DataLayoutType::kImageFolder ||
         layout == DataLayoutType::kImageNW;
}

// Dimensions of fewer than four axes are preceded by ones: [N, C, H, W].
//
//   kImageDefault  W * ceil(C / 4) x N * H   (n, c, h, w) at x = c / 4 * W + w, y = n * H + h
//   kImageFolder   as kImageDefault for ranks 3 and 4; for lower ranks
//                  ceil(W / 4) x H           (h, w) at x = w / 4, y = h, lane w % 4
//   kImageNW       W * ceil(N / 4) x C * H   (n, c, h, w) at x = n / 4 * W + w, y = c * H + h
//
// The lane is the channel (for kImageNW, the N) modulo 4. Other lanes are 0.
class ImagePacking {
 public:
  struct Texel {
    int64_t x = 0, y = 0;
    int lane = 0;
  };
  // Fails if the layout has no image or `dims` have another rank than 1 to 4 or are too large.
  static Result<ImagePacking> Make(DataLayoutType layout, const DDim& dims);

  int64_t width() const { return width_; }
  int64_t height() const { return height_; }
  // Where element `i`, counted in the order of the program, is.
  Texel At(int64_t i) const;

 private:
  DataLayoutType layout_ = DataLayoutType::kUnk;
  bool folded_ = false;  // four elements of a row in a texel
  int64_t n_ = 1, c_ = 1, h_ = 1, w_ = 1;
  int64_t width_ = 0, height_ = 0;
};

// Whether a value on the target is not just its elements, one after another, so that it cannot be a
// part of a block: images, and rows with padding (TargetInfo::row_elements).
bool HasOwnBlock(TargetType target, DataLayoutType layout);

// Elements of a row [W * C] of an image in NHWC on the target, with padding.
int64_t PaddedRow(TargetType target, int64_t elements);

// The memory of a tensor of this layout, shape and type on a device.
Result<MemoryDesc> DescribeMemory(DeviceId device, DataLayoutType layout, const DDim& dims,
                                  PrecisionType precision);

}  // namespace paddle::lite
