#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lite/api/paddle_api.h"
#include "lite/api/run_reports.h"
#include "lite/api/tensor_state.h"
#include "lite/operators/subgraph_settings.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/power_mode.h"

namespace paddle::lite {

// The predictor of a MobileConfig, and everything except saving for that of a CxxConfig.
class PredictorBase : public lite_api::PaddlePredictor {
 public:
  PredictorBase(std::unique_ptr<Executable> executable, PowerMode mode, int threads);
  ~PredictorBase() override;

  std::string GetVersion() const override;
  std::vector<std::string> GetInputNames() const override;
  std::vector<std::string> GetOutputNames() const override;
  std::vector<std::string> GetParamNames() const override;
  bool TryShrinkMemory() override;
  std::unique_ptr<lite_api::Tensor> GetInputByName(const std::string& name) override;
  std::unique_ptr<const lite_api::Tensor> GetOutputByName(const std::string& name) const override;
  std::unique_ptr<const lite_api::Tensor> GetTensor(const std::string& name) const override;
  std::unique_ptr<lite_api::Tensor> GetMutableTensor(const std::string& name) override;

  Status TryGetInput(int i, std::unique_ptr<lite_api::Tensor>* tensor) override;
  Status TryGetOutput(int i, std::unique_ptr<const lite_api::Tensor>* tensor) const override;
  Status TryGetInputByName(const std::string& name,
                           std::unique_ptr<lite_api::Tensor>* tensor) override;
  Status TryGetOutputByName(const std::string& name,
                            std::unique_ptr<const lite_api::Tensor>* tensor) const override;
  Status TryGetTensor(const std::string& name,
                      std::unique_ptr<const lite_api::Tensor>* tensor) const override;
  Status TryGetMutableTensor(const std::string& name,
                             std::unique_ptr<lite_api::Tensor>* tensor) override;
  Status TryPrepare(const std::vector<lite_api::shape_t>& input_shapes) override;
  Status TryRun() override;
  Status TrySetStream(TargetType target, void* stream) override;
  Status TryClone(const std::vector<std::string>& var_names,
                  std::shared_ptr<lite_api::PaddlePredictor>* predictor) override;
  Status TrySaveOptimizedModel(const std::string& model_dir, lite_api::LiteModelType model_type,
                               bool record_info) override;

  // Runs the warm-up inputs of the configuration; for a predictor that has no other user yet.
  Status WarmUp(const lite_api::ConfigBase& config);

  Executable* executable() { return executable_.get(); }
  PowerMode power_mode() const { return mode_; }
  int threads() const { return threads_; }

  // How many predictors exist in the process.
  static int LiveCount();

 protected:
  // A predictor of the same kind around a clone of the executable.
  virtual std::shared_ptr<PredictorBase> Wrap(std::unique_ptr<Executable> executable) const;

 private:
  // The state shared by all handles of `tensor`.
  std::shared_ptr<lite_api::TensorState> StateOf(Tensor* tensor, const std::string& name) const;
  // Calls `body` for the only thread that uses the predictor.
  template <typename Body>
  Status Alone(const Body& body) const;
  Result<Tensor*> Find(const std::string& name) const;
  Status RunBound();

  std::unique_ptr<Executable> executable_;
  std::unique_ptr<RunReports> reports_;  // observes the executable, so it is destroyed first
  mutable std::atomic<bool> in_use_{false};
  mutable std::map<const Tensor*, std::shared_ptr<lite_api::TensorState>> states_;
  CoreChoice choice_;                       // until the power mode moves on
  const ThreadPool* bound_pool_ = nullptr;  // whose threads are bound to them
  int64_t run_count_ = 0;
};

// What the configuration says about the accelerators that compile blocks.
std::shared_ptr<const operators::SubgraphSettings> SubgraphSettingsOf(
    const lite_api::ConfigBase& config);

// Loads the model that `config` names, whichever of its setters was used.
Result<model::Model> LoadMobileModel(const lite_api::MobileConfig& config);

}  // namespace paddle::lite
