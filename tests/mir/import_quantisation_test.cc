#include "lite/mir/import_quantisation.h"

#include <gmock/gmock.h>

#include "lite/base/logging.h"
#include "lite/core/element.h"
#include "lite/model/weight_only.h"
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace import_quantisation_test {

using ::testing::AllOf;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// A weight of integers, scales, and a quantised input %q of steps of 0.5.
constexpr char kInput[] = R"(
    const %w: float[2,1,1,1] = [3, -127]
    const %t: float[1] = [63.5]
    const %c: float[2] = [1.27, 12.7]
    input %x: float[1,1,2,2]
    fake_quantize_moving_average_abs_max(X=%x, InScale=%t) -> (Out=%q: float[1,1,2,2], OutScale=%t2) {bit_length=8}
    )";
const std::string kConv = "conv2d(Input=%q, Filter=%w) -> (Output=%o: float[1,2,2,2])\n";
const std::string kDequantise =
    "fake_channel_wise_dequantize_max_abs(X=%o, Scales=[%c, %t]) -> (Out=%y: float[1,2,2,2]) "
    "{quant_bits=[8, 8]}\n";

// The imported program, or the error.
std::string Imported(const std::string& text, model::Model* imported = nullptr) {
  Result<model::Model> model = ParseModel(text);
  EXPECT_TRUE(model.ok()) << model.status().ToString();
  if (!model.ok()) return "";
  const Status status = ImportQuantisation(&*model);
  if (!status.ok()) return status.message();
  if (imported != nullptr) *imported = *model;
  return OpsText(*model);
}

std::vector<float> Values(const Tensor& tensor) {
  std::vector<float> values;
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    values.push_back(static_cast<float>(ElementAt(tensor.raw_data(), tensor.precision(), i)));
  }
  return values;
}

TEST(ImportQuantisation, OperatorOnIntegersTakesTheScaleBehindIt) {
  model::Model model;
  const std::string ops = Imported(kInput + kConv + kDequantise + "output %y\n", &model);
  EXPECT_THAT(ops, HasSubstr("conv2d(Filter=%w.int8, Input=%x) -> (Output=%y)"));
  EXPECT_THAT(ops, HasSubstr("Input0_scale=[0.5]"));
  EXPECT_THAT(ops, HasSubstr("Filter0_scale=[0.01, 0.1]"));
  EXPECT_THAT(ops, HasSubstr("enable_int8=true"));
  EXPECT_EQ(ops.find("fake_"), std::string::npos) << ops;
  ASSERT_EQ(model.params.size(), 1u);  // the scales were removed
  EXPECT_EQ(model.params.at("w.int8").precision(), PrecisionType::kInt8);
  EXPECT_EQ(Values(model.params.at("w.int8")), (std::vector<float>{3, -127}));
}

TEST(ImportQuantisation, OneScaleForAllChannels) {
  const std::string ops =
      Imported(kInput + kConv +
               "fake_dequantize_max_abs(X=%o, Scale=%t) -> (Out=%y: float[1,2,2,2]) "
               "{max_range=12700.0}\noutput %y\n");
  EXPECT_THAT(ops, HasSubstr("Filter0_scale=[0.01]"));
}

// Weights stay real numbers, rounded, if no kernel supports their width.
TEST(ImportQuantisation, OtherWidthsComputeInFloat) {
  model::Model model;
  const std::string text = R"(
    const %w: int16[2,1,1,1] = [300, -100]
    const %c: float[2] = [327.67, 3276.7]
    const %z: int32[2] = [0, 0]
    input %x: float[1,1,2,2]
    dequantize_linear(X=%w, Scale=%c, ZeroPoint=%z) -> (Y=%r: float[2,1,1,1]) {quant_axis=0, bit_length=16}
    conv2d(Input=%x, Filter=%r) -> (Output=%y: float[1,2,2,2])
    output %y
    )";
  EXPECT_EQ(Imported(text, &model).find("enable_int8"), std::string::npos);
  ASSERT_EQ(model.params.size(), 1u);
  const std::vector<float> real = Values(model.params.begin()->second);
  EXPECT_FLOAT_EQ(real[0], 3.0f);
  EXPECT_FLOAT_EQ(real[1], -10.0f);
}

TEST(ImportQuantisation, OtherReadersGetRoundedNumbers) {
  const std::string ops = Imported(R"(
    const %t: float[1] = [127]
    input %x: float[1,8]
    fake_quantize_dequantize_moving_average_abs_max(X=%x, InScale=%t) -> (Out=%r: float[1,8]) {bit_length=8}
    elementwise_add(X=%r, Y=%x) -> (Out=%y: float[1,8])
    output %y
    )");
  EXPECT_THAT(ops, HasSubstr("calib(Input=%x) -> (Out=%r.int8) {scale=1.0}"));
  EXPECT_THAT(ops, HasSubstr("calib(Input=%r.int8) -> (Out=%r) {scale=1.0}"));
  EXPECT_THAT(ops, HasSubstr("elementwise_add(X=%r, Y=%x) -> (Out=%y)\n"));
}

