// Numbers on the command line of benchmarks.
#pragma once

#include <cstdlib>
#include <cstring>
#include <string>

namespace paddle::lite::test {

// The number of --name=number; `otherwise` without one.
inline double NumberFlag(int argc, char** argv, const std::string& name, double otherwise) {
  const std::string prefix = "--" + name + "=";
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], prefix.c_str(), prefix.size()) == 0) {
      return std::atof(argv[i] + prefix.size());
    }
  }
  return otherwise;
}

}  // namespace paddle::lite::test
