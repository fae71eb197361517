#include <algorithm>
#include <array>
#include <cstring>

#include "lite/api/python/array.h"
#include "lite/api/python/bind.h"
#include "lite/api/python/numpy_api.h"
#include "lite/api/python/session.h"
#include "lite/base/strings.h"
#include "lite/core/device.h"

namespace paddle::lite::python {
namespace {

using lite_api::TargetType;

// Copying more than this lets other Python threads run.
constexpr size_t kLargeCopy = size_t{1} << 20;

// Memory of a tensor that numpy views. It stays valid whatever happens to the tensor.
struct MemoryView {
  std::shared_ptr<Session> session;
  std::shared_ptr<Buffer> buffer;
  std::array<Py_ssize_t, DDim::kMaxRank> shape;
  ArrayMemory memory;  // its shape is the one above
};

PyObject* GetArrayStruct(PyObject* self, void*) {
  return Guarded(
      [&] { return ArrayStructOf(reinterpret_cast<Object<MemoryView>*>(self)->value->memory); });
}

Status CheckInput(const TensorHandle& self, const char* what) {
  if (!self.output) return OkStatus();
  return FailedPrecondition(what, ": '", self.name,
                            "' is an output, which only the predictor can write");
}

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

Status CheckTarget(TargetType target) {
  if (FindDevice(target) != nullptr) return OkStatus();
  return InvalidArgument("this build has no memory on target ", TargetToStr(target));
}

// Allocates elements of `precision` in a tensor whose shape is complete.
Status MakeRoom(TensorHandle& self, PrecisionType precision, TargetType target) {
  LITE_RETURN_IF_ERROR(CheckTarget(target));
  if (self.tensor->dims().HasUnknown()) {
    return FailedPrecondition("'", self.name, "' has the shape ", self.tensor->dims(),
                              ", which is not complete: call resize first");
  }
  LITE_ASSIGN_OR_RETURN(const int64_t count, CheckedElementCount(self.tensor->dims()));
  (void)count;
  return self.tensor->Allocate(precision, target).WithContext(StrCat("'", self.name, "'"));
}

void Copy(const ArrayView& from, void* to) {
  if (from.bytes() < kLargeCopy) {
    from.CopyTo(to);
  } else {
    const WithoutGil others_run;
    from.CopyTo(to);
  }
}

PyObject* FromNumpy(TensorHandle& self, PyObject* array, std::optional<TargetType> place) {
  ArrayView view;
  if (!view.Open(array)) return nullptr;
  const PrecisionType precision = view.precision();
  if (precision == PrecisionType::kUnk) {
    return RaiseTypeError(StrCat(
        "from_numpy takes float16, float32, float64, int8, int16, int32, int64, uint8 and bool in "
        "this machine's byte order, found ",
        view.TypeText()));
  }
  const TargetType target = place.value_or(TargetType::kHost);
  return WithUse(self.session.get(), [&]() -> Status {
    LITE_RETURN_IF_ERROR(CheckInput(self, "from_numpy"));
    LITE_RETURN_IF_ERROR(CheckTarget(target));
    LITE_RETURN_IF_ERROR(self.api.TryResize(view.shape()));
    LITE_RETURN_IF_ERROR(MakeRoom(self, precision, target));
    Copy(view, self.tensor->mutable_raw_data());
    return OkStatus();
  });
}

// The memory that numpy views. An input without data is filled with zeros.
Status View(TensorHandle& self, MemoryView* view) {
  Tensor* tensor = self.tensor;
  const PrecisionType precision = tensor->precision();
  if (!NumpyHas(precision)) {
    return FailedPrecondition("'", self.name, "' has no element type yet");
  }
  const bool has_shape = !tensor->dims().HasUnknown();
  if (!has_shape || !tensor->IsInitialized() || tensor->memory_size() > tensor->capacity()) {
    if (self.output) {
      return FailedPrecondition("output '", self.name, "' has no data yet: call run first");
    }
    if (!has_shape) {
      return InvalidArgument("'", self.name, "' has the shape ", tensor->dims(),
                             ", which is not complete: call resize first");
    }
    LITE_RETURN_IF_ERROR(MakeRoom(self, precision, tensor->target()));
    std::memset(tensor->mutable_raw_data(), 0, tensor->memory_size());
  }
  view->session = self.session;
  view->buffer = tensor->buffer();
  std::copy(tensor->dims().begin(), tensor->dims().end(), view->shape.begin());
  view->memory = {tensor->mutable_raw_data(), precision, tensor->dims().rank(), view->shape.data(),
                  !self.output};
  return OkStatus();
}

PyObject* Numpy(TensorHandle& self) {
  auto view = std::make_unique<MemoryView>();
  const ArrayMemory& memory = view->memory;
  Status status;
  {
    Use use(self.session.get());
    if (!use.Acquire()) return nullptr;
    status = View(self, view.get());
  }
  if (!status.ok()) return Raise(status);
  const Ref owner(Wrap(std::move(view)));
  return owner ? ArrayOver(memory, owner.get()) : nullptr;
}

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

