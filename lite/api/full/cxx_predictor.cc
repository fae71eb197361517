#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "lite/api/boundary.h"
#include "lite/api/full/model_passes.h"
#include "lite/api/full/tailoring.h"
#include "lite/api/paddle_api.h"
#include "lite/api/predictor_base.h"
#include "lite/api/version.h"
#include "lite/base/logging.h"
#include "lite/core/device_settings.h"
#include "lite/mir/optimizer.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/model/weight_only.h"
#include "lite/runtime/kernel_choice.h"

namespace paddle::lite {
namespace {

using lite_api::CxxConfig;
using lite_api::LiteModelType;

// Variables of Paddle Lite that change nothing here, with what takes their place.
struct IgnoredVariable {
  const char* name;
  const char* instead;
};
constexpr char kXpuDevice[] = "LITE_XPU_DEV";
constexpr char kNoXpu[] = "this library has no kernels on XPU that it changes";
constexpr IgnoredVariable kIgnoredVariables[] = {
    {"SUBGRAPH_ONLINE_MODE", "subgraphs are built when a predictor is created"},
    {"QUANT_AUTO_COMPLETE_SCALE_LEVEL", "scales that follow from others are always completed"},
    {"QUANT_AUTO_COMPLETE_SCALE_CONFIG_FILE",
     "scales that follow from others are always completed"},
    {"QUANT_AUTO_COMPLETE_SCALE_CONFIG_BUFFER",
     "scales that follow from others are always completed"},
    {"PADDLELITE_PRECISION_WRITE_TO_FILE",
     "LITE_PRECISION_DUMP=FOLDER writes what operators compute"},
    {kXpuDevice, kNoXpu},
    {"XPU_COMPUTE_PRECISION", kNoXpu},
    {"XPU_CONV_AUTOTUNE", kNoXpu},
    {"XPU_CONV_AUTOTUNE_FILE", kNoXpu},
    {"XPU_DEVICE_NAME", kNoXpu},
    {"XPU_DEVICE_TARGET", kNoXpu},
    {"XPU_ENABLE_XTCL", kNoXpu},
    {"XPU_ENCODER_PRECISION", kNoXpu},
    {"XPU_LOCAL_QUANT", kNoXpu},
};

// Each variable once in a process, however many predictors are created.
void WarnOfIgnoredVariables() {
  constexpr size_t kCount = sizeof(kIgnoredVariables) / sizeof(kIgnoredVariables[0]);
  static std::atomic<bool> warned[kCount] = {};
  for (size_t i = 0; i < kCount; ++i) {
    const IgnoredVariable& variable = kIgnoredVariables[i];
    // It selects the device, if there are kernels for one.
    if (variable.name == kXpuDevice && FindDeviceSettings(TargetType::kXPU) != nullptr) continue;
    if (std::getenv(variable.name) == nullptr || warned[i].exchange(true)) continue;
    LITE_LOG_WARNING(variable.name, " has no effect: ", variable.instead);
  }
}

class CxxPredictor final : public PredictorBase {
 public:
  CxxPredictor(std::unique_ptr<Executable> executable, PowerMode mode, int threads,
               std::shared_ptr<const model::Model> optimized)
      : PredictorBase(std::move(executable), mode, threads), optimized_(std::move(optimized)) {}

  Status TrySaveOptimizedModel(const std::string& model_dir, LiteModelType model_type,
                               bool record_info) override {
    return CatchAll([&] { return Save(model_dir, model_type, record_info); });
  }

 protected:
  std::shared_ptr<PredictorBase> Wrap(std::unique_ptr<Executable> executable) const override {
    return std::make_shared<CxxPredictor>(std::move(executable), power_mode(), threads(),
                                          optimized_);
  }

 private:
  Status Save(const std::string& model_dir, LiteModelType model_type, bool record_info) const {
    if (model_dir.empty()) return InvalidArgument("SaveOptimizedModel: the path is empty");
    constexpr std::string_view kSuffix = ".nb";
    std::string stem = model_dir;
    if (stem.size() > kSuffix.size() &&
        stem.compare(stem.size() - kSuffix.size(), kSuffix.size(), kSuffix) == 0) {
      stem.resize(stem.size() - kSuffix.size());
    }
    switch (model_type) {
      case LiteModelType::kNaiveBuffer: {
        model::NaiveBufferWriteOptions options;
        options.opt_version = LibraryVersion();
        if (std::getenv("PADDLE_LITE_MODEL_VERSION1") != nullptr) options.meta_version = 1;
        LITE_RETURN_IF_ERROR(
            model::SaveNaiveBufferFile(*optimized_, stem + std::string(kSuffix), options));
        break;
      }
      case LiteModelType::kProtobuf:
        LITE_RETURN_IF_ERROR(model::SavePaddleModel(*optimized_, model_dir));
        break;
      default:
        return InvalidArgument("SaveOptimizedModel: ", static_cast<int>(model_type),
                               " is not a model type");
    }
    if (!record_info) return OkStatus();
    TailoringInfo info;
    info.Add(optimized_->program);
    return WriteTailoringFiles(info, model_type == LiteModelType::kNaiveBuffer ? stem : model_dir);
  }

