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
#include "lite/tools/opt_quantisation.h"
#include "lite/tools/output.h"
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

// Runs opt with these arguments. The flags are global to the process, so calls are serialised. A
// stream of Python may run any code, so a call may come from inside another one.
Result<int> RunTool(const std::vector<std::string>& arguments) {
  static std::mutex* const one_call = new std::mutex;
  static thread_local bool inside = false;
  if (inside) return FailedPrecondition("the converter is in use by this thread");
  const std::lock_guard<std::mutex> lock(*one_call);
  const gflags::FlagSaver restore_flags;
  std::vector<std::string> words = arguments;
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  inside = true;
  const int result = tools::OptMain(static_cast<int>(words.size()), argv.data());
  inside = false;
  std::fflush(stdout);
  return result;
}

// Prints on sys.stdout and sys.stderr as they are at that moment, so that Python code can redirect
// them. For a thread without the interpreter's lock.
class PythonOutput : public tools::Output {
 public:
  ~PythonOutput() override { Py_XDECREF(error_); }

  bool Write(tools::Stream stream, const std::string& text) override {
    const WithGil gil;
    if (error_ != nullptr) return false;
    PyObject* file = File(stream);
    if (file == nullptr || file == Py_None) return true;
    const Ref decoded(
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
    const Ref written(decoded ? PyObject_CallMethod(file, "write", "O", decoded.get()) : nullptr);
    if (written) return true;
    PyObject* type = nullptr;
    PyObject* trace = nullptr;
    PyErr_Fetch(&type, &error_, &trace);
    PyErr_NormalizeException(&type, &error_, &trace);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    return false;
  }
  bool IsTerminal(tools::Stream stream) override {
    const WithGil gil;
    PyObject* file = File(stream);
    const Ref answer(file == nullptr || file == Py_None
                         ? nullptr
                         : PyObject_CallMethod(file, "isatty", nullptr));
    if (!answer) PyErr_Clear();
    return answer.get() == Py_True;
  }
  // Raises what a stream raised; true if there was such an error. For a thread with the lock.
  bool RaiseError() {
    if (error_ == nullptr) return false;
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error_)), error_);
    return true;
  }

 private:
  static PyObject* File(tools::Stream stream) {
    return PySys_GetObject(stream == tools::Stream::kOut ? "stdout" : "stderr");
  }

  PyObject* error_ = nullptr;
};

// Keeps what goes to one stream, and drops the rest.
class KeptOutput final : public PythonOutput {
 public:
  // `kept` may be null.
  KeptOutput(tools::Stream stream, std::string* kept) : stream_(stream), kept_(kept) {}
  bool Write(tools::Stream stream, const std::string& text) override {
    if (stream == stream_ && kept_ != nullptr) *kept_ += text;
    return true;
  }
  bool IsTerminal(tools::Stream) override { return false; }

 private:
  tools::Stream stream_;
  std::string* kept_;
};

struct Opt {
  std::map<std::string, std::string> flags;
  bool quiet = false;

  void Set(const char* flag, const std::string& value) { flags[flag] = value; }
  // The command line of these flags, without those that name results if `writes` is false.
  std::vector<std::string> CommandLine(bool writes) const {
    std::vector<std::string> words = {"opt"};
    for (const auto& [flag, value] : flags) {
      if (value.empty() || (!writes && flag == "optimize_out")) continue;
      words.push_back(StrCat("--", flag, "=", value));
    }
    return words;
  }
};

// Runs the tool; an exception if it fails. `supported` (may be null) is set to false if it failed
// without a message, as it does after a report.
PyObject* RunWords(const std::vector<std::string>& words, PythonOutput* output,
                   bool* supported = nullptr) {
  Status failure;
  Result<int> result = 0;
  {
    const WithoutGil others_run;
    const tools::RedirectOutput redirect(output);
    tools::CatchFailure caught;
    result = RunTool(words);
    failure = result.ok() ? caught.status() : result.status();
  }
  if (output->RaiseError()) return nullptr;
  const bool good = result.ok() && *result == 0;
  if (supported != nullptr) *supported = good;
  if (!good && failure.ok() && supported == nullptr) failure = Internal("opt failed");
  return ToPython(failure);
}

