// Operators whose number of results is known when they have run, as the last of a subgraph.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "lite/mir/text.h"
#include "tests/nnadapter/framework/networks.h"

namespace paddle::lite::test {
namespace {

using testing::HasSubstr;

struct Case {
  const char* name;
  const char* scores;  // shape, with the axis of boxes last, or regions and classes
  const char* op;      // from %b and %s to the outputs
  std::vector<const char*> outputs;
};

constexpr char kAttributes[] =
    "{background_label=-1, score_threshold=0.3, nms_top_k=20, nms_threshold=0.4, nms_eta=0.9, "
    "keep_top_k=12, normalized=true}";

std::vector<Case> Cases() {
  static const std::string plain =
      StrCat("multiclass_nms(BBoxes=%b, Scores=%s) -> (Out=%y) ", kAttributes);
  static const std::string with_index =
      StrCat("multiclass_nms2(BBoxes=%b, Scores=%s) -> (Out=%y, Index=%i) ", kAttributes);
  static const std::string with_counts = StrCat(
      "multiclass_nms3(BBoxes=%b, Scores=%s) -> (Out=%y, Index=%i, NmsRoisNum=%n) ", kAttributes);
  static const std::string without_counts =
      StrCat("multiclass_nms3(BBoxes=%b, Scores=%s) -> (Out=%y) ", kAttributes);
  static const std::string regions =
      StrCat("multiclass_nms3(BBoxes=%b, Scores=%s, RoisNum=%regions) -> (Out=%y, Index=%i, ",
             "NmsRoisNum=%n) ", kAttributes);
  return {{"plain", "[2,3,40]", plain.c_str(), {"y"}},
          {"index", "[2,3,40]", with_index.c_str(), {"y", "i"}},
          {"counts", "[2,3,40]", with_counts.c_str(), {"y", "i", "n"}},
          {"without_counts", "[2,3,40]", without_counts.c_str(), {"y"}},
          {"regions", "[2,40]", regions.c_str(), {"y", "i", "n"}}};
}

std::string ProgramOf(const Case& c) {
  std::string text =
      StrCat("input %boxes: float[2,40,4]\ninput %scores: float", c.scores,
             "\nconst %regions: int32[3] = [1, 0, 1]\n"
             "relu(X=%boxes) -> (Out=%b)\nscale(X=%scores) -> (Out=%s) {scale=1.0, bias=0.0625}\n",
             c.op);
  for (const char* output : c.outputs) text += StrCat("\noutput %", output);
  return text + "\n";
}

bool HasRegions(const Case& c) { return std::string(c.scores) == "[2,40]"; }

// Boxes at other places for another `key`; scores up to `best`.
Status RunBoxes(Executable* executable, const Case& c, const std::string& key, float best) {
  const int64_t boxes = 2 * 40;
  std::vector<float> corners = FormulaFloats(key + "b", static_cast<size_t>(4 * boxes), 0.5f, 0.5f);
  for (size_t i = 0; i < corners.size(); i += 4) {
    corners[i + 2] = corners[i] + 0.3f + 0.2f * corners[i + 2];
    corners[i + 3] = corners[i + 1] + 0.3f + 0.2f * corners[i + 3];
  }
  const DDim dims = HasRegions(c) ? DDim{2, 40} : DDim{2, 3, 40};
  const std::vector<float> scores = FormulaFloats(key + "s", static_cast<size_t>(dims.production()),
                                                  best / 2, best / 2 - 0.0625f);
  ZooCase zoo_case;
  zoo_case.inputs = {
      {"boxes",
       PrecisionType::kFloat,
       {2, 40, 4},
       {},
       {reinterpret_cast<const char*>(corners.data()), corners.size() * sizeof(float)}},
      {"scores",
       PrecisionType::kFloat,
       {dims.begin(), dims.end()},
       {},
       {reinterpret_cast<const char*>(scores.data()), scores.size() * sizeof(float)}}};
  LITE_RETURN_IF_ERROR(SetInputs(zoo_case, executable));
  return executable->Run();
}

// The same rows, for the same images, bit by bit.
void ExpectSame(const Executable& found, const Executable& expected, size_t outputs) {
  for (size_t i = 0; i < outputs; ++i) {
    SCOPED_TRACE(i);
    const Tensor& a = *found.output(i);
    const Tensor& b = *expected.output(i);
    ASSERT_EQ(a.dims(), b.dims());
    EXPECT_EQ(a.precision(), b.precision());
    EXPECT_EQ(a.lod(), b.lod());
    ASSERT_EQ(a.memory_size(), b.memory_size());
    if (a.memory_size() == 0) continue;
    EXPECT_EQ(std::memcmp(a.raw_data(), b.raw_data(), a.memory_size()), 0);
  }
}

class NNAdapterRowsTest : public testing::TestWithParam<Case> {
 protected:
  static void SetUpTestSuite() { UseBuiltNNAdapter(); }
  // For the devices, and as it runs on the CPU.
  void Make(const std::vector<std::string>& devices) {
    const auto model = mir::ParseModel(ProgramOf(GetParam()));
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    std::ostringstream explanation;
    const auto for_device = OptimisedForDevices(*model, devices, &explanation);
    ASSERT_TRUE(for_device.ok()) << for_device.status().ToString();
    division_ = DivisionOf(*for_device);
    EXPECT_EQ(division_.outside, 0) << explanation.str();
    const auto for_cpu = OptimisedForDevices(*model, {});
    ASSERT_TRUE(for_cpu.ok()) << for_cpu.status().ToString();
    device_model_ = *for_device;
    auto reference = MakeExecutable(*for_cpu, {});
    ASSERT_TRUE(reference.ok()) << reference.status().ToString();
    reference_ = *std::move(reference);
  }
  std::unique_ptr<Executable> Start(const operators::SubgraphSettings& settings) {
    auto executable = MakeExecutable(device_model_, settings);
    EXPECT_TRUE(executable.ok()) << executable.status().ToString();
    return executable.ok() ? *std::move(executable) : nullptr;
  }
  // Runs both with the same boxes, so many that rows come and go.
  void ExpectEqualRuns(Executable* executable) {
    int64_t rows = -1;
    for (const auto& [key, best] : std::vector<std::pair<const char*, float>>{
             {"first", 1.0f}, {"second", 0.34f}, {"none", 0.2f}, {"third", 0.9f}}) {
      SCOPED_TRACE(key);
      const Status found = RunBoxes(executable, GetParam(), key, best);
      ASSERT_TRUE(found.ok()) << found.ToString();
      const Status expected = RunBoxes(reference_.get(), GetParam(), key, best);
      ASSERT_TRUE(expected.ok()) << expected.ToString();
      ExpectSame(*executable, *reference_, GetParam().outputs.size());
      EXPECT_NE(reference_->output(0)->dims()[0], rows);
      rows = reference_->output(0)->dims()[0];
    }
  }

