// Products by cuBLAS, if the setting asks for them.
#include <gtest/gtest.h>

#include "lite/core/device_settings.h"
#include "tests/support/op_case.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

Status Choose(const char* products) {
  return FindDeviceSettings(TargetType::kCUDA)->configure(0, "products", products);
}

class CudaCublasTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const Status status = Choose("cublas");
    if (!status.ok()) GTEST_SKIP() << status.message();
  }
  void TearDown() override { static_cast<void>(Choose("own")); }
};

// x [batch, m, k] and y [batch, k, n] or, for all matrices, [1, k, n]; or their transposed forms.
void ExpectProduct(bool transpose_x, bool transpose_y, bool shared_y) {
  constexpr int64_t kBatch = 3, kM = 9, kN = 11, kK = 13;
  SCOPED_TRACE(::testing::Message() << transpose_x << transpose_y << shared_y);
  Random random("cublas");
  const TestTensor x = random.Floats(transpose_x ? DDim{kBatch, kK, kM} : DDim{kBatch, kM, kK});
  const int64_t count = shared_y ? 1 : kBatch;
  const TestTensor y = random.Floats(transpose_y ? DDim{count, kN, kK} : DDim{count, kK, kN});
  TestTensor out(DDim{kBatch, kM, kN});
  for (int64_t at = 0; at < out.numel(); ++at) {
    const int64_t l = at / (kM * kN), i = at / kN % kM, j = at % kN;
    double sum = 0;
    for (int64_t k = 0; k < kK; ++k) {
      const int64_t a = l * kM * kK + (transpose_x ? k * kM + i : i * kK + k);
      const int64_t b = (shared_y ? 0 : l) * kK * kN + (transpose_y ? j * kK + k : k * kN + j);
      sum += x.At(a) * y.At(b);
    }
    out.Set(at, sum);
  }
  OpCase c("product");
  c.attrs["trans_x"] = transpose_x;
  c.attrs["trans_y"] = transpose_y;
  c.inputs["X"] = {x};
  c.inputs["Y"] = {y};
  c.expected["Out"] = {out};
  for (const KernelDef* def : KernelsOf("matmul_v2")) {
    if (def->target == TargetType::kCUDA) OpSuite("matmul_v2", kSumTolerance).RunOn(*def, c);
  }
}

TEST_F(CudaCublasTest, ProductsOfAllForms) {
  for (int form = 0; form < 8; ++form) ExpectProduct(form & 1, form & 2, form & 4);
}

}  // namespace
}  // namespace paddle::lite::test
