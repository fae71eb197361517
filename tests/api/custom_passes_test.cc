// Passes that an application adds, by their C interface: what they see, what they may change, and
// what is refused. The package test has passes of the form of Paddle Lite.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "lite/api/full/model_passes.h"
#include "lite/api/paddle_api.h"
#include "lite/api/paddle_pass.h"
#include "lite/mir/optimizer.h"
#include "lite/mir/text.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"

namespace paddle::lite::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// What the one pass of these tests does. It stays in the process, and does nothing without this.
std::function<PDL_Code(PDL_PassCall*)>* ChangeProgram() {
  static auto* const function = new std::function<PDL_Code(PDL_PassCall*)>;
  return function;
}

PDL_Code RunChange(PDL_PassCall* call) {
  return *ChangeProgram() ? (*ChangeProgram())(call) : PDL_OK;
}

constexpr char kPassProgram[] = R"(
input %x: float[-1,3]
const %w: float[3] = [1.0, 2.0, 3.0]
elementwise_add(X=%x, Y=%w) -> (Out=%s) {axis=-1}
relu(X=%s) -> (Out=%y)
output %y
)";

class CustomPassesTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const PDL_Pass pass = {sizeof(PDL_Pass), "test_pass", nullptr, 0, &RunChange, nullptr};
    ASSERT_EQ(PDL_RegisterPass(&pass), PDL_OK) << PDL_GetLastError();
  }
  ~CustomPassesTest() override { *ChangeProgram() = nullptr; }

  // The optimised program, or why there is none.
  static Result<std::string> Optimised(const std::string& program = kPassProgram) {
    LITE_ASSIGN_OR_RETURN(model::Model model, mir::ParseModel(program));
    mir::OptimizeOptions options;
    options.valid_places = {Place(TARGET(kX86), PRECISION(kFloat))};
    options.model_passes = ModelPasses();
    LITE_ASSIGN_OR_RETURN(const model::Model optimised, mir::Optimize(std::move(model), options));
    return model::EncodeNaiveBuffer(optimised, {});
  }

  // Runs the pass, which passes the operators on after `change`.
  static Status ReplaceWith(const std::function<void(std::vector<PDL_PassOp>*)>& change,
                            std::vector<PDL_PassVariable> parameters = {}) {
    *ChangeProgram() = [=](PDL_PassCall* call) {
      std::vector<PDL_PassOp> ops(call->ops, call->ops + call->op_count);
      change(&ops);
      return call->replace(call, ops.data(), ops.size(), parameters.data(), parameters.size());
    };
    return Optimised().status();
  }
  static void ExpectRefused(const Status& status, const std::string& text) {
    EXPECT_FALSE(status.ok());
    EXPECT_THAT(status.ToString(), HasSubstr("pass test_pass"));
    EXPECT_THAT(status.ToString(), HasSubstr(text));
  }
};

TEST_F(CustomPassesTest, SeesTheProgram) {
  std::vector<std::string> types, variables;
  *ChangeProgram() = [&](PDL_PassCall* call) {
    for (size_t i = 0; i < call->op_count; ++i) types.emplace_back(call->ops[i].type);
    for (size_t i = 0; i < call->variable_count; ++i) {
      const PDL_PassVariable& variable = call->variables[i];
      if (variable.tensor.data == nullptr) continue;
      variables.emplace_back(variable.name);
      EXPECT_EQ(variable.tensor.rank, 1);
      EXPECT_EQ(variable.tensor.dims[0], 3);
      EXPECT_EQ(static_cast<const float*>(variable.tensor.data)[2], 3.0f);
    }
    const PDL_PassOp& add = call->ops[1];
    EXPECT_STREQ(add.inputs[1].name, "Y");
    EXPECT_STREQ(add.inputs[1].variables[0], "w");
    EXPECT_STREQ(add.attributes[0].name, "axis");
    EXPECT_EQ(add.attributes[0].kind, PDL_ATTRIBUTE_INT);
    EXPECT_EQ(add.attributes[0].ints[0], -1);
    EXPECT_EQ(call->target_count, 1u);
    EXPECT_EQ(call->targets[0], static_cast<int32_t>(TARGET(kX86)));
    return PDL_OK;
  };
  const auto optimised = Optimised();
  ASSERT_TRUE(optimised.ok()) << optimised.status().ToString();
  EXPECT_THAT(types, ElementsAre("feed", "elementwise_add", "relu", "fetch"));
  EXPECT_THAT(variables, ElementsAre("w"));
}

