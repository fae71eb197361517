// The C interface, on top of the C++ one.
#include "lite/api/c/c_api.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "lite/api/boundary.h"
#include "lite/api/c/handle_table.h"
#include "lite/api/version.h"
#include "lite/base/checked_math.h"
#include "lite/base/logging.h"
#include "lite/core/dims.h"
#include "lite/core/types.h"

namespace paddle::lite {
namespace {

using lite_api::MobileConfig;
using lite_api::PaddlePredictor;

struct PredictorObject {
  std::shared_ptr<PaddlePredictor> predictor;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
};

struct TensorObject {
  std::weak_ptr<PaddlePredictor> predictor;
  std::shared_ptr<const lite_api::Tensor> tensor;
  lite_api::Tensor* writable = nullptr;  // null for an output
};

constexpr char kConfig[] = "configuration";
constexpr char kPredictor[] = "predictor";
constexpr char kTensor[] = "tensor";
template <typename Object>
constexpr const char* kKind = nullptr;
template <>
constexpr const char* kKind<MobileConfig> = kConfig;
template <>
constexpr const char* kKind<PredictorObject> = kPredictor;
template <>
constexpr const char* kKind<TensorObject> = kTensor;

// --- calls

struct LastError {
  std::string text;
  const char* fixed = "";  // in place of the text, which could not be stored
};

LastError& ErrorOfThread() {
  thread_local LastError error;
  return error;
}

// Runs the body of a function of the interface. Out of line: one copy of what handles failures.
PDL_Code CallErased(const char* function, Status (*body)(const void*),
                    const void* context) noexcept {
  return c_api::Report(function, CatchAll([&] { return body(context); }));
}

template <typename Body>
PDL_Code Call(const char* function, const Body& body) noexcept {
  return CallErased(
      function,
      [](const void* context) -> Status { return (*static_cast<const Body*>(context))(); }, &body);
}

Status CheckPointer(const void* pointer, const char* name) {
  if (pointer != nullptr) return OkStatus();
  return InvalidArgument("the argument '", name, "' is null");
}

PDL_Code WithErased(const char* function, const char* kind, uintptr_t handle,
                    Status (*body)(const void*, void*), const void* context) noexcept {
  return Call(function, [&]() -> Status {
    std::shared_ptr<void> object;
    LITE_RETURN_IF_ERROR(HandleTable::Get().Find(kind, handle, &object));
    return body(context, object.get());
  });
}

// Calls body(object) with the object of a handle.
template <typename Object, typename Handle, typename Body>
PDL_Code With(const char* function, Handle handle, const Body& body) noexcept {
  return WithErased(
      function, kKind<Object>, reinterpret_cast<uintptr_t>(handle),
      [](const void* context, void* object) -> Status {
        return (*static_cast<const Body*>(context))(static_cast<Object*>(object));
      },
      &body);
}

template <typename Object, typename Handle>
PDL_Code Destroy(const char* function, Handle handle) noexcept {
  return Call(function, [&] {
    return HandleTable::Get().Remove(kKind<Object>, reinterpret_cast<uintptr_t>(handle));
  });
}

template <typename Handle, typename Object>
void Give(std::shared_ptr<Object> object, Handle* handle) {
  *handle = reinterpret_cast<Handle>(HandleTable::Get().Add(kKind<Object>, std::move(object)));
}

// --- predictors

PDL_Code GetName(const char* function, PDL_Predictor predictor,
                 std::vector<std::string> PredictorObject::*names, size_t index,
                 const char** name) noexcept {
  return With<PredictorObject>(function, predictor, [&](PredictorObject* object) -> Status {
    LITE_RETURN_IF_ERROR(CheckPointer(name, "name"));
    const std::vector<std::string>& list = object->*names;
    if (index >= list.size()) {
      return OutOfRange("index ", index, ", the model has ", list.size());
    }
    *name = list[index].c_str();
    return OkStatus();
  });
}

// `find` sets the second argument to the tensor, const for an output.
template <typename TensorType, typename Find>
PDL_Code GetTensor(const char* function, PDL_Predictor predictor, PDL_Tensor* tensor,
                   const Find& find) noexcept {
  return With<PredictorObject>(function, predictor, [&](PredictorObject* object) -> Status {
    LITE_RETURN_IF_ERROR(CheckPointer(tensor, "tensor"));
    std::unique_ptr<TensorType> found;
    LITE_RETURN_IF_ERROR(find(object->predictor.get(), &found));
    auto handle = std::make_shared<TensorObject>();
    handle->predictor = object->predictor;
    if constexpr (!std::is_const_v<TensorType>) handle->writable = found.get();
    handle->tensor = std::move(found);
    Give(std::move(handle), tensor);
    return OkStatus();
  });
}

// Callers count in size_t, the C++ interface in int, which refuses what is too large.
int IndexFrom(size_t index) {
  return static_cast<int>(std::min<size_t>(index, std::numeric_limits<int>::max()));
}

// --- tensors

// The predictor, which must exist while one of its tensors is used.
Status Lock(const TensorObject& object, std::shared_ptr<PaddlePredictor>* predictor) {
  *predictor = object.predictor.lock();
  if (*predictor != nullptr) return OkStatus();
  return FailedPrecondition("a tensor was used after its predictor was destroyed");
}

template <typename Body>
PDL_Code Read(const char* function, PDL_Tensor tensor, const Body& body) noexcept {
  return With<TensorObject>(function, tensor, [&](TensorObject* object) -> Status {
    std::shared_ptr<PaddlePredictor> predictor;
    LITE_RETURN_IF_ERROR(Lock(*object, &predictor));
    return body(*object->tensor);
  });
}

template <typename Body>
PDL_Code Write(const char* function, PDL_Tensor tensor, const Body& body) noexcept {
  return With<TensorObject>(function, tensor, [&](TensorObject* object) -> Status {
    std::shared_ptr<PaddlePredictor> predictor;
    LITE_RETURN_IF_ERROR(Lock(*object, &predictor));
    if (object->writable != nullptr) return body(object->writable);
    return InvalidArgument("an output can be read only");
  });
}

// What the C++ interface does by the type of an element.
struct Element {
  PrecisionType precision;
  size_t size;
  Status (*copy_from)(lite_api::Tensor*, const void*);
  Status (*copy_to)(const lite_api::Tensor&, void*);
  const void* (*data)(const lite_api::Tensor&);
  Status (*mutable_data)(lite_api::Tensor*, void**);
};

template <typename T>
constexpr Element MakeElement() {
  return {PrecisionTypeTrait<T>::Type(),
          sizeof(T),
          [](lite_api::Tensor* tensor, const void* data) {
            return tensor->TryCopyFromCpu(static_cast<const T*>(data));
          },
          [](const lite_api::Tensor& tensor, void* data) {
            return tensor.TryCopyToCpu(static_cast<T*>(data));
          },
          [](const lite_api::Tensor& tensor) -> const void* { return tensor.data<T>(); },
          [](lite_api::Tensor* tensor, void** data) {
            T* memory = nullptr;
            const Status status = tensor->TryMutableData(&memory);
            *data = memory;
            return status;
          }};
}

// uint16_t: the bits of a half.
constexpr Element kElements[] = {
    MakeElement<float>(),    MakeElement<int8_t>(),  MakeElement<int32_t>(),
    MakeElement<uint16_t>(), MakeElement<bool>(),    MakeElement<int64_t>(),
    MakeElement<int16_t>(),  MakeElement<uint8_t>(), MakeElement<double>(),
};

Result<const Element*> ElementOf(PrecisionType precision) {
  for (const Element& element : kElements) {
    if (element.precision == precision) return &element;
  }
  return Unsupported("element type ", static_cast<int>(precision), ", expected one of PDL_Type");
}
Result<const Element*> ElementOf(PDL_Type type) {
  return ElementOf(static_cast<PrecisionType>(type));
}

Result<size_t> BytesOf(const lite_api::shape_t& shape, size_t element) {
  size_t bytes = element;
  for (const int64_t dim : shape) {
    if (dim < 0) {
      return FailedPrecondition("the shape ", ListToString(shape),
                                " is not complete: call PDL_TensorResize first");
    }
    if (!CheckedMul(bytes, static_cast<size_t>(dim), &bytes)) {
      return OutOfRange("the shape ", ListToString(shape), " is too large");
    }
  }
  return bytes;
}

Status CheckBytes(const lite_api::shape_t& shape, size_t element, const void* data, size_t size) {
  LITE_ASSIGN_OR_RETURN(const size_t needed, BytesOf(shape, element));
  if (size != needed) {
    return InvalidArgument("size is ", size, " bytes, the shape ", ListToString(shape), " has ",
                           needed);
  }
  return size == 0 ? OkStatus() : CheckPointer(data, "data");
}

Result<lite_api::shape_t> ShapeOf(const int64_t* dims, size_t rank) {
  if (rank > size_t{DDim::kMaxRank}) {
    return OutOfRange("rank is ", rank, ", expected at most ", size_t{DDim::kMaxRank});
  }
  if (rank != 0) LITE_RETURN_IF_ERROR(CheckPointer(dims, "dims"));
  return lite_api::shape_t(dims, dims + rank);
}

// As much of a list as fits into the caller's memory, and its length.
template <typename T>
Status CopyList(const std::vector<T>& list, T* to, size_t capacity, size_t* size) {
  LITE_RETURN_IF_ERROR(CheckPointer(size, "size"));
  if (capacity != 0) LITE_RETURN_IF_ERROR(CheckPointer(to, "the list"));
  std::copy_n(list.begin(), std::min(capacity, list.size()), to);
  *size = list.size();
  return OkStatus();
}

}  // namespace

namespace c_api {

PDL_Code Report(const char* function, const Status& status) noexcept {
  if (status.ok()) return PDL_OK;
  LastError& error = ErrorOfThread();
  const Status stored = CatchAll([&] {
    error.text = StrCat(function, ": ", status.message());
    error.fixed = nullptr;
    return OkStatus();
  });
  if (!stored.ok()) error.fixed = "out of memory";
  return static_cast<PDL_Code>(status.code());
}

PDL_Predictor AddPredictor(std::shared_ptr<PaddlePredictor> predictor) {
  auto object = std::make_shared<PredictorObject>();
  object->inputs = predictor->GetInputNames();
  object->outputs = predictor->GetOutputNames();
  object->predictor = std::move(predictor);
  PDL_Predictor handle = nullptr;
  Give(std::move(object), &handle);
  return handle;
}

Result<std::shared_ptr<PaddlePredictor>> FindPredictor(PDL_Predictor predictor) {
  std::shared_ptr<void> object;
  LITE_RETURN_IF_ERROR(
      HandleTable::Get().Find(kPredictor, reinterpret_cast<uintptr_t>(predictor), &object));
  return static_cast<PredictorObject*>(object.get())->predictor;
}

}  // namespace c_api
}  // namespace paddle::lite

