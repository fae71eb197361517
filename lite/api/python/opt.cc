// The converter as a Python class. Every call is a command line of the tool opt.
#include <gflags/gflags.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>

#include "lite/api/python/bind.h"
#include "lite/api/version.h"
#include "lite/base/strings.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/tools/command_line.h"
#include "lite/tools/opt_main.h"
#include "lite/tools/valid_targets.h"

// The flags that programs inherit from gflags and glog. The command-line parser handles the first
// ones.
DEFINE_bool(help, false, "prints the help");
DEFINE_bool(helpfull, false, "prints the help");
DEFINE_bool(helpshort, false, "prints the help");
DEFINE_bool(version, false, "prints the version");
DEFINE_string(flagfile, "", "a file with more flags");
DEFINE_string(undefok, "", "flags that need not exist");
DEFINE_int32(v, 0, "how much the library reports");
DEFINE_int32(minloglevel, 0, "messages below this level are not printed");

namespace paddle::lite::tools {

// The library's own messages go to the terminal unchanged.
void StartLogging(const char*) {
  if (FlagGiven("v")) setenv("GLOG_v", std::to_string(FLAGS_v).c_str(), 1);
  if (FlagGiven("minloglevel")) {
    setenv("GLOG_minloglevel", std::to_string(FLAGS_minloglevel).c_str(), 1);
  }
}

}  // namespace paddle::lite::tools

namespace paddle::lite::python {
namespace {

// Runs opt with these arguments. The flags are global to the process, so calls are serialised.
int RunTool(const std::vector<std::string>& arguments) {
  static std::mutex* const one_call = new std::mutex;
  const std::lock_guard<std::mutex> lock(*one_call);
  const gflags::FlagSaver restore_flags;
  std::vector<std::string> words = arguments;
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const int result = tools::OptMain(static_cast<int>(words.size()), argv.data());
  std::fflush(stdout);
  return result;
}

struct Opt {
  std::map<std::string, std::string> flags;

