// large_programs write DIR [DIVISOR]: each of tests/support/large_programs.h as Paddle lays it out,
// in DIR/NAME, with counts divided by DIVISOR; prints their names.
// large_programs load FILE.nb: opens an optimised model in the light runtime.
#include "tests/support/large_programs.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "lite/model/paddle_pb/paddle_pb.h"
#include "paddle_api.h"

namespace {

int Write(const std::string& folder, int divisor) {
  for (const auto& program : paddle::lite::test::LargePrograms()) {
    const auto status = paddle::lite::model::SavePaddleModel(program.make(program.count / divisor),
                                                             folder + "/" + program.name);
    if (!status.ok()) {
      std::fprintf(stderr, "%s: %s\n", program.name, status.ToString().c_str());
      return 1;
    }
    std::printf("%s %d\n", program.name, program.count / divisor);
  }
  return 0;
}

int Load(const char* file) {
  try {
    paddle::lite_api::MobileConfig config;
    config.set_model_from_file(file);
    return paddle::lite_api::CreatePaddlePredictor(config) != nullptr ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc >= 3 && std::strcmp(argv[1], "write") == 0) {
    return Write(argv[2], argc > 3 ? std::atoi(argv[3]) : 1);
  }
  if (argc == 3 && std::strcmp(argv[1], "load") == 0) return Load(argv[2]);
  std::fprintf(stderr, "usage: %s write DIR [DIVISOR] | load FILE.nb\n", argv[0]);
  return 2;
}
