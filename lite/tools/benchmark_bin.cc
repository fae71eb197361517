// benchmark_bin: measures a model on this device. Accepts the flags of all three generations of the
// tool; a flag of the newest one selects the long report, otherwise the result is one line.
#include <gflags/gflags.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "lite/core/element.h"
#include "lite/model/file.h"
#include "lite/tools/benchmark.h"
#include "lite/tools/command_line.h"
#include "lite/tools/model_io.h"
#include "lite/tools/operator_libraries.h"
#include "lite/tools/output.h"
#include "lite/tools/output_files.h"

DEFINE_string(custom_op_library, "", "shared libraries with operators");
DEFINE_string(model_dir, "", "folder of a model, or <x> of an optimised <x>.nb");
DEFINE_string(model_file, "", "program of a combined model");
DEFINE_string(param_file, "", "parameters of a combined model");
DEFINE_string(model_filename, "", "program inside --model_dir");
DEFINE_string(param_filename, "", "parameters inside --model_dir");
DEFINE_string(uncombined_model_dir, "", "folder of a model");
DEFINE_string(optimized_model_path, "", "optimised model (.nb)");
DEFINE_string(optimized_model_file, "", "optimised model (.nb)");
DEFINE_bool(run_model_optimize, false, "optimise --model_dir first");
DEFINE_bool(is_quantized_model, false, "accepted; quantised models are recognised automatically");

DEFINE_string(input_shape, "", "shapes, ',' between dimensions, ':' between inputs");
DEFINE_string(input_data_type, "", "float32, int32, int64, ... ':' between inputs");
DEFINE_string(input_data_path, "", "text files of numbers, ':' between inputs");
DEFINE_string(input_img_path, "", "text file of numbers");
DEFINE_bool(show_output, false, "largest value and first ten");
DEFINE_bool(show_output_elem, false, "every output element");
DEFINE_string(output_data_path, "", "file for the output elements");
DEFINE_string(result_filename, "result.txt", "file to which the result line is added");
DEFINE_string(result_path, "", "file to which the report is added");
DEFINE_string(validation_set, "", "folder of labelled inputs");
DEFINE_string(image_mean, "", "of images among them, for values from 0 to 1");
DEFINE_string(image_std, "", "of images among them, for values from 0 to 1");
DEFINE_string(image_order, "RGB", "RGB or BGR");
DEFINE_string(config_path, "", "not available");

DEFINE_int32(warmup, 0, "runs before timing");
DEFINE_int32(repeats, 1, "timed runs");
DEFINE_int32(threads, 1, "threads");
DEFINE_int32(power_mode, 3,
             "0 big cores, 1 little, 2 all, 3 unbound, 4 and 5 random big or little; 0 by default "
             "with the long report");
DEFINE_double(run_delay, -1, "seconds between runs");

DEFINE_string(backend, "", "arm, x86, host or opencl");
DEFINE_string(cpu_precision, "fp32", "fp32, or fp16 or bf16 where the processor is faster with it");
DEFINE_string(gpu_precision, "fp16", "OpenCL: fp32, or fp16 where the device can");
DEFINE_string(opencl_cache_dir, "", "folder that keeps compiled OpenCL programs");
DEFINE_string(opencl_kernel_cache_file, "paddle_lite_opencl_kernel.bin", "file in that folder");
DEFINE_string(opencl_tuned_file, "paddle_lite_opencl_tuned.params",
              "file in that folder for measured sizes of work groups and tiles");
DEFINE_string(
    opencl_tune_mode, "normal",
    "none, rapid, normal or exhaustive, with --opencl_cache_dir; by default only on GPUs");
DEFINE_string(nnadapter_device_names, "", "devices of --backend=nnadapter, separated by commas");
DEFINE_string(nnadapter_context_properties, "", "KEY=value;KEY=value; for these devices");
DEFINE_string(nnadapter_model_cache_dir, "", "folder that keeps their compiled programs");

