#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TEST(LogSoftmax, EveryAxis) {
  OpSuite suite("log_softmax", Tolerance{2e-6, 1e-5, 0, 0});
  Random random("log_softmax");
  for (const PrecisionType type : {PrecisionType::kFloat, PrecisionType::kFP64}) {
    for (const DDim& shape :
         {DDim{7}, DDim{3, 1}, DDim{2, 5, 4}, DDim{2, 3, 4, 5}, DDim{}, DDim{0, 3}}) {
      const int bound = std::max(shape.rank(), 1);
      for (int axis = -bound; axis < bound; ++axis) {
        OpCase c("grid");
        c.attrs["axis"] = axis;
        c.inputs["X"] = {random.Floats(shape, -9, 9, type)};
        const TestTensor& x = c.In("X");
        const int along = axis < 0 ? axis + bound : axis;
        const int64_t extent = shape.rank() == 0 ? 1 : shape[along];
        const int64_t inner = shape.Count(std::min(along + 1, shape.rank()), shape.rank());
        TestTensor out(shape, type);
        for (int64_t i = 0; i < x.numel(); ++i) {
          const int64_t first = i / (extent * inner) * extent * inner + i % inner;
          double sum = 0;
          for (int64_t k = 0; k < extent; ++k) sum += std::exp(x.At(first + k * inner));
          out.Set(i, x.At(i) - std::log(sum));
        }
        c.expected["Out"] = {out};
        suite.Run(c);
      }
    }
  }
}

TEST(LogSoftmax, RefusesWhatIsNoAxis) {
  OpCase c("axis");
  c.attrs["axis"] = 2;
  c.inputs["X"] = {TestTensor({2, 3})};
  OpSuite("log_softmax").ExpectError(c, "axis 2 is outside");
}

}  // namespace
}  // namespace paddle::lite::test
