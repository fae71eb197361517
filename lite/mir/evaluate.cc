#include "lite/mir/evaluate.h"

#include <vector>

#include "lite/kernels/binding.h"
#include "lite/operators/settled_values.h"
#include "lite/operators/type_conversion.h"

namespace paddle::lite::mir {

namespace {

// Packed weights with the lifetime of one evaluation.
class TemporaryWeights final : public PackedWeights {
 public:
  Result<const void*> Get(const Tensor&, const std::string&, size_t bytes,
                          const std::function<void(void*)>& pack) override {
    LITE_ASSIGN_OR_RETURN(std::shared_ptr<Buffer> buffer,
                          Buffer::Allocate(TargetType::kHost, bytes));
    pack(buffer->data());
    buffers_.push_back(std::move(buffer));
    return static_cast<const void*>(buffers_.back()->data());
  }

 private:
  std::vector<std::shared_ptr<Buffer>> buffers_;
};

}  // namespace

bool WorksByEffect(const OpNode& op) {
  return op.is_target || !op.sub_blocks().empty() || op.outputs().empty() ||
         HasSideEffects(op.type());
}

const KernelDef* FindHostKernel(const Op& op) {
  const BoundTensors bound = op.Bound();
  for (const KernelDef* kernel : KernelsOf(op.type())) {
    if (kernel->target != TargetType::kHost || kernel->create == nullptr) continue;
    if (Accepts(*kernel, op, bound).ok()) return kernel;
  }
  return nullptr;
}

Status RunOnHost(Op* op, int64_t max_elements) {
  LITE_RETURN_IF_ERROR(op->InferType());
  LITE_RETURN_IF_ERROR(op->InferShape());
  const BoundTensors bound = op->Bound();
  const KernelDef* kernel = FindHostKernel(*op);
  if (kernel == nullptr) return Unsupported("no host kernel takes ", op->type());
  for (const auto& output : bound.outputs) {
    if (operators::IsCalib(op->type())) continue;  // its kernel follows the type of the result
    output.tensor->set_precision(ResultPrecision(*kernel, output.slot, output.tensor->precision()));
  }
  if (!op->KernelAllocatesOutput()) {
    int64_t elements = 0;
    for (const auto& output : bound.outputs) {
      LITE_ASSIGN_OR_RETURN(const int64_t count, CheckedElementCount(output.tensor->dims()));
      if (count > max_elements - elements) {
        return ResourceExhausted("the result has more than ", max_elements, " elements");
      }
      elements += count;
    }
    for (const auto& output : bound.outputs) {
      if (PrecisionTypeLength(output.tensor->precision()) == 0) {
        return Unsupported("the element type of output ", output.slot, " is unknown");
      }
      LITE_RETURN_IF_ERROR(output.tensor->Allocate(output.tensor->precision()));
    }
  }
  const std::unique_ptr<Kernel> instance = kernel->create();
  ThreadPool pool(1);
  TemporaryWeights packed;
  PrepareContext prepare;
  prepare.pool = &pool;
  prepare.packed = &packed;
  LITE_RETURN_IF_ERROR(instance->Prepare(*op, &prepare));
  LITE_ASSIGN_OR_RETURN(const std::shared_ptr<Buffer> scratch,
                        Buffer::Allocate(TargetType::kHost, prepare.scratch_bytes));
  RunContext run;
  run.pool = &pool;
  run.scratch = static_cast<char*>(scratch->data());
  return instance->Run(*op, run);
}

}  // namespace paddle::lite::mir
