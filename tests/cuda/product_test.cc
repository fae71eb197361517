// Products by tiles of every shape and source, against sums in double.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "lite/backends/cuda/convolution_body.h"
#include "lite/backends/cuda/device.h"
#include "lite/core/buffer.h"

namespace paddle::lite::cuda {
namespace {

class CudaProductTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto device = OpenDevice({TargetType::kCUDA, 0});
    if (!device.ok()) GTEST_SKIP() << device.status().message();
    device_ = std::static_pointer_cast<CudaDevice>(*device);
    auto context = device_->CreateContext();
    ASSERT_TRUE(context.ok());
    context_ = std::move(context).value();
  }
  CudaContext* queue() { return static_cast<CudaContext*>(context_.get()); }

  std::shared_ptr<Buffer> Upload(const std::vector<float>& values) {
    const size_t bytes = values.size() * sizeof(float);
    auto buffer = Buffer::Allocate(device_, MemoryDesc::Of(device_->id(), bytes));
    EXPECT_TRUE(buffer.ok());
    EXPECT_TRUE(device_->CopyFromHost((*buffer)->handle(), 0, values.data(), bytes).ok());
    return *buffer;
  }
  std::vector<float> Download(const Buffer& buffer, size_t count) {
    std::vector<float> values(count);
    EXPECT_TRUE(device_->CopyToHost(values.data(), buffer.handle(), 0, count * sizeof(float)).ok());
    return values;
  }
  std::vector<float> Numbers(size_t count) {
    std::vector<float> values(count);
    for (float& value : values) value = std::normal_distribution<float>()(random_);
    return values;
  }

  // out = a * b with random numbers, twice: the steps of a are (a_row, a_column), those of b
  // (b_row, b_column), and `extra` is added to rows.
  template <typename Source, typename Shape>
  void Multiply(int m, int n, int k, bool a_by_columns, bool b_by_columns, int extra = 0) {
    SCOPED_TRACE("m " + std::to_string(m) + ", n " + std::to_string(n) + ", k " +
                 std::to_string(k));
    Source source = {};
    source.rows = m;
    source.columns = n;
    source.depth = k;
    source.a_row = a_by_columns ? 1 : k + extra;
    source.a_column = a_by_columns ? m : 1;
    source.b_row = b_by_columns ? 1 : n + extra;
    source.b_column = b_by_columns ? k : 1;
    source.order_of_a = a_by_columns ? LoadOrder::kExtent : LoadOrder::kDepth;
    source.order_of_b = b_by_columns ? LoadOrder::kDepth : LoadOrder::kExtent;
    source.count = 2;
    const int a_size = m * (k + extra), b_size = k * (n + extra);
    source.batch.Add(2, a_size, b_size);
    const std::vector<float> a = Numbers(2 * a_size), b = Numbers(2 * b_size);
    const auto a_memory = Upload(a), b_memory = Upload(b);
    const auto out_memory = Upload(std::vector<float>(2 * m * n, NAN));
    source.a = static_cast<const float*>(a_memory->handle());
    source.b = static_cast<const float*>(b_memory->handle());
    source.out = static_cast<float*>(out_memory->handle());
    for (const bool exact : {true, false}) {
      const TileProduct<Source, Shape> product = {source, exact};
      ASSERT_TRUE(queue()->LaunchInGroups("product", product, product.groups()).ok());
      ASSERT_TRUE(queue()->Finish().ok());
      const std::vector<float> out = Download(*out_memory, 2 * m * n);
      // The factor of the sum of the products' magnitudes: two rounded operands differ by 2^-12
      // each; the low parts of split ones are cut after eleven bits, and their product is left out.
      const double bound = std::ldexp(1, exact ? -20 : -10);
      for (int l = 0; l < 2; ++l) {
        for (int i = 0; i < m; ++i) {
          for (int j = 0; j < n; ++j) {
            double sum = 0, magnitude = 0;
            for (int p = 0; p < k; ++p) {
              const double product =
                  double{a[l * a_size + i * source.a_row + p * source.a_column]} *
                  b[l * b_size + p * source.b_row + j * source.b_column];
              sum += product;
              magnitude += std::fabs(product);
            }
            ASSERT_NEAR(out[(l * m + i) * n + j], sum, bound * magnitude)
                << l << ' ' << i << ' ' << j;
          }
        }
      }
    }
  }