  const TargetType target = type.value_or(TargetType::kHost);
  return WithUse(self.session.get(), [&]() -> Status {
    LITE_RETURN_IF_ERROR(CheckInput(self, "setting data"));
    if (!self.tensor->dims().HasUnknown() && self.tensor->numel() != given) {
      return InvalidArgument(given, " elements are given, the shape ", self.tensor->dims(), " of '",
                             self.name, "' has ", self.tensor->numel());
    }
    LITE_RETURN_IF_ERROR(MakeRoom(self, kPrecision, target));
    if (direct) {
      Copy(view, self.tensor->mutable_raw_data());
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
      return FailedPrecondition("'", self.name, "' holds ", PrecisionToStr(tensor.precision()),
                                ", not ", PrecisionToStr(kPrecision));
    }
    const T* data = tensor.data<T>();
    return Shown(data, data + tensor.numel());
  });
}

PyObject* Representation(PyObject* object) {
  return Guarded([&] {
    TensorHandle& self = *reinterpret_cast<Object<TensorHandle>*>(object)->value;
    return WithUse(self.session.get(), [&] {
      return StrCat("<Tensor '", self.name, "' ", PrecisionToStr(self.tensor->precision()), " ",
                    self.tensor->dims(), ">");
    });
  });
}

constexpr const char* kDataAndType[] = {"data", "type"};
constexpr const char* kArrayAndPlace[] = {"array", "place"};

PyMethodDef tensor_methods[] = {
    Method<TensorHandle, &Resize>("resize", "resize(shape)\n\nSets the shape of an input."),
    Method<TensorHandle, &Shape>("shape", "shape() -> list of int"),
    Method<TensorHandle, &Target>("target", "target() -> TargetType"),
    Method<TensorHandle, &Precision>("precision", "precision() -> PrecisionType"),
    Method<TensorHandle, &SetLoD>("set_lod", "set_lod(offsets)\n\nOne list of offsets per level."),
    Method<TensorHandle, &GetLoD>("lod", "lod() -> list of lists of int"),
    Method<TensorHandle, &Numpy>("numpy",
                                 "numpy() -> numpy.ndarray\n\nThe tensor's memory, not a copy. "
                                 "The memory of an output is read-only."),
    MethodWithNames<TensorHandle, &FromNumpy, kArrayAndPlace>(
        "from_numpy",
        "from_numpy(array, place=...)\n\nTakes shape, element type and elements; to "
        "TargetType.Host "
        "unless another place is named."),
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

PyMethodDef no_methods[] = {{nullptr, nullptr, 0, nullptr}};
PyGetSetDef view_attributes[] = {{"__array_struct__", &GetArrayStruct, nullptr, nullptr, nullptr},
                                 {nullptr, nullptr, nullptr, nullptr, nullptr}};

}  // namespace

bool MakeTensorTypes(const std::string& prefix) {
  return MakeType<TensorHandle>(prefix, "Tensor",
                                "An input or output of a predictor, which it keeps alive.",
                                tensor_methods,
                                {{Py_tp_new, reinterpret_cast<void*>(&NewRefused)},
                                 {Py_tp_repr, reinterpret_cast<void*>(&Representation)}}) &&
         MakeType<MemoryView>(
             prefix, "_TensorMemory", "The memory of the arrays of Tensor.numpy().", no_methods,
             {{Py_tp_new, reinterpret_cast<void*>(&NewRefused)}, {Py_tp_getset, view_attributes}});
}

}  // namespace paddle::lite::python
