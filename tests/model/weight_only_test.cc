#include "lite/model/weight_only.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <string>
#include <utility>

#include "lite/base/half.h"
#include "lite/base/strings.h"
#include "lite/model/weight_channels.h"

namespace paddle::lite::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Tensor Stored(const DDim& dims, const std::vector<int>& values) {
  Tensor tensor;
  tensor.Resize(dims);
  EXPECT_TRUE(tensor.Allocate(PrecisionType::kInt8).ok());
  for (size_t i = 0; i < values.size(); ++i) {
    tensor.mutable_data<int8_t>()[i] = static_cast<int8_t>(values[i]);
  }
  return tensor;
}

// One operator of `type` that reads the weight "w" with the given scales; two when `shared`.
Model MakeModel(const std::string& type, AttrValue scales, bool shared = false) {
  Model model;
  model.program.blocks.emplace_back();
  OpDesc op;
  op.type = type;
  op.inputs = {{"W", {"w"}}};
  op.attrs = {{"quantize_weight_bits", int32_t{8}}, {"w_quant_scale", std::move(scales)}};
  model.program.blocks[0].ops.push_back(op);
  if (shared) model.program.blocks[0].ops.push_back(op);
  model.params["w"] = Stored({2, 3}, {1, -2, 3, 4, 5, -127});
  return model;
}

std::vector<float> Values(const Model& model) {
  const Tensor& tensor = model.params.at("w");
  EXPECT_EQ(tensor.precision(), PrecisionType::kFloat);
  return {tensor.data<float>(), tensor.data<float>() + tensor.numel()};
}

TEST(DequantizeWeights, ProductsScaleColumnsAndConvolutionsRows) {
  Model product = MakeModel("fc", std::vector<float>{1, 10, 100});
  ASSERT_TRUE(DequantizeWeights(&product).ok());
  EXPECT_THAT(Values(product), ElementsAre(1, -20, 300, 4, 50, -12700));
  Model convolution = MakeModel("conv2d", std::vector<float>{1, 0.5f});
  ASSERT_TRUE(DequantizeWeights(&convolution).ok());
  EXPECT_THAT(Values(convolution), ElementsAre(1, -2, 3, 2, 2.5f, -63.5f));
  EXPECT_TRUE(convolution.program.blocks[0].ops[0].attrs.empty());
}

TEST(DequantizeWeights, SharedWeightsAreConvertedOnce) {
  Model model = MakeModel("mul", std::vector<float>{2}, /*shared=*/true);
  ASSERT_TRUE(DequantizeWeights(&model).ok());
  EXPECT_THAT(Values(model), ElementsAre(2, -4, 6, 8, 10, -254));
}

TEST(DequantizeWeights, ScalesThatDoNotFitAreRefused) {
  Model count = MakeModel("conv2d", std::vector<float>{1, 2, 3});
  const Status status = DequantizeWeights(&count);
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_THAT(status.message(), HasSubstr("weight 'w': 3 scales for a weight of shape [2, 3]"));
  Model empty = MakeModel("conv2d", std::vector<float>{1});
  empty.params["w"].ReleaseBuffer();
  EXPECT_THAT(DequantizeWeights(&empty).message(), HasSubstr("'w' has scales but no data"));
  Model type = MakeModel("conv2d", std::string("one"));
  EXPECT_THAT(DequantizeWeights(&type).message(), HasSubstr("expected FLOATS, found STRING"));
}

TEST(DequantizeWeights, BadScalesAndTypesAreRefused) {
  for (const float bad : {-1.0f, std::nanf(""), INFINITY}) {
    Model model = MakeModel("fc", std::vector<float>{1, bad, 1});
    const Status status = DequantizeWeights(&model);
    EXPECT_EQ(status.code(), StatusCode::kDataLoss);
    EXPECT_THAT(status.message(),
                HasSubstr("op fc: input W: attribute 'w_quant_scale': expected finite"));
    EXPECT_THAT(status.message(), HasSubstr("at position 1"));
  }
  Model zero = MakeModel("fc", std::vector<float>{1, 0, 1});  // a column of zeros
  ASSERT_TRUE(DequantizeWeights(&zero).ok());
  EXPECT_THAT(Values(zero), ElementsAre(1, 0, 3, 4, 0, -127));
  Model bits = MakeModel("fc", std::vector<float>{1});
  bits.program.blocks[0].ops[0].attrs["quantize_weight_bits"] = 4;
  EXPECT_THAT(DequantizeWeights(&bits).message(),
              HasSubstr("op fc: attribute 'quantize_weight_bits': expected 8 or 16, found 4"));
  Model type = MakeModel("fc", std::vector<float>{1});
  type.program.blocks[0].ops[0].attrs["quantize_weight_bits"] = 16;
  EXPECT_THAT(DequantizeWeights(&type).message(),
              HasSubstr("op fc: input W: weight 'w': expected int16_t for 'quantize_weight_bits' 16"
                        ", found int8_t"));
}

