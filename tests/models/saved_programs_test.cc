// The Paddle programs that the full predictor saves: every operator names its kernel, and what the
// optimiser fused has the documented slots and attributes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lite/base/strings.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/model/program.h"
#include "tests/models/predictors.h"

namespace paddle::lite::test {
namespace saved_programs_test {

using Names = std::set<std::string>;

// Together, they contain every kind of operator checked below.
constexpr const char* kNets[] = {"mobilenet_v2_f",    "resnet18_p",   "shufflenet_v2_p",
                                 "efficientnet_b0_f", "se_resnext_f", "pplcnet_p",
                                 "transformer_p",     "mtcnn_p_f",    "yolov3_small_f"};

bool IsNumberBelow(const std::string& text, int end) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos &&
         std::atoi(text.c_str()) < end;
}

// The properties of the operators of one program, and their problems.
class Checker {
 public:
  void Check(const model::OpDesc& op) {
    op_ = &op;
    CheckKernel();
    if (op.type == "conv2d" || op.type == "depthwise_conv2d") CheckConv();
    if (op.type == "fc") CheckFc();
    if (op.type.rfind("fusion_elementwise_", 0) == 0) CheckElementwise();
    if (op.type == "scale" && op.HasAttr("activation_type")) CheckScale();
    if (op.type == "layout" || op.type == "io_copy" || op.type == "calib") {
      Slots({"Input"}, {"Out"});
      ++found_["cast"];
    }
  }

  const std::vector<std::string>& problems() const { return problems_; }
  const std::map<std::string, int>& found() const { return found_; }

 private:
  template <typename... T>
  void Problem(const T&... text) {
    problems_.push_back(StrCat(op_->type, ": ", text...));
  }

  // op_type/alias/target/precision/layout
  void CheckKernel() {
    const model::AttrValue* value = op_->FindAttr(model::kKernelTypeAttr);
    if (value == nullptr || !std::holds_alternative<std::string>(*value)) {
      return Problem("no kernel is named");
    }
    const std::string& kernel = std::get<std::string>(*value);
    const std::vector<std::string> parts = SplitString(kernel, '/');
    if (parts.size() != 5 || parts[0] != op_->type || parts[1].empty() ||
        !IsNumberBelow(parts[2], static_cast<int>(TargetType::NUM)) ||
        !IsNumberBelow(parts[3], static_cast<int>(PrecisionType::NUM)) ||
        !IsNumberBelow(parts[4], static_cast<int>(DataLayoutType::NUM))) {
      Problem("kernel ", kernel);
    }
    const bool ends = op_->type == "feed" || op_->type == "fetch";
    if (ends && kernel != op_->type + "/def/1/4/2") Problem("kernel ", kernel);
    ++found_[op_->type];
  }

  // An attribute of this type ("STRING"), and its value as text.
  std::string Attr(const std::string& name, const std::string& type) {
    const model::AttrValue* value = op_->FindAttr(name);
    if (value == nullptr) {
      Problem("no attribute ", name);
      return "";
    }
    if (model::AttrTypeName(*value) != type) {
      Problem(name, " is a ", model::AttrTypeName(*value));
      return "";
    }
    const auto* text = std::get_if<std::string>(value);
    return text != nullptr ? *text : model::AttrToString(*value);
  }

  void OneOf(const std::string& name, const std::string& value, const Names& known) {
    if (known.count(value) == 0) Problem(name, " = ", value);
  }

  void Slots(const Names& inputs, const Names& outputs) {
    for (const auto& [slot, names] : op_->inputs) {
      if (!names.empty() && inputs.count(slot) == 0) Problem("input slot ", slot);
    }
    for (const auto& [slot, names] : op_->outputs) {
      if (!names.empty() && outputs.count(slot) == 0) Problem("output slot ", slot);
    }
  }

