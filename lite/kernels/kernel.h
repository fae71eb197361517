// The kernel interface and the registration of kernels. See docs/design/kernels.md.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>

#include "lite/base/checked_math.h"
#include "lite/base/span.h"
#include "lite/base/status.h"
#include "lite/base/thread_pool.h"
#include "lite/core/device.h"
#include "lite/core/types.h"
#include "lite/operators/op.h"

namespace paddle::lite {

// Weights rearranged once for a micro-kernel, shared by all kernels and clones. A kernel that takes
// a packed form must not read the tensor's elements directly; they may be freed
// (docs/design/kernels.md).
class PackedWeights {
 public:
  using MakeBlock = std::function<Result<std::shared_ptr<Buffer>>()>;

  virtual ~PackedWeights() = default;
  // The packed form named `form` of `weight`. If it does not exist yet, `pack` writes it into
  // `bytes` of 64-byte aligned memory. The result lives as long as the program.
  virtual Result<const void*> Get(const Tensor& weight, const std::string& form, size_t bytes,
                                  const std::function<void(void*)>& pack) = 0;
  // The same in a device's memory: `make` allocates and fills the block, and returns when it is
  // complete. `form` also names the device.
  virtual Result<std::shared_ptr<Buffer>> GetBlock(const Tensor& weight, const std::string& form,
                                                   const MakeBlock& make) {
    static_cast<void>(weight);
    static_cast<void>(form);
    return make();
  }
};

// Passed to Prepare.
struct PrepareContext {
  ThreadPool* pool = nullptr;
  PackedWeights* packed = nullptr;
  DeviceContext* device = nullptr;  // of the kernel's target; null for those of the host

  // Requests `bytes` of scratch memory during Run, on the kernel's device, 64-byte aligned and
  // shared with other operators:
  // the contents are undefined when Run begins. Several calls in one Prepare return consecutive
  // parts; the return value is the offset of the part from RunContext::scratch or in
  // RunContext::device_scratch.
  size_t BookScratch(size_t bytes) {
    const size_t offset = scratch_bytes;
    scratch_bytes = SaturatingAdd(scratch_bytes, RoundUp(bytes, 64));
    return offset;
  }
  size_t scratch_bytes = 0;  // the sum so far, read by the executor
};

// Passed to Run.
struct RunContext {
  ThreadPool* pool = nullptr;
  char* scratch = nullptr;  // null for kernels of a device
  // For kernels of a device: Run queues the work here and returns. Host memory among the operands
  // is valid until the work is done.
  DeviceContext* device = nullptr;
  void* device_scratch = nullptr;  // handle of a buffer
  // The constants() of the next operator that has some, for Run to fetch to the cache.
  Span<const char> ahead;
  // Elements from row to row of the first output, if Kernel::stores_apart(): a row is the innermost
  // dimension in memory. 0: without a gap.
  int64_t out_pitch = 0;
  // The parts of the first output along the innermost dimension in memory, which Run stores instead
  // of it, if Kernel::stores_cut(); otherwise empty.
  Span<Tensor* const> parts;
};

class RowStage;

// The implementation of one operator on one target. Prepare makes all decisions; Run allocates
// nothing and looks nothing up. Each operator of each predictor has its own instance.
class Kernel {
 public:
  virtual ~Kernel() = default;
  // Called before the first Run and again whenever the shape of an input changes. Input and output
  // shapes and types are known; weights have data, other tensors have no memory yet.
  virtual Status Prepare(const Op& op, PrepareContext* context) = 0;
  // All tensors have memory. On a device, the values that are read may not be there before the
  // queue reaches this work; the host's have arrived.
  virtual Status Run(const Op& op, const RunContext& context) = 0;
  // After Prepare: the constant operands, as Run reads them, if they are so many that Run waits for
  // memory unless they are in the second-level cache. They live as long as the program.
  virtual Span<const char> constants() const { return {}; }
  // After Prepare: whether Run heeds RunContext::out_pitch.
  virtual bool stores_apart() const { return false; }
  // After Prepare: whether Run heeds RunContext::parts, for parts of rows of these lengths. Only of
  // operators with one input.
  virtual bool stores_cut(const std::vector<int64_t>& lengths) const { return false; }
  // Of operators that join values (OutputReuse::kJoin): whether Run does not copy a piece that
  // begins where it belongs in the whole. Its rows are apart there.
  virtual bool joins_in_place() const { return false; }
  // After Prepare: the interface for running by strips of rows instead; null if that is not
  // possible. Lives as long as the kernel.
  virtual const RowStage* row_stage() const { return nullptr; }
};

// Base class of most kernels: passes the operator with its own type.
template <typename OpType>
class KernelFor : public Kernel {
 public:
  using OpClass = OpType;
  virtual Status PrepareOp(const OpType&, PrepareContext*) { return OkStatus(); }
  virtual Status RunOp(const OpType& op, const RunContext& context) = 0;