// Runs the tool with the flags set so far and `more`.
PyObject* RunWith(const Opt& self, const std::vector<std::string>& more, bool writes = true) {
  std::vector<std::string> words = self.CommandLine(writes);
  words.insert(words.end(), more.begin(), more.end());
  if (self.quiet) {
    KeptOutput nothing(tools::Stream::kOut, nullptr);
    return RunWords(words, &nothing);
  }
  PythonOutput output;
  return RunWords(words, &output);
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
  const auto valid = tools::ParseValidTargets(words, "valid_targets");
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
void EnableBf16(Opt& self) { self.Set("enable_bf16", "true"); }
void SetQuantModel(Opt& self, bool quantise) { self.Set("quant_model", BoolText(quantise)); }
void SetQuantType(Opt& self, const std::string& type) { self.Set("quant_type", type); }
void SetSparseModel(Opt& self, bool sparse) { self.Set("sparse_model", BoolText(sparse)); }
void SetSparseThreshold(Opt& self, double threshold) {
  self.Set("sparse_threshold", std::to_string(threshold));
}
void SetImageLimits(Opt& self, int64_t width, int64_t height) {
  self.Set("opencl_image_limits", StrCat(width, "x", height));
}
void SetPasses(Opt& self, const std::vector<std::string>& passes) {
  std::string list;
  for (const std::string& pass : passes) list += StrCat(list.empty() ? "" : ",", pass);
  self.Set("passes_internal", list);
}

// Writes one form, unlike the tool, whose users may rely on either default.
PyObject* RunConversion(Opt& self, std::vector<std::string> more) {
  if (self.flags.find("optimize_out_type") == self.flags.end()) {
    more.push_back("--optimize_out_type=naive_buffer");
  }
  return RunWith(self, more);
}
PyObject* RunOpt(Opt& self) { return RunConversion(self, {}); }

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
  return RunOpt(self);
}

PyObject* PrintAllOps(Opt& self) { return RunWith(self, {"--print_all_ops=true"}); }
PyObject* PrintAllOpsMarkdown(Opt& self) {
  return RunWith(self, {"--print_all_ops_in_md_format=true"});
}
PyObject* PrintSupportedOps(Opt& self) { return RunWith(self, {"--print_supported_ops=true"}); }
PyObject* DisplayKernels(Opt& self) { return RunWith(self, {"--display_kernels=true"}); }
PyObject* ToolHelp(Opt&) { return RunWith(Opt(), {"--help"}); }
const char* Version(Opt&) { return LibraryVersion(); }

PyObject* CheckSupported(Opt& self, std::optional<bool> print) {
  std::vector<std::string> words = self.CommandLine(true);
  words.push_back("--print_model_ops=true");
  PythonOutput output;
  KeptOutput nothing(tools::Stream::kOut, nullptr);
  PythonOutput* const used = print.value_or(true) && !self.quiet ? &output : &nothing;
  bool supported = false;
  const Ref result(RunWords(words, used, &supported));
  return result ? ToPython(supported) : nullptr;
}

void SetQuiet(Opt& self, std::optional<bool> quiet) { self.quiet = quiet.value_or(true); }

// "1,3,224,224" as on the command line, a list of numbers, or a list of such lists.
bool ReadShapes(PyObject* object, std::string* text) {
  if (PyUnicode_Check(object)) return FromPython(object, text);
  const auto list = [](const std::vector<int64_t>& shape) {
    std::string numbers;
    for (const int64_t dim : shape) numbers += StrCat(numbers.empty() ? "" : ",", dim);
    return numbers;
  };
  const Ref items(SequenceItems(object));
  if (!items) return false;
  text->clear();
  PyObject* first = PyTuple_Size(items.get()) == 0 ? nullptr : PyTuple_GetItem(items.get(), 0);
  if (first == nullptr || PyNumber_Check(first) != 0) {
    std::vector<int64_t> shape;
    if (!FromPython(object, &shape)) return false;
    *text = list(shape);
    return true;
  }
  std::vector<std::vector<int64_t>> shapes;
  if (!FromPython(object, &shapes)) return false;
  for (const auto& shape : shapes) *text += (text->empty() ? "" : ":") + list(shape);
  return true;
}

