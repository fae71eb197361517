#include "lite/demo/cxx/ocr/pipeline.h"

#include <gmock/gmock.h>

#include "golden.h"

namespace ocr {
namespace {

using testing::HasSubstr;

std::vector<int> DetectionSizeOf(int width, int height, int max_side) {
  int detected_width = 0, detected_height = 0;
  DetectionSize(Image(width, height), max_side, &detected_width, &detected_height);
  return {detected_width, detected_height};
}

TEST(OcrPipeline, DetectionSeesMultiplesOf32) {
  using Size = std::vector<int>;
  EXPECT_EQ(DetectionSizeOf(640, 320, 960), (Size{640, 320}));
  EXPECT_EQ(DetectionSizeOf(1, 1, 960), (Size{32, 32}));
  EXPECT_EQ(DetectionSizeOf(47, 49, 960), (Size{32, 64}));
  EXPECT_EQ(DetectionSizeOf(48, 80, 960), (Size{64, 64}));  // halves go to the even multiple
  EXPECT_EQ(DetectionSizeOf(2000, 100, 960), (Size{960, 64}));
  EXPECT_EQ(DetectionSizeOf(800, 800, 100), (Size{96, 96}));
}

TEST(OcrPipeline, RecognitionSeesWholeLinesUpToALimit) {
  EXPECT_EQ(RecognitionWidth(Image(10, 48)), 320);
  EXPECT_EQ(RecognitionWidth(Image(407, 48)), 407);
  EXPECT_EQ(RecognitionWidth(Image(437, 33)), 635);
  EXPECT_EQ(RecognitionWidth(Image(5000, 10)), 6400);
}

TEST(OcrPipeline, WhatIsMissingIsNamed) {
  Options options;
  options.keys = "/no/such/keys.txt";
  Reader reader;
  std::string error;
  EXPECT_FALSE(reader.Load(options, &error));
  EXPECT_THAT(error, HasSubstr("/no/such/keys.txt"));
  options.keys = DataFile("keys.txt");
  options.det = "/no/such/det.nb";
  EXPECT_FALSE(reader.Load(options, &error));
  EXPECT_THAT(error, HasSubstr("the detection model: "));
  EXPECT_THAT(error, HasSubstr("/no/such/det.nb"));
  options.det = DataFile("map_en.png");
  EXPECT_FALSE(reader.Load(options, &error));
  EXPECT_THAT(error, HasSubstr("map_en.png"));
}

}  // namespace
}  // namespace ocr
