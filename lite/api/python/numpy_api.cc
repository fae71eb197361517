#include "lite/api/python/numpy_api.h"

#include <array>
#include <memory>

#include "lite/base/strings.h"
#include "lite/core/dims.h"

namespace paddle::lite::python {
namespace {

using lite_api::PrecisionType;

// --- the array protocol: a structure in numpy's terms
constexpr int kContiguous = 0x1;
constexpr int kAligned = 0x100;
constexpr int kNative = 0x200;
constexpr int kWriteable = 0x400;

struct ArrayStruct {
  int two = 2;
  int rank = 0;
  char kind = 0;
  int item_size = 0;
  int flags = 0;
  Py_ssize_t* shape = nullptr;
  Py_ssize_t* strides = nullptr;
  void* data = nullptr;
  PyObject* description = nullptr;
};
struct OwnedArrayStruct {
  ArrayStruct base;
  std::array<Py_ssize_t, DDim::kMaxRank> shape;
  std::array<Py_ssize_t, DDim::kMaxRank> strides;
};

void FreeArrayStruct(PyObject* capsule) {
  delete static_cast<OwnedArrayStruct*>(PyCapsule_GetPointer(capsule, nullptr));
}

// How numpy identifies a kind of numbers: by a letter in the protocol, by a number in its C
// interface.
struct ElementType {
  char kind;
  int number;
};

ElementType NumpyType(PrecisionType precision) {
  switch (precision) {
    case PrecisionType::kBool:
      return {'b', 0};
    case PrecisionType::kInt8:
      return {'i', 1};
    case PrecisionType::kUInt8:
      return {'u', 2};
    case PrecisionType::kInt16:
      return {'i', 3};
    case PrecisionType::kInt32:
      return {'i', 5};
    case PrecisionType::kInt64:
      return {'i', sizeof(long) == sizeof(int64_t) ? 7 : 9};  // NOLINT: long, or long long
    case PrecisionType::kFloat:
      return {'f', 11};
    case PrecisionType::kFP64:
      return {'f', 12};
    case PrecisionType::kFP16:
      return {'f', 23};
    default:
      return {0, -1};
  }
}

// --- numpy's C interface: a table of functions, in a capsule. The entries below have the same
// positions and parameters in all versions whose table number is one of the two.
constexpr unsigned kTables[] = {0x01000009 /* numpy 1 */, 0x02000000 /* numpy 2 */};

struct NumpyTable {
  using GetVersion = unsigned (*)();
  using New = PyObject* (*)(void* type, int rank, const Py_ssize_t* shape, int number,
                            const Py_ssize_t* strides, void* data, int item_size, int flags,
                            PyObject* like);
  using SetBase = int (*)(PyObject* array, PyObject* owner);