PyObject* SetInputShape(Opt& self, PyObject* shape) {
  std::string text;
  if (!ReadShapes(shape, &text)) return nullptr;
  self.Set("input_shape", text);
  return ToPython(OkStatus());
}

PyObject* Verify(Opt& self, std::optional<double> threshold) {
  std::vector<std::string> more = {"--verify=true"};
  if (threshold.has_value()) more.push_back(StrCat("--verify_threshold=", *threshold));
  return RunWith(self, more, false);
}

// What the tool reads as the value of a flag of this type of gflags: a list is written with commas.
bool FlagText(PyObject* object, const std::string& type, std::string* text) {
  if (type == "bool") {
    bool value = false;
    if (!FromPython(object, &value)) return false;
    *text = BoolText(value);
    return true;
  }
  if (type == "int32") {
    int value = 0;
    if (!FromPython(object, &value)) return false;
    *text = StrCat(value);
    return true;
  }
  if (type == "double" || PyNumber_Check(object) != 0) {
    double value = 0;
    if (!FromPython(object, &value)) return false;
    const Ref number(PyFloat_FromDouble(value));
    const Ref digits(number ? PyObject_Repr(number.get()) : nullptr);  // all of them
    return digits && FromPython(digits.get(), text);
  }
  if (PySequence_Check(object) == 0 || PyUnicode_Check(object) || PyBytes_Check(object)) {
    Path path;
    if (!FromPython(object, &path)) return false;
    *text = path.name;
    return true;
  }
  const Ref items(SequenceItems(object));
  if (!items) return false;
  text->clear();
  for (Py_ssize_t i = 0; i < PyTuple_Size(items.get()); ++i) {
    std::string item;
    if (!FlagText(PyTuple_GetItem(items.get(), i), type, &item)) return false;
    *text += StrCat(i == 0 ? "" : ",", item);
  }
  return true;
}

// quantise(data, **flags)
PyObject* Quantise(PyObject* object, PyObject* args, PyObject* keywords) {
  return Guarded([&]() -> PyObject* {
    if (PyTuple_Size(args) > 1) return RaiseTypeError("quantise() takes flags by name");
    const std::vector<std::string>& flags = tools::CalibrationFlags();
    std::vector<const char*> names = {"data"};
    for (const std::string& flag : flags) names.push_back(flag.c_str());
    std::vector<PyObject*> values(names.size());
    if (!SortArguments(args, keywords, names.data(), 1, values.data(), values.size())) {
      return nullptr;
    }
    Path data;
    if (!FromPython(values[0], &data)) return nullptr;
    if (data.name.empty()) return RaiseValueError("quantise() needs a folder of inputs");
    std::vector<std::string> more = {StrCat("--calibration_data=", data.name)};
    for (size_t i = 1; i < values.size(); ++i) {
      if (values[i] == nullptr) continue;
      gflags::CommandLineFlagInfo info;
      std::string text;
      if (!gflags::GetCommandLineFlagInfo(names[i], &info) ||
          !FlagText(values[i], info.type, &text)) {
        return nullptr;
      }
      more.push_back(StrCat("--", names[i], "=", text));
    }
    return RunConversion(*reinterpret_cast<Object<Opt>*>(object)->value, std::move(more));
  });
}

const char* QuantiseHelp() {
  static const auto* const text = [] {
    auto* const help = new std::string("quantise(data, *");
    for (const std::string& flag : tools::CalibrationFlags()) *help += StrCat(", ", flag, "=...");
    *help +=
        ")\n\nConverts, with operators in int8 where that is faster. Scales are those of the "
        "inputs "
        "in the folder `data`. The arguments are the flags of paddle_lite_opt.";
    return help;
  }();
  return text->c_str();
}

