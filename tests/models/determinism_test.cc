// Outputs are bit-identical however a network is loaded, run and shared: fresh or after other
// shapes, with any number of threads, by itself or concurrently with others, full or light, from
// .nb or protobuf. Folders of tests/data/zoo are tests: no network is listed here.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "lite/api/predictor_base.h"
#include "tests/models/predictors.h"
#include "tests/support/digits.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::test {
namespace determinism_test {

using lite_api::PaddlePredictor;

// A config has at most as many threads as the machine has cores; its executable takes any number.
void SetThreads(PaddlePredictor* predictor, int threads) {
  static_cast<PredictorBase*>(predictor)->executable()->set_threads(threads);
}

// Empty, or the first difference.
std::string DifferenceOf(const Output& found, const Output& expected) {
  if (found == expected) return "";
  if (found.shape != expected.shape) {
    return StrCat("shape ", ListToString(found.shape), " instead of ",
                  ListToString(expected.shape));
  }
  if (found.lod != expected.lod) return "another LoD";
  size_t first = 0;
  while (found.bytes[first] == expected.bytes[first]) ++first;
  const size_t element = first / PrecisionTypeLength(found.precision);
  if (found.precision != PrecisionType::kFloat) return StrCat("element ", element);
  const Difference difference = Compare(found.floats(), expected.floats());
  return StrCat("element ", element, " of ", found.floats().size(), " is ", found.floats()[element],
                " instead of ", expected.floats()[element], "; relative L2 ", difference.rel_l2);
}

class Determinism : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    Result<ZooNet> net = Load(GetParam());
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    net_ = std::move(net).value();
  }
  virtual Result<ZooNet> Load(const std::string& name) { return LoadZooNet(kZoo, name); }

  static PredictorPtr Clone(PaddlePredictor* predictor, int threads) {
    PredictorPtr clone;
    const Status status = predictor->TryClone({}, &clone);
    EXPECT_TRUE(status.ok()) << status.ToString();
    if (clone != nullptr) SetThreads(clone.get(), threads);
    return clone;
  }

  // One full predictor and, for every case, the results of a fresh one with one thread.
  PredictorPtr MakeReference() {
    Result<PredictorPtr> full = MakeFullPredictor(net_.model, net_.params, 1);
    EXPECT_TRUE(full.ok()) << full.status().ToString();
    if (!full.ok()) return nullptr;
    for (const ZooCase& zoo_case : net_.cases) {
      const PredictorPtr fresh = zoo_case.index == 0 ? *full : Clone(full->get(), 1);
      Result<std::vector<Output>> outputs = RunPredictor(fresh.get(), zoo_case.inputs);
      EXPECT_TRUE(outputs.ok()) << outputs.status().ToString();
      if (!outputs.ok()) return nullptr;
      reference_.push_back(std::move(outputs).value());
    }
    return std::move(full).value();
  }

  void CheckCase(const std::string& way, PaddlePredictor* predictor, size_t index) const {
    const Result<std::vector<Output>> outputs = RunPredictor(predictor, net_.cases[index].inputs);
    ASSERT_TRUE(outputs.ok()) << way << ", case " << index << ": " << outputs.status().ToString();
    ASSERT_EQ(outputs->size(), reference_[index].size()) << way;
    for (size_t i = 0; i < outputs->size(); ++i) {
      EXPECT_EQ(DifferenceOf((*outputs)[i], reference_[index][i]), "")
          << way << ", case " << index << ", output " << i;
    }
  }
  // Every case after another one. The cases of a network differ in batch and size.
  void CheckForwards(const std::string& way, PaddlePredictor* predictor) const {
    for (size_t i = 0; i < net_.cases.size(); ++i) CheckCase(way, predictor, i);
  }
  void CheckBackwards(const std::string& way, PaddlePredictor* predictor) const {
    for (size_t i = net_.cases.size(); i-- > 0;) CheckCase(way + ", backwards", predictor, i);
  }

  void CheckByItself();
  void CheckBesideOthers();

  ZooNet net_;
  std::vector<std::vector<Output>> reference_;
};

PredictorPtr MakeLight(PaddlePredictor* saver) {
  Result<PredictorPtr> light = MakeLightPredictor(saver, 1);
  EXPECT_TRUE(light.ok()) << light.status().ToString();
  return light.ok() ? *light : nullptr;
}