Status Keep(Model* model) {
  return ConvertStoredWeights([](const OpDesc&) { return true; }, model);
}

TEST(ConvertStoredWeights, KeepsWeightsOfProductsAndEmbeddings) {
  for (const char* type : {"fc", "lookup_table", "lookup_table_v2"}) {
    Model model = MakeModel(type, std::vector<float>{1, 10, 100}, /*shared=*/true);
    ASSERT_TRUE(Keep(&model).ok());
    EXPECT_EQ(model.params.at("w").precision(), PrecisionType::kInt8);
    for (const OpDesc& op : model.program.blocks[0].ops) {
      EXPECT_EQ(std::get<std::vector<float>>(*op.FindAttr("W0_scale")),
                (std::vector<float>{1, 10, 100}));
      EXPECT_TRUE(op.HasAttr("quantize_weight_bits"));
      EXPECT_FALSE(op.HasAttr("w_quant_scale"));
    }
  }
}

TEST(ConvertStoredWeights, OtherReadersMakeItFloat) {
  const auto is_float = [](Model model) {
    EXPECT_TRUE(Keep(&model).ok());
    return model.params.at("w").precision() == PrecisionType::kFloat;
  };
  const Model shared = MakeModel("fc", std::vector<float>{2}, /*shared=*/true);
  EXPECT_TRUE(is_float(MakeModel("conv2d", std::vector<float>{2})));
  Model other = shared;
  other.program.blocks[0].ops[1].type = "conv2d";
  EXPECT_TRUE(is_float(other));
  Model bias = shared;
  bias.program.blocks[0].ops[1].inputs = {{"Bias", {"w"}}};
  EXPECT_TRUE(is_float(bias));
  Model written = shared;
  written.program.blocks[0].ops[1].outputs = {{"Out", {"w"}}};
  EXPECT_TRUE(is_float(written));
  Model transposed = MakeModel("matmul_v2", std::vector<float>{2});
  transposed.program.blocks[0].ops[0].inputs = {{"Y", {"w"}}};
  EXPECT_FALSE(is_float(transposed));
  transposed.program.blocks[0].ops[0].attrs["trans_x"] = true;
  EXPECT_TRUE(is_float(transposed));
  Model refused = shared;
  ASSERT_TRUE(ConvertStoredWeights([](const OpDesc&) { return false; }, &refused).ok());
  EXPECT_EQ(refused.params.at("w").precision(), PrecisionType::kFloat);
}

TEST(ConvertStoredWeights, KeepsMatricesOfRecurrentLayers) {
  for (const char* type : {"lstm", "gru"}) {
    Model model = MakeModel(type, std::vector<float>{0.5f});
    model.program.blocks[0].ops[0].inputs = {{"Weight", {"w"}}};
    ASSERT_TRUE(Keep(&model).ok());
    EXPECT_EQ(model.params.at("w").precision(), PrecisionType::kInt8);
    EXPECT_TRUE(model.program.blocks[0].ops[0].HasAttr("Weight0_scale"));
  }
  // One matrix twice, with a scale in each position; a bias, and a matrix in float.
  Model rnn = MakeModel("rnn", std::vector<float>{1, 2});
  rnn.program.blocks[0].ops[0].inputs = {{"WeightList", {"w", "f", "w", "b"}}};
  rnn.params["f"] = rnn.params["b"] = Tensor();
  for (const char* name : {"f", "b"}) {
    rnn.params[name].Resize(DDim({2, 3}));
    ASSERT_TRUE(rnn.params[name].Allocate(PrecisionType::kFloat).ok());
  }
  ASSERT_TRUE(Keep(&rnn).ok());
  EXPECT_EQ(rnn.params.at("w").precision(), PrecisionType::kInt8);
  EXPECT_EQ(rnn.params.at("f").precision(), PrecisionType::kFloat);
  const OpDesc& op = rnn.program.blocks[0].ops[0];
  for (const char* name : {"WeightList0_scale", "WeightList2_scale"}) {
    ASSERT_TRUE(op.HasAttr(name)) << name;
    EXPECT_EQ(std::get<std::vector<float>>(*op.FindAttr(name)), (std::vector<float>{1, 2}));
  }
  EXPECT_FALSE(op.HasAttr("WeightList1_scale"));
  EXPECT_FALSE(op.HasAttr("w_quant_scale"));
}

