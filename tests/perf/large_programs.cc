// large_programs write DIR [DIVISOR]: each of tests/support/large_programs.h as Paddle lays it out,
// in DIR/NAME, with counts divided by DIVISOR; prints their names.
// large_programs load FILE.nb: opens an optimised model in the light runtime.
#include "tests/support/large_programs.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "lite/model/paddle_pb/paddle_pb.h"
#include "paddle_api.h"
#include "tests/support/run_program.h"

namespace {

paddle::lite::Status Write(const std::string& folder, int divisor) {
  for (const auto& program : paddle::lite::test::LargePrograms()) {
    LITE_RETURN_IF_ERROR(paddle::lite::model::SavePaddleModel(program.make(program.count / divisor),
                                                              folder + "/" + program.name));
    std::printf("%s %d\n", program.name, program.count / divisor);
  }
  return paddle::lite::OkStatus();
}

paddle::lite::Status Load(const char* file) {
  paddle::lite_api::MobileConfig config;
  config.set_model_from_file(file);
  std::shared_ptr<paddle::lite_api::PaddlePredictor> predictor;
  return paddle::lite_api::TryCreatePaddlePredictor(config, &predictor);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc >= 3 && std::strcmp(argv[1], "write") == 0) {
    return paddle::lite::RunProgram(
        [&] { return Write(argv[2], argc > 3 ? std::atoi(argv[3]) : 1); });
  }
  if (argc == 3 && std::strcmp(argv[1], "load") == 0) {
    return paddle::lite::RunProgram([&] { return Load(argv[2]); });
  }
  std::fprintf(stderr, "usage: %s write DIR [DIVISOR] | load FILE.nb\n", argv[0]);
  return 2;
}
