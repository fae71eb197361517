#include "lite/tools/benchmark.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <thread>

#include "lite/api/full/model_passes.h"
#include "lite/api/paddle_api.h"
#include "lite/api/predictor_base.h"
#include "lite/api/version.h"
#include "lite/core/device_settings.h"
#include "lite/core/element.h"
#include "lite/core/memory_order.h"
#include "lite/core/targets.h"
#include "lite/mir/optimizer.h"
#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/runtime/kernel_choice.h"
#include "lite/runtime/observer_list.h"
#include "lite/runtime/precision_observer.h"
#include "lite/runtime/trace_observer.h"
#include "lite/tools/command_line.h"
#include "lite/tools/device_info.h"
#include "lite/tools/model_io.h"
#include "lite/tools/op_report.h"
#include "lite/tools/output_files.h"
#include "lite/tools/progress.h"
#include "lite/tools/valid_targets.h"

namespace paddle::lite::tools {
namespace {

using Clock = std::chrono::steady_clock;

double MillisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// High-water mark of the resident set in MB, from /proc; 0 if there is none.
double PeakMemoryMb() {
  std::FILE* file = std::fopen("/proc/self/status", "r");
  if (file == nullptr) return 0;
  char line[256];
  double kilobytes = 0;
  while (std::fgets(line, sizeof(line), file) != nullptr) {
    if (std::sscanf(line, "VmHWM: %lf", &kilobytes) == 1) break;
  }
  std::fclose(file);
  return kilobytes / 1024;
}

Status Optimise(const BenchmarkOptions& options) {
  LITE_ASSIGN_OR_RETURN(model::Model model, model::LoadPaddleModel(*options.convert_from));
  mir::OptimizeOptions optimize;
  optimize.valid_places = options.valid_places;
  mir::UseImageLimitsOfThisMachine(&optimize);
  optimize.subgraph_devices = options.nnadapter_devices;
  optimize.model_passes = ModelPasses();
  LITE_ASSIGN_OR_RETURN(const model::Model optimised, mir::Optimize(std::move(model), optimize));
  model::NaiveBufferWriteOptions write;
  write.opt_version = LibraryVersion();
  LITE_ASSIGN_OR_RETURN(const std::string bytes, model::EncodeNaiveBuffer(optimised, write));
  OutputFiles files;
  LITE_RETURN_IF_ERROR(files.AddFile(options.nb_path, bytes));
  return files.Commit();
}

// Shape, type and values of every input.
struct InputData {
  PrecisionType precision = PrecisionType::kFloat;
  std::vector<int64_t> shape;
  LoD lod;
  std::vector<double> values;  // empty = all ones
};

Result<std::vector<InputData>> CollectInputs(const BenchmarkOptions& options,
                                             const std::vector<InputInfo>& infos) {
  auto settled = SettleShapes(infos, options.input_shapes);
  if (!settled.ok() && !options.long_report && options.input_shapes.empty() && infos.size() == 1) {
    settled = std::vector<std::vector<int64_t>>{{1, 3, 224, 224}};  // default of the older tools
  }
  LITE_ASSIGN_OR_RETURN(const auto shapes, std::move(settled));
  if (!options.input_types.empty() && options.input_types.size() != infos.size()) {
    return InvalidArgument("input_data_type has ", options.input_types.size(),
                           " types, the model has ", infos.size(), " inputs");
  }
  if (!options.input_paths.empty() && options.input_paths.size() != infos.size()) {
    return InvalidArgument("input_data_path has ", options.input_paths.size(),
                           " files, the model has ", infos.size(), " inputs");
  }
  std::vector<InputData> inputs(infos.size());
  for (size_t i = 0; i < infos.size(); ++i) {
    InputData& input = inputs[i];
    input.precision = options.input_types.empty() ? infos[i].precision : options.input_types[i];
    if (PrecisionTypeLength(input.precision) == 0) input.precision = PrecisionType::kFloat;
    input.shape = shapes[i];
    input.lod = WholeSequence(infos[i].lod_level, input.shape);
    if (options.input_paths.empty()) continue;
    LITE_ASSIGN_OR_RETURN(input.values, ReadNumbers(options.input_paths[i]));
    LITE_ASSIGN_OR_RETURN(const DDim dims, DDim::FromVector(input.shape));
    LITE_ASSIGN_OR_RETURN(const int64_t count, CheckedElementCount(dims));
    if (static_cast<int64_t>(input.values.size()) < count) {
      return DataLoss(options.input_paths[i], ": expected ", count, " numbers for shape [",
                      ShapeText(input.shape), "], found ", input.values.size());
    }
  }
  return inputs;
}

int64_t CountOf(const std::vector<int64_t>& shape) { return DDim(shape).production(); }

void Fill(const InputData& input, void* data) {
  const int64_t count = CountOf(input.shape);
  for (int64_t i = 0; i < count; ++i) {
    StoreElement(data, input.precision, i, input.values.empty() ? 1.0 : input.values[i]);
  }
}

Status FillPredictorInput(const InputData& input, lite_api::Tensor* tensor) {
  // An application has no C++ type for bfloat16, and uint16_t for float16.
  using InputTypes = IntegerTypes::And<bool, Half, float, double>;
  LITE_RETURN_IF_ERROR(tensor->TryResize(input.shape));
  tensor->SetLoD(input.lod);
  return VisitElementType<InputTypes>("input", input.precision, [&](auto type) -> Status {
    using T = typename decltype(type)::Type;
    std::conditional_t<std::is_same_v<T, Half>, uint16_t, T>* data = nullptr;
    LITE_RETURN_IF_ERROR(tensor->TryMutableData(&data));
    Fill(input, data);
    return OkStatus();
  });
}

Result<BenchmarkOutput> ReadOutput(const lite_api::PaddlePredictor& predictor, int index) {
  std::unique_ptr<const lite_api::Tensor> tensor;
  LITE_RETURN_IF_ERROR(predictor.TryGetOutput(index, &tensor));
  BenchmarkOutput output;
  output.shape = tensor->shape();
  const void* data = tensor->data<void>();
  const int64_t count = data == nullptr ? 0 : CountOf(output.shape);
  output.values.reserve(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    output.values.push_back(ElementAt(data, tensor->precision(), i));
  }
  return output;
}

// The status line of long work, at most five times a second, so that it costs the runs nothing.
class RunProgress {
 public:
  RunProgress(const char* what, int64_t runs) : what_(what), runs_(runs) {}

