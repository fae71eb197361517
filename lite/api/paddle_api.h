// The C++ interface of the library. Public header; parses as C++11.
//
// A call that fails throws paddle::lite_api::Error, whose text names what was expected and what was
// found. Every call that can fail for a reason outside the program (a file, a model, memory, data)
// has a twin called Try..., which returns a Status (TryShrinkMemory: a bool) and never throws. A
// library built with LITE_WITH_EXCEPTION=OFF prints the text and aborts where it would throw.
//
// One predictor, its tensors and its config are used by one thread at a time: a call of a predictor
// that is in use by another thread fails with FAILED_PRECONDITION. Different predictors, clones
// included, may run at the same time, and predictors may be created concurrently.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddle_place.h"

namespace paddle {
namespace lite_api {

using shape_t = std::vector<int64_t>;
using lod_t = std::vector<std::vector<uint64_t>>;

enum class LiteModelType {
  kProtobuf = 0,
  kNaiveBuffer = 1,
  UNK = 2,
};

struct TensorState;  // internal

/// A handle to an input, output or variable of a predictor. It does not own the data: deleting it
/// frees nothing. Using it after its predictor has been destroyed is reported as an error.
struct LITE_API Tensor {
  /// For the library: wraps a tensor of the runtime.
  explicit Tensor(void* raw);
  explicit Tensor(const void* raw);
  explicit Tensor(std::shared_ptr<TensorState> state);

  /// Sets the shape; memory is not touched. At most 9 dimensions, each at least 0.
  void Resize(const shape_t& shape);
  Status TryResize(const shape_t& shape);

  /// The elements; null if none have been allocated, or if the shape has outgrown the memory. The
  /// type is not converted: asking for a type other than precision() logs a warning once.
  template <typename T>
  const T* data() const {
    return static_cast<const T*>(RawData(PrecisionTypeTrait<T>::Type()));
  }

  /// Memory for shape() elements of type T on `type`, 64-byte aligned. Existing memory is kept if
  /// it is large enough.
  template <typename T>
  T* mutable_data(TargetType type = TargetType::kHost) const {
    static_assert(PrecisionTypeTrait<T>::Type() != PrecisionType::kUnk,
                  "mutable_data<T>: T is not an element type");
    return static_cast<T*>(RawMutableData(PrecisionTypeTrait<T>::Type(), type));
  }
  template <typename T>
  Status TryMutableData(T** data, TargetType type = TargetType::kHost) const {
    static_assert(PrecisionTypeTrait<T>::Type() != PrecisionType::kUnk,
                  "TryMutableData<T>: T is not an element type");
    void* raw = nullptr;
    Status status = TryRawMutableData(PrecisionTypeTrait<T>::Type(), type, &raw);
    *data = static_cast<T*>(raw);
    return status;
  }

  /// Null: this library has no Metal backend.
  void* mutable_metal_data(void* ptr) const;

  /// Uses the caller's memory, which must outlive every use of the tensor. Fails when `memory_size`
  /// is less than the tensor needs now; later growth also fails.
  void ShareExternalMemory(void* data, size_t memory_size, TargetType target);
  Status TryShareExternalMemory(void* data, size_t memory_size, TargetType target);

  /// Copies as many elements as shape() has, allocating on `type`.
  template <typename T, TargetType type = TargetType::kHost>
  void CopyFromCpu(const T* data) {
    static_assert(PrecisionTypeTrait<T>::Type() != PrecisionType::kUnk,
                  "CopyFromCpu<T>: T is not an element type");
    RawCopyFromCpu(data, PrecisionTypeTrait<T>::Type(), type);
  }
  template <typename T, TargetType type = TargetType::kHost>
  Status TryCopyFromCpu(const T* data) {
    static_assert(PrecisionTypeTrait<T>::Type() != PrecisionType::kUnk,
                  "TryCopyFromCpu<T>: T is not an element type");
    return TryRawCopyFromCpu(data, PrecisionTypeTrait<T>::Type(), type);
  }
  /// Copies all elements. Fails if the tensor holds elements of another type.
  template <typename T>
  void CopyToCpu(T* data) const {
    static_assert(PrecisionTypeTrait<T>::Type() != PrecisionType::kUnk,
                  "CopyToCpu<T>: T is not an element type");
    RawCopyToCpu(data, PrecisionTypeTrait<T>::Type());
  }
  template <typename T>
  Status TryCopyToCpu(T* data) const {
    static_assert(PrecisionTypeTrait<T>::Type() != PrecisionType::kUnk,
                  "TryCopyToCpu<T>: T is not an element type");
    return TryRawCopyToCpu(data, PrecisionTypeTrait<T>::Type());
  }

