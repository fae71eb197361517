#include <cstdlib>
#include <string>

#include "lite/api/boundary.h"
#include "lite/api/paddle_api.h"
#include "lite/api/predictor_base.h"
#include "lite/api/version.h"
#include "lite/base/logging.h"
#include "lite/core/device_settings.h"
#include "lite/model/naive_buffer/naive_buffer.h"

namespace paddle::lite {
namespace {

// A .nb file has 15 characters for the version of the tool that wrote it.
constexpr size_t kVersionCharacters = 15;

void CompareVersions(const model::Model& model) {
  const std::string ours = std::string(LibraryVersion()).substr(0, kVersionCharacters);
  const std::string theirs = model.opt_version.substr(0, kVersionCharacters);
  if (theirs.empty() || theirs == ours) return;
  LITE_LOG_WARNING(
      "the version of opt that transformed this model is not consistent with current Paddle-Lite "
      "version: ",
      theirs, " wrote ", model.source, ", this library is ", LibraryVersion(),
      "; if results or errors are unexpected, convert the model with the opt of this library");
}

}  // namespace

Result<model::Model> LoadMobileModel(const lite_api::MobileConfig& config) {
  using Source = lite_api::MobileConfig::Source;
  switch (config.source()) {
    case Source::kFile:
      return model::OpenNaiveBufferFile(config.lite_model_file());
    case Source::kBuffer:
      return model::DecodeNaiveBuffer(config.lite_model_file(), "the model buffer");
    case Source::kBorrowed:
      return model::DecodeNaiveBuffer(
          std::string_view(config.lite_model_buffer_ptr(), config.lite_model_buffer_size()),
          "the model buffer");
    case Source::kPair:
      return model::DecodeNaiveBufferPair(config.model_buffer(), config.param_buffer(),
                                          "the model buffers");
    case Source::kDir:
    case Source::kNone:
      break;
  }
  // The folder may also have been set through the base class.
  if (!config.model_dir().empty()) return model::LoadNaiveBufferDir(config.model_dir());
  return InvalidArgument("no model was set: call set_model_from_file or set_model_from_buffer");
}

}  // namespace paddle::lite

namespace paddle::lite_api {

template <>
Status TryCreatePaddlePredictor<MobileConfig>(const MobileConfig& config,
                                              std::shared_ptr<PaddlePredictor>* predictor) {
  predictor->reset();
  return lite::CatchAll([&]() -> Status {
    LITE_ASSIGN_OR_RETURN(lite::model::Model model, lite::LoadMobileModel(config));
    lite::CompareVersions(model);
    lite::ExecutableOptions options;
    options.threads = config.threads();
    options.waiting = lite::WaitingOf(config.requested_power_mode());
    options.device_id = config.get_device_id();
    options.max_loop_iterations = config.max_loop_iterations();
    options.prefer_half =
        config.precision_mode() == LITE_PRECISION_LOW && MobileConfig().check_fp16_valid();
    options.prefer_bfloat16 = config.enable_bf16() && config.check_bf16_valid();
    options.subgraph_settings = lite::SubgraphSettingsOf(config);
    LITE_ASSIGN_OR_RETURN(std::unique_ptr<lite::Executable> executable,
                          lite::Executable::Create(std::move(model), options));
    auto created = std::make_shared<lite::PredictorBase>(std::move(executable), config.power_mode(),
                                                         options.threads);
    LITE_RETURN_IF_ERROR(created->WarmUp(config));
    *predictor = std::move(created);
    return lite::OkStatus();
  });
}

template <>
std::shared_ptr<PaddlePredictor> CreatePaddlePredictor<MobileConfig>(const MobileConfig& config) {
  std::shared_ptr<PaddlePredictor> predictor;
  lite::RaiseIfError(TryCreatePaddlePredictor(config, &predictor));
  return predictor;
}

namespace {

// "" without a usable device.
std::string OpenClProperty(const char* name) {
  const lite::DeviceSettings* settings = lite::FindDeviceSettings(TargetType::kOpenCL);
  if (settings == nullptr) return "";
  const lite::Result<std::string> value = settings->property(0, name);
  return value.ok() ? *value : "";
}

}  // namespace

bool IsOpenCLBackendValid(bool check_fp16_valid) {
  return check_fp16_valid ? OpenClProperty("fp16") == "1" : !OpenClProperty("type").empty();
}
int GetOpenCLDeviceType() {
  const std::string type = OpenClProperty("type");
  return type.empty() ? -1 : std::atoi(type.c_str());
}

}  // namespace paddle::lite_api
