// Functions on images in kImageDefault: images.cl.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "lite/base/half.h"
#include "lite/kernels/opencl/call.h"

namespace paddle::lite::kernels::opencl {

// Shape of images.cl: a tensor's dimensions, preceded by ones up to four axes.
struct ImageShape {
  int32_t n = 1, c = 1, h = 1, w = 1;

  ImageShape() = default;
  explicit ImageShape(const DDim& dims) {
    int32_t* const axes[] = {&n, &c, &h, &w};
    const int rank = dims.rank();
    for (int i = 0; i < rank; ++i) axes[4 - rank + i][0] = static_cast<int32_t>(dims[i]);
  }
  // A work item for each texel: columns, rows of all images, blocks of four channels.
  WorkSize items() const { return {w, int64_t{n} * h, Quarters(c)}; }
};

// Axes of layout.cl: how an image in a layout is a tensor in a buffer.
struct LayoutAxes {
  int32_t packed = 0, packed_stride = 0, columns = 0, rows = 0, row_stride = 0, outer_stride = 0;

  LayoutAxes() = default;
  LayoutAxes(DataLayoutType layout, const DDim& dims) {
    const ImageShape shape(dims);
    const int32_t area = shape.h * shape.w;
    columns = row_stride = shape.w;
    rows = shape.h;
    if (layout == DataLayoutType::kImageFolder && dims.rank() < 3) {
      packed = shape.w;
      packed_stride = columns = 1;
    } else if (layout == DataLayoutType::kImageNW) {
      packed = shape.n;
      packed_stride = shape.c * area;
      outer_stride = area;
    } else {
      packed = shape.c;
      packed_stride = area;
      outer_stride = shape.c * area;
    }
  }
};

// For functions whose channels are dimension 1 of the program. Shapes may be unknown.
inline Status RequireRank4(const Tensor& tensor) {
  const int rank = tensor.dims().rank();
  return rank == 0 || rank == 4 ? OkStatus() : Unsupported("images of rank ", rank);
}

// A float weight in the host's memory, packed into `count` elements with the storage of images,
// which clones share. `form` names what `fill` does; elements are 0 before.
inline Result<Block> UploadPacked(PrepareContext* context, const Tensor& weight,
                                  const std::string& form, int64_t count,
                                  const std::function<void(float*)>& fill) {
  const ClDevice& device = *DeviceOf(*context);
  const auto make = [&]() -> Result<Block> {
    std::vector<float> elements(static_cast<size_t>(count));
    fill(elements.data());
    if (!device.stores_half()) {
      return UploadValues(*context, elements.data(), elements.size() * sizeof(float));
    }
    std::vector<uint16_t> halves(elements.size());
    std::transform(elements.begin(), elements.end(), halves.begin(), FloatToHalfBits);
    return UploadValues(*context, halves.data(), halves.size() * sizeof(uint16_t));
  };
  const std::string stored =
      StrCat(form, device.stores_half() ? " half " : " float ", device.id().ToString());
  return context->packed->GetBlock(weight, stored, make);
}

}  // namespace paddle::lite::kernels::opencl
