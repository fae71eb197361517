#include "lite/mir/optimizer.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "lite/base/strings.h"
#include "lite/mir/pass.h"
#include "lite/mir/pass_names.h"
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace optimizer_test {

constexpr char kProgram[] = R"(
    input %x: float[-1,4]
    relu(X=%x) -> (Out=%unread)
    scale(X=%x) -> (Out=%a) {scale=1.0, bias=0.0}
    elementwise_add(X=%a, Y=%x) -> (Out=%b)
    relu(X=%b) -> (Out=%y)
    output %y
    )";

Result<model::Model> Optimized(const OptimizeOptions& options,
                               const std::string& program = kProgram) {
  Result<model::Model> model = ParseModel(program);
  EXPECT_TRUE(model.ok()) << model.status().ToString();
  OptimizeOptions verified = options;
  verified.verify_each = true;
  return Optimize(*std::move(model), verified);
}

std::vector<std::string> TypesOf(const Result<model::Model>& model) {
  EXPECT_TRUE(model.ok()) << model.status().ToString();
  std::vector<std::string> types;
  if (!model.ok()) return types;
  for (const auto& op : model->program.blocks[0].ops) {
    if (op.type != "feed" && op.type != "fetch") types.push_back(op.type);
  }
  return types;
}

using Types = std::vector<std::string>;

TEST(OptimizerTest, WholePipeline) {
  const Result<model::Model> model = Optimized({});
  EXPECT_EQ(TypesOf(model), Types{"fusion_elementwise_add_activation"});
  for (const auto& op : model->program.blocks[0].ops) {
    if (op.type == "feed" || op.type == "fetch") continue;
    EXPECT_TRUE(op.HasAttr(model::kKernelTypeAttr)) << op.type;
  }
  ExpectSameResults(*ParseModel(kProgram), *model);
}

// Inputs with open shapes may broadcast, after any fusion and in any layout.
TEST(OptimizerTest, InputsThatBroadcast) {
  constexpr char kTwoInputs[] = R"(
    const %w: float[16,3,3,3] = random(1, -1, 1)
    const %v: float[16,16,1,1] = random(2, -1, 1)
    input %x: float[-1,3,-1,-1]
    input %r: float[-1,16,-1,-1]
    conv2d(Input=%x, Filter=%w) -> (Output=%a) {paddings=[1, 1]}
    elementwise_add(X=%a, Y=%r) -> (Out=%b)
    relu(X=%b) -> (Out=%c)
    conv2d(Input=%c, Filter=%v) -> (Output=%d)
    elementwise_add(X=%d, Y=%a) -> (Out=%e)
    elementwise_mul(X=%e, Y=%r) -> (Out=%f)
    elementwise_add(X=%e, Y=%f) -> (Out=%g)
    sigmoid(X=%g) -> (Out=%s)
    elementwise_mul(X=%g, Y=%s) -> (Out=%y)
    output %y
    )";
  const Result<model::Model> model = Optimized({}, kTwoInputs);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  for (const DDim& x : {DDim({2, 3, 4, 5}), DDim({1, 3, 4, 5}), DDim({2, 3, 1, 1})}) {
    for (const DDim& r : {DDim({2, 16, 4, 5}), DDim({1, 16, 4, 1}), DDim({2, 16, 1, 5})}) {
      SCOPED_TRACE(StrCat(x, " and ", r));
      ExpectSameResults(*ParseModel(kTwoInputs), *model, {x, r});
    }
  }
}

// The same program produces the same text, and an optimised program does not change.
TEST(OptimizerTest, DeterministicAndIdempotent) {
  const Result<model::Model> once = Optimized({});
  const Result<model::Model> again = Optimized({});
  ASSERT_TRUE(once.ok() && again.ok());
  EXPECT_EQ(PrintModel(*once), PrintModel(*again));
  const Result<model::Model> twice = Optimize(*once, {});
  ASSERT_TRUE(twice.ok()) << twice.status().ToString();
  EXPECT_EQ(PrintModel(*once), PrintModel(*twice));
}

TEST(OptimizerTest, OrderFollowsTheStages) {
  const std::vector<std::string> names = PassNames();
  EXPECT_EQ(names.front(), "import_quantisation");
  EXPECT_EQ(names.back(), "legalise");
  EXPECT_EQ(names.size(), PassTable().size());
  const PassList passes = OrderedPasses();
  for (size_t i = 1; i < passes.size(); ++i) {
    const auto key = [&](size_t at) {
      return std::pair(passes[at].second.stage(), passes[at].first);
    };
    EXPECT_LT(key(i - 1), key(i));
  }
  const auto position = [&](const std::string& name) {
    const auto it = std::find(names.begin(), names.end(), name);
    EXPECT_NE(it, names.end()) << name;
    return it - names.begin();
  };
  EXPECT_LT(position("fuse_conv_bias"), position("fuse_conv_bn"));
  EXPECT_LT(position("fuse_conv_bn"), position("fuse_conv_activation"));
  EXPECT_LT(position("fuse_conv_activation"), position("fuse_elementwise_activation"));
  EXPECT_LT(position("remove_identities"), position("fuse_fc"));
}

