// The work of benchmark_bin, apart from its flags.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/status.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/profile_observer.h"
#include "lite/tools/validation.h"

namespace paddle::lite::tools {

struct BenchmarkOptions {
  std::string nb_path;  // the optimised model
  // The model to optimise into nb_path first.
  std::optional<model::PaddleModelSource> convert_from;
  std::vector<Place> valid_places;
  std::string backend;  // as given, for the report
  bool half = false;    // on the processor
  bool bfloat16 = false;
  // For OpenCL: "fp32", "fp16" where the device computes in half, or "" for what the device is set
  // to; where compiled programs are kept.
  std::string gpu_precision;
  std::string opencl_cache_folder, opencl_cache_file;
  // "none", "rapid", "normal" or "exhaustive": whether sizes of work groups are measured, if there
  // is a folder; "": normal on a GPU.
  std::string opencl_tune_mode, opencl_tuned_file;
  // For NNAdapter.
  std::vector<std::string> nnadapter_devices;
  std::string nnadapter_properties, nnadapter_cache_folder;

  GivenShapes input_shapes;  // empty = as the model declares
  std::string input_shape_text;
  std::vector<PrecisionType> input_types;  // empty = as the model declares
  std::vector<std::string> input_paths;    // text files of numbers; empty = all ones
  std::string input_path_text;

  int warmup = 0;
  int repeats = 1;
  int threads = 1;
  int power_mode = 3;
  double run_delay_seconds = 0;

  bool profile_ops = false;
  ProfileFormat profile_format = ProfileFormat::kDetailed;
  std::string trace_path;
  bool profile_precision = false;
  std::string precision_dump_folder;  // created; empty = no files
  bool profile_memory = false;

  std::string captured_tensor;  // of the optimised program; empty = none

  std::optional<ValidationOptions> validation;  // measure accuracy after the timed runs

  bool long_report = false;
  bool show_output = false;
  std::string output_data_path;
  std::string result_path;  // appended to; empty = none
  std::string model_name;
};

struct BenchmarkOutput {
  std::vector<int64_t> shape;
  std::vector<double> values;
};

struct BenchmarkResult {
  double init_ms = 0;
  double first_ms = 0;  // first of all runs, including warm-up
  double min_ms = 0;
  double max_ms = 0;
  double average_ms = 0;
  std::vector<double> run_ms;         // of the timed runs
  std::map<TargetType, int> kernels;  // operators by the target of the kernel that runs them
  std::map<std::pair<PrecisionType, std::string>, int> precisions;  // and by what it computes with
  std::optional<Accuracy> accuracy;
  std::vector<std::vector<int64_t>> input_shapes;
  std::vector<BenchmarkOutput> outputs;
  BenchmarkOutput captured;

  double memory_init_mb = 0;  // high-water marks of the process; 0 if the system reports none
  double memory_peak_mb = 0;
  Executable::MemoryUse plan;
  std::string op_profile;
  std::string precision_profile;
};

// Optimises if requested, runs, and observes separate runs for the profiles, so that the timed runs
// are those of an ordinary program. Writes the trace and the file of outputs.
Result<BenchmarkResult> RunBenchmark(const BenchmarkOptions& options);

// Sets the targets named by `words`, or the first target of this build; an error if it lacks one.
Status SettleBackend(const std::string& words, BenchmarkOptions* options);

// Before SettleBackend: prefers half precision, or says that `flag` has no effect here.
Status SettleHalf(const char* flag, BenchmarkOptions* options);
// The same for products in bfloat16.
Status SettleBFloat16(const char* flag, BenchmarkOptions* options);

double Mean(const std::vector<double>& values);
double StandardDeviation(const std::vector<double>& values);
// The value that `share` of all values do not exceed; 0.5 is the median. 0 of none.
double Quantile(std::vector<double> values, double share);
// One number per line.
std::string NumberLines(const std::vector<double>& values);

// One line: name, min, max and average in milliseconds.
std::string ShortReport(const BenchmarkOptions& options, const BenchmarkResult& result);
std::string LongReport(const BenchmarkOptions& options, const BenchmarkResult& result);
// What the one line has no place for: runs, spread, kernels, and where the line went.
std::string ShortReportNotice(const BenchmarkOptions& options, const BenchmarkResult& result);

// Adds `text` at the end of the file, which is created if needed.
Status AppendToFile(const std::string& path, const std::string& text);

}  // namespace paddle::lite::tools