DEFINE_bool(enable_op_time_profile, false, "time of every operator");
DEFINE_string(profile_format, "detailed", "basic, detailed, concise or json");
DEFINE_string(trace, "", "file for a timeline (chrome://tracing)");
DEFINE_bool(enable_precision_profile, false, "statistics of what every operator computes");
DEFINE_string(precision_dump_dir, "", "folder for a file of each tensor");
DEFINE_bool(enable_memory_profile, false, "memory of the process and of the plan");
DEFINE_int32(memory_check_interval_ms, 5, "ignored: the system keeps the high-water mark");

namespace paddle::lite::tools {
namespace {

constexpr char kTool[] = "benchmark_bin";

constexpr char kHelp[] = R"(Usage: benchmark_bin --flag=value ...

Model
  --optimized_model_file=<file.nb>     an optimised model (also --optimized_model_path)
  --uncombined_model_dir=<folder>      a model that is optimised first, into <folder>/opt.nb
  --model_file=<f> --param_file=<f>    the same for the combined form
  --model_dir=<x>                      <x>.nb, or the folder <x>, optimised first into <x>_opt2.nb
  --model_filename, --param_filename   names of the combined form inside --model_dir
  --run_model_optimize                 optimise the folder --model_dir into <x>opt2.nb, even if it exists
  --is_quantized_model                 accepted; quantised models are recognised automatically

Input and output
  --input_shape=1,3,224,224            ':' between inputs; default: what the model declares
  --input_data_type=float32            ':' between inputs; default: what the model declares
  --input_data_path=<file>             text of numbers, ':' between inputs (also --input_img_path);
                                       default: all ones
  --show_output                        largest value and first ten of each output
  --show_output_elem                   every element of each output
  --output_data_path=<file>            write the elements there
  --validation_set=<folder>            accuracy on its inputs: .npy, .bin, .pgm or .ppm files, named with
                                       their classes by lines "<file> <class>" of <folder>/val_list.txt
  --image_mean=0.485,0.456,0.406 --image_std=0.229,0.224,0.225 --image_order=(RGB|BGR)
                                       its images become (byte / 255 - mean) / std

Run
  --custom_op_library=<file.so,...>    shared libraries with operators and passes
  --warmup=0 --repeats=1 --threads=1   runs before timing, timed runs, threads
  --power_mode=<n>                     0 big cores, 1 little, 2 all, 3 unbound, 4/5 random big/little;
                                       default 3, with the long report 0
  --run_delay=<seconds>                pause between runs
  --backend=<word>                     arm, x86, host, opencl or nnadapter, if this build has it
  --nnadapter_device_names=<a,b>       the devices of --backend=nnadapter,x86; also
                                       --nnadapter_context_properties, --nnadapter_model_cache_dir
  --gpu_precision=(fp32|fp16)          OpenCL; default fp16, where the device can
  --opencl_cache_dir=<folder>          keeps compiled OpenCL programs and tuned sizes; names of the files:
                                       --opencl_kernel_cache_file, --opencl_tuned_file
  --opencl_tune_mode=<mode>            none, rapid, normal or exhaustive, with --opencl_cache_dir;
                                       by default normal on GPUs, none elsewhere
  --cpu_precision=(fp32|fp16|bf16)     fp16 on ARM, bf16 on x86 processors that are faster with it;
                                       results stay fp32

Result
  --result_filename=<file>             the result line is added to this file, result.txt by default
  --result_path=<file>                 the long report is added to this file
  --enable_op_time_profile             time of every operator, on extra runs
  --profile_format=(detailed|concise|basic|json)
                                       json: the profile alone on stdout, the report on stderr
  --trace=<out.json>                   timeline of extra runs for chrome://tracing or Perfetto
  --enable_precision_profile           dimensions, mean and deviation of every operator's outputs
  --precision_dump_dir=<folder>        ... and all their elements, a file for each
  --enable_memory_profile              memory of the process and of the plan

A flag of the newer kind (--optimized_model_file, --uncombined_model_dir, --result_path, --backend,
--input_data_path, --show_output_elem, --enable_*, ...) selects the long report; otherwise the result is
one line: name, min, max and average in milliseconds. All other messages are then on stderr.
)";

// Given on the command line, these select the long report.
constexpr const char* kLongReportFlags[] = {"optimized_model_file",
                                            "uncombined_model_dir",
                                            "result_path",
                                            "input_data_path",
                                            "show_output_elem",
                                            "input_data_type",
                                            "output_data_path",
                                            "validation_set",
                                            "config_path",
                                            "run_delay",
                                            "backend",
                                            "cpu_precision",
                                            "gpu_precision",
                                            "opencl_cache_dir",
                                            "opencl_kernel_cache_file",
                                            "opencl_tuned_file",
                                            "opencl_tune_mode",
                                            "nnadapter_device_names",
                                            "nnadapter_context_properties",
                                            "nnadapter_model_cache_dir",
                                            "enable_op_time_profile",
                                            "enable_precision_profile",
                                            "precision_dump_dir",
                                            "enable_memory_profile",
                                            "memory_check_interval_ms"};

std::string WithoutTrailingSlashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

std::string LastComponent(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

std::string ParentOf(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "." : path.substr(0, std::max<size_t>(slash, 1));
}

bool EndsWithNb(const std::string& path) {
  return path.size() > 3 && path.compare(path.size() - 3, 3, ".nb") == 0;
}

// --model_dir of the older tools.
Status SettleModelDir(BenchmarkOptions* options) {
  const std::string dir = WithoutTrailingSlashes(FLAGS_model_dir);
  options->model_name = LastComponent(dir);
  if (!FLAGS_run_model_optimize && FLAGS_model_filename.empty()) {
    for (const std::string& path : {EndsWithNb(dir) ? dir : dir + ".nb"}) {
      if (!model::FileExists(path)) continue;
      options->nb_path = path;
      return OkStatus();
    }
  }
  if (!model::DirectoryExists(dir)) {
    return NotFound(dir, ": there is neither ", EndsWithNb(dir) ? "such a model" : dir + ".nb",
                    " nor a model folder of that name");
  }
  model::PaddleModelSource source;
  if (FLAGS_model_filename.empty()) {
    source.model_dir = dir;
  } else {
    source.model_file = dir + "/" + FLAGS_model_filename;
    if (!FLAGS_param_filename.empty()) source.param_file = dir + "/" + FLAGS_param_filename;
  }
  options->convert_from = source;
  options->nb_path = FLAGS_optimized_model_path;
  if (options->nb_path.empty())
    options->nb_path = dir + (FLAGS_run_model_optimize ? "opt2.nb" : "_opt2.nb");
  return OkStatus();
}

// Determines the model to run, and the model to optimise before.
Status SettleModel(BenchmarkOptions* options) {
  const std::string optimised =
      FLAGS_optimized_model_file.empty() ? FLAGS_optimized_model_path : FLAGS_optimized_model_file;
  if (!FLAGS_model_file.empty() || !FLAGS_uncombined_model_dir.empty()) {
    model::PaddleModelSource source;
    if (FLAGS_model_file.empty()) {
      source.model_dir = WithoutTrailingSlashes(FLAGS_uncombined_model_dir);
    } else {
      source.model_file = FLAGS_model_file;
      source.param_file = FLAGS_param_file;
    }
    options->convert_from = source;
    const std::string dir =
        FLAGS_model_file.empty() ? source.model_dir : ParentOf(FLAGS_model_file);
    options->nb_path = optimised.empty() ? dir + "/opt.nb" : optimised;
    options->model_name = LastComponent(FLAGS_model_file.empty() ? dir : FLAGS_model_file);
  } else if (!FLAGS_model_dir.empty()) {
    LITE_RETURN_IF_ERROR(SettleModelDir(options));
  } else if (!optimised.empty()) {
    options->nb_path = optimised;
    options->model_name = LastComponent(optimised);
    if (!model::FileExists(optimised)) return NotFound("model file ", optimised, " does not exist");
  } else {
    return InvalidArgument("no model is given; --help lists the flags");
  }
  if (!options->convert_from.has_value()) return OkStatus();
  LITE_RETURN_IF_ERROR(CheckWritableFile(options->nb_path));
  if (options->long_report && model::FileExists(options->nb_path)) {
    std::fprintf(stderr, "benchmark_bin: notice: %s exists and is replaced\n",
                 options->nb_path.c_str());
  }
  return OkStatus();
}

Result<PrecisionType> ParseDataType(const std::string& name) {
  const PrecisionType precision = PrecisionNamed(name);
  if (precision != PrecisionType::kUnk) return precision;
  return InvalidArgument("illegal type '", name,
                         "' in --input_data_type (expected float32, int32, int64, ...)");
}

Status SettleInputs(BenchmarkOptions* options) {
  LITE_ASSIGN_OR_RETURN(options->input_shapes, ParseShapes(FLAGS_input_shape));
  if (!FLAGS_input_data_type.empty()) {
    for (const std::string& name : SplitString(FLAGS_input_data_type, ':')) {
      LITE_ASSIGN_OR_RETURN(const PrecisionType precision, ParseDataType(name));
      options->input_types.push_back(precision);
    }
  }
  options->input_path_text =
      FLAGS_input_data_path.empty() ? FLAGS_input_img_path : FLAGS_input_data_path;
  if (!options->input_path_text.empty()) {
    options->input_paths = SplitString(options->input_path_text, ':');
  }
  return OkStatus();
}

Result<BenchmarkOptions> OptionsFromFlags() {
  constexpr int kMaxCount = 1000000000;
  LITE_RETURN_IF_ERROR(CheckRange("warmup", FLAGS_warmup, 0, kMaxCount));
  LITE_RETURN_IF_ERROR(CheckRange("repeats", FLAGS_repeats, 1, kMaxCount));
  LITE_RETURN_IF_ERROR(CheckRange("threads", FLAGS_threads, 1, 1024));
  LITE_RETURN_IF_ERROR(CheckRange("power_mode", FLAGS_power_mode, 0, 5));
  if (!FLAGS_config_path.empty()) {
    return Unsupported("--config_path: set --image_mean, --image_std and --image_order");
  }
  constexpr double kMaxDelay = 3600;
  if (!(FLAGS_run_delay <= kMaxDelay)) {
    return InvalidArgument("--run_delay=", FLAGS_run_delay, " is out of range (expected at most ",
                           kMaxDelay, " seconds)");
  }
  BenchmarkOptions options;
  for (const char* flag : kLongReportFlags) options.long_report |= FlagGiven(flag);
  options.warmup = FLAGS_warmup;
  options.repeats = FLAGS_repeats;
  options.threads = FLAGS_threads;
  options.power_mode = options.long_report && !FlagGiven("power_mode") ? 0 : FLAGS_power_mode;
  options.run_delay_seconds = FLAGS_run_delay;
  options.profile_ops = FLAGS_enable_op_time_profile;
  const auto format = ParseProfileFormat(FLAGS_profile_format);
  if (!format.has_value()) {
    return InvalidArgument("illegal value '", FLAGS_profile_format,
                           "' of --profile_format (expected basic, detailed, concise or json)");
  }
  options.profile_format = *format;
  options.trace_path = FLAGS_trace;
  options.precision_dump_folder = FLAGS_precision_dump_dir;
  options.profile_precision = FLAGS_enable_precision_profile || !FLAGS_precision_dump_dir.empty();
  options.profile_memory = FLAGS_enable_memory_profile;
  options.show_output = options.long_report ? FLAGS_show_output_elem : FLAGS_show_output;
  options.output_data_path = FLAGS_output_data_path;
  options.result_path = options.long_report ? FLAGS_result_path : FLAGS_result_filename;
  if (!options.long_report && options.result_path.empty()) {
    return InvalidArgument("--result_filename is empty; --help lists the flags");
  }
  if (FLAGS_cpu_precision == "fp16") {
    LITE_RETURN_IF_ERROR(SettleHalf("--cpu_precision=fp16", &options));
  } else if (FLAGS_cpu_precision == "bf16") {
    LITE_RETURN_IF_ERROR(SettleBFloat16("--cpu_precision=bf16", &options));
  } else if (FLAGS_cpu_precision != "fp32") {
    return InvalidArgument("illegal value '", FLAGS_cpu_precision,
                           "' of --cpu_precision (expected fp32, fp16 or bf16)");
  }
  LITE_RETURN_IF_ERROR(
      CheckWritableFiles({options.output_data_path, options.trace_path, options.result_path}));
  if (!FLAGS_nnadapter_device_names.empty()) {
    options.nnadapter_devices = SplitString(FLAGS_nnadapter_device_names, ',');
  }
  LITE_RETURN_IF_ERROR(SettleBackend(FLAGS_backend, &options));
  if (FLAGS_gpu_precision != "fp32" && FLAGS_gpu_precision != "fp16") {
    return InvalidArgument("illegal value '", FLAGS_gpu_precision,
                           "' of --gpu_precision (expected fp32 or fp16)");
  }
  // The default is the device's own, which LITE_OPENCL_PRECISION may have set.
  if (FlagGiven("gpu_precision")) options.gpu_precision = FLAGS_gpu_precision;
  options.opencl_cache_folder = FLAGS_opencl_cache_dir;
  options.opencl_cache_file = FLAGS_opencl_kernel_cache_file;
  options.opencl_tuned_file = FLAGS_opencl_tuned_file;
  const std::string& tune = FLAGS_opencl_tune_mode;
  if (tune != "none" && tune != "rapid" && tune != "normal" && tune != "exhaustive") {
    return InvalidArgument("illegal value '", tune,
                           "' of --opencl_tune_mode (expected none, rapid, normal or exhaustive)");
  }
  if (!gflags::GetCommandLineFlagInfoOrDie("opencl_tune_mode").is_default) {
    options.opencl_tune_mode = tune;
  }
  options.nnadapter_properties = FLAGS_nnadapter_context_properties;
  options.nnadapter_cache_folder = FLAGS_nnadapter_model_cache_dir;
  LITE_RETURN_IF_ERROR(SettleInputs(&options));
  if (!FLAGS_validation_set.empty()) {
    ValidationOptions& validation = options.validation.emplace();
    validation.folder = WithoutTrailingSlashes(FLAGS_validation_set);
    validation.shapes = options.input_shapes;
    LITE_ASSIGN_OR_RETURN(validation.images,
                          ParseImageScaling(FLAGS_image_mean, FLAGS_image_std, FLAGS_image_order));
  }
  LITE_RETURN_IF_ERROR(SettleModel(&options));
  return options;
}

Status Run() {
  LITE_RETURN_IF_ERROR(LoadOperatorLibraries(FLAGS_custom_op_library));
  LITE_ASSIGN_OR_RETURN(const BenchmarkOptions options, OptionsFromFlags());
  LITE_ASSIGN_OR_RETURN(const BenchmarkResult result, RunBenchmark(options));
  const std::string report =
      options.long_report ? LongReport(options, result) : ShortReport(options, result);
  // JSON is the only output on stdout, so that another program can read it.
  const bool json = options.profile_ops && options.profile_format == ProfileFormat::kJson;
  std::fputs(report.c_str(), json ? stderr : stdout);
  if (!options.long_report) {
    std::fflush(stdout);
    std::fputs(ShortReportNotice(options, result).c_str(), stderr);
  }
  std::string profiles = result.op_profile;
  if (!json && !result.precision_profile.empty()) {
    profiles += (profiles.empty() ? "" : "\n") + result.precision_profile;
  }
  if (json) std::fputs(result.precision_profile.c_str(), stderr);
  std::printf("%s%s", profiles.empty() || json ? "" : "\n", profiles.c_str());
  LITE_RETURN_IF_ERROR(FlushOutput());
  if (options.result_path.empty()) return OkStatus();
  return AppendToFile(options.result_path, json ? report : report + profiles);
}

}  // namespace
}  // namespace paddle::lite::tools

int main(int argc, char** argv) {
  using namespace paddle::lite::tools;  // NOLINT: the program's own code
  return ToolMain(argc, argv, kTool, kHelp, &Run);
}
