// The texts with which users keep operators off an accelerator, or out of int8.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/kernels/kernel.h"
#include "lite/mir/graph.h"
#include "lite/mir/optimizer.h"

namespace paddle::lite::mir {

// One operator per line: `type`, `type:inputs`, `type::outputs` or `type:inputs:outputs`, with
// variable names separated by commas. A line names the operators of its type that read and write
// all variables that it lists, and possibly more. Empty lines and comments (#) are skipped.
class PartitionConfig {
 public:
  // `what` is the name of the text for messages.
  static Result<PartitionConfig> Parse(const std::string& text,
                                       const std::string& what = "partition configuration");
  // The text of the options, or the file that they name, or the file named by
  // SUBGRAPH_PARTITION_CONFIG_FILE (or SUBGRAPH_CUSTOM_PARTITION_CONFIG_FILE) of the environment,
  // or the text in SUBGRAPH_PARTITION_CONFIG_BUFFER. Nothing without any of them, or where the file
  // of the environment does not exist, which is logged.
  static Result<PartitionConfig> Load(const OptimizeOptions& options);
  // The same for operators that lose their quantisation, with
  // MIXED_PRECISION_QUANTIZATION_CONFIG_FILE and _BUFFER.
  static Result<PartitionConfig> LoadMixedPrecision(const OptimizeOptions& options);

  // The line that names the operator; empty if there is none.
  std::string LineFor(const OpNode& op);
  // Logs lines that have named no operator so far, once for the `said` of a program (may be null).
  void WarnOfUnused(std::set<std::string>* said) const;

 private:
  struct Line {
    std::string text, type;
    std::vector<std::string> inputs, outputs;
    bool used = false;
  };
  std::string what_;
  std::vector<Line> lines_;
};

// Where operators on OpenCL have their values: the file named by OPENCL_MEMORY_CONFIG_FILE of the
// environment. It has the lines of a PartitionConfig below headings: operators below
// `device:gpu buffer` do not use images, those below `device:cpu` do not run on OpenCL.
class OpenClMemoryConfig {
 public:
  static Result<OpenClMemoryConfig> Parse(const std::string& text);
  // Empty if there is no such variable or file; the latter is logged.
  static Result<OpenClMemoryConfig> Load();

  // The reason why the operator does not use the kernel; "" if it may.
  std::string RefusalOf(const KernelDef& kernel, const OpNode& op);
  void WarnOfUnused() const;

 private:
  PartitionConfig in_buffers_, on_processor_;
};

}  // namespace paddle::lite::mir