// Every kind of attribute arrives as it was: the optimised files are equal.
TEST_F(CustomPassesTest, PassesOnWhatItGot) {
  const std::string program = R"(
input %x: float[-1,3,8,8]
const %w: float[2,3,1,1] = fill(0.5)
conv2d(Input=%x, Filter=%w) -> (Output=%c) {strides=[1, 1], paddings=[0, 0], dilations=[1, 1], groups=1, padding_algorithm="EXPLICIT"}
scale(X=%c) -> (Out=%s) {scale=2.0, bias=1.0, bias_after_scale=true}
reduce_mean(X=%s) -> (Out=%y) {dim=[2, 3], keep_dim=false, reduce_all=false}
output %y
)";
  const auto before = Optimised(program);
  ASSERT_TRUE(before.ok()) << before.status().ToString();
  *ChangeProgram() = [](PDL_PassCall* call) {
    return call->replace(call, call->ops, call->op_count, nullptr, 0);
  };
  const auto after = Optimised(program);
  ASSERT_TRUE(after.ok()) << after.status().ToString();
  EXPECT_EQ(*before, *after);
}

TEST_F(CustomPassesTest, NewParametersAndVariables) {
  // relu(x + w) becomes relu(w2 + (x * w)).
  static const float numbers[3] = {10, 20, 30};
  *ChangeProgram() = [](PDL_PassCall* call) {
    const char *x[] = {"x"}, *w[] = {"w"}, *w2[] = {"w2"}, *p[] = {"p"}, *s[] = {"s"};
    const PDL_PassSlot mul_in[] = {{"X", 1, x}, {"Y", 1, w}}, mul_out[] = {{"Out", 1, p}};
    const PDL_PassSlot add_in[] = {{"X", 1, p}, {"Y", 1, w2}}, add_out[] = {{"Out", 1, s}};
    const PDL_PassOp add = call->ops[1];
    const PDL_PassOp ops[] = {
        call->ops[0],
        {"elementwise_mul", 2, 1, add.attribute_count, mul_in, mul_out, add.attributes},
        {"elementwise_add", 2, 1, add.attribute_count, add_in, add_out, add.attributes},
        call->ops[2],
        call->ops[3]};
    PDL_PassVariable parameter = {"w2", {}};
    parameter.tensor.type = static_cast<PDL_Type>(PRECISION(kFloat));
    parameter.tensor.rank = 1;
    parameter.tensor.dims[0] = 3;
    parameter.tensor.data = const_cast<float*>(numbers);
    return call->replace(call, ops, 5, &parameter, 1);
  };
  const auto model = mir::ParseModel(kPassProgram);
  ASSERT_TRUE(model.ok());
  const auto program = model::EncodePaddleProgram(model->program);
  const auto params = model::EncodePaddleParams(*model);
  ASSERT_TRUE(program.ok() && params.ok());
  lite_api::CxxConfig config;
  config.set_model_buffer(program->data(), program->size(), params->data(), params->size());
  config.set_valid_places({Place(TARGET(kX86), PRECISION(kFloat))});
  const auto predictor = lite_api::CreatePaddlePredictor(config);
  const auto input = predictor->GetInput(0);
  input->Resize({1, 3});
  for (int i = 0; i < 3; ++i) input->mutable_data<float>()[i] = static_cast<float>(i) - 11;
  predictor->Run();
  const float* y = predictor->GetOutput(0)->data<float>();
  EXPECT_THAT(std::vector<float>(y, y + 3), ElementsAre(0, 0, 3));
}

