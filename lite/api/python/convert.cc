#include "lite/api/python/convert.h"

#include <limits>

#include "lite/api/python/array.h"
#include "lite/api/python/bind.h"

namespace paddle::lite::python {
namespace {

bool Expected(const char* what, PyObject* object) {
  RaiseTypeError(StrCat(what, " is expected, found ", TypeName(object)));
  return false;
}

// An object with __index__; floats are never converted to integers silently.
template <typename T>
bool IntegerFromPython(PyObject* object, T* value) {
  const Ref number(PyNumber_Index(object));
  if (!number) {
    PyErr_Clear();
    return Expected("an integer", object);
  }
  int overflow = 0;
  const long long wide = PyLong_AsLongLongAndOverflow(number.get(), &overflow);  // NOLINT: Python's
  if (overflow != 0 || wide < std::numeric_limits<T>::min() ||
      wide > std::numeric_limits<T>::max()) {
    const Ref text(PyObject_Str(number.get()));
    std::string digits;
    if (!text || !FromPython(text.get(), &digits)) return false;
    RaiseValueError(StrCat(digits, " does not fit into ", 8 * sizeof(T), " bits"));
    return false;
  }
  *value = static_cast<T>(wide);
  return true;
}

bool BytesOf(PyObject* bytes, std::string* value) {
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(bytes, &data, &size) != 0) return false;
  value->assign(data, static_cast<size_t>(size));
  return true;
}

}  // namespace

std::string TypeName(PyObject* object) {
  const Ref name(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(object)), "__name__"));
  std::string text;
  if (!name || !FromPython(name.get(), &text)) {
    PyErr_Clear();
    return "an object";
  }
  return text;
}

bool FromPython(PyObject* object, bool* value) {
  if (object == Py_True || object == Py_False) {
    *value = object == Py_True;
    return true;
  }
  // numpy's booleans
  if (TypeName(object).rfind("bool", 0) != 0) return Expected("True or False", object);
  const int truth = PyObject_IsTrue(object);
  *value = truth == 1;
  return truth >= 0;
}

bool FromPython(PyObject* object, int* value) { return IntegerFromPython(object, value); }
bool FromPython(PyObject* object, int64_t* value) { return IntegerFromPython(object, value); }
bool FromPython(PyObject* object, int8_t* value) { return IntegerFromPython(object, value); }
bool FromPython(PyObject* object, uint8_t* value) { return IntegerFromPython(object, value); }

bool FromPython(PyObject* object, uint64_t* value) {
  int64_t number = 0;
  if (!IntegerFromPython(object, &number)) return false;
  if (number < 0) {
    RaiseValueError(StrCat(number, " is negative"));
    return false;
  }
  *value = static_cast<uint64_t>(number);
  return true;
}

bool FromPython(PyObject* object, double* value) {
  *value = PyFloat_AsDouble(object);
  if (*value == -1.0 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    return Expected("a number", object);
  }
  return true;
}

bool FromPython(PyObject* object, float* value) {
  double wide = 0;
  if (!FromPython(object, &wide)) return false;
  *value = static_cast<float>(wide);
  return true;
}

// One byte: an integer of either sign, or a string of one character.
bool FromPython(PyObject* object, char* value) {
  if (PyUnicode_Check(object) || PyBytes_Check(object)) {
    Bytes bytes;
    if (!FromPython(object, &bytes)) return false;
    if (bytes.data.size() != 1) {
      RaiseValueError("strings of one byte are expected");
      return false;
    }
    *value = bytes.data[0];
    return true;
  }
  int number = 0;
  if (!FromPython(object, &number)) return false;
  if (number < -128 || number > 255) {
    RaiseValueError(StrCat(number, " does not fit into 8 bits"));
    return false;
  }
  *value = static_cast<char>(number);
  return true;
}

bool FromPython(PyObject* object, std::string* value) {
  if (!PyUnicode_Check(object)) return Expected("a string", object);
  // Encoded like file names: bytes that came from the system are returned unchanged.
  const Ref bytes(PyUnicode_EncodeFSDefault(object));
  return bytes && BytesOf(bytes.get(), value);
}

bool FromPython(PyObject* object, Path* value) {
  PyObject* bytes = nullptr;
  // Also refuses NUL characters.
  if (PyUnicode_FSConverter(object, &bytes) == 0) return false;
  const Ref owned(bytes);
  return BytesOf(bytes, &value->name);
}

bool FromPython(PyObject* object, Bytes* value) {
  if (PyBytes_Check(object)) return BytesOf(object, &value->data);
  if (PyUnicode_Check(object)) {
    const Ref bytes(PyUnicode_AsUTF8String(object));
    return bytes && BytesOf(bytes.get(), &value->data);
  }
  ArrayView view;
  if (!view.TryOpen(object)) return PyErr_Occurred() == nullptr && Expected("bytes", object);
  value->data.resize(view.bytes());
  view.CopyTo(value->data.data());
  return true;
}

bool FromPython(PyObject* object, lite_api::Place* value) {
  const lite_api::Place* place = ValueOf<lite_api::Place>(object);
  if (place == nullptr) return Expected("a Place", object);
  *value = *place;
  return true;
}

bool EnumFromPython(PyObject* object, const EnumClass& known, int* value) {
  const int same = PyObject_IsInstance(object, known.type);
  if (same < 0) return false;
  if (same == 0) {
    const Ref name(PyObject_GetAttrString(known.type, "__name__"));
    std::string text;
    if (!name || !FromPython(name.get(), &text)) return false;
    return Expected(StrCat("a member of ", text).c_str(), object);
  }
  const Ref number(PyObject_GetAttrString(object, "value"));
  return number && FromPython(number.get(), value);
}

PyObject* EnumToPython(int value, const EnumClass& known) {
  if (value < 0 || static_cast<size_t>(value) >= known.members.size() ||
      known.members[static_cast<size_t>(value)] == nullptr) {
    return PyLong_FromLong(value);
  }
  PyObject* member = known.members[static_cast<size_t>(value)];
  Py_INCREF(member);
  return member;
}

Ref SequenceItems(PyObject* object) {
  if (PyUnicode_Check(object) || PyBytes_Check(object) || PyDict_Check(object) ||
      PySequence_Check(object) == 0) {
    RaiseTypeError(StrCat("a list is expected, found ", TypeName(object)));
    return Ref();
  }
  return Ref(PySequence_Tuple(object));
}

PyObject* ToPython(const std::string& value) {
  return PyUnicode_DecodeFSDefaultAndSize(value.data(), static_cast<Py_ssize_t>(value.size()));
}

PyObject* ToPython(const Status& status) {
  if (!status.ok()) return Raise(status);
  Py_INCREF(Py_None);
  return Py_None;
}

}  // namespace paddle::lite::python
