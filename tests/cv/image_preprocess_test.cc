#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "lite/api/paddle_image_preprocess.h"
#include "lite/core/tensor.h"

namespace paddle::lite::utils::cv {
namespace {

using lite_api::Status;
using lite_api::StatusCode;
using testing::ElementsAre;
using testing::HasSubstr;
using Bytes = std::vector<uint8_t>;

const ImagePreprocess kTool;

Bytes Pattern(size_t size) {
  Bytes bytes(size);
  uint32_t state = 12345;
  for (uint8_t& byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<uint8_t>(state >> 24);
  }
  return bytes;
}

int ChannelCount(ImageFormat format) { return format == GRAY ? 1 : format <= BGRA ? 4 : 3; }

TEST(ImageConvert, ReordersChannels) {
  const Bytes rgb = {10, 20, 30, 40, 50, 60};
  Bytes out(6);
  kTool.imageConvert(rgb.data(), out.data(), RGB, BGR, 2, 1);
  EXPECT_THAT(out, ElementsAre(30, 20, 10, 60, 50, 40));
  out.assign(8, 0);
  kTool.imageConvert(rgb.data(), out.data(), RGB, RGBA, 2, 1);
  EXPECT_THAT(out, ElementsAre(10, 20, 30, 255, 40, 50, 60, 255));
  kTool.imageConvert(rgb.data(), out.data(), RGB, BGRA, 2, 1);
  EXPECT_THAT(out, ElementsAre(30, 20, 10, 255, 60, 50, 40, 255));
  const Bytes bgra = {1, 2, 3, 4, 5, 6, 7, 8};
  out.assign(6, 0);
  kTool.imageConvert(bgra.data(), out.data(), BGRA, RGB, 2, 1);
  EXPECT_THAT(out, ElementsAre(3, 2, 1, 7, 6, 5));
  out.assign(8, 0);
  kTool.imageConvert(bgra.data(), out.data(), BGRA, RGBA, 2, 1);
  EXPECT_THAT(out, ElementsAre(3, 2, 1, 4, 7, 6, 5, 8));
}

TEST(ImageConvert, MakesGreyAndColour) {
  const Bytes rgb = {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255};
  Bytes grey(4);
  kTool.imageConvert(rgb.data(), grey.data(), RGB, GRAY, 2, 2);
  EXPECT_THAT(grey, ElementsAre(255 * 38 / 128, 255 * 75 / 128, 255 * 15 / 128, 255));
  Bytes bgra(16);
  kTool.imageConvert(grey.data(), bgra.data(), GRAY, BGRA, 2, 2);
  EXPECT_THAT(Bytes(bgra.begin(), bgra.begin() + 8),
              ElementsAre(75, 75, 75, 255, 149, 149, 149, 255));
}

// Against the real-valued BT.601 formula; the fixed-point coefficients are off by up to 0.4 %.
TEST(ImageConvert, DecodesCameraFormats) {
  const int width = 6, height = 4;
  const Bytes nv12 = Pattern(width * height * 3 / 2);
  Bytes nv21 = nv12;
  for (size_t i = width * height; i < nv21.size(); i += 2) std::swap(nv21[i], nv21[i + 1]);
  Bytes rgb(width * height * 3), other(width * height * 3), bgra(width * height * 4);
  kTool.imageConvert(nv12.data(), rgb.data(), NV12, RGB, width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double luma = nv12[static_cast<size_t>(y * width + x)];
      const size_t pair = static_cast<size_t>(width * height + y / 2 * width + x / 2 * 2);
      const double u = nv12[pair] - 128.0;
      const double v = nv12[pair + 1] - 128.0;
      const double expected[3] = {luma + 1.402 * v, luma - 0.344 * u - 0.714 * v, luma + 1.772 * u};
      for (int c = 0; c < 3; ++c) {
        EXPECT_NEAR(rgb[static_cast<size_t>((y * width + x) * 3 + c)],
                    std::clamp(expected[c], 0.0, 255.0), 2.0);
      }
    }
  }
  kTool.imageConvert(nv21.data(), other.data(), NV21, RGB, width, height);
  EXPECT_EQ(rgb, other);
  kTool.imageConvert(nv12.data(), bgra.data(), NV12, BGRA, width, height);
  for (size_t i = 0; i < static_cast<size_t>(width * height); ++i) {
    EXPECT_EQ(bgra[i * 4], rgb[i * 3 + 2]);
    EXPECT_EQ(bgra[i * 4 + 2], rgb[i * 3]);
    EXPECT_EQ(bgra[i * 4 + 3], 255);
  }
  // One exact value: Y 100, U 90, V 200.
  const Bytes four = {100, 100, 100, 100, 90, 200};
  Bytes pixels(12);
  kTool.imageConvert(four.data(), pixels.data(), NV12, BGR, 2, 2);
  EXPECT_THAT(Bytes(pixels.begin(), pixels.begin() + 3), ElementsAre(32, 62, 200));
}

double Sample(const Bytes& src, int width, int height, int channels, double x, double y, int c) {
  x = std::clamp(x, 0.0, width - 1.0);
  y = std::clamp(y, 0.0, height - 1.0);
  const int left = static_cast<int>(x), top = static_cast<int>(y);
  const int right = std::min(left + 1, width - 1), bottom = std::min(top + 1, height - 1);
  const auto at = [&](int column, int row) {
    return static_cast<double>(src[static_cast<size_t>((row * width + column) * channels + c)]);
  };
  const double above = at(left, top) + (x - left) * (at(right, top) - at(left, top));
  const double below = at(left, bottom) + (x - left) * (at(right, bottom) - at(left, bottom));
  return above + (y - top) * (below - above);
}

TEST(ImageResize, InterpolatesBetweenPixelCentres) {
  struct Size {
    int width, height;
  };
  for (const ImageFormat format : {GRAY, BGR, RGBA}) {
    const int channels = ChannelCount(format);
    for (const Size from : {Size{7, 5}, Size{1, 9}, Size{16, 16}}) {
      const Bytes src = Pattern(static_cast<size_t>(from.width * from.height * channels));
      for (const Size to : {Size{3, 4}, Size{13, 11}, Size{1, 1}, Size{16, 5}}) {
        Bytes dst(static_cast<size_t>(to.width * to.height * channels));
        kTool.imageResize(src.data(), dst.data(), format, from.width, from.height, to.width,
                          to.height);
        for (int y = 0; y < to.height; ++y) {
          for (int x = 0; x < to.width; ++x) {
            for (int c = 0; c < channels; ++c) {
              const double expected = Sample(src, from.width, from.height, channels,
                                             (x + 0.5) * from.width / to.width - 0.5,
                                             (y + 0.5) * from.height / to.height - 0.5, c);
              EXPECT_NEAR(dst[static_cast<size_t>((y * to.width + x) * channels + c)], expected,
                          0.75);
            }
          }
        }
      }
    }
  }
}

TEST(ImageResize, EqualSizeCopiesAndPlanesStayApart) {
  const Bytes src = Pattern(8 * 6 * 3 / 2);
  Bytes same(src.size());
  kTool.imageResize(src.data(), same.data(), NV21, 8, 6, 8, 6);
  EXPECT_EQ(same, src);
  Bytes half(4 * 2 * 3 / 2), luma(4 * 2);
  kTool.imageResize(src.data(), half.data(), NV21, 8, 6, 4, 2);
  kTool.imageResize(src.data(), luma.data(), GRAY, 8, 6, 4, 2);
  EXPECT_TRUE(std::equal(luma.begin(), luma.end(), half.begin()));
  // Colour: 4 x 3 pairs to 2 x 1, from the middle row and the mean of two columns.
  const uint8_t* pairs = src.data() + 48 + 8;
  EXPECT_NEAR(half[8], (pairs[0] + pairs[2]) / 2.0, 0.75);
  EXPECT_NEAR(half[9], (pairs[1] + pairs[3]) / 2.0, 0.75);
}

TEST(ImageRotate, TurnsClockwise) {
  const Bytes src = {1, 2, 3, 4, 5, 6};  // 3 wide, 2 high
  Bytes dst(6);
  kTool.imageRotate(src.data(), dst.data(), GRAY, 3, 2, 90);
  EXPECT_THAT(dst, ElementsAre(4, 1, 5, 2, 6, 3));
  kTool.imageRotate(src.data(), dst.data(), GRAY, 3, 2, 180);
  EXPECT_THAT(dst, ElementsAre(6, 5, 4, 3, 2, 1));
  kTool.imageRotate(src.data(), dst.data(), GRAY, 3, 2, 270);
  EXPECT_THAT(dst, ElementsAre(3, 6, 2, 5, 1, 4));
}

TEST(ImageRotate, FourQuartersGiveTheImageBack) {
  for (const ImageFormat format : {GRAY, RGB, BGRA}) {
    const Bytes src = Pattern(static_cast<size_t>(11 * 7 * ChannelCount(format)));
    Bytes once(src.size()), twice(src.size()), half(src.size()), back(src.size());
    kTool.imageRotate(src.data(), once.data(), format, 11, 7, 90);
    kTool.imageRotate(once.data(), twice.data(), format, 7, 11, 90);
    kTool.imageRotate(src.data(), half.data(), format, 11, 7, 180);
    EXPECT_EQ(twice, half);
    kTool.imageRotate(once.data(), back.data(), format, 7, 11, 270);
    EXPECT_EQ(back, src);
  }
}

TEST(ImageFlip, MirrorsRowsAndColumns) {
  const Bytes src = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};  // RGB, 2 x 2
  Bytes dst(12);
  kTool.imageFlip(src.data(), dst.data(), RGB, 2, 2, X);
  EXPECT_THAT(dst, ElementsAre(7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6));
  kTool.imageFlip(src.data(), dst.data(), RGB, 2, 2, Y);
  EXPECT_THAT(dst, ElementsAre(4, 5, 6, 1, 2, 3, 10, 11, 12, 7, 8, 9));
  for (const FlipParam both : {XY, static_cast<FlipParam>(2)}) {
    kTool.imageFlip(src.data(), dst.data(), RGB, 2, 2, both);
    EXPECT_THAT(dst, ElementsAre(10, 11, 12, 7, 8, 9, 4, 5, 6, 1, 2, 3));
  }
}

