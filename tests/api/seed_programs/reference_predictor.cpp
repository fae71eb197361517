// The example of the API reference, between the lines that a reader adds.
#include <stdio.h>

#include "paddle_api.h"

using namespace paddle::lite_api;  // NOLINT

#include "reference_functions.inc"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string FLAGS_model_dir = argv[1];
#include "reference_predictor.inc"
  return 0;
}
