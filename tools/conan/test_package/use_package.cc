// Calls the library of the package: its version, and what it says about a file that is not there.
#include <stdio.h>

#include <memory>

#include "paddle_api.h"
#include "paddle_lite_version.h"

using namespace paddle::lite_api;  // NOLINT

int main() {
  MobileConfig config;
  config.set_model_from_file("no_such_model.nb");
  std::shared_ptr<PaddlePredictor> predictor;
  const Status status = TryCreatePaddlePredictor(config, &predictor);
  printf("Paddle Lite %s: %s\n", PADDLE_LITE_VERSION_TEXT, status.ToString().c_str());
  return status.code() == StatusCode::kNotFound && predictor == nullptr ? 0 : 1;
}