  Status Prepare(const Op& op, PrepareContext* context) final {
    return PrepareOp(static_cast<const OpType&>(op), context);
  }
  Status Run(const Op& op, const RunContext& context) final {
    return RunOp(static_cast<const OpType&>(op), context);
  }
};

// Type of a slot: target, element type and layout of the tensor. kAny accepts everything.
struct LiteType {
  TargetType target = TargetType::kAny;
  PrecisionType precision = PrecisionType::kAny;
  DataLayoutType layout = DataLayoutType::kAny;

  static constexpr LiteType GetTensorTy(TargetType target,
                                        PrecisionType precision = PrecisionType::kFloat,
                                        DataLayoutType layout = DataLayoutType::kNCHW) {
    return LiteType{target, precision, layout};
  }
};

struct SlotBinding {
  const char* slot = nullptr;
  LiteType type;
};

// A registered kernel, a compile-time constant.
struct KernelDef {
  // Slots with a type of their own; one more does not compile. Each takes 24 bytes in every kernel.
  static constexpr int kMaxInputs = 6;
  static constexpr int kMaxOutputs = 4;

  const char* op_type = "";
  const char* alias = "";
  TargetType target = TargetType::kUnk;
  PrecisionType precision = PrecisionType::kUnk;
  DataLayoutType layout = DataLayoutType::kUnk;
  const char* file = "";  // source file, for reports and tailoring
  SlotBinding inputs[kMaxInputs] = {};
  int input_count = 0;
  SlotBinding outputs[kMaxOutputs] = {};
  int output_count = 0;
  // Null in a build that only has the declaration (opt, for a foreign target).
  std::unique_ptr<Kernel> (*create)() = nullptr;
  // Rough rate of one thread on a current machine, for the choice between kernels; 0 = typical of
  // the target.
  double gflops = 0;
  // Returns the reason why this kernel cannot run the operator (shapes may be unknown), or OK. Null
  // = always supported.
  Status (*supports)(const Op&) = nullptr;

  // Type of a slot; slots that are not bound have the kernel's own target, precision and layout.
  LiteType InputType(const char* slot) const;
  LiteType OutputType(const char* slot) const;
  // "conv2d/def/2/1/3": the form stored in programs.
  std::string Key() const;
};

namespace kernel_internal {

// Not constexpr, so that a registration that calls it does not compile: a slot has its kernel's own
// type unless something else is stated.
inline void TheSlotRestatesTheTypeOfItsKernel() {}

constexpr SlotBinding Bind(const KernelDef& def, const char* slot, LiteType type) {
  if (type.target == def.target && type.precision == def.precision && type.layout == def.layout) {
    TheSlotRestatesTheTypeOfItsKernel();
  }
  return {slot, type};
}

}  // namespace kernel_internal

// Builds a KernelDef at compile time, in the documented form.
class KernelDefBuilder {
 public:
  constexpr explicit KernelDefBuilder(KernelDef def) : def_(def) {}
  constexpr KernelDefBuilder BindInput(const char* slot, LiteType type) const {
    KernelDefBuilder next = *this;
    next.def_.inputs[next.def_.input_count++] = kernel_internal::Bind(def_, slot, type);
    return next;
  }
  constexpr KernelDefBuilder BindOutput(const char* slot, LiteType type) const {
    KernelDefBuilder next = *this;
    next.def_.outputs[next.def_.output_count++] = kernel_internal::Bind(def_, slot, type);
    return next;
  }
  constexpr KernelDef Finalize() const { return def_; }

 private:
  KernelDef def_;
};

// The same kernel for several operator types: one definition each.
template <size_t N>
struct KernelSet {
  KernelDef defs[N] = {};
};

template <size_t N>
class KernelSetBuilder {
 public:
  constexpr KernelSetBuilder(KernelDef def, const char* const (&op_types)[N]) {
    for (size_t i = 0; i < N; ++i) {
      set_.defs[i] = def;
      set_.defs[i].op_type = op_types[i];
    }
  }
  // Slots whose element type, or also layout, is not the kernel's own.
  using Slots = std::initializer_list<const char*>;
  constexpr KernelSetBuilder In(Slots slots, PrecisionType precision) const {
    return In(slots, precision, set_.defs[0].layout);
  }
  constexpr KernelSetBuilder In(Slots slots, PrecisionType precision, DataLayoutType layout) const {
    KernelSetBuilder next = *this;
    for (KernelDef& def : next.set_.defs) {
      for (const char* slot : slots) {
        def.inputs[def.input_count++] =
            kernel_internal::Bind(def, slot, {def.target, precision, layout});
      }
    }
    return next;
  }
  constexpr KernelSetBuilder Out(Slots slots, PrecisionType precision) const {
    return Out(slots, precision, set_.defs[0].layout);
  }
  constexpr KernelSetBuilder Out(Slots slots, PrecisionType precision,
                                 DataLayoutType layout) const {
    KernelSetBuilder next = *this;
    for (KernelDef& def : next.set_.defs) {
      for (const char* slot : slots) {
        def.outputs[def.output_count++] =
            kernel_internal::Bind(def, slot, {def.target, precision, layout});
      }
    }
    return next;
  }
  constexpr operator KernelSet<N>() const { return set_; }  // NOLINT: ends the registration