  // Its parameters share their memory with the executable's.
  std::shared_ptr<const model::Model> optimized_;
};

// The places that this build can run on. Other places are ignored preferences.
std::vector<Place> RunnablePlaces(const std::vector<Place>& wanted) {
  std::vector<Place> places;
  for (const Place& place : wanted) {
    if (HasKernels(place.target)) {
      places.push_back(place);
    } else {
      LITE_LOG_WARNING("the place ", place.DebugString(),
                       " is ignored: this library has no kernel for ", TargetToStr(place.target));
    }
  }
  if (!places.empty()) return places;
  // Nothing was requested, or nothing requested is available: use the CPU of the build, fastest
  // kernels first.
  for (const TargetType target : BuildTargets()) places.emplace_back(target);
  return places;
}

Result<model::Model> LoadModel(const CxxConfig& config) {
  model::PaddleModelSource source;
  if (config.is_model_from_memory()) {
    const lite_api::CxxModelBuffer& buffer = config.get_model_buffer();
    if (buffer.is_empty()) return InvalidArgument("the model buffer holds no program");
    source.from_memory = true;
    source.model_buffer = buffer.get_program();
    source.param_buffer = buffer.get_params();
    return model::LoadPaddleModel(source);
  }
  if (!config.model_file().empty()) {
    source.model_file = config.model_file();
    source.param_file = config.param_file();
    return model::LoadPaddleModel(source);
  }
  if (!config.model_dir().empty()) {
    source.model_dir = config.model_dir();
    return model::LoadPaddleModel(source);
  }
  if (!config.param_file().empty()) {
    return InvalidArgument("no model was set: set_param_file needs set_model_file");
  }
  return InvalidArgument(
      "no model was set: call set_model_dir, set_model_file and set_param_file, or "
      "set_model_buffer");
}

// The saved model and the predictor compute with the same rounded weights.
Status RoundWeights(const CxxConfig& config, model::Model* optimized) {
  if (config.quant_model() && config.enable_bf16()) {
    return InvalidArgument("set_quant_model and set_enable_bf16: weights have one form, set one");
  }
  if (config.enable_bf16()) return model::StoreWeightsInBFloat16(optimized);
  if (!config.quant_model()) return OkStatus();
  switch (config.quant_type()) {
    case lite_api::QuantType::QUANT_INT8:
      return model::QuantizeWeights(8, optimized);
    case lite_api::QuantType::QUANT_INT16:
      return model::QuantizeWeights(16, optimized);
  }
  return InvalidArgument("set_quant_type: ", static_cast<int>(config.quant_type()),
                         " is not a type, expected QUANT_INT8 or QUANT_INT16");
}

Status Create(const CxxConfig& config, std::shared_ptr<lite_api::PaddlePredictor>* predictor) {
  LITE_ASSIGN_OR_RETURN(model::Model loaded, LoadModel(config));
  mir::OptimizeOptions optimize;
  optimize.valid_places = RunnablePlaces(config.valid_places());
  mir::UseImageLimitsOfThisMachine(&optimize);
  optimize.passes_internal = config.get_passes_internal();
  optimize.discarded_passes = config.get_discarded_passes();
  optimize.model_passes = ModelPasses();
  optimize.partition_config = config.nnadapter_subgraph_partition_config_buffer();
  optimize.subgraph_devices = config.nnadapter_device_names();
  optimize.partition_config_path = config.nnadapter_subgraph_partition_config_path();
  optimize.mixed_precision_config = config.nnadapter_mixed_precision_quantization_config_buffer();
  optimize.mixed_precision_config_path =
      config.nnadapter_mixed_precision_quantization_config_path();
  if (config.sparse_model()) {
    const float threshold = config.sparse_threshold();
    if (!(threshold >= 0 && threshold <= 1)) {
      return InvalidArgument("set_sparse_threshold: expected a share from 0 to 1, found ",
                             threshold);
    }
    optimize.sparse_threshold = threshold;
  }
  LITE_ASSIGN_OR_RETURN(model::Model optimized, mir::Optimize(std::move(loaded), optimize));
  LITE_RETURN_IF_ERROR(RoundWeights(config, &optimized));

  ExecutableOptions options;
  options.threads = config.threads();
  options.waiting = WaitingOf(config.requested_power_mode());
  options.device_id = config.get_device_id();
  options.max_loop_iterations = config.max_loop_iterations();
  // The branches of the widest networks that are common, those of Inception.
  constexpr int kStreams = 4;
  if (config.multi_stream()) options.streams = kStreams;
  options.subgraph_settings = SubgraphSettingsOf(config);
  for (const Place& place : optimize.valid_places) {
    if (place.device != 0) options.device_ids.push_back({place.target, place.device});
    if (std::find(options.targets.begin(), options.targets.end(), place.target) ==
        options.targets.end()) {
      options.targets.push_back(place.target);
    }
  }
  LITE_ASSIGN_OR_RETURN(std::unique_ptr<Executable> executable,
                        Executable::Create(optimized, options));
  auto created =
      std::make_shared<CxxPredictor>(std::move(executable), config.power_mode(), options.threads,
                                     std::make_shared<model::Model>(std::move(optimized)));
  LITE_RETURN_IF_ERROR(created->WarmUp(config));
  *predictor = std::move(created);
  return OkStatus();
}

}  // namespace
}  // namespace paddle::lite

namespace paddle::lite_api {

template <>
Status TryCreatePaddlePredictor<CxxConfig>(const CxxConfig& config,
                                           std::shared_ptr<PaddlePredictor>* predictor) {
  predictor->reset();
  return lite::CatchAll([&] {
    lite::WarnOfIgnoredVariables();
    return lite::Create(config, predictor);
  });
}

template <>
std::shared_ptr<PaddlePredictor> CreatePaddlePredictor<CxxConfig>(const CxxConfig& config) {
  std::shared_ptr<PaddlePredictor> predictor;
  lite::RaiseIfError(TryCreatePaddlePredictor(config, &predictor));
  return predictor;
}

}  // namespace paddle::lite_api