TEST(ImportQuantisation, OperatorsWithRoundedInputsComputeOnIntegers) {
  const std::string ops = Imported(R"(
    const %t: float[1] = [127]
    const %u: float[1] = [63.5]
    input %x: float[1,8]
    input %z: float[1,8]
    fake_quantize_dequantize_moving_average_abs_max(X=%x, InScale=%t) -> (Out=%r: float[1,8]) {bit_length=8}
    fake_quantize_dequantize_moving_average_abs_max(X=%z, InScale=%u) -> (Out=%s: float[1,8]) {bit_length=8}
    elementwise_add(X=%r, Y=%s) -> (Out=%y: float[1,8])
    output %y
    )");
  EXPECT_THAT(ops, HasSubstr("elementwise_add(X=%x, Y=%z) -> (Out=%y) {X0_scale=[1.0], "
                             "Y0_scale=[0.5], bit_length=8, enable_int8=true}"));
}

// As in attention, if there are many rows. A product of an activation and real numbers stays real.
TEST(ImportQuantisation, LargeProductsOfRoundedActivationsComputeOnIntegers) {
  const auto imported = [](const std::string& rows, const std::string& op,
                           const std::string& attrs) {
    const std::string x = "float[2," + rows + ",8]";
    return Imported(
        "const %t: float[1] = [127]\nconst %u: float[1] = [63.5]\ninput %x: " + x +
        "\ninput %z: float[2,4,8]\n"
        "fake_quantize_dequantize_moving_average_abs_max(X=%x, InScale=%t) -> (Out=%r: " +
        x +
        ") {bit_length=8}\n"
        "fake_quantize_dequantize_moving_average_abs_max(X=%z, InScale=%u) -> (Out=%s: "
        "float[2,4,8]) {bit_length=8}\n" +
        op + " -> (Out=%y: float[2," + rows + ",4]) " + attrs + "\noutput %y\n");
  };
  EXPECT_THAT(imported("192", "matmul(X=%r, Y=%s)", "{alpha=0.125, transpose_Y=true}"),
              HasSubstr("matmul(X=%x, Y=%z) -> (Out=%y) {X0_scale=[1.0], Y0_scale=[0.5], "
                        "alpha=0.125, bit_length=8, enable_int8=true, transpose_Y=true}"));
  EXPECT_THAT(imported("192", "matmul_v2(X=%r, Y=%s)", "{trans_y=true}"),
              HasSubstr("matmul_v2(X=%x, Y=%z) -> (Out=%y) {X0_scale=[1.0], Y0_scale=[0.5], "
                        "bit_length=8, enable_int8=true, trans_y=true}"));
  for (const char* rows : {"191", "-1"}) {
    EXPECT_THAT(imported(rows, "matmul_v2(X=%r, Y=%s)", "{trans_y=true}"),
                HasSubstr("matmul_v2(X=%r, Y=%s) -> (Out=%y) {trans_y=true}"));
  }
  EXPECT_THAT(imported("192", "matmul_v2(X=%r, Y=%z)", "{trans_y=true}"),
              HasSubstr("matmul_v2(X=%r, Y=%z) -> (Out=%y) {trans_y=true}"));
  EXPECT_THAT(imported("192", "matmul(X=%r, Y=%s)", "{head_number=2, transpose_Y=true}"),
              HasSubstr("matmul(X=%r, Y=%s) -> (Out=%y) {head_number=2, transpose_Y=true}"));
}

// A recurrent layer of one unit in dynamic quantisation.
std::string DynamicLstm(const std::string& attrs) {
  return "const %w: float[1,4] = [1.27, -0.004, 0.006, 9]\nconst %b: float[1,4] = [0, 0, 0, 0]\n"
         "input %x: float[3,4]<lod=1>\n"
         "lstm(Input=%x, Weight=%w, Bias=%b) -> (Hidden=%y: float[3,1]<lod=1>, Cell=%c: "
         "float[3,1]<lod=1>) {use_peepholes=false" +
         attrs + "}\noutput %y\n";
}

TEST(ImportQuantisation, RecurrentLayersAreDynamic) {
  model::Model model;
  const std::string dynamic = ", quantization_type=\"post_kl\", Weight0_threshold=1.27";
  EXPECT_THAT(Imported(DynamicLstm(dynamic + ", bit_length=8"), &model),
              HasSubstr("lstm(Bias=%b, Input=%x, Weight=%w.real) -> (Cell=%c, Hidden=%y) "
                        "{Weight0_scale=[0.01], dynamic_int8=true, use_peepholes=false}"));
  EXPECT_THAT(Values(model.params.at("w.real")), testing::ElementsAre(1.27f, 0, 0.01f, 1.27f));
  ASSERT_TRUE(model::StoreDynamicWeights(&model).ok());
  EXPECT_EQ(model.params.at("w.real").precision(), PrecisionType::kInt8);
  EXPECT_THAT(Values(model.params.at("w.real")), testing::ElementsAre(127, 0, 1, 127));
  EXPECT_THAT(OpsText(model), HasSubstr("{dynamic_int8=true, quantize_weight_bits=8, "
                                        "use_peepholes=false, w.real_quant_scale=[0.01]}"));
  // A gru, in a program with two layers of one weight.
  EXPECT_THAT(Imported("const %w: float[1,3] = [1, 2, 3]\ninput %x: float[3,3]<lod=1>\n"
                       "gru(Input=%x, Weight=%w) -> (Hidden=%h: float[3,1]<lod=1>) "
                       "{quantization_type=\"q\", Weight0_threshold=127}\n"
                       "gru(Input=%x, Weight=%w) -> (Hidden=%y: float[3,1]<lod=1>)\noutput %h\n"
                       "output %y\n"),
              AllOf(HasSubstr("gru(Input=%x, Weight=%w.real) -> (Hidden=%h) {Weight0_scale=[1.0], "
                              "dynamic_int8=true}"),
                    HasSubstr("gru(Input=%x, Weight=%w) -> (Hidden=%y)\n")));
}

