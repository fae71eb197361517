// Convolutions with filters in OIHW. Images are in NCHW, those of a product by tiles also in NHWC.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/product_body.h"

namespace paddle::lite::cuda {

struct ConvWindow {
  int32_t batch = 0;
  int32_t in_channels = 0, in_height = 0, in_width = 0;
  int32_t out_channels = 0, out_height = 0, out_width = 0;
  int32_t groups = 1, in_per_group = 0, out_per_group = 0;
  int32_t kernel_height = 0, kernel_width = 0;
  int32_t stride_y = 1, stride_x = 1, dilation_y = 1, dilation_x = 1, top = 0, left = 0;

  LITE_CUDA_FUNCTION int32_t taps() const { return kernel_height * kernel_width; }
  LITE_CUDA_FUNCTION int32_t in_area() const { return in_height * in_width; }
  LITE_CUDA_FUNCTION int32_t out_area() const { return out_height * out_width; }
};

// The window of a position of the result, which may be outside of the image.
struct WindowAt {
  int32_t number, top, left;

  // `position` counts the positions of all images.
  LITE_CUDA_FUNCTION WindowAt(const ConvWindow& w, int32_t position) {
    number = position / w.out_area();
    const int32_t in_image = position - number * w.out_area();
    const int32_t row = in_image / w.out_width;
    top = row * w.stride_y - w.top;
    left = (in_image - row * w.out_width) * w.stride_x - w.left;
  }
  // Calls `add(pixel, tap)` for the taps that are in the image: the number of a pixel, and of a tap
  // in the filter.
  template <typename Add>
  LITE_CUDA_FUNCTION void ForEachTap(const ConvWindow& w, const Add& add) const {
    for (int32_t down = 0; down < w.kernel_height; ++down) {
      const int32_t y = top + down * w.dilation_y;
      for (int32_t right = 0; right < w.kernel_width; ++right) {
        const int32_t column = left + right * w.dilation_x;
        if (y < 0 || y >= w.in_height || column < 0 || column >= w.in_width) continue;
        add(y * w.in_width + column, down * w.kernel_width + right);
      }
    }
  }
};

// The pixels that a transposed convolution scatters to a position of its result.
struct ScatterAt {
  int32_t number, row, column;  // of the image; in the result with its padding

  // `position` counts the positions of all images.
  LITE_CUDA_FUNCTION ScatterAt(const ConvWindow& w, int32_t position) {
    number = position / w.out_area();
    const int32_t in_image = position - number * w.out_area();
    row = in_image / w.out_width + w.top;
    column = in_image % w.out_width + w.left;
  }
  // Calls `add(pixel, tap)` for the taps that come from a pixel of the image.
  template <typename Add>
  LITE_CUDA_FUNCTION void ForEachTap(const ConvWindow& w, const Add& add) const {
    for (int32_t tap = 0; tap < w.taps(); ++tap) {
      const int32_t down = row - tap / w.kernel_width * w.dilation_y;
      const int32_t right = column - tap % w.kernel_width * w.dilation_x;
      const int32_t y = down / w.stride_y;
      const int32_t at = right / w.stride_x;
      if (down < 0 || y * w.stride_y != down || y >= w.in_height) continue;
      if (right < 0 || at * w.stride_x != right || at >= w.in_width) continue;
      add(y * w.in_width + at, tap);
    }
  }
};

template <typename T>
struct ConvOperandsOf {
  const T* x;
  const T* filter;
  const T* bias;  // null if there is none
  T* out;
  ConvWindow w;
  EpilogueOf<T> epilogue;

  LITE_CUDA_FUNCTION float BiasOf(int32_t channel) const {
    return bias != nullptr ? Number(bias[channel]) : 0;
  }
};
using ConvOperands = ConvOperandsOf<float>;

// The convolution of a group as a product: a is the filter, and the columns of b are the windows of
// all positions of all images.
template <typename T, bool kChannelsLast>
struct WindowSource : ConvOperandsOf<T> {
  using ConvOperandsOf<T>::w;

  struct Column {
    const T* weights;  // of the group
    const T* image;    // its first channel of the group
    int32_t y, x;      // of the window's first tap, may be outside
  };

