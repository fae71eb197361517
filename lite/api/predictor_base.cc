#include "lite/api/predictor_base.h"

#include <algorithm>
#include <atomic>

#include "lite/api/boundary.h"
#include "lite/api/version.h"
#include "lite/base/logging.h"

namespace paddle::lite {
namespace {

std::atomic<int> live_predictors{0};

constexpr size_t kNearestNames = 5;

// Restores the core affinity of the calling thread.
class RestoreCores {
 public:
  explicit RestoreCores(std::vector<int> cores) : cores_(std::move(cores)) {}
  ~RestoreCores() {
    if (!cores_.empty()) BindCurrentThread(cores_);
  }
  RestoreCores(const RestoreCores&) = delete;
  RestoreCores& operator=(const RestoreCores&) = delete;

 private:
  std::vector<int> cores_;
};

}  // namespace

PredictorBase::PredictorBase(std::unique_ptr<Executable> executable, PowerMode mode, int threads)
    : executable_(std::move(executable)), reports_(RunReports::Requested(executable_.get())) {
  mode_ = mode;
  threads_ = threads;
  const model::BlockDesc& root = executable_->program().blocks.front();
  const std::vector<std::string>& names = executable_->input_names();
  for (size_t i = 0; i < names.size(); ++i) {
    const model::VarDesc* var = root.FindVar(names[i]);
    if (var == nullptr || !var->has_tensor_desc) continue;
    // Until the caller sets a shape, return the declared one, including -1.
    const Result<DDim> dims = DDim::FromVector(var->shape);
    if (dims.ok()) executable_->input(i)->Resize(*dims);
  }
  live_predictors.fetch_add(1);
}

PredictorBase::~PredictorBase() {
  for (auto& entry : states_) entry.second->tensor = nullptr;
  live_predictors.fetch_sub(1);
}

int PredictorBase::LiveCount() { return live_predictors.load(); }

std::string PredictorBase::GetVersion() const { return LibraryVersion(); }
std::vector<std::string> PredictorBase::GetInputNames() const { return executable_->input_names(); }
std::vector<std::string> PredictorBase::GetOutputNames() const {
  return executable_->output_names();
}
std::vector<std::string> PredictorBase::GetParamNames() const { return executable_->param_names(); }

bool PredictorBase::TryShrinkMemory() {
  executable_->ReleaseMemory();
  return true;
}

std::shared_ptr<lite_api::TensorState> PredictorBase::StateOf(Tensor* tensor,
                                                              const std::string& name) const {
  std::shared_ptr<lite_api::TensorState>& state = states_[tensor];
  if (state == nullptr) state = std::make_shared<lite_api::TensorState>(tensor, name);
  return state;
}

Status PredictorBase::TryGetInput(int i, std::unique_ptr<lite_api::Tensor>* tensor) {
  tensor->reset();
  return CatchAll([&]() -> Status {
    const std::vector<std::string>& names = executable_->input_names();
    if (i < 0 || static_cast<size_t>(i) >= names.size()) {
      return OutOfRange("input ", i, ": The network has ", names.size(),
                        " inputs, the offset should be less than this.");
    }
    const size_t index = static_cast<size_t>(i);
    *tensor = std::make_unique<lite_api::Tensor>(StateOf(executable_->input(index), names[index]));
    return OkStatus();
  });
}

Status PredictorBase::TryGetOutput(int i, std::unique_ptr<const lite_api::Tensor>* tensor) const {
  tensor->reset();
  return CatchAll([&]() -> Status {
    const std::vector<std::string>& names = executable_->output_names();
    if (i < 0 || static_cast<size_t>(i) >= names.size()) {
      return OutOfRange("output ", i, ": The network has ", names.size(),
                        " outputs, the offset should be less than this.");
    }
    const size_t index = static_cast<size_t>(i);
    // The returned handle is const.
    Tensor* output = const_cast<Tensor*>(executable_->output(index));
    *tensor = std::make_unique<lite_api::Tensor>(StateOf(output, names[index]));
    return OkStatus();
  });
}

std::unique_ptr<lite_api::Tensor> PredictorBase::GetInputByName(const std::string& name) {
  const std::vector<std::string>& names = executable_->input_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    LITE_LOG_ERROR("there is no input '", name, "'; the inputs are ", ListToString(names));
    return nullptr;
  }
  Tensor* tensor = executable_->input(static_cast<size_t>(found - names.begin()));
  return std::make_unique<lite_api::Tensor>(StateOf(tensor, name));
}

std::unique_ptr<const lite_api::Tensor> PredictorBase::GetOutputByName(
    const std::string& name) const {
  const std::vector<std::string>& names = executable_->output_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    LITE_LOG_ERROR("there is no output '", name, "'; the outputs are ", ListToString(names));
    return nullptr;
  }
  const Tensor* tensor = executable_->output(static_cast<size_t>(found - names.begin()));
  return std::make_unique<const lite_api::Tensor>(StateOf(const_cast<Tensor*>(tensor), name));
}

