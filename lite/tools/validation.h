// The accuracy of a classification network on labelled inputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/runtime/executable.h"
#include "lite/tools/quantisation/calibration_inputs.h"

namespace paddle::lite::tools {

// The file of a validation folder with a line "<file> <class>" for each input. A file is one that
// CalibrationInputs reads, relative to the folder; a class is a position in the result.
inline constexpr char kValidationList[] = "val_list.txt";

struct ValidationOptions {
  std::string folder;
  ImageScaling images;
  GivenShapes shapes;  // empty = as the model declares
};

struct Accuracy {
  int64_t samples = 0;
  int64_t classes = 0;
  // Samples whose class has the largest value, or one of the five largest values. Among equal
  // values the first is the largest; a class whose value is NaN has none.
  int64_t top1 = 0;
  int64_t top5 = 0;
};

// Runs the network on every input of the list. Its first result must be one row of values by class.
// Fails if the list or an input cannot be read: the accuracy of a part would mislead.
Result<Accuracy> MeasureAccuracy(const ValidationOptions& options, Executable* executable);

// The lines of a report.
std::string AccuracyText(const ValidationOptions& options, const Accuracy& accuracy);

}  // namespace paddle::lite::tools
