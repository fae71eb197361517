#include "lite/tools/validation.h"

#include <cstdio>
#include <utility>

#include "lite/core/element.h"
#include "lite/model/file.h"
#include "lite/tools/model_io.h"
#include "lite/tools/progress.h"

namespace paddle::lite::tools {
namespace {

constexpr int64_t kBest = 5;

struct LabelledFile {
  std::string name;
  int64_t label = 0;
};

Result<LabelledFile> ParseLine(std::string_view line) {
  const size_t blank = line.find_last_of(" \t");
  LabelledFile file;
  if (blank != std::string_view::npos) {
    file.name = std::string(StripWhitespace(line.substr(0, blank)));
    const std::string_view digits = line.substr(blank + 1);
    constexpr size_t kMaxDigits = 9;
    const bool number = digits.size() <= kMaxDigits &&
                        digits.find_first_not_of("0123456789") == std::string_view::npos;
    if (number) {
      for (const char digit : digits) file.label = file.label * 10 + (digit - '0');
      return file;
    }
  }
  return DataLoss("expected '<file> <class>', found '", line.substr(0, 200), "'");
}

Result<std::vector<LabelledFile>> ReadList(const std::string& path) {
  LITE_ASSIGN_OR_RETURN(const std::string text, model::ReadFile(path));
  std::vector<LabelledFile> files;
  int number = 0;
  for (const std::string& line : SplitString(text, '\n')) {
    ++number;
    const std::string_view content = StripWhitespace(line);
    if (content.empty()) continue;
    auto file = ParseLine(content);
    if (!file.ok()) return file.status().WithContext(StrCat(path, ": line ", number));
    files.push_back(*std::move(file));
  }
  if (files.empty()) return DataLoss(path, ": no line '<file> <class>'");
  return files;
}

// How many values come before that of `label`.
int64_t RankOf(int64_t label, const Tensor& result) {
  const auto value = [&result](int64_t i) {
    return ElementAt(result.raw_data(), result.precision(), i);
  };
  const double own = value(label);
  int64_t before = 0;
  for (int64_t i = 0; i < result.numel(); ++i) {
    const double other = value(i);
    before += !(other <= own) || (other == own && i < label) ? 1 : 0;
  }
  return before;
}

Status RunSample(const CalibrationInputs& inputs, size_t index, int64_t label,
                 Executable* executable, Accuracy* accuracy) {
  LITE_ASSIGN_OR_RETURN(const std::vector<Tensor> tensors, inputs.Load(index));
  for (size_t i = 0; i < tensors.size(); ++i) {
    LITE_RETURN_IF_ERROR(executable->input(i)->CopyFrom(tensors[i]));
  }
  LITE_RETURN_IF_ERROR(executable->Run());
  const Tensor& result = *executable->output(0);
  const DDim& dims = result.dims();
  if (dims.rank() == 0 || dims[dims.rank() - 1] != result.numel() || result.raw_data() == nullptr) {
    return InvalidArgument("output '", executable->output_names()[0], "' has shape ", dims,
                           ", expected one row of values by class");
  }
  if (label >= result.numel()) {
    return InvalidArgument("class ", label, ", but output '", executable->output_names()[0],
                           "' has ", result.numel(), " classes");
  }
  const int64_t rank = RankOf(label, result);
  accuracy->classes = result.numel();
  accuracy->top1 += rank == 0 ? 1 : 0;
  accuracy->top5 += rank < kBest ? 1 : 0;
  ++accuracy->samples;
  return OkStatus();
}

}  // namespace

Result<Accuracy> MeasureAccuracy(const ValidationOptions& options, Executable* executable) {
  const std::string list = model::JoinPath(options.folder, kValidationList);
  LITE_ASSIGN_OR_RETURN(const std::vector<LabelledFile> files, ReadList(list));
  std::vector<std::string> names;
  for (const LabelledFile& file : files) names.push_back(file.name);
  LITE_ASSIGN_OR_RETURN(
      const CalibrationInputs inputs,
      CalibrationInputs::Of(options.folder, std::move(names), InputsOf(executable->program()),
                            options.shapes, options.images));
  if (executable->output_names().empty()) return InvalidArgument("the model has no outputs");
  Accuracy accuracy;
  Progress progress;
  for (size_t i = 0; i < files.size(); ++i) {
    if (i % 16 == 0) {
      progress.Stage(static_cast<int>(100 * i / files.size()),
                     StrCat("validating: ", i, " of ", files.size()));
    }
    const Status status = RunSample(inputs, i, files[i].label, executable, &accuracy);
    if (!status.ok()) return status.WithContext(model::JoinPath(options.folder, files[i].name));
  }
  return accuracy;
}

std::string AccuracyText(const ValidationOptions& options, const Accuracy& accuracy) {
  const auto share = [&accuracy](const char* name, int64_t count) {
    char text[100];
    std::snprintf(text, sizeof(text), "%s: %.2f %% (%lld of %lld)\n", name,
                  100.0 * static_cast<double>(count) / static_cast<double>(accuracy.samples),
                  static_cast<long long>(count), static_cast<long long>(accuracy.samples));
    return std::string(text);
  };
  return StrCat("validation_set: ", options.folder, "\nclasses: ", accuracy.classes, "\n",
                share("top-1", accuracy.top1), share("top-5", accuracy.top5));
}

}  // namespace paddle::lite::tools