  /// Before the first Resize, an input has the shape declared by the model, with -1 for open
  /// dimensions; so has an output before the first run.
  shape_t shape() const;
  TargetType target() const;
  /// Fails if the tensor has no element type yet.
  PrecisionType precision() const;
  Status TryPrecision(PrecisionType* precision) const;
  /// Sets the tag only.
  void SetPrecision(PrecisionType precision);
  Status TrySetPrecision(PrecisionType precision);
  lod_t lod() const;
  void SetLoD(const lod_t& lod);
  Status TrySetLoD(const lod_t& lod);
  /// True if memory has been allocated.
  bool IsInitialized() const;

 private:
  const void* RawData(PrecisionType wanted) const;
  void* RawMutableData(PrecisionType precision, TargetType target) const;
  Status TryRawMutableData(PrecisionType precision, TargetType target, void** data) const;
  void RawCopyFromCpu(const void* data, PrecisionType precision, TargetType target);
  Status TryRawCopyFromCpu(const void* data, PrecisionType precision, TargetType target);
  void RawCopyToCpu(void* data, PrecisionType precision) const;
  Status TryRawCopyToCpu(void* data, PrecisionType precision) const;

  std::shared_ptr<TensorState> state_;
};

/// Runs one model. Created by CreatePaddlePredictor.
class LITE_API PaddlePredictor {
 public:
  PaddlePredictor() = default;
  virtual ~PaddlePredictor();
  PaddlePredictor(const PaddlePredictor&) = delete;
  PaddlePredictor& operator=(const PaddlePredictor&) = delete;

  /// Inputs and outputs are numbered in the order of the feed and fetch operators' `col`.
  virtual std::unique_ptr<Tensor> GetInput(int i);
  virtual std::unique_ptr<const Tensor> GetOutput(int i) const;
  /// Runs the model once on the current shapes and data of the inputs, which keep their data.
  virtual void Run();
  /// Does now what the first Run on inputs of these shapes would do before it computes: reads and
  /// rearranges the weights, chooses kernels, plans memory. An input that has no data of its shape
  /// gets zeros.
  virtual void Prepare(const std::vector<shape_t>& input_shapes);
  /// A predictor of the same model that shares the weights.
  virtual std::shared_ptr<PaddlePredictor> Clone();
  /// The same, with private copies of the named weights.
  virtual std::shared_ptr<PaddlePredictor> Clone(const std::vector<std::string>& var_names);
  /// The library's tag, or "branch(commit)".
  virtual std::string GetVersion() const = 0;
  virtual std::vector<std::string> GetInputNames() const = 0;
  virtual std::vector<std::string> GetOutputNames() const = 0;
  /// Names of all weights.
  virtual std::vector<std::string> GetParamNames() const = 0;
  /// Frees all memory except the weights. Inputs must be filled again before the next Run.
  virtual bool TryShrinkMemory() = 0;
  /// Null for an unknown name; the known names are logged.
  virtual std::unique_ptr<Tensor> GetInputByName(const std::string& name) = 0;
  virtual std::unique_ptr<const Tensor> GetOutputByName(const std::string& name) const = 0;
  /// For debugging: any variable of the optimised program, null for an unknown name. A tensor may
  /// have been fused away, and its memory may have been reused by a later one.
  virtual std::unique_ptr<const Tensor> GetTensor(const std::string& name) const = 0;
  virtual std::unique_ptr<Tensor> GetMutableTensor(const std::string& name) = 0;
  /// kNaiveBuffer writes `<model_dir>.nb`, kProtobuf `<model_dir>/model` and `<model_dir>/params`.
  /// With `record_info`, `<model_dir>/` receives the four hidden lists from which a library is
  /// tailored. Only a predictor made from a CxxConfig can save.
  virtual void SaveOptimizedModel(const std::string& model_dir,
                                  LiteModelType model_type = LiteModelType::kProtobuf,
                                  bool record_info = false);
  /// From the next run on, work for the device of `target` is submitted to the caller's queue (for
  /// kCUDA a cudaStream_t); null restores the predictor's own queue. No effect on CPU targets.
  virtual void SetStream(TargetType target, void* stream);

