// lite_model_debug_tool: runs a model without fusions and writes what every operator
// computed.
#include <gflags/gflags.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lite/api/version.h"
#include "lite/model/file.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/read_outputs.h"
#include "lite/tools/command_line.h"
#include "lite/tools/model_io.h"
#include "lite/tools/output.h"
#include "lite/tools/output_files.h"
#include "lite/tools/verification.h"

DEFINE_string(model_dir, "", "the model: a folder with its program and parameters");
DEFINE_string(model_file, "", "... or its two files");
DEFINE_string(param_file, "", "combined parameters of --model_file");
DEFINE_string(input_file, "",
              "first line: the numbers of each input separated by blanks, inputs by --separator; "
              "default: all ones");
DEFINE_string(input_shape, "",
              "shapes of the inputs, ':' between them; default: the declared ones");
DEFINE_string(separator, ",", "between the inputs of --input_file");
DEFINE_bool(output_topo, true, "write the operators");
DEFINE_string(topo_output_file, "topo_file.txt", "... into this file");
DEFINE_bool(output_vars, true, "write what the operators computed");
DEFINE_bool(output_weights, true, "write the parameters");
DEFINE_string(tensor_output_file, "tensor_cpp.txt", "... into this file");
DEFINE_string(tensor_names, "", "only these tensors; comma list");
DEFINE_int32(tensor_output_length, -1, "this many leading values of each tensor; -1: all");
DEFINE_int32(arm_thread_num, 1, "threads, on every processor");

namespace paddle::lite::tools {
namespace {

constexpr char kTool[] = "lite_model_debug_tool";

bool IsPlumbing(const model::OpDesc& op) { return op.type == "feed" || op.type == "fetch"; }

// "(Filter:w Input:a#b)"
std::string SlotText(const model::SlotMap& slots) {
  std::string text = "(";
  for (const auto& [slot, names] : slots) {
    if (names.empty()) continue;
    if (text.size() > 1) text += " ";
    text += slot + ":";
    for (size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : "#") + names[i];
  }
  return text + ")";
}

std::string Topology(const model::Program& program) {
  std::string text;
  for (const model::OpDesc& op : program.blocks[0].ops) {
    if (IsPlumbing(op)) continue;
    text += op.type + "\t" + SlotText(op.inputs) + "\t" + SlotText(op.outputs) + "\n";
  }
  return text;
}

// Writes tensors as lines: name, {shape}, values.
class TensorWriter {
 public:
  explicit TensorWriter(const std::vector<std::string>& names)
      : wanted_(names.begin(), names.end()) {}

  void Write(const std::string& name, const Tensor& tensor) {
    if (!wanted_.empty() && wanted_.count(name) == 0) return;
    if (!written_.insert(name).second) return;
    text_ += name + "\t{" + ShapeText(tensor.dims().Vectorize()) + "}\t";
    const int64_t count = FLAGS_tensor_output_length < 0
                              ? tensor.numel()
                              : std::min<int64_t>(tensor.numel(), FLAGS_tensor_output_length);
    for (int64_t i = 0; i < count; ++i) {
      char value[32];
      std::snprintf(value, sizeof(value), i == 0 ? "%.9g" : " %.9g",
                    ElementAt(tensor.raw_data(), tensor.precision(), i));
      text_ += value;
    }
    text_ += "\n";
  }

  // Names that were requested but never written.
  std::vector<std::string> Missing() const {
    std::vector<std::string> missing;
    for (const std::string& name : wanted_) {
      if (written_.count(name) == 0) missing.push_back(name);
    }
    return missing;
  }
  const std::string& text() const { return text_; }

 private:
  std::set<std::string> wanted_, written_;
  std::string text_;
};

// Writes the outputs of every operator right after it has run, because later operators may reuse
// the memory.
class OutputObserver final : public Observer {
 public:
  OutputObserver(const model::Program& program, TensorWriter* writer)
      : outputs_(program), writer_(writer) {}

  void AfterOp(OpPosition at, const Op& op, const KernelDef&, int64_t) override {
    outputs_.Visit(at, op, [this](const std::string& name, const Tensor& tensor) {
      writer_->Write(name, tensor);
    });
  }

