#include "lite/api/python/python.h"

// An interpreter has one of the two, depending on its version; the first is the newer one.
extern "C" {
__attribute__((weak)) PyInterpreterState* PyInterpreterState_Get();
__attribute__((weak)) PyInterpreterState* _PyInterpreterState_Get();
__attribute__((weak)) int Py_IsFinalizing();
__attribute__((weak)) int _Py_IsFinalizing();
}

namespace paddle::lite::python {

bool InterpreterEnds() {
  if (Py_IsFinalizing != nullptr) return Py_IsFinalizing() != 0;
  return _Py_IsFinalizing != nullptr && _Py_IsFinalizing() != 0;
}

bool InMainInterpreter() {
  PyInterpreterState* current = nullptr;
  if (PyInterpreterState_Get != nullptr) {
    current = PyInterpreterState_Get();
  } else if (_PyInterpreterState_Get != nullptr) {
    current = _PyInterpreterState_Get();
  }
  return current == nullptr || PyInterpreterState_GetID(current) == 0;
}

}  // namespace paddle::lite::python
