// Failures as Python exceptions.
#pragma once

#include "lite/api/python/log_bridge.h"
#include "lite/api/python/python.h"
#include "lite/base/status.h"

namespace paddle::lite::python {

// Looks up the exception classes in `module`. Each derives from LiteError, and so from
// RuntimeError, and from the class that Python itself raises in such a case.
bool FindErrors(PyObject* module);

// Sets the exception for `status`, which is a failure, and returns null for the caller to return.
// NOT_FOUND means a file, because the module looks up inputs and outputs itself.
PyObject* Raise(const Status& status);
// The same for an index or a name that does not exist.
PyObject* RaiseIndexError(const Status& status);
PyObject* RaiseKeyError(const Status& status);

// A value of the wrong type. The text is complete.
PyObject* RaiseTypeError(const std::string& text);
PyObject* RaiseValueError(const std::string& text);

// Calls `body`, which returns an object or null with the exception set; C++ exceptions become
// Python ones.
template <typename Body>
PyObject* CatchExceptions(const Body& body) noexcept {
  try {
    return body();
  } catch (const lite_api::Error& error) {
    return Raise(error.status());
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  } catch (const std::length_error&) {
    return PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
    return nullptr;
  }
}

// The same for a function that Python calls.
template <typename Body>
PyObject* Guarded(const Body& body) noexcept {
  PyObject* const result = CatchExceptions(body);
  if (messages_wait.load(std::memory_order_relaxed)) DeliverMessages();
  return result;
}

}  // namespace paddle::lite::python