  void Show(int64_t run) {
    if (MillisecondsSince(shown_) < 200) return;
    shown_ = Clock::now();
    progress_.Stage(static_cast<int>(100 * run / runs_),
                    StrCat(what_, ": ", run, " of ", runs_, " runs"));
  }

 private:
  const char* what_;
  int64_t runs_;
  Clock::time_point shown_ = Clock::now();
  Progress progress_;
};

Status TimeRuns(const BenchmarkOptions& options, lite_api::PaddlePredictor* predictor,
                BenchmarkResult* result) {
  double sum = 0;
  RunProgress progress("measuring", int64_t{options.warmup} + options.repeats);
  for (int64_t i = 0; i < int64_t{options.warmup} + options.repeats; ++i) {
    progress.Show(i);
    if (i > 0 && options.run_delay_seconds > 0) {
      std::this_thread::sleep_for(std::chrono::duration<double>(options.run_delay_seconds));
    }
    const auto begin = Clock::now();
    LITE_RETURN_IF_ERROR(predictor->TryRun());
    const double time = MillisecondsSince(begin);
    if (i == 0) result->first_ms = time;
    if (i < options.warmup) continue;
    result->run_ms.push_back(time);
    result->min_ms = i == options.warmup ? time : std::min(result->min_ms, time);
    result->max_ms = std::max(result->max_ms, time);
    sum += time;
  }
  result->average_ms = sum / options.repeats;
  return OkStatus();
}

// Copies a tensor right after it was computed, because later operators may reuse its memory.
class CaptureObserver final : public Observer {
 public:
  CaptureObserver(const model::Program& program, const std::string& name)
      : outputs_(program), name_(name) {}

  void AfterOp(OpPosition at, const Op& op, const KernelDef&, int64_t) override {
    outputs_.Visit(at, op, [this](const std::string& name, const Tensor& tensor) {
      if (name == name_) Keep(tensor);
    });
  }

