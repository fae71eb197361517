// The native methods of com.baidu.paddle.lite, on top of the C interface, whose handles are the
// numbers in the Java objects. Their names and signatures are those that existing jars call. A
// failure is the last error of the thread, and the value that the Java method has for it.
#include <jni.h>

#include <string>
#include <vector>

#include "lite/api/boundary.h"
#include "lite/api/c/c_api.h"
#include "lite/base/logging.h"

namespace {

using paddle::lite::CatchAll;
using paddle::lite::InvalidArgument;
using paddle::lite::OkStatus;
using paddle::lite::Result;
using paddle::lite::c_api::Report;
using paddle::lite_api::PaddlePredictor;
using paddle::lite_api::Status;
using paddle::lite_api::StatusCode;

// Failures are logged as well: the Java methods only return null or false.
bool Succeeded(PDL_Code code) {
  if (code == PDL_OK) return true;
  LITE_LOG_ERROR(PDL_GetLastError());
  return false;
}

jlong HandleIn(JNIEnv* env, jobject object, const char* field) {
  jclass type = env->GetObjectClass(object);
  const jlong handle = env->GetLongField(object, env->GetFieldID(type, field, "J"));
  env->DeleteLocalRef(type);
  return handle;
}
PDL_Predictor PredictorOf(JNIEnv* env, jobject object) {
  return reinterpret_cast<PDL_Predictor>(
      static_cast<uintptr_t>(HandleIn(env, object, "cppPaddlePredictorPointer")));
}
PDL_Tensor TensorOf(JNIEnv* env, jobject object) {
  return reinterpret_cast<PDL_Tensor>(
      static_cast<uintptr_t>(HandleIn(env, object, "cppTensorPointer")));
}
template <typename Handle>
jlong ToJava(Handle handle) {
  return static_cast<jlong>(reinterpret_cast<uintptr_t>(handle));
}

// --- texts

// UTF-8, in which Java's own functions write characters beyond the 16-bit ones differently.
std::string Utf8(JNIEnv* env, jstring text) {
  std::string bytes;
  const jsize length = env->GetStringLength(text);
  const jchar* const units = env->GetStringChars(text, nullptr);
  if (units == nullptr) return bytes;
  for (jsize i = 0; i < length; ++i) {
    uint32_t c = units[i];
    if (c >= 0xD800 && c < 0xDC00 && i + 1 < length && units[i + 1] >= 0xDC00 &&
        units[i + 1] < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10) + (units[++i] - 0xDC00u);
    }
    if (c < 0x80) {
      bytes += static_cast<char>(c);
      continue;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;  // bytes after the first
    constexpr int kFirst[] = {0, 0xC0, 0xE0, 0xF0};
    bytes += static_cast<char>(kFirst[more] | static_cast<int>(c >> (6 * more)));
    for (int shift = 6 * (more - 1); shift >= 0; shift -= 6) {
      bytes += static_cast<char>(0x80 | ((c >> shift) & 0x3F));
    }
  }
  env->ReleaseStringChars(text, units);
  return bytes;
}

// One byte per character; empty if some character has no byte.
std::string Latin1(JNIEnv* env, jstring text) {
  std::string bytes;
  const jsize length = env->GetStringLength(text);
  const jchar* const units = env->GetStringChars(text, nullptr);
  if (units == nullptr) return bytes;
  bool fits = true;
  for (jsize i = 0; i < length && fits; ++i) {
    fits = units[i] <= 0xFF;
    bytes += static_cast<char>(units[i]);
  }
  env->ReleaseStringChars(text, units);
  return fits ? bytes : std::string();
}

jstring ToJava(JNIEnv* env, const char* text) {
  // A String from UTF-8, of which NewStringUTF only takes Java's variant.
  const auto length = static_cast<jsize>(std::char_traits<char>::length(text));
  jbyteArray bytes = env->NewByteArray(length);
  if (bytes == nullptr) return nullptr;
  env->SetByteArrayRegion(bytes, 0, length, reinterpret_cast<const jbyte*>(text));
  jclass type = env->FindClass("java/lang/String");
  jmethodID make = env->GetMethodID(type, "<init>", "([BLjava/lang/String;)V");
  return static_cast<jstring>(env->NewObject(type, make, bytes, env->NewStringUTF("UTF-8")));
}

// --- configurations, read through their getters

// An exception in Java is a failure here, and is not passed on.
Status CheckJava(JNIEnv* env, const char* getter) {
  if (!env->ExceptionCheck()) return OkStatus();
  env->ExceptionClear();
  return InvalidArgument(getter, " threw an exception");
}

// The result of a getter that returns an object; null also if the class does not have it.
template <typename Object>
Status GetObject(JNIEnv* env, jobject object, const char* getter, const char* signature,
                 Object* result) {
  *result = nullptr;
  jmethodID method = env->GetMethodID(env->GetObjectClass(object), getter, signature);
  if (method == nullptr) {
    env->ExceptionClear();  // the jar is older than the method
    return OkStatus();
  }
  *result = static_cast<Object>(env->CallObjectMethod(object, method));
  return CheckJava(env, getter);
}
Status GetString(JNIEnv* env, jobject object, const char* getter, jstring* result) {
  return GetObject(env, object, getter, "()Ljava/lang/String;", result);
}
Result<jint> GetInt(JNIEnv* env, jobject object, const char* getter) {
  jmethodID method = env->GetMethodID(env->GetObjectClass(object), getter, "()I");
  const jint value = method == nullptr ? 0 : env->CallIntMethod(object, method);
  LITE_RETURN_IF_ERROR(CheckJava(env, getter));
  return value;
}

// What both kinds of configuration have beside the model; a jar without it is older.
Status SetLoopLimit(JNIEnv* env, jobject java, paddle::lite_api::ConfigBase* config) {
  jmethodID method = env->GetMethodID(env->GetObjectClass(java), "getMaxLoopIterations", "()J");
  if (method == nullptr) {
    env->ExceptionClear();
    return OkStatus();
  }
  const jlong limit = env->CallLongMethod(java, method);
  LITE_RETURN_IF_ERROR(CheckJava(env, "getMaxLoopIterations"));
  if (limit < 0) return InvalidArgument("max loop iterations ", limit, ", expected at least 1");
  if (limit > 0) config->set_max_loop_iterations(limit);
  return OkStatus();
}

template <typename Config>
Status CreateFrom(const Config& config, jlong* handle) {
  std::shared_ptr<PaddlePredictor> predictor;
  LITE_RETURN_IF_ERROR(paddle::lite_api::TryCreatePaddlePredictor(config, &predictor));
  *handle = ToJava(paddle::lite::c_api::AddPredictor(std::move(predictor)));
  return OkStatus();
}

Status CreateMobile(JNIEnv* env, jobject java, jlong* handle) {
  paddle::lite_api::MobileConfig config;
  std::string other_bytes;  // what the text may be instead
  jstring text = nullptr;
  LITE_RETURN_IF_ERROR(GetString(env, java, "getModelDir", &text));
  if (text != nullptr) config.set_model_dir(Utf8(env, text));
  LITE_RETURN_IF_ERROR(GetString(env, java, "getModelFromFile", &text));
  if (text != nullptr) config.set_model_from_file(Utf8(env, text));
  LITE_RETURN_IF_ERROR(GetString(env, java, "getModelFromBuffer", &text));
  if (text != nullptr) {
    config.set_model_from_buffer(Utf8(env, text));
    other_bytes = Latin1(env, text);
  }
  jbyteArray bytes = nullptr;
  LITE_RETURN_IF_ERROR(GetObject(env, java, "getModelBytes", "()[B", &bytes));
  if (bytes != nullptr) {
    std::string copy(static_cast<size_t>(env->GetArrayLength(bytes)), '\0');
    env->GetByteArrayRegion(bytes, 0, static_cast<jsize>(copy.size()),
                            reinterpret_cast<jbyte*>(&copy[0]));
    config.set_model_from_buffer(std::move(copy));
    other_bytes.clear();
  }
  LITE_ASSIGN_OR_RETURN(const jint threads, GetInt(env, java, "getThreads"));
  config.set_threads(threads);
  LITE_ASSIGN_OR_RETURN(const jint mode, GetInt(env, java, "getPowerModeInt"));
  if (mode < paddle::lite_api::LITE_POWER_HIGH || mode > paddle::lite_api::LITE_POWER_RAND_LOW) {
    return InvalidArgument("power mode ", mode, ", expected 0 to 5");
  }
  config.set_power_mode(static_cast<paddle::lite_api::PowerMode>(mode));
  LITE_RETURN_IF_ERROR(SetLoopLimit(env, java, &config));
  const Status status = CreateFrom(config, handle);
  if (status.ok() || other_bytes.empty()) return status;
  config.set_model_from_buffer(std::move(other_bytes));
  return CreateFrom(config, handle).ok() ? OkStatus() : status;
}

#ifdef LITE_WITH_FULL_API
Result<paddle::lite_api::Place> ReadPlace(JNIEnv* env, jobject java) {
  LITE_ASSIGN_OR_RETURN(const jint target, GetInt(env, java, "getTargetInt"));
  LITE_ASSIGN_OR_RETURN(const jint precision, GetInt(env, java, "getPrecisionInt"));
  LITE_ASSIGN_OR_RETURN(const jint layout, GetInt(env, java, "getDataLayoutInt"));
  LITE_ASSIGN_OR_RETURN(const jint device, GetInt(env, java, "getDevice"));
  return paddle::lite_api::Place(static_cast<paddle::lite_api::TargetType>(target),
                                 static_cast<paddle::lite_api::PrecisionType>(precision),
                                 static_cast<paddle::lite_api::DataLayoutType>(layout),
                                 static_cast<int16_t>(device));
}

Status CreateFull(JNIEnv* env, jobject java, jlong* handle) {
  paddle::lite_api::CxxConfig config;
  jstring folder = nullptr;
  LITE_RETURN_IF_ERROR(GetString(env, java, "getModelDir", &folder));
  if (folder != nullptr) config.set_model_dir(Utf8(env, folder));
  LITE_RETURN_IF_ERROR(SetLoopLimit(env, java, &config));
  jobjectArray list = nullptr;
  LITE_RETURN_IF_ERROR(
      GetObject(env, java, "getValidPlaces", "()[Lcom/baidu/paddle/lite/Place;", &list));
  if (list == nullptr) return CreateFrom(config, handle);
  std::vector<paddle::lite_api::Place> places;
  for (jsize i = 0; i < env->GetArrayLength(list); ++i) {
    jobject java_place = env->GetObjectArrayElement(list, i);
    if (java_place == nullptr) return InvalidArgument("valid place ", i, " is null");
    LITE_ASSIGN_OR_RETURN(const paddle::lite_api::Place place, ReadPlace(env, java_place));
    places.push_back(place);
    env->DeleteLocalRef(java_place);
  }
  config.set_valid_places(places);
  return CreateFrom(config, handle);
}
#else
Status CreateFull(JNIEnv*, jobject, jlong*) {
  return Status(StatusCode::kUnsupported,
                "a CxxConfig needs the full library, and this is the light one: convert the model "
                "with opt, and use a MobileConfig");
}
#endif

using Create = Status (*)(JNIEnv*, jobject, jlong*);
jlong NewPredictor(JNIEnv* env, jobject config, Create create) {
  jlong handle = 0;
  const Status status = CatchAll([&]() -> Status {
    if (config == nullptr) return InvalidArgument("the configuration is null");
    return create(env, config, &handle);
  });
  return Succeeded(Report("createPaddlePredictor", status)) ? handle : 0;
}

// --- tensors

// A Java array is copied piece by piece from and to memory of the tensor, so that no second copy of
// large data is needed.
template <typename Array, typename Element>
jboolean SetData(JNIEnv* env, jobject object, Array array, PDL_Type type,
                 void (JNIEnv::*get)(Array, jsize, jsize, Element*)) {
  const PDL_Tensor tensor = TensorOf(env, object);
  void* data = nullptr;
  size_t size = 0;
  const size_t length = array == nullptr ? 0 : static_cast<size_t>(env->GetArrayLength(array));
  const Status status = CatchAll([&]() -> Status {
    if (array == nullptr) return InvalidArgument("the array is null");
    // Before memory is allocated.
    int64_t dims[9] = {};
    size_t rank = 0;
    const PDL_Code found = PDL_TensorGetShape(tensor, dims, 9, &rank);
    if (found != PDL_OK) return Status(static_cast<StatusCode>(found), PDL_GetLastError());
    uint64_t count = rank == 0 ? 0 : 1;
    for (size_t i = 0; i < rank; ++i) count *= static_cast<uint64_t>(dims[i]);
    if (count == length) return OkStatus();
    return InvalidArgument("the array has ", length, " elements, the shape ",
                           paddle::lite::ListToString(std::vector<int64_t>(dims, dims + rank)),
                           " another number");
  });
  if (!Succeeded(Report("setData", status))) return JNI_FALSE;
  if (!Succeeded(PDL_TensorGetMutableData(tensor, type, &data, &size))) return JNI_FALSE;
  if (length != 0) {
    (env->*get)(array, 0, static_cast<jsize>(length), static_cast<Element*>(data));
  }
  return env->ExceptionCheck() ? JNI_FALSE : JNI_TRUE;
}

template <typename Array, typename Element>
Array GetData(JNIEnv* env, jobject object, std::initializer_list<PDL_Type> types,
              Array (JNIEnv::*make)(jsize),
              void (JNIEnv::*set)(Array, jsize, jsize, const Element*)) {
  const PDL_Tensor tensor = TensorOf(env, object);
  PDL_Type type = PDL_FLOAT32;
  const void* data = nullptr;
  size_t size = 0;
  if (PDL_TensorGetType(tensor, &type) != PDL_OK ||
      PDL_TensorGetData(tensor, &data, &size) != PDL_OK) {
    return (env->*make)(0);
  }
  bool expected = false;
  for (const PDL_Type each : types) expected |= each == type;
  if (!expected) {
    env->ThrowNew(env->FindClass("java/lang/IllegalStateException"),
                  paddle::lite::StrCat("the tensor holds elements of type ", static_cast<int>(type),
                                       " (Place.PrecisionType), which this method does not return")
                      .c_str());
    return nullptr;
  }
  const auto count = static_cast<jsize>(size / sizeof(Element));
  Array array = (env->*make)(count);
  if (array != nullptr) (env->*set)(array, 0, count, static_cast<const Element*>(data));
  return array;
}

}  // namespace

