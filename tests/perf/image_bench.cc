// Image preprocessing on an image of 1920 x 1080 pixels.
//
//   image_bench                  the minimum of nine calls of each operation, in ms
//   image_bench OPERATION RUNS   RUNS calls of one, to count its instructions
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#include "lite/api/paddle_api.h"
#include "lite/api/paddle_image_preprocess.h"
#include "lite/core/tensor.h"
#include "tests/support/run_program.h"

namespace paddle::lite {
namespace {

using namespace utils::cv;  // NOLINT: the names of formats

constexpr int kWidth = 1920;
constexpr int kHeight = 1080;

struct Operation {
  const char* name;
  std::function<void()> call;
};

double Milliseconds(const std::function<void()>& call) {
  const auto begin = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

int Main(int argc, char** argv) {
  constexpr size_t kBytes = size_t{4} * kWidth * kHeight;
  std::vector<uint8_t> from(kBytes);
  std::vector<uint8_t> to(kBytes);
  for (size_t i = 0; i < kBytes; ++i) from[i] = static_cast<uint8_t>((i * 2654435761u) >> 13);
  float means[] = {100, 110, 120};
  float scales[] = {0.1f, 0.2f, 0.3f};
  lite::Tensor tensor;
  tensor.Resize(*DDim::FromVector({1, 3, kHeight, kWidth}));
  lite_api::Tensor handle(&tensor);
  ImagePreprocess cv;
  const auto convert = [&](ImageFormat a, ImageFormat b) {
    return [&, a, b] { cv.imageConvert(from.data(), to.data(), a, b, kWidth, kHeight); };
  };
  const auto resize = [&](ImageFormat format, int width, int height) {
    return [&, format, width, height] {
      cv.imageResize(from.data(), to.data(), format, kWidth, kHeight, width, height);
    };
  };
  const auto rotate = [&](ImageFormat format, float degrees) {
    return [&, format, degrees] {
      cv.imageRotate(from.data(), to.data(), format, kWidth, kHeight, degrees);
    };
  };
  const auto to_tensor = [&](LayoutType layout) {
    return [&, layout] {
      cv.image2Tensor(from.data(), &handle, BGR, kWidth, kHeight, layout, means, scales);
    };
  };
  const Operation operations[] = {
      {"nv12_to_bgr", convert(NV12, BGR)},
      {"nv21_to_rgba", convert(NV21, RGBA)},
      {"bgr_to_rgb", convert(BGR, RGB)},
      {"rgba_to_bgr", convert(RGBA, BGR)},
      {"bgr_to_gray", convert(BGR, GRAY)},
      {"resize_bgr_224", resize(BGR, 224, 224)},
      {"resize_bgr_720p", resize(BGR, 1280, 720)},
      {"resize_nv12_540p", resize(NV12, 960, 540)},
      {"rotate_bgr_90", rotate(BGR, 90)},
      {"rotate_rgba_270", rotate(RGBA, 270)},
      {"flip_bgr_y", [&] { cv.imageFlip(from.data(), to.data(), BGR, kWidth, kHeight, Y); }},
      {"bgr_to_tensor_nchw", to_tensor(LayoutType::kNCHW)},
      {"bgr_to_tensor_nhwc", to_tensor(LayoutType::kNHWC)},
  };
  if (argc != 1 && argc != 3) {
    std::fprintf(stderr, "usage: image_bench [OPERATION RUNS]\n");
    return 2;
  }
  bool found = argc == 1;
  for (const Operation& operation : operations) {
    if (argc == 3) {
      if (std::strcmp(argv[1], operation.name) != 0) continue;
      found = true;
      for (int i = 0; i < std::atoi(argv[2]); ++i) operation.call();
      continue;
    }
    double best = Milliseconds(operation.call);
    for (int i = 1; i < 9; ++i) best = std::min(best, Milliseconds(operation.call));
    std::printf("%-20s %.2f ms\n", operation.name, best);
  }
  if (!found) std::fprintf(stderr, "unknown operation '%s'\n", argv[1]);
  return found ? 0 : 2;
}

}  // namespace
}  // namespace paddle::lite

int main(int argc, char** argv) {
  return paddle::lite::RunProgram([&] { return paddle::lite::Main(argc, argv); });
}
