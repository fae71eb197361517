// Binds C++ classes as Python types, and functions as their methods.
//
//   {"resize", Call<TensorHandle, &Resize>, METH_VARARGS | METH_KEYWORDS, kDoc}
//
// The function is a member of the class or of a base, or a free function that takes the object
// first. FromPython converts its parameters, ToPython its result. Trailing parameters of type
// std::optional are optional. With a list of names, arguments may also be passed by keyword.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "lite/api/python/convert.h"

namespace paddle::lite::python {

template <typename T>
struct Object {
  PyObject_HEAD T* value;
  PyObject* weak_references;
};

// The Python type of T.
template <typename T>
inline PyTypeObject* type_object = nullptr;

// The value of an object of T's type or a subclass; null for any other object.
template <typename T>
T* ValueOf(PyObject* object) {
  if (!PyObject_TypeCheck(object, type_object<T>)) return nullptr;
  return reinterpret_cast<Object<T>*>(object)->value;
}

// An object that owns `value`, of T's type or a subclass.
template <typename T>
PyObject* Wrap(std::unique_ptr<T> value, PyTypeObject* type = type_object<T>) {
  PyObject* object = PyType_GenericAlloc(type, 0);
  if (object != nullptr) reinterpret_cast<Object<T>*>(object)->value = value.release();
  return object;
}

template <typename T>
void Deallocate(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  Object<T>* self = reinterpret_cast<Object<T>*>(object);
  if (self->weak_references != nullptr) PyObject_ClearWeakRefs(object);
  delete self->value;
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(reinterpret_cast<PyObject*>(type));
}

// --- arguments
// Sorts positional and keyword arguments into `slots`; borrowed references, null where one is
// missing.
bool SortArguments(PyObject* args, PyObject* keywords, const char* const* names, size_t required,
                   PyObject** slots, size_t count);

template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <typename... A>
constexpr size_t RequiredCount() {
  return (size_t{0} + ... + (IsOptional<std::decay_t<A>>::value ? 0 : 1));
}

template <typename... A>
struct Arguments {
  static constexpr size_t kCount = sizeof...(A);
  std::tuple<std::decay_t<A>...> values;

  bool Read(PyObject* args, PyObject* keywords, const char* const* names) {
    std::array<PyObject*, kCount + 1> slots{};
    return SortArguments(args, keywords, names, RequiredCount<A...>(), slots.data(), kCount) &&
           Convert(slots.data(), std::index_sequence_for<A...>());
  }

 private:
  template <size_t... I>
  bool Convert([[maybe_unused]] PyObject* const* slots, std::index_sequence<I...>) {
    return (... && (slots[I] == nullptr || FromPython(slots[I], &std::get<I>(values))));
  }
};

template <typename R, typename Invoke>
PyObject* Result2Python(const Invoke& invoke) {
  if constexpr (std::is_void_v<R>) {
    invoke();
    Py_INCREF(Py_None);
    return Py_None;
  } else {
    return ToPython(invoke());
  }
}

template <typename T, auto F>
struct Caller;
template <typename T, typename C, typename R, typename... A, R (C::*F)(A...)>
struct Caller<T, F> {
  static PyObject* Run(T& self, PyObject* args, PyObject* keywords, const char* const* names) {
    Arguments<A...> arguments;
    if (!arguments.Read(args, keywords, names)) return nullptr;
    return Result2Python<R>([&]() -> R {
      return std::apply([&](auto&... values) -> R { return (self.*F)(values...); },
                        arguments.values);
    });
  }
};
template <typename T, typename C, typename R, typename... A, R (C::*F)(A...) const>
struct Caller<T, F> {
  static PyObject* Run(T& self, PyObject* args, PyObject* keywords, const char* const* names) {
    Arguments<A...> arguments;
    if (!arguments.Read(args, keywords, names)) return nullptr;
    return Result2Python<R>([&]() -> R {
      return std::apply([&](auto&... values) -> R { return (self.*F)(values...); },
                        arguments.values);
    });
  }
};
template <typename T, typename C, typename R, typename... A, R (*F)(C&, A...)>
struct Caller<T, F> {
  static PyObject* Run(T& self, PyObject* args, PyObject* keywords, const char* const* names) {
    Arguments<A...> arguments;
    if (!arguments.Read(args, keywords, names)) return nullptr;
    return Result2Python<R>([&]() -> R {
      return std::apply([&](auto&... values) -> R { return F(self, values...); }, arguments.values);
    });
  }
};

inline constexpr const char* const* kNoNames = nullptr;

template <typename T, auto F, const char* const* Names>
PyObject* CallWithKeywords(PyObject* self, PyObject* args, PyObject* keywords) {
  return Guarded([&] {
    return Caller<T, F>::Run(*reinterpret_cast<Object<T>*>(self)->value, args, keywords, Names);
  });
}
template <typename T, auto F>
PyObject* CallPositional(PyObject* self, PyObject* args) {
  return Guarded([&] {
    return Caller<T, F>::Run(*reinterpret_cast<Object<T>*>(self)->value, args, nullptr, kNoNames);
  });
}

// A method with positional arguments.
template <typename T, auto F>
constexpr PyMethodDef Method(const char* name, const char* doc) {
  return {name, &CallPositional<T, F>, METH_VARARGS, doc};
}
// A method whose arguments may be passed by name.
template <typename T, auto F, const char* const* Names>
PyMethodDef MethodWithNames(const char* name, const char* doc) {
  return {
      name,
      reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&CallWithKeywords<T, F, Names>)),
      METH_VARARGS | METH_KEYWORDS, doc};
}

