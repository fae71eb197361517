#include "lite/api/python/errors.h"

namespace paddle::lite::python {
namespace {

PyObject* plain_error = nullptr;
PyObject* value_error = nullptr;
PyObject* memory_error = nullptr;
PyObject* os_error = nullptr;
PyObject* file_not_found = nullptr;
PyObject* index_error = nullptr;
PyObject* key_error = nullptr;

PyObject* Set(PyObject* type, const std::string& text) {
  const Ref message(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
  if (message) PyErr_SetObject(type, message.get());
  return nullptr;
}

}  // namespace

bool FindErrors(PyObject* module) {
  const std::pair<const char*, PyObject**> classes[] = {{"LiteError", &plain_error},
                                                        {"LiteValueError", &value_error},
                                                        {"LiteMemoryError", &memory_error},
                                                        {"LiteOSError", &os_error},
                                                        {"LiteFileNotFoundError", &file_not_found},
                                                        {"LiteIndexError", &index_error},
                                                        {"LiteKeyError", &key_error}};
  for (const auto& [name, place] : classes) {
    *place = PyObject_GetAttrString(module, name);
    if (*place == nullptr) return false;
  }
  return true;
}

PyObject* Raise(const Status& status) {
  switch (status.code()) {
    case lite_api::StatusCode::kInvalidArgument:
    case lite_api::StatusCode::kOutOfRange:
      return Set(value_error, status.message());
    case lite_api::StatusCode::kResourceExhausted:
      return Set(memory_error, status.message());
    case lite_api::StatusCode::kIoError:
      return Set(os_error, status.message());
    case lite_api::StatusCode::kNotFound:
      return Set(file_not_found, status.message());
    default:
      return Set(plain_error, status.message());
  }
}

PyObject* RaiseIndexError(const Status& status) { return Set(index_error, status.message()); }
PyObject* RaiseKeyError(const Status& status) { return Set(key_error, status.message()); }
PyObject* RaiseTypeError(const std::string& text) { return Set(PyExc_TypeError, text); }
PyObject* RaiseValueError(const std::string& text) { return Set(value_error, text); }

}  // namespace paddle::lite::python
