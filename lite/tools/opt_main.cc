#include "lite/tools/opt_main.h"

#include <gflags/gflags.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "lite/api/full/model_passes.h"
#include "lite/api/version.h"
#include "lite/core/image_layout.h"
#include "lite/core/targets.h"
#include "lite/mir/optimizer.h"
#include "lite/mir/pass_names.h"
#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/tools/command_line.h"
#include "lite/tools/conversion.h"
#include "lite/tools/model_io.h"
#include "lite/tools/op_report.h"
#include "lite/tools/operator_libraries.h"
#include "lite/tools/opt_quantisation.h"
#include "lite/tools/output.h"
#include "lite/tools/output_files.h"
#include "lite/tools/progress.h"
#include "lite/tools/valid_targets.h"
#include "lite/tools/visualization.h"

// Model optimisation.
DEFINE_string(model_dir, "", "folder of the model");
DEFINE_string(model_file, "", "program of a combined model");
DEFINE_string(param_file, "", "parameters of a combined model");
DEFINE_string(optimize_out_type, "", "protobuf or naive_buffer; without the flag, both");
DEFINE_string(optimize_out, "", "name of the results");
DEFINE_string(valid_targets, "arm", "targets, preferred ones first");
DEFINE_bool(record_tailoring_info, false, "write the lists for a tailored build");
DEFINE_string(model_set_dir, "", "folder whose sub-folders are models");
DEFINE_string(model_filename, "", "program in each folder of a model set");
DEFINE_string(param_filename, "", "parameters in each folder of a model set");
DEFINE_string(custom_op_library, "", "shared libraries with operators");
DEFINE_bool(prefer_int8_kernel, false, "accepted; quantised models are recognised automatically");

// Reports.
DEFINE_bool(print_all_ops, false, "all operators of this build");
DEFINE_bool(print_supported_ops, false, "operators that run on --valid_targets");
DEFINE_bool(print_model_ops, false, "operators of the model");
DEFINE_bool(print_all_ops_in_md_format, false, "all operators as a Markdown table");
DEFINE_bool(display_kernels, false, "all kernels of this build");
DEFINE_string(
    print_format, "",
    "wide or compact tables; by default wide, and only columns of interest at a terminal");
DEFINE_string(optimized_nb_model_path, "", ".nb file to draw");
DEFINE_string(visualization_file_output_path, "", "folder for the drawings");

// Debugging.
DEFINE_bool(enable_fp16, false, "compute in float16 on ARM and CUDA");
DEFINE_bool(list_passes, false, "names of all passes in order");
DEFINE_string(print_ir_after, "", "passes after which the program is printed, or all");
DEFINE_string(passes_internal, "", "replaces the default passes");
DEFINE_string(stop_after, "", "last pass to run");
DEFINE_bool(verify_each, false, "check the program after every pass");
DEFINE_bool(explain, false, "every choice and refusal on stderr");
DEFINE_string(explain_out, "", "every choice and refusal into this file");
DEFINE_bool(verify, false, "compare the result with the original program");
DEFINE_string(input_shape, "", "input shapes for --verify");
DEFINE_double(verify_threshold, 0, "bound of the relative L2 difference for --verify");

DEFINE_string(opencl_image_limits, "",
              "sides of the largest image of the device that will run the model");
DEFINE_bool(sparse_model, false, "1x1 convolutions with many zeros only store the other weights");
DEFINE_double(sparse_threshold, 0.6, "least share of zeros for that, from 0 to 1");
DEFINE_string(nnadapter_mixed_precision_quantization_config_path, "",
              "file of quantised operators that compute with real numbers");
DEFINE_string(nnadapter_model_cache_dir, "", "folder for the compiled programs of subgraphs");
DEFINE_string(nnadapter_dynamic_shape_info, "", "shapes for which they are one program");

