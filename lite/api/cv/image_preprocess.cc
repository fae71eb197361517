#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "lite/api/boundary.h"
#include "lite/api/paddle_image_preprocess.h"
#include "lite/base/checked_math.h"
#include "lite/base/logging.h"
#include "lite/base/status.h"

namespace paddle::lite::utils::cv {

using lite_api::Status;

namespace {

// Where the colours of a pixel are. Alpha is -1 where there is none; a grey image has one value
// for all.
struct Channels {
  int count = 0;
  int red = 0, green = 0, blue = 0, alpha = -1;
};

// False for formats whose pixels are not contiguous.
bool FindChannels(ImageFormat format, Channels* channels) {
  switch (format) {
    case RGBA:
      *channels = {4, 0, 1, 2, 3};
      return true;
    case BGRA:
      *channels = {4, 2, 1, 0, 3};
      return true;
    case RGB:
      *channels = {3, 0, 1, 2, -1};
      return true;
    case BGR:
      *channels = {3, 2, 1, 0, -1};
      return true;
    case GRAY:
      *channels = {1, 0, 0, 0, -1};
      return true;
    default:
      return false;
  }
}

bool IsSemiPlanar(ImageFormat format) { return format == NV12 || format == NV21; }

const char* FormatName(ImageFormat format) {
  switch (format) {
    case RGBA:
      return "RGBA";
    case BGRA:
      return "BGRA";
    case RGB:
      return "RGB";
    case BGR:
      return "BGR";
    case GRAY:
      return "GRAY";
    case NV21:
      return "NV21";
    case NV12:
      return "NV12";
    case YUV420SP:
      return "YUV420SP";
    case YUV420P:
      return "YUV420P";
    case YUV422:
      return "YUV422";
    case YUV444:
      return "YUV444";
  }
  return "unknown";
}

Status UnsupportedFormat(const char* operation, ImageFormat format) {
  return Unsupported(operation, ": format ", FormatName(format), " (", static_cast<int>(format),
                     ") is not supported");
}

Status CheckPicture(const char* operation, const void* src, const void* dst) {
  if (src == nullptr) return InvalidArgument(operation, ": the source is null");
  if (dst == nullptr) return InvalidArgument(operation, ": the destination is null");
  return OkStatus();
}

// Sizes up to this have pixel counts and byte offsets far from any limit of int64_t.
constexpr int kMaxExtent = 1 << 24;

Status CheckSize(const char* operation, int width, int height) {
  if (width < 1 || height < 1 || width > kMaxExtent || height > kMaxExtent) {
    return InvalidArgument(operation, ": expected a width and a height of 1 to ", kMaxExtent,
                           ", found ", width, " x ", height);
  }
  return OkStatus();
}

Status CheckEven(const char* operation, ImageFormat format, int width, int height) {
  if (width % 2 != 0 || height % 2 != 0) {
    return InvalidArgument(operation, ": ", FormatName(format),
                           " needs an even width and height, found ", width, " x ", height);
  }
  return OkStatus();
}

uint8_t Clamp(int value) { return static_cast<uint8_t>(std::clamp(value, 0, 255)); }

// Full-range BT.601 in fixed point with 7 fractional bits.
void DecodeSemiPlanar(const uint8_t* src, bool u_first, int64_t width, int64_t height,
                      const Channels& to, uint8_t* dst) {
  const uint8_t* const pairs = src + width * height;
  for (int64_t y = 0; y < height; ++y) {
    const uint8_t* luma = src + y * width;
    const uint8_t* pair = pairs + y / 2 * width;
    for (int64_t x = 0; x < width; ++x, dst += to.count) {
      const int first = pair[x / 2 * 2] - 128;
      const int second = pair[x / 2 * 2 + 1] - 128;
      const int u = u_first ? first : second;
      const int v = u_first ? second : first;
      dst[to.red] = Clamp(luma[x] + ((179 * v) >> 7));
      dst[to.green] = Clamp(luma[x] - ((44 * u + 91 * v) >> 7));
      dst[to.blue] = Clamp(luma[x] + ((227 * u) >> 7));
      if (to.alpha >= 0) dst[to.alpha] = 255;
    }
  }
}

void ConvertPixels(const uint8_t* src, const Channels& from, int64_t pixels, const Channels& to,
                   uint8_t* dst) {
  for (int64_t i = 0; i < pixels; ++i, src += from.count, dst += to.count) {
    if (to.count == 1) {
      dst[0] = static_cast<uint8_t>(
          (15 * src[from.blue] + 75 * src[from.green] + 38 * src[from.red]) >> 7);
      continue;
    }
    dst[to.red] = src[from.red];
    dst[to.green] = src[from.green];
    dst[to.blue] = src[from.blue];
    if (to.alpha >= 0) dst[to.alpha] = from.alpha >= 0 ? src[from.alpha] : 255;
  }
}

// Position and weights of one output coordinate on the axis of the source.
struct Interpolation {
  static constexpr int kBits = 11;
  static constexpr int kOne = 1 << kBits;
  int64_t low = 0;
  int64_t high = 0;
  int low_weight = kOne;
  int high_weight = 0;
};

std::vector<Interpolation> Interpolate(int64_t from, int64_t to) {
  std::vector<Interpolation> steps(static_cast<size_t>(to));
  const double scale = static_cast<double>(from) / static_cast<double>(to);
  for (int64_t i = 0; i < to; ++i) {
    const double position = std::clamp((static_cast<double>(i) + 0.5) * scale - 0.5, 0.0,
                                       static_cast<double>(from - 1));
    Interpolation& step = steps[static_cast<size_t>(i)];
    step.low = static_cast<int64_t>(position);
    step.high = std::min(step.low + 1, from - 1);
    step.high_weight = static_cast<int>(
        std::lround((position - static_cast<double>(step.low)) * Interpolation::kOne));
    step.low_weight = Interpolation::kOne - step.high_weight;
  }
  return steps;
}

void ResizePlane(const uint8_t* src, int64_t src_width, int64_t src_height, int64_t channels,
                 int64_t dst_width, int64_t dst_height, uint8_t* dst) {
  const std::vector<Interpolation> columns = Interpolate(src_width, dst_width);
  const std::vector<Interpolation> rows = Interpolate(src_height, dst_height);
  for (const Interpolation& row : rows) {
    const uint8_t* const above = src + row.low * src_width * channels;
    const uint8_t* const below = src + row.high * src_width * channels;
    for (const Interpolation& column : columns) {
      const int64_t left = column.low * channels;
      const int64_t right = column.high * channels;
      for (int64_t c = 0; c < channels; ++c) {
        const int top = above[left + c] * column.low_weight + above[right + c] * column.high_weight;
        const int bottom =
            below[left + c] * column.low_weight + below[right + c] * column.high_weight;
        constexpr int kShift = 2 * Interpolation::kBits;
        *dst++ = static_cast<uint8_t>(
            (top * row.low_weight + bottom * row.high_weight + (1 << (kShift - 1))) >> kShift);
      }
    }
  }
}

// Where the pixels of an output row come from: the first one, and the step to the next, in pixels.
struct Path {
  int64_t first;
  int64_t step;
};

// Writes `height` rows of `width` pixels; path(y) says where row y comes from.
template <typename PathOf>
void CopyPixels(const uint8_t* src, int64_t channels, int64_t width, int64_t height,
                const PathOf& path, uint8_t* dst) {
  for (int64_t y = 0; y < height; ++y) {
    const Path row = path(y);
    const uint8_t* from = src + row.first * channels;
    if (row.step == 1) {
      std::memcpy(dst, from, static_cast<size_t>(width * channels));
      dst += width * channels;
      continue;
    }
    for (int64_t x = 0; x < width; ++x, from += row.step * channels, dst += channels) {
      for (int64_t c = 0; c < channels; ++c) dst[c] = from[c];
    }
  }
}

void Report(const Status& status) {
  if (!status.ok()) LITE_LOG_ERROR(status.message());
}

}  // namespace

Status ImagePreprocess::TryImageConvert(const uint8_t* src, uint8_t* dst, ImageFormat src_format,
                                        ImageFormat dst_format, int width, int height) const {
  constexpr char kName[] = "imageConvert";
  LITE_RETURN_IF_ERROR(CheckPicture(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, width, height));
  const int64_t pixels = int64_t{width} * height;
  Channels from, to;
  if (IsSemiPlanar(src_format)) {
    LITE_RETURN_IF_ERROR(CheckEven(kName, src_format, width, height));
    if (dst_format == src_format) {
      std::memcpy(dst, src, static_cast<size_t>(pixels / 2 * 3));
    } else if (FindChannels(dst_format, &to) && to.count >= 3) {
      DecodeSemiPlanar(src, src_format == NV12, width, height, to, dst);
    } else {
      return Unsupported(kName, ": from ", FormatName(src_format), " to ", FormatName(dst_format),
                         " is not supported; RGB, BGR, RGBA and BGRA are");
    }
    return OkStatus();
  }
  if (!FindChannels(src_format, &from)) return UnsupportedFormat(kName, src_format);
  if (!FindChannels(dst_format, &to)) return UnsupportedFormat(kName, dst_format);
  if (src_format == dst_format) {
    std::memcpy(dst, src, static_cast<size_t>(pixels * from.count));
  } else {
    ConvertPixels(src, from, pixels, to, dst);
  }
  return OkStatus();
}

Status ImagePreprocess::TryImageResize(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                       int src_width, int src_height, int dst_width,
                                       int dst_height) const {
  constexpr char kName[] = "imageResize";
  LITE_RETURN_IF_ERROR(CheckPicture(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, src_width, src_height));
  LITE_RETURN_IF_ERROR(CheckSize(kName, dst_width, dst_height));
  return CatchAll([&]() -> Status {
    Channels channels;
    if (IsSemiPlanar(format)) {
      LITE_RETURN_IF_ERROR(CheckEven(kName, format, src_width, src_height));
      LITE_RETURN_IF_ERROR(CheckEven(kName, format, dst_width, dst_height));
      ResizePlane(src, src_width, src_height, 1, dst_width, dst_height, dst);
      ResizePlane(src + int64_t{src_width} * src_height, src_width / 2, src_height / 2, 2,
                  dst_width / 2, dst_height / 2, dst + int64_t{dst_width} * dst_height);
    } else if (FindChannels(format, &channels)) {
      ResizePlane(src, src_width, src_height, channels.count, dst_width, dst_height, dst);
    } else {
      return UnsupportedFormat(kName, format);
    }
    return OkStatus();
  });
}

Status ImagePreprocess::TryImageRotate(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                       int width, int height, float degree) const {
  constexpr char kName[] = "imageRotate";
  LITE_RETURN_IF_ERROR(CheckPicture(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, width, height));
  Channels channels;
  if (!FindChannels(format, &channels)) return UnsupportedFormat(kName, format);
  const int64_t w = width;
  const int64_t h = height;
  if (degree == 90.0f) {
    CopyPixels(
        src, channels.count, h, w,
        [&](int64_t y) {
          return Path{(h - 1) * w + y, -w};
        },
        dst);
  } else if (degree == 180.0f) {
    CopyPixels(
        src, channels.count, w, h,
        [&](int64_t y) {
          return Path{(h - y) * w - 1, -1};
        },
        dst);
  } else if (degree == 270.0f) {
    CopyPixels(
        src, channels.count, h, w,
        [&](int64_t y) {
          return Path{w - 1 - y, w};
        },
        dst);
  } else {
    return InvalidArgument(kName, ": expected 90, 180 or 270 degrees, found ", degree);
  }
  return OkStatus();
}

Status ImagePreprocess::TryImageFlip(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                     int width, int height, FlipParam flip) const {
  constexpr char kName[] = "imageFlip";
  constexpr int kOldXY = 2;
  LITE_RETURN_IF_ERROR(CheckPicture(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, width, height));
  Channels channels;
  if (!FindChannels(format, &channels)) return UnsupportedFormat(kName, format);
  const int value = static_cast<int>(flip);
  const bool both = value == XY || value == kOldXY;
  if (!both && value != X && value != Y) {
    return InvalidArgument(kName, ": expected X (0), Y (1) or XY (-1 or 2), found ", value);
  }
  const int64_t w = width;
  const int64_t h = height;
  CopyPixels(
      src, channels.count, w, h,
      [&](int64_t y) {
        const int64_t row = both || value == X ? h - 1 - y : y;
        return both || value == Y ? Path{row * w + w - 1, -1} : Path{row * w, 1};
      },
      dst);
  return OkStatus();
}

Status ImagePreprocess::TryImageCrop(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                     int src_width, int src_height, int left, int top,
                                     int dst_width, int dst_height) const {
  constexpr char kName[] = "imageCrop";
  LITE_RETURN_IF_ERROR(CheckPicture(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, src_width, src_height));
  LITE_RETURN_IF_ERROR(CheckSize(kName, dst_width, dst_height));
  Channels channels;
  if (!FindChannels(format, &channels)) return UnsupportedFormat(kName, format);
  if (left < 0 || top < 0 || dst_width > src_width - left || dst_height > src_height - top) {
    return InvalidArgument(kName, ": ", dst_width, " x ", dst_height, " pixels from column ", left,
                           ", row ", top, " are not inside ", src_width, " x ", src_height);
  }
  const int64_t w = src_width;
  CopyPixels(
      src, channels.count, dst_width, dst_height,
      [&](int64_t y) {
        return Path{(top + y) * w + left, 1};
      },
      dst);
  return OkStatus();
}

Status ImagePreprocess::TryImage2Tensor(const uint8_t* src, Tensor* dst, ImageFormat format,
                                        int width, int height, LayoutType layout,
                                        const float* means, const float* scales) const {
  constexpr char kName[] = "image2Tensor";
  LITE_RETURN_IF_ERROR(CheckPicture(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, width, height));
  if (means == nullptr || scales == nullptr) {
    return InvalidArgument(kName, ": means and scales are needed, one value for each channel");
  }
  Channels channels;
  if (!FindChannels(format, &channels)) return UnsupportedFormat(kName, format);
  const bool channels_last = layout == LayoutType::kNHWC;
  if (!channels_last && layout != LayoutType::kNCHW) {
    return InvalidArgument(kName, ": expected layout NCHW or NHWC, found ",
                           static_cast<int>(layout));
  }
  const int64_t used = std::min(channels.count, 3);
  const int64_t pixels = int64_t{width} * height;
  int64_t room = 1;
  for (const int64_t extent : dst->shape()) {
    if (!CheckedMul(room, extent, &room))
      return InvalidArgument(kName, ": the tensor is too large");
  }
  if (room < used * pixels) {
    return InvalidArgument(kName, ": the tensor has ", room, " elements, ", used * pixels,
                           " are needed; Resize it first");
  }
  float* values = nullptr;
  LITE_RETURN_IF_ERROR(dst->TryMutableData(&values));
  for (int64_t c = 0; c < used; ++c) {
    const float mean = means[c];
    const float scale = scales[c];
    float* to = values + (channels_last ? c : c * pixels);
    const int64_t step = channels_last ? used : 1;
    for (int64_t i = 0; i < pixels; ++i) {
      to[i * step] = (static_cast<float>(src[i * channels.count + c]) - mean) * scale;
    }
  }
  return OkStatus();
}

void ImagePreprocess::imageConvert(const uint8_t* src, uint8_t* dst) const {
  imageConvert(src, dst, src_format_, dst_format_);
}

void ImagePreprocess::imageConvert(const uint8_t* src, uint8_t* dst, ImageFormat src_format,
                                   ImageFormat dst_format) const {
  imageConvert(src, dst, src_format, dst_format, param_.iw, param_.ih);
}

void ImagePreprocess::imageConvert(const uint8_t* src, uint8_t* dst, ImageFormat src_format,
                                   ImageFormat dst_format, int width, int height) const {
  Report(TryImageConvert(src, dst, src_format, dst_format, width, height));
}

void ImagePreprocess::imageResize(const uint8_t* src, uint8_t* dst) const {
  imageResize(src, dst, dst_format_, param_.iw, param_.ih, param_.ow, param_.oh);
}

void ImagePreprocess::imageResize(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                  int src_width, int src_height, int dst_width,
                                  int dst_height) const {
  Report(TryImageResize(src, dst, format, src_width, src_height, dst_width, dst_height));
}

void ImagePreprocess::imageRotate(const uint8_t* src, uint8_t* dst) const {
  imageRotate(src, dst, dst_format_, param_.ow, param_.oh, param_.rotate_param);
}

void ImagePreprocess::imageRotate(const uint8_t* src, uint8_t* dst, ImageFormat format, int width,
                                  int height, float degree) const {
  Report(TryImageRotate(src, dst, format, width, height, degree));
}

void ImagePreprocess::imageFlip(const uint8_t* src, uint8_t* dst) const {
  imageFlip(src, dst, dst_format_, param_.ow, param_.oh, param_.flip_param);
}

void ImagePreprocess::imageFlip(const uint8_t* src, uint8_t* dst, ImageFormat format, int width,
                                int height, FlipParam flip) const {
  Report(TryImageFlip(src, dst, format, width, height, flip));
}

void ImagePreprocess::imageCrop(const uint8_t* src, uint8_t* dst, ImageFormat format, int src_width,
                                int src_height, int left, int top, int dst_width,
                                int dst_height) const {
  Report(TryImageCrop(src, dst, format, src_width, src_height, left, top, dst_width, dst_height));
}

void ImagePreprocess::image2Tensor(const uint8_t* src, Tensor* dst, LayoutType layout, float* means,
                                   float* scales) const {
  image2Tensor(src, dst, dst_format_, param_.ow, param_.oh, layout, means, scales);
}

void ImagePreprocess::image2Tensor(const uint8_t* src, Tensor* dst, ImageFormat format, int width,
                                   int height, LayoutType layout, float* means,
                                   float* scales) const {
  Report(TryImage2Tensor(src, dst, format, width, height, layout, means, scales));
}

}  // namespace paddle::lite::utils::cv