  LITE_CUDA_FUNCTION int32_t m() const { return w.out_per_group; }
  LITE_CUDA_FUNCTION int32_t n() const { return w.batch * w.out_area(); }
  LITE_CUDA_FUNCTION int32_t k() const { return w.in_per_group * w.taps(); }
  LITE_CUDA_FUNCTION int32_t matrices() const { return w.groups; }
  LITE_CUDA_FUNCTION const T* A(const Column& column, int32_t i, int32_t at) const {
    return column.weights + i * k() + at;
  }
  LITE_CUDA_FUNCTION Column ColumnOf(int32_t group, int32_t j) const {
    const int32_t number = j / w.out_area();
    const int32_t position = j - number * w.out_area();
    const int32_t row = position / w.out_width;
    const int32_t column = position - row * w.out_width;
    // Beyond the last column nothing is read.
    const int32_t first =
        number * w.in_channels * w.in_area() + group * w.in_per_group * ChannelStep();
    return {this->filter + group * m() * k(), j < n() ? this->x + first : this->x,
            row * w.stride_y - w.top, column * w.stride_x - w.left};
  }
  LITE_CUDA_FUNCTION void Finish(int32_t group, int32_t i, int32_t j, float sum) const {
    const int32_t channel = group * w.out_per_group + i;
    int32_t to = j * w.out_channels + channel;
    if constexpr (!kChannelsLast) {
      const int32_t number = j / w.out_area();
      to = (number * w.out_channels + channel) * w.out_area() + j % w.out_area();
    }
    Store(this->epilogue(sum + this->BiasOf(channel), to), this->out + to);
  }

 protected:
  LITE_CUDA_FUNCTION int32_t ChannelStep() const { return kChannelsLast ? 1 : w.in_area(); }
  // Null outside of the image.
  LITE_CUDA_FUNCTION const T* PixelOf(const Column& column, int32_t channel, int32_t down,
                                      int32_t right) const {
    const int32_t row = column.y + down * w.dilation_y;
    const int32_t at = column.x + right * w.dilation_x;
    const bool inside = row >= 0 && row < w.in_height && at >= 0 && at < w.in_width;
    const int32_t pixel = (row * w.in_width + at) * (kChannelsLast ? w.in_channels : 1);
    return inside ? column.image + channel * ChannelStep() + pixel : nullptr;
  }
};

// With the filter in OIHW, so that the depth is [inputs, taps].
template <typename T, bool kChannelsLast>
struct ConvSourceOf : WindowSource<T, kChannelsLast> {
  using typename WindowSource<T, kChannelsLast>::Column;
  static constexpr bool kWalks = false;
  static constexpr LoadOrder kOrderOfB = LoadOrder::kExtent;
  struct Place {};

  LITE_CUDA_FUNCTION static LoadOrder a_order() { return LoadOrder::kDepth; }
  LITE_CUDA_FUNCTION static LoadOrder b_order() { return LoadOrder::kExtent; }
  LITE_CUDA_FUNCTION const T* B(const Column& column, int32_t k, int32_t) const {
    const ConvWindow& w = this->w;
    const int32_t channel = k / w.taps();
    const int32_t tap = k - channel * w.taps();
    const int32_t down = tap / w.kernel_width;
    return this->PixelOf(column, channel, down, tap - down * w.kernel_width);
  }
};
using ConvSource = ConvSourceOf<float, false>;

// With an aligned filter in OHWI, so that the depth is [taps, inputs]. A tile of the product has
// one tap then: the number of inputs must be a multiple of its depth.
struct TapsSource : WindowSource<float, false> {
  static constexpr bool kWalks = true;
  static constexpr LoadOrder kOrderOfB = LoadOrder::kExtent;
  struct Place {
    int32_t channel, down, right;
  };

  LITE_CUDA_FUNCTION int32_t StepOfA() const { return k(); }
  LITE_CUDA_FUNCTION int32_t StepOfB() const { return w.in_area(); }
  LITE_CUDA_FUNCTION Place PlaceOf(const Column&, int32_t k, int32_t) const {
    const int32_t tap = k / w.in_per_group;
    const int32_t down = tap / w.kernel_width;
    return {k - tap * w.in_per_group, down, tap - down * w.kernel_width};
  }
  LITE_CUDA_FUNCTION void Advance(Place* place, int32_t k) const {
    place->channel += k;
    while (place->channel >= w.in_per_group) {
      place->channel -= w.in_per_group;
      if (++place->right == w.kernel_width) {
        place->right = 0;
        ++place->down;
      }
    }
  }
  LITE_CUDA_FUNCTION const float* AddressOf(const Column& column, const Place& place) const {
    return PixelOf(column, place.channel, place.down, place.right);
  }
  LITE_CUDA_FUNCTION const float* B(const Column& column, int32_t k, int32_t) const {
    return AddressOf(column, PlaceOf(column, k, 0));
  }
};

// A depthwise convolution with windows of kSize x kSize: a thread computes kWide neighbours of a
// row, whose windows overlap.
template <int kSize>
struct DepthwiseBody : ConvOperands {
  static constexpr int kWide = 4;
  // Elements of a row that the windows cover.
  template <int kStride>
  static constexpr int kCovered = (kWide - 1) * kStride + kSize;

