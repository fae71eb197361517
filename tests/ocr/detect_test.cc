#include "lite/demo/cxx/ocr/detect.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "golden.h"

namespace ocr {
namespace {

using nlohmann::json;
using testing::ElementsAre;

std::vector<Pixel> Pixels(const json& list) {
  std::vector<Pixel> pixels;
  for (const json& p : list) pixels.push_back({p[0], p[1]});
  return pixels;
}

std::vector<std::vector<int>> Sorted(const std::vector<Pixel>& pixels) {
  std::vector<std::vector<int>> sorted;
  for (const Pixel& p : pixels) sorted.push_back({p.x, p.y});
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

TEST(OcrMask, GrowsToTheRightAndDown) {
  const float above = std::nextafter(0.3f, 1.0f);
  const float map[12] = {0, 0,     0,    0,  //
                         0, above, 0.3f, 0, std::numeric_limits<float>::quiet_NaN(), 0, 0, 0.9f};
  EXPECT_THAT(Mask(map, 4, 3, 0.3f), ElementsAre(0, 0, 0, 0,  //
                                                 0, 1, 1, 0,  //
                                                 0, 1, 1, 1));
}

TEST(OcrContours, AreThoseOfOpenCv) {
  for (const json& example : Golden("contours")) {
    const std::vector<std::string> rows = example["mask"];
    std::vector<unsigned char> mask;
    for (const std::string& row : rows) {
      for (const char c : row) mask.push_back(c == '#');
    }
    const auto found =
        Contours(mask, static_cast<int>(rows[0].size()), static_cast<int>(rows.size()));
    ASSERT_EQ(found.size(), example["contours"].size()) << example["mask"];
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(Sorted(found[i]), Sorted(Pixels(example["contours"][i]))) << example["mask"];
    }
  }
}

TEST(OcrHull, HasCornersAlone) {
  const std::vector<Pixel> points = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2},
                                     {1, 2}, {0, 2}, {0, 1}, {1, 1}};
  EXPECT_EQ(Sorted(ConvexHull(points)), Sorted({{0, 0}, {2, 0}, {2, 2}, {0, 2}}));
  EXPECT_EQ(ConvexHull({{7, 7}, {7, 7}}).size(), 1U);
  EXPECT_EQ(Sorted(ConvexHull({{1, 1}, {3, 3}, {2, 2}})), Sorted({{1, 1}, {3, 3}}));
}

TEST(OcrRectangle, IsThatOfOpenCv) {
  for (const json& example : Golden("rectangles")) {
    const Rectangle rectangle = SmallestRectangle(Pixels(example["points"]));
    EXPECT_NEAR(std::min(rectangle.width, rectangle.height), example["sides"][0], 1e-3);
    EXPECT_NEAR(std::max(rectangle.width, rectangle.height), example["sides"][1], 1e-3);
    // A line has corners in no particular order.
    if (example["sides"][0] == 0) continue;
    Point corners[4];
    Corners(rectangle, corners);
    for (int i = 0; i < 4; ++i) {
      EXPECT_NEAR(corners[i].x, example["corners"][i][0], 1e-3) << example["points"];
      EXPECT_NEAR(corners[i].y, example["corners"][i][1], 1e-3) << example["points"];
    }
  }
}

TEST(OcrMean, CountsThePixelsThatOpenCvFills) {
  const int width = 70, height = 50;
  std::vector<float> map;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      map.push_back(static_cast<float>((x * 37 + y * 91 + x * y * 13) % 251) / 250);
    }
  }
  for (const json& example : Golden("means")) {
    Point corners[4];
    for (int i = 0; i < 4; ++i) corners[i] = Point(example["box"][i][0], example["box"][i][1]);
    EXPECT_NEAR(MeanInside(map.data(), width, height, corners), example["mean"], 1e-6)
        << example["box"];
  }
}

TEST(OcrBoxes, OfRealMapsAreThoseOfOpenCv) {
  for (const json& example : Golden("boxes")) {
    Image stored;
    std::string error;
    ASSERT_TRUE(ReadImage(DataFile(example["map"]), &stored, &error)) << error;
    std::vector<float> map;
    for (size_t i = 0; i < stored.pixels.size(); i += 3) {
      map.push_back(static_cast<float>(stored.pixels[i]) / 255);
    }
    const std::vector<Box> boxes = FindBoxes(map.data(), stored.width, stored.height,
                                             example["size"][0], example["size"][1], {});
    ASSERT_EQ(boxes.size(), example["boxes"].size());
    EXPECT_GE(boxes.size(), 3U);
    for (size_t k = 0; k < boxes.size(); ++k) {
      const json& expected = example["boxes"][k];
      EXPECT_NEAR(boxes[k].score, expected["score"], 1e-5);
      for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(boxes[k].corners[i].x, expected["corners"][i][0]) << k;
        EXPECT_EQ(boxes[k].corners[i].y, expected["corners"][i][1]) << k;
      }
    }
  }
}