TEST(ConvertStoredWeights, ScalesThatDoNotFitAreRefused) {
  Model model = MakeModel("fc", std::vector<float>{1, 2});
  EXPECT_THAT(Keep(&model).message(),
              HasSubstr("op fc: input W: weight 'w': 2 scales for a weight of shape [2, 3]"));
}

TEST(ConvertStoredWeights, KeepsSixteenBits) {
  for (const bool keeps : {true, false}) {
    Model model = MakeModel("fc", std::vector<float>{1, 10, 100});
    model.program.blocks[0].ops[0].attrs["quantize_weight_bits"] = 16;
    Tensor stored;
    stored.Resize(DDim({2, 3}));
    ASSERT_TRUE(stored.Allocate(PrecisionType::kInt16).ok());
    const int16_t values[] = {1, -2, 300, 4, 32767, -32768};
    std::copy(values, values + 6, stored.mutable_data<int16_t>());
    model.params["w"] = std::move(stored);
    ASSERT_TRUE(ConvertStoredWeights([=](const OpDesc&) { return keeps; }, &model).ok());
    const OpDesc& op = model.program.blocks[0].ops[0];
    EXPECT_EQ(op.HasAttr("W0_scale"), keeps);
    EXPECT_EQ(op.HasAttr("quantize_weight_bits"), keeps);
    if (keeps) {
      EXPECT_EQ(model.params.at("w").precision(), PrecisionType::kInt16);
    } else {
      EXPECT_THAT(Values(model), ElementsAre(1, -20, 30000, 4, 327670, -3276800));
    }
  }
}

// A weight that is still in the file is described as float32, and the file is read with its scales.
TEST(ConvertStoredWeights, LeavesWeightsInTheFile) {
  Model model = MakeModel("conv2d", std::vector<float>{1, 0.5f});
  model.params["w"].ReleaseBuffer();
  model.stored.places["w"] = {0, 6, VarType::kInt8};
  ASSERT_TRUE(DequantizeWeights(&model).ok());
  const Tensor& weight = model.params.at("w");
  EXPECT_FALSE(weight.IsInitialized());
  EXPECT_EQ(weight.precision(), PrecisionType::kFloat);
  const auto& scaled = model.stored.places.at("w").scaled;
  ASSERT_NE(scaled, nullptr);
  EXPECT_THAT(scaled->scales, ElementsAre(1, 0.5f));
  Model count = MakeModel("conv2d", std::vector<float>{1, 2, 3});
  count.params["w"].ReleaseBuffer();
  count.stored.places["w"] = {0, 6, VarType::kInt8};
  EXPECT_THAT(DequantizeWeights(&count).message(),
              HasSubstr("weight 'w': 3 scales for a weight of shape [2, 3]"));
}

// The elements are at the end of the results' memory, as they are read from a file.
template <typename T>
void ExpectExpandedInPlace(const std::string& type, const DDim& dims, int64_t scales) {
  SCOPED_TRACE(StrCat(type, " ", dims, ", ", scales, " scales"));
  const WeightChannels channels(type, dims);
  std::vector<float> factors;
  for (int64_t i = 0; i < scales; ++i) factors.push_back(0.25f * static_cast<float>(i + 1));
  ASSERT_TRUE(channels.Check(factors.size()).ok());
  const int64_t count = dims.Count(0, dims.rank());
  std::vector<T> elements;
  std::vector<float> expected;
  for (int64_t i = 0; i < count; ++i) {
    elements.push_back(static_cast<T>(i * 37 % 251 - 128));
    const int64_t channel = scales == 1 ? 0 : channels.Of(i);
    expected.push_back(static_cast<float>(elements.back()) * factors[static_cast<size_t>(channel)]);
  }
  std::vector<float> real(static_cast<size_t>(count));
  const size_t bytes = static_cast<size_t>(count) * sizeof(T);
  char* const end = reinterpret_cast<char*>(real.data()) + real.size() * sizeof(float) - bytes;
  std::memcpy(end, elements.data(), bytes);
  channels.Expand(PrecisionTypeTrait<T>::Type(), end, factors, real.data());
  EXPECT_EQ(real, expected);
}