TEST(OptimizerTest, PassesForSomeTargets) {
  OptimizeOptions options;
  options.valid_places = {Place(TargetType::kX86)};
  EXPECT_TRUE(Pass().IsFor(options));
  EXPECT_TRUE(Pass().ForTargets({TargetType::kOpenCL, TargetType::kX86}).IsFor(options));
  EXPECT_FALSE(Pass().ForTargets({TargetType::kOpenCL}).IsFor(options));
  EXPECT_TRUE(Pass().ForTargets({TargetType::kHost}).IsFor({}));
}

TEST(OptimizerTest, ListedPasses) {
  OptimizeOptions options;
  // One name adds to all.
  options.passes_internal = {"lite_conv_bn_fuse_pass"};
  EXPECT_EQ(TypesOf(Optimized(options)), Types{"fusion_elementwise_add_activation"});
  // Several names are exactly the list; the original's names are accepted, with or without a pass
  // here.
  options.passes_internal = {"lite_conv_bn_fuse_pass", "identity_scale_eliminate_pass",
                             "memory_optimize_pass"};
  EXPECT_EQ(TypesOf(Optimized(options)), (Types{"relu", "elementwise_add", "relu"}));
  options.passes_internal = {"remove_dead_ops", "fuse_conv_bn"};
  EXPECT_EQ(TypesOf(Optimized(options)), (Types{"scale", "elementwise_add", "relu"}));
}

TEST(OptimizerTest, DiscardedPasses) {
  OptimizeOptions options;
  options.discarded_passes = {"lite_elementwise_activation_fuse_pass", "never_heard_of"};
  EXPECT_EQ(TypesOf(Optimized(options)), (Types{"elementwise_add", "relu"}));
}