  template <typename Shape>
  void MultiplyRows() {
    for (const int k : {4, 16, 36, 132, 640}) {
      Multiply<RowsSource<LoadOrder::kExtentQuads>, Shape>(33, 68, k, false, false);
      Multiply<RowsSource<LoadOrder::kExtentQuads>, Shape>(17, 132, k, false, false, 4);
      Multiply<RowsSource<LoadOrder::kExtent>, Shape>(130, 49, k, false, false);
    }
  }
  template <typename Shape>
  void MultiplyAny() {
    for (const int k : {1, 15, 33, 257}) {
      for (const bool a_by_columns : {false, true}) {
        for (const bool b_by_columns : {false, true}) {
          Multiply<MatrixSource<float>, Shape>(35, 67, k, a_by_columns, b_by_columns);
        }
      }
    }
  }

  std::shared_ptr<CudaDevice> device_;
  std::unique_ptr<DeviceContext> context_;
  std::mt19937 random_{1};
};

TEST_F(CudaProductTest, RowsByTinyTiles) { MultiplyRows<TinyTile>(); }
TEST_F(CudaProductTest, RowsByShortTiles) { MultiplyRows<ShortTile>(); }
TEST_F(CudaProductTest, RowsBySmallTiles) { MultiplyRows<SmallTile>(); }
TEST_F(CudaProductTest, RowsByMediumTiles) { MultiplyRows<MediumTile>(); }
TEST_F(CudaProductTest, RowsByLargeTiles) { MultiplyRows<LargeTile>(); }
TEST_F(CudaProductTest, AnyMatrixByShortTiles) { MultiplyAny<ShortTile>(); }
TEST_F(CudaProductTest, AnyMatrixByMediumTiles) { MultiplyAny<MediumTile>(); }

// Infinite operands, and a zero, which split products would make NaN of.
TEST_F(CudaProductTest, InfiniteOperands) {
  constexpr int kSize = 20;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  std::vector<float> a = Numbers(kSize * kSize), b = Numbers(kSize * kSize);
  for (float& value : b) value = std::fabs(value) + 0.1f;
  a[3 * kSize + 5] = kInfinity;
  a[4 * kSize + 5] = -kInfinity;
  a[7 * kSize + 1] = NAN;
  b[5 * kSize + 9] = 0;
  const auto a_memory = Upload(a), b_memory = Upload(b);
  const auto out_memory = Upload(std::vector<float>(kSize * kSize));
  RowsSource<LoadOrder::kExtentQuads> source = {};
  source.a = static_cast<const float*>(a_memory->handle());
  source.b = static_cast<const float*>(b_memory->handle());
  source.out = static_cast<float*>(out_memory->handle());
  source.rows = source.columns = source.depth = source.a_row = source.b_row = kSize;
  const TileProduct<RowsSource<LoadOrder::kExtentQuads>, SmallTile> product = {source};
  ASSERT_TRUE(queue()->LaunchInGroups("product", product, product.groups()).ok());
  ASSERT_TRUE(queue()->Finish().ok());
  const std::vector<float> out = Download(*out_memory, kSize * kSize);
  for (int i = 0; i < kSize; ++i) {
    for (int j = 0; j < kSize; ++j) {
      const float found = out[i * kSize + j];
      if (i == 7 || ((i == 3 || i == 4) && j == 9)) {
        EXPECT_TRUE(std::isnan(found)) << i << ' ' << j;
      } else if (i == 3 || i == 4) {
        EXPECT_EQ(found, i == 3 ? kInfinity : -kInfinity) << j;
      } else {
        EXPECT_TRUE(std::isfinite(found)) << i << ' ' << j;
      }
    }
  }
}

}  // namespace
}  // namespace paddle::lite::cuda
