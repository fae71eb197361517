#include "tests/models/predictors.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "lite/core/element.h"
#include "lite/model/file.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::test {
namespace {

template <typename Config>
Result<PredictorPtr> Create(const Config& config) {
  PredictorPtr predictor;
  LITE_RETURN_IF_ERROR(lite_api::TryCreatePaddlePredictor(config, &predictor));
  return predictor;
}

using FedTypes = ElementTypes<float, int32_t, int64_t>;

Status Fill(const ZooArray& array, lite_api::Tensor* tensor) {
  LITE_RETURN_IF_ERROR(tensor->TryResize(array.shape));
  tensor->SetLoD(array.lod);
  return VisitElementType<FedTypes>(array.name.c_str(), array.precision, [&](auto type) -> Status {
    typename decltype(type)::Type* data = nullptr;
    LITE_RETURN_IF_ERROR(tensor->TryMutableData(&data));
    std::memcpy(data, array.bytes.data(), array.bytes.size());
    return OkStatus();
  });
}

}  // namespace

Result<PredictorPtr> MakeFullPredictor(const std::string& model, const std::string& params,
                                       int threads) {
  lite_api::CxxConfig config;
  config.set_model_buffer(model.data(), model.size(), params.data(), params.size());
  config.set_threads(threads);
  return Create(config);
}

Result<PredictorPtr> MakeLightPredictor(lite_api::PaddlePredictor* full, int threads) {
  const TempDir dir;
  LITE_RETURN_IF_ERROR(
      full->TrySaveOptimizedModel(dir / "model", lite_api::LiteModelType::kNaiveBuffer, false));
  lite_api::MobileConfig config;
  config.set_model_from_file(dir / "model.nb");
  config.set_threads(threads);
  return Create(config);
}

Result<PredictorPtr> MakeLightPredictor(const std::string& nb_bytes, int threads) {
  lite_api::MobileConfig config;
  config.set_model_from_buffer(nb_bytes);
  config.set_threads(threads);
  return Create(config);
}

Result<std::vector<Output>> RunPredictor(lite_api::PaddlePredictor* predictor,
                                         const std::vector<ZooArray>& inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::unique_ptr<lite_api::Tensor> tensor;
    LITE_RETURN_IF_ERROR(predictor->TryGetInput(static_cast<int>(i), &tensor));
    LITE_RETURN_IF_ERROR(Fill(inputs[i], tensor.get()));
  }
  LITE_RETURN_IF_ERROR(predictor->TryRun());
  std::vector<Output> outputs(predictor->GetOutputNames().size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    std::unique_ptr<const lite_api::Tensor> tensor;
    LITE_RETURN_IF_ERROR(predictor->TryGetOutput(static_cast<int>(i), &tensor));
    outputs[i].shape = tensor->shape();
    outputs[i].precision = tensor->precision();
    outputs[i].lod = tensor->lod();
    size_t bytes = PrecisionTypeLength(outputs[i].precision);
    for (const int64_t d : outputs[i].shape) bytes *= static_cast<size_t>(d);
    const void* data = nullptr;
    LITE_RETURN_IF_ERROR(VisitElementType<FedTypes>("output", outputs[i].precision, [&](auto type) {
      data = tensor->data<typename decltype(type)::Type>();
    }));
    if (data == nullptr && bytes > 0) return Internal("output ", i, " has no data");
    outputs[i].bytes.assign(static_cast<const char*>(data), bytes);
  }
  return outputs;
}

bool HasOcrNets() { return std::getenv("LITE_OCR_MODELS") != nullptr; }

Result<ZooNet> LoadOcrNet(const std::string& name) {
  LITE_ASSIGN_OR_RETURN(ZooNet net, LoadZooCases(LITE_TEST_DATA_DIR "/data/ocr_networks", name));
  const std::string folder = StrCat(std::getenv("LITE_OCR_MODELS"), "/", name, "/inference.");
  LITE_ASSIGN_OR_RETURN(net.model, model::ReadFile(folder + "pdmodel"));
  LITE_ASSIGN_OR_RETURN(net.params, model::ReadFile(folder + "pdiparams"));
  net.name = "ocr " + name;
  return net;
}

void ReportAccuracy(const std::string& model, const std::string& what, const Difference& difference,
                    double tolerance, double noise, const std::string& remarks) {
  std::printf("| %s | %s | %.2g | %.2g | %.2g | %.2g | %s |\n", model.c_str(), what.c_str(),
              difference.rel_l2, difference.max_abs, noise, tolerance, remarks.c_str());
}

}  // namespace paddle::lite::test
