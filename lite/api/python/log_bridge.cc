#include "lite/api/python/log_bridge.h"

#include <deque>
#include <mutex>
#include <string>

#include "lite/api/python/convert.h"
#include "lite/base/paddle_log.h"

namespace paddle::lite::python {
namespace {

using lite_api::LogLevel;
using lite_api::LogMessage;

struct Waiting {
  LogLevel level;
  int verbosity;
  std::string file;
  int line;
  std::string function;
  std::string text;
};

struct Queue {
  std::mutex mutex;
  std::deque<Waiting> messages;
};

Queue& TheQueue() {
  static Queue* const made = new Queue;
  return *made;
}

PyObject* deliver = nullptr;  // a function of Python's part of the module
PyObject* logger = nullptr;   // null: messages go to stderr

void Enqueue(const LogMessage& message) {
  Queue& queue = TheQueue();
  const std::lock_guard<std::mutex> lock(queue.mutex);
  queue.messages.push_back({message.level, message.verbosity, message.file, message.line,
                            message.function, message.text});
  messages_wait.store(true, std::memory_order_relaxed);
}

// Moves the first message to `message`; false if there is none.
bool Dequeue(Waiting* message) {
  Queue& queue = TheQueue();
  const std::lock_guard<std::mutex> lock(queue.mutex);
  if (queue.messages.empty()) {
    messages_wait.store(false, std::memory_order_relaxed);
    return false;
  }
  *message = std::move(queue.messages.front());
  queue.messages.pop_front();
  return true;
}

// The levels of Python's logging.
int PythonLevel(const Waiting& message) {
  constexpr int kDebug = 10;
  constexpr int kInfo = 20;
  constexpr int kWarning = 30;
  constexpr int kError = 40;
  if (message.verbosity != 0) return kDebug;
  return message.level == LogLevel::kError     ? kError
         : message.level == LogLevel::kWarning ? kWarning
                                               : kInfo;
}

}  // namespace

std::atomic<bool> messages_wait{false};

void DeliverMessages() {
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  Waiting message;
  while (Dequeue(&message)) {
    if (logger == nullptr || deliver == nullptr) continue;
    Py_INCREF(logger);
    const Ref kept(logger);  // the handler of a record may replace it
    const Ref result(PyObject_CallFunction(deliver, "Oisiss", kept.get(), PythonLevel(message),
                                           message.file.c_str(), message.line,
                                           message.function.c_str(), message.text.c_str()));
    if (!result) PyErr_WriteUnraisable(kept.get());
  }
  PyErr_Restore(type, value, trace);
}

bool FindLogDelivery(PyObject* names) {
  PyObject* found = PyDict_GetItemString(names, "deliver");
  Py_XINCREF(found);
  deliver = found;
  return deliver != nullptr;
}

PyObject* SetLogLevelFromPython(PyObject*, PyObject* level) {
  return Guarded([&]() -> PyObject* {
    LogLevel wanted = LogLevel::kDefault;
    if (level != Py_None && !FromPython(level, &wanted)) return nullptr;
    lite_api::SetLogLevel(wanted);
    return ToPython(OkStatus());
  });
}

PyObject* GetLogLevelFromPython(PyObject*, PyObject*) {
  return Guarded([] { return ToPython(lite_api::GetLogLevel()); });
}

PyObject* SetLoggerFromPython(PyObject*, PyObject* wanted) {
  return Guarded([&]() -> PyObject* {
    if (wanted != Py_None && PyObject_HasAttrString(wanted, "makeRecord") == 0) {
      return RaiseTypeError(StrCat(
          "set_logger takes a logger of the module logging or None, found ", TypeName(wanted)));
    }
    DeliverMessages();  // to the former logger
    const Ref former(logger);
    logger = nullptr;
    if (wanted == Py_None) {
      lite_api::SetLogCallback(nullptr);
    } else {
      Py_INCREF(wanted);
      logger = wanted;
      lite_api::SetLogCallback(&Enqueue);
    }
    return ToPython(OkStatus());
  });
}

}  // namespace paddle::lite::python