TEST(OptimizerTest, NamesWithoutCounterpartAreSaidOnce) {
  const auto said = [](const OptimizeOptions& options) {
    testing::internal::CaptureStderr();
    EXPECT_TRUE(Optimized(options).ok());
    return testing::internal::GetCapturedStderr();
  };
  OptimizeOptions options;
  // The runtime plans memory, and legalisation casts: nothing is lost.
  options.passes_internal = {"memory_optimize_pass", "type_precision_cast_pass", "fuse_conv_bn"};
  options.discarded_passes = {"lite_inplace_fuse_pass"};
  EXPECT_EQ(said(options), "");
  options.passes_internal = {"lite_scaleacts_fuse_pass", "__xpu__geglu_fuse_pass", "fuse_conv_bn",
                             "lite_scaleacts_fuse_pass"};
  options.discarded_passes = {"lite_scaleacts_fuse_pass", "lite_greater_than_cast_fuse_pass"};
  const std::string text = said(options);
  EXPECT_NE(text.find("no counterpart here are ignored: [__xpu__geglu_fuse_pass, "
                      "lite_greater_than_cast_fuse_pass, lite_scaleacts_fuse_pass]"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("lite_scaleacts_fuse_pass"), text.rfind("lite_scaleacts_fuse_pass"));
}

TEST(OptimizerTest, NamesWithoutAPassDoNotStop) {
  const Types all = TypesOf(Optimized({}));
  for (const char* name : {"lite_matmul_fuse_pass", "matmul_fuse", "lite_scaleacts_fuse_pass"}) {
    OptimizeOptions options;
    options.stop_after = name;
    testing::internal::CaptureStderr();
    EXPECT_EQ(TypesOf(Optimized(options)), all) << name;
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_NE(text.find(StrCat("stop_after: ", name)), std::string::npos) << text;
    EXPECT_NE(text.find("all passes run"), std::string::npos) << text;
  }
}

TEST(OptimizerTest, NamesOfPaddleLiteWithoutTheirEnds) {
  const PassList passes = OrderedPasses();
  const struct {
    const char* name;
    const char* own;
  } cases[] = {{"conv_bn_fuse", "fuse_conv_bn"},
               {"lite_conv_bn_fuse", "fuse_conv_bn"},
               {"conv_bn_fuse_pass", "fuse_conv_bn"},
               {"transformer_attention_fuse", "fuse_attention"},
               {"lite_transformer_attention_fuse_pass", "fuse_attention"},
               {"static_kernel_pick", "legalise"},
               {"matmul_fuse", ""},
               {"scaleacts_fuse", ""}};
  for (const auto& c : cases) {
    const Result<NamedPass> pass = ResolvePassName(passes, c.name);
    ASSERT_TRUE(pass.ok()) << pass.status().ToString();
    EXPECT_EQ(pass->own, c.own) << c.name;
  }
  EXPECT_FALSE(ResolvePassName(passes, "conv_bn").ok());
  EXPECT_FALSE(ResolvePassName(passes, "_pass").ok());
}

TEST(OptimizerTest, UnknownPassNames) {
  for (int field = 0; field < 3; ++field) {
    OptimizeOptions options;
    if (field == 0) options.passes_internal = {"lite_conv_bm_fuse_pass"};
    if (field == 1) options.print_ir_after = {"lite_conv_bm_fuse_pass"};
    if (field == 2) options.stop_after = "lite_conv_bm_fuse_pass";
    const Result<model::Model> model = Optimized(options);
    ASSERT_FALSE(model.ok());
    EXPECT_EQ(model.status().code(), StatusCode::kInvalidArgument);
    const std::string& message = model.status().message();
    EXPECT_NE(message.find("did you mean one of [lite_conv_bn_fuse_pass"), std::string::npos)
        << message;
    EXPECT_NE(message.find("fuse_elementwise_activation"), std::string::npos) << message;
  }
}

TEST(OptimizerTest, StopAfter) {
  OptimizeOptions options;
  options.stop_after = "remove_identities";
  const Result<model::Model> model = Optimized(options);
  EXPECT_EQ(TypesOf(model), (Types{"relu", "elementwise_add", "relu"}));
  EXPECT_FALSE(model->program.blocks[0].ops[1].HasAttr(model::kKernelTypeAttr));
  options.discarded_passes = {"remove_identities"};
  EXPECT_EQ(Optimized(options).status().code(), StatusCode::kInvalidArgument);
}

TEST(OptimizerTest, PrintsAndExplains) {
  std::ostringstream printed;
  std::ostringstream explained;
  OptimizeOptions options;
  options.out = &printed;
  options.explain = &explained;
  options.print_ir_after = {"remove_identities"};
  ASSERT_TRUE(Optimized(options).ok());
  const std::string text = printed.str();
  EXPECT_EQ(text.rfind("# after remove_identities\n", 0), 0u) << text;
  EXPECT_NE(text.find("elementwise_add(X=%x, Y=%x) -> (Out=%b: float[-1,4])"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("fuse_"), std::string::npos);
  EXPECT_NE(explained.str().find("remove_identities: removed scale (#2, %a), which only copies"),
            std::string::npos)
      << explained.str();
  options.print_ir_after = {"all"};
  ASSERT_TRUE(Optimized(options).ok());
  for (const auto& [name, pass] : OrderedPasses()) {
    const bool ran = printed.str().find("# after " + name + "\n") != std::string::npos;
    EXPECT_EQ(ran, pass.IsFor(options)) << name;
  }
  EXPECT_EQ(printed.str().find("# after fuse_xpu_fc\n"), std::string::npos);
}

TEST(OptimizerTest, EveryUnsupportedOperatorIsListed) {
  const Result<model::Model> model = Optimized({}, R"(
    input %x: float[-1,4]
    first_unknown(X=%x) -> (Out=%a)
    relu(X=%a) -> (Out=%b)
    second_unknown(X=%b) -> (Out=%y)
    output %y)");
  ASSERT_FALSE(model.ok());
  EXPECT_NE(model.status().message().find("first_unknown"), std::string::npos);
  EXPECT_NE(model.status().message().find("second_unknown"), std::string::npos);
}

TEST(OptimizerTest, BadProgramsAreErrors) {
  EXPECT_FALSE(Optimize(model::Model(), {}).ok());
  EXPECT_FALSE(Optimized({}, "while() {sub_block=^7}").ok());
}

// A value that nothing writes is an error in every block that runs.
TEST(OptimizerTest, ReadsWithoutASource) {
  const std::string main = R"(
      block 0 {
      input %x: float[-1,4]
      const %yes: bool[1] = [1]
      assign(X=%x) -> (Out=%y)
      )";
  const std::string inner = "}\nblock 1 parent 0 {\nrelu(X=%nothing) -> (Out=%y)\n}\n";
  const auto message = [&](const std::string& op, const std::string& rest) {
    const auto model = Optimized({}, main + op + "\noutput %y\n" + rest);
    return model.ok() ? std::string() : model.status().message();
  };
  constexpr char kRun[] =
      "conditional_block(Cond=%yes, Input=%x) -> (Out=%y, Scope=%s) {sub_block=^1, "
      "is_scalar_condition=true}";
  EXPECT_THAT(message("relu(X=%nothing) -> (Out=%y)", "}\n"),
              testing::HasSubstr("op relu (#2, %y): input X: no operator writes 'nothing'"));
  EXPECT_THAT(message(kRun, inner),
              testing::HasSubstr("op relu (#0 of block 1, %y): input X: no operator writes"));
  EXPECT_EQ(message("relu(X=%x) -> (Out=%y)", inner), "");  // no operator runs block 1
  // The iteration before wrote it.
  EXPECT_EQ(message(kRun,
                    "}\nblock 1 parent 0 {\nrelu(X=%later) -> (Out=%y)\n"
                    "tanh(X=%x) -> (Out=%later)\n}\n"),
            "");
}

// A bias after the batch norm is folded too, before the activation is fused into the convolution.
// Since Paddle 2.5 an input may be a scalar. In older programs, and in those of an unknown version,
// an input without dimensions is one whose shape was not declared.
TEST(OptimizerTest, InputsWithoutDimensions) {
  const std::string program = R"(
      input %x: float[]
      scale(X=%x) -> (Out=%a: float[]) {scale=2.0, bias=1.0}
      unsqueeze2(X=%a) -> (Out=%y: float[1]) {axes=[0]}
      output %y
      )";
  const Result<model::Model> model = Optimized({}, "version 2005000\n" + program);
  EXPECT_EQ(TypesOf(model), (Types{"scale", "unsqueeze2"}));
  const auto outputs = RunOnHostKernels(*model, {DDim()});
  ASSERT_EQ(outputs.size(), 1u);
  EXPECT_EQ(outputs[0].size(), 1u);
  for (const char* version : {"version 2004002\n", "version 1008005\n", ""}) {
    SCOPED_TRACE(version);
    const Status status = Optimized({}, version + program).status();
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
    EXPECT_NE(status.message().find("input 'x' is declared without a shape"), std::string::npos)
        << status.ToString();
  }
}

TEST(OptimizerTest, LinearFusionsComeBeforeActivations) {
  OptimizeOptions options;
  options.stop_after = "fuse_elementwise_activation";
  const Result<model::Model> model = Optimized(options, R"(
    const %w: float[4,3,1,1] = random(1, -1, 1)
    const %s: float[4] = random(2, 0.5, 1.5)
    const %b: float[4] = random(3, -1, 1)
    const %m: float[4] = random(4, -1, 1)
    const %v: float[4] = random(5, 0.5, 2)
    const %more: float[4] = random(6, -1, 1)
    input %x: float[-1,3,5,5]
    conv2d(Input=%x, Filter=%w) -> (Output=%c)
    assign(X=%c) -> (Out=%c1)
    elementwise_add(X=%c1, Y=%more) -> (Out=%c2) {axis=1}
    batch_norm(X=%c2, Scale=%s, Bias=%b, Mean=%m, Variance=%v) -> (Y=%d) {is_test=true}
    reshape2(X=%more) -> (Out=%more4) {shape=[1, -1, 1, 1]}
    elementwise_add(X=%d, Y=%more4) -> (Out=%e)
    hard_swish(X=%e) -> (Out=%y)
    output %y)");
  EXPECT_EQ(TypesOf(model), Types{"conv2d"});
}

// Inner blocks are optimised like the root; a filter that both use is copied.
TEST(OptimizerTest, InnerBlocks) {
  OptimizeOptions options;
  options.stop_after = "fuse_conv_activation";
  const Result<model::Model> model = Optimized(options, R"(
    block 0 {
      const %w: float[3,3,1,1] = random(1, -1, 1)
      const %s: float[3] = random(2, 0.5, 1.5)
      const %b: float[3] = random(3, -1, 1)
      const %m: float[3] = random(4, -1, 1)
      const %v: float[3] = random(5, 0.5, 2)
      input %x: float[1,3,5,5]
      input %go: bool[1]
      conv2d(Input=%x, Filter=%w) -> (Output=%i)
      conditional_block(Cond=%go, Input=%i) -> (Out=%i) {sub_block=^1}
      output %i
    }
    block 1 parent 0 {
      conv2d(Input=%i, Filter=%w) -> (Output=%c)
      batch_norm(X=%c, Scale=%s, Bias=%b, Mean=%m, Variance=%v) -> (Y=%d) {is_test=true}
      relu(X=%d) -> (Out=%i)
    })");
  EXPECT_EQ(TypesOf(model), (Types{"conv2d", "conditional_block"}));
  ASSERT_TRUE(model.ok());
  ASSERT_EQ(model->program.blocks[1].ops.size(), 1u);
  const model::OpDesc& inner = model->program.blocks[1].ops[0];
  EXPECT_EQ(inner.Input("Input"), std::vector<std::string>{"i"});
  EXPECT_EQ(inner.Output("Output"), std::vector<std::string>{"i"});
  EXPECT_EQ(inner.Input("Filter"), std::vector<std::string>{"w__1"});
  EXPECT_EQ(model->program.blocks[0].ops[2].Input("Filter"), std::vector<std::string>{"w"});
}

}  // namespace optimizer_test
}  // namespace paddle::lite::mir
