#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

double SigmoidOf(double x) { return 1 / (1 + std::exp(-x)); }

const std::vector<int> kAnchors = {10, 13, 16, 30};
constexpr int kClasses = 3;
constexpr double kCell = 8;

OpCase YoloBoxCase(Random* random, int64_t height, int64_t width) {
  OpCase c("boxes");
  c.attrs = {{"anchors", kAnchors}, {"class_num", kClasses}, {"downsample_ratio", 8}};
  c.inputs["X"] = {random->Floats({2, 16, height, width}, -2, 2)};
  c.inputs["ImgSize"] = {MakeTensor<int32_t>({2, 2}, {60, 90, 33, 20})};
  return c;
}

void ExpectYoloBox(OpCase* c) {
  const TestTensor& x = c->In("X");
  const int64_t h = x.dims[2];
  const int64_t w = x.dims[3];
  const bool aware = c->Bool("iou_aware", false);
  const double factor = c->Float("iou_aware_factor", 0.5f);
  const double scale = c->Float("scale_x_y", 1);
  const double columns = static_cast<double>(c->Bool("grid_height_only", false) ? h : w);
  TestTensor boxes({2, 2 * h * w, 4});
  TestTensor scores({2, 2 * h * w, kClasses});
  for (int64_t n = 0; n < 2; ++n) {
    const double image_h = c->In("ImgSize").At(n * 2);
    const double image_w = c->In("ImgSize").At(n * 2 + 1);
    for (int64_t a = 0; a < 2; ++a) {
      for (int64_t i = 0; i < h * w; ++i) {
        const auto plane = [&](int64_t p) { return x.At((n * x.dims[1] + p) * h * w + i); };
        const auto of_anchor = [&](int64_t p) {
          return plane((aware ? 2 : 0) + a * (5 + kClasses) + p);
        };
        double confidence = SigmoidOf(of_anchor(4));
        if (aware) {
          confidence = std::pow(confidence, 1 - factor) * std::pow(SigmoidOf(plane(a)), factor);
        }
        if (confidence < c->Float("conf_thresh", 0.01f)) continue;
        const double bias = -0.5 * (scale - 1);
        const double cx = (static_cast<double>(i % w) + SigmoidOf(of_anchor(0)) * scale + bias) *
                          image_w / columns;
        const double cy = (static_cast<double>(i / w) + SigmoidOf(of_anchor(1)) * scale + bias) *
                          image_h / static_cast<double>(h);
        const double bw = std::exp(of_anchor(2)) * kAnchors[a * 2] * image_w / (kCell * columns);
        const double bh = std::exp(of_anchor(3)) * kAnchors[a * 2 + 1] * image_h /
                          (kCell * static_cast<double>(h));
        double box[4] = {cx - bw / 2, cy - bh / 2, cx + bw / 2, cy + bh / 2};
        if (c->Bool("clip_bbox", true)) {
          box[0] = std::max(box[0], 0.0);
          box[1] = std::max(box[1], 0.0);
          box[2] = std::min(box[2], image_w - 1);
          box[3] = std::min(box[3], image_h - 1);
        }
        const int64_t row = (n * 2 + a) * h * w + i;
        for (int64_t e = 0; e < 4; ++e) boxes.Set(row * 4 + e, box[e]);
        for (int64_t k = 0; k < kClasses; ++k)
          scores.Set(row * kClasses + k, confidence * SigmoidOf(of_anchor(5 + k)));
      }
    }
  }
  c->expected["Boxes"] = {boxes};
  c->expected["Scores"] = {scores};
}

TEST(YoloBox, GridsThresholdsAndAttributes) {
  OpSuite suite("yolo_box", {5e-5, 2e-5, 0, 0});
  Random random("yolo");
  for (const auto& [h, w] : std::vector<std::pair<int, int>>{{3, 3}, {2, 5}, {4, 1}}) {
    for (const float threshold : {0.0f, 0.5f, 0.99f}) {
      OpCase c = YoloBoxCase(&random, h, w);
      c.attrs["conf_thresh"] = threshold;
      ExpectYoloBox(&c);
      suite.Run(c);
      c.name = "scaled, not clipped";
      c.attrs["clip_bbox"] = false;
      c.attrs["scale_x_y"] = 1.2f;
      ExpectYoloBox(&c);
      suite.Run(c);
      c.name = "grid of Paddle 1";
      c.attrs["grid_height_only"] = true;
      ExpectYoloBox(&c);
      suite.Run(c);
      c.name = "overlap aware";
      c.inputs["X"] = {random.Floats({2, 18, h, w}, -2, 2)};
      c.attrs["iou_aware"] = true;
      c.attrs["iou_aware_factor"] = 0.4f;
      ExpectYoloBox(&c);
      suite.Run(c);
    }
  }
}

TEST(YoloBox, RefusesWhatDoesNotFit) {
  OpSuite suite("yolo_box");
  Random random("yolo");
  OpCase c = YoloBoxCase(&random, 2, 2);
  c.inputs["ImgSize"] = {TestTensor({1, 2}, PrecisionType::kInt32)};
  suite.ExpectError(c, "ImgSize: expected shape [2, 2]");
  c.attrs["class_num"] = 4;
  suite.ExpectError(c, "X: expected 18 channels");
  c.attrs["class_num"] = 0;
  suite.ExpectError(c, "class_num: expected a positive value");
  c.attrs["anchors"] = std::vector<int>{1, 2, 3};
  suite.ExpectError(c, "anchors: expected pairs");
}

}  // namespace
}  // namespace paddle::lite::test