 private:
  KernelSet<N> set_;
};

namespace kernel_internal {

template <typename Class>
std::unique_ptr<Kernel> Create() {
  return std::make_unique<Class>();
}

// With LITE_DECLARE_KERNELS a kernel's file yields its declaration only: nothing refers to the
// class's functions, so they need no code of the target. opt declares the kernels of all targets.
template <typename Class>
constexpr std::unique_ptr<Kernel> (*Creator())() {
#ifdef LITE_DECLARE_KERNELS
  return nullptr;
#else
  return &Create<Class>;
#endif
}

template <typename Class, typename = void>
struct SupportsHook {
  static constexpr Status (*kFunction)(const Op&) = nullptr;
};
template <typename Class>
struct SupportsHook<Class, std::void_t<decltype(&Class::Supports)>> {
  static Status Call(const Op& op) {
    return Class::Supports(static_cast<const typename Class::OpClass&>(op));
  }
  static constexpr Status (*kFunction)(const Op&) = &Call;
};

// Whether a kernel of Class may be called with operators of OpStruct. Operator types of one family
// share kernels through a common base.
template <typename Class, typename OpStruct, typename = void>
struct FitsOp : std::true_type {};
template <typename Class, typename OpStruct>
struct FitsOp<Class, OpStruct, std::void_t<typename Class::OpClass>>
    : std::is_base_of<typename Class::OpClass, OpStruct> {};

template <typename Class, typename = void>
struct Gflops {
  static constexpr double kValue = 0;
};
template <typename Class>
struct Gflops<Class, std::void_t<decltype(Class::kGflops)>> {
  static constexpr double kValue = Class::kGflops;
};

template <typename Class>
constexpr KernelDef MakeDef(const char* op_type, const char* alias, TargetType target,
                            PrecisionType precision, DataLayoutType layout, const char* file) {
  KernelDef def;
  def.op_type = op_type;
  def.alias = alias;
  def.target = target;
  def.precision = precision;
  def.layout = layout;
  def.file = file;
  def.create = Creator<Class>();
  def.gflops = Gflops<Class>::kValue;
  def.supports = SupportsHook<Class>::kFunction;
  return def;
}

}  // namespace kernel_internal

// All kernels of the build, sorted by operator type. Generated; every entry is checked by the
// linker.
Span<const KernelDef* const> KernelTable();
// The kernels of one operator, in table order; those of the build without a table.
Span<const KernelDef* const> KernelsOf(const std::string& op_type);
Span<const KernelDef* const> KernelsOf(Span<const KernelDef* const> table,
                                       const std::string& op_type);

}  // namespace paddle::lite

