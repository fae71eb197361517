#pragma once

#include <functional>
#include <set>
#include <string>

#include "lite/core/tensor.h"
#include "lite/model/program.h"
#include "lite/operators/op.h"
#include "lite/runtime/observer.h"

namespace paddle::lite {

// The outputs of operators with their names, for observers. Those that no operator reads are left
// out: kernels need not compute them (statistics of batch_norm, masks).
class ReadOutputs {
 public:
  // `program` outlives this object.
  explicit ReadOutputs(const model::Program& program);

  // Calls `visit` for each such output of `op`, the operator at this position.
  void Visit(OpPosition at, const Op& op,
             const std::function<void(const std::string& name, const Tensor& tensor)>& visit) const;

 private:
  const model::Program& program_;
  std::set<std::string> read_;
  std::set<std::string> not_tensors_;
};

}  // namespace paddle::lite
