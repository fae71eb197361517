#include "tests/support/test_subgraph.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "lite/kernels/binding.h"
#include "lite/kernels/subgraph_kernel.h"
#include "lite/model/op_fields.h"
#include "lite/runtime/kernel_choice.h"
#include "lite/runtime/weight_store.h"

namespace paddle::lite::test {
namespace {

TestAccelerator& Accelerator() {
  static TestAccelerator accelerator;
  return accelerator;
}

std::string NameOf(const void* tensor) { return StrCat("t", reinterpret_cast<uintptr_t>(tensor)); }

// The tensors of the copies, by the address of the original.
class OwnTensors final : public model::SlotBinder {
 public:
  Tensor* Of(const Tensor* original) { return &tensors_[NameOf(original)]; }
  const Tensor* InputTensor(const std::string& name) override { return &tensors_[name]; }
  Tensor* OutputTensor(const std::string& name) override { return &tensors_[name]; }
  const TensorArray* InputArray(const std::string&) override { return nullptr; }
  TensorArray* OutputArray(const std::string&) override { return nullptr; }

 private:
  std::map<std::string, Tensor> tensors_;
};

class OwnProgram final : public kernels::CompiledSubgraph {
 public:
  Status Compile(const operators::SubBlock& block) {
    for (const Op* op : block.Ops()) LITE_RETURN_IF_ERROR(Add(*op).WithContext(op->type()));
    LITE_ASSIGN_OR_RETURN(scratch_, Buffer::Allocate(TargetType::kHost, scratch_bytes_));
    if (Accelerator().runs_backwards) std::reverse(steps_.begin(), steps_.end());
    return OkStatus();
  }

  Status Run(const operators::SubBlock& block, const RunContext&) override {
    for (const auto& input : block.Inputs()) {
      LITE_RETURN_IF_ERROR(tensors_.Of(input.inside)->CopyFrom(*input.outside));
    }
    RunContext context;
    context.pool = &pool_;
    context.scratch = static_cast<char*>(scratch_->data());
    for (const Step& step : steps_) LITE_RETURN_IF_ERROR(step.kernel->Run(*step.op, context));
    if (Accelerator().fails_to_run) return Internal("the accelerator is unplugged");
    Accelerator().operators += static_cast<int>(steps_.size());
    bool first = true;
    for (const auto& result : block.Results()) {
      if (!std::exchange(first, false) || !Accelerator().forgets_a_result) {
        LITE_RETURN_IF_ERROR(result.result->CopyFrom(*tensors_.Of(result.inside)));
      }
    }
    return OkStatus();
  }

 private:
  struct Step {
    std::unique_ptr<Op> op;
    std::unique_ptr<Kernel> kernel;
  };

  // Copies the operator and prepares a kernel of the host for it.
  Status Add(const Op& original) {
    Op& visited = const_cast<Op&>(original);  // Fields only reads here
    const model::OpDesc desc = model::SaveFields(
        original.type(), [&visited](FieldVisitor& v) { visited.Fields(v); }, NameOf);
    Step step;
    step.op = CreateOp(original.type());
    LITE_RETURN_IF_ERROR(model::LoadOp(desc, &tensors_, step.op.get()));
    step.op->set_scales(original.scales());
    const BoundTensors theirs = original.Bound();
    for (const auto& input : theirs.inputs) {
      Tensor* own = tensors_.Of(input.tensor);
      if (own->IsInitialized()) continue;
      if (input.tensor->persistable()) {
        if (!input.tensor->IsInitialized()) return Internal("a weight has no elements");
        LITE_RETURN_IF_ERROR(own->CopyFrom(*input.tensor));
        own->set_persistable(true);
      } else {
        LITE_RETURN_IF_ERROR(Shape(*input.tensor, own));
      }
    }
    for (const auto& output : theirs.outputs) {
      LITE_RETURN_IF_ERROR(Shape(*output.tensor, tensors_.Of(output.tensor)));
    }
    const BoundTensors bound = step.op->Bound();
    LITE_ASSIGN_OR_RETURN(const KernelChoice choice,
                          ChooseKernel(*step.op, bound, {TargetType::kHost}, "", nullptr, {}));
    TypeResults(*choice.kernel, bound);
    step.kernel = choice.kernel->create();
    PrepareContext context;
    context.pool = &pool_;
    context.packed = &packed_;
    LITE_RETURN_IF_ERROR(step.kernel->Prepare(*step.op, &context));
    scratch_bytes_ = std::max(scratch_bytes_, context.scratch_bytes);
    steps_.push_back(std::move(step));
    return OkStatus();
  }

  static Status Shape(const Tensor& original, Tensor* own) {
    own->Resize(original.dims());
    own->set_lod(original.lod());
    return own->Allocate(original.precision());
  }

  OwnTensors tensors_;
  WeightStore packed_;
  ThreadPool pool_{1};
  std::vector<Step> steps_;
  size_t scratch_bytes_ = 64;
  std::shared_ptr<Buffer> scratch_;
};

class AcceleratorKernel final : public kernels::SubgraphKernelOf<AcceleratorKernel> {
 public:
  static Status AcceptsOp(const Op& op) {
    return Accelerator().accepts ? Accelerator().accepts(op) : OkStatus();
  }

 protected:
  Result<std::unique_ptr<kernels::CompiledSubgraph>> Compile(const operators::Subgraph&,
                                                             operators::SubBlock* block,
                                                             PrepareContext*) override {
    if (Accelerator().fails_to_compile) return Unsupported("the accelerator is out of order");
    auto program = std::make_unique<OwnProgram>();
    LITE_RETURN_IF_ERROR(program->Compile(*block));
    ++Accelerator().compiled;
    return std::unique_ptr<kernels::CompiledSubgraph>(std::move(program));
  }
};

void Reset() {
  TestAccelerator& accelerator = Accelerator();
  accelerator.accepts = nullptr;
  accelerator.fails_to_compile = accelerator.fails_to_run = false;
  accelerator.forgets_a_result = accelerator.runs_backwards = false;
  accelerator.compiled = accelerator.operators = 0;
}

}  // namespace

AcceleratorForTest::AcceleratorForTest() { Reset(); }
AcceleratorForTest::~AcceleratorForTest() { Reset(); }
TestAccelerator* AcceleratorForTest::operator->() const { return &Accelerator(); }

const KernelDef* TestSubgraphKernel() {
  static const KernelDef def =
      KernelDefBuilder(kernel_internal::MakeDef<AcceleratorKernel>(
                           "subgraph", "test", TargetType::kNNAdapter, PrecisionType::kAny,
                           DataLayoutType::kNCHW, __FILE__))
          .Finalize();
  return &def;
}

mir::OptimizeOptions PartitionOnly() {
  mir::OptimizeOptions options;
  options.valid_places = {Place(TargetType::kNNAdapter, PrecisionType::kFloat),
                          Place(TargetType::kHost, PrecisionType::kFloat)};
  options.passes_internal = {"partition_subgraphs", "remove_dead_ops"};
  options.more_kernels = {TestSubgraphKernel()};
  options.verify_each = true;
  return options;
}

ExecutableOptions WithAccelerator() {
  ExecutableOptions options;
  options.targets = {TargetType::kNNAdapter, TargetType::kHost};
  options.more_kernels = {TestSubgraphKernel()};
  return options;
}

}  // namespace paddle::lite::test
