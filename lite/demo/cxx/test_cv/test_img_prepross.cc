// Every operation of paddle_image_preprocess.h on one image, with its time. The results are written
// into a folder: convert, resize, rotate, flip and crop, .ppm or .pgm.
//
//   test_img_prepross IMAGE FOLDER SRC_FORMAT DST_FORMAT WIDTH HEIGHT [FLIP DEGREES]
//
// Formats are numbers of ImageFormat from 0 (RGBA) to 4 (GRAY); the image is converted to
// SRC_FORMAT first. FLIP is -1 (both), 0 (X) or 1 (Y), DEGREES 90, 180 or 270.

#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "../boxes.h"
#include "../image.h"
#include "paddle_image_preprocess.h"

using demo::Image;
using namespace paddle::lite::utils::cv;  // NOLINT

namespace {

int Channels(ImageFormat format) {
  return format == GRAY ? 1 : format == RGB || format == BGR ? 3 : 4;
}

ImageFormat FormatOf(const char* text) {
  char* end = NULL;
  const long number = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || number < RGBA || number > GRAY) {
    throw std::runtime_error(std::string(text) + " is not a format: expected 0 to 4");
  }
  return static_cast<ImageFormat>(number);
}

int SideOf(const char* text) {
  const int side = atoi(text);
  if (side < 1 || side > 16384) {
    throw std::runtime_error(std::string(text) + " is not a side: expected 1 to 16384");
  }
  return side;
}

typedef std::vector<uint8_t> Bytes;

Bytes Room(ImageFormat format, int width, int height) {
  return Bytes(static_cast<size_t>(width) * static_cast<size_t>(height) *
               static_cast<size_t>(Channels(format)));
}

// Writes an image of any format as PPM or PGM.
void Write(const Bytes& bytes, ImageFormat format, int width, int height, const std::string& path) {
  Image image;
  image.width = width;
  image.height = height;
  image.channels = format == GRAY ? 1 : 3;
  if (format == RGB || format == GRAY) {
    image.pixels = bytes;
  } else {
    image.pixels = Room(RGB, width, height);
    TransParam none = {height, width, height, width, X, 0};
    ImagePreprocess(format, RGB, none).imageConvert(bytes.data(), image.pixels.data());
  }
  demo::WritePpm(image, path + (format == GRAY ? ".pgm" : ".ppm"));
}

template <typename Body>
void Measure(const char* name, const Body& body) {
  const int kRepeats = 10;
  double best = 0, total = 0;
  for (int i = 0; i < kRepeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    body();
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - start;
    total += spent.count();
    best = i == 0 ? spent.count() : std::min(best, spent.count());
  }
  printf("%s: avg %f ms, min %f ms\n", name, total / kRepeats, best);
}

int Run(int argc, char** argv) {
  if (argc != 7 && argc != 9) {
    fprintf(stderr, "usage: %s IMAGE FOLDER SRC_FORMAT DST_FORMAT WIDTH HEIGHT [FLIP DEGREES]\n",
            argv[0]);
    return 1;
  }
  const Image image = demo::ReadImage(argv[1]);
  const std::string folder = std::string(argv[2]) + "/";
  const ImageFormat from = FormatOf(argv[3]), to = FormatOf(argv[4]);
  TransParam param = {image.height, image.width, SideOf(argv[6]), SideOf(argv[5]), X, 90};
  if (argc == 9) {
    const int flip = atoi(argv[7]), degrees = atoi(argv[8]);
    if (flip < -1 || flip > 1) throw std::runtime_error("FLIP: expected -1, 0 or 1");
    if (degrees != 90 && degrees != 180 && degrees != 270) {
      throw std::runtime_error("DEGREES: expected 90, 180 or 270");
    }
    param.flip_param = static_cast<FlipParam>(flip);
    param.rotate_param = static_cast<float>(degrees);
  }
  // The image in the source format.
  Bytes source = Room(from, image.width, image.height);
  const ImageFormat read = image.channels == 1 ? GRAY : RGB;
  ImagePreprocess(read, from, param).imageConvert(image.pixels.data(), source.data());

  const ImagePreprocess process(from, to, param);
  Bytes converted = Room(to, image.width, image.height);
  Measure("convert", [&]() { process.imageConvert(source.data(), converted.data()); });
  Write(converted, to, image.width, image.height, folder + "convert");

  Bytes resized = Room(to, param.ow, param.oh);
  Measure("resize", [&]() { process.imageResize(converted.data(), resized.data()); });
  Write(resized, to, param.ow, param.oh, folder + "resize");

  Bytes rotated = Room(to, param.ow, param.oh);
  Measure("rotate", [&]() { process.imageRotate(resized.data(), rotated.data()); });
  const bool upright = param.rotate_param == 180;
  Write(rotated, to, upright ? param.ow : param.oh, upright ? param.oh : param.ow,
        folder + "rotate");

  Bytes flipped = Room(to, param.ow, param.oh);
  Measure("flip", [&]() { process.imageFlip(resized.data(), flipped.data()); });
  Write(flipped, to, param.ow, param.oh, folder + "flip");

  const int width = (param.ow + 1) / 2, height = (param.oh + 1) / 2;
  Bytes cropped = Room(to, width, height);
  Measure("crop", [&]() {
    process.imageCrop(resized.data(), cropped.data(), to, param.ow, param.oh, 0, 0, width, height);
  });
  Write(cropped, to, width, height, folder + "crop");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc, argv);
  } catch (const std::exception& error) {
    fprintf(stderr, "test_img_prepross: %s\n", error.what());
    return 1;
  }
}