PyObject* Explain(Opt& self) {
  std::vector<std::string> words = self.CommandLine(false);
  words.push_back("--explain=true");
  std::string text;
  KeptOutput explanation(tools::Stream::kError, &text);
  const Ref result(RunWords(words, &explanation));
  return result ? PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace")
                : nullptr;
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
  opt.set_opencl_image_limits(w, h)      the largest image of the device, for 'opencl'
  opt.record_model_info(True)            also write the lists for a tailored library
  opt.set_quiet()                        prints nothing; failures are exceptions in any case
  opt.run()
  opt.quantise(folder)                   the same in int8, with scales of the inputs in this folder

  opt.set_input_shape([1, 3, 224, 224])  for the next one; a list of shapes for several inputs
  opt.verify()                           compares results before and after the conversion
  opt.explain()                          why each kernel and fusion was chosen or refused, as text
  opt.check_if_model_supported(True)     prints its operators; True if all of them run there
  opt.print_supported_ops()              operators that run on the valid places
  opt.print_all_ops()                    all operators, by target
  opt.print_all_ops_in_md_format()
  opt.display_kernels_info()
  opt.visualize_optimized_nb_model(nb, folder)
  opt.executablebin_help()               the flags of the script paddle_lite_opt
)";

PyObject* Help(Opt&) {
  PythonOutput output;
  {
    const WithoutGil others_run;
    (void)output.Write(tools::Stream::kOut, kHelp);
  }
  return output.RaiseError() ? nullptr : ToPython(OkStatus());
}

constexpr const char* kQuiet[] = {"quiet"};
constexpr const char* kThreshold[] = {"threshold"};
constexpr const char* kPrintOpsInfo[] = {"print_ops_info"};

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
    Method<Opt, &EnableBf16>("enable_bf16", "enable_bf16()\n\nWeights and products in bfloat16."),
    Method<Opt, &SetQuantModel>("set_quant_model", "set_quant_model(flag)"),
    Method<Opt, &SetQuantType>("set_quant_type",
                               "set_quant_type(type)\n\n'QUANT_INT8' or 'QUANT_INT16'."),
    Method<Opt, &SetSparseModel>("set_sparse_model", "set_sparse_model(flag)"),
    Method<Opt, &SetSparseThreshold>("set_sparse_threshold", "set_sparse_threshold(threshold)"),
    Method<Opt, &SetImageLimits>("set_opencl_image_limits",
                                 "set_opencl_image_limits(width, height)\n\nThe largest image of "
                                 "the device, in texels."),
    MethodWithNames<Opt, &SetQuiet, kQuiet>(
        "set_quiet", "set_quiet(quiet=True)\n\nWhether calls print nothing."),
    Method<Opt, &SetInputShape>("set_input_shape",
                                "set_input_shape(shape)\n\nFor verify: numbers, or a list of "
                                "shapes for several inputs."),
    Method<Opt, &RunOpt>("run", "run()\n\nConverts."),
    MethodWithNames<Opt, &Verify, kThreshold>(
        "verify",
        "verify(threshold=...)\n\nRuns the model before and after the conversion, on random "
        "inputs, prints the differences, and raises LiteError if the relative L2 difference of an "
        "output is above the threshold. Writes no files."),
    {"quantise", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&Quantise)),
     METH_VARARGS | METH_KEYWORDS, QuantiseHelp()},
    Method<Opt, &Explain>("explain",
                          "explain() -> str\n\nWhy each kernel and fusion was chosen or refused. "
                          "Writes no files."),
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
    MethodWithNames<Opt, &CheckSupported, kPrintOpsInfo>(
        "check_if_model_supported",
        "check_if_model_supported(print_ops_info=True) -> bool\n\nWhether all operators of the "
        "model run on the valid places; prints them unless print_ops_info is False."),
    Method<Opt, &Version>("version", "version() -> str"),
    Method<Opt, &Visualise>("visualize_optimized_nb_model",
                            "visualize_optimized_nb_model(model, folder) -> list of str"),
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

// The script: its output goes to the process's own streams, as that of a program.
PyObject* OptMainFromPython(PyObject*, PyObject* arguments) {
  return Guarded([&]() -> PyObject* {
    std::vector<std::string> words;
    if (!FromPython(arguments, &words)) return nullptr;
    if (words.empty()) return RaiseValueError("the first word is the name of the program");
    Result<int> result = 0;
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
