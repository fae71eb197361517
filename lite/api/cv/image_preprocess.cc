#include <algorithm>
#include <cstdint>
#include <cstring>

#include "lite/api/boundary.h"
#include "lite/api/cv/pixels.h"
#include "lite/api/cv/resize.h"
#include "lite/api/cv/turn.h"
#include "lite/api/paddle_image_preprocess.h"
#include "lite/base/checked_math.h"
#include "lite/base/interleaving.h"
#include "lite/base/logging.h"
#include "lite/base/status.h"

namespace paddle::lite::utils::cv {

using lite_api::Status;

namespace {

// Where the colours of a pixel are. Alpha is -1 where there is none; a grey image has one value
// for all. Known when the program is compiled, so that loops over pixels contain no decisions.
template <int kCountOf, int kRedAt, int kGreenAt, int kBlueAt, int kAlphaAt>
struct Channels {
  static constexpr int kCount = kCountOf;
  static constexpr int kRed = kRedAt, kGreen = kGreenAt, kBlue = kBlueAt, kAlpha = kAlphaAt;
};

// Calls body(Channels()) of the format; false for formats whose pixels are not contiguous.
template <typename Body>
bool WithChannels(ImageFormat format, const Body& body) {
  switch (format) {
    case RGBA:
      body(Channels<4, 0, 1, 2, 3>());
      return true;
    case BGRA:
      body(Channels<4, 2, 1, 0, 3>());
      return true;
    case RGB:
      body(Channels<3, 0, 1, 2, -1>());
      return true;
    case BGR:
      body(Channels<3, 2, 1, 0, -1>());
      return true;
    case GRAY:
      body(Channels<1, 0, 0, 0, -1>());
      return true;
    default:
      return false;
  }
}

// 0 for formats whose pixels are not contiguous.
int ChannelCount(ImageFormat format) {
  int count = 0;
  WithChannels(format, [&count](auto channels) { count = decltype(channels)::kCount; });
  return count;
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

Status CheckImage(const char* operation, const void* src, const void* dst) {
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

// Writes the bytes of `count` pixels.
template <typename To>
void Interleave(const Plane& red, const Plane& green, const Plane& blue, int count,
                uint8_t* __restrict__ dst) {
  if constexpr (kInterleavesBytes) {
    for (int i = 0; i < count; ++i, dst += To::kCount) {
      dst[To::kRed] = red[i];
      dst[To::kGreen] = green[i];
      dst[To::kBlue] = blue[i];
      if constexpr (To::kAlpha >= 0) dst[To::kAlpha] = 255;
    }
  } else {
    // The last pixel of a row of three channels is written by bytes: others are stored as words,
    // whose fourth byte the next pixel overwrites.
    for (int i = 0; i < count; ++i, dst += To::kCount) {
      const uint32_t word = uint32_t{red[i]} << (8 * To::kRed) |
                            uint32_t{green[i]} << (8 * To::kGreen) |
                            uint32_t{blue[i]} << (8 * To::kBlue) | uint32_t{255} << 24;
      if (To::kCount == 4 || i + 1 < count) {
        const uint8_t bytes[4] = {static_cast<uint8_t>(word), static_cast<uint8_t>(word >> 8),
                                  static_cast<uint8_t>(word >> 16),
                                  static_cast<uint8_t>(word >> 24)};
        std::memcpy(dst, bytes, 4);
      } else {
        dst[To::kRed] = red[i];
        dst[To::kGreen] = green[i];
        dst[To::kBlue] = blue[i];
      }
    }
  }
}

// Full-range BT.601 in fixed point with 7 fractional bits. Two pixels share their colour.
template <typename To, int kUAt>
inline void DecodeBlock(const uint8_t* __restrict__ luma, const uint8_t* __restrict__ pairs,
                        int count, uint8_t* dst) {
  int16_t red_of[kBlock / 2], green_of[kBlock / 2], blue_of[kBlock / 2];
  // Zeros, because compilers do not see that the loops fill what is read.
  Plane red = {}, green = {}, blue = {};
  for (int i = 0; i < count / 2; ++i) {
    const auto u = static_cast<int16_t>(pairs[2 * i + kUAt] - 128);
    const auto v = static_cast<int16_t>(pairs[2 * i + 1 - kUAt] - 128);
    red_of[i] = static_cast<int16_t>((179 * v) >> 7);
    green_of[i] = static_cast<int16_t>(-((44 * u + 91 * v) >> 7));
    blue_of[i] = static_cast<int16_t>((227 * u) >> 7);
  }
  const auto add = [&](const int16_t* difference, Plane& sum) {
    for (int i = 0; i < count / 2; ++i) {
      const int16_t first = static_cast<int16_t>(luma[2 * i] + difference[i]);
      const int16_t second = static_cast<int16_t>(luma[2 * i + 1] + difference[i]);
      sum[2 * i] = Clamp(first);
      sum[2 * i + 1] = Clamp(second);
    }
  };
  add(red_of, red);
  add(green_of, green);
  add(blue_of, blue);
  Interleave<To>(red, green, blue, count, dst);
}

template <typename To, int kUAt>
void DecodeSemiPlanar(const uint8_t* src, int64_t width, int64_t height, uint8_t* dst) {
  const uint8_t* const pairs = src + width * height;
  for (int64_t y = 0; y < height; ++y) {
    const uint8_t* luma = src + y * width;
    const uint8_t* pair = pairs + y / 2 * width;
    int64_t left = width;
    for (; left >= kBlock; left -= kBlock) {
      DecodeBlock<To, kUAt>(luma, pair, kBlock, dst);
      luma += kBlock;
      pair += kBlock;
      dst += kBlock * To::kCount;
    }
    if (left > 0) DecodeBlock<To, kUAt>(luma, pair, static_cast<int>(left), dst);
    dst += left * To::kCount;
  }
}

template <typename From, typename To>
void ConvertPixels(const uint8_t* __restrict__ src, int64_t pixels, uint8_t* __restrict__ dst) {
  for (int64_t i = 0; i < pixels; ++i, src += From::kCount, dst += To::kCount) {
    if constexpr (To::kCount == 1) {
      dst[0] = static_cast<uint8_t>(
          (15 * src[From::kBlue] + 75 * src[From::kGreen] + 38 * src[From::kRed]) >> 7);
    } else {
      dst[To::kRed] = src[From::kRed];
      dst[To::kGreen] = src[From::kGreen];
      dst[To::kBlue] = src[From::kBlue];
      if constexpr (To::kAlpha >= 0)
        dst[To::kAlpha] = From::kAlpha >= 0 ? src[From::kCount - 1] : 255;
    }
  }
}

// The colours of pixels as numbers; a fourth channel is left out.
template <int kChannels>
void NormalisePixels(const uint8_t* __restrict__ src, int64_t pixels, bool channels_last,
                     const float* means, const float* scales, float* __restrict__ dst) {
  constexpr int kUsed = std::min(kChannels, 3);
  float mean[kUsed], scale[kUsed];
  for (int c = 0; c < kUsed; ++c) {
    mean[c] = means[c];
    scale[c] = scales[c];
  }
  if (channels_last) {
    for (int64_t i = 0; i < pixels; ++i, src += kChannels, dst += kUsed) {
      for (int c = 0; c < kUsed; ++c) dst[c] = (static_cast<float>(src[c]) - mean[c]) * scale[c];
    }
    return;
  }
  for (int64_t i = 0; i < pixels; i += kBlock) {
    const int count = static_cast<int>(std::min<int64_t>(kBlock, pixels - i));
    Plane planes[kUsed];
    for (int j = 0; j < count; ++j, src += kChannels) {
      for (int c = 0; c < kUsed; ++c) planes[c][j] = src[c];
    }
    for (int c = 0; c < kUsed; ++c) {
      float* const to = dst + c * pixels + i;
      for (int j = 0; j < count; ++j) {
        to[j] = (static_cast<float>(planes[c][j]) - mean[c]) * scale[c];
      }
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
  LITE_RETURN_IF_ERROR(CheckImage(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, width, height));
  const int64_t pixels = int64_t{width} * height;
  if (IsSemiPlanar(src_format)) {
    LITE_RETURN_IF_ERROR(CheckEven(kName, src_format, width, height));
    if (dst_format == src_format) {
      std::memcpy(dst, src, static_cast<size_t>(pixels / 2 * 3));
    } else if (ChannelCount(dst_format) >= 3) {
      WithChannels(dst_format, [&](auto to) {
        if constexpr (decltype(to)::kCount == 1) {
          return;
        } else if (src_format == NV12) {
          DecodeSemiPlanar<decltype(to), 0>(src, width, height, dst);
        } else {
          DecodeSemiPlanar<decltype(to), 1>(src, width, height, dst);
        }
      });
    } else {
      return Unsupported(kName, ": from ", FormatName(src_format), " to ", FormatName(dst_format),
                         " is not supported; RGB, BGR, RGBA and BGRA are");
    }
    return OkStatus();
  }
  const int count = ChannelCount(src_format);
  if (count == 0) return UnsupportedFormat(kName, src_format);
  if (ChannelCount(dst_format) == 0) return UnsupportedFormat(kName, dst_format);
  if (src_format == dst_format) {
    std::memcpy(dst, src, static_cast<size_t>(pixels * count));
  } else {
    WithChannels(src_format, [&](auto from) {
      WithChannels(dst_format,
                   [&](auto to) { ConvertPixels<decltype(from), decltype(to)>(src, pixels, dst); });
    });
  }
  return OkStatus();
}

Status ImagePreprocess::TryImageResize(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                       int src_width, int src_height, int dst_width,
                                       int dst_height) const {
  constexpr char kName[] = "imageResize";
  LITE_RETURN_IF_ERROR(CheckImage(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, src_width, src_height));
  LITE_RETURN_IF_ERROR(CheckSize(kName, dst_width, dst_height));
  return CatchAll([&]() -> Status {
    if (IsSemiPlanar(format)) {
      LITE_RETURN_IF_ERROR(CheckEven(kName, format, src_width, src_height));
      LITE_RETURN_IF_ERROR(CheckEven(kName, format, dst_width, dst_height));
      ResizePixels(src, src_width, src_height, 1, dst_width, dst_height, dst);
      ResizePixels(src + int64_t{src_width} * src_height, src_width / 2, src_height / 2, 2,
                   dst_width / 2, dst_height / 2, dst + int64_t{dst_width} * dst_height);
    } else if (ChannelCount(format) != 0) {
      ResizePixels(src, src_width, src_height, ChannelCount(format), dst_width, dst_height, dst);
    } else {
      return UnsupportedFormat(kName, format);
    }
    return OkStatus();
  });
}

Status ImagePreprocess::TryImageRotate(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                       int width, int height, float degree) const {
  constexpr char kName[] = "imageRotate";
  LITE_RETURN_IF_ERROR(CheckImage(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, width, height));
  const int channels = ChannelCount(format);
  if (channels == 0) return UnsupportedFormat(kName, format);
  if (degree == 90.0f || degree == 270.0f) {
    Turn(src, channels, height, width, degree == 90.0f, dst);
  } else if (degree == 180.0f) {
    Mirror(src, channels, width, height, true, true, dst);
  } else {
    return InvalidArgument(kName, ": expected 90, 180 or 270 degrees, found ", degree);
  }
  return OkStatus();
}

Status ImagePreprocess::TryImageFlip(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                     int width, int height, FlipParam flip) const {
  constexpr char kName[] = "imageFlip";
  constexpr int kOldXY = 2;
  LITE_RETURN_IF_ERROR(CheckImage(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, width, height));
  const int channels = ChannelCount(format);
  if (channels == 0) return UnsupportedFormat(kName, format);
  const int value = static_cast<int>(flip);
  const bool both = value == XY || value == kOldXY;
  if (!both && value != X && value != Y) {
    return InvalidArgument(kName, ": expected X (0), Y (1) or XY (-1 or 2), found ", value);
  }
  Mirror(src, channels, width, height, both || value == X, both || value == Y, dst);
  return OkStatus();
}

Status ImagePreprocess::TryImageCrop(const uint8_t* src, uint8_t* dst, ImageFormat format,
                                     int src_width, int src_height, int left, int top,
                                     int dst_width, int dst_height) const {
  constexpr char kName[] = "imageCrop";
  LITE_RETURN_IF_ERROR(CheckImage(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, src_width, src_height));
  LITE_RETURN_IF_ERROR(CheckSize(kName, dst_width, dst_height));
  const int channels = ChannelCount(format);
  if (channels == 0) return UnsupportedFormat(kName, format);
  if (left < 0 || top < 0 || dst_width > src_width - left || dst_height > src_height - top) {
    return InvalidArgument(kName, ": ", dst_width, " x ", dst_height, " pixels from column ", left,
                           ", row ", top, " are not inside ", src_width, " x ", src_height);
  }
  const uint8_t* from = src + (int64_t{top} * src_width + left) * channels;
  const int64_t size = int64_t{dst_width} * channels;
  for (int y = 0; y < dst_height; ++y) {
    std::memcpy(dst + y * size, from, static_cast<size_t>(size));
    from += int64_t{src_width} * channels;
  }
  return OkStatus();
}

Status ImagePreprocess::TryImage2Tensor(const uint8_t* src, Tensor* dst, ImageFormat format,
                                        int width, int height, LayoutType layout,
                                        const float* means, const float* scales) const {
  constexpr char kName[] = "image2Tensor";
  LITE_RETURN_IF_ERROR(CheckImage(kName, src, dst));
  LITE_RETURN_IF_ERROR(CheckSize(kName, width, height));
  if (means == nullptr || scales == nullptr) {
    return InvalidArgument(kName, ": means and scales are needed, one value for each channel");
  }
  const int channels = ChannelCount(format);
  if (channels == 0) return UnsupportedFormat(kName, format);
  const bool channels_last = layout == LayoutType::kNHWC;
  if (!channels_last && layout != LayoutType::kNCHW) {
    return InvalidArgument(kName, ": expected layout NCHW or NHWC, found ",
                           static_cast<int>(layout));
  }
  const int64_t used = std::min(channels, 3);
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
  WithCount(channels, [&](auto count) {
    NormalisePixels<decltype(count)::value>(src, pixels, channels_last, means, scales, values);
  });
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
