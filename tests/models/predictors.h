// Whole models through the public interface: full predictor (Paddle's files), light predictor
// (.nb).
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "paddle_api.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {

// The folder of the networks, for LoadZooNet.
inline constexpr char kZoo[] = LITE_TEST_DATA_DIR "/data/zoo";

using PredictorPtr = std::shared_ptr<lite_api::PaddlePredictor>;

// A predictor for the CPU of this machine, from a program and combined parameters in memory.
Result<PredictorPtr> MakeFullPredictor(const std::string& model, const std::string& params,
                                       int threads);
// A light predictor of the optimised model that `full` saves.
Result<PredictorPtr> MakeLightPredictor(lite_api::PaddlePredictor* full, int threads);
// A light predictor of the bytes of an .nb file.
Result<PredictorPtr> MakeLightPredictor(const std::string& nb_bytes, int threads);

// A copy of an output.
struct Output {
  std::vector<int64_t> shape;
  PrecisionType precision = PrecisionType::kUnk;
  std::string bytes;
  LoD lod = {};
  bool operator==(const Output& other) const {
    return shape == other.shape && bytes == other.bytes && lod == other.lod;
  }
  Span<const float> floats() const {
    return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
  }
};

// Sets all inputs, runs, and copies all outputs.
Result<std::vector<Output>> RunPredictor(lite_api::PaddlePredictor* predictor,
                                         const std::vector<ZooArray>& inputs);

// A trained network of text recognition ("det", "rec", "cls"). They are too large for this
// repository: the environment variable LITE_OCR_MODELS names a folder with them, as created by
// tools/ocr/fetch_models.py.
bool HasOcrNets();
Result<ZooNet> LoadOcrNet(const std::string& name);

// Prints a line of the table of accuracies, in Markdown.
void ReportAccuracy(const std::string& model, const std::string& what, const Difference& difference,
                    double tolerance, double noise = 0, const std::string& remarks = "");

}  // namespace paddle::lite::test