using namespace paddle::lite;  // NOLINT: the functions below are not in a namespace

const char* PDL_CodeName(PDL_Code code) {
  return paddle::lite_api::StatusCodeName(static_cast<StatusCode>(code));
}

const char* PDL_GetLastError(void) {
  const LastError& error = ErrorOfThread();
  return error.fixed != nullptr ? error.fixed : error.text.c_str();
}

const char* PDL_GetVersion(void) { return LibraryVersion(); }

int32_t PDL_GetAbiVersion(void) { return PDL_ABI_VERSION; }

PDL_Code PDL_SetLogLevel(PDL_LogLevel level) {
  return Call(__func__, [&]() -> Status {
    if (level < PDL_LOG_DEFAULT || level > PDL_LOG_OFF) {
      return InvalidArgument("level ", level, ", expected -1 to 3");
    }
    paddle::lite_api::SetLogLevel(static_cast<LogLevel>(level));
    return OkStatus();
  });
}

PDL_Code PDL_SetLogCallback(PDL_LogCallback callback, void* user_data) {
  return Call(__func__, [&]() -> Status {
    if (callback == nullptr) {
      paddle::lite_api::SetLogCallback(nullptr);
      return OkStatus();
    }
    paddle::lite_api::SetLogCallback(
        [callback, user_data](const paddle::lite_api::LogMessage& message) {
          callback(static_cast<PDL_LogLevel>(message.level), message.text, user_data);
        });
    return OkStatus();
  });
}