void Determinism::CheckByItself() {
  const PredictorPtr full = MakeReference();
  ASSERT_NE(full, nullptr);
  CheckBackwards("full", full.get());
  // Every number of threads, of a new predictor or of one that had another number.
  for (const int threads : {2, 4}) {
    const PredictorPtr clone = Clone(full.get(), threads);
    ASSERT_NE(clone, nullptr);
    CheckForwards(StrCat("clone with ", threads, " threads"), clone.get());
  }
  for (const int threads : {3, 1}) {
    SetThreads(full.get(), threads);
    CheckBackwards(StrCat("full, threads changed to ", threads), full.get());
  }

  const TempDir dir;
  const Status saved =
      full->TrySaveOptimizedModel(dir / "saved", lite_api::LiteModelType::kProtobuf, false);
  ASSERT_TRUE(saved.ok()) << saved.ToString();
  lite_api::CxxConfig config;
  config.set_model_file(dir / "saved/model");
  config.set_param_file(dir / "saved/params");
  PredictorPtr reloaded;
  const Status loaded = TryCreatePaddlePredictor(config, &reloaded);
  ASSERT_TRUE(loaded.ok()) << loaded.ToString();
  CheckForwards("saved as protobuf", reloaded.get());
  const PredictorPtr light = MakeLight(reloaded.get());
  ASSERT_NE(light, nullptr);
  SetThreads(light.get(), 3);
  CheckForwards("light of what was saved as protobuf", light.get());
}

// The first run of the light predictor packs weights and releases their elements, which the clones
// need at that moment.
void Determinism::CheckBesideOthers() {
  const PredictorPtr full = MakeReference();
  ASSERT_NE(full, nullptr);
  const PredictorPtr light = MakeLight(full.get());
  ASSERT_NE(light, nullptr);
  const PredictorPtr clones[] = {Clone(light.get(), 2), Clone(light.get(), 3)};
  ASSERT_TRUE(clones[0] != nullptr && clones[1] != nullptr);
  std::thread first([&] { CheckBackwards("light clone beside others", clones[0].get()); });
  std::thread second([&] { CheckForwards("light clone beside others", clones[1].get()); });
  CheckForwards("light beside clones", light.get());
  CheckForwards("full beside light", full.get());
  first.join();
  second.join();
  SetThreads(light.get(), 4);
  CheckBackwards("light with 4 threads", light.get());
}

TEST_P(Determinism, ByItself) { CheckByItself(); }
TEST_P(Determinism, BesideOthers) { CheckBesideOthers(); }

INSTANTIATE_TEST_SUITE_P(Zoo, Determinism, testing::ValuesIn(ZooNetNames(kZoo)),
                         [](const auto& info) { return info.param; });

// The trained networks, quantised ones among them: int8 kernels.
class DigitsDeterminism : public Determinism {
 protected:
  Result<ZooNet> Load(const std::string& name) override {
    ZooNet net = LoadDigitsNet(name);
    for (const int images : {3, 8, 1}) {
      ZooCase zoo_case;
      zoo_case.index = static_cast<int>(net.cases.size());
      zoo_case.inputs.push_back(DigitsInput(0, images));
      net.cases.push_back(std::move(zoo_case));
    }
    return net;
  }
};

TEST_P(DigitsDeterminism, ByItself) { CheckByItself(); }
TEST_P(DigitsDeterminism, BesideOthers) { CheckBesideOthers(); }

INSTANTIATE_TEST_SUITE_P(Trained, DigitsDeterminism, testing::ValuesIn(DigitsNetNames()),
                         [](const auto& info) { return info.param; });

class OcrDeterminism : public Determinism {
 protected:
  void SetUp() override {
    if (!HasOcrNets()) GTEST_SKIP() << "LITE_OCR_MODELS is not set";
    Determinism::SetUp();
  }
  Result<ZooNet> Load(const std::string& name) override { return LoadOcrNet(name); }
};

TEST_P(OcrDeterminism, ByItself) { CheckByItself(); }
TEST_P(OcrDeterminism, BesideOthers) { CheckBesideOthers(); }

INSTANTIATE_TEST_SUITE_P(Trained, OcrDeterminism, testing::Values("det", "rec", "cls"),
                         [](const auto& info) { return info.param; });

}  // namespace determinism_test
}  // namespace paddle::lite::test