TEST(ImageCrop, CutsARectangle) {
  const Bytes src = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};  // grey, 4 x 3
  Bytes dst(4);
  kTool.imageCrop(src.data(), dst.data(), GRAY, 4, 3, 2, 1, 2, 2);
  EXPECT_THAT(dst, ElementsAre(7, 8, 11, 12));
}

TEST(Image2Tensor, NormalisesInBothLayouts) {
  const Bytes bgra = {10, 20, 30, 99, 40, 50, 60, 99};
  float means[] = {10, 20, 30};
  float scales[] = {0.5f, 1, 2};
  paddle::lite::Tensor tensor;
  Tensor handle(static_cast<void*>(&tensor));
  handle.Resize({1, 3, 1, 2});
  kTool.image2Tensor(bgra.data(), &handle, BGRA, 2, 1, LayoutType::kNCHW, means, scales);
  const float* values = handle.data<float>();
  EXPECT_THAT(std::vector<float>(values, values + 6), ElementsAre(0, 15, 0, 30, 0, 60));
  kTool.image2Tensor(bgra.data(), &handle, BGRA, 2, 1, LayoutType::kNHWC, means, scales);
  values = handle.data<float>();
  EXPECT_THAT(std::vector<float>(values, values + 6), ElementsAre(0, 0, 0, 15, 30, 60));
}