PDL_Code PDL_ConfigCreate(PDL_Config* config) {
  return Call(__func__, [&]() -> Status {
    LITE_RETURN_IF_ERROR(CheckPointer(config, "config"));
    Give(std::make_shared<MobileConfig>(), config);
    return OkStatus();
  });
}

PDL_Code PDL_ConfigDestroy(PDL_Config config) { return Destroy<MobileConfig>(__func__, config); }

PDL_Code PDL_ConfigSetModelFile(PDL_Config config, const char* path) {
  return With<MobileConfig>(__func__, config, [&](MobileConfig* object) -> Status {
    LITE_RETURN_IF_ERROR(CheckPointer(path, "path"));
    object->set_model_from_file(path);
    return OkStatus();
  });
}

PDL_Code PDL_ConfigSetModelBuffer(PDL_Config config, const void* data, size_t size) {
  return With<MobileConfig>(__func__, config, [&](MobileConfig* object) -> Status {
    LITE_RETURN_IF_ERROR(CheckPointer(data, "data"));
    object->set_model_from_buffer(std::string(static_cast<const char*>(data), size));
    return OkStatus();
  });
}

PDL_Code PDL_ConfigSetThreads(PDL_Config config, int threads) {
  return With<MobileConfig>(__func__, config, [&](MobileConfig* object) -> Status {
    if (threads < 1) return InvalidArgument("threads is ", threads, ", expected at least 1");
    object->set_threads(threads);
    return OkStatus();
  });
}