  void Set(const char* flag, const std::string& value) { flags[flag] = value; }
};

// Runs the tool with the flags set so far and `more`; an exception if it fails. `supported` (may be
// null) is set to false if it failed without a message, as it does after a report.
PyObject* RunWith(const Opt& self, const std::vector<std::string>& more,
                  bool* supported = nullptr) {
  std::vector<std::string> words = {"opt"};
  for (const auto& [flag, value] : self.flags) {
    if (!value.empty()) words.push_back(StrCat("--", flag, "=", value));
  }
  words.insert(words.end(), more.begin(), more.end());
  Status failure;
  int result = 0;
  {
    const WithoutGil others_run;
    tools::CatchFailure caught;
    result = RunTool(words);
    failure = caught.status();
  }
  if (supported != nullptr) *supported = result == 0;
  if (result != 0 && failure.ok() && supported == nullptr) failure = Internal("opt failed");
  return ToPython(failure);
}

#define LITE_OPT_PATH(method, flag) \
  void method(Opt& self, const Path& path) { self.Set(flag, path.name); }
LITE_OPT_PATH(SetModelDir, "model_dir")
LITE_OPT_PATH(SetModelSetDir, "model_set_dir")
LITE_OPT_PATH(SetModelFile, "model_file")
LITE_OPT_PATH(SetParamFile, "param_file")
LITE_OPT_PATH(SetOptimizeOut, "optimize_out")
#undef LITE_OPT_PATH

Status SetValidPlaces(Opt& self, const std::string& words) {
  const auto valid = tools::ParseValidTargets(words);
  if (!valid.ok()) return valid.status();
  self.Set("valid_targets", words);
  return OkStatus();
}

Status SetModelType(Opt& self, const std::string& type) {
  if (type != "protobuf" && type != "naive_buffer") {
    return InvalidArgument("set_model_type takes 'protobuf' or 'naive_buffer', not '", type, "'");
  }
  self.Set("optimize_out_type", type);
  return OkStatus();
}

std::string BoolText(bool value) { return value ? "true" : "false"; }

void RecordModelInfo(Opt& self, bool record) {
  self.Set("record_tailoring_info", BoolText(record));
}
void EnableFp16(Opt& self) { self.Set("enable_fp16", "true"); }
void SetQuantModel(Opt& self, bool quantise) { self.Set("quant_model", BoolText(quantise)); }
void SetQuantType(Opt& self, const std::string& type) { self.Set("quant_type", type); }
void SetSparseModel(Opt& self, bool sparse) { self.Set("sparse_model", BoolText(sparse)); }
void SetSparseThreshold(Opt& self, double threshold) {
  self.Set("sparse_threshold", std::to_string(threshold));
}
void SetPasses(Opt& self, const std::vector<std::string>& passes) {
  std::string list;
  for (const std::string& pass : passes) list += StrCat(list.empty() ? "" : ",", pass);
  self.Set("passes_internal", list);
}

// Writes one form, unlike the tool, whose users may rely on either default.
PyObject* Run(Opt& self) {
  const auto type = self.flags.find("optimize_out_type");
  if (type != self.flags.end()) return RunWith(self, {});
  return RunWith(self, {"--optimize_out_type=naive_buffer"});
}

PyObject* RunOptimize(Opt& self, const Path& model_dir, const Path& model_file,
                      const Path& param_file, const std::string& type, const std::string& places,
                      const Path& out) {
  SetModelDir(self, model_dir);
  SetModelFile(self, model_file);
  SetParamFile(self, param_file);
  SetOptimizeOut(self, out);
  Status status = SetModelType(self, type);
  if (status.ok()) status = SetValidPlaces(self, places);
  if (!status.ok()) return ToPython(status);
  return Run(self);
}

PyObject* PrintAllOps(Opt& self) { return RunWith(self, {"--print_all_ops=true"}); }
PyObject* PrintAllOpsMarkdown(Opt& self) {
  return RunWith(self, {"--print_all_ops_in_md_format=true"});
}
PyObject* PrintSupportedOps(Opt& self) { return RunWith(self, {"--print_supported_ops=true"}); }
PyObject* DisplayKernels(Opt& self) { return RunWith(self, {"--display_kernels=true"}); }
PyObject* ToolHelp(Opt&) { return RunWith(Opt(), {"--help"}); }
const char* Version(Opt&) { return LibraryVersion(); }

PyObject* CheckSupported(Opt& self, std::optional<bool>) {
  bool supported = false;
  const Ref result(RunWith(self, {"--print_model_ops=true"}, &supported));
  return result ? ToPython(supported) : nullptr;
}

PyObject* Visualise(Opt&, const Path& model, const Path& folder) {
  const auto loaded = model::LoadNaiveBufferFile(model.name);
  if (!loaded.ok()) return Raise(loaded.status());
  const Ref drawn(RunWith(Opt(), {StrCat("--optimized_nb_model_path=", model.name),
                                  StrCat("--visualization_file_output_path=", folder.name)}));
  if (!drawn) return nullptr;
  std::vector<std::string> blocks;
  for (size_t i = 0; i < loaded->program.blocks.size(); ++i) blocks.push_back(StrCat("Block_", i));
  return ToPython(blocks);
}

constexpr char kHelp[] = R"(The converter: from a model of Paddle to one that the library loads.

  opt = Opt()
  opt.set_model_dir(folder)              the model: a folder ...
  opt.set_model_file(path)               ... or its two files
  opt.set_param_file(path)
  opt.set_modelset_dir(folder)           ... or every model in the folders below this one
  opt.set_valid_places('x86')            where it is to run, e.g. 'arm', 'x86,opencl'
  opt.set_optimize_out(name)             the result: name.nb, or name/model and name/params
  opt.set_model_type('naive_buffer')     or 'protobuf'
  opt.record_model_info(True)            also write the lists for a tailored library
  opt.run()

