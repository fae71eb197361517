// Int8 arrays and pooling windows against the definition of the casts around an operator, on every
// instruction set: equal bits.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "lite/base/strings.h"
#include "tests/targets/cpu_levels.h"

namespace paddle::lite::cpu {
namespace cpu_vector_s8_test {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::vector<const Int8Tables*> AvailableInt8Tables() {
  const Int8Levels all = AllInt8Levels();
  std::vector<const Int8Tables*> found;
  for (int i = 0; i < all.count; ++i) {
    if (all.available[i]) found.push_back(all.tables[i]);
  }
  return found;
}

std::vector<int8_t> AllBytes(int64_t count, int step) {
  std::vector<int8_t> bytes(static_cast<size_t>(count));
  int value = 0;
  for (int8_t& byte : bytes) byte = static_cast<int8_t>((value += step) & 255);
  return bytes;
}

int8_t RoundedSteps(float steps) {
  if (steps != steps) return 0;
  return static_cast<int8_t>(std::round(std::clamp(steps, -127.0f, 127.0f)));
}

template <typename Out>
Out FromReal(float real, float steps_per_unit) {
  if constexpr (std::is_same_v<Out, int8_t>) return RoundedSteps(real * steps_per_unit);
  return real;
}

template <typename Out>
void CheckBinary(const Int8Tables& tables, BinaryS8 operation, int64_t count, bool x_is_one,
                 bool y_is_one, float steps_per_unit) {
  constexpr bool kToInt8 = std::is_same_v<Out, int8_t>;
  SCOPED_TRACE(StrCat(tables.level, " operation ", static_cast<int>(operation), " count ", count,
                      x_is_one ? " one x" : "", y_is_one ? " one y" : "",
                      kToInt8 ? " int8" : " float"));
  const auto x = AllBytes(x_is_one ? 1 : count, 37);
  const auto y = AllBytes(y_is_one ? 1 : count, 101);
  BinaryRowS8 row = {};
  row.x = x.data();
  row.y = y.data();
  row.x_is_one = x_is_one;
  row.y_is_one = y_is_one;
  row.x_scale = 0.031f;
  row.y_scale = 0.017f;
  row.low = count % 2 == 0 ? 0.0f : -kInfinity;
  row.high = count % 3 == 0 ? 3.1f : kInfinity;
  row.steps_per_unit = steps_per_unit;
  row.count = count;
  constexpr Out kGuard = 77;
  std::vector<Out> dst(static_cast<size_t>(count + 1), kGuard);
  row.dst = dst.data();
  tables.vector.binary[static_cast<int>(operation)][kToInt8](&row);
  EXPECT_EQ(dst.back(), kGuard);
  for (int64_t i = 0; i < count; ++i) {
    const float a = static_cast<float>(x[static_cast<size_t>(x_is_one ? 0 : i)]) * row.x_scale;
    const float b = static_cast<float>(y[static_cast<size_t>(y_is_one ? 0 : i)]) * row.y_scale;
    const float real = operation == BinaryS8::kAdd   ? a + b
                       : operation == BinaryS8::kSub ? a - b
                                                     : a * b;
    const float limited = std::min(std::max(real, row.low), row.high);
    ASSERT_EQ(dst[static_cast<size_t>(i)], FromReal<Out>(limited, steps_per_unit)) << i;
  }
}

TEST(CpuVectorS8, SumsDifferencesAndProducts) {
  for (const Int8Tables* tables : AvailableInt8Tables()) {
    for (const BinaryS8 operation : {BinaryS8::kAdd, BinaryS8::kSub, BinaryS8::kMul}) {
      for (const int64_t count : {1, 7, 16, 33, 300}) {
        for (const int ones : {0, 1, 2, 3}) {
          CheckBinary<int8_t>(*tables, operation, count, ones & 1, ones & 2, 21.0f);
          CheckBinary<float>(*tables, operation, count, ones & 1, ones & 2, 21.0f);
        }
      }
      // Beyond the range of int32 and of float32.
      CheckBinary<int8_t>(*tables, operation, 300, false, false, 1e30f);
      CheckBinary<int8_t>(*tables, operation, 300, false, false, kInfinity);
    }
  }
}

TEST(CpuVectorS8, Tables) {
  std::vector<int8_t> table(256);
  for (int i = 0; i < 256; ++i) table[static_cast<size_t>(i)] = static_cast<int8_t>(i * 89 + 13);
  for (const Int8Tables* tables : AvailableInt8Tables()) {
    for (const int64_t count : {1, 15, 64, 255, 256, 1000}) {
      SCOPED_TRACE(StrCat(tables->level, " count ", count));
      const auto src = AllBytes(count, 1);
      auto dst = AllBytes(count + 1, 3);
      const int8_t guard = dst.back();
      tables->vector.look_up(src.data(), table.data(), count, dst.data());
      EXPECT_EQ(dst.back(), guard);
      for (size_t i = 0; i < src.size(); ++i) {
        ASSERT_EQ(dst[i], table[static_cast<uint8_t>(src[i])]) << i;
      }
      auto in_place = src;
      tables->vector.look_up(in_place.data(), table.data(), count, in_place.data());
      EXPECT_TRUE(std::equal(in_place.begin(), in_place.end(), dst.begin()));
    }
  }
}

template <typename Out>
void CheckPool(const Int8Tables& tables, bool is_max, int64_t channels, int64_t rows,
               int64_t columns, float rescaling) {
  constexpr bool kToInt8 = std::is_same_v<Out, int8_t>;
  SCOPED_TRACE(StrCat(tables.level, is_max ? " max " : " average ", channels, " channels, ", rows,
                      "x", columns, kToInt8 ? " int8" : " float"));
  PoolWindowS8 window = {};
  window.pixel_stride = channels + 3;
  window.row_stride = window.pixel_stride * (columns + 2);
  const auto src = AllBytes(rows * window.row_stride + channels, 29);
  window.src = src.data();
  window.rows = rows;
  window.columns = columns;
  window.channels = channels;
  window.scale = rescaling;
  if (!is_max) window.scale /= static_cast<float>(std::max<int64_t>(rows * columns, 1));
  constexpr Out kGuard = 77;
  std::vector<Out> dst(static_cast<size_t>(channels + 1), kGuard);
  window.dst = dst.data();
  (is_max ? tables.vector.max : tables.vector.average)[kToInt8](&window);
  EXPECT_EQ(dst.back(), kGuard);
  for (int64_t c = 0; c < channels; ++c) {
    int sum = is_max ? -128 : 0;
    for (int64_t y = 0; y < rows; ++y) {
      for (int64_t x = 0; x < columns; ++x) {
        const int value =
            src[static_cast<size_t>(y * window.row_stride + x * window.pixel_stride + c)];
        sum = is_max ? std::max(sum, value) : sum + value;
      }
    }
    ASSERT_EQ(
        dst[static_cast<size_t>(c)],
        FromReal<Out>(static_cast<float>(sum) * (kToInt8 ? 1.0f : window.scale), window.scale))
        << c;
  }
}

TEST(CpuVectorS8, PoolingWindows) {
  for (const Int8Tables* tables : AvailableInt8Tables()) {
    for (const bool is_max : {true, false}) {
      for (const int64_t channels : {1, 3, 4, 8, 15, 24, 64, 72, 133}) {
        for (const int64_t rows : {0, 1, 3, 7}) {
          for (const float rescaling : {1.0f, 1.3f, 2.7f}) {
            CheckPool<int8_t>(*tables, is_max, channels, rows, 3, rescaling);
            CheckPool<float>(*tables, is_max, channels, rows, 3, rescaling);
          }
        }
      }
    }
  }
}

}  // namespace cpu_vector_s8_test
}  // namespace paddle::lite::cpu