  void* array_type = nullptr;
  New make = nullptr;
  SetBase set_base = nullptr;
};

// Null, without an exception, if numpy has no table or an unknown one.
PyObject* TableCapsule() {
  for (const char* name : {"numpy._core._multiarray_umath", "numpy.core._multiarray_umath"}) {
    const Ref module(PyImport_ImportModule(name));
    PyObject* capsule = module ? PyObject_GetAttrString(module.get(), "_ARRAY_API") : nullptr;
    if (capsule != nullptr) return capsule;
    PyErr_Clear();
  }
  return nullptr;
}

NumpyTable FindTable() {
  PyObject* capsule = TableCapsule();  // kept, because it owns the table
  void** entries =
      capsule == nullptr ? nullptr : static_cast<void**>(PyCapsule_GetPointer(capsule, nullptr));
  if (entries == nullptr) {
    PyErr_Clear();
    return {};
  }
  const unsigned version = reinterpret_cast<NumpyTable::GetVersion>(entries[0])();
  if (version != kTables[0] && version != kTables[1]) return {};
  return {entries[2], reinterpret_cast<NumpyTable::New>(entries[93]),
          reinterpret_cast<NumpyTable::SetBase>(entries[282])};
}

}  // namespace

PyObject* NumpyArray(PyObject* object) {
  static PyObject* asarray = nullptr;
  if (asarray == nullptr) {
    const Ref numpy(PyImport_ImportModule("numpy"));
    if (!numpy) return nullptr;
    asarray = PyObject_GetAttrString(numpy.get(), "asarray");
    if (asarray == nullptr) return nullptr;
  }
  return PyObject_CallFunctionObjArgs(asarray, object, nullptr);
}

PyObject* NumpyArray(PyObject* array, PyObject* dtype, PyObject* copy) {
  if (copy == Py_None && dtype == Py_None) {
    Py_INCREF(array);
    return array;
  }
  if (copy == Py_None) {  // as needed, which numpy 1 has no word for
    const Ref convert(PyObject_GetAttrString(array, "astype"));
    const Ref arguments(convert ? Py_BuildValue("(O)", dtype) : nullptr);
    const Ref keywords(arguments ? Py_BuildValue("{s:O}", "copy", Py_False) : nullptr);
    return keywords ? PyObject_Call(convert.get(), arguments.get(), keywords.get()) : nullptr;
  }
  const Ref numpy(PyImport_ImportModule("numpy"));
  const Ref function(numpy ? PyObject_GetAttrString(numpy.get(), "array") : nullptr);
  const Ref arguments(function ? Py_BuildValue("(O)", array) : nullptr);
  const Ref keywords(arguments ? Py_BuildValue("{s:O,s:O}", "dtype", dtype, "copy", copy)
                               : nullptr);
  return keywords ? PyObject_Call(function.get(), arguments.get(), keywords.get()) : nullptr;
}

std::string NumpyName(PrecisionType precision) {
  const ElementType type = NumpyType(precision);
  const size_t bits = 8 * PrecisionTypeLength(precision);
  switch (type.kind) {
    case 'b':
      return "bool";
    case 'i':
      return StrCat("int", bits);
    case 'u':
      return StrCat("uint", bits);
    case 'f':
      return StrCat("float", bits);
    default:
      return "no type";
  }
}

bool NumpyHas(PrecisionType precision) { return NumpyType(precision).kind != 0; }

PyObject* ArrayOver(const ArrayMemory& memory, PyObject* owner) {
  // Not in the initialiser: the lookup may let another thread run, which would wait here forever.
  static NumpyTable table;
  static bool searched = false;
  if (!searched) {
    table = FindTable();
    searched = true;
  }
  if (table.make == nullptr) return NumpyArray(owner);
  const int flags = kContiguous | kAligned | (memory.writeable ? kWriteable : 0);
  Ref array(table.make(table.array_type, memory.rank, memory.shape,
                       NumpyType(memory.precision).number, nullptr, memory.data, 0, flags,
                       nullptr));
  if (!array) return nullptr;
  Py_INCREF(owner);  // the reference is stolen, even if the call fails
  if (table.set_base(array.get(), owner) != 0) return nullptr;
  return array.release();
}

PyObject* ArrayStructOf(const ArrayMemory& memory) {
  auto made = std::make_unique<OwnedArrayStruct>();
  made->base.rank = memory.rank;
  made->base.kind = NumpyType(memory.precision).kind;
  made->base.item_size = static_cast<int>(PrecisionTypeLength(memory.precision));
  made->base.flags = kContiguous | kAligned | kNative | (memory.writeable ? kWriteable : 0);
  made->base.shape = made->shape.data();
  made->base.strides = made->strides.data();
  made->base.data = memory.data;
  // Unsigned, because the other dimensions may have any product if one is 0.
  size_t stride = static_cast<size_t>(made->base.item_size);
  for (int i = memory.rank - 1; i >= 0; --i) {
    const size_t at = static_cast<size_t>(i);
    made->shape[at] = memory.shape[i];
    made->strides[at] = static_cast<Py_ssize_t>(stride);
    stride *= static_cast<size_t>(memory.shape[i] > 1 ? memory.shape[i] : 1);
  }
  PyObject* capsule = PyCapsule_New(&made->base, nullptr, &FreeArrayStruct);
  if (capsule != nullptr) (void)made.release();
  return capsule;
}

}  // namespace paddle::lite::python
