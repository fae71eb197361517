// What the demos share: settings, raw images, the predictor, times.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "paddle_api.h"

namespace demo {

using paddle::lite_api::MobileConfig;
using paddle::lite_api::PaddlePredictor;
using paddle::lite_api::Tensor;

struct Arguments {
  std::string model, labels, image;
  std::vector<std::string> devices;  // of NNAdapter; none: the processor
};

inline std::string Variable(const char* name, const std::string& otherwise) {
  const char* value = getenv(name);
  return value == NULL || *value == '\0' ? otherwise : value;
}

// MODEL LABELS IMAGE [DEVICE[,DEVICE...]]
inline Arguments ReadArguments(int argc, char** argv) {
  if (argc != 4 && argc != 5) {
    throw std::runtime_error(
        "usage: " + std::string(argv[0]) +
        " MODEL LABELS IMAGE.raw [DEVICES]\n"
        "MODEL is a file of opt (.nb), or with the full library a folder of Paddle; DEVICES are "
        "names of NNAdapter with commas, without them the processor computes.");
  }
  Arguments arguments;
  arguments.model = argv[1];
  arguments.labels = argv[2];
  arguments.image = argv[3];
  std::istringstream devices(argc > 4 ? argv[4] : "");
  for (std::string device; std::getline(devices, device, ',');) {
    if (!device.empty()) arguments.devices.push_back(device);
  }
  return arguments;
}

inline std::string ReadFile(const std::string& path) {
  std::ifstream file(path.c_str(), std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path);
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

inline std::vector<std::string> ReadLines(const std::string& path) {
  std::istringstream file(ReadFile(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[line.size() - 1] == '\r') line.erase(line.size() - 1);
    lines.push_back(line);
  }
  return lines;
}

class Timer {
 public:
  Timer() : begin_(std::chrono::steady_clock::now()) {}
  double Milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point begin_;
};

// A model that names no device keeps the processor's operators; a folder of Paddle is converted
// first, and saved beside it.
inline std::shared_ptr<PaddlePredictor> Load(const Arguments& arguments) {
  std::string file = arguments.model;
  const std::string properties = Variable("NNADAPTER_CONTEXT_PROPERTIES", "");
  const std::string cache = Variable("NNADAPTER_MODEL_CACHE_DIR", "");
  if (file.size() < 3 || file.compare(file.size() - 3, 3, ".nb") != 0) {
#ifdef USE_FULL_API
    using namespace paddle::lite_api;  // NOLINT: Place and TARGET
    CxxConfig config;
    config.set_model_dir(file);
    std::vector<Place> places;
    if (!arguments.devices.empty()) {
      places.push_back(Place(TARGET(kNNAdapter), PRECISION(kInt8)));
      places.push_back(Place(TARGET(kNNAdapter), PRECISION(kFloat)));
      config.set_nnadapter_device_names(arguments.devices);
      config.set_nnadapter_context_properties(properties);
    }
#if defined(__arm__) || defined(__aarch64__)
    places.push_back(Place(TARGET(kARM), PRECISION(kInt8)));
    places.push_back(Place(TARGET(kARM), PRECISION(kFloat)));
#else
    places.push_back(Place(TARGET(kX86), PRECISION(kInt8)));
    places.push_back(Place(TARGET(kX86), PRECISION(kFloat)));
#endif
    config.set_valid_places(places);
    CreatePaddlePredictor<CxxConfig>(config)->SaveOptimizedModel(file, LiteModelType::kNaiveBuffer);
    file += ".nb";
#else
    throw std::runtime_error(file +
                             " is not a file of opt (.nb), and this program was built without the "
                             "full library, which converts models");
#endif
  }
  MobileConfig config;
  config.set_model_from_file(file);
  config.set_power_mode(paddle::lite_api::LITE_POWER_HIGH);
  config.set_threads(1);
  if (!arguments.devices.empty()) {
    config.set_nnadapter_device_names(arguments.devices);
    config.set_nnadapter_context_properties(properties);
    config.set_nnadapter_model_cache_dir(cache);
  }
  return paddle::lite_api::CreatePaddlePredictor<MobileConfig>(config);
}

// The bytes of a square image, red, green and blue of each pixel, as planes
// (byte / 255 - mean) / deviation.
inline void SetImage(const std::string& path, const float* mean, const float* deviation,
                     Tensor* input) {
  const std::string bytes = ReadFile(path);
  int side = 1;
  while (static_cast<size_t>(side) * static_cast<size_t>(side) * 3 < bytes.size()) ++side;
  const size_t pixels = static_cast<size_t>(side) * static_cast<size_t>(side);
  if (pixels * 3 != bytes.size()) {
    throw std::runtime_error(path +
                             " is not a square image of 3 bytes for each pixel: use "
                             "convert_to_raw_image.py");
  }
  input->Resize({1, 3, side, side});
  float* values = input->mutable_data<float>();
  for (size_t c = 0; c < 3; ++c) {
    for (size_t i = 0; i < pixels; ++i) {
      const float byte = static_cast<float>(static_cast<unsigned char>(bytes[3 * i + c]));
      values[c * pixels + i] = (byte / 255 - mean[c]) / deviation[c];
    }
  }
}

// Runs as often as WARMUP and REPEAT of the environment say, prints each time, and returns their
// average.
inline double RunAndMeasure(PaddlePredictor* predictor) {
  const int warmup = atoi(Variable("WARMUP", "1").c_str());
  const int repeat = std::max(1, atoi(Variable("REPEAT", "5").c_str()));
  for (int i = 0; i < warmup; ++i) predictor->Run();
  double total = 0, most = 0, least = 0;
  for (int i = 0; i < repeat; ++i) {
    const Timer timer;
    predictor->Run();
    const double milliseconds = timer.Milliseconds();
    printf("iter %d cost: %f ms\n", i, milliseconds);
    total += milliseconds;
    most = std::max(most, milliseconds);
    least = i == 0 ? milliseconds : std::min(least, milliseconds);
  }
  printf("warmup: %d repeat: %d, average: %f ms, max: %f ms, min: %f ms\n", warmup, repeat,
         total / repeat, most, least);
  return total / repeat;
}

inline void PrintTimes(double preprocess, double prediction, double postprocess) {
  printf("Preprocess time: %f ms\n", preprocess);
  printf("Prediction time: %f ms\n", prediction);
  printf("Postprocess time: %f ms\n", postprocess);
}

// A program: `run`, and its failures as one line and the status 1.
inline int Main(int argc, char** argv, void (*run)(const Arguments&)) {
  try {
    run(ReadArguments(argc, argv));
    return 0;
  } catch (const std::exception& error) {
    fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace demo
