// The module's interface to numpy, which is looked up when the first array is created.
#pragma once

#include <string>

#include "lite/api/paddle_api.h"
#include "lite/api/python/python.h"

namespace paddle::lite::python {

// numpy.asarray(object); null with an exception.
PyObject* NumpyArray(PyObject* object);
// An array as the method __array__ returns it; None for `dtype` and `copy` means any and as needed.
PyObject* NumpyArray(PyObject* array, PyObject* dtype, PyObject* copy);

// Row-major memory from which an array is created.
struct ArrayMemory {
  void* data = nullptr;
  lite_api::PrecisionType precision = lite_api::PrecisionType::kUnk;
  int rank = 0;
  const Py_ssize_t* shape = nullptr;
  bool writeable = false;
};

// What numpy calls this type, e.g. float32; "no type" if it has none.
std::string NumpyName(lite_api::PrecisionType precision);
// True if numpy has numbers of this kind.
bool NumpyHas(lite_api::PrecisionType precision);

// An array over `memory` that keeps `owner` alive; null with an exception. `owner` must have the
// attribute __array_struct__, which creates the same array in versions of numpy with an unknown C
// interface.
PyObject* ArrayOver(const ArrayMemory& memory, PyObject* owner);

// A value for that attribute, with a copy of shape and strides.
PyObject* ArrayStructOf(const ArrayMemory& memory);

}  // namespace paddle::lite::python