PDL_Code PDL_ConfigSetPowerMode(PDL_Config config, PDL_PowerMode mode) {
  return With<MobileConfig>(__func__, config, [&](MobileConfig* object) -> Status {
    if (mode < PDL_POWER_HIGH || mode > PDL_POWER_RAND_LOW) {
      return InvalidArgument("mode is ", mode, ", expected 0 to 5");
    }
    object->set_power_mode(static_cast<paddle::lite_api::PowerMode>(mode));
    return OkStatus();
  });
}

PDL_Code PDL_ConfigSetMaxLoopIterations(PDL_Config config, int64_t iterations) {
  return With<MobileConfig>(__func__, config, [&](MobileConfig* object) -> Status {
    if (iterations < 1) {
      return InvalidArgument("iterations is ", iterations, ", expected at least 1");
    }
    object->set_max_loop_iterations(iterations);
    return OkStatus();
  });
}

PDL_Code PDL_ConfigSetWarmupInput(PDL_Config config, size_t group, size_t input, PDL_Type type,
                                  const int64_t* dims, size_t rank, const void* data, size_t size) {
  return With<MobileConfig>(__func__, config, [&](MobileConfig* object) -> Status {
    constexpr size_t kMaxNumber = std::numeric_limits<int>::max();
    if (group > kMaxNumber) return OutOfRange("group is ", group, ", at most ", kMaxNumber);
    if (input > kMaxNumber) return OutOfRange("input is ", input, ", at most ", kMaxNumber);
    LITE_ASSIGN_OR_RETURN(const Element* const element, ElementOf(type));
    LITE_ASSIGN_OR_RETURN(const paddle::lite_api::shape_t shape, ShapeOf(dims, rank));
    if (data != nullptr) {
      LITE_ASSIGN_OR_RETURN(const DDim checked, DDim::FromVector(shape));
      LITE_RETURN_IF_ERROR(paddle::lite::CheckedElementCount(checked).status());
      LITE_RETURN_IF_ERROR(CheckBytes(shape, element->size, data, size));
    }
    const char zero[sizeof(int64_t)] = {};
    return object->TryAddWarmupInput(static_cast<int>(group), static_cast<int>(input),
                                     element->precision, shape, {}, zero, data);
  });
}