  Division division_;
  model::Model device_model_;
  std::unique_ptr<Executable> reference_;
};

TEST_P(NNAdapterRowsTest, EqualThoseOfTheCpu) {
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  ASSERT_NO_FATAL_FAILURE(Make({"builtin_device"}));
  operators::SubgraphSettings settings;
  settings.device_names = {"builtin_device"};
  const ProgramCache cache;
  settings.cache_dir = cache.folder();
  for (int start = 0; start < 2; ++start) {  // the second one from the cache
    const std::unique_ptr<Executable> executable = Start(settings);
    ASSERT_NE(executable, nullptr);
    ASSERT_NO_FATAL_FAILURE(ExpectEqualRuns(executable.get()));
    EXPECT_TRUE(RanOnDevice(*executable, division_));
  }
}

TEST_P(NNAdapterRowsTest, AreComputedAfterAFailure) {
  ASSERT_NO_FATAL_FAILURE(Make({"fake_device"}));
  operators::SubgraphSettings settings;
  settings.device_names = {"fake_device"};
  for (const char* failure : {"FAKE_DEVICE_FAIL_BUILD_AT=1", "FAKE_DEVICE_FAIL_EXECUTE_AT=2"}) {
    SCOPED_TRACE(failure);
    settings.context_properties = failure;
    const std::unique_ptr<Executable> executable = Start(settings);
    ASSERT_NE(executable, nullptr);
    ASSERT_NO_FATAL_FAILURE(ExpectEqualRuns(executable.get()));
    EXPECT_FALSE(RanOnDevice(*executable, division_));
  }
}

// Lists of shapes give a program each.
TEST_P(NNAdapterRowsTest, HaveNoProgramForSeveralShapes) {
  const ScopedVariable strict("NNADAPTER_STRICT", "1");
  ASSERT_NO_FATAL_FAILURE(Make({"builtin_device"}));
  operators::SubgraphSettings settings;
  settings.device_names = {"builtin_device"};
  settings.listed_shapes["boxes"] = {{2, 40, 4}, {2, 20, 4}};
  settings.listed_shapes["scores"] = {{2, 3, 40}, {2, 3, 20}};
  if (HasRegions(GetParam())) settings.listed_shapes["scores"] = {{2, 40}, {2, 20}};
  const std::unique_ptr<Executable> executable = Start(settings);
  ASSERT_NE(executable, nullptr);
  testing::internal::CaptureStderr();
  ASSERT_NO_FATAL_FAILURE(ExpectEqualRuns(executable.get()));
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("values decide how many rows a result has"));
}

INSTANTIATE_TEST_SUITE_P(MulticlassNms, NNAdapterRowsTest, testing::ValuesIn(Cases()),
                         [](const auto& info) { return std::string(info.param.name); });

class NNAdapterRowsOfProgramsTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { UseBuiltNNAdapter(); }
  static std::string Explained(const std::string& text) {
    const auto model = mir::ParseModel(text);
    EXPECT_TRUE(model.ok()) << model.status().ToString();
    std::ostringstream explanation;
    const auto optimised = OptimisedForDevices(*model, {"builtin_device"}, &explanation);
    EXPECT_TRUE(optimised.ok()) << optimised.status().ToString();
    return explanation.str();
  }
};