// Registers Class as a kernel of operator `op`. Use at global namespace scope, in exactly this
// form:
//
//   REGISTER_LITE_KERNEL(equal, kHost, kFloat, kNCHW, paddle::lite::kernels::host::Equal, def)
//       .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kBool))})
//       .Finalize();
//
// Slots that are not bound have the target, precision and layout of the kernel itself.
// A class may define `static Status Supports(const OpClass&)` to refuse operators with a reason,
// and `static constexpr double kGflops` if its rate is not typical of the target. The block defines
// a constant and runs nothing at start-up; the build scans these blocks to generate the table of
// references.
#define REGISTER_LITE_KERNEL(op, target_, precision_, layout_, Class, alias_)                   \
  static_assert(                                                                                \
      ::paddle::lite::kernel_internal::FitsOp<Class, ::paddle::lite::operators::LiteOp_##op>{}, \
      "the class is a kernel of another operator than " #op);                                   \
  using ::paddle::lite::LiteType;                                                               \
  extern const ::paddle::lite::KernelDef                                                        \
      lite_kernel__##op##__##alias_##__##target_##__##precision_##__##layout_;                  \
  constexpr ::paddle::lite::KernelDef                                                           \
      lite_kernel__##op##__##alias_##__##target_##__##precision_##__##layout_ =                 \
          ::paddle::lite::KernelDefBuilder(::paddle::lite::kernel_internal::MakeDef<Class>(     \
              #op, #alias_, TARGET(target_), PRECISION(precision_), DATALAYOUT(layout_),        \
              __FILE__))

// The same in short, for one or more (at most 12) operator types that share a class. Use in the
// class's namespace:
//
//   LITE_KERNELS(kHost, kAny, kNCHW, def, ViewKernel, reshape, reshape2, flatten);
//
//   LITE_KERNELS(kHost, kAny, kNCHW, def, CompareKernel<Equal>, equal)
//       .Out({"Out"}, PRECISION(kBool));
//
// In and Out name the slots that differ from the kernel's own element type or layout.
#define LITE_KERNELS(target_, precision_, layout_, alias_, Class, ...)                            \
  LITE_KERNELS_EACH(LITE_KERNELS_FITS, Class, __VA_ARGS__)                                        \
  LITE_KERNELS_DEFINE(                                                                            \
      LITE_KERNELS_NAME(LITE_KERNELS_FIRST(__VA_ARGS__, ), alias_, target_, precision_, layout_), \
      LITE_KERNELS_COUNT(__VA_ARGS__),                                                            \
      (::paddle::lite::kernel_internal::MakeDef<Class>(                                           \
          "", #alias_, TARGET(target_), PRECISION(precision_), DATALAYOUT(layout_), __FILE__)),   \
      LITE_KERNELS_EACH(LITE_KERNELS_TEXT, , __VA_ARGS__))

// C linkage, so that the generated table names it without its namespace.
#define LITE_KERNELS_DEFINE(name, count, def, ...)        \
  extern "C" const ::paddle::lite::KernelSet<count> name; \
  constexpr ::paddle::lite::KernelSet<count> name =       \
      ::paddle::lite::KernelSetBuilder<count>(LITE_KERNELS_BARE def, {__VA_ARGS__})
#define LITE_KERNELS_BARE(...) __VA_ARGS__
#define LITE_KERNELS_NAME(...) LITE_KERNELS_PASTE(__VA_ARGS__)
#define LITE_KERNELS_PASTE(op, alias_, target_, precision_, layout_) \
  lite_kernels__##op##__##alias_##__##target_##__##precision_##__##layout_
#define LITE_KERNELS_FIRST(op, ...) op
#define LITE_KERNELS_TEXT(unused, op) #op,
#define LITE_KERNELS_FITS(Class, op)                                                            \
  static_assert(                                                                                \
      ::paddle::lite::kernel_internal::FitsOp<Class, ::paddle::lite::operators::LiteOp_##op>{}, \
      "the class is a kernel of another operator than " #op);

#define LITE_KERNELS_PICK(a, b, c, d, e, f, g, h, i, j, k, l, chosen, ...) chosen
#define LITE_KERNELS_COUNT(...) \
  LITE_KERNELS_PICK(__VA_ARGS__, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, )
#define LITE_KERNELS_EACH(f, c, ...)                                                \
  LITE_KERNELS_PICK(__VA_ARGS__, LITE_KERNELS_12, LITE_KERNELS_11, LITE_KERNELS_10, \
                    LITE_KERNELS_9, LITE_KERNELS_8, LITE_KERNELS_7, LITE_KERNELS_6, \
                    LITE_KERNELS_5, LITE_KERNELS_4, LITE_KERNELS_3, LITE_KERNELS_2, \
                    LITE_KERNELS_1, )                                               \
  (f, c, __VA_ARGS__)
#define LITE_KERNELS_1(f, c, op) f(c, op)
#define LITE_KERNELS_2(f, c, op, ...) f(c, op) LITE_KERNELS_1(f, c, __VA_ARGS__)
#define LITE_KERNELS_3(f, c, op, ...) f(c, op) LITE_KERNELS_2(f, c, __VA_ARGS__)
#define LITE_KERNELS_4(f, c, op, ...) f(c, op) LITE_KERNELS_3(f, c, __VA_ARGS__)
#define LITE_KERNELS_5(f, c, op, ...) f(c, op) LITE_KERNELS_4(f, c, __VA_ARGS__)
#define LITE_KERNELS_6(f, c, op, ...) f(c, op) LITE_KERNELS_5(f, c, __VA_ARGS__)
#define LITE_KERNELS_7(f, c, op, ...) f(c, op) LITE_KERNELS_6(f, c, __VA_ARGS__)
#define LITE_KERNELS_8(f, c, op, ...) f(c, op) LITE_KERNELS_7(f, c, __VA_ARGS__)
#define LITE_KERNELS_9(f, c, op, ...) f(c, op) LITE_KERNELS_8(f, c, __VA_ARGS__)
#define LITE_KERNELS_10(f, c, op, ...) f(c, op) LITE_KERNELS_9(f, c, __VA_ARGS__)
#define LITE_KERNELS_11(f, c, op, ...) f(c, op) LITE_KERNELS_10(f, c, __VA_ARGS__)
#define LITE_KERNELS_12(f, c, op, ...) f(c, op) LITE_KERNELS_11(f, c, __VA_ARGS__)