TEST(WeightChannels, ExpandsElementsAtTheEndOfTheirMemory) {
  const auto at_both_widths = [](const std::string& type, const DDim& dims, int64_t scales) {
    ExpectExpandedInPlace<int8_t>(type, dims, scales);
    ExpectExpandedInPlace<int16_t>(type, dims, scales);
    ExpectExpandedInPlace<int16_t>(type, dims, 1);
  };
  at_both_widths("conv2d", DDim({5, 3, 3, 3}), 5);
  at_both_widths("conv2d", DDim({2, 2100, 1, 1}), 2);
  at_both_widths("fc", DDim({7, 1500}), 1500);
  at_both_widths("fc", DDim({3000, 1}), 1);
  at_both_widths("rnn", DDim({12, 40}), 12);
  at_both_widths("gru", DDim({20, 60}), 60);
  at_both_widths("prelu", DDim({17}), 17);
}

// A float weight "w" of shape [2, 3].
Model FloatModel(const std::string& type, bool int8 = false) {
  Model model = MakeModel(type, std::vector<float>{1});
  OpDesc& op = model.program.blocks[0].ops[0];
  op.attrs.clear();
  if (int8) op.attrs["enable_int8"] = true;
  Tensor real;
  real.Resize(DDim({2, 3}));
  EXPECT_TRUE(real.Allocate(PrecisionType::kFloat).ok());
  const float values[] = {1, -2, 0, 0.25f, 1.99f, 0};
  std::copy(values, values + 6, real.mutable_data<float>());
  model.params["w"] = std::move(real);
  return model;
}

TEST(QuantizeWeights, DequantizedWeightsDifferByHalfAStep) {
  for (const int bits : {8, 16}) {
    Model model = FloatModel("fc");
    ASSERT_TRUE(QuantizeWeights(bits, &model).ok());
    EXPECT_EQ(model.params.at("w").precision(),
              bits == 8 ? PrecisionType::kInt8 : PrecisionType::kInt16);
    ASSERT_TRUE(DequantizeWeights(&model).ok());
    const std::vector<float> expected = Values(FloatModel("fc")), found = Values(model);
    const float step = bits == 8 ? 2.0f / 127 : 2.0f / 32767;
    for (size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], step / 2);
  }
}

TEST(QuantizeWeights, LeavesOthersAlone) {
  Model int8 = FloatModel("fc", /*int8=*/true), other = FloatModel("prelu"), nan = FloatModel("fc");
  nan.params.at("w").mutable_data<float>()[3] = std::nanf("");
  Model two = FloatModel("fc");
  two.program.blocks[0].ops.push_back(two.program.blocks[0].ops[0]);
  two.program.blocks[0].ops[1].type = "prelu";
  for (Model* model : {&int8, &other, &nan, &two}) {
    ASSERT_TRUE(QuantizeWeights(8, model).ok());
    EXPECT_EQ(model->params.at("w").precision(), PrecisionType::kFloat);
  }
  EXPECT_FALSE(QuantizeWeights(4, &int8).ok());
}

// The scales of "w" after storing.
std::vector<float> ScalesOf(const Model& model) {
  const AttrValue* scales = model.program.blocks[0].ops[0].FindAttr("w_quant_scale");
  return scales == nullptr ? std::vector<float>() : std::get<std::vector<float>>(*scales);
}

Model FloatModelWithSlot(const std::string& type, const std::string& slot) {
  Model model = FloatModel(type);
  model.program.blocks[0].ops[0].inputs = {{slot, {"w"}}};
  model.program.blocks[0].vars.resize(1);
  model.program.blocks[0].vars[0].name = "w";
  return model;
}

