// lite_model_dump: prints a model, or stores it unchanged in another format.
#include <gflags/gflags.h>

#include <cstdio>
#include <string>

#include "lite/api/version.h"
#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/model/text/listing.h"
#include "lite/tools/command_line.h"
#include "lite/tools/output.h"

DEFINE_string(model, "", "a .nb file, a program file (__model__, *.pdmodel), or a model's folder");
DEFINE_string(params, "", "combined parameters of a program file; found by name if not given");
DEFINE_int32(values, 6, "number of leading values to show per parameter");
DEFINE_bool(callstack, false, "show the attribute op_callstack in full");
DEFINE_bool(normalize, false, "show and store a Paddle program as normalised for the optimiser");
DEFINE_string(save_nb, "", "store the model in this .nb file, without optimising");
DEFINE_int32(meta_version, 2, "version of the .nb format to store: 0, 1 or 2");
DEFINE_string(save_paddle, "", "store the model as files `model` and `params` in this folder");

namespace paddle::lite::tools {
namespace {

constexpr char kTool[] = "lite_model_dump";

// The parameters saved next to a program file; "" if there are none.
std::string ParamsBeside(const std::string& program_file) {
  const std::pair<std::string, std::string> kPairs[] = {
      {".pdmodel", ".pdiparams"}, {"__model__", "__params__"}, {"model", "params"}};
  for (const auto& [program_end, params_end] : kPairs) {
    const size_t size = program_end.size();
    if (program_file.size() < size ||
        program_file.compare(program_file.size() - size, size, program_end) != 0) {
      continue;
    }
    const std::string params = program_file.substr(0, program_file.size() - size) + params_end;
    if (model::FileExists(params)) return params;
  }
  return std::string();
}

Result<model::Model> LoadPaddle(const model::PaddleModelSource& source) {
  return FLAGS_normalize ? model::LoadPaddleModel(source) : model::ReadPaddleModel(source);
}

Result<model::Model> Load(const std::string& path) {
  model::PaddleModelSource source;
  if (model::DirectoryExists(path)) {
    if (model::FileExists(model::JoinPath(path, "__model__.nb"))) {
      return model::LoadNaiveBufferDir(path);
    }
    source.model_dir = path;
    return LoadPaddle(source);
  }
  LITE_ASSIGN_OR_RETURN(const std::string bytes, model::ReadFile(path));
  if (model::LooksLikeNaiveBuffer(bytes)) return model::DecodeNaiveBuffer(bytes, path);
  source.model_file = path;
  source.param_file = FLAGS_params.empty() ? ParamsBeside(path) : FLAGS_params;
  if (!source.param_file.empty()) return LoadPaddle(source);
  // A program without parameters can still be printed.
  auto program = model::DecodePaddleProgram(bytes);
  if (!program.ok()) return program.status().WithContext(path);
  model::Model model;
  model.source = path;
  model.program = std::move(*program);
  if (FLAGS_normalize) LITE_RETURN_IF_ERROR(model::NormalizeProgram(&model.program));
  return model;
}

Status Run() {
  if (FLAGS_model.empty()) return InvalidArgument("which model? Give --model=PATH");
  LITE_ASSIGN_OR_RETURN(const model::Model model, Load(FLAGS_model));
  if (!FLAGS_save_nb.empty()) {
    model::NaiveBufferWriteOptions options;
    options.meta_version = FLAGS_meta_version;
    options.opt_version = model.opt_version;
    LITE_RETURN_IF_ERROR(model::SaveNaiveBufferFile(model, FLAGS_save_nb, options));
  }
  if (!FLAGS_save_paddle.empty()) {
    LITE_RETURN_IF_ERROR(model::SavePaddleModel(model, FLAGS_save_paddle));
  }
  if (!FLAGS_save_nb.empty() || !FLAGS_save_paddle.empty()) return OkStatus();
  model::ListingOptions options;
  options.values = FLAGS_values;
  options.callstack = FLAGS_callstack;
  std::string text;
  if (!model.opt_version.empty()) text = "opt_version: " + model.opt_version + "\n";
  text += model::ListProgram(model.program, options) + model::ListParams(model.params, options);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return OkStatus();
}

int Main(int argc, char** argv) {
  gflags::SetUsageMessage(
      "prints a model, one line per variable, operator, attribute and parameter.\n"
      "  lite_model_dump --model=PATH\n"
      "  lite_model_dump --model=PATH --save_nb=FILE | --save_paddle=FOLDER");
  auto request = ParseCommandLine(argc, argv, CommandLineSpec());
  if (!request.ok()) return Fail(kTool, request.status());
  if (*request == Request::kHelp) {
    gflags::ShowUsageWithFlagsRestrict(argv[0], "lite_model_dump.cc");
  } else if (*request == Request::kVersion) {
    std::printf("%s %s\n", kTool, LibraryVersion());
  }
  Status status = *request == Request::kRun ? Run() : OkStatus();
  if (status.ok()) status = FlushOutput();
  return status.ok() ? 0 : Fail(kTool, status);
}

}  // namespace
}  // namespace paddle::lite::tools

int main(int argc, char** argv) {
  using namespace paddle::lite::tools;  // NOLINT: the program's own code
  return RunGuarded(kTool, [&] { return Main(argc, argv); });
}