namespace paddle::lite::tools {
namespace {

constexpr char kTool[] = "opt";

constexpr char kHelp[] = R"(Usage: opt --flag=value ...      (at least one flag is needed)

Model optimization: from a Paddle model to one that the library loads
  --model_dir=<folder>            the model: a folder with its program and parameters
  --model_file=<file>             ... or its two files (they win over --model_dir)
  --param_file=<file>
  --optimize_out=<name>           result: <name>.nb, and <name>/{model,params} for protobuf
  --optimize_out_type=(naive_buffer|protobuf)
                                  only this form; without the flag, both are written
  --valid_targets=<words>         comma list, preferred targets first; default arm
  --enable_fp16=true              arm and cuda compute in float16 where they have such kernels, and
                                  weights take half of the space
  --opencl_image_limits=<width>x<height>
                                  largest image, in texels, of the device that will run the model
                                  (CL_DEVICE_IMAGE2D_MAX_WIDTH, CL_DEVICE_IMAGE2D_MAX_HEIGHT): larger
                                  values are in buffers; default 16384x16384
  --sparse_model=true             1x1 convolutions with many zeros among their weights only store the
                                  others, where that is faster; for processors
  --sparse_threshold=<number>     least share of zeros for that, from 0 to 1; default 0.6
  --record_tailoring_info=true    also write the .tailored_* lists to <name>/
  --model_set_dir=<folder>        convert every model in the sub-folders into <name>/
  --model_filename, --param_filename
                                  names of the two files in each folder of a set
  --custom_op_library=<file.so,...>
                                  shared libraries with operators and passes of your own
  --nnadapter_mixed_precision_quantization_config_path=<file>
                                  quantised operators that compute with real numbers for NNAdapter
  --nnadapter_model_cache_dir=<folder>
                                  also compile the subgraphs for --input_shape, with the drivers of this
                                  machine, into files for a predictor's setting of the same name
  --nnadapter_dynamic_shape_info='NAME:1,3,32,32;NAME:2,3,32,32'
                                  one program for these shapes of inputs of the subgraphs, as the
                                  predictor's setting lists them; ':' between inputs
  --prefer_int8_kernel            accepted; quantised models are recognised automatically

Model checking and ops information
  --print_model_ops=true          operators of the model (--model_dir, --valid_targets), and whether
                                  it is supported
  --print_supported_ops=true      operators that run on --valid_targets
  --print_all_ops=true            all operators, by target
  --print_all_ops_in_md_format=true
                                  the same as a Markdown table
  --print_format=(wide|compact)   form of the tables; default wide, and at a terminal only the columns
                                  of interest
  --display_kernels=true          all kernels
  --optimized_nb_model_path=<file.nb> --visualization_file_output_path=<folder>
                                  draw each block of an optimised model as Block_<i>.dot, with shapes,
                                  kernels and attributes

Looking inside (no --optimize_out needed)
  --verify=true                   run the original on host kernels and the result, compare outputs
  --input_shape=1,3,224,224       input shapes for it; ':' between inputs, or NAME:1,3,224,224
  --verify_threshold=<number>     bound of the relative L2 difference (default 1e-4; 1e-2 for float16,
                                  5e-2 for int8)
  --explain=true                  why each kernel and fusion was chosen or refused, on stderr
  --explain_out=<file>            ... into a file
  --list_passes=true              names of the passes, in order
  --print_ir_after=<pass,...|all> print the program after these passes
  --passes_internal=<pass,...>    run replaces the default passes
  --stop_after=<pass>             run no pass after this one
  --verify_each=true              check the program after every pass
)";

constexpr char kHelpEnd[] = R"(
--help, --version, --flagfile=<file> and glog's --v=<level> work as usual.
)";

void PrintHelp() {
  std::string words;
  size_t width = 0;
  for (const std::string& word : ValidTargetWords()) {
    if (width + word.size() > 70) {
      words += "\n  ";
      width = 0;
    }
    words += " " + word;
    width += word.size() + 1;
  }
  Print(StrCat("opt version:", LibraryVersion(), "\n", kHelp, kQuantisationHelp, kHelpEnd,
               "\nWords of --valid_targets:\n  ", words, "\n"));
}

// Reports the first value out of range.
Status CheckValues() {
  LITE_RETURN_IF_ERROR(CheckQuantType());
  if (!(FLAGS_sparse_threshold >= 0 && FLAGS_sparse_threshold <= 1)) {
    return InvalidArgument("Please set sparse_threshold between 0.0 and 1.0, found ",
                           FLAGS_sparse_threshold);
  }
  return OkStatus();
}