  void Keep(const Tensor& tensor) {
    found_ = true;
    tensor_.shape = tensor.dims().Vectorize();
    tensor_.values.clear();
    if (!CheckMemoryOrder(tensor).ok()) return;  // of a device: shown without values
    for (int64_t i = 0; i < tensor.numel(); ++i) {
      tensor_.values.push_back(
          ElementAt(tensor.raw_data(), tensor.precision(), PositionInMemory(tensor, i)));
    }
  }

  bool found() const { return found_; }
  BenchmarkOutput& tensor() { return tensor_; }

 private:
  ReadOutputs outputs_;
  const std::string& name_;
  bool found_ = false;
  BenchmarkOutput tensor_;
};

Status Capture(const std::string& name, Executable* executable, BenchmarkOutput* captured) {
  CaptureObserver observer(executable->program(), name);
  executable->set_observer(&observer);
  LITE_RETURN_IF_ERROR(executable->Run());
  const std::vector<std::string>& inputs = executable->input_names();
  const std::vector<std::string> params = executable->param_names();
  const bool given = std::find(inputs.begin(), inputs.end(), name) != inputs.end() ||
                     std::find(params.begin(), params.end(), name) != params.end();
  if (given) {
    LITE_ASSIGN_OR_RETURN(const Tensor* tensor, executable->FindTensor(name));
    observer.Keep(*tensor);
  }
  if (!observer.found()) {
    return NotFound("no operator of the optimised program computes '", name, "' for another one",
                    DidYouMean(name, executable->variable_names()));
  }
  *captured = std::move(observer.tensor());
  return OkStatus();
}

// A clone for observers, with its inputs filled: what callers hold of the predictor has no
// influence on its plan.
Result<std::unique_ptr<Executable>> CloneFilled(const Executable& predictors,
                                                const std::vector<InputData>& inputs) {
  LITE_ASSIGN_OR_RETURN(auto executable, predictors.Clone());
  for (size_t i = 0; i < inputs.size(); ++i) {
    Tensor* tensor = executable->input(i);
    tensor->Resize(inputs[i].shape);
    tensor->set_lod(inputs[i].lod);
    LITE_RETURN_IF_ERROR(tensor->Allocate(inputs[i].precision));
    Fill(inputs[i], tensor->mutable_raw_data());
  }
  LITE_RETURN_IF_ERROR(executable->Prepare());
  return executable;
}

Status Observe(const BenchmarkOptions& options, Executable* executable, BenchmarkResult* result) {
  // Before observers are added, because they change the plan.
  LITE_RETURN_IF_ERROR(executable->Run());
  result->plan = executable->memory_use();
  if (!options.captured_tensor.empty()) {
    LITE_RETURN_IF_ERROR(Capture(options.captured_tensor, executable, &result->captured));
  }
  ProfileObserver profile(options.warmup, &executable->program());
  TraceObserver trace;
  ObserverList timed({&profile, &trace});
  const bool time = options.profile_ops || !options.trace_path.empty();
  executable->set_observer(&timed);
  const int64_t runs = time ? int64_t{options.warmup} + options.repeats : 0;
  RunProgress progress("watching operators", runs);
  for (int64_t i = 0; i < runs; ++i) {
    progress.Show(i);
    LITE_RETURN_IF_ERROR(executable->Run());
  }
  if (options.profile_ops) result->op_profile = profile.Report(options.profile_format);
  if (options.profile_precision) {
    if (!options.precision_dump_folder.empty()) {
      LITE_RETURN_IF_ERROR(model::MakeDirectories(options.precision_dump_folder));
    }
    PrecisionObserver precision(executable->program(), options.precision_dump_folder);
    executable->set_observer(&precision);
    LITE_RETURN_IF_ERROR(executable->Run());
    LITE_RETURN_IF_ERROR(precision.dump_status());
    result->precision_profile = precision.Report();
  }
  if (options.trace_path.empty()) return OkStatus();
  return model::WriteFileAtomically(options.trace_path, trace.ToJson());
}

Status WriteOutputs(const BenchmarkResult& result, const std::string& path) {
  std::string text;
  for (const BenchmarkOutput& output : result.outputs) text += NumberLines(output.values);
  return model::WriteFileAtomically(path, text);
}

// printf into a string; one report line fits the buffer.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void Line(std::string* out, const char* format, ...) {
  char line[256];
  va_list args;
  va_start(args, format);
  std::vsnprintf(line, sizeof(line), format, args);
  va_end(args);
  *out += line;
  *out += '\n';
}

std::string ShapesText(const std::vector<std::vector<int64_t>>& shapes) {
  std::string text;
  for (size_t i = 0; i < shapes.size(); ++i) text += (i == 0 ? "" : ":") + ShapeText(shapes[i]);
  return text;
}

void AppendOutputs(const BenchmarkOptions& options, const BenchmarkResult& result,
                   std::string* out) {
  Line(out, "output tensor num: %zu", result.outputs.size());
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    const BenchmarkOutput& output = result.outputs[i];
    Line(out, "--- output tensor %zu ---", i);
    *out += StrCat("output shape(NCHW): ", ShapeText(output.shape), "\n");
    Line(out, "elem num: %zu", output.values.size());
    Line(out, "mean value: %.8g", Mean(output.values));
    Line(out, "standard deviation: %.8g", StandardDeviation(output.values));
    if (!options.show_output) continue;
    for (size_t j = 0; j < output.values.size(); ++j) {
      Line(out, "out[%zu][%zu]:%.8g", i, j, output.values[j]);
    }
  }
}

