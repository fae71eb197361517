#include "lite/core/image_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "lite/core/buffer.h"

namespace paddle::lite {
namespace {

using ::testing::HasSubstr;

void ExpectSize(DataLayoutType layout, const DDim& dims, int64_t width, int64_t height) {
  const auto packing = ImagePacking::Make(layout, dims);
  ASSERT_TRUE(packing.ok()) << packing.status().ToString();
  EXPECT_EQ(packing->width(), width) << dims.ToString();
  EXPECT_EQ(packing->height(), height) << dims.ToString();
  // Every element has a place of its own, inside the image.
  std::set<std::tuple<int64_t, int64_t, int>> places;
  for (int64_t i = 0; i < dims.production(); ++i) {
    const ImagePacking::Texel at = packing->At(i);
    EXPECT_TRUE(at.x >= 0 && at.x < width && at.y >= 0 && at.y < height && at.lane >= 0 &&
                at.lane < 4);
    EXPECT_TRUE(places.emplace(at.x, at.y, at.lane).second) << dims.ToString() << " element " << i;
  }
}

TEST(ImagePacking, HasTheDocumentedSizes) {
  ExpectSize(DataLayoutType::kImageDefault, {2, 5, 3, 7}, 7 * 2, 2 * 3);
  ExpectSize(DataLayoutType::kImageDefault, {5, 3, 7}, 7 * 2, 3);
  ExpectSize(DataLayoutType::kImageDefault, {3, 7}, 7, 3);
  ExpectSize(DataLayoutType::kImageDefault, {7}, 7, 1);
  ExpectSize(DataLayoutType::kImageFolder, {2, 5, 3, 7}, 7 * 2, 2 * 3);
  ExpectSize(DataLayoutType::kImageFolder, {3, 7}, 2, 3);
  ExpectSize(DataLayoutType::kImageFolder, {7}, 2, 1);
  ExpectSize(DataLayoutType::kImageNW, {6, 3, 2, 5}, 5 * 2, 3 * 2);
  ExpectSize(DataLayoutType::kImageDefault, {1, 64, 60, 60}, 960, 60);
}

TEST(ImagePacking, PutsElementsWhereDocumented) {
  const auto expect = [](DataLayoutType layout, const DDim& dims, int64_t element, int64_t x,
                         int64_t y, int lane) {
    const ImagePacking::Texel at = ImagePacking::Make(layout, dims)->At(element);
    EXPECT_EQ(std::make_tuple(at.x, at.y, at.lane), std::make_tuple(x, y, lane));
  };
  // (1, 4, 2, 6) of [2, 5, 3, 7]
  expect(DataLayoutType::kImageDefault, {2, 5, 3, 7}, ((1 * 5 + 4) * 3 + 2) * 7 + 6, 13, 5, 0);
  expect(DataLayoutType::kImageFolder, {3, 7}, 2 * 7 + 6, 1, 2, 2);
  // (5, 2, 1, 3) of [6, 3, 2, 5]
  expect(DataLayoutType::kImageNW, {6, 3, 2, 5}, ((5 * 3 + 2) * 2 + 1) * 5 + 3, 8, 5, 1);
}

TEST(ImagePacking, RefusesWhatHasNoImage) {
  EXPECT_FALSE(ImagePacking::Make(DataLayoutType::kNCHW, {1, 2}).ok());
  EXPECT_FALSE(ImagePacking::Make(DataLayoutType::kImageDefault, {1, 2, 3, 4, 5}).ok());
  EXPECT_FALSE(ImagePacking::Make(DataLayoutType::kImageDefault, {-1, 2}).ok());
  const DDim huge{int64_t{1} << 59, 1, 1, 1};
  EXPECT_FALSE(DescribeMemory({TargetType::kOpenCL, 0}, DataLayoutType::kImageDefault, huge,
                              PrecisionType::kFP64)
                   .ok());
}

TEST(DescribeMemory, KnowsBuffersAndImages) {
  const DeviceId device{TargetType::kOpenCL, 1};
  const auto image =
      DescribeMemory(device, DataLayoutType::kImageDefault, {1, 3, 4, 5}, PrecisionType::kFP16);
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(image->ToString(), "an image of 5 x 4 texels of float16 on opencl:1");
  EXPECT_EQ(image->bytes, 5u * 4 * 4 * 2);
  const auto buffer =
      DescribeMemory(device, DataLayoutType::kNHWC, {1, 3, 4, 5}, PrecisionType::kFP16);
  ASSERT_TRUE(buffer.ok());
  EXPECT_EQ(buffer->ToString(), "120 bytes on opencl:1");
  EXPECT_FALSE(image->Holds(*buffer));
  EXPECT_TRUE(image->Holds(*image));
  MemoryDesc larger = *image;
  larger.width = 6;
  EXPECT_TRUE(larger.Holds(*image));
  EXPECT_FALSE(image->Holds(larger));
  larger.device.index = 0;
  EXPECT_FALSE(larger.Holds(*image));
}

}  // namespace
}  // namespace paddle::lite