  virtual Status TryGetInput(int i, std::unique_ptr<Tensor>* tensor) = 0;
  virtual Status TryGetOutput(int i, std::unique_ptr<const Tensor>* tensor) const = 0;
  /// An unknown name is an error that lists the known ones.
  virtual Status TryGetInputByName(const std::string& name, std::unique_ptr<Tensor>* tensor) = 0;
  virtual Status TryGetOutputByName(const std::string& name,
                                    std::unique_ptr<const Tensor>* tensor) const = 0;
  virtual Status TryGetTensor(const std::string& name,
                              std::unique_ptr<const Tensor>* tensor) const = 0;
  virtual Status TryGetMutableTensor(const std::string& name, std::unique_ptr<Tensor>* tensor) = 0;
  virtual Status TryPrepare(const std::vector<shape_t>& input_shapes) = 0;
  virtual Status TryRun() = 0;
  virtual Status TrySetStream(TargetType target, void* stream) = 0;
  virtual Status TryClone(const std::vector<std::string>& var_names,
                          std::shared_ptr<PaddlePredictor>* predictor) = 0;
  virtual Status TrySaveOptimizedModel(const std::string& model_dir, LiteModelType model_type,
                                       bool record_info) = 0;

 protected:
  int threads_{1};
  PowerMode mode_{LITE_POWER_NO_BIND};
};

/// Settings of the Kunlunxin XPU, which have no effect.
struct LITE_API XpuConfig {
  int device_id = 0;
  size_t l3_size = 0;
  void* l3_ptr = nullptr;
  size_t l3_autotune_size = 0;
  void* stream = nullptr;
  int conv_autotune_level = 0;
  std::string conv_autotune_file = "";
  bool conv_autotune_file_writeback = false;
  int fc_autotune_level = 0;
  std::string fc_autotune_file = "";
  bool fc_autotune_file_writeback = false;
  int gemm_compute_precision = 1;
  int transformer_softmax_optimize_level = 0;
  bool transformer_encoder_adaptive_seqlen = true;
  float quant_post_static_gelu_out_threshold = 10.f;
  int quant_post_dynamic_activation_method = 0;
};

/// One input of a warm-up run.
struct LITE_API WarmupInput {
  PrecisionType precision = PrecisionType::kFloat;
  shape_t shape;
  lod_t lod;
  std::vector<char> elements;  // all of them, or one that is the value of all
};

/// Settings common to both kinds of configuration. Settings for hardware that the library was not
/// built for are accepted with a single warning.
class LITE_API ConfigBase {
 public:
  explicit ConfigBase(PowerMode mode = LITE_POWER_NO_BIND, int threads = 1);

  void set_model_dir(const std::string& x) { model_dir_ = x; }
  const std::string& model_dir() const { return model_dir_; }

  /// Threads of one predictor, the calling one included.
  void set_threads(int threads);
  /// The effective number: the larger of the two settings, limited by the power mode and the
  /// machine.
  int threads() const;
  void set_power_mode(PowerMode mode);
  /// The effective mode: LITE_POWER_NO_BIND if the machine does not report core frequencies.
  PowerMode power_mode() const;
  /// The mode that was passed to set_power_mode, even if it is not in effect.
  PowerMode requested_power_mode() const { return requested_mode_; }
  /// Sets the size of the same thread pool as set_threads, on every CPU.
  void set_x86_math_num_threads(int threads);
  int x86_math_num_threads() const;

  void set_device_id(int device_id);
  int get_device_id() const { return device_id_; }

  /// The maximum number of iterations, at least 1, that all loops of a program may make in one run;
  /// a run that exceeds it fails. The default is 1,000,000, or LITE_MAX_LOOP_ITERATIONS from the
  /// environment.
  void set_max_loop_iterations(int64_t iterations);
  /// 0: set_max_loop_iterations was not called.
  int64_t max_loop_iterations() const { return max_loop_iterations_; }

  void set_opencl_binary_path_name(const std::string& path, const std::string& name);
  void set_opencl_tune(CLTuneMode tune_mode = CL_TUNE_NONE, const std::string& path = "",
                       const std::string& name = "", size_t lws_repeats = 4);
  void set_opencl_precision(CLPrecisionType p = CL_PRECISION_AUTO);

