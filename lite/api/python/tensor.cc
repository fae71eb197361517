#include <algorithm>
#include <cstring>

#include "lite/api/python/bind.h"
#include "lite/api/python/tensor_memory.h"
#include "lite/base/strings.h"
#include "lite/core/device.h"
#include "lite/core/targets.h"

namespace paddle::lite::python {
namespace {

using lite_api::TargetType;

PyObject* Resize(TensorHandle& self, const std::vector<int64_t>& shape) {
  return WithUse(self.session.get(), [&]() -> Status {
    LITE_RETURN_IF_ERROR(CheckInput(self, "resize"));
    // -1 leaves a dimension open, as in the declared shape.
    if (std::find(shape.begin(), shape.end(), -1) == shape.end()) return self.api.TryResize(shape);
    LITE_ASSIGN_OR_RETURN(const DDim dims, DDim::FromVector(shape));
    if (std::any_of(shape.begin(), shape.end(), [](int64_t dim) { return dim < -1; })) {
      return InvalidArgument("resize of '", self.name, "': ", dims, " is not a shape");
    }
    self.tensor->Resize(dims);
    return OkStatus();
  });
}

PyObject* Shape(TensorHandle& self) {
  return WithUse(self.session.get(), [&] {
    // For an output, the declared shape until there is a result.
    const bool declared = self.output && !self.tensor->IsInitialized();
    return declared ? self.session->DeclaredShape(self.name) : self.api.shape();
  });
}

PyObject* Target(TensorHandle& self) {
  return WithUse(self.session.get(), [&] { return self.api.target(); });
}

PyObject* Precision(TensorHandle& self) {
  return WithUse(self.session.get(), [&] { return self.api.precision(); });
}

PyObject* SetLoD(TensorHandle& self, const std::vector<std::vector<uint64_t>>& lod) {
  return WithUse(self.session.get(), [&]() -> Status {
    LITE_RETURN_IF_ERROR(CheckInput(self, "set_lod"));
    self.api.SetLoD(lod);
    return OkStatus();
  });
}

PyObject* GetLoD(TensorHandle& self) {
  return WithUse(self.session.get(), [&] { return self.api.lod(); });
}

PyObject* FromNumpy(TensorHandle& self, PyObject* array, std::optional<TargetType> place) {
  InputArray given;
  if (!given.Read(array, *self.session, self.name)) return nullptr;
  return WithUse(self.session.get(),
                 [&] { return FillInput(&self, given, place.value_or(TargetType::kHost)); });
}

PyObject* ArrayOf(TensorHandle& self, bool copy) {
  auto view = std::make_unique<MemoryView>();
  Status status;
  {
    Use use(self.session.get());
    if (!use.Acquire()) return nullptr;
    status = copy ? CopyMemory(&self, view.get()) : ViewMemory(&self, view.get());
  }
  return status.ok() ? ToArray(std::move(view)) : Raise(status);
}

PyObject* Numpy(TensorHandle& self, std::optional<bool> copy) {
  return ArrayOf(self, copy.value_or(false));
}

// numpy's protocol: numpy.asarray(tensor) is a view, with another dtype a copy.
PyObject* AsArray(TensorHandle& self, std::optional<PyObject*> dtype,
                  std::optional<PyObject*> copy) {
  const Ref view(ArrayOf(self, false));
  return view ? NumpyArray(view.get(), dtype.value_or(Py_None), copy.value_or(Py_None)) : nullptr;
}

// The protocol of other array libraries, by way of numpy. Most of them cannot mark memory as
// read-only, so an output is copied unless the caller forbids it.
PyObject* DlPack(PyObject* object, PyObject* args, PyObject* keywords) {
  return Guarded([&]() -> PyObject* {
    TensorHandle& self = *reinterpret_cast<Object<TensorHandle>*>(object)->value;
    const Ref rest(keywords != nullptr ? PyDict_Copy(keywords) : PyDict_New());
    if (!rest) return nullptr;
    PyObject* copy = PyDict_GetItemString(rest.get(), "copy");
    const bool wanted = copy == Py_True || (self.output && copy != Py_False);
    if (wanted && copy != nullptr && PyDict_DelItemString(rest.get(), "copy") != 0) return nullptr;
    const Ref array(ArrayOf(self, wanted));
    const Ref method(array ? PyObject_GetAttrString(array.get(), "__dlpack__") : nullptr);
    return method ? PyObject_Call(method.get(), args, rest.get()) : nullptr;
  });
}

PyObject* DlPackDevice(TensorHandle&) {
  constexpr int kCpu = 1;
  return Py_BuildValue("(ii)", kCpu, 0);
}

std::string Name(TensorHandle& self) { return self.name; }

// set_float_data and similar methods.
template <typename T>
PyObject* SetData(TensorHandle& self, PyObject* data, std::optional<TargetType> type) {
  constexpr PrecisionType kPrecision = lite_api::PrecisionTypeTrait<T>::Type();
  // Elements of the right type are copied once, directly.
  ArrayView view;
  std::vector<T> values;
  if (!PyList_Check(data) && !PyTuple_Check(data) && !view.TryOpen(data) &&
      PyErr_Occurred() != nullptr) {
    return nullptr;
  }
  const bool direct = view.bytes() > 0 && view.precision() == kPrecision;
  if (!direct && !ReadNumbers(data, &values)) return nullptr;
  const int64_t given = direct ? view.count() : static_cast<int64_t>(values.size());

  // The program itself copies inputs to a device, whose memory the host cannot write.
  const TargetType asked = type.value_or(TargetType::kHost);
  const TargetType target = IsHostMemory(asked) ? asked : TargetType::kHost;
  return WithUse(self.session.get(), [&]() -> Status {
    LITE_RETURN_IF_ERROR(CheckInput(self, "setting data"));
    if (target != asked) {
      const auto device = OpenDevice({asked, 0});
      if (!device.ok()) return InvalidArgument("type: ", device.status().message());
    }
    if (!self.tensor->dims().HasUnknown() && self.tensor->numel() != given) {
      return InvalidArgument(given, " elements are given, the shape ", self.tensor->dims(), " of '",
                             self.name, "' has ", self.tensor->numel());
    }
    LITE_RETURN_IF_ERROR(MakeRoom(&self, kPrecision, target));
    if (direct) {
      view.CopyTo(self.tensor->mutable_raw_data());
    } else if (given != 0) {
      std::memcpy(self.tensor->mutable_raw_data(), values.data(), values.size() * sizeof(T));
    }
    return OkStatus();
  });
}

// float_data and similar methods.
template <typename T>
PyObject* GetData(TensorHandle& self) {
  constexpr PrecisionType kPrecision = lite_api::PrecisionTypeTrait<T>::Type();
  using Shown = std::vector<std::conditional_t<std::is_integral_v<T>, int, T>>;
  return WithUse(self.session.get(), [&]() -> Result<Shown> {
    const Tensor& tensor = *self.tensor;
    if (!tensor.IsInitialized() || tensor.dims().HasUnknown() ||
        tensor.memory_size() > tensor.capacity()) {
      return FailedPrecondition("'", self.name, "' has no data yet");
    }
    if (tensor.precision() != kPrecision) {
      return FailedPrecondition("'", self.name, "' holds ", NumpyName(tensor.precision()), ", not ",
                                NumpyName(kPrecision), ": numpy() has the elements as they are");
    }
    const T* data = tensor.data<T>();
    return Shown(data, data + tensor.numel());
  });
}

PyObject* TensorRepresentation(PyObject* object) {
  return Guarded([&] {
    TensorHandle& self = *reinterpret_cast<Object<TensorHandle>*>(object)->value;
    return WithUse(self.session.get(), [&] {
      const Tensor& tensor = *self.tensor;
      const bool has_data = tensor.IsInitialized() && !tensor.dims().HasUnknown() &&
                            tensor.memory_size() <= tensor.capacity();
      return StrCat("<Tensor '", self.name, "' ", NumpyName(tensor.precision()), " ",
                    ListToString(tensor.dims().Vectorize()), has_data ? ">" : ", no data>");
    });
  });
}

constexpr const char* kCopy[] = {"copy"};
constexpr const char* kDtypeAndCopy[] = {"dtype", "copy"};
constexpr const char* kDataAndType[] = {"data", "type"};
constexpr const char* kArrayAndPlace[] = {"array", "place"};

PyMethodDef tensor_methods[] = {
    Method<TensorHandle, &Resize>("resize", "resize(shape)\n\nSets the shape of an input."),
    Method<TensorHandle, &Shape>("shape", "shape() -> list of int"),
    Method<TensorHandle, &Target>("target", "target() -> TargetType"),
    Method<TensorHandle, &Precision>("precision", "precision() -> PrecisionType"),
    Method<TensorHandle, &SetLoD>("set_lod", "set_lod(offsets)\n\nOne list of offsets per level."),
    Method<TensorHandle, &GetLoD>("lod", "lod() -> list of lists of int"),
    Method<TensorHandle, &Name>("name", "name() -> str"),
    MethodWithNames<TensorHandle, &Numpy, kCopy>(
        "numpy",
        "numpy(copy=False) -> numpy.ndarray\n\nThe tensor's memory, which for an output is "
        "read-only and shows the values of later runs, or a copy of it."),
    MethodWithNames<TensorHandle, &AsArray, kDtypeAndCopy>("__array__",
                                                           "__array__(dtype=None, copy=None)"),
    {"__dlpack__", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&DlPack)),
     METH_VARARGS | METH_KEYWORDS, "The elements, for other array libraries."},
    Method<TensorHandle, &DlPackDevice>("__dlpack_device__", "__dlpack_device__()"),
    MethodWithNames<TensorHandle, &FromNumpy, kArrayAndPlace>(
        "from_numpy",
        "from_numpy(array, place=...)\n\nTakes shape, element type and elements; lists, tuples and "
        "numbers become the type that the model declares. To TargetType.Host unless another place "
        "is named."),
    MethodWithNames<TensorHandle, &SetData<float>, kDataAndType>(
        "set_float_data",
        "set_float_data(data, type=...)\n\nOn TargetType.Host unless another one is named."),
    MethodWithNames<TensorHandle, &SetData<int32_t>, kDataAndType>(
        "set_int32_data",
        "set_int32_data(data, type=...)\n\nOn TargetType.Host unless another one is named."),
    MethodWithNames<TensorHandle, &SetData<int8_t>, kDataAndType>(
        "set_int8_data",
        "set_int8_data(data, type=...)\n\nOn TargetType.Host unless another one is named."),
    MethodWithNames<TensorHandle, &SetData<uint8_t>, kDataAndType>(
        "set_uint8_data",
        "set_uint8_data(data, type=...)\n\nOn TargetType.Host unless another one is named."),
    Method<TensorHandle, &GetData<float>>("float_data", "float_data() -> list of float"),
    Method<TensorHandle, &GetData<int32_t>>("int32_data", "int32_data() -> list of int"),
    Method<TensorHandle, &GetData<int8_t>>("int8_data", "int8_data() -> list of int"),
    Method<TensorHandle, &GetData<uint8_t>>("uint8_data", "uint8_data() -> list of int"),
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

bool MakeTensorTypes(const std::string& prefix) {
  return MakeType<TensorHandle>(prefix, "Tensor",
                                "An input or output of a predictor, which it keeps alive.",
                                tensor_methods,
                                {{Py_tp_new, reinterpret_cast<void*>(&NewRefused)},
                                 {Py_tp_repr, reinterpret_cast<void*>(&TensorRepresentation)}}) &&
         MakeMemoryViewType(prefix);
}

}  // namespace paddle::lite::python