TEST(ImportQuantisation, RecurrentLayersWithoutAThresholdStayReal) {
  const std::string unchanged = Imported(DynamicLstm(", quantization_type=\"post_kl\""));
  EXPECT_THAT(unchanged, HasSubstr("Weight=%w)"));
  EXPECT_EQ(unchanged.find("dynamic_int8"), std::string::npos) << unchanged;
}

TEST(ImportQuantisation, ThresholdsAndBitsOfRecurrentLayersAreChecked) {
  const std::string type = ", quantization_type=\"post_kl\"";
  for (const char* bad : {"nan", "inf", "-1.0", "0.0", "\"1\"", "[1.0, 2.0]"}) {
    EXPECT_THAT(Imported(DynamicLstm(StrCat(type, ", Weight0_threshold=", bad))),
                HasSubstr("op lstm (#1): Weight: attribute Weight0_threshold: expected a positive "
                          "number, found "))
        << bad;
  }
  for (const char* bad : {"16", "4", "0", "-8", "\"8\""}) {
    EXPECT_THAT(Imported(DynamicLstm(StrCat(type, ", Weight0_threshold=1.0, bit_length=", bad))),
                HasSubstr("op lstm (#1): Weight: attribute bit_length: expected 8, found "))
        << bad;
  }
}

TEST(ImportQuantisation, ResultsKeepTheirNames) {
  const std::string ops = Imported(R"(
    const %t: float[1] = [127]
    input %x: float[1,8]
    relu(X=%x) -> (Out=%a: float[1,8])
    moving_average_abs_max_scale(X=%a) -> (Out=%y: float[1,8], OutScale=%t2)
    output %y
    )");
  EXPECT_THAT(ops, HasSubstr("scale(X=%a) -> (Out=%y)"));
}

// The output keeps its values although the input is written again, and vice versa.
TEST(ImportQuantisation, KeepsObserversOfVariablesThatChange) {
  const std::string begin = R"(
    const %t: float[1] = [127]
    input %x: float[1,8]
    relu(X=%x) -> (Out=%a: float[1,8])
    )";
  const std::string observer =
      "moving_average_abs_max_scale(X=%a) -> (Out=%b: float[1,8], OutScale=%t2)\n";
  const std::string kept = "moving_average_abs_max_scale(X=%a) -> (Out=%b, OutScale=%t2)";
  const std::string end = "elementwise_add(X=%a, Y=%b) -> (Out=%y: float[1,8])\noutput %y\n";
  EXPECT_THAT(Imported(begin + observer + end), HasSubstr("elementwise_add(X=%a, Y=%a)"));
  for (const char* again : {"exp(X=%x) -> (Out=%a)\n", "exp(X=%x) -> (Out=%b)\n"}) {
    const std::string ops = Imported(begin + observer + again + end);
    EXPECT_THAT(ops, AllOf(HasSubstr(kept), HasSubstr("elementwise_add(X=%a, Y=%b)")));
  }
  // A loop's body may read the output of the round before.
  EXPECT_THAT(
      Imported(begin + "scale(X=%b) -> (Out=%c: float[1,8]) {scale=2.0}\n" + observer + end),
      HasSubstr(kept));
}

TEST(ImportQuantisation, RoundsWhatIsWrittenAgain) {
  const std::string begin = R"(
    const %t: float[1] = [127]
    const %z: float[1] = [0]
    input %x: float[1,8]
    quantize_linear(X=%x, Scale=%t, ZeroPoint=%z) -> (Y=%q: float[1,8])
    dequantize_linear(X=%q, Scale=%t, ZeroPoint=%z) -> (Y=%r: float[1,8])
    )";
  const std::string end = "elementwise_add(X=%r, Y=%r) -> (Out=%y: float[1,8])\noutput %y\n";
  const std::string again = Imported(begin + "exp(X=%x) -> (Out=%r)\n" + end);
  EXPECT_THAT(again, AllOf(HasSubstr("calib(Input=%r.int8) -> (Out=%r)"), HasSubstr("exp(X=%x)"),
                           HasSubstr("elementwise_add(X=%r, Y=%r)")));
  const std::string weight = R"(
    const %w: int8[2] = [3, -127]
    const %t: float[1] = [63.5]
    const %z: float[1] = [0]
    input %x: float[2]
    dequantize_linear(X=%w, Scale=%t, ZeroPoint=%z) -> (Y=%r: float[2])
    relu(X=%r) -> (Out=%a: float[2])
    exp(X=%x) -> (Out=%r)
    elementwise_add(X=%r, Y=%a) -> (Out=%y: float[2])
    output %y
    )";
  EXPECT_THAT(Imported(weight), AllOf(HasSubstr("dequantize_linear(Scale=%t, X=%w, ZeroPoint=%z)"),
                                      HasSubstr("elementwise_add(X=%r, Y=%a)")));
}