std::unique_ptr<lite_api::Tensor> PredictorBase::GetMutableTensor(const std::string& name) {
  Tensor* tensor = executable_->FindTensor(name);
  if (tensor == nullptr) {
    LITE_LOG_ERROR("there is no variable '", name, "' in the optimised program; similar names: ",
                   ListToString(NearestNames(name, executable_->variable_names(), kNearestNames)));
    return nullptr;
  }
  return std::make_unique<lite_api::Tensor>(StateOf(tensor, name));
}

std::unique_ptr<const lite_api::Tensor> PredictorBase::GetTensor(const std::string& name) const {
  // Finding a tensor does not change results, and the returned handle is const.
  return const_cast<PredictorBase*>(this)->GetMutableTensor(name);
}

Status PredictorBase::TryRun() {
  return CatchAll([&]() -> Status {
    return mode_ == lite_api::LITE_POWER_NO_BIND ? executable_->Run() : RunBound();
  });
}

// The caller's thread is bound only during the run; the pool's threads stay bound.
Status PredictorBase::RunBound() {
  CoreChoice choice = ChooseCores(mode_, threads_, run_count_++, SystemCpuTopology());
  if (choice.cores.empty()) return executable_->Run();
  const RestoreCores restore(CurrentThreadCores());
  bool bound = BindCurrentThread(choice.cores);
  if (bound && choice.cores != bound_cores_) {
    std::atomic<bool> all{true};
    ThreadPool* pool = executable_->pool();
    pool->ParallelFor(pool->threads(), 1, [&](int64_t, int64_t, int) {
      if (!BindCurrentThread(choice.cores)) all.store(false);
    });
    bound = all.load();
    bound_cores_ = std::move(choice.cores);
  }
  if (!bound) {
    LITE_LOG_WARNING(
        "the system does not allow binding threads to cores: the power mode becomes "
        "LITE_POWER_NO_BIND");
    mode_ = lite_api::LITE_POWER_NO_BIND;
  }
  return executable_->Run();
}

std::shared_ptr<PredictorBase> PredictorBase::Wrap(std::unique_ptr<Executable> executable) const {
  return std::make_shared<PredictorBase>(std::move(executable), mode_, threads_);
}

Status PredictorBase::TryClone(const std::vector<std::string>& var_names,
                               std::shared_ptr<lite_api::PaddlePredictor>* predictor) {
  predictor->reset();
  return CatchAll([&]() -> Status {
    const std::vector<std::string> known = executable_->param_names();
    for (const std::string& name : var_names) {
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        return NotFound("Clone: there is no weight '", name, "'; similar names: ",
                        ListToString(NearestNames(name, known, kNearestNames)));
      }
    }
    LITE_ASSIGN_OR_RETURN(std::unique_ptr<Executable> copy, executable_->Clone(var_names));
    *predictor = Wrap(std::move(copy));
    return OkStatus();
  });
}

Status PredictorBase::TrySaveOptimizedModel(const std::string&, lite_api::LiteModelType, bool) {
  return Unsupported("SaveOptimizedModel needs a predictor that was made from a CxxConfig");
}

}  // namespace paddle::lite

namespace paddle::lite_api {

PaddlePredictor::~PaddlePredictor() = default;

std::unique_ptr<Tensor> PaddlePredictor::GetInput(int i) {
  std::unique_ptr<Tensor> tensor;
  lite::RaiseIfError(TryGetInput(i, &tensor));
  return tensor;
}

std::unique_ptr<const Tensor> PaddlePredictor::GetOutput(int i) const {
  std::unique_ptr<const Tensor> tensor;
  lite::RaiseIfError(TryGetOutput(i, &tensor));
  return tensor;
}

void PaddlePredictor::Run() { lite::RaiseIfError(TryRun()); }

std::shared_ptr<PaddlePredictor> PaddlePredictor::Clone() {
  return Clone(std::vector<std::string>());
}

std::shared_ptr<PaddlePredictor> PaddlePredictor::Clone(const std::vector<std::string>& var_names) {
  std::shared_ptr<PaddlePredictor> predictor;
  lite::RaiseIfError(TryClone(var_names, &predictor));
  return predictor;
}

void PaddlePredictor::SaveOptimizedModel(const std::string& model_dir, LiteModelType model_type,
                                         bool record_info) {
  lite::RaiseIfError(TrySaveOptimizedModel(model_dir, model_type, record_info));
}

void PaddlePredictor::SetStream(TargetType, void*) {}

}  // namespace paddle::lite_api
