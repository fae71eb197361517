// The lists from which a build with LITE_BUILD_TAILOR=ON picks operators and kernels.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lite/model/program.h"

namespace paddle::lite::tools {

class TailoringInfo {
 public:
  // Adds what an optimised program uses, in all blocks.
  void Add(const model::Program& program);
  void Add(const TailoringInfo& other);

  // Name and content of the four hidden files.
  std::vector<std::pair<std::string, std::string>> Files() const;

 private:
  struct Kernel {
    std::string line;    // "conv2d,kX86,kFloat,kNHWC,def"
    std::string source;  // file that registers it
    bool operator<(const Kernel& other) const { return line < other.line; }
  };
  std::set<std::string> ops_;
  std::set<Kernel> kernels_;
};

}  // namespace paddle::lite::tools
