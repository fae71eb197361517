#include "lite/core/image_layout.h"

#include "lite/base/checked_math.h"
#include "lite/core/targets.h"

namespace paddle::lite {
namespace {

int64_t Quarter(int64_t count) { return count / 4 + (count % 4 != 0 ? 1 : 0); }

}  // namespace

Result<ImagePacking> ImagePacking::Make(DataLayoutType layout, const DDim& dims) {
  if (!IsImageLayout(layout) || dims.rank() < 1 || dims.rank() > 4) {
    return Unsupported("a tensor of shape ", dims, " as an image of layout ",
                       DataLayoutToStr(layout), ", expected one to four dimensions");
  }
  LITE_RETURN_IF_ERROR(CheckedElementCount(dims).status());
  ImagePacking packing;
  packing.layout_ = layout;
  int64_t* const sizes[] = {&packing.w_, &packing.h_, &packing.c_, &packing.n_};
  for (int i = 0; i < dims.rank(); ++i) *sizes[i] = dims[dims.rank() - 1 - i];
  packing.folded_ = layout == DataLayoutType::kImageFolder && dims.rank() <= 2;
  const int64_t quarters = packing.folded_                      ? 1
                           : layout == DataLayoutType::kImageNW ? Quarter(packing.n_)
                                                                : Quarter(packing.c_);
  const int64_t across = packing.folded_ ? Quarter(packing.w_) : packing.w_;
  const int64_t rows = packing.folded_                      ? 1
                       : layout == DataLayoutType::kImageNW ? packing.c_
                                                            : packing.n_;
  if (!CheckedMul(across, quarters, &packing.width_) ||
      !CheckedMul(rows, packing.h_, &packing.height_)) {
    return OutOfRange("shape ", dims, " is too large for an image");
  }
  return packing;
}

ImagePacking::Texel ImagePacking::At(int64_t i) const {
  const int64_t w = i % w_;
  const int64_t h = i / w_ % h_;
  if (folded_) return {w / 4, h, static_cast<int>(w % 4)};
  const int64_t c = i / (w_ * h_) % c_;
  const int64_t n = i / (w_ * h_ * c_);
  if (layout_ == DataLayoutType::kImageNW) {
    return {n / 4 * w_ + w, c * h_ + h, static_cast<int>(n % 4)};
  }
  return {c / 4 * w_ + w, n * h_ + h, static_cast<int>(c % 4)};
}

bool HasOwnBlock(TargetType target, DataLayoutType layout) {
  return !IsHostMemory(target) && (IsImageLayout(layout) || InfoOf(target).row_elements > 1);
}

int64_t PaddedRow(TargetType target, int64_t elements) {
  const int64_t multiple = InfoOf(target).row_elements;
  return (elements + multiple - 1) / multiple * multiple;
}

Result<MemoryDesc> DescribeMemory(DeviceId device, DataLayoutType layout, const DDim& dims,
                                  PrecisionType precision) {
  LITE_ASSIGN_OR_RETURN(int64_t count, CheckedElementCount(dims));
  MemoryDesc desc;
  desc.device = device;
  if (IsImageLayout(layout) && !IsHostMemory(device.target)) {
    LITE_ASSIGN_OR_RETURN(const ImagePacking packing, ImagePacking::Make(layout, dims));
    desc.kind = MemoryKind::kImage2D;
    desc.element = precision;
    desc.width = packing.width();
    desc.height = packing.height();
    if (!CheckedMul(desc.width, desc.height, &count) || !CheckedMul(count, int64_t{4}, &count)) {
      return OutOfRange("shape ", dims, " is too large for an image");
    }
  }
  if (const int row = InfoOf(device.target).row_elements; row > 1 && count > 0) {
    const bool rows =
        layout == DataLayoutType::kNHWC && dims.rank() == 4 && PrecisionTypeLength(precision) == 2;
    const int64_t elements = rows ? dims[1] * dims[3] : count;
    if (elements > INT64_MAX - row ||
        !CheckedMul(count / elements, PaddedRow(device.target, elements), &count)) {
      return OutOfRange("shape ", dims, " is too large");
    }
  }
  if (!CheckedMul(static_cast<size_t>(count), PrecisionTypeLength(precision), &desc.bytes)) {
    return OutOfRange("shape ", dims, " is too large");
  }
  return desc;
}

}  // namespace paddle::lite