// The form used by earlier tools: the largest value and the first ten.
void AppendTopValue(const BenchmarkResult& result, std::string* out) {
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    const std::vector<double>& values = result.outputs[i].values;
    if (values.empty()) continue;
    const auto top = std::max_element(values.begin(), values.end());
    Line(out, "output %zu: max value = %.8g, index = %td", i, *top, top - values.begin());
    for (size_t j = 0; j < std::min<size_t>(values.size(), 10); ++j) {
      Line(out, "out[%zu][%zu]:%.8g", i, j, values[j]);
    }
  }
}

// " (operators: float 3, int8 28)".
std::string PrecisionMix(const std::map<std::pair<PrecisionType, std::string>, int>& counts) {
  std::string text;
  for (const auto& [precision, count] : counts) {
    text += StrCat(text.empty() ? "" : ", ", precision.second, " ", count);
  }
  return StrCat(" (operators: ", text, ")");
}

void AppendMemoryPlan(const Executable::MemoryUse& plan, std::string* out) {
  constexpr double kMb = 1024.0 * 1024.0;
  Line(out, "weights     = %12.3f", static_cast<double>(plan.weights) / kMb);
  Line(out, "activations = %12.3f", static_cast<double>(plan.activations) / kMb);
  Line(out, "scratch     = %12.3f", static_cast<double>(plan.scratch) / kMb);
  Line(out, "in and out  = %12.3f", static_cast<double>(plan.io) / kMb);
  if (plan.settled != 0) Line(out, "of shapes   = %12.3f", static_cast<double>(plan.settled) / kMb);
}

}  // namespace

double Mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

double StandardDeviation(const std::vector<double>& values) {
  const double mean = Mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return values.empty() ? 0 : std::sqrt(sum / static_cast<double>(values.size()));
}

double Quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double position = share * static_cast<double>(values.size() - 1);
  const size_t below = static_cast<size_t>(position);
  const size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (values[above] - values[below]) * (position - static_cast<double>(below));
}

std::string NumberLines(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += StrCat(value, "\n");
  return text;
}

Status SettleBackend(const std::string& words, BenchmarkOptions* options) {
  const std::vector<TargetType> available = BuildTargets();
  std::vector<std::string> names;
  for (const TargetType target : available) names.push_back(TargetToStr(target));
  options->backend = words.empty() ? names.front() : words;
  std::string meant = options->backend;
  const std::string generic = "nnadapter";
  if (const size_t at = meant.find(generic); at != std::string::npos) {
    if (options->nnadapter_devices.empty()) {
      return InvalidArgument("--backend=", options->backend,
                             " needs the names of devices: --nnadapter_device_names");
    }
    std::string devices;
    for (const std::string& name : options->nnadapter_devices) {
      devices += StrCat(devices.empty() ? "" : ",", name);
    }
    meant.replace(at, generic.size(), devices);
  }
  LITE_ASSIGN_OR_RETURN(const ValidTargets valid, ParseValidTargets(meant, "backend"));
  options->valid_places = valid.places;
  if (options->half) PreferHalf(&options->valid_places);
  options->nnadapter_devices = valid.devices;
  // A device's word adds processors for what it does not run: those of this build are used.
  const std::vector<std::string> named = SplitString(meant, ',');
  for (const TargetType target : TargetsOf(valid.places)) {
    const bool is_named = std::find(named.begin(), named.end(), TargetToStr(target)) != named.end();
    if (!HasKernels(target) && InfoOf(target).is_cpu && !is_named) {
      auto& places = options->valid_places;
      places.erase(std::remove_if(places.begin(), places.end(),
                                  [target](const Place& place) { return place.target == target; }),
                   places.end());
    } else if (!HasKernels(target)) {
      return Unsupported("backend '", TargetToStr(target),
                         "' is not part of this build, which has ", ListToString(names));
    }
  }
  return OkStatus();
}

