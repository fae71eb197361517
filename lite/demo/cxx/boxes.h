// Boxes that the detection demos find, and the images that they draw them into.
#pragma once

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <string>

#include "image.h"

namespace demo {

struct Box {
  int x, y, width, height;  // in pixels of the image; empty without width or height
};

// A NaN, which no comparison is true for, becomes 0.
inline int Clamped(float value, int most) {
  return value > 0 ? static_cast<int>(std::min(value, static_cast<float>(most))) : 0;
}

// The part of a box that is inside of the image.
inline Box BoxOf(float left, float top, float right, float bottom, const Image& image) {
  Box box;
  box.x = Clamped(left, image.width);
  box.y = Clamped(top, image.height);
  box.width = Clamped(right, image.width) - box.x;
  box.height = Clamped(bottom, image.height) - box.y;
  return box;
}

inline void DrawBox(const Box& box, Image* image) {
  const int kLine = 2;
  for (int y = box.y; y < box.y + box.height; ++y) {
    for (int x = box.x; x < box.x + box.width; ++x) {
      if (x - box.x >= kLine && y - box.y >= kLine && box.x + box.width - x > kLine &&
          box.y + box.height - y > kLine) {
        continue;
      }
      unsigned char* pixel = &image->pixels[static_cast<size_t>(y * image->width + x) * 3];
      pixel[0] = 220;
      pixel[1] = pixel[2] = 40;
    }
  }
}

// PPM for 3 channels, PGM for 1.
inline void WritePpm(const Image& image, const std::string& path) {
  std::ofstream file(path.c_str(), std::ios::binary);
  file << (image.channels == 3 ? "P6" : "P5") << "\n"
       << image.width << " " << image.height << "\n255\n";
  file.write(reinterpret_cast<const char*>(image.pixels.data()),
             static_cast<std::streamsize>(image.pixels.size()));
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

}  // namespace demo