// The floats of weights that were stored with scales, and then multiplied.
TEST(StoreExactWeights, FindsTheStepsAgain) {
  Model model = MakeModel("fc", std::vector<float>{0.1f, 0.0123f, 3e-5f});
  EXPECT_EQ(StoredWeightBits(model.program), 8);
  ASSERT_TRUE(DequantizeWeights(&model).ok());
  EXPECT_EQ(StoredWeightBits(model.program), 0);
  float* values = model.params.at("w").mutable_data<float>();
  for (int i = 0; i < 6; ++i) values[i] = values[i] * 1.7f / 0.3f;
  const std::vector<float> expected = Values(model);
  ASSERT_TRUE(StoreExactWeights(8, &model).ok());
  EXPECT_EQ(model.params.at("w").precision(), PrecisionType::kInt8);
  ASSERT_TRUE(DequantizeWeights(&model).ok());
  const std::vector<float> found = Values(model);
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(found[i], expected[i], 1e-6 * std::fabs(expected[i])) << i;
  }
}

// -2 and 1.99 are multiples of 0.01, which 8 bits do not hold.
TEST(StoreExactWeights, LeavesOthersAlone) {
  Model model = FloatModel("fc");
  ASSERT_TRUE(StoreExactWeights(8, &model).ok());
  EXPECT_EQ(Values(model), Values(FloatModel("fc")));
  ASSERT_TRUE(StoreExactWeights(16, &model).ok());
  EXPECT_EQ(model.params.at("w").precision(), PrecisionType::kInt16);
}

// The weight is read in the block of a loop, or of a branch, which lists it as an input.
TEST(QuantizeWeights, StoresWeightsOfLoopsAndBranches) {
  using Reader = std::pair<std::string, std::string>;
  for (const auto& [type, slot] : {Reader("while", "X"), Reader("conditional_block", "Input"),
                                   Reader("conditional_block_infer", "Input")}) {
    SCOPED_TRACE(type);
    Model model = FloatModel("fc");
    model.program.blocks.push_back(model.program.blocks[0]);
    OpDesc& op = model.program.blocks[0].ops[0];
    op.type = type;
    op.inputs = {{slot, {"x", "w"}}};
    op.attrs = {{"sub_block", BlockRef{1}}};
    Model bfloat16 = model;
    ASSERT_TRUE(StoreWeightsInBFloat16(&bfloat16).ok());
    EXPECT_EQ(bfloat16.params.at("w").precision(), PrecisionType::kBF16);
    ASSERT_TRUE(QuantizeWeights(8, &model).ok());
    EXPECT_EQ(model.params.at("w").precision(), PrecisionType::kInt8);
    EXPECT_FALSE(model.program.blocks[0].ops[0].HasAttr("quantize_weight_bits"));
    ASSERT_TRUE(Keep(&model).ok());
    EXPECT_EQ(model.params.at("w").precision(), PrecisionType::kInt8);
    EXPECT_TRUE(model.program.blocks[1].ops[0].HasAttr("W0_scale"));
  }
}

// "w" with these values in float.
Model RecurrentModel(const std::string& type, const std::string& slot, const DDim& dims,
                     const std::vector<float>& values) {
  Model model = FloatModelWithSlot(type, slot);
  Tensor& weight = model.params.at("w");
  weight.Resize(dims);
  EXPECT_TRUE(weight.Allocate(PrecisionType::kFloat).ok());
  std::copy(values.begin(), values.end(), weight.mutable_data<float>());
  return model;
}

TEST(QuantizeWeights, GatesOfRecurrentLayersHaveScales) {
  Model lstm = RecurrentModel("lstm", "Weight", {1, 4}, {1.27f, 0, -2.54f, 127});
  ASSERT_TRUE(QuantizeWeights(8, &lstm).ok());
  EXPECT_THAT(ScalesOf(lstm), ElementsAre(0.01f, 1, 0.02f, 1));
  // Rows of the matrices of an rnn are columns of its products.
  Model rnn = RecurrentModel("rnn", "WeightList", {2, 2}, {1.27f, 0, 12.7f, -127});
  ASSERT_TRUE(QuantizeWeights(8, &rnn).ok());
  EXPECT_THAT(ScalesOf(rnn), ElementsAre(0.01f, 1));
  // A gru of two units: a matrix [2, 4], then a matrix [2, 2].
  const std::vector<float> gates = {127, 254, 381, 508, 0, 254, -127, 508, 635, 0, 1, 762};
  Model gru = RecurrentModel("gru", "Weight", {2, 6}, gates);
  for (const int bits : {8, 16}) {
    Model stored = gru;
    ASSERT_TRUE(QuantizeWeights(bits, &stored).ok());
    EXPECT_EQ(stored.params.at("w").precision(),
              bits == 8 ? PrecisionType::kInt8 : PrecisionType::kInt16);
    if (bits == 8) EXPECT_THAT(ScalesOf(stored), ElementsAre(1, 2, 3, 4, 5, 6));
    ASSERT_TRUE(DequantizeWeights(&stored).ok());
    const std::vector<float> found = Values(stored);
    for (size_t i = 0; i < gates.size(); ++i) {
      EXPECT_NEAR(found[i], gates[i], bits == 8 ? 3 : 0.02f) << i;
    }
  }
}