// Scales that only the running program knows: the operators stay, and compute on real numbers.
TEST(ImportQuantisation, KeepsWhatMeasuresItsScale) {
  const std::string ops = Imported(R"(
    const %w: float[2,1,1,1] = [3, -127]
    input %x: float[1,1,2,2]
    relu(X=%x) -> (Out=%a: float[1,1,2,2])
    fake_quantize_abs_max(X=%a) -> (Out=%q: float[1,1,2,2], OutScale=%s: float[1])
    conv2d(Input=%q, Filter=%w) -> (Output=%o: float[1,2,2,2])
    fake_dequantize_max_abs(X=%o, Scale=%s) -> (Out=%y: float[1,2,2,2]) {max_range=12700.0}
    output %y
    )");
  EXPECT_THAT(ops, HasSubstr("fake_quantize_abs_max(X=%a) -> (Out=%q, OutScale=%s)"));
  EXPECT_THAT(ops, HasSubstr("conv2d(Filter=%w, Input=%q) -> (Output=%o)"));
  EXPECT_THAT(ops, HasSubstr("fake_dequantize_max_abs(Scale=%s, X=%o) -> (Out=%y)"));
  EXPECT_THAT(
      Imported("input %x: float[1,8]\ninput %t: float[1]\nfake_quantize_range_abs_max(X=%x, "
               "InScale=%t) -> (Out=%y: float[1,8], OutScale=%s: float[1]) {is_test=true}\n"
               "output %y\n"),
      HasSubstr("fake_quantize_range_abs_max(InScale=%t, X=%x)"));
}

TEST(ImportQuantisation, KeepsWhatHasNoStoredScale) {
  const std::string linear = "output %y\n";
  EXPECT_THAT(Imported("input %x: float[1,8]\ninput %t: float[1]\nconst %z: float[1] = [0]\n"
                       "quantize_linear(X=%x, Scale=%t, ZeroPoint=%z) -> (Y=%q: float[1,8])\n"
                       "dequantize_linear(X=%q, Scale=%t, ZeroPoint=%z) -> (Y=%y: float[1,8])\n" +
                       linear),
              AllOf(HasSubstr("quantize_linear(Scale=%t, X=%x, ZeroPoint=%z) -> (Y=%q)"),
                    HasSubstr("dequantize_linear(Scale=%t, X=%q, ZeroPoint=%z) -> (Y=%y)")));
  // A scale that the program reads must be computed.
  EXPECT_THAT(Imported("input %x: float[1,8]\nfake_quantize_dequantize_abs_max(X=%x) -> "
                       "(Out=%q: float[1,8], OutScale=%y: float[1])\n" +
                       linear),
              HasSubstr("fake_quantize_dequantize_abs_max(X=%x) -> (Out=%q, OutScale=%y)"));
}

// The results of the program, which the import must leave as they are, and the imported operators.
std::vector<double> KeptResults(const std::string& text, std::string* ops) {
  Result<model::Model> before = ParseModel(text);
  EXPECT_TRUE(before.ok()) << before.status().ToString();
  model::Model after;
  *ops = Imported(text, &after);
  if (!before.ok() || after.program.blocks.empty()) return {};
  const std::vector<std::vector<double>> results = RunOnHostKernels(*before);
  EXPECT_EQ(RunOnHostKernels(after), results);
  return results.empty() ? std::vector<double>() : results[0];
}

TEST(ImportQuantisation, KeepsActivationsWithAScaleForEachChannel) {
  std::string ops;
  const std::vector<double> results = KeptResults(R"(
    const %t: float[2] = [1.27, 12.7]
    const %z: float[2] = [0, 0]
    assign_value() -> (Out=%x: float[1,2,2]) {dtype=5, shape=[1, 2, 2], fp32_values=[0.014, -0.016, 0.26, 99.0]}
    quantize_linear(X=%x, Scale=%t, ZeroPoint=%z) -> (Y=%q: float[1,2,2]) {quant_axis=1}
    dequantize_linear(X=%q, Scale=%t, ZeroPoint=%z) -> (Y=%y: float[1,2,2]) {quant_axis=1}
    output %y
    )",
                                                  &ops);
  EXPECT_THAT(ops, AllOf(HasSubstr("quantize_linear(Scale=%t, X=%x, ZeroPoint=%z) -> (Y=%q)"),
                         HasSubstr("dequantize_linear(Scale=%t, X=%q, ZeroPoint=%z) -> (Y=%y)")));
  ASSERT_EQ(results.size(), 4u);
  const double expected[] = {0.01, -0.02, 0.3, 12.7};
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(results[i], expected[i], 1e-6) << i;
}

TEST(ImportQuantisation, KeepsActivationsThatAreRoundedByTheirOwnMagnitude) {
  const std::string input =
      "assign_value() -> (Out=%x: float[2,2]) {dtype=5, shape=[2, 2], "
      "fp32_values=[0.014, -1.27, 2.64, 12.7]}\n";
  const auto check = [&](const std::string& type, const std::vector<double>& expected) {
    std::string ops;
    const std::vector<double> results =
        KeptResults(input + type +
                        "(X=%x) -> (Out=%r: float[2,2], OutScale=%s) {bit_length=8}\n"
                        "scale(X=%r) -> (Out=%y: float[2,2]) {scale=1.0}\noutput %y\n",
                    &ops);
    EXPECT_THAT(ops, AllOf(HasSubstr(type + "(X=%x) -> (Out=%r, OutScale=%s)"),
                           HasSubstr("scale(X=%r) -> (Out=%y)")));
    ASSERT_EQ(results.size(), expected.size());
    for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(results[i], expected[i], 1e-6) << type << i;
  };
  check("fake_quantize_dequantize_abs_max", {0, -1.3, 2.6, 12.7});
  check("fake_channel_wise_quantize_dequantize_abs_max", {0.01, -1.27, 2.6, 12.7});
}