  void CheckConv() {
    Slots({"Input", "Filter", "Bias", "ResidualData", "Prelu_alpha"}, {"Output"});
    if (!op_->Input("Bias").empty()) ++found_["conv with bias"];
    if (!op_->Input("ResidualData").empty()) ++found_["conv with residual"];
    if (!op_->HasAttr("with_act") || Attr("with_act", "BOOLEAN") != "true") return;
    const std::string act = Attr("act_type", "STRING");
    OneOf("act_type", act,
          {"relu", "relu6", "leaky_relu", "hard_swish", "hard_sigmoid", "sigmoid", "tanh", "swish",
           "abs", "prelu"});
    if (act == "relu6") Attr("fuse_brelu_threshold", "FLOAT");
    if (act == "leaky_relu") Attr("leaky_relu_alpha", "FLOAT");
    if (act == "prelu") OneOf("prelu_mode", Attr("prelu_mode", "STRING"), {"channel"});
    if ((act == "prelu") == op_->Input("Prelu_alpha").empty()) Problem("slopes of ", act);
    if (act == "hard_swish") {
      for (const char* name : {"threshold", "scale", "offset"}) {
        Attr(StrCat("hard_swish_", name), "FLOAT");
      }
    }
    ++found_["conv with " + act];
  }

  void CheckFc() {
    Slots({"Input", "W", "Bias", "Alpha"}, {"Out"});
    Attr("in_num_col_dims", "INT");
    if (op_->HasAttr("op_type")) {
      OneOf("op_type", Attr("op_type", "STRING"), {"mul", "matmul", "matmul_v2"});
    }
    const std::string act =
        op_->HasAttr("activation_type") ? Attr("activation_type", "STRING") : "";
    // The original has the first three; the others are also named after their operators.
    OneOf("activation_type", act, {"", "relu", "relu6", "prelu", "sigmoid", "tanh", "gelu"});
    if (act == "relu6") Attr("alpha", "FLOAT");
    ++found_[act.empty() ? "plain fc" : "fc with activation"];
  }

  void CheckElementwise() {
    Slots({"X", "Y"}, {"Out"});
    OneOf("type", op_->type,
          {"fusion_elementwise_add_activation", "fusion_elementwise_sub_activation",
           "fusion_elementwise_mul_activation"});
    OneOf("act_type", Attr("act_type", "STRING"),
          {"relu", "tanh", "abs", "sigmoid", "relu6", "gelu"});
    Attr("axis", "INT");
    ++found_["fused elementwise"];
  }

  void CheckScale() {
    const std::string act = Attr("activation_type", "STRING");
    OneOf("activation_type", act, {"relu", "relu6", "leaky_relu"});
    if (act != "relu") Attr("alpha", "FLOAT");
  }

  const model::OpDesc* op_ = nullptr;
  std::vector<std::string> problems_;
  std::map<std::string, int> found_;
};

TEST(SavedProgramTest, NamesKernelsAndFusions) {
  Checker checker;
  for (const char* name : kNets) {
    SCOPED_TRACE(name);
    const Result<ZooNet> net = LoadZooNet(LITE_TEST_DATA_DIR "/data/zoo", name);
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    const Result<PredictorPtr> predictor = MakeFullPredictor(net->model, net->params, 1);
    ASSERT_TRUE(predictor.ok()) << predictor.status().ToString();
    const std::string dir = testing::TempDir() + "/saved_program_" + name;
    ASSERT_TRUE(
        (*predictor)->TrySaveOptimizedModel(dir, lite_api::LiteModelType::kProtobuf, false).ok());
    model::PaddleModelSource source;
    source.model_file = dir + "/model";
    source.param_file = dir + "/params";
    const Result<model::Model> saved = model::ReadPaddleModel(source);
    ASSERT_TRUE(saved.ok()) << saved.status().ToString();
    for (const model::BlockDesc& block : saved->program.blocks) {
      for (const model::OpDesc& op : block.ops) checker.Check(op);
    }
  }
  EXPECT_THAT(checker.problems(), testing::IsEmpty());
  for (const char* kind :
       {"feed", "fetch", "conv with bias", "conv with residual", "fused elementwise", "cast",
        "conv with relu", "conv with relu6", "conv with leaky_relu", "conv with hard_swish",
        "conv with swish", "conv with prelu", "plain fc", "fc with activation"}) {
    EXPECT_GT(checker.found().count(kind), 0u) << kind;
  }
}

}  // namespace saved_programs_test
}  // namespace paddle::lite::test
