#include "image.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "file.h"

#ifdef DEMO_WEBP
#include <webp/decode.h>
#endif

#ifdef OCR_WITH_OPENCV
#include <opencv2/imgcodecs.hpp>
#endif

#define STBI_NO_STDIO
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>

namespace ocr {
namespace {

// Undoes the eight orientations of a camera.
Image Upright(const Image& source, int orientation) {
  const bool swaps = orientation >= 5;
  Image result(swaps ? source.height : source.width, swaps ? source.width : source.height);
  for (int y = 0; y < result.height; ++y) {
    for (int x = 0; x < result.width; ++x) {
      int from_x = swaps ? y : x;
      int from_y = swaps ? x : y;
      if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8) {
        from_x = source.width - 1 - from_x;
      }
      if (orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7) {
        from_y = source.height - 1 - from_y;
      }
      memcpy(result.At(x, y), source.At(from_x, from_y), 3);
    }
  }
  return result;
}

void SwapRedAndBlue(std::vector<unsigned char>* pixels) {
  for (size_t i = 0; i + 2 < pixels->size(); i += 3) std::swap((*pixels)[i], (*pixels)[i + 2]);
}

std::string LowerEnding(const std::string& path) {
  const size_t dot = path.rfind('.');
  std::string ending = dot == std::string::npos ? "" : path.substr(dot + 1);
  for (size_t i = 0; i < ending.size(); ++i) {
    if (ending[i] >= 'A' && ending[i] <= 'Z') ending[i] = static_cast<char>(ending[i] - 'A' + 'a');
  }
  return ending;
}

void AppendBytes(void* target, void* data, int size) {
  std::vector<unsigned char>* bytes = static_cast<std::vector<unsigned char>*>(target);
  const unsigned char* begin = static_cast<const unsigned char*>(data);
  bytes->insert(bytes->end(), begin, begin + size);
}

bool IsBlank(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The start of the pixels of a PGM or PPM file, after three numbers, separated by blanks and
// comments, and one blank.
size_t PnmHeaderSize(const unsigned char* bytes, size_t size) {
  size_t at = 2;
  for (int i = 0; i < 3; ++i) {
    while (at < size && (IsBlank(bytes[at]) || bytes[at] == '#')) {
      if (bytes[at] == '#') {
        while (at < size && bytes[at] != '\n' && bytes[at] != '\r') ++at;
      } else {
        ++at;
      }
    }
    while (at < size && !IsBlank(bytes[at]) && bytes[at] != '#') ++at;
  }
  return at + 1;
}

// Whether a PGM or PPM file has all its pixels, which the decoder does not check.
bool PnmIsWhole(const unsigned char* bytes, size_t size, size_t values) {
  const size_t header = PnmHeaderSize(bytes, size);
  const size_t value_size = stbi_is_16_bit_from_memory(bytes, static_cast<int>(size)) ? 2 : 1;
  return size >= header && (size - header) / value_size >= values;
}

// Whether a PNG file contains transparency: as a channel, or in the chunk tRNS, which precedes the
// pixels.
bool PngHasAlpha(const unsigned char* bytes, size_t size) {
  if (size < 26 || memcmp(bytes, "\x89PNG", 4) != 0) return false;
  if ((bytes[25] & 4) != 0) return true;
  for (size_t at = 8; at <= size && size - at >= 12;) {
    if (memcmp(bytes + at + 4, "tRNS", 4) == 0) return true;
    if (memcmp(bytes + at + 4, "IDAT", 4) == 0) return false;
    size_t length = 0;
    for (size_t i = 0; i < 4; ++i) length = length * 256 + bytes[at + i];
    if (length > size - at - 12) return false;
    at += 12 + length;
  }
  return false;
}

// Converts four channels to three, with transparent pixels blended onto white.
void BlendOnWhite(const unsigned char* from, unsigned char* to, size_t pixels) {
  for (size_t i = 0; i < pixels; ++i) {
    const unsigned alpha = from[4 * i + 3];
    for (size_t c = 0; c < 3; ++c) {
      const unsigned value = from[4 * i + c] * alpha + 255 * (255 - alpha);
      to[3 * i + c] = static_cast<unsigned char>((value + 127) / 255);
    }
  }
}

// A number of `count` bytes of a TIFF block; 0 beyond its end.
unsigned Number(const unsigned char* block, size_t size, size_t at, int count, bool little) {
  unsigned value = 0;
  if (at > size || size - at < static_cast<size_t>(count)) return 0;
  for (int i = 0; i < count; ++i) {
    const unsigned byte = block[at + static_cast<size_t>(i)];
    value |= byte << (8 * (little ? i : count - 1 - i));
  }
  return value;
}

// Tag 0x0112 of the first directory of a TIFF block.
int TiffOrientation(const unsigned char* block, size_t size) {
  if (size < 8) return 1;
  const bool little = block[0] == 'I';
  const size_t directory = Number(block, size, 4, 4, little);
  const unsigned entries = Number(block, size, directory, 2, little);
  for (unsigned i = 0; i < entries; ++i) {
    const size_t entry = directory + 2 + static_cast<size_t>(i) * 12;
    if (Number(block, size, entry, 2, little) != 0x0112) continue;
    const unsigned value = Number(block, size, entry + 8, 2, little);
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
  }
  return 1;
}

// Seven rows of five pixels, the leftmost in bit 4.
const unsigned char* Glyph(char c) {
  static const unsigned char kDigits[10][7] = {
      {14, 17, 19, 21, 25, 17, 14}, {4, 12, 4, 4, 4, 4, 14},  {14, 17, 1, 6, 8, 16, 31},
      {31, 2, 4, 2, 1, 17, 14},     {2, 6, 10, 18, 31, 2, 2}, {31, 16, 30, 1, 1, 17, 14},
      {6, 8, 16, 30, 17, 17, 14},   {31, 1, 2, 4, 8, 8, 8},   {14, 17, 17, 14, 17, 17, 14},
      {14, 17, 17, 15, 1, 2, 12}};
  static const unsigned char kDot[7] = {0, 0, 0, 0, 0, 12, 12};
  static const unsigned char kHash[7] = {10, 10, 31, 10, 31, 10, 10};
  static const unsigned char kBlank[7] = {0, 0, 0, 0, 0, 0, 0};
  if (c >= '0' && c <= '9') return kDigits[c - '0'];
  if (c == '.') return kDot;
  if (c == '#') return kHash;
  return kBlank;
}

void FillRectangle(int x0, int y0, int x1, int y1, const Colour& colour, Image* image) {
  for (int y = std::max(0, y0); y < std::min(y1, image->height); ++y) {
    for (int x = std::max(0, x0); x < std::min(x1, image->width); ++x) {
      unsigned char* pixel = image->At(x, y);
      pixel[0] = colour.blue;
      pixel[1] = colour.green;
      pixel[2] = colour.red;
    }
  }
}

// Whether an image of this size is within the limits.
bool FitsLimits(const std::string& name, int width, int height, std::string* error) {
  if (width >= 1 && height >= 1 && width <= kMaxSide && height <= kMaxSide &&
      width <= kMaxPixels / height) {
    return true;
  }
  *error = name + " has " + std::to_string(width) + " x " + std::to_string(height) +
           " pixels; at most " + std::to_string(kMaxSide) + " on a side and " +
           std::to_string(kMaxPixels / 1000000) + " million in all are read";
  return false;
}

#ifdef OCR_WITH_OPENCV
// Reads a file that stb cannot read; on failure, extends `error`.
bool ReadWithOpenCv(const std::string& path, Image* image, std::string* error) {
  cv::Mat read;
  try {
    read = cv::imread(path, cv::IMREAD_COLOR);
  } catch (const cv::Exception&) {
    *error = path + " is damaged, or larger than OpenCV reads";
    return false;
  }
  if (read.empty()) {
    *error += ", and none that OpenCV reads";
    return false;
  }
  if (!FitsLimits(path, read.cols, read.rows, error)) return false;
  *image = Image(read.cols, read.rows);
  for (int y = 0; y < read.rows; ++y) {
    memcpy(image->At(0, y), read.ptr(y), static_cast<size_t>(read.cols) * 3);
  }
  return true;
}
#endif

// The scale of lines and labels relative to a small image.
int DrawingScale(const Image& image) { return 1 + std::max(image.width, image.height) / 1500; }

bool IsWebP(const unsigned char* bytes, size_t size) {
  return size >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0;
}

bool DecodeWebP(const unsigned char* bytes, size_t size, const std::string& name, Image* image,
                std::string* error) {
#ifdef DEMO_WEBP
  int width = 0, height = 0;
  if (!WebPGetInfo(bytes, size, &width, &height)) {
    *error = name + " is damaged (no header of a WebP image)";
    return false;
  }
  if (!FitsLimits(name, width, height, error)) return false;
  const size_t kStored = 4;
  std::vector<unsigned char> decoded(static_cast<size_t>(width) * static_cast<size_t>(height) *
                                     kStored);
  if (WebPDecodeBGRAInto(bytes, size, decoded.data(), decoded.size(),
                         width * static_cast<int>(kStored)) == NULL) {
    *error = name + " is damaged, or an animation";
    return false;
  }
  *image = Image(width, height);
  BlendOnWhite(decoded.data(), image->pixels.data(), image->pixels.size() / 3);
  return true;
#else
  (void)bytes;
  (void)size;
  (void)image;
  *error = name + " is a WebP image, and this program was built without libwebp";
  return false;
#endif
}

}  // namespace

int JpegOrientation(const unsigned char* bytes, size_t size) {
  if (size < 4 || bytes[0] != 0xff || bytes[1] != 0xd8) return 1;
  size_t at = 2;
  while (size - at >= 4 && bytes[at] == 0xff && bytes[at + 1] != 0xda) {
    const size_t length = static_cast<size_t>(bytes[at + 2]) * 256 + bytes[at + 3];
    if (length < 2 || size - at - 2 < length) return 1;
    if (bytes[at + 1] == 0xe1 && length >= 8 && memcmp(bytes + at + 4, "Exif\0", 6) == 0) {
      return TiffOrientation(bytes + at + 10, length - 8);
    }
    at += 2 + length;
  }
  return 1;
}

bool DecodeImage(const unsigned char* bytes, size_t size, const std::string& name, Image* image,
                 std::string* error) {
  if (size == 0 || size > 0x7fffffff) {
    *error = name + (size == 0 ? " is empty" : " is larger than 2 GB");
    return false;
  }
  if (IsWebP(bytes, size)) return DecodeWebP(bytes, size, name, image, error);
  int width = 0, height = 0, channels = 0;
  const int length = static_cast<int>(size);
  if (!stbi_info_from_memory(bytes, length, &width, &height, &channels)) {
    *error =
        name + " is not a PNG, JPEG, BMP, PGM, PPM or WebP image (" + stbi_failure_reason() + ")";
    return false;
  }
  if (!FitsLimits(name, width, height, error)) return false;
  const size_t values =
      static_cast<size_t>(width) * static_cast<size_t>(height) * static_cast<size_t>(channels);
  if (bytes[0] == 'P' && !PnmIsWhole(bytes, size, values)) {
    *error = name + " is damaged (pixels are missing)";
    return false;
  }
  const bool alpha = PngHasAlpha(bytes, size);
  unsigned char* decoded =
      stbi_load_from_memory(bytes, length, &width, &height, &channels, alpha ? 4 : 3);
  if (decoded == NULL) {
    *error = name + " is damaged (" + stbi_failure_reason() + ")";
    return false;
  }
  Image result(width, height);
  if (alpha) {
    BlendOnWhite(decoded, result.pixels.data(), result.pixels.size() / 3);
  } else {
    memcpy(result.pixels.data(), decoded, result.pixels.size());
  }
  stbi_image_free(decoded);
  SwapRedAndBlue(&result.pixels);
  const int orientation = JpegOrientation(bytes, size);
  *image = orientation == 1 ? result : Upright(result, orientation);
  return true;
}

bool ReadImage(const std::string& path, Image* image, std::string* error) {
  std::string bytes, reason;
  if (!ReadFile(path, &bytes, &reason)) {
    *error = "cannot read " + path + ": " + reason;
    return false;
  }
  if (DecodeImage(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), path, image,
                  error)) {
    return true;
  }
#ifdef OCR_WITH_OPENCV
  return ReadWithOpenCv(path, image, error);
#else
  return false;
#endif
}

