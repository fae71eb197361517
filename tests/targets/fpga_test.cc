// The forms of weights, and the rules of the software model of the FPGA.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "lite/backends/fpga/device.h"
#include "lite/backends/fpga/format.h"
#include "lite/backends/fpga/soft_driver.h"
#include "lite/base/half.h"
#include "lite/core/image_layout.h"
#include "lite/core/targets.h"

namespace paddle::lite::fpga {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(FpgaFormat, OrderOfFilters) {
  std::vector<int64_t> order;
  for (int64_t i = 0; i < 16; ++i) order.push_back(ReorderedFilter(i, 16));
  EXPECT_THAT(order, ElementsAre(0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15));
  EXPECT_EQ(ReorderedFilter(16 + 4, 16), 16 + 8);
  for (const int64_t group : {16, 32}) {
    std::set<int64_t> seen;
    for (int64_t i = 0; i < 2 * group; ++i) seen.insert(ReorderedFilter(i, group));
    EXPECT_EQ(seen.size(), static_cast<size_t>(2 * group));
    // FormattedIndex is the inverse: filter place[i] begins in the pair i / 2.
    for (int64_t i = 0; i < 2 * group; ++i) {
      EXPECT_EQ(FormattedIndex(ReorderedFilter(i, group), 0, 32, group),
                i / 2 * 64 + i % 2 * kAlignment);
    }
  }
}

// Two filters [1, 1, 20] beside 14 of padding: chunks of 16 elements alternate.
TEST(FpgaFormat, FiltersAreInterleaved) {
  std::vector<float> filters(40);
  for (int i = 0; i < 20; ++i) filters[i] = static_cast<float>(i + 1);                // filter 0
  for (int i = 0; i < 20; ++i) filters[20 + i] = -static_cast<float>(i + 1) * 6.35f;  // filter 1
  const ScalePair scale = ScalePair::Of(LargestMagnitude(filters.data(), 40));
  EXPECT_FLOAT_EQ(scale.step, 1.0f);
  const std::vector<int8_t> made = FormatFilters(filters.data(), 2, 1, 1, 20, scale, 16);
  ASSERT_EQ(made.size(), 16u * 32u);
  for (int i = 0; i < 16; ++i) EXPECT_EQ(made[i], i + 1);  // filter 0, chunk 0
  EXPECT_EQ(made[16], -6);                                 // filter 1, chunk 0
  EXPECT_EQ(made[17], -13);                                // -12.7
  EXPECT_EQ(made[32], 17);                                 // filter 0, chunk 1
  EXPECT_EQ(made[48 + 3], -127);                           // filter 1, element 19
  EXPECT_EQ(made[32 + 4], 0);                              // padding of filter 0
  EXPECT_THAT(std::vector<int8_t>(made.begin() + 64, made.end()), Each(0));
}

// Channels are innermost: [o, i, kh, kw] becomes o, kh, kw, i.
TEST(FpgaFormat, ChannelsAreInnermost) {
  const float filter[] = {1, 2, 3, 4, 5, 127};  // two channels of three taps
  const std::vector<int8_t> made = FormatFilters(filter, 1, 2, 1, 3, ScalePair::Of(127), 16);
  EXPECT_THAT(std::vector<int8_t>(made.begin(), made.begin() + 6), ElementsAre(1, 4, 2, 5, 3, 127));
}

TEST(FpgaFormat, RoundsHalvesAwayFromZero) {
  const float filter[] = {0.5f, -0.5f, 0.49f, -1.5f, 127, 200};
  const std::vector<int8_t> made = FormatFilters(filter, 1, 6, 1, 1, ScalePair::Of(127), 16);
  EXPECT_THAT(std::vector<int8_t>(made.begin(), made.begin() + 6),
              ElementsAre(1, -1, 0, -2, 127, 127));
}

TEST(FpgaFormat, Capacity) {
  const DriverInfo info;
  EXPECT_EQ(FilterCapacity(info, 16), 2048);
  EXPECT_EQ(FilterCapacity(info, FilterLength(512 * 9)), 2048 / 288 * 16);
  EXPECT_EQ(FilterCapacity(info, 2048 * 16), 16);
  EXPECT_EQ(FilterCapacity(info, 2049 * 16), 0);
}

TEST(FpgaFormat, BiasesAndScalesAreRepeated) {
  EXPECT_EQ(RepeatsOf(16), 1);
  EXPECT_EQ(RepeatsOf(48), 1);
  EXPECT_EQ(RepeatsOf(24), 2);
  EXPECT_EQ(RepeatsOf(3), 16);
  const float bias[] = {1, 2, 3};
  const std::vector<uint16_t> made = FormatScaleBias(bias, nullptr, 3);
  ASSERT_EQ(made.size(), 96u);
  for (size_t i = 0; i < 48; ++i) {
    EXPECT_EQ(HalfBitsToFloat(made[i]), bias[i % 3]);
    EXPECT_EQ(made[48 + i], 0x3c00);
  }
}

TEST(FpgaFormat, DepthwiseFilters) {
  const float filters[] = {1, 2, 3, 4, 5, 6};  // three channels of two taps
  const float scale[] = {1, 10, 100};
  const std::vector<uint16_t> made = FormatDepthwiseFilters(filters, scale, 3, 2);
  ASSERT_EQ(made.size(), 32u);
  const float expected[] = {1, 30, 500, 2, 40, 600};
  for (size_t t = 0; t < 2; ++t) {
    for (size_t c = 0; c < 3; ++c)
      EXPECT_EQ(HalfBitsToFloat(made[t * 16 + c]), expected[t * 3 + c]);
    EXPECT_EQ(made[t * 16 + 3], 0);
  }
}

TEST(FpgaMemory, RowsArePadded) {
  const DeviceId id{TargetType::kFPGA, 0};
  const auto bytes = [&](DataLayoutType layout, const DDim& dims, PrecisionType precision) {
    const auto desc = DescribeMemory(id, layout, dims, precision);
    return desc.ok() ? static_cast<int64_t>(desc->bytes) : -1;
  };
  EXPECT_EQ(bytes(DataLayoutType::kNHWC, {2, 3, 5, 7}, PrecisionType::kFP16), 2 * 5 * 32 * 2);
  EXPECT_EQ(bytes(DataLayoutType::kNHWC, {2, 16, 5, 7}, PrecisionType::kFP16), 2 * 5 * 112 * 2);
  EXPECT_EQ(bytes(DataLayoutType::kNCHW, {2, 3, 5, 7}, PrecisionType::kFP16), 224 * 2);
  EXPECT_EQ(bytes(DataLayoutType::kNHWC, {0, 3, 5, 7}, PrecisionType::kFP16), 0);
  EXPECT_EQ(bytes(DataLayoutType::kNHWC, {int64_t{1} << 31, int64_t{1} << 15, 1, int64_t{1} << 15},
                  PrecisionType::kFP16),
            -1);
}

// A block with halves that the device may or may not see.
class SoftDriverTest : public ::testing::Test {
 protected:
  uint16_t* Make(size_t count, float value, bool flush = true) {
    auto* const halves = static_cast<uint16_t*>(driver_.Alloc(count * 2));
    std::fill_n(halves, count, FloatToHalfBits(value));
    if (flush) Flush(halves, count);
    return halves;
  }
  void Flush(const void* halves, size_t count) {
    const Status status = driver_.Flush(halves, count * 2);
    ASSERT_TRUE(status.ok()) << status.ToString();
  }
  // An image of 1 x 2 pixels with 8 channels.
  static ImageArgs Image(const void* address) {
    ImageArgs image;
    image.address = const_cast<void*>(address);
    image.channels = 8;
    image.width = 2;
    image.height = 1;
    return image;
  }