// Integers that something else reads than a convolution or product before a de-quantiser.
TEST(ImportQuantisation, KeepsIntegersThatAreRead) {
  const std::string begin =
      "const %t: float[1] = [1.27]\nconst %z: float[1] = [0]\n"
      "assign_value() -> (Out=%x: float[1,1,1,3]) {dtype=5, shape=[1, 1, 1, 3], "
      "fp32_values=[0.5, -0.304, 2.0]}\n";
  const std::string moving =
      "fake_quantize_moving_average_abs_max(X=%x, InScale=%t) -> (Out=%q: float[1,1,1,3], "
      "OutScale=%t) {is_test=true}\n";
  std::string ops;
  const auto results = [&](const std::string& text) {
    return KeptResults(begin + text + "output %y\n", &ops);
  };
  const std::string relu = "relu(X=%q) -> (Out=%y: float[1,1,1,3])\n";
  EXPECT_EQ(results(moving + relu), (std::vector<double>{50, 0, 127}));
  EXPECT_THAT(ops, HasSubstr("fake_quantize_moving_average_abs_max(InScale=%t, X=%x)"));
  EXPECT_EQ(results("quantize_linear(X=%x, Scale=%t, ZeroPoint=%z) -> (Y=%q: float[1,1,1,3]) "
                    "{quant_axis=-1}\n" +
                    relu),
            (std::vector<double>{50, 0, 127}));
  EXPECT_THAT(ops, HasSubstr("quantize_linear(Scale=%t, X=%x, ZeroPoint=%z)"));
  EXPECT_EQ(results(moving + "fake_dequantize_max_abs(X=%q, Scale=%t) -> (Out=%y: float[1,1,1,3]) "
                             "{max_range=1.27}\n"),
            (std::vector<double>{50, -30, 127}));
  const std::string conv = "const %w: float[1,1,1,1] = [3]\n" + moving +
                           "conv2d(Input=%q, Filter=%w) -> (Output=%o: float[1,1,1,3])\n";
  EXPECT_EQ(results(conv + "relu(X=%o) -> (Out=%y: float[1,1,1,3])\n"),
            (std::vector<double>{150, 0, 381}));
  // A parameter instead of an activation.
  EXPECT_EQ(KeptResults("const %t: float[1] = [1.27]\nconst %x: float[3] = [0.5, -0.304, 2.0]\n"
                        "fake_quantize_range_abs_max(X=%x, InScale=%t) -> (Out=%q: float[3], "
                        "OutScale=%t) {is_test=true}\n"
                        "scale(X=%q) -> (Out=%y: float[3]) {scale=2.0}\noutput %y\n",
                        &ops),
            (std::vector<double>{100, -60, 254}));
}