TEST(QuantizeWeights, LeavesBiasesOfRecurrentLayersAlone) {
  for (Model model : {RecurrentModel("lstm", "Bias", {1, 4}, {1, 2, 3, 4}),
                      RecurrentModel("gru", "H0", {1, 4}, {1, 2, 3, 4}),
                      RecurrentModel("rnn", "WeightList", DDim({4}), {1, 2, 3, 4}),
                      RecurrentModel("rnn", "PreState", {2, 2}, {1, 2, 3, 4})}) {
    ASSERT_TRUE(QuantizeWeights(8, &model).ok());
    EXPECT_EQ(model.params.at("w").precision(), PrecisionType::kFloat);
  }
  // A bias that is also a weight of another operator.
  Model shared = RecurrentModel("lstm", "Weight", {1, 4}, {1, 2, 3, 4});
  shared.program.blocks[0].ops.push_back(
      FloatModelWithSlot("lstm", "Bias").program.blocks[0].ops[0]);
  ASSERT_TRUE(QuantizeWeights(8, &shared).ok());
  EXPECT_EQ(shared.params.at("w").precision(), PrecisionType::kFloat);
}

TEST(DequantizeWeights, BadScalesOfRecurrentLayersAreRefused) {
  for (const auto& [type, slot] :
       {std::pair("lstm", "Weight"), std::pair("gru", "Weight"), std::pair("rnn", "WeightList")}) {
    Model model = MakeModel(type, std::vector<float>{1, 2, 3, 4, 5});
    model.program.blocks[0].ops[0].inputs = {{slot, {"w"}}};
    EXPECT_THAT(DequantizeWeights(&model).message(),
                HasSubstr(StrCat("op ", type, ": input ", slot,
                                 ": weight 'w': 5 scales for a weight of shape [2, 3]")));
    for (const float bad : {-1.0f, std::nanf(""), INFINITY}) {
      model.program.blocks[0].ops[0].attrs = {{"quantize_weight_bits", int32_t{8}},
                                              {"w_quant_scale", std::vector<float>{bad}}};
      EXPECT_THAT(DequantizeWeights(&model).message(),
                  HasSubstr(StrCat("op ", type, ": input ", slot,
                                   ": attribute 'w_quant_scale': expected finite values")));
    }
  }
}

TEST(StoreDynamicWeights, LeavesWeightsOfOtherReadersInFloat) {
  const auto stored = [](const std::function<void(OpDesc*)>& change) {
    Model model = RecurrentModel("lstm", "Weight", {1, 4}, {1, -2, 0, 127});
    OpDesc& first = model.program.blocks[0].ops[0];
    first.attrs = {{"dynamic_int8", true}, {"Weight0_scale", std::vector<float>{1}}};
    OpDesc second = first;
    change(&second);
    model.program.blocks[0].ops.push_back(std::move(second));
    EXPECT_TRUE(StoreDynamicWeights(&model).ok());
    const bool is_int8 = model.params.at("w").precision() == PrecisionType::kInt8;
    const OpDesc& op = model.program.blocks[0].ops[0];
    EXPECT_EQ(op.HasAttr("dynamic_int8"), is_int8);
    EXPECT_EQ(op.HasAttr("w_quant_scale"), is_int8);
    return is_int8;
  };
  EXPECT_TRUE(stored([](OpDesc*) {}));
  EXPECT_FALSE(stored([](OpDesc* op) { op->attrs.erase("dynamic_int8"); }));
  EXPECT_FALSE(stored([](OpDesc* op) { op->attrs["Weight0_scale"] = std::vector<float>{2}; }));
  EXPECT_FALSE(stored([](OpDesc* op) { op->inputs = {{"Bias", {"w"}}}; }));
}

