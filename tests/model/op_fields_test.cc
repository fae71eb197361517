#include "lite/model/op_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace paddle::lite::model {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Every kind of field once.
struct Everything {
  const Tensor* x = nullptr;
  std::vector<const Tensor*> list;
  const Tensor* bias = nullptr;
  const TensorArray* array = nullptr;
  Tensor* out = nullptr;
  std::vector<Tensor*> outs;
  TensorArray* out_array = nullptr;
  bool flag = true;
  int axis = -1;
  int64_t padding_idx = -1;
  float scale = 0.5f;
  double eps = 1e-12;
  std::string mode = "nearest";
  std::vector<int> strides{1, 1};
  std::vector<int64_t> shape;
  std::vector<float> scales;
  std::vector<double> values;
  std::vector<std::string> names;
  int block = -1;

  VisitFields visit() {
    return [this](FieldVisitor& v) {
      v.Input("X", &x);
      v.Inputs("List", &list, Need::kOptional);
      v.Input("Bias", &bias, Need::kOptional);
      v.InputArray("Array", &array, Need::kOptional);
      v.Attr("flag", &flag);
      v.Attr("axis", &axis);
      v.Attr("padding_idx", &padding_idx);
      v.Attr("scale", &scale);
      v.Attr("eps", &eps);
      v.Attr("mode", &mode);
      v.Attr("strides", &strides);
      v.Attr("shape", &shape);
      v.Attr("scales", &scales);
      v.Attr("values", &values);
      v.Attr("names", &names);
      v.Block("sub_block", &block);
      v.Output("Out", &out);
      v.Outputs("Outs", &outs, Need::kOptional);
      v.OutputArray("OutArray", &out_array, Need::kOptional);
    };
  }
};

class MapBinder : public SlotBinder {
 public:
  std::map<std::string, Tensor> tensors;
  std::map<std::string, TensorArray> arrays;

  const Tensor* InputTensor(const std::string& name) override { return OutputTensor(name); }
  Tensor* OutputTensor(const std::string& name) override {
    const auto it = tensors.find(name);
    return it == tensors.end() ? nullptr : &it->second;
  }
  const TensorArray* InputArray(const std::string& name) override { return OutputArray(name); }
  TensorArray* OutputArray(const std::string& name) override {
    const auto it = arrays.find(name);
    return it == arrays.end() ? nullptr : &it->second;
  }
};

class LoadFieldsTest : public testing::Test {
 protected:
  LoadFieldsTest() {
    for (const char* name : {"a", "b", "y"}) binder_.tensors[name];
    binder_.arrays["arr"];
    desc_.type = "everything";
    desc_.inputs["X"] = {"a"};
    desc_.outputs["Out"] = {"y"};
  }
  Status Load() { return LoadFields(desc_, &binder_, op_.visit()); }
  // Loads with one attribute set.
  Status LoadWith(const std::string& name, AttrValue value) {
    desc_.attrs = {{name, std::move(value)}};
    return Load();
  }

  Everything op_;
  MapBinder binder_;
  OpDesc desc_;
};

TEST_F(LoadFieldsTest, BindsSlotsAndKeepsDefaults) {
  desc_.inputs["List"] = {"a", "b"};
  desc_.inputs["Array"] = {"arr"};
  desc_.outputs["XShape"] = {"nobody_declares_this"};
  desc_.outputs["OutArray"] = {"arr"};
  desc_.attrs["unknown"] = 1;
  ASSERT_TRUE(Load().ok());
  EXPECT_EQ(op_.x, &binder_.tensors["a"]);
  EXPECT_THAT(op_.list, ElementsAre(&binder_.tensors["a"], &binder_.tensors["b"]));
  EXPECT_EQ(op_.bias, nullptr);
  EXPECT_EQ(op_.array, &binder_.arrays["arr"]);
  EXPECT_EQ(op_.out, &binder_.tensors["y"]);
  EXPECT_EQ(op_.out_array, &binder_.arrays["arr"]);
  EXPECT_TRUE(op_.flag);
  EXPECT_EQ(op_.mode, "nearest");
  EXPECT_EQ(op_.block, -1);
}

TEST_F(LoadFieldsTest, WithoutABinderLoadsAttributesOnly) {
  desc_.inputs.clear();
  desc_.attrs["axis"] = 3;
  ASSERT_TRUE(LoadFields(desc_, nullptr, op_.visit()).ok());
  EXPECT_EQ(op_.axis, 3);
  EXPECT_EQ(op_.x, nullptr);
}

TEST_F(LoadFieldsTest, ReportsSlots) {
  desc_.inputs["X"] = {};
  EXPECT_EQ(Load().message(), "input X: a variable is required, but none is given");
  desc_.inputs["X"] = {"@EMPTY@"};
  EXPECT_EQ(Load().message(), "input X: a variable is required, but none is given");
  desc_.inputs["X"] = {"a", "b"};
  EXPECT_EQ(Load().message(), "input X: one variable is expected, found 2: [a, b]");
  desc_.inputs["X"] = {"zebra"};
  EXPECT_EQ(Load().code(), StatusCode::kDataLoss);
  EXPECT_THAT(Load().message(), HasSubstr("input X: the program has no variable \"zebra\""));
  desc_.inputs["X"] = {"a"};
  desc_.outputs.clear();
  EXPECT_EQ(Load().message(), "output Out: a variable is required, but none is given");
}