// Operators that do not reverse each other, and parameters that hold other numbers than integers,
// run as they are.
TEST(ImportQuantisation, KeepsWhatDoesNotFitTogether) {
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    return text.replace(at, from.size(), to);
  };
  const std::string frozen = kInput + kConv + kDequantise + "output %y\n";
  const char* const other_dequantisers[] = {"Scales=[%c]", "Scales=[%c, %c]"};
  for (const char* scales : other_dequantisers) {
    EXPECT_THAT(Imported(replaced(frozen, "Scales=[%c, %t]", scales)),
                HasSubstr("conv2d(Filter=%w, Input=%q)"));
  }
  for (const char* weights : {"[3, 0.5]", "[3, 200]"}) {
    EXPECT_THAT(Imported(replaced(frozen, "[3, -127]", weights)),
                HasSubstr("conv2d(Filter=%w, Input=%q)"));
  }
  const std::pair<const char*, const char*> others[] = {
      {"[63.5]", "[0]"},
      {"bit_length=8", "bit_length=77"},
      {"bit_length=8", "bit_length=16"},
      {"quant_bits=[8, 8]", "quant_bits=[8, 7]"},
      {"quant_bits=[8, 8]", "quant_bits=[17, 8]"},
      {"quant_bits=[8, 8]", "quant_bits=[8, 8], x_num_col_dims=2"},
      {"(Output=%o: float[1,2,2,2])", "(Output=%o: float[1,1,2,2]) {data_format=\"NHWC\"}"},
  };
  for (const auto& [from, to] : others) {
    EXPECT_THAT(Imported(replaced(frozen, from, to)), HasSubstr("conv2d(Filter=%w, Input=%q)"))
        << to;
  }
  EXPECT_THAT(Imported(replaced(frozen, "const %c: float[2] = [1.27, 12.7]", "input %c: float[2]")),
              HasSubstr("conv2d(Filter=%w, Input=%q)"));
  const std::string product = replaced(
      replaced(replaced(frozen, "conv2d(Input=%q, Filter=%w) -> (Output=%o: float[1,2,2,2])",
                        "mul(X=%q, Y=%w) -> (Out=%o: float[1,2])"),
               "[2,1,1,1] = [3, -127]", "[1,2] = [3, -127]"),
      "-> (Out=%y: float[1,2,2,2])", "-> (Out=%y: float[1,2])");
  EXPECT_THAT(Imported(product), HasSubstr("enable_int8=true"));
  EXPECT_THAT(
      Imported(replaced(product, "quant_bits=[8, 8]", "quant_bits=[8, 8], x_num_col_dims=0")),
      HasSubstr("mul(X=%q, Y=%w)"));

  const std::string pair =
      "const %t: float[1] = [1.27]\nconst %u: float[1] = [2.54]\nconst %d: float64[1] = [1.27]\n"
      "const %c: float[2] = [1.27, 12.7]\nconst %e: float[2] = [1.27, 12.7]\n"
      "const %w: float[2,1] = [1, -2]\n"
      "assign_value() -> (Out=%x: float[2,1]) {dtype=5, shape=[2, 1], fp32_values=[0.5, 2.0]}\n"
      "quantize_linear(X=%x, Scale=%t) -> (Y=%q: float[2,1]) {quant_axis=-1}\n"
      "dequantize_linear(X=%q, Scale=%t) -> (Y=%r: float[2,1]) {quant_axis=-1}\n"
      "scale(X=%r) -> (Out=%y: float[2,1])\noutput %y\n";
  std::string ops;
  const auto results = [&](const std::string& text) { return KeptResults(text, &ops); };
  EXPECT_THAT(Imported(pair), HasSubstr("calib(Input=%r.int8) -> (Out=%r)"));
  const std::string other_scale = replaced(pair, "X=%q, Scale=%t", "X=%q, Scale=%u");
  EXPECT_THAT(results(other_scale), ElementsAre(DoubleNear(1.0, 1e-6), DoubleNear(2.54, 1e-6)));
  EXPECT_THAT(Imported(replaced(pair, "X=%q, Scale=%t", "X=%q, Scale=%d")),
              HasSubstr("dequantize_linear(Scale=%d, X=%q)"));
  const std::string other_bits =
      replaced(pair, "-> (Y=%r: float[2,1]) {", "-> (Y=%r: float[2,1]) {bit_length=4, ");
  EXPECT_THAT(results(other_bits),
              ElementsAre(DoubleNear(50 * 1.27 / 7, 1e-5), DoubleNear(127 * 1.27 / 7, 1e-5)));
  const std::string rounded =
      "const %t: float[1] = [1.27]\n"
      "assign_value() -> (Out=%x: float[2,1]) {dtype=5, shape=[2, 1], fp32_values=[0.5, 2.0]}\n"
      "fake_quantize_dequantize_moving_average_abs_max(X=%x, InScale=%t) -> (Out=%r: float[2,1]) "
      "{bit_length=16, is_test=true}\nscale(X=%r) -> (Out=%y: float[2,1])\noutput %y\n";
  EXPECT_THAT(results(rounded), ElementsAre(DoubleNear(0.5, 1e-4), DoubleNear(1.27, 1e-6)));
  EXPECT_THAT(Imported("const %w: float[2,1] = [0.5, nan]\n"
                       "fake_quantize_dequantize_abs_max(X=%w) -> (Out=%r: float[2,1])\n"
                       "scale(X=%r) -> (Out=%y: float[2,1])\noutput %y\n"),
              HasSubstr("fake_quantize_dequantize_abs_max(X=%w)"));
  // In place, the pair is converted like any other.
  const std::string in_place = replaced(replaced(pair, "Y=%q: float[2,1]", "Y=%x"), "X=%q", "X=%x");
  EXPECT_THAT(Imported(in_place), HasSubstr("calib(Input=%r.int8) -> (Out=%r)"));

  // Parameters: with other axes, the first number of Scale serves all channels.
  const auto weight = [&](const std::string& values, const std::string& attributes) {
    return results("const %w: float[2,1] = " + values +
                   "\nconst %c: float[2] = [1.27, 12.7]\n"
                   "dequantize_linear(X=%w, Scale=%c) -> (Y=%r: float[2,1]) {" +
                   attributes + "}\nscale(X=%r) -> (Out=%y: float[2,1])\noutput %y\n");
  };
  EXPECT_THAT(weight("[1, -2]", "quant_axis=0"),
              ElementsAre(DoubleNear(0.01, 1e-7), DoubleNear(-0.2, 1e-7)));
  EXPECT_THAT(weight("[1, -2]", "quant_axis=-1"),
              ElementsAre(DoubleNear(0.01, 1e-7), DoubleNear(-0.02, 1e-7)));
  EXPECT_THAT(
      results("const %w: float[2,1] = [1, -2]\nconst %c: float[2] = [1.27, 12.7]\n"
              "const %a: float[1] = [2.0]\n"
              "fake_channel_wise_dequantize_max_abs(X=%w, Scales=[%c, %a]) -> "
              "(Out=%y: float[2,1]) {quant_bits=[8, 8], x_num_col_dims=0}\noutput %y\n"),
      ElementsAre(DoubleNear(1.27 * 2 / 16129, 1e-8), DoubleNear(-2 * 12.7 * 2 / 16129, 1e-8)));
  EXPECT_THAT(results("const %w: float[2] = [1, -2]\nconst %c: float[1] = [-1.27]\n"
                      "fake_dequantize_max_abs(X=%w, Scale=%c) -> (Out=%y: float[2]) "
                      "{max_range=127.0}\noutput %y\n"),
              ElementsAre(DoubleNear(-0.01, 1e-8), DoubleNear(0.02, 1e-8)));
  EXPECT_THAT(weight("[1, -2.5]", "quant_axis=0"),
              ElementsAre(DoubleNear(0.01, 1e-7), DoubleNear(-0.25, 1e-7)));
}

