#include "lite/api/python/session.h"

#include <pthread.h>

#include <atomic>

#include "lite/api/python/errors.h"
#include "lite/api/python/numpy_api.h"
#include "lite/base/strings.h"

namespace paddle::lite::python {
namespace {

std::atomic<int> fork_count{0};

}  // namespace

void CountForks() {
  static const int registered =
      pthread_atfork(nullptr, nullptr, [] { fork_count.fetch_add(1, std::memory_order_relaxed); });
  (void)registered;
}

Session::Session(std::shared_ptr<lite_api::PaddlePredictor> predictor)
    : owner_(std::move(predictor)),
      // Every predictor of the library is a PredictorBase.
      predictor_(static_cast<PredictorBase*>(owner_.get())),
      forks_(fork_count.load()) {}

Session::~Session() {
  if (mutex_.try_lock()) {
    mutex_.unlock();
  } else {
    new std::shared_ptr<lite_api::PaddlePredictor>(owner_);
  }
}

PrecisionType Session::DeclaredPrecision(const std::string& input) const {
  const model::VarDesc* var = executable()->program().blocks.front().FindVar(input);
  return var != nullptr && var->has_tensor_desc ? model::PrecisionOf(var->data_type)
                                                : PrecisionType::kUnk;
}

std::vector<int64_t> Session::DeclaredShape(const std::string& name) const {
  const model::VarDesc* var = executable()->program().blocks.front().FindVar(name);
  return var != nullptr && var->has_tensor_desc ? var->shape : std::vector<int64_t>();
}

Status Session::InPythonsWords(const Status& status) const {
  using Kind = Executable::InputFault::Kind;
  if (status.ok()) return status;
  const auto fault = executable()->FindInputFault();
  if (!fault.has_value() || fault->kind == Kind::kTooLarge) return status;
  const std::string input = StrCat("input '", executable()->input_names()[fault->index], "'");
  const Tensor& tensor = *executable()->input(fault->index);
  if (fault->kind == Kind::kOtherType) {
    const std::string expected = NumpyName(fault->expected);
    return InvalidArgument(input, " is an array of ", NumpyName(tensor.precision()),
                           ", the model expects ", expected, ": use x.astype(np.", expected, ")");
  }
  if (!tensor.IsInitialized()) {
    return FailedPrecondition(input, " has no data: call from_numpy first");
  }
  return FailedPrecondition(input, " was resized to ", tensor.dims(),
                            " and has no data for that shape: call from_numpy, which sets both");
}

bool Use::Acquire() {
  const int forks = fork_count.load(std::memory_order_relaxed);
  held_ = session_->mutex_.try_lock();
  if (!held_ && session_->forks_ != forks) {
    Raise(FailedPrecondition(
        "the predictor was in use by another thread when this process was forked"));
    return false;
  }
  if (!held_ && InterpreterEnds()) {
    Raise(FailedPrecondition("the interpreter is ending while another thread uses the predictor"));
    return false;
  }
  if (!held_) {
    const WithoutGil others_run;
    session_->mutex_.lock();
    held_ = true;
  }
  session_->forks_ = forks;
  return true;
}

Use::~Use() {
  if (held_) session_->mutex_.unlock();
}

TensorHandle::TensorHandle(std::shared_ptr<Session> the_session, Tensor* the_tensor,
                           const std::string& the_name, bool is_output)
    : session(std::move(the_session)),
      tensor(the_tensor),
      api(std::make_shared<lite_api::TensorState>(the_tensor, the_name)),
      name(the_name),
      output(is_output) {}

}  // namespace paddle::lite::python