bool CanWriteImage(const std::string& path) {
  const std::string ending = LowerEnding(path);
  return ending == "png" || ending == "jpg" || ending == "jpeg" || ending == "bmp" ||
         ending == "ppm";
}

bool WriteImage(const std::string& path, const Image& image, std::string* error) {
  const std::string ending = LowerEnding(path);
  std::vector<unsigned char> pixels = image.pixels;
  SwapRedAndBlue(&pixels);
  std::vector<unsigned char> bytes;
  int done = 0;
  if (ending == "png") {
    done = stbi_write_png_to_func(AppendBytes, &bytes, image.width, image.height, 3, pixels.data(),
                                  image.width * 3);
  } else if (ending == "jpg" || ending == "jpeg") {
    done = stbi_write_jpg_to_func(AppendBytes, &bytes, image.width, image.height, 3, pixels.data(),
                                  92);
  } else if (ending == "bmp") {
    done = stbi_write_bmp_to_func(AppendBytes, &bytes, image.width, image.height, 3, pixels.data());
  } else if (ending == "ppm") {
    const std::string header =
        "P6\n" + std::to_string(image.width) + " " + std::to_string(image.height) + "\n255\n";
    bytes.assign(header.begin(), header.end());
    bytes.insert(bytes.end(), pixels.begin(), pixels.end());
    done = 1;
  } else {
    *error = path + ": an image is written as .png, .jpg, .bmp or .ppm";
    return false;
  }
  std::ofstream file(path.c_str(), std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (done == 0 || !file) {
    *error = "cannot write " + path;
    return false;
  }
  return true;
}

void DrawOutline(const Point* corners, int count, const Colour& colour, Image* image) {
  const int thickness = 2 * DrawingScale(*image);
  for (int i = 0; i < count; ++i) {
    const Point& from = corners[i];
    const Point& to = corners[(i + 1) % count];
    const float length = std::max(fabsf(to.x - from.x), fabsf(to.y - from.y));
    const int steps = std::max(1, static_cast<int>(length));
    for (int s = 0; s <= steps; ++s) {
      const float part = static_cast<float>(s) / static_cast<float>(steps);
      const int x = static_cast<int>(lroundf(from.x + (to.x - from.x) * part));
      const int y = static_cast<int>(lroundf(from.y + (to.y - from.y) * part));
      FillRectangle(x - thickness / 2, y - thickness / 2, x - thickness / 2 + thickness,
                    y - thickness / 2 + thickness, colour, image);
    }
  }
}

void DrawLabel(const std::string& text, int x, int y, const Colour& colour, Image* image) {
  const int scale = DrawingScale(*image);
  const int width = scale * (6 * static_cast<int>(text.size()) + 1);
  const int height = scale * 9;
  x = std::max(0, std::min(x, image->width - width));
  const int top = std::max(0, std::min(y, image->height) - height);
  FillRectangle(x, top, x + width, top + height, colour, image);
  const Colour white = {255, 255, 255};
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char* rows = Glyph(text[i]);
    for (int row = 0; row < 7; ++row) {
      for (int column = 0; column < 5; ++column) {
        if ((rows[row] >> (4 - column) & 1) == 0) continue;
        const int left = x + scale * (6 * static_cast<int>(i) + 1 + column);
        const int upper = top + scale * (1 + row);
        FillRectangle(left, upper, left + scale, upper + scale, white, image);
      }
    }
  }
}

}  // namespace ocr
