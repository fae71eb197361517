#include "lite/api/python/session.h"

#include <pthread.h>

#include <atomic>

#include "lite/api/python/errors.h"
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

Status Session::CheckInputTypes() const {
  const std::vector<std::string>& names = executable()->input_names();
  for (size_t i = 0; i < names.size(); ++i) {
    const PrecisionType declared = DeclaredPrecision(names[i]);
    const PrecisionType given = executable()->input(i)->precision();
    if (declared != PrecisionType::kUnk && given != PrecisionType::kUnk && given != declared) {
      return InvalidArgument("input ", i, " ('", names[i], "') holds ", PrecisionToStr(given),
                             ", the model declares ", PrecisionToStr(declared));
    }
  }
  return OkStatus();
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
