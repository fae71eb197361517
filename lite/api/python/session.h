// A predictor owned by Python: shared with its tensors, used by one thread at a time.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "lite/api/predictor_base.h"
#include "lite/api/python/convert.h"
#include "lite/api/python/python.h"

namespace paddle::lite::python {

class Session {
 public:
  explicit Session(std::shared_ptr<lite_api::PaddlePredictor> predictor);
  // In a forked child, a predictor that another thread was using is leaked.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  PredictorBase* predictor() const { return predictor_; }
  Executable* executable() const { return predictor_->executable(); }
  // The element type that the model declares for an input; kUnk if it declares none.
  PrecisionType DeclaredPrecision(const std::string& input) const;
  // The shape that the model declares for a variable; empty if it declares none.
  std::vector<int64_t> DeclaredShape(const std::string& name) const;
  // The failure of a run, in Python's words if an input is the reason.
  Status InPythonsWords(const Status& status) const;

 private:
  friend class Use;

  std::shared_ptr<lite_api::PaddlePredictor> owner_;
  PredictorBase* predictor_;
  std::mutex mutex_;
  int forks_;
};

// Exclusive access to a session's predictor and tensors for one thread. Waits for a running
// predictor, and lets other Python threads run meanwhile.
class Use {
 public:
  explicit Use(Session* session) : session_(session) {}
  ~Use();
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

  // False with an exception set if waiting would never end.
  bool Acquire();

 private:
  Session* session_;
  bool held_ = false;
};

// Calls `body` with exclusive access, and converts its result to a Python object after releasing
// access: the conversion may run any Python code, which may use the same predictor.
template <typename Body>
PyObject* WithUse(Session* session, const Body& body) {
  std::optional<decltype(body())> result;
  {
    Use use(session);
    if (!use.Acquire()) return nullptr;
    result.emplace(body());
  }
  return ToPython(*result);
}

// Starts counting forks, so that children of this process are recognised.
void CountForks();

// A tensor of a session's predictor; keeps the session alive.
struct TensorHandle {
  TensorHandle(std::shared_ptr<Session> the_session, Tensor* the_tensor,
               const std::string& the_name, bool is_output);

  std::shared_ptr<Session> session;
  Tensor* tensor;
  lite_api::Tensor api;  // the same tensor, with checks
  std::string name;
  bool output;
};

}  // namespace paddle::lite::python