  void set_subgraph_model_cache_dir(std::string dir);
  const std::string& subgraph_model_cache_dir() const { return subgraph_model_cache_dir_; }
  void set_subgraph_model_cache_buffers(const std::string& key, const std::vector<char>& cfg,
                                        const std::vector<char>& bin);
  const std::map<std::string, std::pair<std::vector<char>, std::vector<char>>>&
  subgraph_model_cache_buffers() const {
    return subgraph_model_cache_buffers_;
  }

  bool check_nnadapter_device_name(const std::string& name);
  void set_nnadapter_device_names(const std::vector<std::string>& names);
  const std::vector<std::string>& nnadapter_device_names() const { return nnadapter_device_names_; }
  void set_nnadapter_context_properties(const std::string& properties);
  const std::string& nnadapter_context_properties() const { return nnadapter_context_properties_; }
  void set_nnadapter_context_callback(int (*callback)(int event_id, void* user_data));
  int (*nnadapter_context_callback() const)(int event_id, void* user_data) {
    return nnadapter_context_callback_;
  }
  void set_nnadapter_model_cache_dir(const std::string& dir);
  const std::string& nnadapter_model_cache_dir() const { return nnadapter_model_cache_dir_; }
  void set_nnadapter_dynamic_shape_info(
      const std::map<std::string, std::vector<std::vector<int64_t>>>& info);
  const std::map<std::string, std::vector<std::vector<int64_t>>>& nnadapter_dynamic_shape_info()
      const {
    return nnadapter_dynamic_shape_info_;
  }
  void set_nnadapter_model_cache_buffers(const std::string& token, const std::vector<char>& buffer);
  const std::map<std::string, std::vector<char>>& nnadapter_model_cache_buffers() const {
    return nnadapter_model_cache_buffers_;
  }

  void set_metal_lib_path(const std::string& path);
  void set_metal_use_mps(bool flag);
  void set_metal_use_aggressive(bool flag);
  void set_metal_device(void* device);
  void set_metal_use_memory_reuse(bool flag);
  const std::string& metal_lib_path() const { return metal_lib_path_; }
  bool metal_use_mps() const { return metal_use_mps_; }
  bool metal_use_aggressive() const { return metal_use_aggressive_; }
  void* metal_device() const { return metal_device_; }
  bool metal_use_memory_reuse() const { return metal_use_memory_reuse_; }

  /// A pass that the optimiser must skip.
  void add_discarded_pass(const std::string pass);
  const std::vector<std::string>& get_discarded_passes() const { return discarded_passes_; }

  const std::map<TargetType, std::shared_ptr<void>>& target_configs() const {
    return target_configs_;
  }

  /// Replaces the host memory allocator for the whole process. Set both functions or neither, and
  /// only while no predictor exists.
  void set_custom_allocator(TargetType target_type, CustomAllocator custom_allocator);

  /// Each new predictor of this configuration runs once on every group of inputs, in the order of
  /// `group_idx`, so that the first Run on the shapes of the last group only computes. A group has
  /// all inputs of the model; `tensor_idx` numbers them as GetInput does. `data` are the elements,
  /// which are copied; without them, each is `fill_value`. The inputs keep the data of the last
  /// group.
  template <typename T>
  void set_preferred_inputs_for_warmup(const int group_idx, const int tensor_idx,
                                       const shape_t& shape, const lod_t& lod = {},
                                       const T fill_value = 0, const void* data = nullptr) {
    static_assert(PrecisionTypeTrait<T>::Type() != PrecisionType::kUnk,
                  "set_preferred_inputs_for_warmup<T>: T is not an element type");
    AddWarmupInput(group_idx, tensor_idx, PrecisionTypeTrait<T>::Type(), shape, lod, &fill_value,
                   data);
  }
  /// The same with an element type that is only known at run time; `fill_value` is one element.
  Status TryAddWarmupInput(int group_idx, int tensor_idx, PrecisionType precision,
                           const shape_t& shape, const lod_t& lod, const void* fill_value,
                           const void* data);
  /// By group and number of the input.
  const std::map<int, std::map<int, WarmupInput>>& warmup_inputs() const { return warmup_inputs_; }

