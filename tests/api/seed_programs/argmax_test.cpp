// The test of Paddle Lite's chapter for authors of operators, whose class ArgmaxComputeTester is written after its description.
#include <gtest/gtest.h>

#include <paddle_op_test.h>

#include "argmax_op.cpp"

namespace paddle {
namespace lite {

class ArgmaxComputeTester : public arena::TestCase {
 public:
  ArgmaxComputeTester(const Place& place, const std::string& alias, int axis, int n, int c, int h, int w, float wrong = 0)
      : TestCase(place, alias), axis_(axis), dims_({n, c, h, w}), wrong_(wrong) {}

  void RunBaseline(Scope* scope) override {
    const auto* x = scope->FindTensor("x");
    auto* out = scope->NewTensor("out");
    std::vector<int64_t> shape;
    int64_t outer = 1, inner = 1;
    for (int i = 0; i < 4; ++i) {
      if (i != axis_) shape.push_back(dims_[i]);
      (i < axis_ ? outer : inner) *= i == axis_ ? 1 : dims_[i];
    }
    out->Resize(shape);
    float* to = out->mutable_data<float>();
    for (int64_t o = 0; o < outer; ++o) {
      for (int64_t k = 0; k < inner; ++k) {
        int64_t best = 0;
        const float* from = x->data<float>() + o * dims_[axis_] * inner + k;
        for (int64_t i = 1; i < dims_[axis_]; ++i) best = from[i * inner] > from[best * inner] ? i : best;
        to[o * inner + k] = best + wrong_;
      }
    }
  }

  void PrepareOpDesc(cpp::OpDesc* op_desc) override {
    op_desc->SetType("argmax");
    op_desc->SetInput("X", {"x"});
    op_desc->SetOutput("Out", {"out"});
    op_desc->SetAttr("Axis", axis_);
  }

  void PrepareData() override {
    std::vector<float> data(dims_.production());
    for (size_t i = 0; i < data.size(); ++i) data[i] = (i * 7919) % 10007;
    SetCommonTensor("x", dims_, data.data());
  }

 private:
  int axis_;
  DDim dims_;
  float wrong_;
};

TEST(Argmax, precision) {
  Place place(TARGET(kARM));
  for (int axis : {0, 1, 2, 3}) {
    for (int n : {1, 3}) {
      for (int c : {3, 6}) {
        for (int h : {9, 18}) {
          for (int w : {9, 18}) {
            std::unique_ptr<arena::TestCase> tester(new ArgmaxComputeTester(place, "def", axis, n, c, h, w));
            arena::Arena arena(std::move(tester), place, 2e-5);
            arena.TestPrecision();
          }
        }
      }
    }
  }
}

// What the helper is for: it finds a wrong result, an operator that refuses its input, and one without a kernel.
#ifdef FIND_FAILURES
TEST(Argmax, Wrong) {
  Place place(TARGET(kARM));
  arena::Arena(std::unique_ptr<arena::TestCase>(new ArgmaxComputeTester(place, "def", 1, 1, 3, 2, 2, 1)), place, 2e-5)
      .TestPrecision();
}
TEST(Argmax, BadAxis) {
  Place place(TARGET(kARM));
  arena::Arena(std::unique_ptr<arena::TestCase>(new ArgmaxComputeTester(place, "def", 1, 0, 3, 2, 2)), Place(TARGET(kX86)), 2e-5)
      .TestPrecision();
}
#endif

}  // namespace lite
}  // namespace paddle