bool HasModel() { return !FLAGS_model_dir.empty() || !FLAGS_model_file.empty(); }

bool LooksInside() {
  return FLAGS_verify || FLAGS_explain || !FLAGS_explain_out.empty() || FLAGS_verify_each ||
         !FLAGS_print_ir_after.empty() || !FLAGS_stop_after.empty() || QuantisationWritesFiles();
}

Result<model::PaddleModelSource> SourceFromFlags() {
  model::PaddleModelSource source;
  if (FLAGS_model_file.empty() && !FLAGS_param_file.empty()) {
    return InvalidArgument("--param_file without --model_file");
  }
  source.model_file = FLAGS_model_file;
  source.param_file = FLAGS_param_file;
  if (FLAGS_model_file.empty()) source.model_dir = FLAGS_model_dir;
  return source;
}

std::vector<std::string> Words(const std::string& list) {
  std::vector<std::string> words;
  for (const std::string& part : SplitString(list, ',')) {
    const std::string_view word = StripWhitespace(part);
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

// Names of Paddle Lite are those of passes here, or of nothing that is done here.
Status CheckPassNames(const std::vector<std::string>& names, const char* flag) {
  const mir::PassList known = mir::OrderedPasses();
  std::vector<std::string> passes = mir::PassNames();
  if (std::strcmp(flag, "passes_internal") == 0) {
    for (const mir::ModelPass& pass : ModelPasses()) passes.push_back(pass.name);
  }
  for (const std::string& name : names) {
    if (std::find(passes.begin(), passes.end(), name) == passes.end() &&
        !mir::ResolvePassName(known, name).ok()) {
      return InvalidArgument("--", flag, ": there is no pass '", name, "'",
                             DidYouMean(name, passes), "; --list_passes=true prints all");
    }
  }
  return OkStatus();
}

// "16384x16384"
Status SetImageLimits(const std::string& text, mir::OptimizeOptions* options) {
  constexpr int kMaxSide = 1 << 24;  // far beyond every device, so that a typing mistake is found
  const bool images = std::any_of(options->valid_places.begin(), options->valid_places.end(),
                                  [](const Place& place) { return IsImageLayout(place.layout); });
  if (!images) {
    return InvalidArgument("--opencl_image_limits is for images of OpenCL, which --valid_targets=",
                           FLAGS_valid_targets, " does not use; add opencl, or leave it out");
  }
  const std::vector<std::string> sides = SplitString(text, 'x');
  const auto read = [](const std::string& side, int64_t* value) {
    const char* const end = side.data() + side.size();
    const auto [stop, error] = std::from_chars(side.data(), end, *value);
    return error == std::errc() && stop == end && *value >= 1 && *value <= kMaxSide;
  };
  int64_t width = 0, height = 0;
  if (sides.size() != 2 || !read(sides[0], &width) || !read(sides[1], &height)) {
    return InvalidArgument(
        "--opencl_image_limits: expected <width>x<height> in texels, each from 1 to ", kMaxSide,
        ", such as 16384x16384, found '", text, "'");
  }
  options->max_image_width = width;
  options->max_image_height = height;
  return OkStatus();
}

// `explanation` collects what --explain_out writes.
Result<ConversionOptions> OptionsFromFlags(const ValidTargets& valid,
                                           std::ostringstream* explanation) {
  ConversionOptions options;
  LITE_ASSIGN_OR_RETURN(options.source, SourceFromFlags());
  options.output = OutputBase(FLAGS_optimize_out);
  if (!FLAGS_optimize_out_type.empty() && FLAGS_optimize_out_type != "protobuf" &&
      FLAGS_optimize_out_type != "naive_buffer") {
    return InvalidArgument("Unsupported Model type '", FLAGS_optimize_out_type,
                           "' of flag --optimize_out_type (expected protobuf or naive_buffer)");
  }
  options.write_naive_buffer = FLAGS_optimize_out_type != "protobuf";
  options.write_protobuf = FLAGS_optimize_out_type != "naive_buffer";
  options.record_tailoring = FLAGS_record_tailoring_info;
  options.optimize.valid_places = valid.places;
  options.optimize.subgraph_devices = valid.devices;
  if (FlagGiven("opencl_image_limits")) {
    LITE_RETURN_IF_ERROR(SetImageLimits(FLAGS_opencl_image_limits, &options.optimize));
  }
  if (FLAGS_sparse_model) options.optimize.sparse_threshold = FLAGS_sparse_threshold;
  options.optimize.mixed_precision_config_path =
      FLAGS_nnadapter_mixed_precision_quantization_config_path;
  options.optimize.model_passes = ModelPasses();

  options.optimize.print_ir_after = Words(FLAGS_print_ir_after);
  if (FLAGS_print_ir_after != "all") {
    LITE_RETURN_IF_ERROR(CheckPassNames(options.optimize.print_ir_after, "print_ir_after"));
  }
  options.optimize.passes_internal = Words(FLAGS_passes_internal);
  LITE_RETURN_IF_ERROR(CheckPassNames(options.optimize.passes_internal, "passes_internal"));
  options.optimize.stop_after = FLAGS_stop_after;
  if (!FLAGS_stop_after.empty())
    LITE_RETURN_IF_ERROR(CheckPassNames({FLAGS_stop_after}, "stop_after"));
  options.optimize.verify_each = FLAGS_verify_each;
  if (FlagGiven("verify_threshold")) {
    // The difference between unrelated results is about 1.
    LITE_RETURN_IF_ERROR(CheckRange("verify_threshold", FLAGS_verify_threshold, 0.0, 1.0));
    options.verify_threshold = FLAGS_verify_threshold;
  }
  if (FLAGS_explain) options.optimize.explain = &ErrorStream();
  options.optimize.out = &OutStream();
  options.explain_path = FLAGS_explain_out;
  if (!FLAGS_explain_out.empty()) options.optimize.explain = explanation;

  const char* online = std::getenv("SUBGRAPH_ONLINE_MODE");
  if (!options.optimize.subgraph_devices.empty() && online != nullptr &&
      (std::string(online) == "false" || std::string(online) == "0")) {
    return Unsupported(
        "SUBGRAPH_ONLINE_MODE=", online,
        ": a model keeps the weights of its subgraphs, which the "
        "processor needs if a program cannot be loaded; unset it, and compile subgraphs with "
        "--nnadapter_model_cache_dir");
  }
  options.program_cache = FLAGS_nnadapter_model_cache_dir;
  LITE_ASSIGN_OR_RETURN(options.program_rows, ParseShapeRows(FLAGS_nnadapter_dynamic_shape_info));
  if (!options.program_rows.empty() && options.program_cache.empty()) {
    return InvalidArgument(
        "--nnadapter_dynamic_shape_info is for the programs of --nnadapter_model_cache_dir, which "
        "is missing");
  }
  options.verify = FLAGS_verify;
  LITE_ASSIGN_OR_RETURN(options.verify_shapes, ParseShapes(FLAGS_input_shape));
  LITE_RETURN_IF_ERROR(SetQuantisation(&options));
  if (FLAGS_enable_fp16 && options.bf16_weights) {
    return InvalidArgument(
        "--enable_fp16 and --enable_bf16: a model computes in one reduced precision, leave out one "
        "of them");
  }
  return options;
}

// Prints a notice if this build has no kernels for a target: the result then runs on other kernels.
void NoticeUnknownTargets(const ValidTargets& valid) {
  for (const TargetType target : TargetsOf(valid.places)) {
    if (RegistryKnowsTarget(target)) continue;
    PrintError(StrCat("opt: notice: this build has no kernel for '", TargetToStr(target),
                      "'; kernels of other targets or of the host are chosen\n"));
  }
}

void NoticeDenseTargets(const ValidTargets& valid) {
  if (!FLAGS_sparse_model) return;
  for (const TargetType target : TargetsOf(valid.places)) {
    if (InfoOf(target).is_cpu) continue;
    PrintError(StrCat("opt: notice: --sparse_model is for processors only; with '",
                      TargetToStr(target),
                      "' among --valid_targets, all convolutions stay dense\n"));
  }
}

// What was found out about a model that was not converted, or about a set of models.
Status WriteExplanation(const std::string& text) {
  if (text.empty()) return OkStatus();
  return model::WriteFileAtomically(FLAGS_explain_out, text);
}

int ConvertOne(const ValidTargets& valid) {
  const Status exists = CheckAnyTargetExists(valid);
  if (!exists.ok()) return Fail(kTool, exists);
  std::ostringstream explanation;
  auto options = OptionsFromFlags(valid, &explanation);
  if (!options.ok()) return Fail(kTool, options.status());
  if (!FLAGS_explain_out.empty()) options->explanation = &explanation;
  NoticeUnknownTargets(valid);
  NoticeDenseTargets(valid);

  Progress progress;
  Status status = Convert(*options, &progress, nullptr);
  progress.Clear();
  // The reason of the failure counts, not that of this file.
  if (!status.ok()) (void)WriteExplanation(explanation.str());
  if (status.ok() && FLAGS_optimize_out_type.empty() && !options->output.empty()) {
    Print("Both forms were written; --optimize_out_type=naive_buffer or protobuf writes one.\n");
  }
  if (status.ok()) status = FlushOutput();
  return status.ok() ? 0 : Fail(kTool, status);
}

Result<std::vector<std::string>> MembersOfSet(const std::string& dir) {
  std::vector<std::string> members;
  std::error_code error;
  std::filesystem::directory_iterator it(dir, error);
  for (; !error && it != std::filesystem::directory_iterator(); it.increment(error)) {
    if (it->is_directory(error)) members.push_back(it->path().filename().string());
  }
  if (error) return IoError(dir, ": ", error.message());
  if (members.empty()) return NotFound("[", dir, "] does not contain any model");
  std::sort(members.begin(), members.end());
  return members;
}

int ConvertSet(const ValidTargets& valid) {
  const Status exists = CheckAnyTargetExists(valid);
  if (!exists.ok()) return Fail(kTool, exists);
  std::ostringstream explanation;
  auto options = OptionsFromFlags(valid, &explanation);
  if (!options.ok()) return Fail(kTool, options.status());
  if (options->quantise.has_value()) {
    return Fail(kTool, "--calibration_data with --model_set_dir: quantise one model at a time");
  }
  if (FLAGS_model_filename.empty() != FLAGS_param_filename.empty()) {
    return Fail(kTool, "--model_filename and --param_filename go together");
  }
  auto members = MembersOfSet(FLAGS_model_set_dir);
  if (!members.ok()) return Fail(kTool, members.status());
  NoticeUnknownTargets(valid);

  const std::string out = options->output;
  const bool existed = model::DirectoryExists(out);
  const Status made =
      CheckWritableFolder(out).ok() ? model::MakeDirectories(out) : CheckWritableFolder(out);
  if (!made.ok()) return Fail(kTool, made);
  TailoringInfo used;
  std::vector<std::string> failed;
  Progress progress;
  for (const std::string& member : *members) {
    const std::string dir = StrCat(FLAGS_model_set_dir, "/", member);
    options->source = model::PaddleModelSource();
    if (FLAGS_model_filename.empty()) {
      options->source.model_dir = dir;
    } else {
      options->source.model_file = StrCat(dir, "/", FLAGS_model_filename);
      options->source.param_file = StrCat(dir, "/", FLAGS_param_filename);
    }
    options->output = StrCat(out, "/", member);
    const Status status = Convert(*options, &progress, &used);
    progress.Clear();
    if (!status.ok()) {
      Fail(kTool, StrCat("model ", member, ": ", status.message()));
      failed.push_back(member);
    }
  }
  Status status = WriteExplanation(explanation.str());
  if (status.ok() && FLAGS_record_tailoring_info) status = WriteTailoringFiles(used, out);
  if (!status.ok()) return Fail(kTool, status);
  std::error_code kept;  // a folder with content
  if (failed.size() == members->size() && !existed) std::filesystem::remove(out, kept);
  Print(
      StrCat(members->size() - failed.size(), " of ", members->size(), " models were converted\n"));
  if (!failed.empty()) return Fail(kTool, StrCat("failed models: ", ListToString(failed)));
  status = FlushOutput();
  return status.ok() ? 0 : Fail(kTool, status);
}

// "After optimisation: 0 of 13 operators on opencl, 13 on host": named targets first.
void PrintKernelCounts(const ValidTargets& valid, const model::Program& optimised) {
  const std::map<TargetType, int> counts = KernelCounts(optimised);
  std::vector<TargetType> targets = TargetsOf(valid.places);
  for (const auto& entry : counts) {
    if (std::find(targets.begin(), targets.end(), entry.first) == targets.end()) {
      targets.push_back(entry.first);
    }
  }
  std::string text;
  for (const TargetType target : targets) {
    const auto count = counts.find(target);
    text += StrCat(text.empty() ? "" : ", ", count == counts.end() ? 0 : count->second,
                   text.empty() ? StrCat(" of ", OpCount(optimised), " operators") : "", " on ",
                   TargetToStr(target));
  }
  Print(StrCat("After optimisation: ", text, "\n"));
}

int PrintModelOps(const ValidTargets& valid, TableFormat format) {
  auto source = SourceFromFlags();
  if (!source.ok()) return Fail(kTool, source.status());
  auto model = model::LoadPaddleModel(*source);
  if (!model.ok()) return Fail(kTool, model.status());
  const model::Program program = model->program;
  const std::string source_name = model->source;

  std::set<std::string> types;
  for (const model::BlockDesc& block : program.blocks) {
    for (const model::OpDesc& op : block.ops) types.insert(op.type);
  }
  Print("OPs in the input model include:\n" + ModelOpsTable(types, valid, format));

  // Checked after the passes: an operator that they remove needs no kernel, and a kernel may refuse
  // an operator that the table shows.
  mir::OptimizeOptions options;
  options.valid_places = valid.places;
  options.subgraph_devices = valid.devices;
  options.model_passes = ModelPasses();
  const auto optimised = mir::Optimize(*std::move(model), options);
  if (optimised.ok()) {
    PrintKernelCounts(valid, optimised->program);
    const Status exists = CheckAnyTargetExists(valid);
    if (!exists.ok()) return Fail(kTool, exists);
    Print("Paddle-Lite supports this model!\n");
    const Status status = FlushOutput();
    return status.ok() ? 0 : Fail(kTool, status);
  }
  (void)FlushOutput();
  const std::vector<UnsupportedOp> unsupported = UnsupportedOps(program, valid);
  if (unsupported.empty()) return Fail(kTool, optimised.status().WithContext(source_name));
  std::set<std::string> names;
  for (const UnsupportedOp& op : unsupported) names.insert(op.type);
  std::string list;
  for (const std::string& name : names) list += StrCat(list.empty() ? "" : ", ", name);
  PrintError(StrCat("Error: This model is not supported, because ", names.size(),
                    " ops are not supported on '", TargetNames(TargetsOf(valid.places)),
                    "'. These unsupported ops are: '", list, "'.\n"));
  for (const UnsupportedOp& op : unsupported) {
    PrintError(StrCat("  block ", op.block, ", op ", op.index, ": ", op.type, " (",
                      op.elsewhere.empty() ? "no target of this build has it" : "available on ",
                      op.elsewhere, ")\n"));
  }
  return 1;
}

int Visualise() {
  auto model = model::LoadNaiveBufferFile(FLAGS_optimized_nb_model_path);
  if (!model.ok()) return Fail(kTool, model.status());
  OutputFiles files;
  const Status made = files.AddFolder(FLAGS_visualization_file_output_path);
  if (!made.ok()) return Fail(kTool, made);
  std::vector<std::string> paths;
  for (size_t i = 0; i < model->program.blocks.size(); ++i) {
    paths.push_back(
        (std::filesystem::path(FLAGS_visualization_file_output_path) / StrCat("Block_", i, ".dot"))
            .string());
    const Status status = files.AddFile(paths.back(), BlockToDot(model->program.blocks[i]));
    if (!status.ok()) return Fail(kTool, status);
  }
  Status status = files.Commit();
  if (!status.ok()) return Fail(kTool, status);
  for (const std::string& path : paths) Print(path + "\n");
  status = FlushOutput();
  return status.ok() ? 0 : Fail(kTool, status);
}

int PrintReport(const std::string& text) {
  Print(text);
  const Status status = FlushOutput();
  return status.ok() ? 0 : Fail(kTool, status);
}

std::string PassList() {
  std::string list;
  for (const std::string& name : mir::PassNames()) list += name + '\n';
  return list;
}

// Prints one line about what is missing, then the help.
int FailWithHelp(const char* reason) {
  Fail(kTool, reason);
  PrintHelp();
  return 1;
}

int Run() {
  const Status unavailable = CheckValues();
  if (!unavailable.ok()) return Fail(kTool, unavailable);
  if (FLAGS_prefer_int8_kernel) {
    PrintError(
        "opt: notice: --prefer_int8_kernel is not needed, quantised models are recognised\n");
  }
  const auto format = ParseTableFormat(FLAGS_print_format);
  if (!format.ok()) return Fail(kTool, format.status());
  auto valid = ParseValidTargets(FLAGS_valid_targets, "valid_targets");
  if (!valid.ok()) return Fail(kTool, valid.status());
  if (FLAGS_enable_fp16) PreferHalf(&valid->places);
  const Status loaded = LoadOperatorLibraries(FLAGS_custom_op_library);
  if (!loaded.ok()) return Fail(kTool, loaded);

  if (FLAGS_list_passes) return PrintReport(PassList());
  if (FLAGS_display_kernels) return PrintReport(KernelsReport());
  if (FLAGS_print_all_ops_in_md_format) return PrintReport(AllOpsMarkdown());
  if (FLAGS_print_all_ops) return PrintReport(AllOpsReport(*format));
  if (FLAGS_print_supported_ops) return PrintReport(SupportedOpsReport(*valid, *format));
  if (FLAGS_optimized_nb_model_path.empty() != FLAGS_visualization_file_output_path.empty()) {
    return FailWithHelp(
        "--optimized_nb_model_path and --visualization_file_output_path go together");
  }
  if (!FLAGS_optimized_nb_model_path.empty()) return Visualise();
  if (FLAGS_print_model_ops) {
    if (!HasModel())
      return FailWithHelp("--print_model_ops needs --model_dir, or --model_file and --param_file");
    return PrintModelOps(*valid, *format);
  }
  if (!FLAGS_model_set_dir.empty()) {
    if (FLAGS_optimize_out.empty()) return FailWithHelp("--model_set_dir needs --optimize_out");
    return ConvertSet(*valid);
  }
  if (!HasModel()) {
    return FailWithHelp("no model is given: set --model_dir, or --model_file and --param_file");
  }
  if (FLAGS_optimize_out.empty() && !LooksInside())
    return FailWithHelp("--optimize_out is not set");
  return ConvertOne(*valid);
}

int ReadFlagsAndRun(int argc, char** argv) {
  if (argc <= 1) {
    PrintHelp();
    return 0;
  }
  CommandLineSpec spec;
  spec.list_flags = {"valid_targets",     "print_ir_after",      "passes_internal",
                     "custom_op_library", "quantizable_op_type", "skip_tensor_list"};
  spec.aliases = {{"model_set", "model_set_dir"}};
  const auto request = ParseCommandLine(argc, argv, spec);
  if (!request.ok()) return Fail(kTool, request.status());
  if (*request == Request::kHelp) {
    PrintHelp();
    return PrintReport("");
  }
  if (*request == Request::kVersion)
    return PrintReport(StrCat("opt version:", LibraryVersion(), "\n"));
  // The script of this name in Python packages writes one form if none is requested.
  const std::string name = std::filesystem::path(argv[0]).filename().string();
  if (name == "paddle_lite_opt" && FLAGS_optimize_out_type.empty()) {
    FLAGS_optimize_out_type = "naive_buffer";
  }
  return Run();
}

}  // namespace

int OptMain(int argc, char** argv) {
  return RunGuarded(kTool, [&] { return ReadFlagsAndRun(argc, argv); });
}

}  // namespace paddle::lite::tools
