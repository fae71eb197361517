// make_seeds DIR: writes one folder of seed inputs per fuzz target.
#include <cstdio>
#include <string>

#include "lite/model/file.h"
#include "tests/fuzz/seeds.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  using namespace paddle::lite;  // NOLINT: a program of one function
  for (const auto& [target, seeds] : test::FuzzSeeds(LITE_TEST_DATA_DIR)) {
    const std::string dir = StrCat(argv[1], "/", target);
    Status status = model::MakeDirectories(dir);
    for (size_t i = 0; status.ok() && i < seeds.size(); ++i) {
      status = model::WriteFileAtomically(StrCat(dir, "/", i), seeds[i]);
    }
    if (!status.ok()) {
      std::fprintf(stderr, "%s\n", status.ToString().c_str());
      return 1;
    }
  }
  return 0;
}
