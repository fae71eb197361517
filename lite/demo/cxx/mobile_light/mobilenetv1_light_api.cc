// Runs an optimised model on inputs of ones and prints every 100th output.
//
//   mobilenetv1_light_api MODEL.nb [N C H W [REPEATS WARMUP [PRINT_OUTPUT]]]
//   mobilenetv1_light_api MODEL.nb SHAPES REPEATS WARMUP POWER_MODE THREADS OPENCL PRINT_OUTPUT
//   mobilenetv1_light_api --model_dir=FOLDER ...      a model of the form before version 2.3
//
// SHAPES are those of all inputs, such as 1,3,224,224:1,2. PRINT_OUTPUT and OPENCL are 0 or 1; with
// OPENCL=1 the program says whether OpenCL can be used, and keeps its programs in this folder. The
// forms with PRINT_OUTPUT print times and statistics of the outputs, and the values with 1.
//
// The demo mobilenetv1_light_from_buffer is this program, with the file read into memory first.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "paddle_api.h"

using namespace paddle::lite_api;  // NOLINT

int64_t ShapeProduction(const shape_t& shape) {
  int64_t res = 1;
  for (auto i : shape) res *= i;
  return res;
}

void PrintOutput(const Tensor& output) {
  const shape_t shape = output.shape();
  const int64_t count = ShapeProduction(shape);
  printf("Output dim: %lld\n", static_cast<long long>(shape.size() > 1 ? shape[1] : count));
  for (int64_t i = 0; i < count; i += 100) {
    printf("Output[%lld]: %f\n", static_cast<long long>(i), output.data<float>()[i]);
  }
}

struct Options {
  std::vector<shape_t> shapes;  // one for each input
  int repeats = 1;
  int warmup = 0;
  int power_mode = LITE_POWER_NO_BIND;
  int threads = 1;
  bool opencl = false;
  bool summary = false;
  bool print_output = true;
};

// "1,3,224,224:1,2"
std::vector<shape_t> ParseShapes(const char* text) {
  std::vector<shape_t> shapes(1);
  for (const char* at = text; *at != '\0';) {
    char* end = NULL;
    shapes.back().push_back(strtoll(at, &end, 10));
    const bool more = *end == ',' || *end == ':';
    if (end == at || (*end != '\0' && !more) || (more && end[1] == '\0')) {
      throw std::runtime_error(std::string("expected shapes such as 1,3,224,224:1,2, found ") +
                               text);
    }
    if (*end == ':') shapes.push_back(shape_t());
    at = more ? end + 1 : end;
  }
  return shapes;
}

std::string TextOf(const shape_t& shape) {
  std::string text;
  for (size_t i = 0; i < shape.size(); ++i) text += (i > 0 ? "," : "") + std::to_string(shape[i]);
  return text;
}

void PrintTimes(const std::string& model, const Options& options, std::vector<double> times) {
  std::string shapes;
  for (size_t i = 0; i < options.shapes.size(); ++i) {
    shapes += (i > 0 ? ":" : "") + TextOf(options.shapes[i]);
  }
  const double first = times[0];
  double total = 0;
  for (size_t i = 0; i < times.size(); ++i) total += times[i];
  std::sort(times.begin(), times.end());
  printf("\n======= benchmark summary =======\n");
  printf("input_shape(s) (NCHW):%s\nmodel:%s\n", shapes.c_str(), model.c_str());
  printf("warmup:%d\nrepeats:%d\npower_mode:%d\nthread_num:%d\n", options.warmup, options.repeats,
         options.power_mode, options.threads);
  printf("*** time info(ms) ***\n");
  printf("1st_duration:%f\nmax_duration:%f\nmin_duration:%f\navg_duration:%f\n", first,
         times.back(), times.front(), total / static_cast<double>(times.size()));
}

void PrintStatistics(const Tensor& output, size_t number) {
  const int64_t count = ShapeProduction(output.shape());
  const float* values = output.data<float>();
  double sum = 0, squares = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double value = static_cast<double>(values[i]);
    sum += value;
    squares += value * value;
  }
  const double mean = count > 0 ? sum / static_cast<double>(count) : 0;
  const double variance = count > 0 ? squares / static_cast<double>(count) - mean * mean : 0;
  printf("\n--- output tensor %d ---\n", static_cast<int>(number));
  printf("output shape(NCHW):%s\nelem num:%lld\n", TextOf(output.shape()).c_str(),
         static_cast<long long>(count));
  printf("mean value:%f\nstandard deviation:%f\n", mean, sqrt(std::max(variance, 0.0)));
}

