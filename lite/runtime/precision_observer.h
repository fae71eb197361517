// Statistics of what every operator computed: where values leave the range, become NaN or lose
// precision.
#pragma once

#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/model/program.h"
#include "lite/runtime/observer.h"
#include "lite/runtime/read_outputs.h"

namespace paddle::lite {

class PrecisionObserver final : public Observer {
 public:
  // `program` is the program of the executable, and must outlive the observer. With a folder, which
  // must exist, every tensor is also written to a separate file there: one number per line, in the
  // program's order of dimensions.
  explicit PrecisionObserver(const model::Program& program, std::string dump_folder = "");

  struct TensorRecord {
    std::string op, op_place;  // "conv2d", "x86/float/NHWC"
    std::string name, place;   // variable, and target/precision/layout of its memory
    std::string dims;          // "1x64x56x56"
    bool computable = false;   // it has elements that are numbers
    double mean = 0;
    double deviation = 0;  // standard deviation, of the whole population
    // Mean of the relative change from each element to the next, in the program's order. It
    // distinguishes tensors of equal mean and deviation whose elements are in another order.
    double growth = 0;
  };
  // One record per output of each operator of the last run, in execution order, and per iteration
  // inside loops; the folder has the last iteration. Outputs that no operator reads are left out:
  // kernels need not compute them.
  const std::vector<TensorRecord>& records() const { return records_; }

  // The documented table.
  std::string Report() const;
  // The first failure to write a tensor's file.
  const Status& dump_status() const { return dump_status_; }

  void BeginRun() override;
  void AfterOp(OpPosition at, const Op& op, const KernelDef& kernel, int64_t nanoseconds) override;

 private:
  void Record(OpPosition at, const Op& op, const KernelDef& kernel, const Tensor& tensor,
              const std::string& name);

  ReadOutputs outputs_;
  std::string dump_folder_;
  Status dump_status_;
  std::vector<TensorRecord> records_;
};

}  // namespace paddle::lite