TEST_F(CustomPassesTest, FailuresOfThePass) {
  *ChangeProgram() = [](PDL_PassCall*) { return 4711; };
  ExpectRefused(Optimised().status(), "code 4711");
  *ChangeProgram() = [](PDL_PassCall* call) {
    std::snprintf(call->message, call->message_size, "no such pattern");
    return PDL_UNSUPPORTED;
  };
  ExpectRefused(Optimised().status(), "no such pattern");
  *ChangeProgram() = [](PDL_PassCall*) -> PDL_Code { throw std::runtime_error("it throws"); };
  EXPECT_THAT(Optimised().status().ToString(), HasSubstr("it throws"));
  *ChangeProgram() = [](PDL_PassCall* call) {
    call->replace(call, call->ops, call->op_count, nullptr, 0);
    return call->replace(call, call->ops, call->op_count, nullptr, 0);
  };
  EXPECT_FALSE(Optimised().ok());
}

TEST_F(CustomPassesTest, RefusesBadPrograms) {
  ExpectRefused(ReplaceWith([](auto* ops) { ops->clear(); }), "feed and fetch");
  ExpectRefused(ReplaceWith([](auto* ops) { ops->erase(ops->begin() + 1); }),
                "variable 's' is read");
  ExpectRefused(ReplaceWith([](auto* ops) { std::swap((*ops)[1], (*ops)[2]); }),
                "variable 's' is read");
  ExpectRefused(ReplaceWith([](auto* ops) { (*ops)[1].type = nullptr; }), "no type");
  ExpectRefused(ReplaceWith([](auto* ops) { (*ops)[1].inputs = nullptr; }), "slots are null");
  ExpectRefused(ReplaceWith([](auto* ops) { (*ops)[1].attributes = nullptr; }),
                "attributes are null");
  static const char* const none[] = {nullptr};
  static const PDL_PassSlot slot = {"X", 1, none}, no_name = {nullptr, 1, none},
                            no_list = {"X", 1, nullptr};
  for (const PDL_PassSlot* bad : {&slot, &no_name, &no_list}) {
    ExpectRefused(ReplaceWith([&](auto* ops) {
                    (*ops)[1].inputs = bad;
                    (*ops)[1].input_count = 1;
                  }),
                  "null");
  }
  // An operator that no library has is refused where all operators are.
  EXPECT_THAT(ReplaceWith([](auto* ops) { (*ops)[1].type = "no_such_op"; }).ToString(),
              HasSubstr("no_such_op"));
}

TEST_F(CustomPassesTest, RefusesBadAttributes) {
  static const int64_t big[] = {std::numeric_limits<int64_t>::max(), 1};
  static const char* const texts[] = {nullptr};
  const auto with = [](const PDL_PassAttribute& attribute) {
    return ReplaceWith([attribute](auto* ops) {
      (*ops)[1].attributes = &attribute;
      (*ops)[1].attribute_count = 1;
    });
  };
  ExpectRefused(with({"axis", PDL_ATTRIBUTE_INT, 1, big, nullptr, nullptr}), "32 bits");
  ExpectRefused(with({"axis", PDL_ATTRIBUTE_INT, 2, big, nullptr, nullptr}), "expected 1 value");
  ExpectRefused(with({"axis", PDL_ATTRIBUTE_FLOATS, 2, big, nullptr, nullptr}), "null");
  ExpectRefused(with({"axis", PDL_ATTRIBUTE_STRING, 1, nullptr, nullptr, texts}), "null");
  ExpectRefused(with({"axis", 16, 1, big, nullptr, nullptr}), "kind 16");
  ExpectRefused(with({"axis", -1, 1, big, nullptr, nullptr}), "kind -1");
  ExpectRefused(with({nullptr, 0, 1, big, nullptr, nullptr}), "name of an attribute");
}