// Blocks of 64 pixels have ends of their own.
std::vector<int> Widths() {
  std::vector<int> widths(40);
  std::iota(widths.begin(), widths.end(), 1);
  for (const int width : {63, 64, 65, 66, 127, 128, 130, 200}) widths.push_back(width);
  return widths;
}

struct Colour {
  double red = 0, green = 0, blue = 0, alpha = 255;
};

Colour ColourAt(const Bytes& image, ImageFormat format, size_t pixel) {
  const uint8_t* at = image.data() + pixel * static_cast<size_t>(ChannelCount(format));
  if (format == GRAY) return {double(at[0]), double(at[0]), double(at[0])};
  const bool red_first = format == RGB || format == RGBA;
  Colour colour{double(at[red_first ? 0 : 2]), double(at[1]), double(at[red_first ? 2 : 0])};
  if (ChannelCount(format) == 4) colour.alpha = at[3];
  return colour;
}

// Bytes after the result must keep their value.
constexpr uint8_t kUntouched = 0xa5;
Bytes Destination(size_t size) {
  Bytes bytes(Pattern(size + 8));
  std::fill(bytes.begin() + static_cast<ptrdiff_t>(size), bytes.end(), kUntouched);
  return bytes;
}
void ExpectNothingAfter(const Bytes& bytes, size_t size) {
  for (size_t i = size; i < bytes.size(); ++i) ASSERT_EQ(bytes[i], kUntouched) << size;
}