extern "C" {

// --- PaddlePredictor

JNIEXPORT jlong JNICALL
Java_com_baidu_paddle_lite_PaddlePredictor_newCppPaddlePredictor__Lcom_baidu_paddle_lite_CxxConfig_2(
    JNIEnv* env, jobject, jobject config) {
  return NewPredictor(env, config, CreateFull);
}

JNIEXPORT jlong JNICALL
Java_com_baidu_paddle_lite_PaddlePredictor_newCppPaddlePredictor__Lcom_baidu_paddle_lite_MobileConfig_2(
    JNIEnv* env, jobject, jobject config) {
  return NewPredictor(env, config, CreateMobile);
}

JNIEXPORT jboolean JNICALL Java_com_baidu_paddle_lite_PaddlePredictor_deleteCppPaddlePredictor(
    JNIEnv*, jobject, jlong pointer) {
  return Succeeded(
      PDL_PredictorDestroy(reinterpret_cast<PDL_Predictor>(static_cast<uintptr_t>(pointer))));
}

JNIEXPORT jboolean JNICALL Java_com_baidu_paddle_lite_PaddlePredictor_run(JNIEnv* env,
                                                                          jobject object) {
  return Succeeded(PDL_PredictorRun(PredictorOf(env, object)));
}

JNIEXPORT jstring JNICALL Java_com_baidu_paddle_lite_PaddlePredictor_getVersion(JNIEnv* env,
                                                                                jobject) {
  return ToJava(env, PDL_GetVersion());
}

JNIEXPORT jstring JNICALL Java_com_baidu_paddle_lite_PaddlePredictor_getLastError(JNIEnv* env,
                                                                                  jclass) {
  return ToJava(env, PDL_GetLastError());
}

JNIEXPORT jboolean JNICALL Java_com_baidu_paddle_lite_PaddlePredictor_saveOptimizedModel(
    JNIEnv* env, jobject object, jstring folder) {
  return Succeeded(Report("saveOptimizedModel", CatchAll([&]() -> Status {
                            if (folder == nullptr) return InvalidArgument("the folder is null");
                            LITE_ASSIGN_OR_RETURN(
                                const std::shared_ptr<PaddlePredictor> predictor,
                                paddle::lite::c_api::FindPredictor(PredictorOf(env, object)));
                            return predictor->TrySaveOptimizedModel(
                                Utf8(env, folder), paddle::lite_api::LiteModelType::kProtobuf,
                                /*record_info=*/false);
                          })));
}

JNIEXPORT jlong JNICALL Java_com_baidu_paddle_lite_PaddlePredictor_getInputCppTensorPointer(
    JNIEnv* env, jobject object, jint offset) {
  PDL_Tensor tensor = nullptr;
  const auto index = static_cast<size_t>(offset);
  return Succeeded(PDL_PredictorGetInput(PredictorOf(env, object), index, &tensor)) ? ToJava(tensor)
                                                                                    : 0;
}

JNIEXPORT jlong JNICALL Java_com_baidu_paddle_lite_PaddlePredictor_getOutputCppTensorPointer(
    JNIEnv* env, jobject object, jint offset) {
  PDL_Tensor tensor = nullptr;
  const auto index = static_cast<size_t>(offset);
  return Succeeded(PDL_PredictorGetOutput(PredictorOf(env, object), index, &tensor))
             ? ToJava(tensor)
             : 0;
}

JNIEXPORT jlong JNICALL Java_com_baidu_paddle_lite_PaddlePredictor_getCppTensorPointerByName(
    JNIEnv* env, jobject object, jstring name) {
  PDL_Tensor tensor = nullptr;
  const std::string text = name == nullptr ? std::string() : Utf8(env, name);
  return Succeeded(PDL_PredictorGetTensor(PredictorOf(env, object), text.c_str(), &tensor))
             ? ToJava(tensor)
             : 0;
}

// --- Tensor

JNIEXPORT jboolean JNICALL Java_com_baidu_paddle_lite_Tensor_deleteCppTensor(JNIEnv*, jobject,
                                                                             jlong pointer) {
  return Succeeded(
      PDL_TensorDestroy(reinterpret_cast<PDL_Tensor>(static_cast<uintptr_t>(pointer))));
}

JNIEXPORT jboolean JNICALL Java_com_baidu_paddle_lite_Tensor_nativeResize(JNIEnv* env,
                                                                          jobject object,
                                                                          jlongArray dims) {
  constexpr jsize kMax = 9;
  const jsize rank = dims == nullptr ? -1 : env->GetArrayLength(dims);
  jlong copy[kMax] = {};
  if (rank >= 0 && rank <= kMax) env->GetLongArrayRegion(dims, 0, rank, copy);
  int64_t sizes[kMax];
  for (int i = 0; i < kMax; ++i) sizes[i] = copy[i];
  if (rank < 0) return Succeeded(Report("resize", InvalidArgument("the shape is null")));
  return Succeeded(PDL_TensorResize(TensorOf(env, object), sizes, static_cast<size_t>(rank)));
}

JNIEXPORT jlongArray JNICALL Java_com_baidu_paddle_lite_Tensor_shape(JNIEnv* env, jobject object) {
  int64_t dims[9] = {};
  size_t rank = 0;
  if (!Succeeded(PDL_TensorGetShape(TensorOf(env, object), dims, 9, &rank))) rank = 0;
  jlong copy[9] = {};
  for (size_t i = 0; i < rank; ++i) copy[i] = dims[i];
  jlongArray shape = env->NewLongArray(static_cast<jsize>(rank));
  if (shape != nullptr) env->SetLongArrayRegion(shape, 0, static_cast<jsize>(rank), copy);
  return shape;
}

JNIEXPORT jboolean JNICALL Java_com_baidu_paddle_lite_Tensor_nativeSetData___3F(JNIEnv* env,
                                                                                jobject object,
                                                                                jfloatArray data) {
  return SetData(env, object, data, PDL_FLOAT32, &JNIEnv::GetFloatArrayRegion);
}

JNIEXPORT jboolean JNICALL Java_com_baidu_paddle_lite_Tensor_nativeSetData___3B(JNIEnv* env,
                                                                                jobject object,
                                                                                jbyteArray data) {
  return SetData(env, object, data, PDL_INT8, &JNIEnv::GetByteArrayRegion);
}

JNIEXPORT jboolean JNICALL Java_com_baidu_paddle_lite_Tensor_nativeSetData___3I(JNIEnv* env,
                                                                                jobject object,
                                                                                jintArray data) {
  return SetData(env, object, data, PDL_INT32, &JNIEnv::GetIntArrayRegion);
}

JNIEXPORT jboolean JNICALL Java_com_baidu_paddle_lite_Tensor_nativeSetData___3J(JNIEnv* env,
                                                                                jobject object,
                                                                                jlongArray data) {
  return SetData(env, object, data, PDL_INT64, &JNIEnv::GetLongArrayRegion);
}

JNIEXPORT jboolean JNICALL Java_com_baidu_paddle_lite_Tensor_nativeShareData(JNIEnv* env,
                                                                             jobject object,
                                                                             jobject buffer,
                                                                             jint type) {
  void* const data = env->GetDirectBufferAddress(buffer);
  const jlong size = env->GetDirectBufferCapacity(buffer);
  if (data == nullptr || size < 0) {
    return Succeeded(Report("shareData", InvalidArgument("the buffer is not a direct buffer")));
  }
  return Succeeded(PDL_TensorShareMemory(TensorOf(env, object), static_cast<PDL_Type>(type), data,
                                         static_cast<size_t>(size)));
}

JNIEXPORT jobject JNICALL Java_com_baidu_paddle_lite_Tensor_nativeBuffer(JNIEnv* env,
                                                                         jobject object) {
  const void* data = nullptr;
  size_t size = 0;
  if (!Succeeded(PDL_TensorGetData(TensorOf(env, object), &data, &size)) || data == nullptr) {
    return nullptr;
  }
  return env->NewDirectByteBuffer(const_cast<void*>(data), static_cast<jlong>(size));
}

JNIEXPORT jfloatArray JNICALL Java_com_baidu_paddle_lite_Tensor_getFloatData(JNIEnv* env,
                                                                             jobject object) {
  return GetData(env, object, {PDL_FLOAT32}, &JNIEnv::NewFloatArray, &JNIEnv::SetFloatArrayRegion);
}

JNIEXPORT jbyteArray JNICALL Java_com_baidu_paddle_lite_Tensor_getByteData(JNIEnv* env,
                                                                           jobject object) {
  return GetData(env, object, {PDL_INT8, PDL_UINT8, PDL_BOOL}, &JNIEnv::NewByteArray,
                 &JNIEnv::SetByteArrayRegion);
}

JNIEXPORT jintArray JNICALL Java_com_baidu_paddle_lite_Tensor_getIntData(JNIEnv* env,
                                                                         jobject object) {
  return GetData(env, object, {PDL_INT32}, &JNIEnv::NewIntArray, &JNIEnv::SetIntArrayRegion);
}

JNIEXPORT jlongArray JNICALL Java_com_baidu_paddle_lite_Tensor_getLongData(JNIEnv* env,
                                                                           jobject object) {
  return GetData(env, object, {PDL_INT64}, &JNIEnv::NewLongArray, &JNIEnv::SetLongArrayRegion);
}

}  // extern "C"
