// Operations that no converter makes, against the processor's kernels. The others are compared with
// them by the converters (converters_test.cc).
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "lite/mir/text.h"
#include "tests/nnadapter/framework/networks.h"
#include "tests/nnadapter/net.h"

namespace paddle::lite::test {
namespace {

using nnadapter_test::HostTensor;
using nnadapter_test::Net;

struct UnusedOperation {
  const char* name;
  NNAdapterOperationType type;
  std::vector<std::vector<int32_t>> shapes;  // of inputs x, z
  std::function<std::vector<NNAdapterOperand*>(Net*)> parameters;
  const char* program;  // what computes the same from %x, %z
};

NNAdapterOperand* FlagOf(Net* net, uint8_t value) {
  NNAdapterOperand* operand = net->Operand(nnadapter_test::TypeOf({1}, NNADAPTER_BOOL8));
  EXPECT_EQ(NNAdapterModel_setOperandValue(operand, &value, 1, true), NNADAPTER_NO_ERROR);
  return operand;
}

using Operands = std::vector<NNAdapterOperand*>;
const UnusedOperation kUnused[] = {
    {"ASSIGN",
     NNADAPTER_ASSIGN,
     {{2, 3, 4}},
     [](Net*) { return Operands(); },
     "input %x: float[2,3,4]\nassign(X=%x) -> (Out=%y)"},
    {"EXPAND",
     NNADAPTER_EXPAND,
     {{1, 3, 1, 5}},
     [](Net* net) {
       return Operands{net->Ints({2, 3, 4, 5})};
     },
     "input %x: float[1,3,1,5]\nexpand_v2(X=%x) -> (Out=%y) {shape=[2, 3, 4, 5]}"},
    {"FLATTEN",
     NNADAPTER_FLATTEN,
     {{2, 3, 4, 5}},
     [](Net* net) {
       return Operands{net->Ints({1}), net->Ints({2})};
     },
     "input %x: float[2,3,4,5]\n"
     "flatten_contiguous_range(X=%x) -> (Out=%y) {start_axis=1, stop_axis=2}"},
    {"LP_NORMALIZATION",
     NNADAPTER_LP_NORMALIZATION,
     {{2, 7, 4}},
     [](Net* net) {
       return Operands{net->Ints({1}), net->Ints({2}), net->Floats({1}, {0.0f})};
     },
     "input %x: float[2,7,4]\nnorm(X=%x) -> (Out=%y, Norm=%n) {axis=1, epsilon=1e-12}"},
    {"SQUEEZE",
     NNADAPTER_SQUEEZE,
     {{2, 1, 4, 1}},
     [](Net* net) { return Operands{net->Ints({1})}; },
     "input %x: float[2,1,4,1]\nsqueeze2(X=%x) -> (Out=%y) {axes=[1]}"},
    {"UNSQUEEZE",
     NNADAPTER_UNSQUEEZE,
     {{2, 3, 4}},
     [](Net* net) {
       return Operands{net->Ints({1, 3})};
     },
     "input %x: float[2,3,4]\nunsqueeze2(X=%x) -> (Out=%y) {axes=[1, 3]}"},
    {"NON_MAX_SUPPRESSION",
     NNADAPTER_NON_MAX_SUPPRESSION,
     {{2, 40, 4}, {2, 3, 40}},
     [](Net* net) {
       return Operands{nullptr,         net->Ints({-1}),          net->Floats({1}, {0.3f}),
                       net->Ints({20}), net->Floats({1}, {0.4f}), net->Floats({1}, {1.0f}),
                       net->Ints({12}), FlagOf(net, 1),           FlagOf(net, 0)};
     },
     "input %x: float[2,40,4]\ninput %z: float[2,3,40]\n"
     "multiclass_nms3(BBoxes=%x, Scores=%z) -> (Out=%y, Index=%i, NmsRoisNum=%n) "
     "{background_label=-1, score_threshold=0.3, nms_top_k=20, nms_threshold=0.4, nms_eta=1.0, "
     "keep_top_k=12, normalized=true}"},
};

// Corners of boxes for NON_MAX_SUPPRESSION, which are values like others elsewhere.
std::vector<float> ValuesOf(const std::string& key, size_t count, bool boxes) {
  std::vector<float> values = FormulaFloats(key, count, 0.5f, 0.5f);
  for (size_t i = 0; boxes && i + 4 <= count; i += 4) {
    values[i + 2] = values[i] + 0.3f + 0.2f * values[i + 2];
    values[i + 3] = values[i + 1] + 0.3f + 0.2f * values[i + 3];
  }
  return values;
}

class NNAdapterOperationTest : public testing::TestWithParam<UnusedOperation> {};

TEST_P(NNAdapterOperationTest, AgreesWithTheCpu) {
  const UnusedOperation& unused = GetParam();
  ZooCase zoo_case;
  std::vector<HostTensor> inputs;
  for (const std::vector<int32_t>& shape : unused.shapes) {
    size_t count = 1;
    for (const int32_t extent : shape) count *= static_cast<size_t>(extent);
    const char* name = inputs.empty() ? "x" : "z";
    const std::vector<float> values =
        ValuesOf(StrCat(unused.name, name), count, inputs.empty() && unused.shapes.size() > 1);
    inputs.emplace_back(shape, values);
    zoo_case.inputs.push_back(
        {name,
         PrecisionType::kFloat,
         std::vector<int64_t>(shape.begin(), shape.end()),
         {},
         {reinterpret_cast<const char*>(values.data()), count * sizeof(float)}});
  }
  Net net;
  Operands all, operands;
  for (const HostTensor& input : inputs) all.push_back(net.Tensor(input.dims));
  operands = all;
  for (NNAdapterOperand* parameter : unused.parameters(&net)) operands.push_back(parameter);
  NNAdapterOperand* result = net.Tensor({});
  Operands results(unused.type == NNADAPTER_NON_MAX_SUPPRESSION ? 3 : 1, nullptr);
  results[0] = result;
  ASSERT_EQ(net.TryAdd(unused.type, operands, results), NNADAPTER_NO_ERROR);
  ASSERT_EQ(net.Finish(all, {result}), NNADAPTER_NO_ERROR);
  const nnadapter_test::Devices devices({"builtin_device"});
  nnadapter_test::Compiled compiled(&net, devices);
  HostTensor found;
  std::vector<HostTensor*> given;
  for (HostTensor& input : inputs) given.push_back(&input);
  ASSERT_EQ(compiled.Run(given, {&found}), NNADAPTER_NO_ERROR);

  const auto program = mir::ParseModel(StrCat(unused.program, "\noutput %y"));
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  const auto model = OptimisedForDevices(*program, {});
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const auto executable = MakeExecutable(*model, {});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  ASSERT_TRUE(SetInputs(zoo_case, executable->get()).ok());
  const Status status = (*executable)->Run();
  ASSERT_TRUE(status.ok()) << status.ToString();
  const Tensor& expected = *(*executable)->output(0);
  EXPECT_EQ(DDim(std::vector<int64_t>(found.dims.begin(), found.dims.end())), expected.dims());
  const std::vector<float> values = found.Floats();
  ASSERT_EQ(static_cast<int64_t>(values.size()), expected.numel());
  EXPECT_GT(values.size(), 7u);
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_NEAR(values[i], expected.data<float>()[i], 1e-6f) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Unused, NNAdapterOperationTest, testing::ValuesIn(kUnused),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace paddle::lite::test