  void set_xpu_config(const XpuConfig& config);
  void set_xpu_workspace_l3_size_per_thread(int l3_size = 0x4000000);
  void set_xpu_l3_cache_method(size_t l3_size, bool locked = false);
  void set_xpu_l3_cache_autotune(bool autotune = true);
  void set_xpu_gm_workspace_method(size_t gm_size);
  void set_xpu_conv_autotune(bool autotune = true, const std::string& autotune_file = "");
  void set_xpu_dev_per_thread(int dev_no = 0);
  void enable_xpu_multi_stream();
  void set_xpu_multi_encoder_precision(const std::string& precision = "int16");
  void set_xpu_multi_encoder_method(const std::string& precision = "int16",
                                    bool adaptive_seqlen = false);
  void set_xpu_cluster_num(int num);
  void set_xpu_sdnn_num(int num);
  void set_xpu_local_quant(bool local_quant = false);
  void set_xpu_compute_precision(const std::string& precision = "int16");
  void set_xpu_dump_tensor_path(const std::string& dump_tensor_path = "");
  void set_xpu_dump_log_path(const std::string& dump_log_path = "");

 private:
  void AddWarmupInput(int group_idx, int tensor_idx, PrecisionType precision, const shape_t& shape,
                      const lod_t& lod, const void* fill_value, const void* data);

  std::string model_dir_;
  int requested_threads_;       // 0: set_threads was not called
  int requested_math_threads_;  // 0: set_x86_math_num_threads was not called
  PowerMode requested_mode_;
  int device_id_{0};
  int64_t max_loop_iterations_{0};
  std::string subgraph_model_cache_dir_;
  std::map<std::string, std::pair<std::vector<char>, std::vector<char>>>
      subgraph_model_cache_buffers_;
  std::vector<std::string> nnadapter_device_names_;
  std::string nnadapter_context_properties_;
  int (*nnadapter_context_callback_)(int event_id, void* user_data){nullptr};
  std::string nnadapter_model_cache_dir_;
  std::map<std::string, std::vector<std::vector<int64_t>>> nnadapter_dynamic_shape_info_;
  std::map<std::string, std::vector<char>> nnadapter_model_cache_buffers_;
  std::string metal_lib_path_;
  bool metal_use_mps_{false};
  bool metal_use_aggressive_{false};
  bool metal_use_memory_reuse_{false};
  void* metal_device_{nullptr};
  std::vector<std::string> discarded_passes_;
  std::map<TargetType, std::shared_ptr<void>> target_configs_;
  std::map<int, std::map<int, WarmupInput>> warmup_inputs_;
};

/// A model in memory, in the combined form.
class LITE_API CxxModelBuffer {
 public:
  CxxModelBuffer() = default;
  /// Copies both.
  CxxModelBuffer(const char* program_buffer, size_t program_buffer_size, const char* params_buffer,
                 size_t params_buffer_size);
  CxxModelBuffer(std::string&& program_buffer, std::string&& params_buffer);
  CxxModelBuffer(const CxxModelBuffer&) = delete;
  CxxModelBuffer& operator=(const CxxModelBuffer&) = delete;

  /// Fails if there is no program.
  const std::string& get_program() const;
  const std::string& get_params() const;
  bool is_empty() const { return program_.empty(); }

 private:
  std::string program_;
  std::string params_;
};

/// Configuration of the full predictor, which reads and optimises models as Paddle saves them.
class LITE_API CxxConfig : public ConfigBase {
 public:
  /// In order of preference. The host CPU of the build is the fallback.
  void set_valid_places(const std::vector<Place>& x) { valid_places_ = x; }
  const std::vector<Place>& valid_places() const { return valid_places_; }

  /// The combined form; takes precedence over set_model_dir.
  void set_model_file(const std::string& path) { model_file_ = path; }
  std::string model_file() const { return model_file_; }
  void set_param_file(const std::string& path) { param_file_ = path; }
  std::string param_file() const { return param_file_; }
  /// The combined form in memory; copies both.
  void set_model_buffer(const char* model_buffer, size_t model_buffer_size,
                        const char* param_buffer, size_t param_buffer_size);
  void set_model_buffer(std::shared_ptr<CxxModelBuffer> model_buffer);
  /// Fails if none was set.
  const CxxModelBuffer& get_model_buffer() const;
  bool model_from_memory() const { return model_buffer_ != nullptr; }
  bool is_model_from_memory() const { return model_buffer_ != nullptr; }

  /// Replaces the default passes.
  void set_passes_internal(const std::vector<std::string>& passes_internal = {});
  const std::vector<std::string>& get_passes_internal() const { return passes_internal_; }

  void set_x86_math_library_num_threads(int threads) { set_x86_math_num_threads(threads); }
  int x86_math_library_num_threads() const { return x86_math_num_threads(); }