PDL_Code PDL_PredictorCreate(PDL_Config config, PDL_Predictor* predictor) {
  return With<MobileConfig>(__func__, config, [&](MobileConfig* object) -> Status {
    LITE_RETURN_IF_ERROR(CheckPointer(predictor, "predictor"));
    std::shared_ptr<PaddlePredictor> created;
    LITE_RETURN_IF_ERROR(paddle::lite_api::TryCreatePaddlePredictor(*object, &created));
    *predictor = c_api::AddPredictor(std::move(created));
    return OkStatus();
  });
}

PDL_Code PDL_PredictorClone(PDL_Predictor predictor, PDL_Predictor* clone) {
  return With<PredictorObject>(__func__, predictor, [&](PredictorObject* object) -> Status {
    LITE_RETURN_IF_ERROR(CheckPointer(clone, "clone"));
    std::shared_ptr<PaddlePredictor> created;
    LITE_RETURN_IF_ERROR(object->predictor->TryClone({}, &created));
    *clone = c_api::AddPredictor(std::move(created));
    return OkStatus();
  });
}

PDL_Code PDL_PredictorDestroy(PDL_Predictor predictor) {
  return Destroy<PredictorObject>(__func__, predictor);
}

PDL_Code PDL_PredictorRun(PDL_Predictor predictor) {
  return With<PredictorObject>(__func__, predictor,
                               [](PredictorObject* object) { return object->predictor->TryRun(); });
}

PDL_Code PDL_PredictorShrinkMemory(PDL_Predictor predictor) {
  return With<PredictorObject>(__func__, predictor, [](PredictorObject* object) -> Status {
    if (object->predictor->TryShrinkMemory()) return OkStatus();
    return FailedPrecondition("the predictor is in use by another thread");
  });
}

PDL_Code PDL_PredictorGetInputCount(PDL_Predictor predictor, size_t* count) {
  return With<PredictorObject>(__func__, predictor, [&](PredictorObject* object) {
    return CopyList<std::string>(object->inputs, nullptr, 0, count);
  });
}

PDL_Code PDL_PredictorGetOutputCount(PDL_Predictor predictor, size_t* count) {
  return With<PredictorObject>(__func__, predictor, [&](PredictorObject* object) {
    return CopyList<std::string>(object->outputs, nullptr, 0, count);
  });
}

PDL_Code PDL_PredictorGetInputName(PDL_Predictor predictor, size_t index, const char** name) {
  return GetName(__func__, predictor, &PredictorObject::inputs, index, name);
}

PDL_Code PDL_PredictorGetOutputName(PDL_Predictor predictor, size_t index, const char** name) {
  return GetName(__func__, predictor, &PredictorObject::outputs, index, name);
}

PDL_Code PDL_PredictorGetInput(PDL_Predictor predictor, size_t index, PDL_Tensor* tensor) {
  return GetTensor<paddle::lite_api::Tensor>(__func__, predictor, tensor,
                                             [&](PaddlePredictor* from, auto* found) {
                                               return from->TryGetInput(IndexFrom(index), found);
                                             });
}

PDL_Code PDL_PredictorGetOutput(PDL_Predictor predictor, size_t index, PDL_Tensor* tensor) {
  return GetTensor<const paddle::lite_api::Tensor>(
      __func__, predictor, tensor, [&](PaddlePredictor* from, auto* found) {
        return from->TryGetOutput(IndexFrom(index), found);
      });
}

