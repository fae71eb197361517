// What the module asks of numpy, which it finds when the first array is made.
#pragma once

#include "lite/api/paddle_api.h"
#include "lite/api/python/python.h"

namespace paddle::lite::python {

// numpy.asarray(object); null with an exception.
PyObject* NumpyArray(PyObject* object);

// Memory in row-major order, as an array is made of it.
struct ArrayMemory {
  void* data = nullptr;
  lite_api::PrecisionType precision = lite_api::PrecisionType::kUnk;
  int rank = 0;
  const Py_ssize_t* shape = nullptr;
  bool writeable = false;
};

// True where numpy has numbers of this kind.
bool NumpyHas(lite_api::PrecisionType precision);

// An array over `memory` that keeps `owner`; null with an exception. `owner` must have the
// attribute
// __array_struct__, by which versions of numpy whose C interface is unknown make the same array.
PyObject* ArrayOver(const ArrayMemory& memory, PyObject* owner);

// A value for that attribute, with a copy of shape and strides.
PyObject* ArrayStructOf(const ArrayMemory& memory);

}  // namespace paddle::lite::python
