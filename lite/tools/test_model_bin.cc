// test_model_bin: runs a model on ones or on numbers of a file, and prints time and results.
#include <gflags/gflags.h>

#include <cstdarg>
#include <cstdio>
#include <string>
#include <vector>

#include "lite/model/file.h"
#include "lite/tools/benchmark.h"
#include "lite/tools/command_line.h"
#include "lite/tools/model_io.h"
#include "lite/tools/operator_libraries.h"
#include "lite/tools/output_files.h"

DEFINE_string(custom_op_library, "", "shared libraries with operators");
DEFINE_string(model_dir, "", "folder of a model, or an optimised one with --use_optimize_nb");
DEFINE_bool(use_optimize_nb, false, "--model_dir names an optimised model, with or without .nb");
DEFINE_string(input_shape, "", "shapes, ',' between dimensions, ':' between inputs");
DEFINE_int32(im_width, 224, "width of one input image, without --input_shape");
DEFINE_int32(im_height, 224, "height of it");
DEFINE_string(in_txt, "", "text files of numbers, ':' between inputs; all ones without it");
DEFINE_string(out_txt, "", "file for the output elements");
DEFINE_string(arg_name, "", "tensor of the optimised program to be written to <arg_name>.txt");
DEFINE_int32(warmup, 0, "runs before timing");
DEFINE_int32(repeats, 1, "timed runs");
DEFINE_int32(threads, 1, "threads");
DEFINE_int32(power_mode, 3,
             "0 big cores, 1 little, 2 all, 3 unbound, 4 and 5 random big or little");
DEFINE_string(backend, "", "arm_cpu, arm, x86 or host");
DEFINE_bool(int8, false, "accepted; quantised models are recognised automatically");
DEFINE_bool(use_fp16, false, "half precision on ARM");

namespace paddle::lite::tools {
namespace {

constexpr char kTool[] = "test_model_bin";

constexpr char kHelp[] = R"(Usage: test_model_bin --model_dir=<folder> [--flag=value ...]

