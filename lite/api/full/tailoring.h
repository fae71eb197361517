// The hidden files used to build a library with only the operators and kernels that some models
// need (LITE_BUILD_TAILOR).
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite {

struct TailoringInfo {
  std::set<std::string> ops;             // operator types
  std::set<std::string> op_sources;      // file names
  std::set<std::string> kernels;         // "op,kTarget,kPrecision,kLayout,alias"
  std::set<std::string> kernel_sources;  // file names
  std::set<std::string> micro_kernels;   // names of micro_kernel_needs.cc

  // Adds what an optimised program uses.
  void Add(const model::Program& program);
};

// Name and content of .tailored_ops_list, .tailored_ops_source_list, .tailored_kernels_list,
// .tailored_kernels_source_list and .tailored_micro_kernels_list: one entry per line, sorted.
std::vector<std::pair<std::string, std::string>> TailoringFiles(const TailoringInfo& info);

// Writes them to `dir`, which is created.
Status WriteTailoringFiles(const TailoringInfo& info, const std::string& dir);

}  // namespace paddle::lite
