// Images of the demos: binary PGM or PPM files (P5, P6), which every image tool can write; PNG,
// JPEG and BMP files if the stb headers (Debian: libstb-dev), and WebP files if libwebp (Debian:
// libwebp-dev) is installed where a demo is built.
#pragma once

#include <ctype.h>
#include <stdint.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#ifdef DEMO_STB_IMAGE
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#include DEMO_STB_IMAGE
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif

#ifdef DEMO_WEBP
#include <webp/decode.h>
#endif

namespace demo {

const int kMaxSide = 32767;

struct Image {
  int width;
  int height;
  int channels;  // 1: grey, 3: red, green, blue, interleaved
  std::vector<unsigned char> pixels;
};

inline std::string ReadFile(const std::string& path) {
  std::ifstream file(path.c_str(), std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path);
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

// The next number of a PGM/PPM header; comments run from # to the end of the line.
inline int NextNumber(const std::string& bytes, size_t* at) {
  while (*at < bytes.size() &&
         (isspace(static_cast<unsigned char>(bytes[*at])) || bytes[*at] == '#')) {
    if (bytes[*at] == '#') {
      while (*at < bytes.size() && bytes[*at] != '\n') ++*at;
    } else {
      ++*at;
    }
  }
  int value = 0;
  size_t digits = 0;
  for (; *at < bytes.size() && isdigit(static_cast<unsigned char>(bytes[*at])) && digits < 6;
       ++*at, ++digits) {
    value = value * 10 + (bytes[*at] - '0');
  }
  return digits == 0 ? -1 : value;
}

// Throws unless an image of this size is read.
inline void CheckSize(const std::string& path, int width, int height) {
  const int kMaxPixels = 1 << 26;
  if (width <= 0 || height <= 0 || width > kMaxSide || height > kMaxSide ||
      width > kMaxPixels / height) {
    throw std::runtime_error(path + " is empty or too large");
  }
}

// An image of `stored` channels, of which an even number ends with the opacity: transparent pixels
// are laid on white.
inline Image OnWhite(const unsigned char* pixels, int width, int height, int stored) {
  Image image;
  image.width = width;
  image.height = height;
  image.channels = stored < 3 ? 1 : 3;
  const size_t count = static_cast<size_t>(width) * static_cast<size_t>(height);
  image.pixels.reserve(count * static_cast<size_t>(image.channels));
  for (size_t i = 0; i < count; ++i) {
    const unsigned char* pixel = pixels + i * static_cast<size_t>(stored);
    const int opacity = stored == image.channels ? 255 : pixel[image.channels];
    for (int c = 0; c < image.channels; ++c) {
      image.pixels.push_back(
          static_cast<unsigned char>((pixel[c] * opacity + 255 * (255 - opacity) + 127) / 255));
    }
  }
  return image;
}

inline bool IsWebP(const std::string& bytes) {
  return bytes.size() >= 12 && bytes.compare(0, 4, "RIFF") == 0 && bytes.compare(8, 4, "WEBP") == 0;
}

inline Image DecodeWebP(const std::string& bytes, const std::string& path) {
#ifdef DEMO_WEBP
  const uint8_t* data = reinterpret_cast<const uint8_t*>(bytes.data());
  int width = 0, height = 0;
  if (!WebPGetInfo(data, bytes.size(), &width, &height)) {
    throw std::runtime_error(path + " is damaged: it has no header of a WebP image");
  }
  CheckSize(path, width, height);
  const int kStored = 4;
  std::vector<uint8_t> pixels(static_cast<size_t>(width) * static_cast<size_t>(height) * kStored);
  if (WebPDecodeRGBAInto(data, bytes.size(), pixels.data(), pixels.size(), width * kStored) ==
      NULL) {
    throw std::runtime_error(path + " is damaged, or an animation");
  }
  return OnWhite(pixels.data(), width, height, kStored);
#else
  throw std::runtime_error(path +
                           " is a WebP image, and this demo was built without libwebp "
                           "(Debian: libwebp-dev)");
#endif
}

#ifdef DEMO_STB_IMAGE
// Colours with 16 bits are reduced to 8, CMYK is converted.
inline Image DecodeImage(const std::string& bytes, const std::string& path) {
  const stbi_uc* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const int size = static_cast<int>(bytes.size());
  int width = 0, height = 0, channels = 0;
  if (bytes.size() > 0x7fffffffu ||
      !stbi_info_from_memory(data, size, &width, &height, &channels)) {
    throw std::runtime_error(path + " is not a PGM, PPM, PNG, JPEG, BMP or WebP image");
  }
  CheckSize(path, width, height);
  const int stored = channels;
  stbi_uc* pixels = stbi_load_from_memory(data, size, &width, &height, &channels, stored);
  if (pixels == NULL) {
    throw std::runtime_error(path + " is damaged: " + stbi_failure_reason());
  }
  Image image;
  try {
    image = OnWhite(pixels, width, height, stored);
  } catch (...) {
    stbi_image_free(pixels);
    throw;
  }
  stbi_image_free(pixels);
  return image;
}
#endif

inline Image ReadImage(const std::string& path) {
  const std::string bytes = ReadFile(path);
  if (IsWebP(bytes)) return DecodeWebP(bytes, path);
  if (bytes.size() < 2 || bytes[0] != 'P' || (bytes[1] != '5' && bytes[1] != '6')) {
#ifdef DEMO_STB_IMAGE
    return DecodeImage(bytes, path);
#else
    throw std::runtime_error(path +
                             " is not a binary PGM or PPM image, and this demo was built without "
                             "the stb headers (Debian: libstb-dev), which read others");
#endif
  }
  Image image;
  image.channels = bytes[1] == '5' ? 1 : 3;
  size_t at = 2;
  image.width = NextNumber(bytes, &at);
  image.height = NextNumber(bytes, &at);
  const int largest = NextNumber(bytes, &at);
  ++at;  // one blank ends the header
  const size_t size = static_cast<size_t>(image.width) * static_cast<size_t>(image.height) *
                      static_cast<size_t>(image.channels);
  if (image.width <= 0 || image.height <= 0 || image.width > kMaxSide || image.height > kMaxSide ||
      largest != 255 || bytes.size() < at || bytes.size() - at < size) {
    throw std::runtime_error(path + " is damaged, too large, or has more than 8 bits for a colour");
  }
  image.pixels.assign(bytes.begin() + static_cast<long>(at),
                      bytes.begin() + static_cast<long>(at + size));
  return image;
}

// Bilinear, pixel centres aligned.
inline float Sample(const Image& image, float y, float x, int channel) {
  y = std::min(std::max(y, 0.0f), static_cast<float>(image.height - 1));
  x = std::min(std::max(x, 0.0f), static_cast<float>(image.width - 1));
  const int y0 = static_cast<int>(y), x0 = static_cast<int>(x);
  const int y1 = std::min(y0 + 1, image.height - 1), x1 = std::min(x0 + 1, image.width - 1);
  const float fy = y - static_cast<float>(y0), fx = x - static_cast<float>(x0);
  const unsigned char* p = image.pixels.data();
  const int c = image.channels;
  const float top = p[(y0 * image.width + x0) * c + channel] * (1 - fx) +
                    p[(y0 * image.width + x1) * c + channel] * fx;
  const float low = p[(y1 * image.width + x0) * c + channel] * (1 - fx) +
                    p[(y1 * image.width + x1) * c + channel] * fx;
  return top * (1 - fy) + low * fy;
}

// Samples `image` at pixel (x, y) of an image of `width` x `height`.
inline float SampleScaled(const Image& image, int height, int width, int y, int x, int channel) {
  const float from_y = (static_cast<float>(y) + 0.5f) * static_cast<float>(image.height) /
                           static_cast<float>(height) -
                       0.5f;
  const float from_x =
      (static_cast<float>(x) + 0.5f) * static_cast<float>(image.width) / static_cast<float>(width) -
      0.5f;
  return Sample(image, from_y, from_x, image.channels == 3 ? channel : 0);
}

}  // namespace demo
