#include "lite/api/python/array.h"

#include <cstring>
#include <limits>
#include <string_view>
#include <type_traits>

#include "lite/api/python/convert.h"
#include "lite/api/python/numpy_api.h"
#include "lite/base/strings.h"
#include "lite/core/element.h"

extern "C" {
int PyObject_GetBuffer(PyObject* object, paddle::lite::python::BufferInfo* info, int flags);
void PyBuffer_Release(paddle::lite::python::BufferInfo* info);
}

namespace paddle::lite::python {
namespace {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "type strings name little-endian numbers");

// Shape, strides and format (PyBUF_RECORDS_RO).
constexpr int kStridesAndFormat = 0x001c;

template <size_t kSize>
char* CopyRow(const char* source, Py_ssize_t count, Py_ssize_t stride, char* destination) {
  for (Py_ssize_t i = 0; i < count; ++i, source += stride, destination += kSize) {
    std::memcpy(destination, source, kSize);
  }
  return destination;
}

// Returns the end of the written data.
char* CopyStrided(const char* source, const Py_ssize_t* shape, const Py_ssize_t* strides, int rank,
                  size_t item, char* destination) {
  if (rank == 0) {
    std::memcpy(destination, source, item);
    return destination + item;
  }
  if (rank == 1) {
    switch (item) {
      case 1:
        return CopyRow<1>(source, shape[0], strides[0], destination);
      case 2:
        return CopyRow<2>(source, shape[0], strides[0], destination);
      case 4:
        return CopyRow<4>(source, shape[0], strides[0], destination);
      case 8:
        return CopyRow<8>(source, shape[0], strides[0], destination);
      default:
        break;
    }
  }
  for (Py_ssize_t i = 0; i < shape[0]; ++i) {
    destination =
        CopyStrided(source + i * strides[0], shape + 1, strides + 1, rank - 1, item, destination);
  }
  return destination;
}

// Reads a plain Python int or float; false without an exception if it is neither, or does not fit.
bool ReadPlainNumber(PyObject* item, float* value) {
  if (Py_TYPE(item) != &PyFloat_Type) return false;
  *value = static_cast<float>(PyFloat_AsDouble(item));
  return true;
}
template <typename T>
bool ReadPlainNumber(PyObject* item, T* value) {
  if (Py_TYPE(item) != &PyLong_Type) return false;
  int overflow = 0;
  const long wide = PyLong_AsLongAndOverflow(item, &overflow);  // NOLINT: Python's
  if (overflow != 0 || wide < std::numeric_limits<T>::min() ||
      wide > std::numeric_limits<T>::max()) {
    return false;
  }
  *value = static_cast<T>(wide);
  return true;
}

// Reads a list or tuple of plain numbers only. Reading them runs no Python code, so the list cannot
// change meanwhile.
template <typename T>
bool ReadPlainNumbers(PyObject* object, std::vector<T>* values) {
  const bool list = PyList_Check(object) != 0;
  if (!list && PyTuple_Check(object) == 0) return false;
  const Py_ssize_t count = list ? PyList_Size(object) : PyTuple_Size(object);
  values->resize(static_cast<size_t>(count));
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* item = list ? PyList_GetItem(object, i) : PyTuple_GetItem(object, i);
    if (!ReadPlainNumber(item, values->data() + i)) return false;
  }
  return true;
}

template <typename T, typename From>
bool ConvertAll(const std::vector<char>& raw, std::vector<T>* values) {
  if (std::is_integral_v<T> && !std::is_integral_v<From> && !raw.empty()) {
    RaiseTypeError("integers are expected, found floats");
    return false;
  }
  const size_t count = raw.size() / sizeof(From);
  values->resize(count);
  for (size_t i = 0; i < count; ++i) {
    From from;
    std::memcpy(&from, raw.data() + i * sizeof(From), sizeof(From));
    if constexpr (std::is_integral_v<T> && std::is_integral_v<From>) {
      const int64_t wide = static_cast<int64_t>(from);
      if (wide < std::numeric_limits<T>::min() || wide > std::numeric_limits<T>::max()) {
        RaiseValueError(StrCat(wide, " does not fit into ", 8 * sizeof(T), " bits"));
        return false;
      }
    }
    (*values)[i] = static_cast<T>(from);
  }
  return true;
}

// No array has elements in bfloat16.
using ArrayTypes = IntegerTypes::And<bool, Half, float, double>;

template <typename T>
bool ConvertNumbers(const ArrayView& view, std::vector<T>* values) {
  std::vector<char> raw(view.bytes());
  view.CopyTo(raw.data());
  bool converted = false;
  const Status known = VisitElementType<ArrayTypes>("", view.precision(), [&](auto type) {
    converted = ConvertAll<T, StoredAs<typename decltype(type)::Type>>(raw, values);
  });
  if (!known.ok()) RaiseTypeError(StrCat("numbers are expected, found ", view.TypeText()));
  return known.ok() && converted;
}

template <typename T>
bool ConvertElements(ElementTag<T>, const ArrayView& view, std::vector<char>* elements) {
  std::vector<ComputedAs<StoredAs<T>>> values;
  if (!ConvertNumbers(view, &values)) return false;
  elements->resize(values.size() * sizeof(T));
  for (size_t i = 0; i < values.size(); ++i) {
    if (std::is_same_v<T, bool> && values[i] != 0 && values[i] != 1) {
      RaiseValueError(StrCat("True and False are expected, found ", static_cast<int>(values[i])));
      return false;
    }
    const T value = static_cast<T>(values[i]);
    std::memcpy(elements->data() + i * sizeof(T), &value, sizeof(T));
  }
  return true;
}

}  // namespace

ArrayView::~ArrayView() {
  if (open_) PyBuffer_Release(&info_);
}

