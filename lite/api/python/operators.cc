// Operators whose functions are Python ones.
#include "lite/api/python/operators.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lite/api/custom_operators.h"
#include "lite/api/operator_signature.h"
#include "lite/api/python/bind.h"
#include "lite/api/python/tensor_memory.h"
#include "lite/base/strings.h"

namespace paddle::lite::python {
namespace {

// Lives as long as the process, like the operator.
struct PythonOperator {
  OperatorSignature signature;
  PyObject* compute = nullptr;
  PyObject* infer = nullptr;  // null: shapes are those of the first input
};

// "ValueError: ..." of the pending exception, which is cleared.
std::string TakeException() {
  PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  const Ref kept_type(type), kept_value(value), kept_trace(trace);
  std::string text = value == nullptr ? "an unknown exception" : TypeName(value);
  const Ref described(value == nullptr ? nullptr : PyObject_Str(value));
  std::string words;
  if (described && FromPython(described.get(), &words) && !words.empty()) text += ": " + words;
  PyErr_Clear();
  return text;
}

// --- arguments

PyObject* ShapeOf(const PDL_OpTensor& tensor) {
  Ref shape(PyTuple_New(tensor.rank));
  for (int32_t i = 0; shape && i < tensor.rank; ++i) {
    PyObject* dim = ToPython(tensor.dims[i]);
    if (dim == nullptr) return nullptr;
    PyTuple_SetItem(shape.get(), i, dim);
  }
  return shape.release();
}

size_t BytesOf(const PDL_OpTensor& tensor) {
  size_t bytes = PrecisionTypeLength(static_cast<PrecisionType>(tensor.type));
  for (int32_t i = 0; i < tensor.rank; ++i) bytes *= static_cast<size_t>(tensor.dims[i]);
  return bytes;
}

// A copy: the function may keep the array, and the tensor's memory is only valid during the call.
PyObject* ArrayOf(const PDL_OpTensor& tensor) {
  const size_t bytes = BytesOf(tensor);
  auto buffer = Buffer::Allocate(TargetType::kHost, bytes);
  if (!buffer.ok()) return Raise(buffer.status());
  auto view = std::make_unique<MemoryView>();
  view->buffer = *buffer;
  if (bytes != 0) std::memcpy(view->buffer->data(), tensor.data, bytes);
  std::copy(tensor.dims, tensor.dims + tensor.rank, view->shape.begin());
  view->memory = {view->buffer->data(), static_cast<PrecisionType>(tensor.type), tensor.rank,
                  view->shape.data(), true};
  return ToArray(std::move(view));
}

using Describe = PyObject* (*)(const PDL_OpTensor&);

PyObject* Argument(const PDL_OpSlot& slot, bool list, Describe describe) {
  if (!list) {
    if (slot.count != 0) return describe(slot.tensors[0]);
    Py_INCREF(Py_None);
    return Py_None;
  }
  Ref items(PyList_New(0));
  for (size_t i = 0; items && i < slot.count; ++i) {
    const Ref item(describe(slot.tensors[i]));
    if (!item || PyList_Append(items.get(), item.get()) != 0) return nullptr;
  }
  return items.release();
}

PyObject* ValueOf(const PDL_OpAttribute& attribute, const model::AttrValue& declared) {
  if (attribute.text != nullptr) return ToPython(std::string(attribute.text));
  const bool list = std::holds_alternative<std::vector<int64_t>>(declared) ||
                    std::holds_alternative<std::vector<double>>(declared);
  if (attribute.ints != nullptr) {
    if (list)
      return ToPython(std::vector<int64_t>(attribute.ints, attribute.ints + attribute.count));
    return std::holds_alternative<bool>(declared) ? ToPython(attribute.ints[0] != 0)
                                                  : ToPython(attribute.ints[0]);
  }
  if (!list) return PyFloat_FromDouble(attribute.floats[0]);
  Ref items(PyList_New(0));
  for (size_t i = 0; items && i < attribute.count; ++i) {
    const Ref item(PyFloat_FromDouble(attribute.floats[i]));
    if (!item || PyList_Append(items.get(), item.get()) != 0) return nullptr;
  }
  return items.release();
}

// function(*inputs, **attributes)
PyObject* CallFunction(const PythonOperator& op, PyObject* function, const PDL_OpCall& call,
                       Describe describe) {
  const Ref arguments(PyTuple_New(static_cast<Py_ssize_t>(call.input_count)));
  const Ref keywords(PyDict_New());
  if (!arguments || !keywords) return nullptr;
  for (size_t i = 0; i < call.input_count; ++i) {
    PyObject* argument = Argument(call.inputs[i], op.signature.inputs[i].list, describe);
    if (argument == nullptr) return nullptr;
    PyTuple_SetItem(arguments.get(), static_cast<Py_ssize_t>(i), argument);
  }
  for (size_t i = 0; i < call.attribute_count; ++i) {
    const Ref value(ValueOf(call.attributes[i], op.signature.attributes[i].value));
    if (!value || PyDict_SetItemString(keywords.get(), call.attributes[i].name, value.get()) != 0) {
      return nullptr;
    }
  }
  return PyObject_Call(function, arguments.get(), keywords.get());
}

// --- results: one for each output of the signature, the result itself if there is one; a list for
// an output with `*`.

Status Mistake(const std::string& slot, const char* expected) {
  if (PyErr_Occurred() == nullptr) return InvalidArgument("output ", slot, ": expected ", expected);
  return InvalidArgument("output ", slot, ": expected ", expected, "; ", TakeException());
}

template <typename Read>
Status ReadResults(const PythonOperator& op, const PDL_OpCall& call, PyObject* result,
                   const Read& read) {
  Ref results;
  if (call.output_count == 1) {
    results = Ref(PyTuple_Pack(1, result));
  } else {
    const bool several = PyTuple_Check(result) != 0 || PyList_Check(result) != 0;
    if (several) results = Ref(PySequence_Tuple(result));
    if (!results || PyTuple_Size(results.get()) != static_cast<Py_ssize_t>(call.output_count)) {
      PyErr_Clear();
      return InvalidArgument("expected a tuple of ", call.output_count,
                             " results, one for each output");
    }
  }
  for (size_t i = 0; i < call.output_count; ++i) {
    const PDL_OpSlot& slot = call.outputs[i];
    PyObject* item = PyTuple_GetItem(results.get(), static_cast<Py_ssize_t>(i));
    if (slot.count == 0) continue;
    if (!op.signature.outputs[i].list) {
      LITE_RETURN_IF_ERROR(read(slot, item, &slot.tensors[0]));
      continue;
    }
    const Ref items(PySequence_Tuple(item));
    if (!items || PyTuple_Size(items.get()) != static_cast<Py_ssize_t>(slot.count)) {
      return Mistake(slot.name, "a list with a result for each tensor");
    }
    for (size_t k = 0; k < slot.count; ++k) {
      LITE_RETURN_IF_ERROR(
          read(slot, PyTuple_GetItem(items.get(), static_cast<Py_ssize_t>(k)), &slot.tensors[k]));
    }
  }
  return OkStatus();
}

Status ReadShape(const PDL_OpSlot& slot, PyObject* item, PDL_OpTensor* tensor) {
  std::vector<int64_t> shape;
  if (!FromPython(item, &shape)) return Mistake(slot.name, "a shape");
  tensor->rank = static_cast<int32_t>(std::min<size_t>(shape.size(), PDL_MAX_RANK + 1));
  std::copy_n(shape.begin(), std::min<size_t>(shape.size(), PDL_MAX_RANK), tensor->dims);
  return OkStatus();
}

Status ReadArray(const PDL_OpSlot& slot, PyObject* item, PDL_OpTensor* tensor) {
  ArrayView view;
  if (!view.Open(item)) return Mistake(slot.name, "an array");
  const std::vector<int64_t> wanted(tensor->dims, tensor->dims + tensor->rank);
  if (view.shape() != wanted) {
    return InvalidArgument("output ", slot.name, ": expected an array of shape ",
                           ListToString(wanted), ", found ", ListToString(view.shape()));
  }
  const auto type = static_cast<PrecisionType>(tensor->type);
  if (view.precision() == type) {
    view.CopyTo(tensor->data);
    return OkStatus();
  }
  std::vector<char> elements;
  if (!view.ConvertTo(type, &elements)) {
    return Mistake(slot.name, StrCat("elements of ", NumpyName(type)).c_str());
  }
  if (!elements.empty()) std::memcpy(tensor->data, elements.data(), elements.size());
  return OkStatus();
}

// Runs a Python function in whatever thread the library calls.
template <typename Read>
PDL_Code Run(PDL_OpCall* call, bool infer, const Read& read) {
  if (InterpreterEnds()) return PDL_FAILED_PRECONDITION;
  const WithGil gil;
  const auto& op = *static_cast<const PythonOperator*>(call->user_data);
  Status status;
  const Ref result(CatchExceptions([&] {
    return CallFunction(op, infer ? op.infer : op.compute, *call, infer ? &ShapeOf : &ArrayOf);
  }));
  if (!result) {
    status = InvalidArgument(TakeException());
  } else {
    status = ReadResults(op, *call, result.get(), read);
  }
  std::snprintf(call->message, call->message_size, "%s", status.message().c_str());
  return static_cast<PDL_Code>(status.code());
}

PDL_Code RunInfer(PDL_OpCall* call) { return Run(call, true, &ReadShape); }
PDL_Code RunCompute(PDL_OpCall* call) { return Run(call, false, &ReadArray); }

}  // namespace

PyObject* RegisterOperatorFromPython(PyObject*, PyObject* args, PyObject* keywords) {
  return Guarded([&]() -> PyObject* {
    static const char* const kNames[] = {"signature", "compute", "infer"};
    PyObject* given[3] = {};
    if (!SortArguments(args, keywords, kNames, 2, given, 3)) return nullptr;
    std::string text;
    if (!FromPython(given[0], &text)) return nullptr;
    if (given[2] == Py_None) given[2] = nullptr;
    for (PyObject* function : {given[1], given[2]}) {
      if (function == nullptr || PyCallable_Check(function) != 0) continue;
      return RaiseTypeError(
          StrCat("register_operator takes functions, found ", TypeName(function)));
    }
    Result<OperatorSignature> signature = ParseSignature(text);
    if (!signature.ok()) return Raise(signature.status());
    auto made = std::make_unique<PythonOperator>();
    made->signature = *std::move(signature);
    made->compute = given[1];
    made->infer = given[2];
    const PDL_Operator op = {sizeof(PDL_Operator), text.c_str(),
                             made->infer == nullptr ? nullptr : &RunInfer, &RunCompute, made.get()};
    const Status status = RegisterCustomOperator(&op);
    if (!status.ok()) return Raise(status);
    Py_INCREF(made->compute);
    Py_XINCREF(made->infer);
    made.release();
    return ToPython(OkStatus());
  });
}

PyObject* LoadOperatorsFromPython(PyObject*, PyObject* path) {
  return Guarded([&]() -> PyObject* {
    Path file;
    if (!FromPython(path, &file)) return nullptr;
    return ToPython(LoadCustomOperators(file.name));
  });
}

}  // namespace paddle::lite::python
