#include "tests/support/zoo.h"

#include <gmock/gmock.h>

#include <cstring>
#include <string>
#include <vector>

namespace paddle::lite::test {
namespace zoo_test {

uint32_t Bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

std::vector<uint32_t> Bits(const std::vector<float>& values) {
  std::vector<uint32_t> bits;
  for (const float v : values) bits.push_back(Bits(v));
  return bits;
}

TEST(ZooFormula, HashesKeys) {
  EXPECT_EQ(Fnv1a64(""), 0xcbf29ce484222325u);
  EXPECT_EQ(Fnv1a64("conv2d_0.w_0"), 0xe725ea902600158au);
  EXPECT_EQ(SplitMix64(Fnv1a64("conv2d_0.w_0")), 0x98647ae2e0cefb71u);
  EXPECT_EQ(SplitMix64(Fnv1a64("conv2d_0.w_0") + 1), 0xc06753d76be51862u);
  EXPECT_EQ(Fnv1a64("input:0:image"), 0x9f8d95cbf0b791beu);
}

TEST(ZooFormula, MakesTheSameFloats) {
  EXPECT_THAT(Bits(FormulaFloats("conv2d_0.w_0", 3, 0.25f, 0)),
              testing::ElementsAre(0x3d4323d0, 0x3e00cea6, 0xbe083b80));
  EXPECT_THAT(Bits(FormulaFloats("conv2d_0.w_0", 3, 0.24743583f, 0.3f)),
              testing::ElementsAre(0x3eb1be08, 0x3ed957d2, 0x3e2c5d69));
  EXPECT_THAT(Bits(FormulaFloats("batch_norm_0.w_0", 3, 0.25f, 1)),
              testing::ElementsAre(0x3f6ec680, 0x3f91398e, 0x3f8a4d2d));
  EXPECT_THAT(Bits(FormulaFloats("input:0:image", 3, 1, 0)),
              testing::ElementsAre(0x3efa31a4, 0x3e91c520, 0xbe0d2e40));
  uint64_t digest = 1469598103934665603u;
  for (const float v : FormulaFloats("conv2d_0.w_0", 1000000, 0.24743583f, 0.3f)) {
    digest = (digest ^ Bits(v)) * 1099511628211u;
  }
  EXPECT_EQ(digest, 0x8a1811cc0fd8cdf6u);
}

TEST(ZooFormula, MakesTheSameIntegersAndImages) {
  EXPECT_THAT(FormulaInts("input:0:ids", 6, 0, 1000),
              testing::ElementsAre(632, 407, 53, 559, 544, 524));
  const std::vector<float> row = FormulaPatches("input:0:image", {1, 1, 3, 20}, 16, 1, 0);
  ASSERT_EQ(row.size(), 60u);
  EXPECT_THAT(Bits({row[0], row[1], row[15], row[16], row[17]}),
              testing::ElementsAre(0x3eebe352, 0x3ed1c831, 0x3e75ae08, 0xbeaa8949, 0xbf16b48d));
}

TEST(ZooNetTest, LoadsTopologyParametersAndCases) {
  const Result<ZooNet> net = LoadZooNet(LITE_TEST_DATA_DIR "/data/zoo", "mobilenet_v1_f");
  ASSERT_TRUE(net.ok()) << net.status().ToString();
  EXPECT_EQ(net->model.size(), 53662u);
  EXPECT_GT(net->params.size(), 4 * 4253864u);
  ASSERT_EQ(net->cases.size(), 4u);
  EXPECT_THAT(net->cases[1].inputs[0].shape, testing::ElementsAre(3, 3, 224, 224));
  EXPECT_EQ(net->cases[3].inputs[0].bytes.size(), 3u * 224 * 224 * 4);
  EXPECT_THAT(net->cases[1].outputs[0].sample.shape, testing::ElementsAre(3, 1000));
  EXPECT_EQ(net->activations.front().made_by, "conv2d");
}

TEST(ZooNetTest, ComparisonFindsEveryKindOfDifference) {
  const Result<ZooNet> net = LoadZooNet(LITE_TEST_DATA_DIR "/data/zoo", "mobilenet_v1_f");
  ASSERT_TRUE(net.ok());
  const ZooOutput& expected = net->cases[0].outputs[0];
  std::vector<float> values(1000);
  std::memcpy(values.data(), expected.sample.bytes.data(), 4000);
  Result<Difference> same = Compare({1, 1000}, values.data(), expected, 1e-6);
  ASSERT_TRUE(same.ok()) << same.status().ToString();
  EXPECT_EQ(same->max_abs, 0);
  EXPECT_FALSE(Compare({1000}, values.data(), expected, 1e-6).ok());
  const std::vector<float> original = values;
  values[7] += 0.001f;
  EXPECT_NEAR(Compare(values, original).max_abs, 0.001, 1e-6);
  values[7] = NAN;
  EXPECT_FALSE(Compare({1, 1000}, values.data(), expected, 1e-6).ok());
  EXPECT_EQ(Compare(values, original).max_abs, INFINITY);
}

}  // namespace zoo_test
}  // namespace paddle::lite::test
