#include "tests/support/memory_layout.h"

#include <algorithm>
#include <cstring>

#include "lite/core/image_layout.h"

namespace paddle::lite::test {
namespace {

// From program order to the texels of an image, or back. Lanes without an element have to be 0.
Result<std::vector<uint8_t>> Texels(const std::vector<uint8_t>& bytes, const DDim& dims,
                                    size_t width, DataLayoutType layout, bool to_memory) {
  LITE_ASSIGN_OR_RETURN(const ImagePacking packing, ImagePacking::Make(layout, dims));
  const int64_t texels = packing.width() * packing.height();
  std::vector<uint8_t> result(static_cast<size_t>(to_memory ? texels * 4 : dims.production()) *
                              width);
  std::vector<uint8_t> rest;
  if (!to_memory) rest = bytes;
  for (int64_t i = 0; i < dims.production(); ++i) {
    const ImagePacking::Texel at = packing.At(i);
    const int64_t there = (at.y * packing.width() + at.x) * 4 + at.lane;
    std::memcpy(result.data() + static_cast<size_t>(to_memory ? there : i) * width,
                bytes.data() + static_cast<size_t>(to_memory ? i : there) * width, width);
    if (!to_memory) std::fill_n(rest.begin() + there * static_cast<int64_t>(width), width, 0);
  }
  const auto left = std::find_if(rest.begin(), rest.end(), [](uint8_t byte) { return byte != 0; });
  if (left != rest.end()) {
    const auto lane = (left - rest.begin()) / static_cast<int64_t>(width);
    return Internal("lane ", lane % 4, " of texel (", lane / 4 % packing.width(), ", ",
                    lane / 4 / packing.width(), ") has no element of ", dims, " and is not 0");
  }
  return result;
}

// From program order to the order of `layout`, or back.
Result<std::vector<uint8_t>> Permute(const std::vector<uint8_t>& bytes, const DDim& dims,
                                     size_t width, DataLayoutType layout, bool to_memory) {
  LITE_ASSIGN_OR_RETURN(const DataLayoutType order, LayoutInMemory(layout, dims));
  if (order == DataLayoutType::kNCHW) return bytes;
  if (IsImageLayout(order)) return Texels(bytes, dims, width, order, to_memory);
  std::vector<uint8_t> result(bytes.size());
  const int64_t channels = dims[1];
  const int64_t area = dims[2] * dims[3];
  int64_t nchw = 0;
  for (int64_t n = 0; n < dims[0]; ++n) {
    for (int64_t c = 0; c < channels; ++c) {
      for (int64_t p = 0; p < area; ++p, ++nchw) {
        const int64_t nhwc = (n * area + p) * channels + c;
        std::memcpy(result.data() + (to_memory ? nhwc : nchw) * width,
                    bytes.data() + (to_memory ? nchw : nhwc) * width, width);
      }
    }
  }
  return result;
}

}  // namespace

Result<DataLayoutType> LayoutInMemory(DataLayoutType layout, const DDim& dims) {
  switch (layout) {
    case DataLayoutType::kNCHW:
      return DataLayoutType::kNCHW;
    case DataLayoutType::kNHWC:
      return dims.rank() == 4 ? DataLayoutType::kNHWC : DataLayoutType::kNCHW;
    case DataLayoutType::kImageDefault:
    case DataLayoutType::kImageFolder:
    case DataLayoutType::kImageNW:
      return layout;
    default:
      return Internal("the suites cannot arrange elements in layout ", DataLayoutToStr(layout),
                      ": add it to tests/support/memory_layout.cc");
  }
}

Result<std::vector<uint8_t>> ToMemory(const std::vector<uint8_t>& bytes, const DDim& dims,
                                      size_t width, DataLayoutType layout) {
  return Permute(bytes, dims, width, layout, true);
}

Result<std::vector<uint8_t>> FromMemory(const std::vector<uint8_t>& bytes, const DDim& dims,
                                        size_t width, DataLayoutType layout) {
  return Permute(bytes, dims, width, layout, false);
}

}  // namespace paddle::lite::test