  opt.check_if_model_supported(True)     prints its operators; True when all of them run there
  opt.print_supported_ops()              operators that run on the valid places
  opt.print_all_ops()                    all operators, by target
  opt.print_all_ops_in_md_format()
  opt.display_kernels_info()
  opt.visualize_optimized_nb_model(nb, folder)
  opt.executablebin_help()               the flags of the script paddle_lite_opt
)";

PyObject* Help(Opt&) {
  std::fputs(kHelp, stdout);
  std::fflush(stdout);
  return ToPython(OkStatus());
}

PyMethodDef opt_methods[] = {
    Method<Opt, &SetModelDir>("set_model_dir", "set_model_dir(folder)"),
    Method<Opt, &SetModelSetDir>("set_modelset_dir", "set_modelset_dir(folder)"),
    Method<Opt, &SetModelFile>("set_model_file", "set_model_file(path)"),
    Method<Opt, &SetParamFile>("set_param_file", "set_param_file(path)"),
    Method<Opt, &SetOptimizeOut>("set_optimize_out", "set_optimize_out(name)"),
    Method<Opt, &SetOptimizeOut>("set_lite_out", "set_lite_out(name)\n\nAs set_optimize_out."),
    Method<Opt, &SetValidPlaces>("set_valid_places",
                                 "set_valid_places(words)\n\nFor instance 'arm,x86'."),
    Method<Opt, &SetModelType>("set_model_type",
                               "set_model_type(type)\n\n'naive_buffer' or 'protobuf'."),
    Method<Opt, &RecordModelInfo>("record_model_info", "record_model_info(flag)"),
    Method<Opt, &SetPasses>("set_passes_internal",
                            "set_passes_internal(names)\n\nReplaces the default passes."),
    Method<Opt, &EnableFp16>("enable_fp16", "enable_fp16()"),
    Method<Opt, &SetQuantModel>("set_quant_model", "set_quant_model(flag)"),
    Method<Opt, &SetQuantType>("set_quant_type",
                               "set_quant_type(type)\n\n'QUANT_INT8' or 'QUANT_INT16'."),
    Method<Opt, &SetSparseModel>("set_sparse_model", "set_sparse_model(flag)"),
    Method<Opt, &SetSparseThreshold>("set_sparse_threshold", "set_sparse_threshold(threshold)"),
    Method<Opt, &Run>("run", "run()\n\nConverts."),
    Method<Opt, &RunOptimize>("run_optimize",
                              "run_optimize(model_dir, model_file, param_file, model_type, "
                              "valid_places, optimize_out)"),
    Method<Opt, &Help>("help", "help()\n\nPrints how to use this class."),
    Method<Opt, &ToolHelp>("executablebin_help",
                           "executablebin_help()\n\nPrints the flags of paddle_lite_opt."),
    Method<Opt, &PrintAllOps>("print_all_ops", "print_all_ops()"),
    Method<Opt, &PrintAllOpsMarkdown>("print_all_ops_in_md_format", "print_all_ops_in_md_format()"),
    Method<Opt, &PrintAllOpsMarkdown>(
        "print_all_ops_in_md_dormat",
        "print_all_ops_in_md_dormat()\n\nAs print_all_ops_in_md_format."),
    Method<Opt, &PrintSupportedOps>("print_supported_ops", "print_supported_ops()"),
    Method<Opt, &DisplayKernels>("display_kernels_info", "display_kernels_info()"),
    Method<Opt, &CheckSupported>("check_if_model_supported",
                                 "check_if_model_supported(print_ops_info=True) -> bool"),
    Method<Opt, &Version>("version", "version() -> str"),
    Method<Opt, &Visualise>("visualize_optimized_nb_model",
                            "visualize_optimized_nb_model(model, folder) -> list of str"),
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

PyObject* OptMainFromPython(PyObject*, PyObject* arguments) {
  return Guarded([&]() -> PyObject* {
    std::vector<std::string> words;
    if (!FromPython(arguments, &words)) return nullptr;
    if (words.empty()) return RaiseValueError("the first word is the name of the program");
    int result = 0;
    {
      const WithoutGil others_run;
      result = RunTool(words);
    }
    return ToPython(result);
  });
}

bool MakeOptType(const std::string& prefix) {
  return MakeType<Opt>(prefix, "Opt", "Opt()\n--\n\nThe converter; help() prints how to use it.",
                       opt_methods,
                       {{Py_tp_new, reinterpret_cast<void*>(&NewDefault<Opt>)},
                        {Py_tp_init, reinterpret_cast<void*>(&InitWithoutArguments)}});
}

}  // namespace paddle::lite::python
