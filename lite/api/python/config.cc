#include <algorithm>

#include "lite/api/python/array.h"
#include "lite/api/python/bind.h"
#include "lite/base/strings.h"

namespace paddle::lite::python {
namespace {

using lite_api::ConfigBase;
using lite_api::CxxConfig;
using lite_api::DataLayoutType;
using lite_api::MobileConfig;
using lite_api::Place;
using lite_api::PrecisionType;
using lite_api::TargetType;

// --- settings whose C++ form Python cannot call directly
void SetFolderOfModel(ConfigBase& self, const Path& path) { self.set_model_dir(path.name); }
void SetMobileModelDir(MobileConfig& self, const Path& path) { self.set_model_dir(path.name); }
void SetFileOfModel(CxxConfig& self, const Path& path) { self.set_model_file(path.name); }
void SetFileOfParams(CxxConfig& self, const Path& path) { self.set_param_file(path.name); }
void SetModelFromFile(MobileConfig& self, const Path& path) { self.set_model_from_file(path.name); }
void SetModelFromBuffer(MobileConfig& self, Bytes& buffer) {
  self.set_model_from_buffer(std::move(buffer.data));
}

// The lengths may be smaller than the buffers, never larger.
Status CutTo(Bytes* bytes, int64_t length, const char* what) {
  if (length < 0 || static_cast<uint64_t>(length) > bytes->data.size()) {
    return InvalidArgument("set_model_buffer: ", what, " has ", bytes->data.size(),
                           " bytes, the given length is ", length);
  }
  bytes->data.resize(static_cast<size_t>(length));
  return OkStatus();
}
template <typename Config>
Status SetModelBuffer(Config& self, Bytes& program, int64_t program_length, Bytes& params,
                      int64_t params_length) {
  LITE_RETURN_IF_ERROR(CutTo(&program, program_length, "the program"));
  LITE_RETURN_IF_ERROR(CutTo(&params, params_length, "the parameter buffer"));
  self.set_model_buffer(program.data.data(), program.data.size(), params.data.data(),
                        params.data.size());
  return OkStatus();
}

void SetOpenClTune(ConfigBase& self, lite_api::CLTuneMode mode, std::optional<std::string> path,
                   std::optional<std::string> name, std::optional<int> repeats) {
  const size_t times = static_cast<size_t>(std::max(repeats.value_or(4), 0));
  self.set_opencl_tune(mode, path.value_or(""), name.value_or(""), times);
}
void SetOpenClPrecision(ConfigBase& self, std::optional<lite_api::CLPrecisionType> precision) {
  self.set_opencl_precision(precision.value_or(lite_api::CL_PRECISION_AUTO));
}
void SetMetalUseMps(ConfigBase& self, std::optional<bool> flag) {
  self.set_metal_use_mps(flag.value_or(true));
}
constexpr const char* kFlag[] = {"flag"};

// The buffer is passed as bytes, or as a list of bytes.
PyObject* SetCacheBuffers(ConfigBase& self, const std::string& token, PyObject* buffer) {
  std::vector<char> bytes;
  if (PyBytes_Check(buffer)) {
    Bytes raw;
    if (!FromPython(buffer, &raw)) return nullptr;
    bytes.assign(raw.data.begin(), raw.data.end());
  } else if (!FromPython(buffer, &bytes)) {
    return nullptr;
  }
  self.set_nnadapter_model_cache_buffers(token, bytes);
  return ToPython(OkStatus());
}

PyObject* SetWarmupInput(ConfigBase& self, int group, int input, PyObject* array,
                         std::optional<lite_api::lod_t> lod) {
  ArrayView view;
  if (!view.Open(array)) return nullptr;
  if (view.precision() == PrecisionType::kUnk) {
    RaiseTypeError(StrCat("set_preferred_inputs_for_warmup: an input cannot have elements of ",
                          view.TypeText()));
    return nullptr;
  }
  std::vector<char> elements(view.bytes());
  const char zero[sizeof(int64_t)] = {};
  if (!elements.empty()) view.CopyTo(elements.data());
  const Status status = self.TryAddWarmupInput(group, input, view.precision(), view.shape(),
                                               lod.value_or(lite_api::lod_t()), zero,
                                               elements.empty() ? nullptr : elements.data());
  return status.ok() ? ToPython(status) : Raise(status);
}

template <typename T>
std::vector<PyMethodDef> CommonConfigMethods() {
  return {
      Method<T, &ConfigBase::model_dir>("model_dir", "model_dir() -> str"),
      Method<T, &ConfigBase::set_threads>(
          "set_threads",
          "set_threads(count)\n\nThreads of one predictor, the calling one included."),
      Method<T, &ConfigBase::threads>("threads", "threads() -> int\n\nThe effective number."),
      Method<T, &ConfigBase::set_power_mode>("set_power_mode", "set_power_mode(mode)"),
      Method<T, &ConfigBase::power_mode>("power_mode", "power_mode() -> PowerMode"),
      Method<T, &ConfigBase::set_x86_math_num_threads>(
          "set_x86_math_num_threads",
          "set_x86_math_num_threads(count)\n\nThe same pool of threads as set_threads."),
      Method<T, &ConfigBase::x86_math_num_threads>("x86_math_num_threads",
                                                   "x86_math_num_threads() -> int"),
      Method<T, &ConfigBase::set_x86_math_num_threads>(
          "set_x86_math_library_num_threads",
          "set_x86_math_library_num_threads(count)\n\nThe same pool of threads as set_threads."),
      Method<T, &ConfigBase::x86_math_num_threads>("x86_math_library_num_threads",
                                                   "x86_math_library_num_threads() -> int"),
      Method<T, &ConfigBase::set_max_loop_iterations>(
          "set_max_loop_iterations",
          "set_max_loop_iterations(count)\n\nLimits the iterations of all loops in one run."),
      Method<T, &ConfigBase::max_loop_iterations>(
          "max_loop_iterations",
          "max_loop_iterations() -> int\n\n0 if set_max_loop_iterations was not called."),
      Method<T, &ConfigBase::add_discarded_pass>(
          "add_discarded_pass", "add_discarded_pass(name)\n\nA pass that the optimiser must skip."),
      Method<T, &ConfigBase::set_opencl_binary_path_name>(
          "set_opencl_binary_path_name", "set_opencl_binary_path_name(path, name)"),
      Method<T, &SetOpenClTune>("set_opencl_tune",
                                "set_opencl_tune(mode, path='', name='', lws_repeats=4)"),
      Method<T, &SetOpenClPrecision>("set_opencl_precision", "set_opencl_precision(precision=...)"),
      MethodWithNames<T, &SetMetalUseMps, kFlag>("set_metal_use_mps",
                                                 "set_metal_use_mps(flag=True)"),
      Method<T, &ConfigBase::set_metal_use_memory_reuse>("set_metal_use_memory_reuse",
                                                         "set_metal_use_memory_reuse(flag)"),
      Method<T, &ConfigBase::set_metal_lib_path>("set_metal_lib_path", "set_metal_lib_path(path)"),
      Method<T, &ConfigBase::set_nnadapter_device_names>("set_nnadapter_device_names",
                                                         "set_nnadapter_device_names(names)"),
      Method<T, &ConfigBase::nnadapter_device_names>("nnadapter_device_names",
                                                     "nnadapter_device_names() -> list of str"),
      Method<T, &ConfigBase::set_nnadapter_context_properties>(
          "set_nnadapter_context_properties", "set_nnadapter_context_properties(properties)"),
      Method<T, &ConfigBase::nnadapter_context_properties>("nnadapter_context_properties",
                                                           "nnadapter_context_properties() -> str"),
      Method<T, &ConfigBase::set_nnadapter_model_cache_dir>(
          "set_nnadapter_model_cache_dir", "set_nnadapter_model_cache_dir(folder)"),
      Method<T, &ConfigBase::nnadapter_model_cache_dir>("nnadapter_model_cache_dir",
                                                        "nnadapter_model_cache_dir() -> str"),
      Method<T, &SetCacheBuffers>("set_nnadapter_model_cache_buffers",
                                  "set_nnadapter_model_cache_buffers(token, buffer)"),
      Method<T, &ConfigBase::set_nnadapter_dynamic_shape_info>(
          "set_nnadapter_dynamic_shape_info", "set_nnadapter_dynamic_shape_info(info)"),
      Method<T, &SetWarmupInput>(
          "set_preferred_inputs_for_warmup",
          "set_preferred_inputs_for_warmup(group, input, array, lod=[])\n\nA new predictor runs "
          "once on each group of arrays, one for every input."),
  };
}

std::vector<PyMethodDef> CxxMethods() {
  using T = CxxConfig;
  std::vector<PyMethodDef> methods = CommonConfigMethods<T>();
  const PyMethodDef own[] = {
      Method<T, &SetFolderOfModel>(
          "set_model_dir", "set_model_dir(folder)\n\nA model as Paddle saves it, in one folder."),
      Method<T, &SetFileOfModel>("set_model_file", "set_model_file(path)\n\nThe program."),
      Method<T, &T::model_file>("model_file", "model_file() -> str"),
      Method<T, &SetFileOfParams>("set_param_file", "set_param_file(path)\n\nThe parameters."),
      Method<T, &T::param_file>("param_file", "param_file() -> str"),
      Method<T, &SetModelBuffer<T>>(
          "set_model_buffer", "set_model_buffer(program, program_length, params, params_length)"),
      Method<T, &T::model_from_memory>("model_from_memory", "model_from_memory() -> bool"),
      Method<T, &T::is_model_from_memory>("is_model_from_memory", "is_model_from_memory() -> bool"),
      Method<T, &T::set_valid_places>(
          "set_valid_places", "set_valid_places(places)\n\nA list of Place, preferred ones first."),
      Method<T, &T::set_passes_internal>("set_passes_internal", "set_passes_internal(names)"),
      Method<T, &T::get_passes_internal>("get_passes_internal", "get_passes_internal() -> list"),
      Method<T, &T::set_mlu_core_version>("set_mlu_core_version", "set_mlu_core_version(version)"),
      Method<T, &T::set_mlu_core_number>("set_mlu_core_number", "set_mlu_core_number(number)"),
      Method<T, &T::set_mlu_input_layout>("set_mlu_input_layout", "set_mlu_input_layout(layout)"),
      Method<T, &T::set_mlu_use_first_conv>("set_mlu_use_first_conv",
                                            "set_mlu_use_first_conv(flag)"),
      Method<T, &T::set_mlu_first_conv_mean>("set_mlu_first_conv_mean",
                                             "set_mlu_first_conv_mean(numbers)"),
      Method<T, &T::set_mlu_first_conv_std>("set_mlu_first_conv_std",
                                            "set_mlu_first_conv_std(numbers)"),
      Method<T, &T::set_nnadapter_subgraph_partition_config_path>(
          "set_nnadapter_subgraph_partition_config_path",
          "set_nnadapter_subgraph_partition_config_path(path)"),
      Method<T, &T::nnadapter_subgraph_partition_config_path>(
          "nnadapter_subgraph_partition_config_path",
          "nnadapter_subgraph_partition_config_path() -> str"),
      Method<T, &T::set_nnadapter_mixed_precision_quantization_config_path>(
          "set_nnadapter_mixed_precision_quantization_config_path",
          "set_nnadapter_mixed_precision_quantization_config_path(path)"),
      Method<T, &T::nnadapter_mixed_precision_quantization_config_path>(
          "nnadapter_mixed_precision_quantization_config_path",
          "nnadapter_mixed_precision_quantization_config_path() -> str")};
  methods.insert(methods.end(), std::begin(own), std::end(own));
  return methods;
}

std::vector<PyMethodDef> MobileMethods() {
  using T = MobileConfig;
  std::vector<PyMethodDef> methods = CommonConfigMethods<T>();
  const PyMethodDef own[] = {
      Method<T, &SetModelFromFile>("set_model_from_file",
                                   "set_model_from_file(path)\n\nA .nb file written by opt."),
      Method<T, &SetModelFromBuffer>("set_model_from_buffer",
                                     "set_model_from_buffer(buffer)\n\nThe bytes of a .nb file."),
      Method<T, &T::set_enable_bf16>("set_enable_bf16",
                                     "set_enable_bf16(enable)\n\nProducts in bfloat16 where the "
                                     "processor is faster with it."),
      Method<T, &T::enable_bf16>("enable_bf16", "enable_bf16() -> bool"),
      Method<T, &T::check_bf16_valid>("check_bf16_valid", "check_bf16_valid() -> bool"),
      Method<T, &SetMobileModelDir>(
          "set_model_dir", "set_model_dir(folder)\n\nThe form before version 2.3, two files."),
      Method<T, &SetModelBuffer<T>>(
          "set_model_buffer",
          "set_model_buffer(program, program_length, params, params_length)\n\nThe form "
          "before version 2.3."),
      Method<T, &T::model_from_memory>("model_from_memory", "model_from_memory() -> bool"),
      Method<T, &T::is_model_from_memory>("is_model_from_memory",
                                          "is_model_from_memory() -> bool")};
  methods.insert(methods.end(), std::begin(own), std::end(own));
  return methods;
}

// --- Place The first name is a misspelling that many scripts use.
constexpr const char* kPlaceNames[] = {"target", "percision|precision", "layout", "device"};

int InitPlace(PyObject* self, PyObject* args, PyObject* keywords) {
  const Ref done(Guarded([&]() -> PyObject* {
    Arguments<TargetType, std::optional<PrecisionType>, std::optional<DataLayoutType>,
              std::optional<int>>
        given;
    if (!given.Read(args, keywords, kPlaceNames)) return nullptr;
    const auto& [target, precision, layout, device] = given.values;
    const int id = device.value_or(0);
    if (id < INT16_MIN || id > INT16_MAX) return RaiseValueError(StrCat("there is no device ", id));
    *reinterpret_cast<Object<Place>*>(self)->value =
        Place(target, precision.value_or(PrecisionType::kFloat),
              layout.value_or(DataLayoutType::kNCHW), static_cast<int16_t>(id));
    return ToPython(OkStatus());
  }));
  return done ? 0 : -1;
}

template <auto Field>
PyObject* PlaceField(PyObject* self, void*) {
  return Guarded([&] { return ToPython(reinterpret_cast<Object<Place>*>(self)->value->*Field); });
}
PyObject* PlaceDevice(PyObject* self, void*) {
  return ToPython(static_cast<int>(reinterpret_cast<Object<Place>*>(self)->value->device));
}
PyObject* PlaceText(PyObject* self) {
  return Guarded([&] {
    return ToPython(
        StrCat("<Place ", reinterpret_cast<Object<Place>*>(self)->value->DebugString(), ">"));
  });
}
PyObject* ComparePlaces(PyObject* left, PyObject* right, int operation) {
  const Place* a = ValueOf<Place>(left);
  const Place* b = ValueOf<Place>(right);
  if (a == nullptr || b == nullptr || (operation != Py_EQ && operation != Py_NE)) {
    Py_INCREF(Py_NotImplemented);
    return Py_NotImplemented;
  }
  return ToPython((*a == *b) == (operation == Py_EQ));
}
Py_hash_t HashPlace(PyObject* self) {
  const Py_hash_t hash =
      static_cast<Py_hash_t>(reinterpret_cast<Object<Place>*>(self)->value->hash());
  return hash == -1 ? -2 : hash;
}

PyGetSetDef place_fields[] = {
    {"target", &PlaceField<&Place::target>, nullptr, nullptr, nullptr},
    {"precision", &PlaceField<&Place::precision>, nullptr, nullptr, nullptr},
    {"percision", &PlaceField<&Place::precision>, nullptr, nullptr, nullptr},
    {"layout", &PlaceField<&Place::layout>, nullptr, nullptr, nullptr},
    {"device", &PlaceDevice, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyMethodDef place_methods[] = {Method<Place, &Place::is_valid>("is_valid", "is_valid() -> bool"),
                               {nullptr, nullptr, 0, nullptr}};

}  // namespace

bool MakeConfigTypes(const std::string& prefix) {
  if (type_object<Place> != nullptr) return true;
  return MakeType<Place>(
             prefix, "Place",
             "Place(target, precision=PrecisionType.FP32, layout=DataLayoutType.NCHW, device=0)",
             place_methods,
             {{Py_tp_new, reinterpret_cast<void*>(&NewDefault<Place>)},
              {Py_tp_init, reinterpret_cast<void*>(&InitPlace)},
              {Py_tp_repr, reinterpret_cast<void*>(&PlaceText)},
              {Py_tp_hash, reinterpret_cast<void*>(&HashPlace)},
              {Py_tp_richcompare, reinterpret_cast<void*>(&ComparePlaces)},
              {Py_tp_getset, place_fields}}) &&
         MakeType<CxxConfig>(prefix, "CxxConfig",
                             "CxxConfig()\n--\n\nWhich model a CxxPredictor runs, and how.",
                             KeepMethods(CxxMethods()),
                             {{Py_tp_new, reinterpret_cast<void*>(&NewDefault<CxxConfig>)},
                              {Py_tp_init, reinterpret_cast<void*>(&InitWithoutArguments)}}) &&
         MakeType<MobileConfig>(prefix, "MobileConfig",
                                "MobileConfig()\n--\n\nWhich model a LightPredictor runs, and how.",
                                KeepMethods(MobileMethods()),
                                {{Py_tp_new, reinterpret_cast<void*>(&NewDefault<MobileConfig>)},
                                 {Py_tp_init, reinterpret_cast<void*>(&InitWithoutArguments)}});
}

}  // namespace paddle::lite::python