// A map with bars of probability 1: x, y, width, height.
std::vector<Box> BoxesOfBars(const std::vector<std::vector<int>>& bars, int side,
                             DetectOptions options = {}) {
  const size_t size = static_cast<size_t>(side);
  std::vector<float> map(size * size);
  for (const std::vector<int>& bar : bars) {
    for (int y = bar[1]; y < bar[1] + bar[3]; ++y) {
      for (int x = bar[0]; x < bar[0] + bar[2]; ++x) {
        map[static_cast<size_t>(y) * size + static_cast<size_t>(x)] = 1;
      }
    }
  }
  return FindBoxes(map.data(), side, side, side, side, options);
}

TEST(OcrBoxes, GrowByAreaTimesUnclipDividedByPerimeter) {
  // After the mask has grown, 20 x 10 pixels are 20 x 10 between the centres of the outer pixels.
  const std::vector<Box> boxes = BoxesOfBars({{30, 40, 20, 10}}, 96);
  ASSERT_EQ(boxes.size(), 1U);
  const float grow = 20 * 10 * 1.6f / 60;
  EXPECT_EQ(boxes[0].corners[0].x, std::rint(30 - grow));
  EXPECT_EQ(boxes[0].corners[0].y, std::rint(40 - grow));
  EXPECT_EQ(boxes[0].corners[2].x, std::rint(50 + grow));
  EXPECT_EQ(boxes[0].corners[2].y, std::rint(50 + grow));
  // The score is that of the box before it grew, including the added row and column.
  EXPECT_NEAR(boxes[0].score, 20.0 * 10 / (21 * 11), 1e-6);
}

TEST(OcrBoxes, StayInTheImage) {
  for (const Box& box : BoxesOfBars({{0, 0, 20, 10}, {70, 84, 26, 12}}, 96)) {
    for (const Point& corner : box.corners) {
      EXPECT_GE(std::min(corner.x, corner.y), 0);
      EXPECT_LE(std::max(corner.x, corner.y), 95);
    }
  }
}

TEST(OcrBoxes, SmallOrUncertainOnesAreDropped) {
  EXPECT_EQ(BoxesOfBars({}, 32).size(), 0U);
  EXPECT_EQ(BoxesOfBars({{10, 10, 12, 2}}, 32).size(), 0U);
  EXPECT_EQ(BoxesOfBars({{10, 10, 12, 3}}, 32).size(), 1U);
  DetectOptions strict;
  strict.box_threshold = 0.9f;
  EXPECT_EQ(BoxesOfBars({{10, 10, 12, 3}}, 32, strict).size(), 0U);
  EXPECT_EQ(BoxesOfBars({{0, 0, 32, 32}}, 32).size(), 1U);
}

TEST(OcrBoxes, ComeInReadingOrder) {
  const std::vector<Box> boxes =
      BoxesOfBars({{60, 20, 20, 8}, {10, 25, 20, 8}, {10, 60, 20, 8}, {60, 70, 20, 8}}, 96);
  ASSERT_EQ(boxes.size(), 4U);
  EXPECT_LT(boxes[0].corners[0].x, 30);  // 5 pixels lower than the next one: the same line
  EXPECT_GT(boxes[1].corners[0].x, 30);
  EXPECT_LT(boxes[2].corners[0].x, 30);
  EXPECT_GT(boxes[3].corners[0].x, 30);
}

TEST(OcrBoxes, AreOfAtMostSoManyContours) {
  DetectOptions options;
  options.contours = 1;
  const std::vector<Box> boxes = BoxesOfBars({{10, 10, 20, 8}, {10, 60, 20, 8}}, 96, options);
  ASSERT_EQ(boxes.size(), 1U);
  EXPECT_GT(boxes[0].corners[0].y, 40);
}

TEST(OcrBoxes, NotANumberIsNoText) {
  const std::vector<float> map(32 * 32, std::numeric_limits<float>::quiet_NaN());
  EXPECT_TRUE(FindBoxes(map.data(), 32, 32, 32, 32, {}).empty());
}

}  // namespace
}  // namespace ocr