Status SettleBFloat16(const char* flag, BenchmarkOptions* options) {
  if (!lite_api::MobileConfig().check_bf16_valid()) {
    return Unsupported(flag, ": products in bfloat16 are not faster on this processor");
  }
  options->bfloat16 = true;
  return OkStatus();
}

Status SettleHalf(const char* flag, BenchmarkOptions* options) {
  if (!lite_api::MobileConfig().check_fp16_valid()) {
    return Unsupported(flag, ": this build has no kernels with arithmetic in half precision for ",
                       "this processor (ARMv8.2 has it)");
  }
  options->half = true;
  return OkStatus();
}

namespace {

bool UsesOpenCl(const BenchmarkOptions& options) {
  const std::vector<TargetType> targets = TargetsOf(options.valid_places);
  return std::find(targets.begin(), targets.end(), TargetType::kOpenCL) != targets.end();
}

Result<std::string> FindOpenClProperty(const char* name) {
  const DeviceSettings* settings = FindDeviceSettings(TargetType::kOpenCL);
  if (settings == nullptr) return Unsupported("this tool was built without OpenCL");
  return settings->property(0, name);
}

// "none" for a property that there is not.
std::string OpenClProperty(const char* name) {
  const Result<std::string> value = FindOpenClProperty(name);
  return value.ok() ? *value : "none";
}

// The device, and what it did for the predictor.
std::string DescribeOpenCl(const BenchmarkOptions& options) {
  const Result<std::string> name = FindOpenClProperty("name");
  if (!name.ok()) return StrCat("gpu: none (", name.status().message(), ")\n");
  std::string out = StrCat("gpu: ", *name, ", driver ", OpenClProperty("driver"),
                           "\ngpu precision: ", OpenClProperty("precision"), "\n");
  if (!options.opencl_cache_folder.empty()) {
    out +=
        StrCat("opencl cache: ", options.opencl_cache_folder, "/", options.opencl_cache_file, "\n");
  }
  return out + StrCat("opencl programs: ", OpenClProperty("programs_built"), " built, ",
                      OpenClProperty("programs_loaded"), " loaded; ",
                      OpenClProperty("forms_measured"), " sizes of work groups and ",
                      OpenClProperty("tiles_measured"), " tiles measured\n");
}

lite_api::CLTuneMode TuneModeOf(const BenchmarkOptions& options) {
  const std::string& mode = options.opencl_tune_mode;
  if (mode == "rapid") return lite_api::CL_TUNE_RAPID;
  if (mode == "exhaustive") return lite_api::CL_TUNE_EXHAUSTIVE;
  if (mode == "normal" || (mode.empty() && OpenClProperty("gpu") == "1")) {
    return lite_api::CL_TUNE_NORMAL;
  }
  return lite_api::CL_TUNE_NONE;
}

}  // namespace