PDL_Code PDL_PredictorGetInputByName(PDL_Predictor predictor, const char* name,
                                     PDL_Tensor* tensor) {
  return GetTensor<paddle::lite_api::Tensor>(__func__, predictor, tensor,
                                             [&](PaddlePredictor* from, auto* found) -> Status {
                                               LITE_RETURN_IF_ERROR(CheckPointer(name, "name"));
                                               return from->TryGetInputByName(name, found);
                                             });
}

PDL_Code PDL_PredictorGetOutputByName(PDL_Predictor predictor, const char* name,
                                      PDL_Tensor* tensor) {
  return GetTensor<const paddle::lite_api::Tensor>(
      __func__, predictor, tensor, [&](PaddlePredictor* from, auto* found) -> Status {
        LITE_RETURN_IF_ERROR(CheckPointer(name, "name"));
        return from->TryGetOutputByName(name, found);
      });
}

PDL_Code PDL_PredictorGetTensor(PDL_Predictor predictor, const char* name, PDL_Tensor* tensor) {
  return GetTensor<const paddle::lite_api::Tensor>(
      __func__, predictor, tensor, [&](PaddlePredictor* from, auto* found) -> Status {
        LITE_RETURN_IF_ERROR(CheckPointer(name, "name"));
        return from->TryGetTensor(name, found);
      });
}

PDL_Code PDL_TensorDestroy(PDL_Tensor tensor) { return Destroy<TensorObject>(__func__, tensor); }

PDL_Code PDL_TensorResize(PDL_Tensor tensor, const int64_t* dims, size_t rank) {
  return Write(__func__, tensor, [&](paddle::lite_api::Tensor* object) -> Status {
    LITE_ASSIGN_OR_RETURN(const paddle::lite_api::shape_t shape, ShapeOf(dims, rank));
    return object->TryResize(shape);
  });
}

PDL_Code PDL_TensorGetShape(PDL_Tensor tensor, int64_t* dims, size_t capacity, size_t* rank) {
  return Read(__func__, tensor, [&](const paddle::lite_api::Tensor& object) {
    return CopyList(object.shape(), dims, capacity, rank);
  });
}

PDL_Code PDL_TensorGetType(PDL_Tensor tensor, PDL_Type* type) {
  return Read(__func__, tensor, [&](const paddle::lite_api::Tensor& object) -> Status {
    LITE_RETURN_IF_ERROR(CheckPointer(type, "type"));
    PrecisionType precision = PrecisionType::kUnk;
    LITE_RETURN_IF_ERROR(object.TryPrecision(&precision));
    *type = static_cast<PDL_Type>(precision);
    return OkStatus();
  });
}

PDL_Code PDL_TensorCopyFrom(PDL_Tensor tensor, PDL_Type type, const void* data, size_t size) {
  return Write(__func__, tensor, [&](paddle::lite_api::Tensor* object) -> Status {
    LITE_ASSIGN_OR_RETURN(const Element* const element, ElementOf(type));
    LITE_RETURN_IF_ERROR(CheckBytes(object->shape(), element->size, data, size));
    return element->copy_from(object, data);
  });
}

PDL_Code PDL_TensorCopyTo(PDL_Tensor tensor, PDL_Type type, void* data, size_t size) {
  return Read(__func__, tensor, [&](const paddle::lite_api::Tensor& object) -> Status {
    LITE_ASSIGN_OR_RETURN(const Element* const element, ElementOf(type));
    LITE_RETURN_IF_ERROR(CheckBytes(object.shape(), element->size, data, size));
    return size == 0 ? OkStatus() : element->copy_to(object, data);
  });
}