  int64_t items() const {
    return int64_t{w.batch} * w.out_channels * w.out_height * ((w.out_width + kWide - 1) / kWide);
  }
  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t across = (w.out_width + kWide - 1) / kWide;
    const int32_t line = i / across;
    const int32_t first = (i - line * across) * kWide;
    const int32_t plane = line / w.out_height;
    const int32_t row = line - plane * w.out_height;
    const int32_t number = plane / w.out_channels;
    const int32_t channel = plane - number * w.out_channels;
    const int32_t input = number * w.in_channels + channel / w.out_per_group;
    const float* const image = x + input * w.in_area();
    const float* const weight = filter + channel * kSize * kSize;
    float sum[kWide] = {};
    if (w.stride_x == 1) {
      Sum<1>(image, weight, row * w.stride_y - w.top, first - w.left, sum);
    } else {
      Sum<2>(image, weight, row * w.stride_y - w.top, first * 2 - w.left, sum);
    }
    const float bias_of = BiasOf(channel);
    LITE_CUDA_UNROLL
    for (int n = 0; n < kWide; ++n) {
      const int32_t to = line * w.out_width + first + n;
      if (first + n < w.out_width) out[to] = epilogue(sum[n] + bias_of, to);
    }
  }

 private:
  template <int kStride>
  LITE_CUDA_FUNCTION void Sum(const float* image, const float* weight, int32_t top, int32_t left,
                              float* sum) const {
    LITE_CUDA_UNROLL
    for (int down = 0; down < kSize; ++down) {
      const int32_t y = top + down;
      const bool inside = y >= 0 && y < w.in_height;
      float pixels[kCovered<kStride>];
      LITE_CUDA_UNROLL
      for (int n = 0; n < kCovered<kStride>; ++n) {
        const int32_t column = left + n;
        pixels[n] =
            inside && column >= 0 && column < w.in_width ? image[y * w.in_width + column] : 0;
      }
      LITE_CUDA_UNROLL
      for (int right = 0; right < kSize; ++right) {
        LITE_CUDA_UNROLL
        for (int n = 0; n < kWide; ++n) {
          sum[n] += pixels[n * kStride + right] * weight[down * kSize + right];
        }
      }
    }
  }
};

// One element of the result: for groups of few channels, depthwise ones above all.
struct DirectConvBody : ConvOperands {
  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t position = i % w.out_area();
    const int32_t channel = i / w.out_area() % w.out_channels;
    const int32_t number = i / w.out_area() / w.out_channels;
    const int32_t top = position / w.out_width * w.stride_y - w.top;
    const int32_t left = position % w.out_width * w.stride_x - w.left;
    const int32_t first = number * w.in_channels + channel / w.out_per_group * w.in_per_group;
    const float* plane = x + first * w.in_area();
    const float* weight = filter + channel * w.in_per_group * w.taps();
    float sum = 0;
    for (int32_t c = 0; c < w.in_per_group; ++c, plane += w.in_area(), weight += w.taps()) {
      for (int32_t down = 0; down < w.kernel_height; ++down) {
        const int32_t y = top + down * w.dilation_y;
        if (y < 0 || y >= w.in_height) continue;
        for (int32_t right = 0; right < w.kernel_width; ++right) {
          const int32_t column = left + right * w.dilation_x;
          if (column < 0 || column >= w.in_width) continue;
          sum += plane[y * w.in_width + column] * weight[down * w.kernel_width + right];
        }
      }
    }
    out[i] = epilogue(sum + BiasOf(channel), i);
  }
};

// One element of a transposed convolution. The filter is [input channels, output channels per
// group, height, width].
struct ConvTransposeBody : ConvOperands {
  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const int32_t channel = i / w.out_area() % w.out_channels;
    const int32_t image = i / w.out_area() / w.out_channels;
    const ScatterAt at(w, image * w.out_area() + i % w.out_area());
    const int32_t first = channel / w.out_per_group * w.in_per_group;
    const float* const plane = x + (at.number * w.in_channels + first) * w.in_area();
    const float* const weights =
        filter + (first * w.out_per_group + channel % w.out_per_group) * w.taps();
    float sum = 0;
    at.ForEachTap(w, [&](int32_t pixel, int32_t tap) {
      for (int32_t c = 0; c < w.in_per_group; ++c) {
        sum += plane[c * w.in_area() + pixel] * weights[c * w.out_per_group * w.taps() + tap];
      }
    });
    out[i] = epilogue(sum + BiasOf(channel), i);
  }
};

}  // namespace paddle::lite::cuda
