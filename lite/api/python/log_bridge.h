// The library's messages as records of Python's logging.
//
// A message may come from any thread, without the interpreter's lock, in the middle of a call. It
// waits in a queue until a call of the module is about to return, where any Python code may run.
#pragma once

#include <atomic>

#include "lite/api/python/python.h"

namespace paddle::lite::python {

// True while messages wait.
extern std::atomic<bool> messages_wait;

// Passes the waiting messages to the logger. Keeps a pending exception; one of the logger is
// reported as one that cannot be raised.
void DeliverMessages();

// Looks up the function that makes records in `names`.
bool FindLogDelivery(PyObject* names);

// Functions of the module.
PyObject* SetLogLevelFromPython(PyObject* module, PyObject* level);
PyObject* GetLogLevelFromPython(PyObject* module, PyObject* unused);
PyObject* SetLoggerFromPython(PyObject* module, PyObject* logger);

}  // namespace paddle::lite::python
