#include "lite/api/python/bind.h"

#include <cstddef>

#include "lite/base/strings.h"

namespace paddle::lite::python {

bool SortArguments(PyObject* args, PyObject* keywords, const char* const* names, size_t required,
                   PyObject** slots, size_t count) {
  const size_t given = static_cast<size_t>(PyTuple_Size(args));
  if (given > count) {
    RaiseTypeError(StrCat("expected at most ", count, " arguments, found ", given));
    return false;
  }
  for (size_t i = 0; i < given; ++i) slots[i] = PyTuple_GetItem(args, static_cast<Py_ssize_t>(i));
  PyObject* key = nullptr;
  PyObject* item = nullptr;
  Py_ssize_t at = 0;
  while (keywords != nullptr && PyDict_Next(keywords, &at, &key, &item)) {
    std::string name;
    if (!FromPython(key, &name)) return false;
    // "a|b": two names of one argument.
    size_t slot = count;
    for (size_t i = 0; names != nullptr && i < count; ++i) {
      const std::vector<std::string> spellings = SplitString(names[i], '|');
      for (const std::string& spelling : spellings) {
        if (spelling == name) slot = i;
      }
    }
    if (slot == count || slots[slot] != nullptr) {
      RaiseTypeError(StrCat(
          slot == count ? "there is no argument named '" : "two values for argument '", name, "'"));
      return false;
    }
    slots[slot] = item;
  }
  for (size_t i = 0; i < required; ++i) {
    if (slots[i] == nullptr) {
      RaiseTypeError(StrCat("argument ", i + 1, " of at least ", required, " is missing"));
      return false;
    }
  }
  return true;
}

std::vector<MadeType>& MadeTypes() {
  static std::vector<MadeType>* const types = new std::vector<MadeType>;
  return *types;
}

PyMethodDef* KeepMethods(std::vector<PyMethodDef> methods) {
  methods.push_back({nullptr, nullptr, 0, nullptr});
  return (new std::vector<PyMethodDef>(std::move(methods)))->data();
}

void AddSignatures(PyMethodDef* methods) {
  for (PyMethodDef* method = methods; method->ml_name != nullptr; ++method) {
    const std::string doc = method->ml_doc;
    const std::string call = StrCat(method->ml_name, "(");
    if (doc.rfind(call, 0) != 0) continue;
    size_t end = call.size();
    for (int open = 1; end < doc.size(); ++end) {  // a default value may be ()
      if (doc[end] == '(') ++open;
      if (doc[end] == ')' && --open == 0) break;
    }
    if (end == doc.size()) continue;
    const std::string arguments = doc.substr(call.size(), end - call.size());
    const bool by_name = (method->ml_flags & METH_KEYWORDS) != 0;
    const std::string sorted = arguments.empty() ? "/"
                               : by_name         ? StrCat("/, ", arguments)
                                                 : StrCat(arguments, ", /");
    const size_t text = doc.find_first_not_of(" \n", end + 1);
    const auto* made = new std::string(StrCat(call, "$self, ", sorted, ")\n--\n\n",
                                              text == std::string::npos ? "" : doc.substr(text)));
    method->ml_doc = made->c_str();  // kept as long as the type
  }
}

PyMemberDef weak_reference_member[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Object<void>, weak_references), READONLY, nullptr},
    {nullptr, 0, 0, 0, nullptr}};

int InitWithoutArguments(PyObject*, PyObject* args, PyObject* keywords) {
  const Ref done(Guarded([&]() -> PyObject* {
    Arguments<> none;
    return none.Read(args, keywords, kNoNames) ? ToPython(OkStatus()) : nullptr;
  }));
  return done ? 0 : -1;
}

PyObject* NewRefused(PyTypeObject* type, PyObject*, PyObject*) {
  return RaiseTypeError(
      "objects of this type are returned by a predictor and cannot be constructed");
}

}  // namespace paddle::lite::python