bool ArrayView::TryOpen(PyObject* object) {
  if (PyObject_GetBuffer(object, &info_, kStridesAndFormat) == 0) {
    open_ = true;
    return true;
  }
  if (PyErr_ExceptionMatches(PyExc_TypeError) != 0) {
    PyErr_Clear();
    return false;
  }
  // Elements without a buffer format, such as dates; numpy reports that as a ValueError.
  if (PyErr_ExceptionMatches(PyExc_ValueError) != 0) {
    PyErr_Clear();
    RaiseTypeError("an array of numbers is expected");
  }
  return false;
}

bool ArrayView::Open(PyObject* object) {
  if (TryOpen(object)) return true;
  if (PyErr_Occurred() != nullptr) return false;
  const Ref array(NumpyArray(object));
  if (!array) return false;
  if (TryOpen(array.get())) return true;
  if (PyErr_Occurred() == nullptr) {
    RaiseTypeError(StrCat("an array is expected, found ", TypeName(object)));
  }
  return false;
}

lite_api::PrecisionType ArrayView::precision() const {
  using Type = lite_api::PrecisionType;
  const char* format = info_.format == nullptr ? "B" : info_.format;
  const Py_ssize_t size = info_.item_size;
  if (*format == '>' || *format == '!') {
    if (size > 1) return Type::kUnk;
    ++format;
  } else if (*format == '@' || *format == '=' || *format == '<') {
    ++format;
  }
  if (std::strlen(format) != 1) return Type::kUnk;
  switch (*format) {
    case '?':
      return Type::kBool;
    case 'B':
      return Type::kUInt8;
    case 'e':
      return Type::kFP16;
    case 'f':
      return Type::kFloat;
    case 'd':
      return Type::kFP64;
    case 'b':
    case 'h':
    case 'i':
    case 'l':
    case 'q':
    case 'n':
      return size == 1   ? Type::kInt8
             : size == 2 ? Type::kInt16
             : size == 4 ? Type::kInt32
             : size == 8 ? Type::kInt64
                         : Type::kUnk;
    default:
      return Type::kUnk;
  }
}

std::string ArrayView::TypeText() const {
  const std::string_view format = info_.format == nullptr ? "B" : info_.format;
  const int64_t bits = 8 * static_cast<int64_t>(info_.item_size);
  if (format.size() == 1 && std::strchr("HILQN", format[0]) != nullptr) return StrCat("uint", bits);
  if (format == "Zf" || format == "Zd" || format == "Zg") return StrCat("complex", bits);
  if (format == "g") return "longdouble";
  if (format == "O") return "object";
  if (format.back() == 'w' || format.back() == 's') return "strings";
  return StrCat("elements of format '", std::string(format), "' and ", bits / 8, " bytes");
}

bool ArrayView::ConvertTo(lite_api::PrecisionType precision, std::vector<char>* elements) const {
  bool converted = false;
  const Status known = VisitElementType<ArrayTypes>(
      "", precision, [&](auto type) { converted = ConvertElements(type, *this, elements); });
  if (known.ok()) return converted;
  RaiseTypeError("arrays have no elements of the type that the model declares");
  return false;
}

std::vector<int64_t> ArrayView::shape() const {
  if (info_.rank != 0 && info_.shape == nullptr) return {count()};
  return std::vector<int64_t>(info_.shape, info_.shape + info_.rank);
}

bool ArrayView::Contiguous() const {
  // Some objects, such as those of ctypes, omit requested information.
  if (info_.shape == nullptr || info_.strides == nullptr) return true;
  Py_ssize_t expected = info_.item_size;
  for (int i = info_.rank - 1; i >= 0; --i) {
    if (info_.shape[i] != 1 && info_.strides[i] != expected) return false;
    expected *= info_.shape[i];
  }
  return true;
}

bool ArrayView::Overlaps(const char* begin, size_t size) const {
  const char* low = static_cast<const char*>(info_.data);
  const char* high = low + info_.item_size;
  for (int i = 0; i < info_.rank; ++i) {
    const Py_ssize_t reach = (info_.shape[i] - 1) * info_.strides[i];
    (reach < 0 ? low : high) += reach;
  }
  return low < begin + size && begin < high;
}

void ArrayView::CopyTo(void* destination) const {
  if (info_.bytes == 0) return;
  char* out = static_cast<char*>(destination);
  if (Contiguous()) {
    std::memmove(out, info_.data, bytes());
    return;
  }
  const char* source = static_cast<const char*>(info_.data);
  const size_t item = static_cast<size_t>(info_.item_size);
  if (!Overlaps(out, bytes())) {
    CopyStrided(source, info_.shape, info_.strides, info_.rank, item, out);
    return;
  }
  std::vector<char> ordered(bytes());
  CopyStrided(source, info_.shape, info_.strides, info_.rank, item, ordered.data());
  std::memcpy(out, ordered.data(), ordered.size());
}

template <typename T>
bool ReadNumbers(PyObject* object, std::vector<T>* values) {
  if (ReadPlainNumbers(object, values)) return true;
  if (PyList_Check(object) || PyTuple_Check(object)) return FromPython(object, values);
  ArrayView view;
  if (!view.TryOpen(object)) {
    return PyErr_Occurred() == nullptr && FromPython(object, values);
  }
  return ConvertNumbers(view, values);
}

template bool ReadNumbers(PyObject* object, std::vector<float>* values);
template bool ReadNumbers(PyObject* object, std::vector<int8_t>* values);
template bool ReadNumbers(PyObject* object, std::vector<uint8_t>* values);
template bool ReadNumbers(PyObject* object, std::vector<int32_t>* values);

}  // namespace paddle::lite::python
