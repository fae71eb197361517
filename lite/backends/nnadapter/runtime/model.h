// A model while it is built, and when it is finished.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lite/backends/nnadapter/core/operands.h"
#include "lite/backends/nnadapter/core/status.h"
#include "nnadapter/core/types.h"

namespace nnadapter::runtime {

class Model;

// What the caller holds of an operand. `shown` is a copy, so that the caller's writes do not reach
// the model.
struct OperandHandle {
  Model* model = nullptr;
  core::Operand* operand = nullptr;
  size_t index = 0;
  NNAdapterOperandType shown = {};
};

class Model {
 public:
  Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;
  ~Model();

  Status AddOperand(const NNAdapterOperandType& type, OperandHandle** handle);
  Status SetValue(OperandHandle* handle, void* buffer, uint32_t length, bool copy);
  Status AddOperation(NNAdapterOperationType type, const std::vector<OperandHandle*>& inputs,
                      const std::vector<OperandHandle*>& outputs, core::Operation** operation);
  Status Identify(const std::vector<OperandHandle*>& inputs,
                  const std::vector<OperandHandle*>& outputs);
  Status Finish();

  bool finished() const { return finished_; }
  // All operations and operands, also those that compute constants.
  const core::Model& core() const { return model_; }
  // Operations for devices, in topological order: those that compute constants, or results that
  // are never read, are left out.
  const std::vector<const core::Operation*>& order() const { return order_; }
  // Position of the n-th added operation in order(), or -1 if it is left out.
  const std::vector<int>& positions() const { return positions_; }

 private:
  Status CheckOpen() const;
  Status CheckOwn(const std::vector<OperandHandle*>& handles, const char* kind,
                  bool optional) const;
  std::string Describe(size_t operation) const;
  Status SortOperations();
  Status CheckOperation(core::Operation* operation);

  core::Model model_;
  std::list<OperandHandle> handles_;
  std::map<const core::Operand*, OperandHandle*> handle_of_;
  std::map<const core::Operand*, const core::Operation*> writer_of_;
  std::vector<core::Operation*> operations_;  // as added
  std::set<const core::Operation*> folded_;
  std::vector<const core::Operation*> order_;
  std::vector<int> positions_;
  bool identified_ = false, finished_ = false, failed_ = false;
};

}  // namespace nnadapter::runtime
