// Operators that an application adds: results of the optimiser and of both predictors, and what
// happens when their functions fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "lite/api/operator_signature.h"
#include "lite/api/paddle_api.h"
#include "lite/api/paddle_custom_op.h"
#include "lite/mir/text.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::test {
namespace {

using lite_api::CxxConfig;
using lite_api::MobileConfig;
using lite_api::OpCall;
using lite_api::PaddlePredictor;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Status Snake(OpCall& call) {
  const auto x = call.input("X");
  auto out = call.output("Out");
  const float alpha = static_cast<float>(call.float_attr("alpha"));
  const float* from = x.data<float>();
  float* to = out.mutable_data<float>();
  call.ParallelFor(x.numel(), 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const float s = std::sin(alpha * from[i]);
      to[i] = from[i] + s * s / alpha;
    }
  });
  return Status();
}

// Sums of rows, and whether each is positive.
Status RowsShape(OpCall& call) {
  if (call.input("X").shape().size() != 2) {
    return InvalidArgument("X: expected rank 2");
  }
  const std::vector<int64_t> rows = {call.input("X").shape()[0]};
  call.output("Sum").Resize(rows);
  if (call.output_count("Positive") != 0) call.output("Positive").Resize(rows);
  return Status();
}
Status Rows(OpCall& call) {
  const auto x = call.input("X");
  const int64_t columns = x.shape()[1];
  for (int64_t r = 0; r < x.shape()[0]; ++r) {
    float sum = 0;
    for (int64_t c = 0; c < columns; ++c) sum += x.data<float>()[r * columns + c];
    for (size_t i = 0; i < call.input_count("More"); ++i) {
      sum += call.input("More", i).data<float>()[r];
    }
    sum += static_cast<float>(call.ints_attr("bias")[1]);
    call.output("Sum").mutable_data<float>()[r] = sum;
    call.output("Positive").mutable_data<bool>()[r] = sum > 0;
  }
  return Status();
}

Status Break(OpCall& call) {
  const std::string how = call.string_attr("how");
  if (how == "status") return Unsupported("only on Sundays");
  if (how == "throw") throw std::runtime_error("thrown on purpose");
  if (how == "number") throw 7;
  if (how == "slot") call.input("Y");
  if (how == "type") call.input("X").data<int64_t>();
  if (how == "after") call.output("Out").mutable_data<float>()[call.output("Out").numel()] = 1;
  if (how == "before") call.output("Out").mutable_data<float>()[-1] = 1;
  return Status();
}
Status BreakShape(OpCall& call) {
  const std::string how = call.string_attr("how");
  auto out = call.output("Out");
  out.Resize(call.input("X").shape());
  if (how == "negative") out.Resize({-1, 2});
  if (how == "rank") out.Resize(std::vector<int64_t>(12, 1));
  if (how == "huge") out.Resize({int64_t{1} << 40, int64_t{1} << 40});
  if (how == "shape throws") throw std::runtime_error("no shape");
  return Status();
}

PDL_Code FailWithoutText(PDL_OpCall*) { return 4711; }

