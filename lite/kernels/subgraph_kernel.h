// Base class of kernels that compile the block of a `subgraph` for an accelerator.
#pragma once

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "lite/kernels/kernel.h"
#include "lite/operators/subgraph.h"

namespace paddle::lite::kernels {

// A block compiled for the shapes and types that its values had.
class CompiledSubgraph {
 public:
  virtual ~CompiledSubgraph() = default;
  // Reads SubBlock::Inputs and writes SubBlock::Results from outside; the results have memory.
  virtual Status Run(const operators::SubBlock& block, const RunContext& context) = 0;
  // Whether it also runs for these shapes of SubBlock::Inputs, of the same types.
  virtual bool Serves(const std::vector<DDim>& shapes) const {
    static_cast<void>(shapes);
    return false;
  }
};

// A program is compiled for each set of input shapes and types that no program serves, and the last
// few are kept. If the block cannot be compiled or run, its operators run one by one on other
// kernels instead, and reports say so.
//
// A derived class has `static Status AcceptsOp(const Op&)`, the reason why an operator (of unknown
// shape) cannot be part of a block; the optimiser asks it before it makes one.
class SubgraphKernel : public KernelFor<operators::Subgraph> {
 public:
  Status PrepareOp(const operators::Subgraph& op, PrepareContext* context) final;
  Status RunOp(const operators::Subgraph& op, const RunContext& context) final;

 protected:
  // Shapes and types are known, also when this returns, and weights have their elements until then.
  virtual Result<std::unique_ptr<CompiledSubgraph>> Compile(const operators::Subgraph& op,
                                                            operators::SubBlock* block,
                                                            PrepareContext* context) = 0;

 private:
  struct Form {
    DDim dims;
    PrecisionType precision;
    bool operator==(const Form& other) const {
      return dims == other.dims && precision == other.precision;
    }
  };
  struct Program {
    std::vector<Form> inputs;
    std::unique_ptr<CompiledSubgraph> compiled;  // null after a failure, which is not repeated
    Status failure;

    bool Serves(const std::vector<Form>& forms) const;
  };
  // As many sets of shapes as one model alternates between.
  static constexpr size_t kMaxPrograms = 8;

  std::list<Program> programs_;  // the one in use first
};

// For tables: the operator types of which the kernels for NNAdapter take some. Generated.
Span<const char* const> NNAdapterOpTypes();
// For tables: whether a device of NNAdapter has the operations for some form of the operator that
// the tests of converters have (nnadapter/tested_forms.txt).
enum class DeviceAnswer { kYes, kNo, kUnknown };
DeviceAnswer NNAdapterDeviceRuns(const std::string& device, const std::string& op_type);

// For `Supports` of a derived class.
template <typename Class>
class SubgraphKernelOf : public SubgraphKernel {
 public:
  static Status Supports(const operators::Subgraph& op) {
    if (op.block == nullptr) return OkStatus();  // the optimiser has queried every operator
    for (const Op* inner : op.block->Ops()) {
      const Status accepted = Class::AcceptsOp(*inner);
      if (!accepted.ok()) return accepted.WithContext(inner->type());
    }
    return OkStatus();
  }
};

}  // namespace paddle::lite::kernels
