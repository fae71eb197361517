#include "lite/api/python/tensor_memory.h"

#include <algorithm>
#include <cstring>

#include "lite/api/python/bind.h"
#include "lite/base/strings.h"
#include "lite/core/device.h"
#include "lite/core/targets.h"

namespace paddle::lite::python {
namespace {

using lite_api::TargetType;

// Copying more than this lets other Python threads run.
constexpr size_t kLargeCopy = size_t{1} << 20;

template <typename Copy>
void CopyBytes(size_t bytes, const Copy& copy) {
  if (bytes < kLargeCopy) {
    copy();
  } else {
    const WithoutGil others_run;
    copy();
  }
}

// Whether numpy gets an array with a type of its own from the object.
bool IsArrayLike(PyObject* object) {
  for (const char* attribute : {"__array__", "__array_interface__", "__array_struct__"}) {
    if (PyObject_HasAttrString(object, attribute) != 0) return true;
  }
  return false;
}

PyObject* GetArrayStruct(PyObject* self, void*) {
  return Guarded(
      [&] { return ArrayStructOf(reinterpret_cast<Object<MemoryView>*>(self)->value->memory); });
}

PyMethodDef no_methods[] = {{nullptr, nullptr, 0, nullptr}};
PyGetSetDef view_attributes[] = {{"__array_struct__", &GetArrayStruct, nullptr, nullptr, nullptr},
                                 {nullptr, nullptr, nullptr, nullptr, nullptr}};

}  // namespace

bool InputArray::Read(PyObject* object, const Session& session, const std::string& input) {
  bool keep_type = view_.TryOpen(object);
  if (!keep_type) {
    if (PyErr_Occurred() != nullptr) return false;
    keep_type = IsArrayLike(object);
    if (!view_.Open(object)) return false;
  }
  precision_ = view_.precision();
  if (precision_ == PrecisionType::kUnk) {
    RaiseTypeError(StrCat(
        "an input takes float16, float32, float64, int8, int16, int32, int64, uint8 and bool in "
        "this machine's byte order, found ",
        view_.TypeText()));
    return false;
  }
  if (keep_type) return true;
  const PrecisionType declared = session.DeclaredPrecision(input);
  if (declared == PrecisionType::kUnk || declared == precision_) return true;
  is_converted_ = true;
  precision_ = declared;
  return view_.ConvertTo(declared, &converted_);
}

void InputArray::CopyTo(void* destination) const {
  if (is_converted_) {
    CopyBytes(converted_.size(), [&] {
      if (!converted_.empty()) std::memcpy(destination, converted_.data(), converted_.size());
    });
  } else {
    CopyBytes(view_.bytes(), [&] { view_.CopyTo(destination); });
  }
}

Status CheckInput(const TensorHandle& tensor, const char* what) {
  if (!tensor.output) return OkStatus();
  return FailedPrecondition(what, ": '", tensor.name,
                            "' is an output, which only the predictor can write");
}

namespace {

Status CheckTarget(TargetType target) {
  if (FindDevice(target) != nullptr) return OkStatus();
  return InvalidArgument("this build has no memory on target ", TargetToStr(target));
}

}  // namespace

Status MakeRoom(TensorHandle* tensor, PrecisionType precision, TargetType target) {
  LITE_RETURN_IF_ERROR(CheckTarget(target));
  const DDim& dims = tensor->tensor->dims();
  if (dims.HasUnknown()) {
    return FailedPrecondition("'", tensor->name, "' has the shape ", dims,
                              ", which is not complete: call resize first");
  }
  LITE_ASSIGN_OR_RETURN(const int64_t count, CheckedElementCount(dims));
  (void)count;
  return tensor->tensor->Allocate(precision, target).WithContext(StrCat("'", tensor->name, "'"));
}

Status FillInput(TensorHandle* tensor, const InputArray& array, TargetType target) {
  LITE_RETURN_IF_ERROR(CheckInput(*tensor, "from_numpy"));
  LITE_RETURN_IF_ERROR(CheckTarget(target));
  LITE_RETURN_IF_ERROR(tensor->api.TryResize(array.shape()));
  LITE_RETURN_IF_ERROR(MakeRoom(tensor, array.precision(), target));
  if (!IsHostMemory(target)) {
    return Unsupported("from_numpy: '", tensor->name, "' would be in the memory of ",
                       TargetToStr(target), ", which the host cannot write; leave out the place");
  }
  array.CopyTo(tensor->tensor->mutable_raw_data());
  return OkStatus();
}

namespace {

// Whether the tensor has memory for its shape, which is complete.
bool HasData(const Tensor& tensor) {
  return !tensor.dims().HasUnknown() && tensor.IsInitialized() &&
         tensor.memory_size() <= tensor.capacity();
}

}  // namespace

Status ViewMemory(TensorHandle* handle, MemoryView* view) {
  Tensor* tensor = handle->tensor;
  const PrecisionType precision = tensor->precision();
  if (precision == PrecisionType::kUnk) {
    return FailedPrecondition("'", handle->name, "' has no element type yet");
  }
  if (!NumpyHas(precision)) {
    return Unsupported("'", handle->name, "' holds ", PrecisionToStr(precision),
                       ", which numpy does not have");
  }
  if (!HasData(*tensor)) {
    if (handle->output) {
      return FailedPrecondition("output '", handle->name, "' has no data yet: call run first");
    }
    if (tensor->dims().HasUnknown()) {
      return InvalidArgument("'", handle->name, "' has the shape ", tensor->dims(),
                             ", which is not complete: call resize first");
    }
    LITE_RETURN_IF_ERROR(MakeRoom(handle, precision, tensor->target()));
    if (tensor->mutable_raw_data() != nullptr) {
      std::memset(tensor->mutable_raw_data(), 0, tensor->memory_size());
    }
  }
  if (tensor->memory_size() != 0 && tensor->raw_data() == nullptr) {
    return Unsupported("'", handle->name, "' is in the memory of ", TargetToStr(tensor->target()),
                       ", which the host cannot read");
  }
  view->session = handle->session;
  view->buffer = tensor->buffer();
  std::copy(tensor->dims().begin(), tensor->dims().end(), view->shape.begin());
  view->memory = {tensor->mutable_raw_data(), precision, tensor->dims().rank(), view->shape.data(),
                  !handle->output};
  return OkStatus();
}

Status CopyMemory(TensorHandle* handle, MemoryView* copy) {
  // A view is there to be filled, a copy of nothing is not.
  if (!handle->output && !HasData(*handle->tensor)) {
    return FailedPrecondition("input '", handle->name, "' has no data yet: fill it first");
  }
  LITE_RETURN_IF_ERROR(ViewMemory(handle, copy));
  const size_t bytes = handle->tensor->memory_size();
  LITE_ASSIGN_OR_RETURN(copy->buffer, Buffer::Allocate(TargetType::kHost, bytes));
  const void* from = copy->memory.data;
  void* to = copy->buffer->data();
  CopyBytes(bytes, [&] { std::memcpy(to, from, bytes); });
  copy->session = nullptr;
  copy->memory.data = to;
  copy->memory.writeable = true;
  return OkStatus();
}

PyObject* ToArray(std::unique_ptr<MemoryView> view) {
  const ArrayMemory& memory = view->memory;
  const Ref owner(Wrap(std::move(view)));
  return owner ? ArrayOver(memory, owner.get()) : nullptr;
}

bool MakeMemoryViewType(const std::string& prefix) {
  return MakeType<MemoryView>(
      prefix, "_TensorMemory", "The memory of the arrays of Tensor.numpy().", no_methods,
      {{Py_tp_new, reinterpret_cast<void*>(&NewRefused)}, {Py_tp_getset, view_attributes}});
}

}  // namespace paddle::lite::python
