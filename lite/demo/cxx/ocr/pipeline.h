// Reads the text of images with three networks: location of lines (det), whether a line is upside
// down (cls), and its text (rec).
#pragma once

#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

#include "detect.h"
#include "image.h"
#include "paddle_api.h"
#include "text.h"

namespace ocr {

struct Options {
  Options() : threads(1), max_side(960), min_confidence(0.5f) {}
  std::string det, rec, keys;  // files: two models (.nb) and the key file
  std::string cls;             // may be empty: lines are then assumed upright
  int threads;
  int max_side;          // larger images are shrunk to it before detection
  float min_confidence;  // lines below are left out
};

struct Line {
  Text text;
  Box box;
  bool turned;  // was upside down
};

// Milliseconds.
struct Times {
  Times() : detection(0), direction(0), recognition(0), total(0) {}
  double detection, direction, recognition;  // in the networks
  double total;
};

// The output of a network, valid until its next run.
struct Output {
  std::vector<int64_t> shape;
  const float* data;
};

// A model with one image input and one output. One predictor handles all sizes.
class Network {
 public:
  // `task` names the expected kind of model in messages.
  bool Load(const std::string& path, const std::string& task, int threads, std::string* error);
  bool loaded() const { return predictor_ != nullptr; }

  // Memory for an input of 1 x 3 x height x width, to be filled before Run.
  bool Input(int height, int width, float** data, std::string* error);
  // Adds the elapsed time to `milliseconds`.
  bool Run(Output* output, double* milliseconds, std::string* error);

  // The message for an output that does not fit the task.
  std::string Unexpected(const Output& output, const std::string& expected) const;

 private:
  std::string path_;
  std::string task_;
  std::shared_ptr<paddle::lite_api::PaddlePredictor> predictor_;
};

class Reader {
 public:
  // Loads everything. False, with the reason, if something is missing or invalid.
  bool Load(const Options& options, std::string* error);

  // The lines of an image in reading order. Lines in which nothing is recognised, or not surely
  // enough, are left out.
  bool Read(const Image& image, std::vector<Line>* lines, Times* times, std::string* error);

 private:
  bool Detect(const Image& image, std::vector<Box>* boxes, Times* times, std::string* error);
  bool IsTurned(const Image& line, bool* turned, Times* times, std::string* error);
  bool Recognise(const Image& line, Text* text, Times* times, std::string* error);
  // Reads an upright crop, rotated by 180 degrees if the direction network requires it.
  bool ReadLine(const Image& crop, Line* line, Times* times, std::string* error);

  Options options_;
  Keys keys_;
  Network det_, cls_, rec_;
};

// The size of an image for detection: at most `max_side`, multiples of 32.
void DetectionSize(const Image& image, int max_side, int* width, int* height);

// The width of a line for recognition at a height of 48 pixels; at least 320.
int RecognitionWidth(const Image& line);

}  // namespace ocr
