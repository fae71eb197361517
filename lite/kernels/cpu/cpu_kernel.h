// What the kernels of this folder share. Their files are compiled for every CPU target, with its
// namespace LITE_CPU (x86, arm) and its name LITE_CPU_TARGET (kX86, kARM); opt also has the
// declarations of the CPU targets that it does not run on.
#pragma once

#include "lite/backends/cpu/kernel_tables.h"
#include "lite/base/half.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

namespace backend = ::paddle::lite::cpu;

// What a kernel's tensors and weights consist of, and its micro-kernels: float32 or float16. A
// kernel is written once for both; parameters that are computed when it is prepared, and sums, are
// float32 in both.
struct F32 {
  using Element = float;
  using Real = float;    // the elements for micro-kernels
  using Weight = float;  // the elements of constant operands
  using Tables = backend::KernelTables;
  using Plans = Tables::Types;  // of convolution plans
  static const Tables& ActiveTables() { return backend::ActiveTables(); }
};
struct F16 {
  using Element = Half;
  using Real = HalfBits;
  using Weight = Half;
  using Tables = backend::HalfTables;
  using Plans = Tables::Types;
  static const Tables& ActiveTables() { return backend::ActiveHalfTables(); }
};
// float32 tensors whose products are computed in bfloat16.
struct BF16 {
  using Element = float;
  using Real = float;
  using Weight = float;
  using Tables = backend::BFloat16Tables;
  using Plans = F32::Plans;
  static const Tables& ActiveTables() { return backend::ActiveBFloat16Tables(); }
};
// float32 tensors whose weights are int8 with scales.
struct W8 {
  using Element = float;
  using Real = float;
  using Weight = int8_t;
  using Tables = backend::KernelTables;
  using Plans = backend::TypesW8;
  static const Tables& ActiveTables() { return backend::ActiveTables(); }
};
// The same, multiplied as integers.
struct D8 : W8 {};
// float32 tensors whose weights are int16 with scales.
struct W16 : W8 {
  using Weight = int16_t;
  using Plans = backend::TypesW16;
};
// The types of a kernel's convolution plans.
template <typename Types>
using PlanTypes = typename Types::Plans;

// The error of a kernel that finds no plan.
inline Status NoPlan() {
  return Unsupported(
      "this library was built for other models (LITE_BUILD_TAILOR): it has no micro-kernels for "
      "this shape or activation");
}

// For Kernel::constants(): weights that were packed for a plan, null if there are none.
template <typename Plan>
Span<const char> ConstantsOf(const Plan* plan, const void* packed) {
  constexpr size_t kMinBytes = 32 << 10;  // fewer take no time
  if (plan == nullptr || packed == nullptr || plan->packed_bytes() < kMinBytes) return {};
  return {static_cast<const char*>(packed), plan->packed_bytes()};
}

// Base class of kernels that use micro-kernels.
template <typename OpType, typename Types = F32>
class CpuKernelFor : public KernelFor<OpType> {
 protected:
  const typename Types::Tables& tables_ = Types::ActiveTables();
};

}  // namespace paddle::lite::kernels::LITE_CPU