 private:
  ReadOutputs outputs_;
  TensorWriter* writer_;
};

Status FillInputs(const std::vector<InputInfo>& inputs,
                  const std::vector<std::vector<int64_t>>& shapes, Executable* executable) {
  std::vector<std::string> fields;
  if (!FLAGS_input_file.empty()) {
    LITE_ASSIGN_OR_RETURN(std::string text, model::ReadFile(FLAGS_input_file));
    text = text.substr(0, text.find_first_of("\r\n"));
    if (FLAGS_separator.size() != 1) {
      return InvalidArgument("--separator: expected one character, found '", FLAGS_separator, "'");
    }
    fields = SplitString(text, FLAGS_separator[0]);
    if (fields.size() != inputs.size()) {
      return InvalidArgument(FLAGS_input_file, ": expected ", inputs.size(), " inputs between '",
                             FLAGS_separator, "', found ", fields.size());
    }
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    Tensor* tensor = executable->input(i);
    tensor->Resize(shapes[i]);
    LITE_RETURN_IF_ERROR(tensor->Allocate(inputs[i].precision));
    tensor->set_lod(WholeSequence(inputs[i].lod_level, shapes[i]));
    std::vector<double> values(static_cast<size_t>(tensor->numel()), 1.0);
    if (!fields.empty()) {
      LITE_ASSIGN_OR_RETURN(values, ParseNumbers(fields[i], FLAGS_input_file));
      if (static_cast<int64_t>(values.size()) != tensor->numel()) {
        return InvalidArgument(FLAGS_input_file, ": input ", inputs[i].name, " {",
                               ShapeText(shapes[i]), "} needs ", tensor->numel(),
                               " numbers, found ", values.size());
      }
    }
    for (int64_t k = 0; k < tensor->numel(); ++k) {
      StoreElement(tensor->mutable_raw_data(), inputs[i].precision, k,
                   values[static_cast<size_t>(k)]);
    }
  }
  return OkStatus();
}

Status Run() {
  model::PaddleModelSource source;
  source.model_dir = FLAGS_model_dir;
  source.model_file = FLAGS_model_file;
  source.param_file = FLAGS_param_file;
  if (source.model_dir.empty() && source.model_file.empty()) {
    return InvalidArgument("which model? Give --model_dir, or --model_file and --param_file");
  }
  constexpr int kMaxThreads = 1024;
  LITE_RETURN_IF_ERROR(CheckRange("arm_thread_num", FLAGS_arm_thread_num, 1, kMaxThreads));
  LITE_RETURN_IF_ERROR(CheckRange("tensor_output_length", FLAGS_tensor_output_length, -1,
                                  std::numeric_limits<int>::max()));
  const bool wants_tensors = FLAGS_output_vars || FLAGS_output_weights;
  LITE_RETURN_IF_ERROR(CheckWritableFiles({FLAGS_output_topo ? FLAGS_topo_output_file : "",
                                           wants_tensors ? FLAGS_tensor_output_file : ""}));
  LITE_ASSIGN_OR_RETURN(model::Model loaded, model::LoadPaddleModel(source));
  LITE_ASSIGN_OR_RETURN(model::Model model, RunnableAsItIs(std::move(loaded)));
  const std::vector<InputInfo> inputs = InputsOf(model.program);
  LITE_ASSIGN_OR_RETURN(const auto given, ParseShapes(FLAGS_input_shape));
  LITE_ASSIGN_OR_RETURN(const auto shapes, SettleShapes(inputs, given));

  OutputFiles files;
  if (FLAGS_output_topo) {
    LITE_RETURN_IF_ERROR(files.AddFile(FLAGS_topo_output_file, Topology(model.program)));
  }
  if (wants_tensors) {
    TensorWriter writer(FLAGS_tensor_names.empty() ? std::vector<std::string>()
                                                   : SplitString(FLAGS_tensor_names, ','));
    if (FLAGS_output_weights) {
      for (const auto& [name, tensor] : model.params) writer.Write(name, tensor);
    }
    if (FLAGS_output_vars) {
      ExecutableOptions options;
      options.threads = FLAGS_arm_thread_num;
      LITE_ASSIGN_OR_RETURN(const std::unique_ptr<Executable> executable,
                            Executable::Create(std::move(model), options));
      LITE_RETURN_IF_ERROR(FillInputs(inputs, shapes, executable.get()));
      for (size_t i = 0; i < inputs.size(); ++i) {
        writer.Write(inputs[i].name, *executable->input(i));
      }
      OutputObserver observer(executable->program(), &writer);
      executable->set_observer(&observer);
      LITE_RETURN_IF_ERROR(executable->Run());
    }
    const std::vector<std::string> missing = writer.Missing();
    if (!missing.empty())
      return NotFound("--tensor_names: the program has no ", ListToString(missing));
    LITE_RETURN_IF_ERROR(files.AddFile(FLAGS_tensor_output_file, writer.text()));
  }
  return files.Commit();
}

int Main(int argc, char** argv) {
  gflags::SetUsageMessage(
      "runs a model without fusions and writes what every operator computed.\n"
      "  lite_model_debug_tool --model_dir=FOLDER [--input_shape=1,3,224,224]\n"
      "Topology: type, (Slot:name#name ...) of inputs and of outputs, one line per operator.\n"
      "Tensors: name, {shape}, values. Fields are separated by tabs.");
  CommandLineSpec spec;
  spec.list_flags = {"tensor_names", "input_shape"};
  auto request = ParseCommandLine(argc, argv, spec);
  if (!request.ok()) return Fail(kTool, request.status());
  if (*request == Request::kHelp) {
    gflags::ShowUsageWithFlagsRestrict(argv[0], "lite_model_debug_tool.cc");
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
