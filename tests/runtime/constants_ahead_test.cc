// Each operator is told where the next one has its constant operands.
#include <gmock/gmock.h>

#include "lite/base/strings.h"
#include "lite/kernels/kernel.h"
#include "tests/support/create_executable.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {
namespace {

// They are never read.
char constants_of_kernels[5][64];
size_t prepared = 0;
std::vector<const char*> told;

// The kernels of a program in order; the second and the last one have no constants.
class ToldKernel final : public Kernel {
 public:
  Status Prepare(const Op&, PrepareContext*) override {
    const size_t number = prepared++;
    constants_ = number == 1 || number == 4 ? Span<const char>() : constants_of_kernels[number];
    return OkStatus();
  }
  Status Run(const Op&, const RunContext& context) override {
    EXPECT_EQ(context.ahead.size(), context.ahead.empty() ? 0u : 64u);
    told.push_back(context.ahead.data());
    return OkStatus();
  }
  Span<const char> constants() const override { return constants_; }

 private:
  Span<const char> constants_;
};

TEST(ConstantsAhead, AreThoseOfTheNextOperatorThatHasSome) {
  model::Model model;
  model.program.blocks.emplace_back();
  AddVar(&model, "v0", {-1, 4});
  auto& ops = model.program.blocks[0].ops;
  ops.push_back(MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"v0"}}}, {{"col", int32_t{0}}}));
  for (int i = 0; i < 5; ++i) {
    ops.push_back(MakeOp("sign", {{"X", {StrCat("v", i)}}}, {{"Out", {StrCat("v", i + 1)}}}));
  }
  ops.push_back(MakeOp("fetch", {{"X", {"v5"}}}, {{"Out", {"fetch"}}}, {{"col", int32_t{0}}}));

  KernelDef kernel;
  kernel.op_type = "sign";
  kernel.alias = "told";
  kernel.target = TargetType::kHost;
  kernel.precision = PrecisionType::kFloat;
  kernel.layout = DataLayoutType::kAny;
  kernel.create = []() -> std::unique_ptr<Kernel> { return std::make_unique<ToldKernel>(); };
  ExecutableOptions options;
  options.more_kernels = {&kernel};
  options.targets = {TargetType::kHost};  // not the kernels of `sign` for the processor
  for (const bool reuses_memory : {true, false}) {
    options.reuse_memory = reuses_memory;
    const auto executable = CreateExecutable(model, options);
    ASSERT_NE(executable, nullptr);
    for (const int64_t rows : {1, 3}) {
      prepared = 0;
      told.clear();
      executable->input(0)->Resize(DDim{rows, 4});
      ASSERT_TRUE(executable->input(0)->Allocate(PrecisionType::kFloat).ok());
      ASSERT_TRUE(executable->Run().ok());
      const char* const third = constants_of_kernels[2];
      const char* const fourth = constants_of_kernels[3];
      EXPECT_THAT(told, ::testing::ElementsAre(third, third, fourth, nullptr, nullptr));
    }
  }
}

}  // namespace
}  // namespace paddle::lite::test