void RunModel(const MobileConfig& config, const std::string& model, const Options& options) {
  std::shared_ptr<PaddlePredictor> predictor = CreatePaddlePredictor<MobileConfig>(config);
  const size_t inputs = predictor->GetInputNames().size();
  if (inputs != options.shapes.size()) {
    throw std::runtime_error("the model has " + std::to_string(inputs) + " inputs; there are " +
                             std::to_string(options.shapes.size()) + " shapes");
  }
  for (size_t i = 0; i < inputs; ++i) {
    std::unique_ptr<Tensor> input_tensor(predictor->GetInput(static_cast<int>(i)));
    input_tensor->Resize(options.shapes[i]);
    float* data = input_tensor->mutable_data<float>();
    std::fill(data, data + ShapeProduction(input_tensor->shape()), 1.0f);
  }

  for (int i = 0; i < options.warmup; ++i) predictor->Run();
  std::vector<double> times;
  double total = 0;
  for (int i = 0; i < options.repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    predictor->Run();
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - start;
    total += spent.count();
    times.push_back(spent.count());
    if (options.repeats > 1 || options.summary) {
      printf("run_idx:%d / %d: %f ms\n", i + 1, options.repeats, spent.count());
    }
  }
  const size_t outputs = predictor->GetOutputNames().size();
  if (options.summary) {
    PrintTimes(model, options, times);
    printf("\n====== output summary ======\noutput tensor num:%d\n", static_cast<int>(outputs));
  } else if (options.repeats > 1) {
    printf("average: %f ms\n", total / options.repeats);
  }
  for (size_t i = 0; i < outputs; ++i) {
    const std::unique_ptr<const Tensor> output(predictor->GetOutput(static_cast<int>(i)));
    if (options.summary) PrintStatistics(*output, i);
    if (options.print_output) PrintOutput(*output);
  }
}

// True if the argument is 1.
bool Flag(const char* text) {
  if (strcmp(text, "0") != 0 && strcmp(text, "1") != 0) {
    throw std::runtime_error(std::string("expected 0 or 1, found ") + text);
  }
  return *text == '1';
}

// A number of at least `least`.
int Number(const char* text, int least) {
  char* end = NULL;
  const long value = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || value < least || value > 1000000) {
    throw std::runtime_error("expected a number from " + std::to_string(least) + " on, found " +
                             text);
  }
  return static_cast<int>(value);
}

Options ParseOptions(int argc, char** argv) {
  Options options;
  if (argc == 9 && strchr(argv[2], ',') != NULL) {
    options.shapes = ParseShapes(argv[2]);
    options.repeats = Number(argv[3], 1);
    options.warmup = Number(argv[4], 0);
    options.power_mode = Number(argv[5], 0);
    options.threads = Number(argv[6], 1);
    options.opencl = Flag(argv[7]);
    options.summary = true;
    options.print_output = Flag(argv[8]);
    return options;
  }
  options.shapes.push_back({1, 3, 224, 224});
  if (argc >= 6) {
    for (size_t i = 0; i < 4; ++i) options.shapes[0][i] = Number(argv[2 + i], 0);
  }
  if (argc >= 8) {
    options.repeats = Number(argv[6], 1);
    options.warmup = Number(argv[7], 0);
  }
  if (argc == 9) {
    options.summary = true;
    options.print_output = Flag(argv[8]);
  }
  return options;
}

void ReadModel(const std::string& model, MobileConfig* config) {
  const std::string kFolderFlag = "--model_dir=";
  if (model.compare(0, kFolderFlag.size(), kFolderFlag) == 0) {
    config->set_model_dir(model.substr(kFolderFlag.size()));
    return;
  }
#ifdef DEMO_FROM_BUFFER
  // A program may have the bytes from anywhere: an archive, the network, an encrypted file.
  std::ifstream file(model.c_str(), std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) throw std::runtime_error("cannot read " + model);
  config->set_model_from_buffer(bytes);
#else
  config->set_model_from_file(model);
#endif
}

int main(int argc, char** argv) {
  if (argc != 2 && argc != 6 && argc != 8 && argc != 9) {
    fprintf(stderr,
            "usage: %s (MODEL.nb | --model_dir=FOLDER) [N C H W [REPEATS WARMUP [PRINT_OUTPUT]]]\n"
            "       %s MODEL.nb SHAPES REPEATS WARMUP POWER_MODE THREADS OPENCL PRINT_OUTPUT\n",
            argv[0], argv[0]);
    return 1;
  }
  try {
    const Options options = ParseOptions(argc, argv);
    MobileConfig config;
    ReadModel(argv[1], &config);
    config.set_threads(options.threads);
    config.set_power_mode(static_cast<PowerMode>(options.power_mode));
    if (options.opencl) {
      const bool valid = IsOpenCLBackendValid(false);
      printf("is_opencl_backend_valid:%s\n", valid ? "true" : "false");
      if (valid) config.set_opencl_binary_path_name(".", "lite_opencl_programs.bin");
    }
    RunModel(config, argv[1], options);
  } catch (const std::exception& error) {  // what the library throws says what was wrong
    fprintf(stderr, "mobilenetv1_light_api: %s\n", error.what());
    return 1;
  }
  return 0;
}