Result<BenchmarkResult> RunBenchmark(const BenchmarkOptions& options) {
  if (options.convert_from.has_value()) LITE_RETURN_IF_ERROR(Optimise(options));
  BenchmarkResult result;

  lite_api::MobileConfig config;
  config.set_model_from_file(options.nb_path);
  config.set_threads(options.threads);
  if (!options.nnadapter_devices.empty()) {
    config.set_nnadapter_device_names(options.nnadapter_devices);
    config.set_nnadapter_context_properties(options.nnadapter_properties);
    config.set_nnadapter_model_cache_dir(options.nnadapter_cache_folder);
  }
  config.set_power_mode(static_cast<lite_api::PowerMode>(options.power_mode));
  if (options.half) config.set_precision_mode(lite_api::LITE_PRECISION_LOW);
  if (options.bfloat16) config.set_enable_bf16(true);
  if (UsesOpenCl(options)) {
    if (!options.gpu_precision.empty()) {
      config.set_opencl_precision(options.gpu_precision == "fp32" ? lite_api::CL_PRECISION_FP32
                                                                  : lite_api::CL_PRECISION_AUTO);
    }
    if (!options.opencl_cache_folder.empty()) {
      config.set_opencl_binary_path_name(options.opencl_cache_folder, options.opencl_cache_file);
      config.set_opencl_tune(TuneModeOf(options), options.opencl_cache_folder,
                             options.opencl_tuned_file);
    }
  }
  const auto begin = Clock::now();
  std::shared_ptr<lite_api::PaddlePredictor> predictor;
  LITE_RETURN_IF_ERROR(lite_api::TryCreatePaddlePredictor(config, &predictor));
  result.init_ms = MillisecondsSince(begin);
  result.memory_init_mb = PeakMemoryMb();
  // Every predictor of the library is a PredictorBase.
  Executable* executable = static_cast<PredictorBase*>(predictor.get())->executable();

  const std::vector<InputInfo> infos = InputsOf(executable->program());
  LITE_ASSIGN_OR_RETURN(const std::vector<InputData> inputs, CollectInputs(options, infos));
  for (const InputData& input : inputs) result.input_shapes.push_back(input.shape);
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::unique_ptr<lite_api::Tensor> tensor;
    LITE_RETURN_IF_ERROR(predictor->TryGetInput(static_cast<int>(i), &tensor));
    LITE_RETURN_IF_ERROR(FillPredictorInput(inputs[i], tensor.get()));
  }
  LITE_RETURN_IF_ERROR(TimeRuns(options, predictor.get(), &result));
  result.memory_peak_mb = PeakMemoryMb();
  const size_t output_count = predictor->GetOutputNames().size();
  for (size_t i = 0; i < output_count; ++i) {
    LITE_ASSIGN_OR_RETURN(BenchmarkOutput output, ReadOutput(*predictor, static_cast<int>(i)));
    result.outputs.push_back(std::move(output));
  }
  result.kernels = executable->KernelCounts();
  result.precisions = executable->KernelPrecisions();
  if (options.validation.has_value()) {
    LITE_ASSIGN_OR_RETURN(const auto clone, executable->Clone());
    LITE_ASSIGN_OR_RETURN(result.accuracy, MeasureAccuracy(*options.validation, clone.get()));
  }
  if (options.profile_ops || options.profile_memory || options.profile_precision ||
      !options.captured_tensor.empty() || !options.trace_path.empty()) {
    LITE_ASSIGN_OR_RETURN(const auto observed, CloneFilled(*executable, inputs));
    predictor.reset();
    LITE_RETURN_IF_ERROR(Observe(options, observed.get(), &result));
  }
  if (!options.output_data_path.empty()) {
    LITE_RETURN_IF_ERROR(WriteOutputs(result, options.output_data_path));
  }
  return result;
}

std::string ShortReport(const BenchmarkOptions& options, const BenchmarkResult& result) {
  std::string out = options.model_name;
  out.resize(std::max<size_t>(out.size() + 1, 30), ' ');
  Line(&out, "min = %-12.5fmax = %-12.5faverage = %-12.5f", result.min_ms, result.max_ms,
       result.average_ms);
  if (options.show_output) AppendTopValue(result, &out);
  return out;
}

std::string ShortReportNotice(const BenchmarkOptions& options, const BenchmarkResult& result) {
  std::string out;
  Line(&out,
       "benchmark_bin: notice: %d warm-up runs, %d timed: median %.3f ms, p90 %.3f ms, "
       "deviation %.3f ms",
       options.warmup, options.repeats, Quantile(result.run_ms, 0.5), Quantile(result.run_ms, 0.9),
       StandardDeviation(result.run_ms));
  if (options.warmup == 0 || options.repeats < 3) {
    out += "benchmark_bin: notice: --warmup=10 --repeats=30 give steadier times\n";
  }
  out += StrCat("benchmark_bin: notice: kernels: ", KernelMix(result.kernels), "\n");
  out += StrCat("benchmark_bin: notice: the line is added to ", options.result_path,
                " (--result_filename)\n");
  return out;
}