  void set_multi_stream(bool multi_stream);
  bool multi_stream() const { return multi_stream_; }

  void set_mlu_core_version(MLUCoreVersion core_version);
  void set_mlu_core_number(int core_number);
  void set_mlu_input_layout(DataLayoutType layout);
  void set_mlu_use_first_conv(bool use_first_conv);
  void set_mlu_first_conv_mean(const std::vector<float>& mean);
  void set_mlu_first_conv_std(const std::vector<float>& std);
  MLUCoreVersion mlu_core_version() const { return mlu_core_version_; }
  int mlu_core_number() const { return mlu_core_number_; }
  DataLayoutType mlu_input_layout() const { return mlu_input_layout_; }
  bool mlu_use_first_conv() const { return mlu_use_first_conv_; }
  const std::vector<float>& mlu_first_conv_mean() const { return mlu_first_conv_mean_; }
  const std::vector<float>& mlu_first_conv_std() const { return mlu_first_conv_std_; }

  // Rounds weights to 8 or 16 bits with a scale for each channel; the computation stays in float.
  // SaveOptimizedModel stores them in these bits.
  void set_quant_model(bool quant_model);
  bool quant_model() const { return quant_model_; }
  void set_quant_type(QuantType quant_type);
  QuantType quant_type() const { return quant_type_; }
  // Rounds weights to bfloat16 instead, and computes products in bfloat16 where the processor is
  // faster with it; sums are float32. Cannot be combined with set_quant_model.
  void set_enable_bf16(bool enable_bf16);
  bool enable_bf16() const { return enable_bf16_; }

  // A 1x1 convolution only stores its nonzero weights if at least the share `sparse_threshold` of
  // them (0 to 1) is zero and that is faster. CPU targets only.
  void set_sparse_model(bool sparse_model);
  bool sparse_model() const { return sparse_model_; }
  void set_sparse_threshold(float sparse_threshold);
  float sparse_threshold() const { return sparse_threshold_; }

  void set_nnadapter_subgraph_partition_config_path(const std::string& path);
  const std::string& nnadapter_subgraph_partition_config_path() const {
    return nnadapter_subgraph_partition_config_path_;
  }
  void set_nnadapter_subgraph_partition_config_buffer(const std::string& buffer);
  const std::string& nnadapter_subgraph_partition_config_buffer() const {
    return nnadapter_subgraph_partition_config_buffer_;
  }
  void set_nnadapter_mixed_precision_quantization_config_path(const std::string& path);
  const std::string& nnadapter_mixed_precision_quantization_config_path() const {
    return nnadapter_mixed_precision_quantization_config_path_;
  }
  void set_nnadapter_mixed_precision_quantization_config_buffer(const std::string& buffer);
  const std::string& nnadapter_mixed_precision_quantization_config_buffer() const {
    return nnadapter_mixed_precision_quantization_config_buffer_;
  }

 private:
  std::vector<Place> valid_places_;
  std::string model_file_;
  std::string param_file_;
  std::shared_ptr<CxxModelBuffer> model_buffer_;
  std::vector<std::string> passes_internal_;
  bool multi_stream_{false};
  bool quant_model_{false};
  QuantType quant_type_{QuantType::QUANT_INT16};
  bool enable_bf16_{false};
  bool sparse_model_{false};
  float sparse_threshold_{0.6f};
  MLUCoreVersion mlu_core_version_{MLU_270};
  int mlu_core_number_{1};
  DataLayoutType mlu_input_layout_{DataLayoutType::kNCHW};
  bool mlu_use_first_conv_{false};
  std::vector<float> mlu_first_conv_mean_;
  std::vector<float> mlu_first_conv_std_;
  std::string nnadapter_subgraph_partition_config_path_;
  std::string nnadapter_subgraph_partition_config_buffer_;
  std::string nnadapter_mixed_precision_quantization_config_path_;
  std::string nnadapter_mixed_precision_quantization_config_buffer_;
};

/// Configuration of the light predictor, which runs models converted by `opt` (.nb). If the model
/// is set in several ways, the last call counts.
class LITE_API MobileConfig : public ConfigBase {
 public:
  void set_model_from_file(const std::string& x);
  /// The bytes of a .nb file, copied.
  void set_model_from_buffer(const std::string& x);
  void set_model_from_buffer(std::string&& x);
  /// Not copied: the memory must remain valid until the predictor has been created.
  void set_model_from_buffer(const char* buffer, size_t length);

