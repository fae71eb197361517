#include "pipeline.h"

#include <math.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "geometry.h"

using paddle::lite_api::MobileConfig;
using paddle::lite_api::PrecisionType;
using paddle::lite_api::Status;
using paddle::lite_api::Tensor;

namespace ocr {
namespace {

const int kLineHeight = 48;        // of cls and rec
const int kDirectionWidth = 192;   // of cls
const int kMinLine = 320;          // of rec
const int kMaxLine = 6400;         // of rec; longer lines are squeezed
const float kSurelyTurned = 0.9f;  // probability
const float kSurelyRead = 0.7f;    // confidence of a turned line that needs no second look

double Now() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::string ShapeText(const std::vector<int64_t>& shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(static_cast<long long>(shape[i]));
  }
  return text + "]";
}

// Converts an image to three planes of `height` x `width`, with values in -1..1, padded with zeros
// on the right.
void ToPlanes(const Image& image, int width, float* planes) {
  float values[256];
  for (int i = 0; i < 256; ++i) values[i] = (static_cast<float>(i) / 255.0f - 0.5f) / 0.5f;
  const size_t stride = static_cast<size_t>(width);
  const size_t filled = static_cast<size_t>(image.width);
  const size_t plane = stride * static_cast<size_t>(image.height);
  for (size_t c = 0; c < 3; ++c) {
    for (int y = 0; y < image.height; ++y) {
      const unsigned char* from = image.At(0, y) + c;
      float* to = planes + c * plane + static_cast<size_t>(y) * stride;
      for (size_t x = 0; x < filled; ++x) to[x] = values[from[x * 3]];
      std::fill(to + filled, to + stride, 0.0f);
    }
  }
}

// Resizes the line to the height of the network, keeping its aspect ratio up to `width`.
Image FitLine(const Image& line, int width) {
  const double natural =
      ceil(static_cast<double>(kLineHeight) * line.width / static_cast<double>(line.height));
  return Resize(line, static_cast<int>(std::min(static_cast<double>(width), natural)), kLineHeight);
}

bool Check(const Status& status, std::string* error) {
  if (!status.ok()) *error = status.ToString();
  return status.ok();
}

}  // namespace

void DetectionSize(const Image& image, int max_side, int* width, int* height) {
  const double ratio =
      std::min(1.0, static_cast<double>(max_side) / std::max(image.width, image.height));
  *width = std::max(32, static_cast<int>(rint(floor(image.width * ratio) / 32) * 32));
  *height = std::max(32, static_cast<int>(rint(floor(image.height * ratio) / 32) * 32));
}

int RecognitionWidth(const Image& line) {
  const double shortest = static_cast<double>(kMinLine) / kLineHeight;
  const double ratio = static_cast<double>(line.width) / line.height;
  return static_cast<int>(
      std::min(static_cast<double>(kMaxLine), kLineHeight * std::max(shortest, ratio)));
}

bool Network::Load(const std::string& path, const std::string& task, int threads,
                   std::string* error) {
  path_ = path;
  task_ = task;
  MobileConfig config;
  config.set_model_from_file(path);
  config.set_threads(threads);
  if (!Check(TryCreatePaddlePredictor(config, &predictor_), error)) {
    *error = "the " + task + " model: " + *error;
    return false;
  }
  const size_t inputs = predictor_->GetInputNames().size();
  const size_t outputs = predictor_->GetOutputNames().size();
  if (inputs != 1 || outputs != 1) {
    *error = path + " is not a " + task + " model: it has " + std::to_string(inputs) +
             " inputs and " + std::to_string(outputs) + " outputs, expected one of each";
    return false;
  }
  std::unique_ptr<Tensor> input;
  if (!Check(predictor_->TryGetInput(0, &input), error)) return false;
  const std::vector<int64_t> shape = input->shape();
  if (!shape.empty() && (shape.size() != 4 || (shape[1] != 3 && shape[1] != -1))) {
    *error = path + " is not a " + task + " model: its input is " + ShapeText(shape) +
             ", expected [-1, 3, height, width]";
    return false;
  }
  return true;
}

bool Network::Input(int height, int width, float** data, std::string* error) {
  std::unique_ptr<Tensor> input;
  return Check(predictor_->TryGetInput(0, &input), error) &&
         Check(input->TryResize({1, 3, height, width}), error) &&
         Check(input->TryMutableData(data), error);
}

bool Network::Run(Output* output, double* milliseconds, std::string* error) {
  const double begin = Now();
  const Status status = predictor_->TryRun();
  *milliseconds += Now() - begin;
  if (!status.ok()) {
    *error = "the " + task_ + " model " + path_ + " does not run: " + status.ToString();
    return false;
  }
  std::unique_ptr<const Tensor> tensor;
  if (!Check(predictor_->TryGetOutput(0, &tensor), error)) return false;
  output->shape = tensor->shape();
  output->data = NULL;
  if (tensor->precision() == PrecisionType::kFloat) output->data = tensor->data<float>();
  if (output->data == NULL) {
    *error = path_ + " is not a " + task_ + " model: its output does not hold floats";
    return false;
  }
  return true;
}