  --model_dir=<folder>            a model, optimised first into <folder>opt2.nb
  --use_optimize_nb               --model_dir is an optimised model instead: <x>.nb or <x>
  --input_shape=1,3,224,224       shapes, ':' between inputs; by default as the model declares
  --im_width, --im_height         size of the one image, without --input_shape
  --in_txt=<files>                text files of numbers, ':' between inputs; by default all ones
  --out_txt=<file>                writes the output elements
  --arg_name=<tensor>             writes a tensor of the optimised program to <tensor>.txt
  --custom_op_library=<file.so,...>
                                  shared libraries with operators of your own
  --warmup=0 --repeats=1 --threads=1 --power_mode=3
  --backend=<word>                arm_cpu, arm, x86 or host, if this build has it
  --int8                          accepted; quantised models are recognised automatically
  --use_fp16                      half precision, on ARM processors that compute in it
)";

Status SettleModel(BenchmarkOptions* options) {
  std::string path = FLAGS_model_dir;
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  if (path.empty()) return InvalidArgument("which model? Give --model_dir; --help lists the flags");
  options->model_name = FLAGS_model_dir;
  if (FLAGS_use_optimize_nb) {
    options->nb_path = model::FileExists(path) ? path : path + ".nb";
    if (model::FileExists(options->nb_path)) return OkStatus();
    return NotFound("neither ", path, " nor ", options->nb_path, " is an optimised model");
  }
  if (!model::DirectoryExists(path)) {
    return NotFound(path, ": no such model folder (an optimised model needs --use_optimize_nb)");
  }
  model::PaddleModelSource source;
  source.model_dir = path;
  options->convert_from = source;
  options->nb_path = path + "opt2.nb";
  return CheckWritableFile(options->nb_path);
}

Result<BenchmarkOptions> OptionsFromFlags() {
  constexpr int kMaxCount = 1000000000;
  LITE_RETURN_IF_ERROR(CheckRange("warmup", FLAGS_warmup, 0, kMaxCount));
  LITE_RETURN_IF_ERROR(CheckRange("repeats", FLAGS_repeats, 1, kMaxCount));
  LITE_RETURN_IF_ERROR(CheckRange("threads", FLAGS_threads, 1, 1024));
  LITE_RETURN_IF_ERROR(CheckRange("power_mode", FLAGS_power_mode, 0, 5));
  LITE_RETURN_IF_ERROR(CheckRange("im_width", FLAGS_im_width, 1, kMaxCount));
  LITE_RETURN_IF_ERROR(CheckRange("im_height", FLAGS_im_height, 1, kMaxCount));

  BenchmarkOptions options;
  if (FLAGS_use_fp16) LITE_RETURN_IF_ERROR(SettleHalf("--use_fp16", &options));
  options.warmup = FLAGS_warmup;
  options.repeats = FLAGS_repeats;
  options.threads = FLAGS_threads;
  options.power_mode = FLAGS_power_mode;
  options.output_data_path = FLAGS_out_txt;
  options.captured_tensor = FLAGS_arg_name;
  LITE_ASSIGN_OR_RETURN(options.input_shapes, ParseShapes(FLAGS_input_shape));
  if (options.input_shapes.empty() && (FlagGiven("im_width") || FlagGiven("im_height"))) {
    options.input_shapes = {{1, 3, FLAGS_im_height, FLAGS_im_width}};
  }
  if (!FLAGS_in_txt.empty()) options.input_paths = SplitString(FLAGS_in_txt, ':');
  LITE_RETURN_IF_ERROR(
      SettleBackend(FLAGS_backend == "arm_cpu" ? std::string("arm") : FLAGS_backend, &options));
  LITE_RETURN_IF_ERROR(SettleModel(&options));
  return options;
}

void Print(const BenchmarkOptions& options, const BenchmarkResult& result) {
  for (size_t i = 0; i < result.run_ms.size(); ++i) {
    std::printf("iter %zu cost: %.5f ms\n", i, result.run_ms[i]);
  }
  std::printf(
      "================== Speed Report ===================\n"
      "Model: %s, power_mode: %d, threads num %d, warmup: %d, repeats: %d, avg time: %.5f ms, "
      "min time: %.5f ms, max time: %.5f ms.\n",
      options.model_name.c_str(), options.power_mode, options.threads, options.warmup,
      options.repeats, result.average_ms, result.min_ms, result.max_ms);
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    const BenchmarkOutput& output = result.outputs[i];
    for (size_t k = 0; k < output.values.size() && k < 2; ++k) {
      std::printf("out %.8g\n", output.values[k]);
    }
    std::printf(
        "output_num: %zu\noutput tensor %zu dims: {%s}\noutput tensor %zu mean value: %.8g\n"
        "output tensor %zu standard deviation: %.8g\n",
        output.values.size(), i, ShapeText(output.shape).c_str(), i, Mean(output.values), i,
        StandardDeviation(output.values));
  }
}

Status Run() {
  LITE_RETURN_IF_ERROR(LoadOperatorLibraries(FLAGS_custom_op_library));
  LITE_ASSIGN_OR_RETURN(const BenchmarkOptions options, OptionsFromFlags());
  std::string captured = options.captured_tensor.empty() ? "" : options.captured_tensor + ".txt";
  for (char& c : captured) c = c == '/' ? '_' : c;
  LITE_RETURN_IF_ERROR(CheckWritableFiles({captured, options.output_data_path}));
  LITE_ASSIGN_OR_RETURN(const BenchmarkResult result, RunBenchmark(options));
  if (!captured.empty()) {
    LITE_RETURN_IF_ERROR(model::WriteFileAtomically(captured, NumberLines(result.captured.values)));
  }
  Print(options, result);
  return OkStatus();
}

}  // namespace
}  // namespace paddle::lite::tools

int main(int argc, char** argv) {
  using namespace paddle::lite::tools;  // NOLINT: the program's own code
  return ToolMain(argc, argv, kTool, kHelp, &Run);
}