TEST(RequestDynamicInt8, NeedsSizesOfAllMatrices) {
  const auto requested = [](int64_t depth) {
    Model model;
    model.program.blocks.emplace_back();
    OpDesc op;
    op.type = "rnn";
    op.inputs = {{"WeightList", {"a", "b", "c"}}};
    op.attrs = {{"quantize_weight_bits", int32_t{8}}};
    model.program.blocks[0].ops.push_back(std::move(op));
    const DDim dims[] = {{256, depth}, {256, 64}, {256}};
    for (int i = 0; i < 3; ++i) {
      Tensor& weight = model.params[std::string(1, static_cast<char>('a' + i))];
      weight.Resize(dims[i]);
      EXPECT_TRUE(weight.Allocate(i < 2 ? PrecisionType::kInt8 : PrecisionType::kFloat).ok());
    }
    RequestDynamicInt8(&model);
    return model.program.blocks[0].ops[0].HasAttr("dynamic_int8");
  };
  EXPECT_TRUE(requested(64));
  EXPECT_FALSE(requested(63));
}

PrecisionType TypeAfterStoring(Model model) {
  EXPECT_TRUE(StoreWeightsInBFloat16(&model).ok());
  return model.params.at("w").precision();
}

TEST(StoreWeightsInBFloat16, RoundsToNearestEvenAndComesBackAsFloat) {
  Model model = FloatModelWithSlot("conv2d", "Filter");
  float* values = model.params.at("w").mutable_data<float>();
  values[0] = 1 + 1.0f / 256;  // halfway between 1 and 1 + 2^-7: to the even one
  values[1] = -1 - 3.0f / 256;
  values[2] = 1e-40f;
  values[5] = INFINITY;
  model.stored.places["w"] = {};
  ASSERT_TRUE(StoreWeightsInBFloat16(&model).ok());
  EXPECT_EQ(model.params.at("w").precision(), PrecisionType::kBF16);
  EXPECT_EQ(model.params.at("w").dims(), DDim({2, 3}));
  EXPECT_EQ(model.program.blocks[0].vars[0].data_type, VarType::kBF16);
  EXPECT_TRUE(model.stored.places.empty()) << "the file has other bytes";
  ASSERT_TRUE(ExpandBFloat16Weights(&model).ok());
  EXPECT_EQ(model.program.blocks[0].vars[0].data_type, VarType::kFP32);
  const std::vector<float> found = Values(model);
  EXPECT_THAT(found,
              ElementsAre(1, -1 - 4.0f / 256, FloatFromBits(0x10000), 0.25f, 1.9921875f, INFINITY));
}

TEST(StoreWeightsInBFloat16, LeavesOthersAlone) {
  EXPECT_EQ(TypeAfterStoring(FloatModelWithSlot("fc", "W")), PrecisionType::kBF16);
  EXPECT_EQ(TypeAfterStoring(FloatModelWithSlot("rnn", "WeightList")), PrecisionType::kBF16);
  EXPECT_EQ(TypeAfterStoring(FloatModelWithSlot("fc", "Bias")), PrecisionType::kFloat);
  EXPECT_EQ(TypeAfterStoring(FloatModelWithSlot("prior_box", "Input")), PrecisionType::kFloat);
  Model shared = FloatModelWithSlot("fc", "W");
  shared.program.blocks[0].ops.push_back(
      FloatModelWithSlot("prelu", "Alpha").program.blocks[0].ops[0]);
  EXPECT_EQ(TypeAfterStoring(std::move(shared)), PrecisionType::kFloat);
  Model written = FloatModelWithSlot("fc", "W");
  written.program.blocks[0].ops[0].outputs = {{"Out", {"w"}}};
  EXPECT_EQ(TypeAfterStoring(std::move(written)), PrecisionType::kFloat);
  Model vector = FloatModelWithSlot("rnn", "WeightList");
  vector.params.at("w").Resize(DDim({6}));
  EXPECT_EQ(TypeAfterStoring(std::move(vector)), PrecisionType::kFloat);
  Model large = FloatModelWithSlot("fc", "W");  // would become infinite
  large.params.at("w").mutable_data<float>()[0] = 3.4e38f;
  EXPECT_EQ(TypeAfterStoring(std::move(large)), PrecisionType::kFloat);
  Model int8 = MakeModel("fc", std::vector<float>{1});
  int8.program.blocks[0].ops[0].attrs.clear();
  EXPECT_EQ(TypeAfterStoring(std::move(int8)), PrecisionType::kInt8);
}

}  // namespace
}  // namespace paddle::lite::model