constexpr ImageFormat kPixelFormats[] = {RGBA, BGRA, RGB, BGR, GRAY};

TEST(ImageResize, EveryWidthInDouble) {
  constexpr int kHeight = 3;
  const std::vector<int> widths = Widths();
  for (const ImageFormat format : {GRAY, BGR, RGBA}) {
    const int channels = ChannelCount(format);
    for (const int from : widths) {
      const Bytes src = Pattern(static_cast<size_t>(from * kHeight * channels));
      for (const int to : {1, 7, 8, from / 2 + 1, from, from * 2 / 3 + 3, from * 3 / 2, 150}) {
        const auto size = static_cast<size_t>(to * 2 * channels);
        Bytes dst = Destination(size);
        kTool.imageResize(src.data(), dst.data(), format, from, kHeight, to, 2);
        ExpectNothingAfter(dst, size);
        for (int i = 0; i < to * 2; ++i) {
          const double x = (i % to + 0.5) * from / to - 0.5;
          const double y = (i / to + 0.5) * kHeight / 2 - 0.5;
          for (int c = 0; c < channels; ++c) {
            ASSERT_NEAR(dst[static_cast<size_t>(i * channels + c)],
                        Sample(src, from, kHeight, channels, x, y, c), 0.75)
                << format << " of " << from << " to " << to << ", " << i;
          }
        }
      }
    }
  }
}

TEST(ImageConvert, EveryPairOfFormatsInDouble) {
  constexpr int kHeight = 3;
  for (const ImageFormat from : kPixelFormats) {
    for (const ImageFormat to : kPixelFormats) {
      for (const int width : Widths()) {
        const auto pixels = static_cast<size_t>(width * kHeight);
        const Bytes src = Pattern(pixels * static_cast<size_t>(ChannelCount(from)));
        const size_t size = pixels * static_cast<size_t>(ChannelCount(to));
        Bytes dst = Destination(size);
        kTool.imageConvert(src.data(), dst.data(), from, to, width, kHeight);
        ExpectNothingAfter(dst, size);
        for (size_t i = 0; i < pixels; ++i) {
          const Colour expected = ColourAt(src, from, i);
          const Colour found = ColourAt(dst, to, i);
          if (to == GRAY && from != GRAY) {
            // Weights in 7 bits, rounded down: 38 / 128 for 0.299.
            const double luma =
                0.299 * expected.red + 0.587 * expected.green + 0.114 * expected.blue;
            ASSERT_NEAR(found.red, luma, 2.0) << from << " to " << to << ", " << width;
            continue;
          }
          ASSERT_EQ(found.red, expected.red) << from << " to " << to << ", " << width;
          ASSERT_EQ(found.green, expected.green);
          ASSERT_EQ(found.blue, expected.blue);
          ASSERT_EQ(found.alpha, ChannelCount(to) == 4 ? expected.alpha : 255);
        }
      }
    }
  }
}