class CustomOperators : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const auto add = [](const char* signature, lite_api::OpFunction infer,
                        lite_api::OpFunction compute) {
      const Status status = lite_api::RegisterOperator(signature, infer, compute);
      EXPECT_TRUE(status.ok()) << status.ToString();
    };
    add("test_snake(X: float32) -> (Out) {alpha: float = 0.5}", nullptr, Snake);
    add("test_rows(X, More*) -> (Sum, Positive: bool) {bias: ints = [0, 100]}", RowsShape, Rows);
    add("test_break(X) -> (Out) {how: string = 'not'}", BreakShape, Break);
    PDL_Operator op = {sizeof(PDL_Operator), "test_code(X) -> (Out)", nullptr, &FailWithoutText,
                       nullptr};
    EXPECT_EQ(PDL_RegisterOperator(&op), PDL_OK);
  }

  // Converts a program and runs it; the results of both predictors must be equal.
  static Status Run(const std::string& program, std::vector<std::vector<float>>* results) {
    LITE_ASSIGN_OR_RETURN(const model::Model model, mir::ParseModel(program));
    LITE_ASSIGN_OR_RETURN(const std::string bytes, model::EncodePaddleProgram(model.program));
    LITE_ASSIGN_OR_RETURN(const std::string params, model::EncodePaddleParams(model));
    CxxConfig config;
    config.set_model_buffer(bytes.data(), bytes.size(), params.data(), params.size());
    config.set_valid_places(
        {{TARGET(kX86), PRECISION(kFloat)}, {TARGET(kHost), PRECISION(kFloat)}});
    config.set_threads(2);
    std::shared_ptr<PaddlePredictor> full;
    LITE_RETURN_IF_ERROR(lite_api::TryCreatePaddlePredictor(config, &full));
    LITE_RETURN_IF_ERROR(RunOne(full.get(), results));
    const TempDir folder;
    LITE_RETURN_IF_ERROR(
        full->TrySaveOptimizedModel(folder / "m", lite_api::LiteModelType::kNaiveBuffer, false));
    MobileConfig mobile;
    mobile.set_model_from_file(folder / "m.nb");
    std::shared_ptr<PaddlePredictor> light;
    LITE_RETURN_IF_ERROR(lite_api::TryCreatePaddlePredictor(mobile, &light));
    std::vector<std::vector<float>> again;
    LITE_RETURN_IF_ERROR(RunOne(light.get(), &again));
    EXPECT_EQ(*results, again);
    return OkStatus();
  }

  static Status RunOne(PaddlePredictor* predictor, std::vector<std::vector<float>>* results) {
    const auto input = predictor->GetInput(0);
    for (const int64_t rows : {2, 3, 2}) {  // kernels are prepared for several shapes
      LITE_RETURN_IF_ERROR(input->TryResize({rows, 3}));
      float* data = nullptr;
      LITE_RETURN_IF_ERROR(input->TryMutableData(&data));
      for (int64_t i = 0; i < rows * 3; ++i) data[i] = static_cast<float>(i) - 2;
      LITE_RETURN_IF_ERROR(predictor->TryRun());
    }
    for (size_t i = 0; i < predictor->GetOutputNames().size(); ++i) {
      const auto output = predictor->GetOutput(static_cast<int>(i));
      std::vector<float> values;
      int64_t count = 1;
      for (const int64_t dim : output->shape()) count *= dim;
      for (int64_t k = 0; k < count; ++k) {
        values.push_back(output->precision() == PRECISION(kBool)
                             ? static_cast<float>(output->data<bool>()[k])
                             : output->data<float>()[k]);
      }
      results->push_back(values);
    }
    return OkStatus();
  }

  static void ExpectFails(const std::string& operators, const std::string& text) {
    std::vector<std::vector<float>> results;
    const Status status = Run("input %x: float[-1,3]\n" + operators + "output %y\n", &results);
    EXPECT_FALSE(status.ok());
    EXPECT_THAT(status.ToString(), HasSubstr(text));
  }
};

TEST_F(CustomOperators, RunBesideOthers) {
  setenv("LITE_CHECK_OPERATORS", "0", 1);
  std::vector<std::vector<float>> results;
  const Status status = Run(R"(
input %x: float[-1,3]
relu(X=%x) -> (Out=%r)
test_snake(X=%r) -> (Out=%s) {alpha=2.0}
test_rows(X=%s) -> (Sum=%sum, Positive=%positive) {bias=[7, -1]}
output %s
output %sum
output %positive
)",
                            &results);
  ASSERT_TRUE(status.ok()) << status.ToString();
  std::vector<float> snake;
  for (const float x : {0.f, 0.f, 0.f, 1.f, 2.f, 3.f}) {
    const float s = std::sin(2 * x);
    snake.push_back(x + s * s / 2);
  }
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0], snake);
  EXPECT_THAT(results[1], ElementsAre(-1, snake[3] + snake[4] + snake[5] - 1));
  EXPECT_THAT(results[2], ElementsAre(0, 1));
  unsetenv("LITE_CHECK_OPERATORS");
}

TEST_F(CustomOperators, DefaultsAndLists) {
  std::vector<std::vector<float>> results;
  const Status status = Run(R"(
input %x: float[-1,3]
test_rows(X=%x) -> (Sum=%a, Positive=%b)
test_rows(X=%x, More=[%a, %a]) -> (Sum=%c, Positive=%d)
output %c
)",
                            &results);
  ASSERT_TRUE(status.ok()) << status.ToString();
  EXPECT_THAT(results[0], ElementsAre(97 * 2 - 3 + 100, 106 * 2 + 6 + 100));
}