// While a program is trained, scales follow the values of every run.
TEST(ImportQuantisation, KeepsWhatIsTrained) {
  const std::string begin =
      "const %t: float[1] = [1.27]\nconst %z: float[1] = [0]\n"
      "const %a: float[1] = [2.0]\nconst %n: float[1] = [1.0]\n"
      "assign_value() -> (Out=%x: float[1,3]) {dtype=5, shape=[1, 3], "
      "fp32_values=[0.5, -3.0, 2.0]}\n";
  const std::string end = "scale(X=%r) -> (Out=%y: float[1,3]) {scale=1.0}\noutput %y\n";
  const auto check = [&](const std::string& text, const std::string& kept) {
    std::string ops;
    const std::vector<double> results = KeptResults(begin + text + end, &ops);
    EXPECT_THAT(ops, HasSubstr(kept));
    // (0.5 * 2 + 3) / (0.5 * 1 + 1) is 2.667.
    const double step = 4.0 / 1.5 / 127;
    ASSERT_EQ(results.size(), 3u);
    EXPECT_NEAR(results[0], std::round(0.5 / step) * step, 1e-6);
    EXPECT_NEAR(results[1], -127 * step, 0.03);
  };
  check(
      "fake_quantize_dequantize_moving_average_abs_max(X=%x, InScale=%t, InAccum=%a, "
      "InState=%n) -> (Out=%r: float[1,3], OutScale=%t, OutAccum=%a, OutState=%n) "
      "{is_test=false, moving_rate=0.5}\n",
      "fake_quantize_dequantize_moving_average_abs_max(");
  check(
      "quantize_linear(X=%x, Scale=%t, ZeroPoint=%z, InAccum=%a, InState=%n) -> "
      "(Y=%q: float[1,3], OutScale=%t, OutAccum=%a, OutState=%n) "
      "{is_test=false, quant_axis=-1, moving_rate=0.5}\n"
      "dequantize_linear(X=%q, Scale=%t, ZeroPoint=%z) -> (Y=%r: float[1,3]) {quant_axis=-1}\n",
      "quantize_linear(");
  // The operator refuses the window of magnitudes of another one.
  EXPECT_THAT(Imported(begin +
                       "const %i: int64[1] = [4]\nconst %m: float[3] = [1, 2, 3]\n"
                       "fake_quantize_range_abs_max(X=%x, InScale=%t, Iter=%i) -> (Out=%q: "
                       "float[1,3], OutScale=%t, OutScales=%m) {is_test=false, window_size=3}\n"
                       "fake_dequantize_max_abs(X=%q, Scale=%t) -> (Out=%r: float[1,3]) "
                       "{max_range=127.0}\n" +
                       end),
              HasSubstr("fake_quantize_range_abs_max("));
  // Without the variables of training, the stored scale is all there is.
  EXPECT_THAT(Imported("const %t: float[1] = [1.27]\ninput %x: float[1,3]\n"
                       "fake_quantize_dequantize_moving_average_abs_max(X=%x, InScale=%t) -> "
                       "(Out=%r: float[1,3])\n" +
                       end),
              HasSubstr("calib(Input=%x)"));
}

TEST(ImportQuantisation, ScalesOfZero) {
  std::vector<std::string> messages;
  lite_api::SetLogCallback(
      [&](const lite_api::LogMessage& message) { messages.push_back(message.text); });
  std::string text = kInput + kConv + kDequantise + "output %y\n";
  text.replace(text.find("12.7"), 4, "0");
  const std::string channel = Imported(text);
  const std::string activation = Imported(
      "const %t: float[1] = [0]\ninput %x: float[1,8]\n"
      "fake_quantize_dequantize_moving_average_abs_max(X=%x, InScale=%t) -> (Out=%r: float[1,8])\n"
      "relu(X=%r) -> (Out=%y: float[1,8])\noutput %y\n");
  // A channel of zeros is nothing to warn of.
  const std::string zeros = Imported(
      "const %w: float[2,1] = [0, 127]\ninput %x: float[1,2]\n"
      "fake_channel_wise_quantize_dequantize_abs_max(X=%w) -> (Out=%r: float[2,1])\n"
      "elementwise_add(X=%x, Y=%r) -> (Out=%y: float[2,2])\noutput %y\n");
  lite_api::SetLogCallback(nullptr);
  EXPECT_THAT(channel, HasSubstr("Filter0_scale=[0.01, 1.0]"));
  EXPECT_THAT(activation, HasSubstr("abs_max(InScale=%t, X=%x) -> (Out=%r)\nrelu(X=%r)"));
  EXPECT_THAT(zeros, HasSubstr("elementwise_add(X=%x, Y=%w.real)"));
  EXPECT_EQ(messages,
            (std::vector<std::string>{
                "of 2 scales of 'c', 1 are 0: the weight is 0 there, as in Paddle",
                "op fake_quantize_dequantize_moving_average_abs_max: the scale of 'x' is 0: every "
                "value becomes 0, as in Paddle"}));
}