TEST_F(NNAdapterRowsOfProgramsTest, FormsThatTheOperationLacksStayOutside) {
  const auto refused = [](const char* boxes, const char* scores) {
    return Explained(StrCat("input %b: float", boxes, "\ninput %s: float", scores,
                            "\nmulticlass_nms3(BBoxes=%b, Scores=%s) -> (Out=%y) ", kAttributes,
                            "\noutput %y\n"));
  };
  EXPECT_THAT(refused("[1,8,8]", "[1,2,8]"), HasSubstr("expected four coordinates"));
  EXPECT_THAT(refused("[2,8,4]", "[1,2,8]"), HasSubstr("boxes of 2 images, scores of 1"));
  EXPECT_THAT(refused("[8,3,4]", "[8,3]"), HasSubstr("follow from a level of detail"));
}

// Neither the shapes of what reads them nor memory for it would be known.
TEST_F(NNAdapterRowsOfProgramsTest, ReadersStayOutside) {
  const std::string text = StrCat(
      "input %b: float[1,8,4]\ninput %s: float[1,2,8]\n"
      "multiclass_nms3(BBoxes=%b, Scores=%s) -> (Out=%y) ",
      kAttributes, "\nrelu(X=%y) -> (Out=%z)\nscale(X=%z) -> (Out=%w) {scale=2.0}\noutput %w\n");
  const std::string explanation = Explained(text);
  EXPECT_THAT(explanation, HasSubstr("multiclass_nms3 (#2, %y) inside"));
  EXPECT_THAT(explanation, HasSubstr("outside: values decide how many rows %y has"));
}

// PaddlePaddle declares the results as sequences.
TEST_F(NNAdapterRowsOfProgramsTest, SequencesOfBoxes) {
  EXPECT_THAT(
      Explained(StrCat("input %b: float[1,8,4]\ninput %s: float[1,2,8]\n"
                       "multiclass_nms(BBoxes=%b, Scores=%s) -> (Out=%y: float[-1, 6] <lod=1>) ",
                       kAttributes, "\noutput %y\n")),
      HasSubstr("multiclass_nms (#2, %y) inside"));
}

}  // namespace
}  // namespace paddle::lite::test