TEST_F(CustomOperators, FailuresAreStatus) {
  ExpectFails("test_break(X=%x) -> (Out=%y) {how=\"status\"}\n", "only on Sundays");
  ExpectFails("test_break(X=%x) -> (Out=%y) {how=\"throw\"}\n", "thrown on purpose");
  ExpectFails("test_break(X=%x) -> (Out=%y) {how=\"number\"}\n", "not a std::exception");
  ExpectFails("test_break(X=%x) -> (Out=%y) {how=\"slot\"}\n", "no slot Y");
  ExpectFails("test_break(X=%x) -> (Out=%y) {how=\"type\"}\n", "another type");
  ExpectFails("test_break(X=%x) -> (Out=%y) {how=\"negative\"}\n", "[-1, 2]");
  ExpectFails("test_break(X=%x) -> (Out=%y) {how=\"rank\"}\n", "rank 12");
  ExpectFails("test_break(X=%x) -> (Out=%y) {how=\"huge\"}\n", "output Out");
  ExpectFails("test_break(X=%x) -> (Out=%y) {how=\"shape throws\"}\n", "no shape");
  ExpectFails("test_code(X=%x) -> (Out=%y)\n", "code 4711");
  ExpectFails("test_snake(X=%x) -> (Out=%y) {alpha=\"text\"}\n", "alpha");
  ExpectFails("cast(X=%x) -> (Out=%i) {in_dtype=5, out_dtype=3}\ntest_snake(X=%i) -> (Out=%y)\n",
              "input X: expected elements of float");
}

TEST_F(CustomOperators, WritesOutsideAreFound) {
  setenv("LITE_CHECK_OPERATORS", "1", 1);
  ExpectFails("test_break(X=%x) -> (Out=%y) {how=\"after\"}\n", "after the end of output Out");
  ExpectFails("test_break(X=%x) -> (Out=%y) {how=\"before\"}\n", "before the begin of output Out");
  std::vector<std::vector<float>> results;
  const Status status =
      Run("input %x: float[-1,3]\ntest_snake(X=%x) -> (Out=%y)\noutput %y\n", &results);
  EXPECT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(results[0][2], 0.f);
  unsetenv("LITE_CHECK_OPERATORS");
}

TEST_F(CustomOperators, MistakesOfRegistration) {
  const auto fails = [](const char* signature, const char* text) {
    const Status status = lite_api::RegisterOperator(signature, nullptr, Snake);
    EXPECT_FALSE(status.ok()) << signature;
    EXPECT_THAT(status.message(), HasSubstr(text));
  };
  fails("relu(X) -> (Out)", "there is an operator 'relu' already");
  fails("feed(X) -> (Out)", "already");
  fails("test_snake(X) -> (Out)", "already");
  fails("", "the operator's name");
  fails("1st(X) -> (Out)", "the operator's name");
  fails("a(X -> (Out)", "character 5: expected ')'");
  fails("a(X) > (Out)", "expected '->'");
  fails("a(X) -> ()", "at least one output");
  fails("a() -> (Out)", "a type for each output");
  fails("a(X) -> (X)", "'X' occurs twice");
  fails("a(X: float) -> (Out)", "an element type such as float32");
  fails("a(X) -> (Out) {b: number}", "bool, int, float");
  fails("a(X) -> (Out) {b: int = x}", "a number");
  fails("a(X) -> (Out) {b: string = x}", "quotation marks");
  fails("a(X) -> (Out) {b: ints = [1, }", "a number");
  fails("a(X) -> (Out) more", "the end of the text");
  EXPECT_EQ(PDL_RegisterOperator(nullptr), PDL_INVALID_ARGUMENT);
  PDL_Operator op = {sizeof(PDL_Operator), "a(X) -> (Out)", nullptr, nullptr, nullptr};
  EXPECT_EQ(PDL_RegisterOperator(&op), PDL_INVALID_ARGUMENT);
  EXPECT_THAT(PDL_GetLastError(), HasSubstr("no compute function"));
  op.struct_size = 8;
  EXPECT_EQ(PDL_RegisterOperator(&op), PDL_INVALID_ARGUMENT);
  EXPECT_EQ(PDL_LoadOperators(nullptr), PDL_INVALID_ARGUMENT);
  EXPECT_EQ(PDL_LoadOperators("no/such/file.so"), PDL_NOT_FOUND);
  EXPECT_THAT(PDL_GetLastError(), HasSubstr("no/such/file.so"));
}

}  // namespace
}  // namespace paddle::lite::test
