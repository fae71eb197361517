// A program ready to run: operators bound to tensors, kernels prepared, memory planned.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/offset_planner.h"
#include "lite/base/status.h"
#include "lite/base/thread_pool.h"
#include "lite/core/tensor.h"
#include "lite/kernels/kernel.h"
#include "lite/model/program.h"
#include "lite/runtime/observer.h"

namespace paddle::lite {
namespace operators {
struct SubgraphSettings;
}

struct ExecutableOptions {
  int threads = 1;
  ThreadPool::Waiting waiting = ThreadPool::Waiting::kSpin;
  // Targets whose kernels may be used if the program names none, or one that this build lacks;
  // kHost is always tried last. Empty = every CPU target of the build.
  std::vector<TargetType> targets;
  // The index of the device that runs the kernels of a target with its own memory, for targets that
  // are not in `device_ids`.
  int device_id = 0;
  std::vector<DeviceId> device_ids;
  // The queues of a device (streams of CUDA) that branches of the program are divided among. A
  // caller's stream is the only one.
  int streams = 1;
  // Devices that are not those of the build, and kernels for them. The kernels outlive the
  // executable.
  std::vector<std::shared_ptr<Device>> devices;
  std::vector<const KernelDef*> more_kernels;
  // Where a device cannot run the program (images beyond its limits, programs that it does not
  // compile, too little memory, a lost device), other targets run its operators until the shapes
  // change. False: that is an error.
  bool leave_devices = true;
  // For the accelerators that compile blocks of the program; may be null.
  std::shared_ptr<const operators::SubgraphSettings> subgraph_settings;
  // False for a reference run: every value has memory of its own, and operators run one by one,
  // each in every run. The plan and its errors then have no influence on the results.
  bool reuse_memory = true;
  // The limit of iterations of all loops in one run. 0 = LITE_MAX_LOOP_ITERATIONS where the
  // environment sets it, otherwise kMaxLoopIterations.
  int64_t max_loop_iterations = 0;
  // Operators whose file names a float32 kernel of a processor run in half precision
  // (half_precision.h).
  bool prefer_half = false;
  // Those that multiply by float32 weights do it in bfloat16 where that is faster.
  bool prefer_bfloat16 = false;
};
constexpr int64_t kMaxLoopIterations = 1000000;

// The program of one predictor. An Executable may be used by one thread at a time; clones may run
// concurrently.
class Executable {
 public:
  // Checks the whole program before anything runs: every unknown operator and missing kernel is
  // listed at once.
  static Result<std::unique_ptr<Executable>> Create(model::Model model,
                                                    const ExecutableOptions& options);
  ~Executable();

  // Another executable of the same program, which shares weights and packed weights but has its own
  // activations. `private_params` are copied instead of shared.
  Result<std::unique_ptr<Executable>> Clone(
      const std::vector<std::string>& private_params = {}) const;

  // In feed / fetch column order.
  const std::vector<std::string>& input_names() const;
  const std::vector<std::string>& output_names() const;
  Tensor* input(size_t index);
  const Tensor* output(size_t index) const;
  std::vector<std::string> param_names() const;
  // Any variable of the program. Its memory may have been reused by a later tensor. Asking for a
  // tensor that is only produced in strips (see docs/design/runtime.md) disables that chain from
  // the next run on.
  Result<Tensor*> FindTensor(const std::string& name);
  std::vector<std::string> variable_names() const;
  // An input, output or variable goes to a caller, who may change its shape, element type, memory
  // and elements between runs: a run checks that and does what the plan did not foresee.
  void GiveOut(Tensor* tensor, const std::string& name);
  // Whether the tensor is a parameter, of which callers may change the elements only.
  bool IsParameter(const Tensor* tensor) const;

  // Runs the program once on the inputs' current shapes and data. Input shape changes re-infer
  // shapes and re-plan memory; otherwise nothing is inferred, allocated or looked up.
  Status Run();

  // The part of Run before the first operator: checks the inputs, infers shapes, chooses and
  // prepares kernels, plans memory. For tools that need the plan without the computation.
  Status Prepare();

  // Why an input cannot be used by a run, for interfaces with words of their own; Run and Prepare
  // fail with `status` before they do anything else.
  struct InputFault {
    enum class Kind { kNoData, kTooLarge, kOtherType };
    Kind kind;
    size_t index;
    PrecisionType expected;  // kUnk if the model declares none
    Status status;
  };
  // The first fault; none if all inputs can be used.
  std::optional<InputFault> FindInputFault() const;

  // Frees all activation memory, including inputs; the next Run allocates it again. Parameters that
  // the program has written keep their values.
  void ReleaseMemory();
  // The next run begins with the parameters of the file, like the first one, and not with what the
  // program has written.
  Status ResetStates();

  // From now on, what runs on the target's device is queued into the caller's queue
  // (DeviceContext::UseStream); null returns to an own one. Clones, and operators in the blocks of
  // loops and conditions, have their own. No effect on targets in host memory.
  Status SetStream(TargetType target, void* stream);

  // Returns how many run, which is fewer where the system refuses to start some.
  int set_threads(int threads);
  int threads() const;
  // The pool that runs the kernels, e.g. to bind its threads to cores. Replaced by set_threads.
  ThreadPool* pool();

  // Observes every operator of the following runs; null returns to the plain loop. Not owned. May
  // cause a new plan in the next run, because observed operators run one by one.
  void set_observer(Observer* observer);

  // The memory plan of the last run.
  struct MemoryUse {
    size_t weights = 0;      // parameters that are in memory, and packed forms
    size_t activations = 0;  // the planned arena, peak
    size_t scratch = 0;
    size_t io = 0;       // inputs and outputs
    size_t settled = 0;  // values that depend only on shapes (operators/settled_values.h)
  };
  MemoryUse memory_use() const;
  // The blocks placed in the arena by the last plan.
  Span<const Interval> planned_blocks() const;

  // The program as it runs (kernel attributes filled in).
  const model::Program& program() const;
  // One line per step of a run: the operator, the queue it runs on, and the operators it waits for.
  // Empty if only the host computes.
  std::vector<std::string> QueueReport() const;
  // One line per operator: type, kernel key and, if another kernel was requested, the reason for
  // this one. The operators of a block follow the operator that runs it.
  std::vector<std::string> KernelReport() const;
  // How many operators, those of blocks included, run on kernels of each target, once a plan was
  // made.
  std::map<TargetType, int> KernelCounts() const;
  // The same by the element type that a kernel is made for, kAny of those that take any, and by
  // what it multiplies.
  std::map<std::pair<PrecisionType, std::string>, int> KernelPrecisions() const;

 private:
  struct Impl;
  explicit Executable(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace paddle::lite