TEST(ImageConvert, CameraFormatsOfEveryWidthInDouble) {
  constexpr int kHeight = 4;
  for (const ImageFormat from : {NV12, NV21}) {
    for (const ImageFormat to : {RGBA, BGRA, RGB, BGR}) {
      for (const int width : Widths()) {
        if (width % 2 != 0) continue;
        const auto pixels = static_cast<size_t>(width * kHeight);
        const Bytes src = Pattern(pixels * 3 / 2);
        const size_t size = pixels * static_cast<size_t>(ChannelCount(to));
        Bytes dst = Destination(size);
        kTool.imageConvert(src.data(), dst.data(), from, to, width, kHeight);
        ExpectNothingAfter(dst, size);
        for (size_t i = 0; i < pixels; ++i) {
          const size_t x = i % static_cast<size_t>(width), y = i / static_cast<size_t>(width);
          const size_t pair = pixels + y / 2 * static_cast<size_t>(width) + x / 2 * 2;
          const double u = src[pair + (from == NV12 ? 0 : 1)] - 128.0;
          const double v = src[pair + (from == NV12 ? 1 : 0)] - 128.0;
          const Colour found = ColourAt(dst, to, i);
          ASSERT_NEAR(found.red, std::clamp(src[i] + 1.402 * v, 0.0, 255.0), 2.0) << width;
          ASSERT_NEAR(found.green, std::clamp(src[i] - 0.344 * u - 0.714 * v, 0.0, 255.0), 2.0);
          ASSERT_NEAR(found.blue, std::clamp(src[i] + 1.772 * u, 0.0, 255.0), 2.0);
          ASSERT_EQ(found.alpha, 255);
        }
      }
    }
  }
}

// Where the pixel of a result comes from.
using Origin = std::function<std::pair<int, int>(int x, int y)>;

void ExpectPixels(const Bytes& src, int src_width, const Bytes& dst, int width, int height,
                  int channels, const Origin& origin) {
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto [column, row] = origin(x, y);
      for (int c = 0; c < channels; ++c) {
        ASSERT_EQ(dst[static_cast<size_t>((y * width + x) * channels + c)],
                  src[static_cast<size_t>((row * src_width + column) * channels + c)])
            << x << ", " << y << " of " << width << " x " << height;
      }
    }
  }
}