std::string LongReport(const BenchmarkOptions& options, const BenchmarkResult& result) {
  std::string out;
  if (options.convert_from.has_value()) {
    const model::PaddleModelSource& source = *options.convert_from;
    out += "======= Opt Info =======\n";
    if (source.model_dir.empty()) {
      out +=
          StrCat("Load combined model from ", source.model_file, " and ", source.param_file, "\n");
    } else {
      out += StrCat("Load uncombined model from ", source.model_dir, "\n");
    }
    out += StrCat("Save optimized model to ", options.nb_path, "\n\n");
  }
  out += StrCat("======= Device Info =======\n", DeviceInfo(), "\n======= Model Info =======\n");
  out += StrCat("optimized_model_file: ", options.nb_path, "\n");
  out += StrCat(
      "input_data_path: ", options.input_paths.empty() ? "All 1.f" : options.input_path_text, "\n");
  out += StrCat("input_shape: ", ShapesText(result.input_shapes), "\n");
  AppendOutputs(options, result, &out);

  out += "\n======= Runtime Info =======\n";
  out += StrCat("benchmark_bin version: ", LibraryVersion(), "\n");
  Line(&out, "threads: %d", options.threads);
  Line(&out, "power_mode: %d", options.power_mode);
  Line(&out, "warmup: %d", options.warmup);
  Line(&out, "repeats: %d", options.repeats);
  if (options.run_delay_seconds > 0) Line(&out, "run_delay(sec): %g", options.run_delay_seconds);
  if (!options.result_path.empty()) out += StrCat("result_path: ", options.result_path, "\n");

  out += StrCat("\n======= Backend Info =======\nbackend: ", options.backend,
                " (kernels: ", KernelMix(result.kernels), ")\ncpu precision: ",
                options.half       ? "fp16"
                : options.bfloat16 ? "bf16"
                                   : "fp32",
                PrecisionMix(result.precisions), "\n");
  if (UsesOpenCl(options)) out += DescribeOpenCl(options);

  out += "\n======= Perf Info =======\nTime(unit: ms):\n";
  Line(&out, "init  = %12.3f", result.init_ms);
  Line(&out, "first = %12.3f", result.first_ms);
  Line(&out, "min   = %12.3f", result.min_ms);
  Line(&out, "max   = %12.3f", result.max_ms);
  Line(&out, "avg   = %12.3f", result.average_ms);
  Line(&out, "med   = %12.3f", Quantile(result.run_ms, 0.5));
  Line(&out, "p90   = %12.3f", Quantile(result.run_ms, 0.9));
  Line(&out, "dev   = %12.3f", StandardDeviation(result.run_ms));
  if (options.profile_memory) {
    out += "\nMemory Usage(unit: MB):\n";
    Line(&out, "init  = %12.3f", result.memory_init_mb);
    Line(&out, "peak  = %12.3f", result.memory_peak_mb);
    out += "\nMemory Plan(unit: MB):\n";
    AppendMemoryPlan(result.plan, &out);
  }
  if (result.accuracy.has_value()) {
    out += "\n======= Accuracy Info =======\n";
    out += AccuracyText(*options.validation, *result.accuracy);
  }
  return out;
}

Status AppendToFile(const std::string& path, const std::string& text) {
  std::error_code error;
  const bool existed = std::filesystem::exists(path, error);
  const auto size = std::filesystem::file_size(path, error);  // an error for a device
  const bool has_size = !error;
  std::FILE* file = std::fopen(path.c_str(), "ab");
  if (file == nullptr) return IoError("cannot write ", path, ": ", std::strerror(errno));
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int write_error = errno;
  const bool closed = std::fclose(file) == 0;
  if (written && closed) return OkStatus();
  const int reason = written ? errno : write_error;
  // The file is as before.
  if (has_size) std::filesystem::resize_file(path, size, error);
  if (!existed) std::filesystem::remove(path, error);
  return IoError("cannot write ", path, ": ", std::strerror(reason));
}

}  // namespace paddle::lite::tools
