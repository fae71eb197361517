#include "lite/demo/cxx/ocr/geometry.h"

#include <gmock/gmock.h>

#include "golden.h"

namespace ocr {
namespace {

TEST(OcrGeometry, ResizesAsOpenCvDoes) {
  for (const nlohmann::json& example : Golden("resize")) {
    const Image source = FormulaImage(example["source"][0], example["source"][1]);
    const Image result = Resize(source, example["target"][0], example["target"][1]);
    EXPECT_EQ(result.width, example["target"][0]);
    EXPECT_EQ(result.height, example["target"][1]);
    EXPECT_EQ(result.pixels, FromHexadecimal(example["pixels"])) << example["source"];
  }
}

TEST(OcrGeometry, ASizeThatIsRightAlreadyIsKept) {
  const Image source = FormulaImage(5, 4);
  EXPECT_EQ(Resize(source, 5, 4).pixels, source.pixels);
}

TEST(OcrGeometry, CropsAsOpenCvDoes) {
  const Image source = FormulaImage(60, 40);
  for (const nlohmann::json& example : Golden("crop")) {
    Point corners[4];
    for (int i = 0; i < 4; ++i) corners[i] = Point(example["box"][i][0], example["box"][i][1]);
    Image result;
    ASSERT_TRUE(CropQuadrangle(source, corners, &result)) << example["box"];
    EXPECT_EQ(result.width, example["size"][0]) << example["box"];
    EXPECT_EQ(result.height, example["size"][1]) << example["box"];
    EXPECT_EQ(result.pixels, FromHexadecimal(example["pixels"])) << example["box"];
  }
}

TEST(OcrGeometry, ABoxWithoutAreaIsNotCropped) {
  const Image source = FormulaImage(60, 40);
  Image result;
  const Point point[4] = {Point(3, 3), Point(3, 3), Point(3, 3), Point(3, 3)};
  EXPECT_FALSE(CropQuadrangle(source, point, &result));
  const Point line[4] = {Point(3, 3), Point(30, 3), Point(30, 3), Point(3, 3)};
  EXPECT_FALSE(CropQuadrangle(source, line, &result));
  const Point slanted[4] = {Point(0, 0), Point(10, 10), Point(20, 20), Point(30, 30)};
  EXPECT_FALSE(CropQuadrangle(source, slanted, &result));
}

TEST(OcrGeometry, TransformTakesCornersToCorners) {
  const Point from[4] = {Point(3, 12), Point(44, 4), Point(46, 15), Point(5, 23)};
  const Point to[4] = {Point(0, 0), Point(41, 0), Point(41, 11), Point(0, 11)};
  double m[9];
  ASSERT_TRUE(PerspectiveTransform(from, to, m));
  EXPECT_EQ(m[8], 1);
  for (int i = 0; i < 4; ++i) {
    const double x = from[i].x, y = from[i].y, depth = m[6] * x + m[7] * y + m[8];
    EXPECT_NEAR((m[0] * x + m[1] * y + m[2]) / depth, to[i].x, 1e-9);
    EXPECT_NEAR((m[3] * x + m[4] * y + m[5]) / depth, to[i].y, 1e-9);
  }
}

TEST(OcrGeometry, Turns) {
  Image source(3, 2);
  for (int i = 0; i < 6; ++i) source.At(i % 3, i / 3)[0] = static_cast<unsigned char>(i);
  const Image around = TurnAround(source);
  const Image left = TurnLeft(source);
  ASSERT_EQ(left.width, 2);
  ASSERT_EQ(left.height, 3);
  // 0 1 2      5 4 3      2 5
  // 3 4 5      2 1 0      1 4
  //                       0 3
  EXPECT_EQ(around.At(0, 0)[0], 5);
  EXPECT_EQ(around.At(2, 0)[0], 3);
  EXPECT_EQ(around.At(0, 1)[0], 2);
  EXPECT_EQ(left.At(0, 0)[0], 2);
  EXPECT_EQ(left.At(1, 0)[0], 5);
  EXPECT_EQ(left.At(0, 2)[0], 0);
  EXPECT_EQ(TurnAround(around).pixels, source.pixels);
}

}  // namespace
}  // namespace ocr