PDL_Code PDL_TensorGetData(PDL_Tensor tensor, const void** data, size_t* size) {
  return Read(__func__, tensor, [&](const paddle::lite_api::Tensor& object) -> Status {
    LITE_RETURN_IF_ERROR(CheckPointer(data, "data"));
    LITE_RETURN_IF_ERROR(CheckPointer(size, "size"));
    PrecisionType precision = PrecisionType::kUnk;
    LITE_RETURN_IF_ERROR(object.TryPrecision(&precision));
    LITE_ASSIGN_OR_RETURN(const Element* const element, ElementOf(precision));
    LITE_ASSIGN_OR_RETURN(const size_t bytes, BytesOf(object.shape(), element->size));
    const void* const found = element->data(object);
    if (found == nullptr && bytes != 0) {
      return FailedPrecondition(
          "the tensor has no data for the shape ", ListToString(object.shape()),
          ", or not in this order: run the predictor, or use PDL_TensorCopyTo");
    }
    *data = found;
    *size = bytes;
    return OkStatus();
  });
}

PDL_Code PDL_TensorGetMutableData(PDL_Tensor tensor, PDL_Type type, void** data, size_t* size) {
  return Write(__func__, tensor, [&](paddle::lite_api::Tensor* object) -> Status {
    LITE_RETURN_IF_ERROR(CheckPointer(data, "data"));
    LITE_RETURN_IF_ERROR(CheckPointer(size, "size"));
    LITE_ASSIGN_OR_RETURN(const Element* const element, ElementOf(type));
    LITE_ASSIGN_OR_RETURN(const size_t bytes, BytesOf(object->shape(), element->size));
    void* memory = nullptr;
    LITE_RETURN_IF_ERROR(element->mutable_data(object, &memory));
    *data = memory;
    *size = bytes;
    return OkStatus();
  });
}

PDL_Code PDL_TensorShareMemory(PDL_Tensor tensor, PDL_Type type, void* data, size_t size) {
  return Write(__func__, tensor, [&](paddle::lite_api::Tensor* object) -> Status {
    LITE_ASSIGN_OR_RETURN(const Element* const element, ElementOf(type));
    LITE_RETURN_IF_ERROR(CheckBytes(object->shape(), element->size, data, size));
    LITE_RETURN_IF_ERROR(object->TrySetPrecision(element->precision));
    return object->TryShareExternalMemory(data, size, TargetType::kHost);
  });
}

PDL_Code PDL_TensorSetLod(PDL_Tensor tensor, const uint64_t* const* levels, const size_t* sizes,
                          size_t count) {
  return Write(__func__, tensor, [&](paddle::lite_api::Tensor* object) -> Status {
    paddle::lite_api::lod_t lod;
    if (count != 0) {
      LITE_RETURN_IF_ERROR(CheckPointer(levels, "levels"));
      LITE_RETURN_IF_ERROR(CheckPointer(sizes, "sizes"));
    }
    for (size_t i = 0; i < count; ++i) {
      if (sizes[i] != 0) LITE_RETURN_IF_ERROR(CheckPointer(levels[i], "levels[i]"));
      lod.emplace_back(levels[i], levels[i] + sizes[i]);
    }
    return object->TrySetLoD(lod);
  });
}

PDL_Code PDL_TensorGetLodLevels(PDL_Tensor tensor, size_t* count) {
  return Read(__func__, tensor, [&](const paddle::lite_api::Tensor& object) -> Status {
    LITE_RETURN_IF_ERROR(CheckPointer(count, "count"));
    *count = object.lod().size();
    return OkStatus();
  });
}

PDL_Code PDL_TensorGetLod(PDL_Tensor tensor, size_t level, uint64_t* offsets, size_t capacity,
                          size_t* size) {
  return Read(__func__, tensor, [&](const paddle::lite_api::Tensor& object) -> Status {
    const paddle::lite_api::lod_t lod = object.lod();
    if (level >= lod.size()) return OutOfRange("level ", level, ", the tensor has ", lod.size());
    return CopyList(lod[level], offsets, capacity, size);
  });
}