TEST(ImageRotate, FlipsAndCropsOfEveryWidth) {
  for (const ImageFormat format : kPixelFormats) {
    const int channels = ChannelCount(format);
    for (const int w : Widths()) {
      for (const int h : {1, 5, 16, 37}) {
        const auto size = static_cast<size_t>(w * h * channels);
        const Bytes src = Pattern(size);
        Bytes dst = Destination(size);
        kTool.imageRotate(src.data(), dst.data(), format, w, h, 90);
        ExpectPixels(src, w, dst, h, w, channels,
                     [&](int x, int y) { return std::make_pair(y, h - 1 - x); });
        kTool.imageRotate(src.data(), dst.data(), format, w, h, 180);
        ExpectPixels(src, w, dst, w, h, channels,
                     [&](int x, int y) { return std::make_pair(w - 1 - x, h - 1 - y); });
        kTool.imageRotate(src.data(), dst.data(), format, w, h, 270);
        ExpectPixels(src, w, dst, h, w, channels,
                     [&](int x, int y) { return std::make_pair(w - 1 - y, x); });
        for (const FlipParam flip : {X, Y, XY}) {
          kTool.imageFlip(src.data(), dst.data(), format, w, h, flip);
          ExpectPixels(src, w, dst, w, h, channels, [&](int x, int y) {
            return std::make_pair(flip == X ? x : w - 1 - x, flip == Y ? y : h - 1 - y);
          });
        }
        ExpectNothingAfter(dst, size);
        kTool.imageCrop(src.data(), dst.data(), format, w, h, w / 3, h / 4, w - w / 3, h - h / 4);
        ExpectPixels(src, w, dst, w - w / 3, h - h / 4, channels,
                     [&](int x, int y) { return std::make_pair(x + w / 3, y + h / 4); });
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Image2Tensor, EveryWidthInBothLayoutsInDouble) {
  constexpr int kHeight = 3;
  float means[] = {103.94f, 116.78f, 123.68f};
  float scales[] = {0.017f, 1 / 58.0f, 2.5f};
  for (const ImageFormat format : kPixelFormats) {
    const int channels = ChannelCount(format);
    const int used = std::min(channels, 3);
    for (const int width : Widths()) {
      const Bytes src = Pattern(static_cast<size_t>(width * kHeight * channels));
      for (const LayoutType layout : {LayoutType::kNCHW, LayoutType::kNHWC}) {
        paddle::lite::Tensor tensor;
        Tensor handle(static_cast<void*>(&tensor));
        handle.Resize({1, used, kHeight, width});
        kTool.image2Tensor(src.data(), &handle, format, width, kHeight, layout, means, scales);
        const float* values = handle.data<float>();
        for (int i = 0; i < width * kHeight; ++i) {
          for (int c = 0; c < used; ++c) {
            const int at = layout == LayoutType::kNCHW ? c * width * kHeight + i : i * used + c;
            const double expected =
                (src[static_cast<size_t>(i * channels + c)] - double(means[c])) * double(scales[c]);
            ASSERT_NEAR(values[at], expected, 1e-5 * std::max(1.0, std::abs(expected)));
          }
        }
      }
    }
  }
}

// The documented sample: a camera frame to a rotated, mirrored RGB image in a tensor.
TEST(ImagePreprocess, ShortFormsUseTheConstructorsParameters) {
  TransParam param;
  param.ih = 8;
  param.iw = 12;
  param.oh = 4;
  param.ow = 6;
  param.flip_param = X;
  param.rotate_param = 180;
  const ImagePreprocess tool(NV12, RGB, param);
  const Bytes camera = Pattern(12 * 8 * 3 / 2);
  Bytes colour(12 * 8 * 3), small(6 * 4 * 3), turned(6 * 4 * 3), mirrored(6 * 4 * 3);
  tool.imageCovert(camera.data(), colour.data());
  tool.imageResize(colour.data(), small.data());
  tool.imageRotate(small.data(), turned.data());
  tool.image_flip(turned.data(), mirrored.data());
  // A half turn and a vertical flip equal a horizontal flip.
  Bytes expected(6 * 4 * 3), by_hand(12 * 8 * 3), by_hand_small(6 * 4 * 3);
  tool.imageConvert(camera.data(), by_hand.data(), NV12, RGB);
  EXPECT_EQ(colour, by_hand);
  tool.image_resize(by_hand.data(), by_hand_small.data(), RGB, 12, 8, 6, 4);
  tool.imageFlip(by_hand_small.data(), expected.data(), RGB, 6, 4, Y);
  EXPECT_EQ(mirrored, expected);
  paddle::lite::Tensor tensor;
  Tensor handle(static_cast<void*>(&tensor));
  handle.Resize({1, 4, 6, 3});
  float means[] = {0, 0, 0};
  float scales[] = {1, 1, 1};
  tool.image2Tensor(mirrored.data(), &handle, LayoutType::kNHWC, means, scales);
  for (size_t i = 0; i < mirrored.size(); ++i) {
    EXPECT_EQ(handle.data<float>()[i], static_cast<float>(mirrored[i]));
  }
}

TEST(ImagePreprocess, RefusesWhatCannotBeDone) {
  const Bytes src = Pattern(64);
  Bytes dst(64, 7);
  const uint8_t* from = src.data();
  uint8_t* to = dst.data();
  float values[] = {0, 0, 0};
  paddle::lite::Tensor tensor;
  Tensor handle(static_cast<void*>(&tensor));
  handle.Resize({1, 3, 2, 1});
  const struct {
    Status status;
    StatusCode code;
    const char* text;
  } cases[] = {
      {kTool.TryImageConvert(nullptr, to, RGB, BGR, 2, 2), StatusCode::kInvalidArgument, "source"},
      {kTool.TryImageConvert(from, nullptr, RGB, BGR, 2, 2), StatusCode::kInvalidArgument,
       "destination"},
      {kTool.TryImageConvert(from, to, RGB, BGR, 0, 2), StatusCode::kInvalidArgument, "0 x 2"},
      {kTool.TryImageConvert(from, to, RGB, BGR, 1 << 30, 1 << 30), StatusCode::kInvalidArgument,
       "1073741824 x"},
      {kTool.TryImageConvert(from, to, NV12, RGB, 3, 2), StatusCode::kInvalidArgument, "even"},
      {kTool.TryImageConvert(from, to, NV12, GRAY, 2, 2), StatusCode::kUnsupported, "NV12 to GRAY"},
      {kTool.TryImageConvert(from, to, RGB, NV12, 2, 2), StatusCode::kUnsupported, "NV12"},
      {kTool.TryImageConvert(from, to, YUV422, RGB, 2, 2), StatusCode::kUnsupported, "YUV422"},
      {kTool.TryImageConvert(from, to, static_cast<ImageFormat>(77), RGB, 2, 2),
       StatusCode::kUnsupported, "77"},
      {kTool.TryImageResize(from, to, RGB, 2, 2, -1, 2), StatusCode::kInvalidArgument, "-1 x 2"},
      {kTool.TryImageResize(from, to, NV21, 2, 2, 3, 2), StatusCode::kInvalidArgument, "3 x 2"},
      {kTool.TryImageResize(from, to, YUV420P, 2, 2, 4, 4), StatusCode::kUnsupported, "YUV420P"},
      {kTool.TryImageRotate(from, to, RGB, 2, 2, 45), StatusCode::kInvalidArgument, "found 45"},
      {kTool.TryImageRotate(from, to, NV12, 2, 2, 90), StatusCode::kUnsupported, "NV12"},
      {kTool.TryImageFlip(from, to, RGB, 2, 2, static_cast<FlipParam>(5)),
       StatusCode::kInvalidArgument, "found 5"},
      {kTool.TryImageFlip(from, to, NV21, 2, 2, X), StatusCode::kUnsupported, "NV21"},
      {kTool.TryImageCrop(from, to, RGB, 4, 4, 3, 0, 2, 2), StatusCode::kInvalidArgument,
       "not inside 4 x 4"},
      {kTool.TryImageCrop(from, to, RGB, 4, 4, -1, 0, 2, 2), StatusCode::kInvalidArgument,
       "column -1"},
      {kTool.TryImage2Tensor(from, &handle, RGB, 2, 2, LayoutType::kNCHW, values, values),
       StatusCode::kInvalidArgument, "6 elements, 12"},
      {kTool.TryImage2Tensor(from, &handle, RGB, 1, 2, LayoutType::kAny, values, values),
       StatusCode::kInvalidArgument, "NCHW or NHWC"},
      {kTool.TryImage2Tensor(from, &handle, RGB, 1, 2, LayoutType::kNCHW, nullptr, values),
       StatusCode::kInvalidArgument, "means"},
      {kTool.TryImage2Tensor(from, nullptr, RGB, 1, 2, LayoutType::kNCHW, values, values),
       StatusCode::kInvalidArgument, "destination"},
      {kTool.TryImage2Tensor(from, &handle, NV12, 2, 2, LayoutType::kNCHW, values, values),
       StatusCode::kUnsupported, "NV12"},
  };
  for (const auto& [status, code, text] : cases) {
    EXPECT_EQ(status.code(), code) << status.ToString();
    EXPECT_THAT(status.message(), HasSubstr(text));
  }
  // The documented calls print the reason to stderr and write nothing.
  testing::internal::CaptureStderr();
  kTool.imageRotate(from, to, RGB, 2, 2, 45);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("found 45"));
  EXPECT_EQ(dst, Bytes(64, 7));
}

}  // namespace
}  // namespace paddle::lite::utils::cv
