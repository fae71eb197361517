#include "tests/support/window_sums.h"

namespace paddle::lite::test {
namespace {

std::vector<double> Doubles(const TestTensor& tensor) {
  const int64_t count = tensor.numel();
  std::vector<double> values(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) values[static_cast<size_t>(i)] = tensor.At(i);
  return values;
}

// Steps between the elements of an image.
struct ImageSteps {
  ImageSteps(int64_t channels, int64_t height, int64_t width, bool channels_last)
      : image(channels * height * width),
        channel(channels_last ? 1 : height * width),
        row(channels_last ? width * channels : width),
        pixel(channels_last ? channels : 1) {}
  int64_t image, channel, row, pixel;
};

// What both directions read, and where.
struct Operands {
  Operands(const WindowSums& sums, const TestTensor& input, const TestTensor& filter)
      : pixels(Doubles(input)),
        weights(Doubles(filter)),
        in(sums.in_channels, sums.y.in, sums.x.in, sums.channels_last),
        out(sums.out_channels, sums.y.out, sums.x.out, sums.channels_last) {}
  std::vector<double> pixels, weights;
  ImageSteps in, out;
};

}  // namespace

std::vector<double> ConvolutionSums(const WindowSums& sums, const TestTensor& input,
                                    const TestTensor& filter) {
  const auto& [pixels, weights, in, out] = Operands(sums, input, filter);
  const WindowAxis& y = sums.y;
  const WindowAxis& x = sums.x;
  const int64_t depth = sums.in_channels / sums.groups;
  const int64_t taps = y.kernel * x.kernel;
  std::vector<double> results(static_cast<size_t>(sums.batch * out.image));
  for (int64_t n = 0; n < sums.batch; ++n) {
    for (int64_t o = 0; o < sums.out_channels; ++o) {
      const int64_t first = o / (sums.out_channels / sums.groups) * depth;
      const double* channels = pixels.data() + n * in.image + first * in.channel;
      for (int64_t oy = 0; oy < y.out; ++oy) {
        for (int64_t ox = 0; ox < x.out; ++ox) {
          double sum = 0;
          for (int64_t i = 0; i < depth; ++i) {
            const double* tap = weights.data() + (o * depth + i) * taps;
            for (int64_t ky = 0; ky < y.kernel; ++ky, tap += x.kernel) {
              const int64_t iy = oy * y.stride - y.before + ky * y.dilation;
              if (iy < 0 || iy >= y.in) continue;
              for (int64_t kx = 0; kx < x.kernel; ++kx) {
                const int64_t ix = ox * x.stride - x.before + kx * x.dilation;
                if (ix < 0 || ix >= x.in) continue;
                sum += channels[i * in.channel + iy * in.row + ix * in.pixel] * tap[kx];
              }
            }
          }
          const int64_t at = n * out.image + o * out.channel + oy * out.row + ox * out.pixel;
          results[static_cast<size_t>(at)] = sum;
        }
      }
    }
  }
  return results;
}

std::vector<double> TransposedConvolutionSums(const WindowSums& sums, const TestTensor& input,
                                              const TestTensor& filter) {
  const auto& [pixels, weights, in, out] = Operands(sums, input, filter);
  const WindowAxis& y = sums.y;
  const WindowAxis& x = sums.x;
  const int64_t depth = sums.out_channels / sums.groups;
  const int64_t taps = y.kernel * x.kernel;
  std::vector<double> results(static_cast<size_t>(sums.batch * out.image), 0.0);
  for (int64_t n = 0; n < sums.batch; ++n) {
    for (int64_t i = 0; i < sums.in_channels; ++i) {
      for (int64_t o = 0; o < depth; ++o) {
        const int64_t channel = i / (sums.in_channels / sums.groups) * depth + o;
        double* result = results.data() + n * out.image + channel * out.channel;
        for (int64_t iy = 0; iy < y.in; ++iy) {
          for (int64_t ix = 0; ix < x.in; ++ix) {
            const double value = pixels[static_cast<size_t>(n * in.image + i * in.channel +
                                                            iy * in.row + ix * in.pixel)];
            const double* tap = weights.data() + (i * depth + o) * taps;
            for (int64_t ky = 0; ky < y.kernel; ++ky, tap += x.kernel) {
              const int64_t oy = iy * y.stride - y.before + ky * y.dilation;
              if (oy < 0 || oy >= y.out) continue;
              for (int64_t kx = 0; kx < x.kernel; ++kx) {
                const int64_t ox = ix * x.stride - x.before + kx * x.dilation;
                if (ox < 0 || ox >= x.out) continue;
                result[oy * out.row + ox * out.pixel] += value * tap[kx];
              }
            }
          }
        }
      }
    }
  }
  return results;
}

}  // namespace paddle::lite::test