TEST_F(LoadFieldsTest, ConvertsNumbers) {
  desc_.attrs = {{"flag", 0},
                 {"axis", int64_t{-2}},
                 {"padding_idx", 7},
                 {"scale", 2},
                 {"eps", 0.25f},
                 {"strides", std::vector<int64_t>{3, 4}},
                 {"shape", std::vector<int>{1, -1}},
                 {"scales", 1.5f},
                 {"values", std::vector<bool>{true, false}},
                 {"sub_block", 2}};
  ASSERT_TRUE(Load().ok());
  EXPECT_FALSE(op_.flag);
  EXPECT_EQ(op_.axis, -2);
  EXPECT_EQ(op_.padding_idx, 7);
  EXPECT_EQ(op_.scale, 2.f);
  EXPECT_EQ(op_.eps, 0.25);
  EXPECT_THAT(op_.strides, ElementsAre(3, 4));
  EXPECT_THAT(op_.shape, ElementsAre(1, -1));
  EXPECT_THAT(op_.scales, ElementsAre(1.5f));
  EXPECT_THAT(op_.values, ElementsAre(1.0, 0.0));
  EXPECT_EQ(op_.block, 2);
  ASSERT_TRUE(LoadWith("sub_block", BlockRef{5}).ok());
  EXPECT_EQ(op_.block, 5);
  ASSERT_TRUE(LoadWith("axis", 4.0f).ok());
  EXPECT_EQ(op_.axis, 4);
  ASSERT_TRUE(LoadWith("axis", std::vector<int64_t>{6}).ok());
  EXPECT_EQ(op_.axis, 6);
  ASSERT_TRUE(LoadWith("scale", 0.1).ok());
  EXPECT_EQ(op_.scale, 0.1f);
  ASSERT_TRUE(LoadWith("scale", std::numeric_limits<double>::infinity()).ok());
  EXPECT_EQ(op_.scale, std::numeric_limits<float>::infinity());
  ASSERT_TRUE(LoadWith("names", std::vector<int>()).ok());
}

TEST_F(LoadFieldsTest, RefusesLossyConversions) {
  EXPECT_EQ(LoadWith("axis", 1.5f).message(), "attribute axis: expected INT, found FLOAT 1.5");
  EXPECT_FALSE(LoadWith("axis", int64_t{1} << 40).ok());
  EXPECT_FALSE(LoadWith("axis", std::numeric_limits<double>::quiet_NaN()).ok());
  EXPECT_FALSE(LoadWith("padding_idx", 9.3e18f).ok());
  EXPECT_FALSE(LoadWith("flag", 2).ok());
  EXPECT_FALSE(LoadWith("scale", 16777217).ok());
  EXPECT_FALSE(LoadWith("scale", std::numeric_limits<int64_t>::max()).ok());
  EXPECT_FALSE(LoadWith("scale", 1e300).ok());
  EXPECT_FALSE(LoadWith("strides", std::vector<float>{1.f, 1.5f}).ok());
  EXPECT_FALSE(LoadWith("axis", std::vector<int>{1, 2}).ok());
  EXPECT_FALSE(LoadWith("axis", std::vector<int>()).ok());
  EXPECT_EQ(LoadWith("mode", 3).message(), "attribute mode: expected STRING, found INT 3");
  EXPECT_FALSE(LoadWith("axis", "1").ok());
  EXPECT_FALSE(LoadWith("sub_block", "1").ok());
  // A failed conversion does not change the member.
  EXPECT_THAT(op_.strides, ElementsAre(1, 1));
}

TEST_F(LoadFieldsTest, SaveIsTheInverse) {
  desc_.inputs["List"] = {"b", "a"};
  desc_.inputs["Array"] = {"arr"};
  desc_.attrs["axis"] = 3;
  desc_.attrs["sub_block"] = BlockRef{1};
  ASSERT_TRUE(Load().ok());
  const OpDesc saved = SaveFields("everything", op_.visit(), [this](const void* object) {
    for (auto& entry : binder_.tensors) {
      if (&entry.second == object) return entry.first;
    }
    return std::string("arr");
  });
  EXPECT_EQ(saved.type, "everything");
  EXPECT_EQ(saved.inputs, desc_.inputs);
  EXPECT_EQ(saved.outputs, desc_.outputs);
  EXPECT_EQ(saved.attrs.size(), 12u);
  EXPECT_EQ(saved.attrs.at("axis"), AttrValue(3));
  EXPECT_EQ(saved.attrs.at("padding_idx"), AttrValue(int64_t{-1}));
  EXPECT_EQ(saved.attrs.at("sub_block"), AttrValue(BlockRef{1}));
  EXPECT_EQ(saved.attrs.at("mode"), AttrValue(std::string("nearest")));
}

TEST(DescribeFields, ListsSlotsAndAttributes) {
  Everything op;
  const auto fields = DescribeFields(op.visit());
  ASSERT_EQ(fields.size(), 19u);
  EXPECT_EQ(fields[0].name, "X");
  EXPECT_EQ(fields[0].kind, FieldKind::kInput);
  EXPECT_TRUE(fields[0].required);
  EXPECT_EQ(fields[1].kind, FieldKind::kInputList);
  EXPECT_FALSE(fields[1].required);
  EXPECT_EQ(fields[7].name, "scale");
  EXPECT_EQ(fields[7].kind, FieldKind::kAttribute);
  EXPECT_STREQ(AttrTypeName(fields[7].default_value), "FLOAT");
  EXPECT_EQ(fields[7].default_value, AttrValue(0.5f));
  EXPECT_EQ(fields[15].kind, FieldKind::kBlock);
  EXPECT_EQ(fields[18].kind, FieldKind::kOutputArray);
}

}  // namespace
}  // namespace paddle::lite::model
