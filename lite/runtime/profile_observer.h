// Time of every operator over the runs of an Executable.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lite/base/span.h"
#include "lite/runtime/observer.h"
#include "lite/runtime/read_outputs.h"

namespace paddle::lite {

enum class ProfileFormat {
  kBasic,     // one line per operator: average, min, max, count in whole microseconds
  kDetailed,  // one line per operator in execution order
  kConcise,   // one line per kernel kind, most expensive first
  kJson,
};
// "basic", "detailed", "concise" or "json"; nullopt for anything else.
std::optional<ProfileFormat> ParseProfileFormat(std::string_view name);

class ProfileObserver final : public Observer {
 public:
  // The first `warmup_runs` runs are observed but not counted. `program` (may be null, and outlives
  // the observer otherwise) gives the names of outputs.
  explicit ProfileObserver(int warmup_runs = 0, const model::Program* program = nullptr);

  struct OpRecord {
    std::string type;
    std::string alias;
    std::string key;                    // "conv2d/def/2/1/3"
    std::string place;                  // "x86/float/NHWC"
    int block = 0;                      // that the operator is in
    int index = 0;                      // position in the block
    std::string name;                   // of the first output that another operator reads
    std::string input, filter, output;  // shapes of the last run
    double flops = 0;                   // of one execution, as estimated by the operator
    double bytes = 0;
    int64_t count = 0;  // executions in counted runs
    // Without the operators of its block, which have records of their own.
    int64_t total_ns = 0, min_ns = 0, max_ns = 0, last_ns = 0;
    // Executions on a device in counted runs, and their time by its clock. The host's times then
    // include queueing and waiting.
    int64_t device_count = 0, device_total_ns = 0;

    double average_ns() const { return count == 0 ? 0 : static_cast<double>(total_ns) / count; }
  };
  // One record per operator, in the order of their first execution.
  const std::vector<OpRecord>& records() const { return records_; }
  int counted_runs() const { return counted_runs_; }
  int64_t total_ns() const;

  std::string Report(ProfileFormat format) const;

  void BeginRun() override;
  void EndRun() override;
  void BeforeOp(OpPosition at, const Op& op, const KernelDef& kernel) override;
  void DeviceTime(OpPosition at, const Op& op, int64_t nanoseconds) override;
  void AfterOp(OpPosition at, const Op& op, const KernelDef& kernel, int64_t nanoseconds) override;

 private:
  std::string Basic() const;
  std::string Detailed() const;
  std::string Concise() const;
  std::string Json() const;

  int warmup_runs_;
  std::optional<ReadOutputs> outputs_;
  int finished_runs_ = 0;
  int64_t device_ns_ = -1;  // of the operator whose AfterOp comes next
  int counted_runs_ = 0;
  std::vector<OpRecord> records_;
  std::map<const Op*, size_t> position_;
  // Time spent so far in operators inside each operator that has begun.
  std::vector<int64_t> inside_ns_;
};

}  // namespace paddle::lite