TEST(ImportQuantisation, AxesThatDoNotFitAreRefused) {
  const auto imported = [](const std::string& op, const std::string& reader) {
    return Imported(
        "const %w: float[2,3] = [1, 2, 3, 4, 5, 6]\nconst %t: float[2] = [1.27, 12.7]\n"
        "const %z: float[2] = [0, 0]\ninput %x: float[2,2]\n" +
        op + "\n" + reader + " -> (Out=%y: float[2,3])\noutput %y\n");
  };
  const std::string measured =
      "fake_channel_wise_quantize_dequantize_abs_max(X=%w) -> (Out=%r: float[2,3]) {quant_axis=";
  const std::string stored =
      "dequantize_linear(X=%w, Scale=%t, ZeroPoint=%z) -> (Y=%r: float[2,3]) {quant_axis=";
  const std::string product = "mul(X=%x, Y=%r)";
  for (const char* axis : {"2", "-1"}) {
    EXPECT_THAT(imported(measured + axis + "}", product),
                HasSubstr(StrCat("op fake_channel_wise_quantize_dequantize_abs_max (#1): "
                                 "quant_axis is ",
                                 axis, " for a weight of shape ")));
  }
  for (const char* axis : {"1", "9"}) {
    for (const std::string& reader : {product, std::string("relu(X=%r)")}) {
      EXPECT_THAT(imported(stored + axis + "}", reader),
                  AllOf(HasSubstr(" (#2): "), HasSubstr("2 scales for a weight of shape "),
                        HasSubstr(StrCat("expected 1 or dimension ", axis))));
    }
  }
}

TEST(ImportQuantisation, SaysWhatCannotBeConverted) {
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    return text.replace(at, from.size(), to);
  };
  const std::string good = kInput + kConv + kDequantise + "output %y\n";
  EXPECT_THAT(Imported(replaced(good, "bit_length=8", "bit_length=\"8\"")),
              AllOf(HasSubstr("attribute bit_length: expected INT, found STRING"),
                    HasSubstr("fake_quantize_moving_average_abs_max (#1)")));
  EXPECT_THAT(Imported(replaced(good, "quant_bits=[8, 8]", "quant_bits=\"8\"")),
              HasSubstr("attribute quant_bits: expected INTS, found STRING"));
  EXPECT_THAT(Imported(replaced(good, "[63.5]", "[-1]")), HasSubstr("the scale of 'x' is -1"));
  EXPECT_THAT(Imported(replaced(good, "[63.5]", "[nan]")), HasSubstr("the scale of 'x' is nan"));
  EXPECT_THAT(Imported(replaced(good, "[1.27, 12.7]", "[1.27, -1]")),
              HasSubstr("scale 1 of 'c' is -1, expected a finite value that is not negative"));
  EXPECT_THAT(Imported(replaced(good, "[1.27, 12.7]", "[inf, 1]")), HasSubstr("scale 0 of 'c'"));
  EXPECT_THAT(
      Imported(replaced(good, "%c: float[2] = [1.27, 12.7]", "%c: float[3] = [1.27, 12.7, 1]")),
      HasSubstr("3 scales for a weight of shape"));
}

// Weight and activation with zero points, `weights` of the two channels.
std::string WithZeroPoints(const std::string& weights, const std::string& activation) {
  return "const %w: int8[2,1,1,1] = [3, -100]\nconst %c: float[2] = [1.27, 12.7]\n"
         "const %t: float[1] = [127]\ninput %x: float[1,1,2,2]\nconst %z: int32" +
         weights + "\nconst %a: int32" + activation +
         R"(
    quantize_linear(X=%x, Scale=%t, ZeroPoint=%a) -> (Y=%q: int8[1,1,2,2]) {round_type=1}
    dequantize_linear(X=%q, Scale=%t, ZeroPoint=%a) -> (Y=%d: float[1,1,2,2])
    dequantize_linear(X=%w, Scale=%c, ZeroPoint=%z) -> (Y=%r: float[2,1,1,1]) {quant_axis=0}
    conv2d(Input=%d, Filter=%r) -> (Output=%y: float[1,2,2,2])
    output %y
    )";
}

TEST(ImportQuantisation, ZeroPointsAreIgnoredWithAWarning) {
  std::vector<std::string> messages;
  lite_api::SetLogCallback(
      [&](const lite_api::LogMessage& message) { messages.push_back(message.text); });
  const std::string zero = Imported(WithZeroPoints("[2] = [0, 0]", "[1] = [0]"));
  EXPECT_TRUE(messages.empty());
  const std::string other = Imported(WithZeroPoints("[2] = [0, -128]", "[1] = [0]"));
  lite_api::SetLogCallback(nullptr);
  EXPECT_THAT(zero, HasSubstr("enable_int8=true"));
  EXPECT_EQ(other, zero);
  EXPECT_EQ(messages, (std::vector<std::string>{"op dequantize_linear: ZeroPoint 'z' is -128 at "
                                                "position 1, and is ignored as in Paddle"}));
}

TEST(ImportQuantisation, ZeroPointsThatDoNotFitAreRefused) {
  EXPECT_THAT(Imported(WithZeroPoints("[2] = [0, 0]", "[1] = [300]")),
              HasSubstr("op quantize_linear (#1): ZeroPoint 'a': expected values from -128 to 127, "
                        "found 300 at position 0"));
  EXPECT_THAT(Imported(WithZeroPoints("[3] = [0, 0, 0]", "[1] = [0]")),
              HasSubstr("op dequantize_linear (#3): ZeroPoint 'z': expected 1 value or 2, as many "
                        "as Scale, found 3"));
  EXPECT_THAT(Imported(WithZeroPoints("[1] = [0]", "[1] = [0]")), HasSubstr("enable_int8=true"));
}

}  // namespace import_quantisation_test
}  // namespace paddle::lite::mir
