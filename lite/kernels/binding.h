// Whether a kernel may run an operator, and what the operator's results become with it: the one
// answer for the optimiser, the evaluator of constants, the runtime and the operator suites.
#pragma once

#include <vector>

#include "lite/core/slot_visitor.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite {

// What can be done to an input on its way to a kernel. The optimiser inserts conversions; the
// runtime has none.
class InputConversions {
 public:
  virtual ~InputConversions() = default;
  // OK when a conversion gives the kernel an element type that the input does not have.
  virtual Status CanCast(const BoundTensors::InputSlot& input, PrecisionType wanted) const = 0;
};

// OK, or why `def` cannot run `op` on the tensors in `bound`. Checked in this order: the kernel is
// one of this operator; element types of the inputs; their layouts and memories; the kernel's own
// Supports.
// With `conversions` an input may arrive in another type if it can be cast, and in any layout and
// memory.
Status Accepts(const KernelDef& def, const Op& op, const BoundTensors& bound,
               const InputConversions* conversions = nullptr);

// Element type of the result `slot`, of which InferType said `inferred`: casts and kernels that
// compute in int8 decide it themselves.
PrecisionType ResultPrecision(const KernelDef& def, const char* slot, PrecisionType inferred);

// Layout of the result `slot`. A kernel that takes any layout hands on that of its first
// activation.
DataLayoutType ResultLayout(const KernelDef& def, const char* slot, const BoundTensors& bound);

// Where the result `slot` is: kHost, or the target of a device with its own memory.
TargetType ResultMemory(const KernelDef& def, const char* slot);

// Sets type, layout and memory of the results in `bound`; shapes and inferred types are already
// there.
void TypeResults(const KernelDef& def, const BoundTensors& bound);

}  // namespace paddle::lite
