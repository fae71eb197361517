// Converts values between Python and C++.
//
// FromPython returns false with an exception set. Only a member of an enumeration is accepted for
// that enumeration, never a number.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "lite/api/paddle_api.h"
#include "lite/api/python/errors.h"
#include "lite/api/python/python.h"

namespace paddle::lite::python {

// Bytes of a bytes, bytearray, memoryview, array or str object (the latter as UTF-8).
struct Bytes {
  std::string data;
};
// The name of a file or folder: str, bytes or os.PathLike.
struct Path {
  std::string name;
};

bool FromPython(PyObject* object, bool* value);
bool FromPython(PyObject* object, int* value);
bool FromPython(PyObject* object, int64_t* value);
bool FromPython(PyObject* object, uint64_t* value);
bool FromPython(PyObject* object, int8_t* value);
bool FromPython(PyObject* object, uint8_t* value);
bool FromPython(PyObject* object, float* value);
bool FromPython(PyObject* object, double* value);
bool FromPython(PyObject* object, char* value);
bool FromPython(PyObject* object, std::string* value);
bool FromPython(PyObject* object, Bytes* value);
bool FromPython(PyObject* object, Path* value);
bool FromPython(PyObject* object, lite_api::Place* value);
inline bool FromPython(PyObject* object, PyObject** value) {
  *value = object;
  return true;
}

// --- enumerations The Python class of E and its members by value (null if a value has no member).
struct EnumClass {
  PyObject* type = nullptr;
  std::vector<PyObject*> members;
};
template <typename E>
inline EnumClass enum_class;

bool EnumFromPython(PyObject* object, const EnumClass& known, int* value);
PyObject* EnumToPython(int value, const EnumClass& known);

template <typename E, typename = std::enable_if_t<std::is_enum_v<E>>>
bool FromPython(PyObject* object, E* value) {
  int number = 0;
  if (!EnumFromPython(object, enum_class<E>, &number)) return false;
  *value = static_cast<E>(number);
  return true;
}

// --- containers. The elements of any sequence except a string, as a tuple; null with an exception
// set.
Ref SequenceItems(PyObject* object);

template <typename T>
bool FromPython(PyObject* object, std::vector<T>* values) {
  const Ref items = SequenceItems(object);
  if (!items) return false;
  const Py_ssize_t count = PyTuple_Size(items.get());
  values->clear();
  values->reserve(static_cast<size_t>(count));
  for (Py_ssize_t i = 0; i < count; ++i) {
    T value{};
    if (!FromPython(PyTuple_GetItem(items.get(), i), &value)) return false;
    values->push_back(std::move(value));
  }
  return true;
}

template <typename T>
bool FromPython(PyObject* object, std::map<std::string, T>* values) {
  if (!PyDict_Check(object)) {
    RaiseTypeError("a dict is expected");
    return false;
  }
  values->clear();
  // A copy: converting may run Python code.
  const Ref copy(PyDict_Copy(object));
  if (!copy) return false;
  PyObject* key = nullptr;
  PyObject* item = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(copy.get(), &at, &key, &item)) {
    std::string name;
    if (!FromPython(key, &name) || !FromPython(item, &(*values)[name])) return false;
  }
  return true;
}

template <typename T>
bool FromPython(PyObject* object, std::optional<T>* value) {
  value->emplace();
  return FromPython(object, &**value);
}

// --- to Python
inline PyObject* ToPython(PyObject* object) { return object; }
inline PyObject* ToPython(bool value) { return PyBool_FromLong(value ? 1 : 0); }
inline PyObject* ToPython(int value) { return PyLong_FromLong(value); }
inline PyObject* ToPython(int64_t value) { return PyLong_FromLongLong(value); }
inline PyObject* ToPython(uint64_t value) { return PyLong_FromUnsignedLongLong(value); }
inline PyObject* ToPython(float value) { return PyFloat_FromDouble(static_cast<double>(value)); }
PyObject* ToPython(const std::string& value);
inline PyObject* ToPython(const char* value) { return ToPython(std::string(value)); }
PyObject* ToPython(const Status& status);
template <typename E, typename = std::enable_if_t<std::is_enum_v<E>>>
PyObject* ToPython(E value) {
  return EnumToPython(static_cast<int>(value), enum_class<E>);
}
template <typename T>
PyObject* ToPython(const std::vector<T>& values) {
  Ref list(PyList_New(static_cast<Py_ssize_t>(values.size())));
  if (!list) return nullptr;
  for (size_t i = 0; i < values.size(); ++i) {
    PyObject* item = ToPython(values[i]);
    if (item == nullptr) return nullptr;
    PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), item);
  }
  return list.release();
}

template <typename T>
PyObject* ToPython(const Result<T>& result) {
  return result.ok() ? ToPython(*result) : Raise(result.status());
}

// The name of an object's type, for messages.
std::string TypeName(PyObject* object);

}  // namespace paddle::lite::python