TEST_F(CustomPassesTest, RefusesBadParameters) {
  static float numbers[3] = {1, 2, 3};
  PDL_PassVariable good = {"w2", {}};
  good.tensor.type = static_cast<PDL_Type>(PRECISION(kFloat));
  good.tensor.rank = 1;
  good.tensor.dims[0] = 3;
  good.tensor.data = numbers;
  const auto with = [](const PDL_PassVariable& parameter) {
    return ReplaceWith([](auto*) {}, {parameter});
  };
  EXPECT_TRUE(with(good).ok());
  ExpectRefused(ReplaceWith([](auto*) {}, {good, good}), "exists already");
  PDL_PassVariable bad = good;
  bad.name = "w";
  ExpectRefused(with(bad), "exists already");
  bad = good;
  bad.name = nullptr;
  ExpectRefused(with(bad), "no name");
  bad = good;
  bad.tensor.data = nullptr;
  ExpectRefused(with(bad), "data is null");
  for (const int type : {-1, 0, 4, 1000}) {
    bad = good;
    bad.tensor.type = type;
    ExpectRefused(with(bad), "not one of elements");
  }
  for (const int rank : {-1, 10}) {
    bad = good;
    bad.tensor.rank = rank;
    ExpectRefused(with(bad), "rank");
  }
  bad = good;
  bad.tensor.rank = 2;
  bad.tensor.dims[0] = bad.tensor.dims[1] = int64_t{1} << 40;
  ExpectRefused(with(bad), "w2");
  bad.tensor.dims[0] = -1;
  ExpectRefused(with(bad), "w2");
}

TEST_F(CustomPassesTest, Registration) {
  const auto refused = [](const PDL_Pass* pass, const char* text) {
    EXPECT_EQ(PDL_RegisterPass(pass), PDL_INVALID_ARGUMENT);
    EXPECT_THAT(PDL_GetLastError(), HasSubstr(text));
  };
  const PDL_Pass good = {sizeof(PDL_Pass), "test_pass_2", nullptr, 0, &RunChange, nullptr};
  refused(nullptr, "null");
  PDL_Pass bad = good;
  bad.struct_size = 8;
  refused(&bad, "struct_size");
  bad = good;
  bad.name = "";
  refused(&bad, "no name");
  bad = good;
  bad.name = "test_pass";
  refused(&bad, "exists already");
  bad = good;
  bad.apply = nullptr;
  refused(&bad, "no function");
  bad = good;
  bad.target_count = 1;
  refused(&bad, "targets are null");
  const int32_t target = 1000;
  bad.targets = &target;
  refused(&bad, "1000 is not a target");
}

TEST_F(CustomPassesTest, NamesChooseThem) {
  int calls = 0;
  *ChangeProgram() = [&](PDL_PassCall*) {
    ++calls;
    return PDL_OK;
  };
  const auto run = [](const mir::OptimizeOptions& names) {
    auto model = mir::ParseModel(kPassProgram);
    mir::OptimizeOptions options = names;
    options.valid_places = {Place(TARGET(kX86), PRECISION(kFloat))};
    options.model_passes = ModelPasses();
    return mir::Optimize(*std::move(model), options).status();
  };
  mir::OptimizeOptions listed, others, discarded, unknown;
  listed.passes_internal = {"test_pass", "fuse_fc"};
  others.passes_internal = {"fuse_swish", "fuse_fc"};
  discarded.discarded_passes = {"test_pass"};
  unknown.passes_internal = {"test_passes", "fuse_fc"};
  EXPECT_TRUE(run(listed).ok());
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(run(others).ok());
  EXPECT_TRUE(run(discarded).ok());
  EXPECT_EQ(calls, 1);
  EXPECT_FALSE(run(unknown).ok());
}

}  // namespace
}  // namespace paddle::lite::test
