// Files whose operators name kernels that do not fit: of other targets, element types or layouts,
// or that do not exist. The runtime computes what the program says or refuses it by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <string>
#include <vector>

#include "lite/base/paddle_log.h"
#include "lite/core/targets.h"
#include "lite/runtime/executable.h"
#include "tests/support/emulation.h"
#include "tests/support/sanitizer.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {
namespace {

using ::testing::HasSubstr;

Result<std::vector<float>> Compute(const model::Model& model) {
  LITE_ASSIGN_OR_RETURN(const auto executable, Executable::Create(model, {}));
  Tensor* const image = executable->input(0);
  image->Resize(DDim{1, 3, 8, 8});
  LITE_RETURN_IF_ERROR(image->Allocate(PrecisionType::kFloat));
  for (int64_t i = 0; i < image->numel(); ++i) {
    image->mutable_data<float>()[i] = static_cast<float>(std::sin(0.3 * static_cast<double>(i)));
  }
  LITE_RETURN_IF_ERROR(executable->Run());
  const Tensor* const out = executable->output(0);
  const float* const data = out->data<float>();
  if (data == nullptr) return Internal("the result is not in the host's memory");
  return std::vector<float>(data, data + out->numel());
}

class KernelKeys : public testing::Test {
 protected:
  void SetUp() override {
    const auto expected = Compute(TinyConvNet());
    ASSERT_TRUE(expected.ok()) << expected.status().ToString();
    expected_ = *expected;
    lite_api::SetLogCallback([](const lite_api::LogMessage&) {});  // kernels are chosen anew
  }
  void TearDown() override { lite_api::SetLogCallback(nullptr); }
  // The network's values, or an error that names the operator, or one that reads its result, and a
  // tensor or slot.
  void Expect(const model::Model& model) {
    const auto found = Compute(model);
    if (!found.ok()) {
      ++refused_;
      EXPECT_NE(found.status().code(), StatusCode::kInternal) << found.status().ToString();
      // GoogleTest's own expressions have no classes of characters on Windows.
      const std::string& message = found.status().message();
      EXPECT_TRUE(std::regex_search(message, std::regex("op [a-z0-9_]+ \\(#[0-9]"))) << message;
      EXPECT_TRUE(std::regex_search(message, std::regex("(in|out)put '|: [A-Z][A-Za-z]* has ")))
          << message;
      return;
    }
    ++computed_;
    ASSERT_EQ(found->size(), expected_.size());
    for (size_t i = 0; i < expected_.size(); ++i) ASSERT_NEAR((*found)[i], expected_[i], 1e-5) << i;
  }

  std::vector<float> expected_;
  int computed_ = 0, refused_ = 0;
};

// "conv2d/def/<target>/<type>/<layout>" for every combination.
// Every fourth one under sanitizers or on an emulated processor; with both, every 29th. Both steps
// meet all layouts, of which there are nine.
TEST_F(KernelKeys, NameAnyTargetTypeAndLayout) {
  const int step = kUnderSanitizer && IsEmulated() ? 29 : kUnderSanitizer || IsEmulated() ? 4 : 1;
  int number = 0;
  for (int op = kConv; op <= kSoftmax; ++op) {
    model::Model model = TinyConvNet();
    model::OpDesc& desc = model.program.blocks[0].ops[static_cast<size_t>(op)];
    for (int target = 0; target < static_cast<int>(TargetType::NUM); ++target) {
      for (int type = 0; type < static_cast<int>(PrecisionType::NUM); ++type) {
        for (int layout = 0; layout < static_cast<int>(DataLayoutType::NUM); ++layout) {
          if (number++ % step != 0) continue;
          const std::string key = StrCat(desc.type, "/def/", target, "/", type, "/", layout);
          SCOPED_TRACE(key);
          desc.attrs[model::kKernelTypeAttr] = key;
          Expect(model);
          if (HasFailure()) return;
        }
      }
    }
  }
  EXPECT_GT(computed_, 8 * refused_);
}

// Every operator names a kernel of this build for a processor, at random: their layouts and types
// do not fit together.
TEST_F(KernelKeys, NameKernelsThatDoNotFitTogether) {
  uint32_t state = 1;
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE(round);
    model::Model model = TinyConvNet();
    for (int op = kConv; op <= kSoftmax; ++op) {
      model::OpDesc& desc = model.program.blocks[0].ops[static_cast<size_t>(op)];
      std::vector<const KernelDef*> kernels;
      for (const KernelDef* kernel : KernelsOf(desc.type)) {
        if (InfoOf(kernel->target).is_cpu) kernels.push_back(kernel);
      }
      state = state * 1664525u + 1013904223u;
      desc.attrs[model::kKernelTypeAttr] = kernels[(state >> 8) % kernels.size()]->Key();
    }
    Expect(model);
    if (HasFailure()) return;
  }
  EXPECT_GT(computed_, 0);
  RecordProperty("refused", refused_);
}

TEST_F(KernelKeys, OfAnotherFormAreRefused) {
  for (const model::AttrValue& key : std::vector<model::AttrValue>{
           std::string("pool2d"), std::string("pool2d/def/1/1"), std::string("pool2d/def/1/1/1/1"),
           std::string("pool2d/def/x/1/1"), std::string("pool2d/def/-1/1/1"),
           std::string("pool2d/def/1/99/1"), std::string("pool2d/def/1/1/4294967297"),
           std::string("pool2d/def/1/1/"), std::string("////"), std::string("conv2d/def/1/1/1"),
           int32_t{3}}) {
    model::Model model = TinyConvNet();
    model.program.blocks[0].ops[kPool].attrs[model::kKernelTypeAttr] = key;
    const Status status = Compute(model).status();
    EXPECT_EQ(status.code(), StatusCode::kDataLoss) << status.ToString();
    EXPECT_THAT(status.message(), HasSubstr("pool2d"));
  }
}

}  // namespace
}  // namespace paddle::lite::test
