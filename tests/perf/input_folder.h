// Inputs of a network in a folder that materialise_zoo wrote, and outputs in files.
#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "lite/api/predictor_base.h"
#include "lite/core/element.h"
#include "lite/model/file.h"

namespace paddle::lite {

using MovedTypes = ElementTypes<float, double, int8_t, uint8_t, int32_t, int64_t, bool>;

inline std::vector<int64_t> Numbers(const std::string& text, char separator) {
  std::vector<int64_t> numbers;
  if (text.empty()) return numbers;
  for (const std::string& part : SplitString(text, separator)) {
    numbers.push_back(std::strtoll(part.c_str(), nullptr, 10));
  }
  return numbers;
}

// The inverse of PrecisionToStr.
inline PrecisionType PrecisionOf(const std::string& text) {
  for (const ElementName& element : ElementNames()) {
    if (PrecisionToStr(element.precision) == text) return element.precision;
  }
  return PrecisionType::kUnk;
}

// `line` is of inputs.txt: "NAME TYPE SHAPE LEVELS...".
inline Status FillInput(const std::string& folder, int index, const std::string& line,
                        lite_api::PaddlePredictor* predictor) {
  std::istringstream words(line);
  std::string name, type, shape, level;
  words >> name >> type;
  if (line.find("  ") == std::string::npos) words >> shape;  // a scalar has no shape
  lite_api::lod_t lod;
  while (words >> level) {
    const std::vector<int64_t> offsets = Numbers(level, ',');
    lod.emplace_back(offsets.begin(), offsets.end());
  }
  std::unique_ptr<lite_api::Tensor> input;
  LITE_RETURN_IF_ERROR(predictor->TryGetInput(index, &input));
  LITE_ASSIGN_OR_RETURN(const std::string bytes, model::ReadFile(StrCat(folder, "/input.", index)));
  LITE_RETURN_IF_ERROR(input->TryResize(Numbers(shape, 'x')));
  LITE_RETURN_IF_ERROR(input->TrySetLoD(lod));
  return VisitElementType<MovedTypes>(name.c_str(), PrecisionOf(type), [&](auto element) -> Status {
    using T = typename decltype(element)::Type;
    int64_t count = 1;
    for (const int64_t d : input->shape()) count *= d;
    if (bytes.size() != static_cast<size_t>(count) * sizeof(T)) {
      return InvalidArgument(folder, "/input.", index, " has ", bytes.size(), " bytes, expected ",
                             count, " elements of type ", type);
    }
    T* data = nullptr;
    LITE_RETURN_IF_ERROR(input->TryMutableData(&data));
    std::memcpy(data, bytes.data(), bytes.size());
    return OkStatus();
  });
}

// Adds the line of the output, and writes the elements if `path` is not empty.
inline Status TakeOutput(const lite_api::Tensor& output, const std::string& path,
                         std::string* lines, int64_t* elements) {
  std::string shape;
  int64_t count = 1;
  for (const int64_t d : output.shape()) {
    shape += StrCat(shape.empty() ? "" : "x", d);
    count *= d;
  }
  *elements += count;
  *lines += StrCat(PrecisionToStr(output.precision()), " ", shape);
  for (const auto& level : output.lod()) {
    std::string offsets;
    for (const uint64_t offset : level) offsets += StrCat(offsets.empty() ? "" : ",", offset);
    *lines += " " + offsets;
  }
  *lines += "\n";
  if (path.empty()) return OkStatus();
  return VisitElementType<MovedTypes>("output", output.precision(), [&](auto element) -> Status {
    using T = typename decltype(element)::Type;
    const T* data = output.data<T>();
    if (data == nullptr && count > 0) return Internal("an output has no data");
    const size_t bytes = static_cast<size_t>(count) * sizeof(T);
    return model::WriteFileAtomically(path,
                                      std::string(reinterpret_cast<const char*>(data), bytes));
  });
}

// All inputs of a folder.
inline Status FillInputs(const std::string& folder, lite_api::PaddlePredictor* predictor) {
  LITE_ASSIGN_OR_RETURN(const std::string text, model::ReadFile(folder + "/inputs.txt"));
  std::istringstream inputs(text);
  std::string line;
  for (int i = 0; std::getline(inputs, line); ++i) {
    LITE_RETURN_IF_ERROR(FillInput(folder, i, line, predictor));
  }
  return OkStatus();
}

// All outputs: OUTPUTS.txt has a line "TYPE SHAPE" for each ("float 1x1000", and the offsets of its
// levels when it has any), OUTPUTS.0, OUTPUTS.1 ... the elements. Nothing is written if `outputs`
// is empty. Returns the number of elements.
inline Result<int64_t> TakeOutputs(const std::string& outputs,
                                   lite_api::PaddlePredictor* predictor) {
  std::string lines;
  int64_t elements = 0;
  const int count = static_cast<int>(predictor->GetOutputNames().size());
  for (int i = 0; i < count; ++i) {
    std::unique_ptr<const lite_api::Tensor> output;
    LITE_RETURN_IF_ERROR(predictor->TryGetOutput(i, &output));
    const std::string path = outputs.empty() ? "" : StrCat(outputs, ".", i);
    LITE_RETURN_IF_ERROR(TakeOutput(*output, path, &lines, &elements));
  }
  if (!outputs.empty()) {
    LITE_RETURN_IF_ERROR(model::WriteFileAtomically(outputs + ".txt", lines));
  }
  return elements;
}

}  // namespace paddle::lite