  /// The form before version 2.3: a folder with `__model__.nb` and `param.nb`.
  void set_model_dir(const std::string& x);
  /// The same form in memory, copied. Deprecated: use set_model_from_buffer.
  void set_model_buffer(const char* model_buffer, size_t model_buffer_size,
                        const char* param_buffer, size_t param_buffer_size);

  bool model_from_memory() const {
    return source_ == Source::kBuffer || source_ == Source::kBorrowed || source_ == Source::kPair;
  }
  bool is_model_from_memory() const { return model_from_memory(); }
  /// Only set for the form before version 2.3.
  const std::string& model_buffer() const { return model_buffer_; }
  const std::string& param_buffer() const { return param_buffer_; }
  /// The path, or the bytes when they were set from a string.
  const std::string& lite_model_file() const { return lite_model_file_; }
  const char* lite_model_buffer_ptr() const { return lite_model_buffer_ptr_; }
  size_t lite_model_buffer_size() const { return lite_model_buffer_size_; }

  /// LITE_PRECISION_LOW: a float32 model converted for this target computes in half precision where
  /// there are kernels for it; inputs and outputs stay float32. Ignored with a warning unless
  /// check_fp16_valid().
  void set_precision_mode(PrecisionMode mode);
  PrecisionMode precision_mode() const { return precision_mode_; }
  /// A float32 model computes products with its weights in bfloat16, and sums in float32, where
  /// that is faster: operands keep 8 of 24 significant bits, and the inputs and outputs of the
  /// model stay float32. Ignored with a warning unless check_bf16_valid(). Models that opt
  /// --enable_bf16=true has written need no call.
  void set_enable_bf16(bool enable_bf16);
  bool enable_bf16() const { return enable_bf16_; }
  /// Whether products in bfloat16 are faster on this processor.
  bool check_bf16_valid() const;
  /// The cache size that later plans of the whole process assume: that of the third level, that of
  /// the second level, or `absolute_val` bytes. A level that the system does not report is replaced
  /// by the one below. By default it is the second level, at most 1 MiB. Libraries for processors
  /// other than ARM ignore the call with a warning.
  void SetArmL3CacheSize(L3CacheSetMethod method = L3CacheSetMethod::kDeviceL3Cache,
                         int absolute_val = -1);
  /// Whether this library has kernels with arithmetic in half precision for this processor.
  bool check_fp16_valid();

  /// For the library: which of the setters was called last.
  enum class Source : int { kNone = 0, kFile, kBuffer, kBorrowed, kDir, kPair };
  Source source() const { return source_; }

 private:
  void Reset(Source source);

  std::string lite_model_file_;
  std::string model_buffer_;
  std::string param_buffer_;
  const char* lite_model_buffer_ptr_{nullptr};
  size_t lite_model_buffer_size_{0};
  Source source_{Source::kNone};
  PrecisionMode precision_mode_{LITE_PRECISION_NORMAL};
  bool enable_bf16_{false};
};

/// Creates a predictor. CxxConfig needs the full library: with the light library it does not link.
template <typename ConfigT>
std::shared_ptr<PaddlePredictor> CreatePaddlePredictor(const ConfigT& config);
template <>
LITE_API std::shared_ptr<PaddlePredictor> CreatePaddlePredictor<CxxConfig>(const CxxConfig& config);
template <>
LITE_API std::shared_ptr<PaddlePredictor> CreatePaddlePredictor<MobileConfig>(
    const MobileConfig& config);

/// The same without exceptions: `*predictor` is set only on success.
template <typename ConfigT>
Status TryCreatePaddlePredictor(const ConfigT& config, std::shared_ptr<PaddlePredictor>* predictor);
template <>
LITE_API Status TryCreatePaddlePredictor<CxxConfig>(const CxxConfig& config,
                                                    std::shared_ptr<PaddlePredictor>* predictor);
template <>
LITE_API Status TryCreatePaddlePredictor<MobileConfig>(const MobileConfig& config,
                                                       std::shared_ptr<PaddlePredictor>* predictor);

/// Whether there is an OpenCL device or, with `check_fp16_valid`, one that computes in half
/// precision.
LITE_API bool IsOpenCLBackendValid(bool check_fp16_valid = false);
/// -1 without OpenCL; else 0 unknown, 1 Adreno, 2 Mali, 3 PowerVR, 4 others.
LITE_API int GetOpenCLDeviceType();

}  // namespace lite_api
}  // namespace paddle