  SoftFpgaDriver driver_;
};

TEST_F(SoftDriverTest, ViewsDifferUntilTheyAreMadeEqual) {
  uint16_t* const a = Make(16, 1);
  uint16_t* const b = Make(16, 2, /*flush=*/false);
  uint16_t* const out = Make(16, 7);
  ScalePair scale;
  ElementwiseAddArgs args;
  args.image0 = Image(a);
  args.image1 = Image(b);
  args.output = {out, &scale};
  ASSERT_TRUE(driver_.ElementwiseAdd(args).ok());
  EXPECT_EQ(HalfBitsToFloat(out[0]), 7);  // not invalidated
  ASSERT_TRUE(driver_.Invalidate(out, 32).ok());
  EXPECT_TRUE(std::isnan(HalfBitsToFloat(out[0])));  // b was not flushed
  Flush(b, 16);
  ASSERT_TRUE(driver_.ElementwiseAdd(args).ok());
  ASSERT_TRUE(driver_.Invalidate(out, 32).ok());
  EXPECT_EQ(HalfBitsToFloat(out[0]), 3);
  EXPECT_FLOAT_EQ(scale.step, 3.0f / 127);
  EXPECT_FLOAT_EQ(scale.inverse, 127.0f / 3);
}

TEST_F(SoftDriverTest, SwitchesHoldForOneCommand) {
  uint16_t* const a = Make(16, -2);
  uint16_t* const out = Make(16, 0);
  BypassArgs args;
  args.image = Image(a);
  args.output.address = out;
  InplaceArgs leaky;
  leaky.leaky_relu = true;
  leaky.leaky_slope = FloatToHalfBits(0.25f);
  ASSERT_TRUE(driver_.SetInplace(leaky).ok());
  for (const float expected : {-0.5f, -2.0f}) {
    ASSERT_TRUE(driver_.Bypass(args).ok());
    ASSERT_TRUE(driver_.Invalidate(out, 32).ok());
    EXPECT_EQ(HalfBitsToFloat(out[3]), expected);
  }
}

TEST_F(SoftDriverTest, RefusesWhatTheDeviceWould) {
  uint16_t* const a = Make(64, 1);
  uint16_t* const out = Make(64, 0);
  const auto bypass = [&](const ImageArgs& image) {
    BypassArgs args;
    args.image = image;
    args.output.address = out;
    return driver_.Bypass(args).message();
  };
  EXPECT_EQ(bypass(Image(a)), "");
  EXPECT_THAT(bypass(Image(a + 1)), HasSubstr("expected a multiple of 32"));
  EXPECT_THAT(bypass(Image(a + 64)), HasSubstr("not in the device's memory"));
  alignas(64) static const char elsewhere[64] = {};
  EXPECT_THAT(bypass(Image(elsewhere)), HasSubstr("not in the device's memory"));
  ImageArgs tall = Image(a);
  tall.height = 5;
  EXPECT_THAT(bypass(tall), HasSubstr("160 bytes at byte 0 of a block of 128"));
  ImageArgs narrow = Image(a);
  narrow.width = 1;  // rows of 8, whose padding has ones
  EXPECT_THAT(bypass(narrow), HasSubstr("row 0 of 8 elements is not padded with zeros"));
  ImageArgs empty = Image(a);
  empty.channels = 0;
  EXPECT_THAT(bypass(empty), HasSubstr("0 channels"));

  ScaleArgs scale;
  scale.image = Image(a);
  scale.image.height = 2048;
  EXPECT_THAT(driver_.Scale(scale).message(), HasSubstr("height up to 2047"));

  PoolArgs pool;
  pool.image = Image(a);
  pool.kernel = {256, 1, 1, 1};
  pool.out_width = pool.out_height = 1;
  pool.output.address = out;
  EXPECT_THAT(driver_.Pool(pool).message(), HasSubstr("sides up to 255"));
}

TEST_F(SoftDriverTest, RefusesFiltersThatAreNotFormatted) {
  uint16_t* const a = Make(16, 1);
  uint16_t* const out = Make(64, 0);
  const std::vector<float> weights(8, 1.0f);
  const ScalePair scale = ScalePair::Of(1);
  const std::vector<int8_t> good = FormatFilters(weights.data(), 1, 8, 1, 1, scale, 16);
  const std::vector<uint16_t> bias = FormatScaleBias(nullptr, nullptr, 1);
  uint16_t* const biases = Make(bias.size(), 0);
  std::copy(bias.begin(), bias.end(), biases);
  Flush(biases, bias.size());
  auto* const filter = static_cast<int8_t*>(driver_.Alloc(good.size()));
  ConvArgs args;
  args.scale_bias = biases;
  args.filter = filter;
  args.filter_scale = &scale;
  args.filter_num = 1;
  args.image = Image(a);
  args.output.address = out;
  const auto conv = [&](const std::vector<int8_t>& bytes) {
    std::copy(bytes.begin(), bytes.end(), filter);
    Flush(filter, bytes.size() / 2);
    return driver_.Conv(args).message();
  };
  EXPECT_EQ(conv(good), "");
  ASSERT_TRUE(driver_.Invalidate(out, 32).ok());
  EXPECT_EQ(HalfBitsToFloat(out[0]), 8);
  std::vector<int8_t> bad = good;
  bad[8] = 1;
  EXPECT_THAT(conv(bad), HasSubstr("filter 0 is not padded with zeros at 8"));
  bad = good;
  bad[16] = 1;
  EXPECT_THAT(conv(bad), HasSubstr("filter 1 is not padded"));
  args.filter_num = 2049;
  EXPECT_THAT(conv(good), HasSubstr("the device holds 2048"));
  args.filter_num = 3;
  args.group_num = 2;
  EXPECT_THAT(conv(good), HasSubstr("2 groups"));
}

TEST(SoftDriver, HasTheMemoryThatItIsGiven) {
  SoftDriverOptions options;
  options.memory_bytes = 1000;
  SoftFpgaDriver driver(options);
  void* const first = driver.Alloc(600);
  EXPECT_NE(first, nullptr);
  EXPECT_EQ(driver.Alloc(600), nullptr);
  driver.Free(first);
  EXPECT_NE(driver.Alloc(600), nullptr);
  EXPECT_EQ(driver.blocks(), 1u);
}

TEST(FpgaDeviceTest, RefusesUnknownForms) {
  SoftDriverOptions options;
  options.info.column = 3;
  const auto device = FpgaDevice::Create(std::make_unique<SoftFpgaDriver>(options));
  ASSERT_FALSE(device.ok());
  EXPECT_THAT(device.status().message(), HasSubstr("3 columns"));
}

// A board's driver by default. The first device that opens is kept.
TEST(FpgaDeviceTest, TheEnvironmentSelectsTheDriver) {
  if (access("/dev/fpgadrv0", F_OK) == 0) GTEST_SKIP() << "this is a board";
  const auto why_not = [](const char* driver, int index = 0) {
    setenv("LITE_FPGA_DRIVER", driver, 1);
    const auto device = OpenDevice({TargetType::kFPGA, index});
    return device.ok() ? std::string() : device.status().message();
  };
  EXPECT_THAT(why_not(""), HasSubstr("cannot open /dev/fpgadrv0"));
  EXPECT_THAT(why_not("auto"), HasSubstr("LITE_FPGA_DRIVER=soft selects the software model"));
  EXPECT_THAT(why_not("ioctl"), HasSubstr("cannot open /dev/fpgadrv0"));
  EXPECT_THAT(why_not("hard"), HasSubstr("expected auto, ioctl or soft"));
  EXPECT_THAT(why_not("soft", 1), HasSubstr("one FPGA"));
  EXPECT_EQ(why_not("soft"), "");
  unsetenv("LITE_FPGA_DRIVER");
}

TEST(FpgaDeviceTest, ChecksRangesOfCopies) {
  const auto device = FpgaDevice::Create(std::make_unique<SoftFpgaDriver>());
  ASSERT_TRUE(device.ok());
  void* const block = (*device)->Allocate(MemoryDesc::Of((*device)->id(), 10));
  char bytes[16] = "abcdefghij";
  EXPECT_TRUE((*device)->CopyFromHost(block, 0, bytes, 10).ok());
  EXPECT_FALSE((*device)->CopyFromHost(block, 1, bytes, 10).ok());
  EXPECT_FALSE((*device)->CopyToHost(bytes, block, SIZE_MAX, 1).ok());
  std::memset(bytes, 0, sizeof(bytes));
  EXPECT_TRUE((*device)->CopyToHost(bytes, block, 3, 2).ok());
  EXPECT_STREQ(bytes, "de");
  (*device)->Free(block);
}

}  // namespace
}  // namespace paddle::lite::fpga
