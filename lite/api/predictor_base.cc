#include "lite/api/predictor_base.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "lite/api/boundary.h"
#include "lite/api/version.h"
#include "lite/base/logging.h"

namespace paddle::lite {

std::shared_ptr<const operators::SubgraphSettings> SubgraphSettingsOf(
    const lite_api::ConfigBase& config) {
  auto settings = std::make_shared<operators::SubgraphSettings>();
  settings->device_names = config.nnadapter_device_names();
  settings->context_properties = config.nnadapter_context_properties();
  settings->context_callback = config.nnadapter_context_callback();
  settings->cache_dir = config.nnadapter_model_cache_dir();
  settings->cache_buffers = config.nnadapter_model_cache_buffers();
  settings->listed_shapes = config.nnadapter_dynamic_shape_info();
  return settings;
}
namespace {

std::atomic<int> live_predictors{0};

constexpr size_t kNearestNames = 5;

// The shape that the model declares for a variable; an error where it declares none.
Result<DDim> DeclaredShape(const model::BlockDesc& root, const std::string& name) {
  const model::VarDesc* var = root.FindVar(name);
  if (var == nullptr || !var->has_tensor_desc) return NotFound("no declaration of '", name, "'");
  return DDim::FromVector(var->shape);
}

// The position of a name in `names`, or an error that lists them.
Result<size_t> PositionOf(const char* kind, const std::string& name,
                          const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  return NotFound("there is no ", kind, " '", name, "'; the ", kind, "s are ", ListToString(names));
}

// What a lookup by name found: a handle, or null and a line in the log.
template <typename Handle>
std::unique_ptr<Handle> FoundOrNull(const Status& status, std::unique_ptr<Handle> tensor) {
  if (status.code() == StatusCode::kNotFound) {
    LITE_LOG_ERROR(status.message());
  } else {
    RaiseIfError(status);
  }
  return tensor;
}

// Takes shape, level of detail, type and elements of a warm-up input.
Status Fill(const lite_api::WarmupInput& given, Tensor* tensor) {
  LITE_ASSIGN_OR_RETURN(const DDim dims, DDim::FromVector(given.shape));
  tensor->Resize(dims);
  tensor->set_lod(given.lod);
  LITE_RETURN_IF_ERROR(tensor->Allocate(given.precision));
  const size_t step = given.elements.size();
  char* data = static_cast<char*>(tensor->mutable_raw_data());
  for (size_t i = 0; i < tensor->memory_size(); i += step) {
    std::memcpy(data + i, given.elements.data(), step);
  }
  return OkStatus();
}

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
  // Until the caller sets a shape, the declared one shows, -1 included; of an output, until a run.
  const std::vector<std::string>& inputs = executable_->input_names();
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Result<DDim> dims = DeclaredShape(root, inputs[i]);
    if (dims.ok()) executable_->input(i)->Resize(*dims);
  }
  const std::vector<std::string>& outputs = executable_->output_names();
  for (size_t i = 0; i < outputs.size(); ++i) {
    Tensor* output = const_cast<Tensor*>(executable_->output(i));
    const Result<DDim> dims = DeclaredShape(root, outputs[i]);
    if (dims.ok() && !executable_->IsParameter(output)) output->Resize(*dims);
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

template <typename Body>
Status PredictorBase::Alone(const Body& body) const {
  if (in_use_.exchange(true, std::memory_order_acquire)) {
    return Status(StatusCode::kFailedPrecondition,
                  "the predictor is in use by another thread: one thread at a time may use it, "
                  "Clone gives each thread a predictor of its own");
  }
  const Status status = CatchAll(body);
  in_use_.store(false, std::memory_order_release);
  return status;
}

bool PredictorBase::TryShrinkMemory() {
  return Alone([&] {
           executable_->ReleaseMemory();
           return OkStatus();
         })
      .ok();
}

Status PredictorBase::TrySetStream(TargetType target, void* stream) {
  return Alone([&] { return executable_->SetStream(target, stream).WithContext("SetStream"); });
}

std::shared_ptr<lite_api::TensorState> PredictorBase::StateOf(Tensor* tensor,
                                                              const std::string& name) const {
  const auto found = states_.find(tensor);
  if (found != states_.end()) return found->second;
  auto state = std::make_shared<lite_api::TensorState>(tensor, name);
  state->is_parameter = executable_->IsParameter(tensor);
  executable_->GiveOut(tensor, name);
  states_.emplace(tensor, state);
  return state;
}

Status PredictorBase::TryGetInput(int i, std::unique_ptr<lite_api::Tensor>* tensor) {
  tensor->reset();
  return Alone([&]() -> Status {
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
  return Alone([&]() -> Status {
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

Status PredictorBase::TryGetInputByName(const std::string& name,
                                        std::unique_ptr<lite_api::Tensor>* tensor) {
  tensor->reset();
  return Alone([&]() -> Status {
    LITE_ASSIGN_OR_RETURN(const size_t index,
                          PositionOf("input", name, executable_->input_names()));
    *tensor = std::make_unique<lite_api::Tensor>(StateOf(executable_->input(index), name));
    return OkStatus();
  });
}

Status PredictorBase::TryGetOutputByName(const std::string& name,
                                         std::unique_ptr<const lite_api::Tensor>* tensor) const {
  tensor->reset();
  return Alone([&]() -> Status {
    LITE_ASSIGN_OR_RETURN(const size_t index,
                          PositionOf("output", name, executable_->output_names()));
    Tensor* output = const_cast<Tensor*>(executable_->output(index));
    *tensor = std::make_unique<const lite_api::Tensor>(StateOf(output, name));
    return OkStatus();
  });
}

Result<Tensor*> PredictorBase::Find(const std::string& name) const {
  Result<Tensor*> tensor = executable_->FindTensor(name);
  if (tensor.status().code() != StatusCode::kNotFound) return tensor;
  return NotFound("there is no variable '", name, "' in the optimised program; similar names: ",
                  ListToString(NearestNames(name, executable_->variable_names(), kNearestNames)));
}

Status PredictorBase::TryGetMutableTensor(const std::string& name,
                                          std::unique_ptr<lite_api::Tensor>* tensor) {
  tensor->reset();
  return Alone([&]() -> Status {
    LITE_ASSIGN_OR_RETURN(Tensor * found, Find(name));
    *tensor = std::make_unique<lite_api::Tensor>(StateOf(found, name));
    return OkStatus();
  });
}

Status PredictorBase::TryGetTensor(const std::string& name,
                                   std::unique_ptr<const lite_api::Tensor>* tensor) const {
  tensor->reset();
  return Alone([&]() -> Status {
    // Finding a tensor changes no result; the handle that is given out is const.
    LITE_ASSIGN_OR_RETURN(Tensor * found, Find(name));
    *tensor = std::make_unique<const lite_api::Tensor>(StateOf(found, name));
    return OkStatus();
  });
}

std::unique_ptr<lite_api::Tensor> PredictorBase::GetInputByName(const std::string& name) {
  std::unique_ptr<lite_api::Tensor> tensor;
  const Status status = TryGetInputByName(name, &tensor);
  return FoundOrNull(status, std::move(tensor));
}

std::unique_ptr<const lite_api::Tensor> PredictorBase::GetOutputByName(
    const std::string& name) const {
  std::unique_ptr<const lite_api::Tensor> tensor;
  const Status status = TryGetOutputByName(name, &tensor);
  return FoundOrNull(status, std::move(tensor));
}

std::unique_ptr<lite_api::Tensor> PredictorBase::GetMutableTensor(const std::string& name) {
  std::unique_ptr<lite_api::Tensor> tensor;
  const Status status = TryGetMutableTensor(name, &tensor);
  return FoundOrNull(status, std::move(tensor));
}

std::unique_ptr<const lite_api::Tensor> PredictorBase::GetTensor(const std::string& name) const {
  std::unique_ptr<const lite_api::Tensor> tensor;
  const Status status = TryGetTensor(name, &tensor);
  return FoundOrNull(status, std::move(tensor));
}

Status PredictorBase::TryPrepare(const std::vector<lite_api::shape_t>& input_shapes) {
  return Alone([&]() -> Status {
    const std::vector<std::string>& names = executable_->input_names();
    if (input_shapes.size() != names.size()) {
      return InvalidArgument("Prepare: ", input_shapes.size(), " shapes are given, the model has ",
                             names.size(), " inputs: ", ListToString(names));
    }
    for (size_t i = 0; i < names.size(); ++i) {
      const std::string input = StrCat("Prepare: input '", names[i], "'");
      const Result<DDim> dims = DDim::FromVector(input_shapes[i]);
      if (!dims.ok()) return dims.status().WithContext(input);
      const Result<int64_t> count = CheckedElementCount(*dims);
      if (!count.ok()) return count.status().WithContext(input);
      Tensor* tensor = executable_->input(i);
      const bool has_data = tensor->dims() == *dims && tensor->IsInitialized() &&
                            tensor->capacity() >= tensor->memory_size();
      if (has_data) continue;
      tensor->Resize(*dims);
      const bool typed = tensor->precision() != PrecisionType::kUnk;
      const Status status = tensor->Allocate(typed ? tensor->precision() : PrecisionType::kFloat);
      if (!status.ok()) return status.WithContext(input);
      if (tensor->memory_size() != 0) {
        std::memset(tensor->mutable_raw_data(), 0, tensor->memory_size());
      }
    }
    return executable_->Prepare();
  });
}

Status PredictorBase::WarmUp(const lite_api::ConfigBase& config) {
  const std::vector<std::string>& names = executable_->input_names();
  for (const auto& [group, inputs] : config.warmup_inputs()) {
    const std::string what = StrCat("set_preferred_inputs_for_warmup: group ", group);
    for (size_t i = 0; i < names.size(); ++i) {
      const auto input = inputs.find(static_cast<int>(i));
      if (input == inputs.end()) {
        return InvalidArgument(what, " has no input ", i, " '", names[i], "'");
      }
      const Status status = Fill(input->second, executable_->input(i));
      if (!status.ok()) return status.WithContext(StrCat(what, ", input '", names[i], "'"));
    }
    if (inputs.size() > names.size()) {
      return OutOfRange(what, " has an input ", inputs.rbegin()->first, ", the model has ",
                        names.size(), " inputs: ", ListToString(names));
    }
    const Status status = TryRun();
    if (!status.ok()) return status.WithContext(what);
  }
  return executable_->ResetStates();
}

Status PredictorBase::TryRun() {
  return Alone([&]() -> Status {
    return mode_ == lite_api::LITE_POWER_NO_BIND ? executable_->Run() : RunBound();
  });
}

// The caller's thread is bound only during the run; the pool's threads stay bound.
Status PredictorBase::RunBound() {
  if (run_count_ % kRunsPerRotation == 0) {
    CoreChoice choice = ChooseCores(mode_, threads_, run_count_, SystemCpuTopology());
    if (choice.cores != choice_.cores) bound_pool_ = nullptr;
    choice_ = std::move(choice);
  }
  ++run_count_;
  if (choice_.cores.empty()) return executable_->Run();
  const std::vector<int> before = CurrentThreadCores();
  const RestoreCores restore(before);
  ThreadPool* pool = executable_->pool();
  bool bound = BindCurrentThread(choice_.thread_cores.front());
  if (bound && pool != bound_pool_) {
    bound = BindTeam(choice_, pool);
    bound_pool_ = pool;
  }
  if (!bound) {
    pool->OnEachThread([&](int64_t, int64_t, int) { BindCurrentThread(before); });
    pool->set_speeds({});
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

void PaddlePredictor::Prepare(const std::vector<shape_t>& input_shapes) {
  lite::RaiseIfError(TryPrepare(input_shapes));
}

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

void PaddlePredictor::SetStream(TargetType target, void* stream) {
  lite::RaiseIfError(TrySetStream(target, stream));
}

}  // namespace paddle::lite_api
