// Operators that Python adds: functions of the module.
#pragma once

#include "lite/api/python/python.h"

namespace paddle::lite::python {

PyObject* RegisterOperatorFromPython(PyObject* module, PyObject* args, PyObject* keywords);
PyObject* LoadOperatorsFromPython(PyObject* module, PyObject* path);

}  // namespace paddle::lite::python
