// Reads the text of images with three networks: where lines are (det), whether a line is upside
// down (cls), and what it says (rec).
#pragma once

#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

#include "detect.h"
#include "paddle_api.h"
#include "picture.h"
#include "text.h"

namespace ocr {

struct Options {
  Options() : threads(1), max_side(960), min_confidence(0.5f) {}
  std::string det, rec, keys;  // files: two models (.nb) and the key file
  std::string cls;             // may be empty: lines are then taken to be upright
  int threads;
  int max_side;          // larger images shrink to it before detection
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

// What a network computed, valid until its next run.
struct Output {
  std::vector<int64_t> shape;
  const float* data;
};

// A model of one image input and one output. One predictor serves all sizes.
class Network {
 public:
  // `task` is for messages: what the model is expected to be.
  bool Load(const std::string& path, const std::string& task, int threads, std::string* error);
  bool loaded() const { return predictor_ != nullptr; }

  // Memory for an input of 1 x 3 x height x width, to be filled before Run.
  bool Input(int height, int width, float** data, std::string* error);
  // `milliseconds` grows by the time that it took.
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
  // Loads everything. False, with the reason, when something is missing or is not what it should
  // be.
  bool Load(const Options& options, std::string* error);

  // The lines of an image in reading order. Lines in which nothing is recognised, or not surely
  // enough, are left out.
  bool Read(const Picture& picture, std::vector<Line>* lines, Times* times, std::string* error);

 private:
  bool Detect(const Picture& picture, std::vector<Box>* boxes, Times* times, std::string* error);
  bool IsTurned(const Picture& line, bool* turned, Times* times, std::string* error);
  bool Recognise(const Picture& line, Text* text, Times* times, std::string* error);
  // What an upright crop says, turned around where the direction network asks for it.
  bool ReadLine(const Picture& crop, Line* line, Times* times, std::string* error);

  Options options_;
  Keys keys_;
  Network det_, cls_, rec_;
};

// The size at which detection sees an image: at most `max_side`, multiples of 32.
void DetectionSize(const Picture& picture, int max_side, int* width, int* height);

// The width at which recognition sees a line that is 48 pixels high; at least 320.
int RecognitionWidth(const Picture& line);

}  // namespace ocr
