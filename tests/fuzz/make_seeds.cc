// make_seeds DIR: writes one folder of seed inputs per fuzz target.
#include <cstdio>
#include <string>

#include "lite/model/file.h"
#include "tests/fuzz/seeds.h"
#include "tests/support/run_program.h"

namespace paddle::lite {
namespace {

Status WriteSeeds(const std::string& folder) {
  for (const auto& [target, seeds] : test::FuzzSeeds(LITE_TEST_DATA_DIR)) {
    const std::string dir = StrCat(folder, "/", target);
    LITE_RETURN_IF_ERROR(model::MakeDirectories(dir));
    for (size_t i = 0; i < seeds.size(); ++i) {
      LITE_RETURN_IF_ERROR(model::WriteFileAtomically(StrCat(dir, "/", i), seeds[i]));
    }
  }
  return OkStatus();
}

}  // namespace
}  // namespace paddle::lite

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s DIR\n", argv[0]);
    return 2;
  }
  return paddle::lite::RunProgram([&] { return paddle::lite::WriteSeeds(argv[1]); });
}
