#include <gtest/gtest.h>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TEST(PolygonBoxTransform, PositionsFromOffsets) {
  OpSuite suite("polygon_box_transform");
  Random random("polygon");
  for (const DDim& shape : {DDim{1, 8, 3, 5}, DDim{2, 2, 4, 1}}) {
    OpCase c("offsets");
    c.inputs["Input"] = {random.Floats(shape, -9, 9)};
    TestTensor out(shape);
    for (int64_t i = 0; i < out.numel(); ++i) {
      const int64_t x = i % shape[3];
      const int64_t y = i / shape[3] % shape[2];
      const int64_t channel = i / (shape[2] * shape[3]) % shape[1];
      out.Set(i, 4.0 * static_cast<double>(channel % 2 == 0 ? x : y) - c.In("Input").At(i));
    }
    c.expected["Output"] = {out};
    suite.Run(c);
  }
  OpCase odd("odd");
  odd.inputs["Input"] = {TestTensor({1, 3, 2, 2})};
  suite.ExpectError(odd, "Input: expected pairs of channels");
}

}  // namespace
}  // namespace paddle::lite::test