// tp_new of a type whose objects are created from Python. The arguments are those of __init__,
// which a subclass may define with others.
template <typename T>
PyObject* NewDefault(PyTypeObject* type, PyObject*, PyObject*) {
  return Guarded([&] { return Wrap(std::make_unique<T>(), type); });
}
// tp_init of a type whose objects are created without arguments.
int InitWithoutArguments(PyObject* self, PyObject* args, PyObject* keywords);

// tp_new of a type whose objects are only created by the module.
PyObject* NewRefused(PyTypeObject* type, PyObject* args, PyObject* keywords);

struct MadeType {
  const char* name;
  PyTypeObject* type;
};
// All types created so far.
std::vector<MadeType>& MadeTypes();

// Keeps the table of a type's methods alive as long as the type, and adds the terminating entry.
PyMethodDef* KeepMethods(std::vector<PyMethodDef> methods);

// If a docstring begins like a call, "resize(shape)" or "shape() -> list of int", that becomes the
// signature shown by inspect.signature and help(). Modifies the table.
void AddSignatures(PyMethodDef* methods);

// The member that stores weak references, for PyType_FromSpec; Python 3.8 does not support it for
// such types.
extern PyMemberDef weak_reference_member[];

// Creates the type of T, once. `prefix` is the module's name and a dot; `more` lists slots other
// than deallocation and methods.
template <typename T>
bool MakeType(const std::string& prefix, const char* name, const char* doc, PyMethodDef* methods,
              std::initializer_list<PyType_Slot> more) {
  if (type_object<T> != nullptr) return true;
  static const std::string* const kept = new std::string(prefix + name);  // the type refers to it
  AddSignatures(methods);
  std::vector<PyType_Slot> slots = {
      {Py_tp_dealloc, reinterpret_cast<void*>(&Deallocate<T>)},
      {Py_tp_doc, const_cast<char*>(doc)},
      {Py_tp_methods, methods},
      {Py_tp_members, weak_reference_member},
  };
  slots.insert(slots.end(), more);
  slots.push_back({0, nullptr});
  PyType_Spec spec = {kept->c_str(), static_cast<int>(sizeof(Object<T>)), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots.data()};
  type_object<T> = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  if (type_object<T> == nullptr) return false;
  MadeTypes().push_back({name, type_object<T>});
  return true;
}

// The types created by each source file.
bool MakeConfigTypes(const std::string& prefix);
bool MakeTensorTypes(const std::string& prefix);
bool MakeMemoryViewType(const std::string& prefix);
bool MakePredictorTypes(const std::string& prefix);
bool MakeOptType(const std::string& prefix);

PyObject* CreatePredictor(PyObject* module, PyObject* args, PyObject* keywords);
PyObject* OptMainFromPython(PyObject* module, PyObject* arguments);

}  // namespace paddle::lite::python