std::string Network::Unexpected(const Output& output, const std::string& expected) const {
  return path_ + " is not a " + task_ + " model: its output is " + ShapeText(output.shape) +
         ", expected " + expected;
}

bool Reader::Load(const Options& options, std::string* error) {
  options_ = options;
  return keys_.Load(options.keys, error) &&
         det_.Load(options.det, "detection", options.threads, error) &&
         (options.cls.empty() || cls_.Load(options.cls, "direction", options.threads, error)) &&
         rec_.Load(options.rec, "recognition", options.threads, error);
}

bool Reader::Detect(const Image& image, std::vector<Box>* boxes, Times* times, std::string* error) {
  int width = 0, height = 0;
  DetectionSize(image, options_.max_side, &width, &height);
  float* input = NULL;
  if (!det_.Input(height, width, &input, error)) return false;
  ToPlanes(Resize(image, width, height), width, input);
  Output output;
  if (!det_.Run(&output, &times->detection, error)) return false;
  const std::vector<int64_t> expected = {1, 1, height, width};
  if (output.shape != expected) {
    *error = det_.Unexpected(output, ShapeText(expected));
    return false;
  }
  *boxes = FindBoxes(output.data, width, height, image.width, image.height, DetectOptions());
  return true;
}

bool Reader::IsTurned(const Image& line, bool* turned, Times* times, std::string* error) {
  float* input = NULL;
  if (!cls_.Input(kLineHeight, kDirectionWidth, &input, error)) return false;
  ToPlanes(FitLine(line, kDirectionWidth), kDirectionWidth, input);
  Output output;
  if (!cls_.Run(&output, &times->direction, error)) return false;
  const std::vector<int64_t> expected = {1, 2};
  if (output.shape != expected) {
    *error = cls_.Unexpected(output, ShapeText(expected));
    return false;
  }
  *turned = output.data[1] > kSurelyTurned;
  return true;
}

bool Reader::Recognise(const Image& line, Text* text, Times* times, std::string* error) {
  const int width = RecognitionWidth(line);
  float* input = NULL;
  if (!rec_.Input(kLineHeight, width, &input, error)) return false;
  ToPlanes(FitLine(line, width), width, input);
  Output output;
  if (!rec_.Run(&output, &times->recognition, error)) return false;
  if (output.shape.size() != 3 || output.shape[0] != 1) {
    *error = rec_.Unexpected(output, "[1, steps, classes]");
    return false;
  }
  const size_t steps = static_cast<size_t>(output.shape[1]);
  const size_t classes = static_cast<size_t>(output.shape[2]);
  if (!keys_.Fits(classes)) {
    *error = "the recognition model has " + std::to_string(classes) + " classes, but " +
             options_.keys + " has " + std::to_string(keys_.size()) + " lines, expected " +
             std::to_string(classes - 2) +
             " (the other two are the blank and the space): keys and model do not match";
    return false;
  }
  *text = Decode(output.data, steps, classes, keys_);
  return true;
}

bool Reader::ReadLine(const Image& crop, Line* line, Times* times, std::string* error) {
  line->turned = false;
  if (cls_.loaded() && !IsTurned(crop, &line->turned, times, error)) return false;
  if (!line->turned) return Recognise(crop, &line->text, times, error);
  if (!Recognise(TurnAround(crop), &line->text, times, error)) return false;
  if (line->text.confidence >= kSurelyRead) return true;
  // The direction network sees a long line at a quarter of its width and may be wrong then; a line
  // that is read upside down has a low confidence.
  Text upright;
  if (!Recognise(crop, &upright, times, error)) return false;
  if (upright.confidence > line->text.confidence) {
    line->text = upright;
    line->turned = false;
  }
  return true;
}

bool Reader::Read(const Image& image, std::vector<Line>* lines, Times* times, std::string* error) {
  const double begin = Now();
  *times = Times();
  lines->clear();
  std::vector<Box> boxes;
  if (!Detect(image, &boxes, times, error)) return false;
  for (size_t i = 0; i < boxes.size(); ++i) {
    Image crop;
    if (!CropQuadrangle(image, boxes[i].corners, &crop)) continue;
    Line line;
    line.box = boxes[i];
    if (!ReadLine(crop, &line, times, error)) return false;
    const bool sure = line.text.confidence >= options_.min_confidence;
    if (!line.text.text.empty() && sure) lines->push_back(line);
  }
  times->total = Now() - begin;
  return true;
}

}  // namespace ocr
