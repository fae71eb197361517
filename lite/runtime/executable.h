// A program ready to run: operators bound to tensors, kernels prepared, memory planned.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lite/base/offset_planner.h"
#include "lite/base/status.h"
#include "lite/core/tensor.h"
#include "lite/kernels/kernel.h"
#include "lite/model/program.h"
#include "lite/runtime/observer.h"

namespace paddle::lite {

struct ExecutableOptions {
  int threads = 1;
  // Targets whose kernels may be used where the program names none, or one this build lacks; kHost
  // is always tried last. Empty = every CPU target of the build.
  std::vector<TargetType> targets;
};

// One predictor's program. One thread at a time may use an Executable; clones may run concurrently.
class Executable {
 public:
  // Checks the whole program before anything runs: every unknown operator and missing kernel is
  // listed at once.
  static Result<std::unique_ptr<Executable>> Create(model::Model model,
                                                    const ExecutableOptions& options);
  ~Executable();

  // Another executable of the same program with the same weights (and packed weights), own
  // activations. `private_params` are copied instead of shared.
  Result<std::unique_ptr<Executable>> Clone(
      const std::vector<std::string>& private_params = {}) const;

  // In feed / fetch column order.
  const std::vector<std::string>& input_names() const;
  const std::vector<std::string>& output_names() const;
  Tensor* input(size_t index);
  const Tensor* output(size_t index) const;
  std::vector<std::string> param_names() const;
  // Any variable of the program; null when there is none. Its memory may have been reused by a
  // later tensor. Operators between which a tensor would never be there as a whole (see
  // docs/design/runtime.md) run one by one from the next run on when the tensor was asked for.
  Tensor* FindTensor(const std::string& name);
  std::vector<std::string> variable_names() const;

  // Runs the program once on the inputs' current shapes and data. Input shape changes re-infer
  // shapes and re-plan memory; otherwise nothing is inferred, allocated or looked up.
  Status Run();

  // What Run does before the first operator: checks the inputs, infers shapes, chooses and prepares
  // kernels, plans memory. For tools that want the plan without the computation.
  Status Prepare();

  // Frees all activation memory, inputs included; the next Run allocates again.
  void ReleaseMemory();

  void set_threads(int threads);
  int threads() const;
  // The team that runs the kernels, e.g. to bind its threads to cores. Replaced by set_threads.
  ThreadPool* pool();

  // Watches every operator of the following runs; null returns to the plain loop. Not owned. May
  // make the next run plan anew: observed operators run one by one.
  void set_observer(Observer* observer);

  // The memory plan of the last run.
  struct MemoryUse {
    size_t weights = 0;      // parameters that are in memory, and packed forms
    size_t activations = 0;  // the planned arena, peak
    size_t scratch = 0;
    size_t io = 0;       // inputs and outputs
    size_t settled = 0;  // what follows from the shapes (operators/settled_values.h)
  };
  MemoryUse memory_use() const;
  // The blocks that the last plan put into the arena.
  Span<const Interval> planned_blocks() const;

  // The program as it runs (kernel attributes filled in).
  const model::Program& program() const;
  // One line per operator: type, kernel key and, where another was asked for, why this one.
  std::vector<std::string> KernelReport() const;

 private:
  struct Impl;
  explicit Executable(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace paddle::lite
