#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include "lite/api/boundary.h"
#include "lite/api/paddle_api.h"
#include "lite/api/predictor_base.h"
#include "lite/base/checked_math.h"
#include "lite/base/logging.h"
#include "lite/base/strings.h"
#include "lite/core/device.h"
#include "lite/core/device_settings.h"
#include "lite/operators/subgraph_settings.h"
#include "lite/runtime/power_mode.h"

namespace paddle::lite_api {
namespace {

using lite::FailedPrecondition;
using lite::InvalidArgument;
using lite::RaiseError;

// The missing feature that a setting needs. One warning per kind of hardware, so that a program
// with a dozen settings is warned once.
enum class Missing { kOpenCL, kNNAdapter, kMetal, kXpu, kMlu, kCuda, kArm, kCount };

void WarnIgnored(Missing missing, const char* setter) {
  static constexpr const char* kReasons[] = {
      "the OpenCL backend (LITE_WITH_OPENCL)",
      "NNAdapter (LITE_WITH_NNADAPTER)",
      "the Metal backend (LITE_WITH_METAL)",
      "the XPU backend (LITE_WITH_XPU)",
      "the MLU backend (LITE_WITH_MLU)",
      "the CUDA backend (LITE_WITH_CUDA)",
      "kernels for ARM",
  };
  static_assert(sizeof(kReasons) / sizeof(kReasons[0]) == static_cast<size_t>(Missing::kCount));
  static std::atomic<unsigned> warned{0};
  const unsigned bit = 1u << static_cast<unsigned>(missing);
  if ((warned.fetch_or(bit) & bit) != 0) return;
  LITE_LOG_WARNING(setter, " is ignored: the library was built without ",
                   kReasons[static_cast<size_t>(missing)]);
}

// Complete shapes of one input, for one program.
lite::Status CheckListedShapes(const std::vector<std::vector<int64_t>>& shapes) {
  if (shapes.empty() || shapes.size() > lite::operators::kMaxListedShapes) {
    return InvalidArgument(shapes.size(), " shapes, expected 1 to ",
                           lite::operators::kMaxListedShapes);
  }
  for (const std::vector<int64_t>& shape : shapes) {
    const std::string text = lite::ListToString(shape);
    if (shape.size() != shapes[0].size()) {
      return InvalidArgument("the shape ", text, " has the rank ", shape.size(),
                             ", the one before has the rank ", shapes[0].size());
    }
    for (const int64_t extent : shape) {
      if (extent >= 1 && extent <= std::numeric_limits<int32_t>::max()) continue;
      return InvalidArgument("the shape ", text, " has an extent of ", extent,
                             ", expected 1 to 2147483647");
    }
  }
  return lite::OkStatus();
}

// Warns, unless the settings of predictors for NNAdapter have an effect.
void WarnWithoutNNAdapter(const char* setter) {
  if (lite::FindDeviceSettings(TargetType::kNNAdapter) == nullptr) {
    WarnIgnored(Missing::kNNAdapter, setter);
  }
}

// The device's settings hold for the process. Ignored, with a warning, without OpenCL.
void ConfigureOpenCl(const char* setter, const char* name, const std::string& value) {
  const lite::DeviceSettings* settings = lite::FindDeviceSettings(TargetType::kOpenCL);
  if (settings == nullptr) return WarnIgnored(Missing::kOpenCL, setter);
  const lite::Result<std::shared_ptr<lite::Device>> device =
      lite::OpenDevice({TargetType::kOpenCL, 0});
  if (!device.ok()) {
    LITE_LOG_WARNING(setter, " is ignored: ", device.status().message());
    return;
  }
  lite::RaiseIfError(settings->configure(0, name, value).WithContext(setter));
}

// The same for XPUs. The device need not be open: contexts of threads are made when they are used.
void ConfigureXpu(const char* setter, const char* name, int value) {
  const lite::DeviceSettings* settings = lite::FindDeviceSettings(TargetType::kXPU);
  if (settings == nullptr) return WarnIgnored(Missing::kXpu, setter);
  lite::RaiseIfError(settings->configure(0, name, std::to_string(value)).WithContext(setter));
}

// "" without a name.
std::string FileIn(const std::string& path, const std::string& name) {
  return name.empty() || path.empty() ? name : lite::StrCat(path, "/", name);
}

// Copies a caller's buffer. A null pointer is an error even with size 0.
std::string CopyBuffer(const char* what, const char* data, size_t size) {
  if (data == nullptr) RaiseError(InvalidArgument(what, " is null"));
  return std::string(data, size);
}

int AtLeastOne(const char* method, int threads) {
  if (threads >= 1) return threads;
  LITE_LOG_WARNING(method, "(", threads, "): expected 1 or more threads; 1 is used");
  return 1;
}

}  // namespace

// --- ConfigBase

ConfigBase::ConfigBase(PowerMode mode, int threads)
    : requested_threads_(threads == 1 ? 0 : std::max(threads, 1)),
      requested_math_threads_(0),
      requested_mode_(LITE_POWER_NO_BIND) {
  set_power_mode(mode);
}

void ConfigBase::set_threads(int threads) {
  requested_threads_ = AtLeastOne("set_threads", threads);
}

int ConfigBase::threads() const {
  const int wanted = std::max({1, requested_threads_, requested_math_threads_});
  return lite::ChooseCores(requested_mode_, wanted, 0, lite::SystemCpuTopology()).threads;
}

void ConfigBase::set_power_mode(PowerMode mode) {
  const int value = static_cast<int>(mode);
  if (value < LITE_POWER_HIGH || value > LITE_POWER_RAND_LOW) {
    RaiseError(InvalidArgument("set_power_mode: ", value, " is not a power mode"));
  }
  requested_mode_ = mode;
}

PowerMode ConfigBase::power_mode() const {
  const int wanted = std::max({1, requested_threads_, requested_math_threads_});
  return lite::ChooseCores(requested_mode_, wanted, 0, lite::SystemCpuTopology()).mode;
}

void ConfigBase::set_x86_math_num_threads(int threads) {
  requested_math_threads_ = AtLeastOne("set_x86_math_num_threads", threads);
}
int ConfigBase::x86_math_num_threads() const { return std::max(requested_math_threads_, 1); }

void ConfigBase::set_device_id(int device_id) { device_id_ = device_id; }

void ConfigBase::set_max_loop_iterations(int64_t iterations) {
  if (iterations < 1) {
    RaiseError(InvalidArgument("set_max_loop_iterations(", iterations,
                               "): expected at least 1 iteration"));
  }
  max_loop_iterations_ = iterations;
}

void ConfigBase::set_opencl_binary_path_name(const std::string& path, const std::string& name) {
  ConfigureOpenCl("set_opencl_binary_path_name", "cache", FileIn(path, name));
}
void ConfigBase::set_opencl_tune(CLTuneMode mode, const std::string& path, const std::string& name,
                                 size_t lws_repeats) {
  constexpr const char* kSetter = "set_opencl_tune";
  const bool has_opencl = lite::FindDeviceSettings(TargetType::kOpenCL) != nullptr;
  if (mode == CL_TUNE_NONE && !has_opencl) return;
  const char* const word = mode == CL_TUNE_RAPID        ? "rapid"
                           : mode == CL_TUNE_NORMAL     ? "normal"
                           : mode == CL_TUNE_EXHAUSTIVE ? "exhaustive"
                                                        : "none";
  ConfigureOpenCl(kSetter, "tuning", lite::StrCat(word, " ", lws_repeats));
  ConfigureOpenCl(kSetter, "forms", FileIn(path, name));
}
void ConfigBase::set_opencl_precision(CLPrecisionType precision) {
  const char* const name = precision == CL_PRECISION_FP16   ? "fp16"
                           : precision == CL_PRECISION_FP32 ? "fp32"
                                                            : "auto";
  ConfigureOpenCl("set_opencl_precision", "precision", name);
}

void ConfigBase::set_subgraph_model_cache_dir(std::string dir) {
  subgraph_model_cache_dir_ = std::move(dir);
}
void ConfigBase::set_subgraph_model_cache_buffers(const std::string& key,
                                                  const std::vector<char>& cfg,
                                                  const std::vector<char>& bin) {
  if (key.empty() || cfg.empty() || bin.empty()) {
    RaiseError(
        InvalidArgument("set_subgraph_model_cache_buffers: key, cfg and bin must not be empty"));
  }
  if (!subgraph_model_cache_buffers_.emplace(key, std::make_pair(cfg, bin)).second) {
    RaiseError(
        InvalidArgument("set_subgraph_model_cache_buffers: the key '", key, "' is set twice"));
  }
}

bool ConfigBase::check_nnadapter_device_name(const std::string& name) {
  constexpr const char* kSetter = "check_nnadapter_device_name";
  const lite::DeviceSettings* settings = lite::FindDeviceSettings(TargetType::kNNAdapter);
  if (settings != nullptr) {
    const lite::Result<std::string> found = settings->property(0, "device/" + name);
    if (!found.ok()) LITE_LOG_WARNING(kSetter, ": ", found.status().message());
    return found.ok() && *found == "1";
  }
  WarnIgnored(Missing::kNNAdapter, kSetter);
  return false;
}
void ConfigBase::set_nnadapter_device_names(const std::vector<std::string>& names) {
  WarnWithoutNNAdapter("set_nnadapter_device_names");
  nnadapter_device_names_ = names;
}
void ConfigBase::set_nnadapter_context_properties(const std::string& properties) {
  WarnWithoutNNAdapter("set_nnadapter_context_properties");
  nnadapter_context_properties_ = properties;
}
void ConfigBase::set_nnadapter_context_callback(int (*callback)(int event_id, void* user_data)) {
  WarnWithoutNNAdapter("set_nnadapter_context_callback");
  nnadapter_context_callback_ = callback;
}
void ConfigBase::set_nnadapter_model_cache_dir(const std::string& dir) {
  WarnWithoutNNAdapter("set_nnadapter_model_cache_dir");
  nnadapter_model_cache_dir_ = dir;
}
void ConfigBase::set_nnadapter_dynamic_shape_info(
    const std::map<std::string, std::vector<std::vector<int64_t>>>& info) {
  WarnWithoutNNAdapter("set_nnadapter_dynamic_shape_info");
  for (const auto& [name, shapes] : info) {
    lite::RaiseIfError(CheckListedShapes(shapes).WithContext(
        lite::StrCat("set_nnadapter_dynamic_shape_info: '", name, "'")));
  }
  nnadapter_dynamic_shape_info_ = info;
}
void ConfigBase::set_nnadapter_model_cache_buffers(const std::string& token,
                                                   const std::vector<char>& buffer) {
  WarnWithoutNNAdapter("set_nnadapter_model_cache_buffers");
  if (token.empty() || buffer.empty()) {
    RaiseError(
        InvalidArgument("set_nnadapter_model_cache_buffers: token and buffer must not be empty"));
  }
  if (!nnadapter_model_cache_buffers_.emplace(token, buffer).second) {
    RaiseError(
        InvalidArgument("set_nnadapter_model_cache_buffers: the token '", token, "' is set twice"));
  }
}

void ConfigBase::set_metal_lib_path(const std::string& path) {
  WarnIgnored(Missing::kMetal, "set_metal_lib_path");
  metal_lib_path_ = path;
}
void ConfigBase::set_metal_use_mps(bool flag) {
  WarnIgnored(Missing::kMetal, "set_metal_use_mps");
  metal_use_mps_ = flag;
}
void ConfigBase::set_metal_use_aggressive(bool flag) {
  WarnIgnored(Missing::kMetal, "set_metal_use_aggressive");
  metal_use_aggressive_ = flag;
}
void ConfigBase::set_metal_device(void* device) {
  WarnIgnored(Missing::kMetal, "set_metal_device");
  metal_device_ = device;
}
void ConfigBase::set_metal_use_memory_reuse(bool flag) {
  WarnIgnored(Missing::kMetal, "set_metal_use_memory_reuse");
  metal_use_memory_reuse_ = flag;
}

void ConfigBase::add_discarded_pass(const std::string pass) { discarded_passes_.push_back(pass); }

void ConfigBase::set_custom_allocator(TargetType, CustomAllocator custom_allocator) {
  if ((custom_allocator.alloc == nullptr) != (custom_allocator.free == nullptr)) {
    RaiseError(
        InvalidArgument("set_custom_allocator: alloc and free must both be set, or neither"));
  }
  if (lite::PredictorBase::LiveCount() != 0) {
    RaiseError(
        FailedPrecondition("set_custom_allocator: memory of an existing predictor would be freed "
                           "by another allocator"));
  }
  lite::SetHostAllocator(custom_allocator);
}

#define LITE_XPU_SETTER(name, ...) \
  void ConfigBase::name(__VA_ARGS__) { WarnIgnored(Missing::kXpu, #name); }
LITE_XPU_SETTER(set_xpu_config, const XpuConfig&)
LITE_XPU_SETTER(set_xpu_l3_cache_method, size_t, bool)
LITE_XPU_SETTER(set_xpu_l3_cache_autotune, bool)
LITE_XPU_SETTER(set_xpu_gm_workspace_method, size_t)
LITE_XPU_SETTER(set_xpu_conv_autotune, bool, const std::string&)
LITE_XPU_SETTER(enable_xpu_multi_stream)
LITE_XPU_SETTER(set_xpu_multi_encoder_precision, const std::string&)
LITE_XPU_SETTER(set_xpu_multi_encoder_method, const std::string&, bool)
LITE_XPU_SETTER(set_xpu_cluster_num, int)
LITE_XPU_SETTER(set_xpu_sdnn_num, int)
LITE_XPU_SETTER(set_xpu_local_quant, bool)
LITE_XPU_SETTER(set_xpu_compute_precision, const std::string&)
LITE_XPU_SETTER(set_xpu_dump_tensor_path, const std::string&)
LITE_XPU_SETTER(set_xpu_dump_log_path, const std::string&)
#undef LITE_XPU_SETTER

void ConfigBase::set_xpu_workspace_l3_size_per_thread(int l3_size) {
  ConfigureXpu("set_xpu_workspace_l3_size_per_thread", "l3 bytes", l3_size);
}
void ConfigBase::set_xpu_dev_per_thread(int dev_no) {
  ConfigureXpu("set_xpu_dev_per_thread", "device", dev_no);
}

Status ConfigBase::TryAddWarmupInput(int group_idx, int tensor_idx, PrecisionType precision,
                                     const shape_t& shape, const lod_t& lod, const void* fill_value,
                                     const void* data) {
  return lite::CatchAll([&]() -> Status {
    const std::string call =
        lite::StrCat("set_preferred_inputs_for_warmup(", group_idx, ", ", tensor_idx, ")");
    if (group_idx < 0 || tensor_idx < 0) {
      return InvalidArgument(call, ": expected numbers of a group and an input, at least 0");
    }
    const size_t element = PrecisionTypeLength(precision);
    if (element == 0) {
      return InvalidArgument(call, ": ", PrecisionToStr(precision), " is not an element type");
    }
    const lite::Result<lite::DDim> dims = lite::DDim::FromVector(shape);
    if (!dims.ok()) return dims.status().WithContext(call);
    const lite::Result<int64_t> count = lite::CheckedElementCount(*dims);
    if (!count.ok()) return count.status().WithContext(call);
    size_t bytes = 0;
    if (!lite::CheckedMul(static_cast<size_t>(*count), element, &bytes)) {
      return InvalidArgument(call, ": the shape ", *dims, " is too large");
    }
    WarmupInput input;
    input.precision = precision;
    input.shape = shape;
    input.lod = lod;
    const char* begin = static_cast<const char*>(data != nullptr ? data : fill_value);
    if (begin == nullptr) return InvalidArgument(call, ": neither elements nor a value are given");
    input.elements.assign(begin, begin + (data != nullptr ? bytes : element));
    warmup_inputs_[group_idx][tensor_idx] = std::move(input);
    return lite::OkStatus();
  });
}

void ConfigBase::AddWarmupInput(int group_idx, int tensor_idx, PrecisionType precision,
                                const shape_t& shape, const lod_t& lod, const void* fill_value,
                                const void* data) {
  lite::RaiseIfError(
      TryAddWarmupInput(group_idx, tensor_idx, precision, shape, lod, fill_value, data));
}

// --- CxxModelBuffer

CxxModelBuffer::CxxModelBuffer(const char* program_buffer, size_t program_buffer_size,
                               const char* params_buffer, size_t params_buffer_size)
    : program_(CopyBuffer("the program buffer", program_buffer, program_buffer_size)),
      params_(CopyBuffer("the parameter buffer", params_buffer, params_buffer_size)) {}

CxxModelBuffer::CxxModelBuffer(std::string&& program_buffer, std::string&& params_buffer)
    : program_(std::move(program_buffer)), params_(std::move(params_buffer)) {}

const std::string& CxxModelBuffer::get_program() const {
  if (program_.empty()) RaiseError(FailedPrecondition("the model buffer holds no program"));
  return program_;
}

const std::string& CxxModelBuffer::get_params() const { return params_; }

// --- CxxConfig

void CxxConfig::set_model_buffer(const char* model_buffer, size_t model_buffer_size,
                                 const char* param_buffer, size_t param_buffer_size) {
  model_buffer_ = std::make_shared<CxxModelBuffer>(model_buffer, model_buffer_size, param_buffer,
                                                   param_buffer_size);
}

void CxxConfig::set_model_buffer(std::shared_ptr<CxxModelBuffer> model_buffer) {
  if (model_buffer == nullptr) RaiseError(InvalidArgument("set_model_buffer: the buffer is null"));
  model_buffer_ = std::move(model_buffer);
}

const CxxModelBuffer& CxxConfig::get_model_buffer() const {
  if (model_buffer_ == nullptr) RaiseError(FailedPrecondition("no model buffer was set"));
  return *model_buffer_;
}

void CxxConfig::set_passes_internal(const std::vector<std::string>& passes_internal) {
  passes_internal_ = passes_internal;
}

void CxxConfig::set_multi_stream(bool multi_stream) {
  if (multi_stream && lite::FindDeviceSettings(TargetType::kCUDA) == nullptr) {
    WarnIgnored(Missing::kCuda, "set_multi_stream");
  }
  multi_stream_ = multi_stream;
}

void CxxConfig::set_mlu_core_version(MLUCoreVersion core_version) {
  WarnIgnored(Missing::kMlu, "set_mlu_core_version");
  mlu_core_version_ = core_version;
}
void CxxConfig::set_mlu_core_number(int core_number) {
  WarnIgnored(Missing::kMlu, "set_mlu_core_number");
  mlu_core_number_ = core_number;
}
void CxxConfig::set_mlu_input_layout(DataLayoutType layout) {
  WarnIgnored(Missing::kMlu, "set_mlu_input_layout");
  mlu_input_layout_ = layout;
}
void CxxConfig::set_mlu_use_first_conv(bool use_first_conv) {
  WarnIgnored(Missing::kMlu, "set_mlu_use_first_conv");
  mlu_use_first_conv_ = use_first_conv;
}
void CxxConfig::set_mlu_first_conv_mean(const std::vector<float>& mean) {
  WarnIgnored(Missing::kMlu, "set_mlu_first_conv_mean");
  mlu_first_conv_mean_ = mean;
}
void CxxConfig::set_mlu_first_conv_std(const std::vector<float>& std) {
  WarnIgnored(Missing::kMlu, "set_mlu_first_conv_std");
  mlu_first_conv_std_ = std;
}

void CxxConfig::set_quant_model(bool quant_model) { quant_model_ = quant_model; }
void CxxConfig::set_quant_type(QuantType quant_type) { quant_type_ = quant_type; }
void CxxConfig::set_enable_bf16(bool enable_bf16) { enable_bf16_ = enable_bf16; }

void CxxConfig::set_sparse_model(bool sparse_model) { sparse_model_ = sparse_model; }
void CxxConfig::set_sparse_threshold(float sparse_threshold) {
  sparse_threshold_ = sparse_threshold;
}

void CxxConfig::set_nnadapter_subgraph_partition_config_path(const std::string& path) {
  WarnWithoutNNAdapter("set_nnadapter_subgraph_partition_config_path");
  nnadapter_subgraph_partition_config_path_ = path;
}
void CxxConfig::set_nnadapter_subgraph_partition_config_buffer(const std::string& buffer) {
  WarnWithoutNNAdapter("set_nnadapter_subgraph_partition_config_buffer");
  nnadapter_subgraph_partition_config_buffer_ = buffer;
}
void CxxConfig::set_nnadapter_mixed_precision_quantization_config_path(const std::string& path) {
  WarnWithoutNNAdapter("set_nnadapter_mixed_precision_quantization_config_path");
  nnadapter_mixed_precision_quantization_config_path_ = path;
}
void CxxConfig::set_nnadapter_mixed_precision_quantization_config_buffer(
    const std::string& buffer) {
  WarnWithoutNNAdapter("set_nnadapter_mixed_precision_quantization_config_buffer");
  nnadapter_mixed_precision_quantization_config_buffer_ = buffer;
}

// --- MobileConfig

void MobileConfig::Reset(Source source) {
  lite_model_file_.clear();
  model_buffer_.clear();
  param_buffer_.clear();
  lite_model_buffer_ptr_ = nullptr;
  lite_model_buffer_size_ = 0;
  source_ = source;
}

void MobileConfig::set_model_from_file(const std::string& x) {
  Reset(Source::kFile);
  lite_model_file_ = x;
}

void MobileConfig::set_model_from_buffer(const std::string& x) {
  Reset(Source::kBuffer);
  lite_model_file_ = x;
}

void MobileConfig::set_model_from_buffer(std::string&& x) {
  Reset(Source::kBuffer);
  lite_model_file_ = std::move(x);
}

void MobileConfig::set_model_from_buffer(const char* buffer, size_t length) {
  if (buffer == nullptr) RaiseError(InvalidArgument("set_model_from_buffer: the buffer is null"));
  Reset(Source::kBorrowed);
  lite_model_buffer_ptr_ = buffer;
  lite_model_buffer_size_ = length;
}

void MobileConfig::set_model_dir(const std::string& x) {
  Reset(Source::kDir);
  ConfigBase::set_model_dir(x);
}

void MobileConfig::set_model_buffer(const char* model_buffer, size_t model_buffer_size,
                                    const char* param_buffer, size_t param_buffer_size) {
  LITE_LOG_WARNING(
      "MobileConfig::set_model_buffer is deprecated and will be removed in v3.0.0; use "
      "set_model_from_buffer with a single .nb file");
  std::string model =
      CopyBuffer("set_model_buffer: the model buffer", model_buffer, model_buffer_size);
  std::string params =
      CopyBuffer("set_model_buffer: the parameter buffer", param_buffer, param_buffer_size);
  Reset(Source::kPair);
  model_buffer_ = std::move(model);
  param_buffer_ = std::move(params);
}

namespace {

// Whether this library is for the target, and its processor has the property.
bool HasProperty(TargetType target, const char* name) {
  const lite::DeviceSettings* settings = lite::FindDeviceSettings(target);
  if (settings == nullptr) return false;
  const lite::Result<std::string> value = settings->property(0, name);
  return value.ok() && *value == "1";
}

}  // namespace

void MobileConfig::set_precision_mode(PrecisionMode mode) {
  precision_mode_ = mode;
  if (mode == LITE_PRECISION_LOW && !check_fp16_valid()) {
    LITE_LOG_WARNING(
        "set_precision_mode is ignored: the library has no kernels with arithmetic in half "
        "precision for this processor");
  }
}

void MobileConfig::SetArmL3CacheSize(L3CacheSetMethod method, int absolute_val) {
  const lite::DeviceSettings* settings = lite::FindDeviceSettings(TargetType::kARM);
  if (settings == nullptr) return WarnIgnored(Missing::kArm, "SetArmL3CacheSize");
  std::string value;
  switch (method) {
    case L3CacheSetMethod::kDeviceL3Cache:
      value = "l3";
      break;
    case L3CacheSetMethod::kDeviceL2Cache:
      value = "l2";
      break;
    case L3CacheSetMethod::kAbsolute:
      value = lite::StrCat(absolute_val);
      break;
    default:
      RaiseError(InvalidArgument("SetArmL3CacheSize: ", static_cast<int>(method),
                                 " is not a method to set the size"));
  }
  lite::RaiseIfError(settings->configure(0, "cache_bytes", value).WithContext("SetArmL3CacheSize"));
}

void MobileConfig::set_enable_bf16(bool enable_bf16) {
  enable_bf16_ = enable_bf16;
  if (enable_bf16 && !check_bf16_valid()) {
    LITE_LOG_WARNING(
        "set_enable_bf16 is ignored: products in bfloat16 are not faster on this processor");
  }
}

bool MobileConfig::check_bf16_valid() const { return HasProperty(TargetType::kX86, "bf16"); }

bool MobileConfig::check_fp16_valid() { return HasProperty(TargetType::kARM, "fp16"); }

}  // namespace paddle::lite_api
