// Images in memory and in files, and drawing.
#pragma once

#include <stddef.h>

#include <string>
#include <vector>

namespace ocr {

// Limits of an image that is read: its sides, and its pixels (100 million need 300 MB).
const int kMaxSide = 32767;
const int kMaxPixels = 100 * 1000 * 1000;

// Blue, green, red, interleaved: the order that the networks were trained with.
struct Image {
  Image() : width(0), height(0) {}
  Image(int w, int h)
      : width(w), height(h), pixels(static_cast<size_t>(w) * static_cast<size_t>(h) * 3) {}

  unsigned char* At(int x, int y) { return pixels.data() + Offset(x, y); }
  const unsigned char* At(int x, int y) const { return pixels.data() + Offset(x, y); }
  size_t Offset(int x, int y) const {
    return (static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)) * 3;
  }

  int width;
  int height;
  std::vector<unsigned char> pixels;
};

struct Point {
  Point() : x(0), y(0) {}
  Point(float px, float py) : x(px), y(py) {}
  float x;
  float y;
};

// Reads PNG, JPEG, BMP, PGM and PPM, and WebP if built with libwebp. Photographs marked as rotated
// or mirrored are restored to upright; transparent pixels become white. False, with the reason, if
// the image cannot be read.
bool ReadImage(const std::string& path, Image* image, std::string* error);

// The same from bytes in memory; `name` is for the message.
bool DecodeImage(const unsigned char* bytes, size_t size, const std::string& name, Image* image,
                 std::string* error);

// The orientation in the Exif block of a JPEG file: 1 (unchanged) to 8.
int JpegOrientation(const unsigned char* bytes, size_t size);

// Writes PNG, JPEG, BMP or PPM, depending on the file name extension.
bool WriteImage(const std::string& path, const Image& image, std::string* error);
bool CanWriteImage(const std::string& path);

struct Colour {
  unsigned char blue, green, red;
};

// A closed outline, two pixels wide or more in large images.
void DrawOutline(const Point* corners, int count, const Colour& colour, Image* image);

// Digits, '.', '#' and blanks on a filled label whose lower left corner is (x, y); it is moved so
// that it is inside the image. Other characters are left blank.
void DrawLabel(const std::string& text, int x, int y, const Colour& colour, Image* image);

}  // namespace ocr
