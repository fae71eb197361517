// The parts of an Executable. Binding (bind.cc), planning (plan.cc) and running (executable.cc)
// work on this.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "lite/core/device_recorder.h"
#include "lite/core/slot_visitor.h"
#include "lite/model/op_fields.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/given_out.h"
#include "lite/runtime/observer.h"
#include "lite/runtime/row_chain.h"
#include "lite/runtime/step_order.h"
#include "lite/runtime/weight_store.h"

namespace paddle::lite {

// Whether an environment variable is set to something but 0. LITE_VERBOSE asks for lines about the
// plan, LITE_STORED_KERNELS for the kernels that a model names where this build has faster ones.
bool RequestedByEnvironment(const char* variable);

// State shared by an executable and its clones.
struct SharedProgram {
  model::Program program;
  std::set<std::string> not_tensors;  // arrays and scopes
  std::set<std::string> arrays;
  std::shared_ptr<WeightStore> weights;
  std::mutex mutex;
  std::set<int> fell_back;    // blocks of which it was logged that no kernel compiled them
  std::set<TargetType> left;  // devices of which it was logged that they cannot run the program
};

struct Instruction {
  std::unique_ptr<Op> op;
  OpPosition at;
  // The tensors of its slots and, if it runs a block, those that the block reads and writes without
  // a slot.
  BoundTensors bound;
  std::vector<const Tensor*> weights;  // parameters among the inputs, each once
  bool has_packed = false;             // was prepared since the last plan
  // As of the last plan. Values decide shapes here or upstream, so shapes and memory are decided at
  // every step.
  bool dynamic = false;
  // As of the last plan, which ran it: its results follow from the shapes.
  bool settled = false;

  int inner = -1;  // the block that it runs, in Impl::inner_blocks

  const KernelDef* stored = nullptr;  // the kernel that the program names and this build has
  std::string alias;                  // of the kernel that the program names
  const KernelDef* def = nullptr;
  std::unique_ptr<Kernel> kernel;
  std::string stored_reason;    // why the program's own choice does not count
  std::unique_ptr<Op> left_op;  // the program's change of layout, while its device is left
  std::string reason;           // as of the last plan
  // Shapes, types and levels of detail of the inputs at the last Prepare of a dynamic instruction:
  // kernels of devices make tables of the levels.
  std::vector<std::tuple<DDim, PrecisionType, LoD>> prepared_for;
  size_t scratch_bytes = 0;
  bool empty = false;  // every output has no elements: nothing to run
  // As of the last plan: its result is a form of a parameter (`*_once`), shared with clones.
  bool once = false;
  // As of the last plan: 0 on the host, otherwise on the device `queues[queue - 1]`. Before it
  // runs, the events `waits` must have completed; after it, event `signal` is recorded, unless -1.
  int queue = 0;
  std::vector<int> waits;
  int signal = -1;
  // The number of the recording that begins here, or -1.
  int recording = -1;
  // As of the last plan: position of the last instruction of the chain that this one runs in, or
  // its own; and the chain that begins here.
  size_t done_at = 0;
  Span<const char> ahead;  // for its context, as of the last plan
  // As of the last plan: the instruction inside whose result this one's is stored, from element
  // `join_at` of each row on; or null.
  const Instruction* join = nullptr;
  int64_t join_at = 0;
  int64_t out_pitch = 0;  // for its context
  // As of the last plan: the instruction whose results this one stores instead of its own, which
  // they are parts of, or null; and whether another instruction does that for this one.
  const Instruction* cut = nullptr;
  bool is_cut = false;
  std::vector<Tensor*> parts;
  std::unique_ptr<RowChain> chain;

  std::string Label() const { return StrCat("op ", op->type(), " (", at.ToString(), ")"); }
};

struct InputVariable {
  std::string name;
  Tensor* tensor = nullptr;
  PrecisionType declared = PrecisionType::kUnk;
  std::vector<int64_t> declared_shape;  // -1 is open; empty where the model declares none
  // As of the last plan.
  DDim planned_dims;
  LoD planned_lod;
  PrecisionType planned_precision = PrecisionType::kUnk;
};

struct OutputVariable {
  std::string name;
  const Tensor* tensor = nullptr;
};

// A device that the executable uses, or one more queue of it, which comes after the first one and
// has no memory except scratch.
struct DeviceQueue {
  TargetType target = TargetType::kUnk;
  std::shared_ptr<Device> device;
  std::unique_ptr<DeviceContext> context;  // null until it is needed, and after a failed run
  void* stream = nullptr;                  // the caller's
  std::shared_ptr<Buffer> arena;
  std::vector<std::shared_ptr<Buffer>> blocks;  // shared by values that do not live together
  std::shared_ptr<Buffer> scratch;
  size_t scratch_bytes = 0;
  std::unique_ptr<DeviceEvent> begin, end;  // of an observed operator
};

// A device that cannot run the program for the shapes of the last plan.
struct LeftDevice {
  TargetType target = TargetType::kUnk;
  std::string reason;
  void* stream = nullptr;  // the caller's
};

// What a queue does last, while a plan is made.
struct LastStep {
  size_t step = 0;  // its number, counted from 1; 0 if there is none
  std::vector<MemoryRange> written;
};

// A step of a run that others wait for.
struct StepEvent {
  int queue = 0;
  std::unique_ptr<DeviceEvent> event;
  const Instruction* step = nullptr;
};

// Consecutive steps of a queue that are the same in every run, and are queued together.
struct Recording {
  size_t begin = 0, end = 0;  // positions of the steps
  std::unique_ptr<DeviceRecording> work;
  std::vector<uintptr_t> addresses;  // for which it was recorded
};

// The operators of one block: the main block, or one that an operator runs (inner_block.h).
struct Executable::Impl : model::SlotBinder {
  class InnerBlock;

  Impl();
  ~Impl() override;

  std::shared_ptr<SharedProgram> shared;
  ExecutableOptions options;
  std::shared_ptr<ThreadPool> pool;  // one for all blocks
  int block = 0;
  Impl* outer = nullptr;  // the block with the operator that runs this one; null for the main block

  // Every write of a variable creates a separate tensor: optimised files reuse one name for values
  // of different shapes and types. `current` holds the last write so far. This also holds for an
  // operator with a block: what the block takes from outside is bound to the last write before the
  // operator, and its results are new tensors.
  std::vector<std::unique_ptr<Tensor>> tensors;
  std::map<std::string, Tensor*> current;
  std::map<std::string, std::unique_ptr<TensorArray>> arrays;
  std::map<std::string, const model::VarDesc*> declared;

  // A variable that an inner block reads before it writes it. In the main block, such a parameter:
  // a run begins with what the last one wrote, which is one of `outputs`, after those of the
  // program.
  struct Capture {
    std::string name;
    const Tensor* before;  // in the outer block, or the parameter
    Tensor* entry;         // here, one of `inputs`
  };
  std::vector<Capture> captures;
  std::set<std::string> mentioned;        // by this block, if there are several
  std::set<std::string> written_weights;  // by this block and its inner blocks

  std::vector<Instruction> instructions;
  // Only what makes blocks knows how to delete them: a library without such operators has no code
  // of blocks (absent/inner_block.cc).
  using InnerBlockPointer = std::unique_ptr<InnerBlock, void (*)(InnerBlock*)>;
  std::vector<InnerBlockPointer> inner_blocks;
  int64_t iterations_left = 0;  // of all loops in this run; of the main block
  // The number of instructions that read a parameter, and the number not prepared by the last plan.
  struct Readers {
    int all = 0;
    int waiting = 0;
  };
  std::map<const Tensor*, Readers> weight_readers;
  // What the program was made for, if the kernels that it names do not count.
  std::string made_for;
  std::vector<InputVariable> inputs;
  std::vector<OutputVariable> outputs;
  std::vector<std::string> input_names;
  std::vector<std::string> output_names;

  bool planned = false;
  std::shared_ptr<Buffer> arena;
  std::shared_ptr<Buffer> scratch;
  size_t arena_bytes = 0;
  std::vector<Interval> arena_blocks;
  size_t scratch_bytes = 0;
  std::vector<Instruction*> steps;    // executed by a run: instructions and beginnings of chains
  bool plan_hides_operators = false;  // or would without an observer
  std::set<const Tensor*> asked_for;  // requested by name: callers may read them after a run
  GivenOutTensors given_out;
  Observer* observer = nullptr;

  WeightForms weight_forms;  // the results of instructions that run once
  // Destroyed first, because a context waits for the work that is queued.
  std::vector<DeviceQueue> queues;
  std::vector<StepEvent> events;
  std::vector<int> last_waits;  // for events, at the end of a run
  std::vector<LeftDevice> left;
  std::optional<TargetType> at_fault;  // the device on which a plan failed
  std::vector<Recording> recordings;
  // Libraries prepare what they need in the first run of a plan, which a recording must not see.
  bool records = false;

  // --- SlotBinder
  const Tensor* InputTensor(const std::string& name) override;
  Tensor* OutputTensor(const std::string& name) override;
  const TensorArray* InputArray(const std::string& name) override { return OutputArray(name); }
  TensorArray* OutputArray(const std::string& name) override;

  const model::VarDesc* FindDeclared(const std::string& name) const;
  // Whether this block or one around it has the variable.
  bool Mentions(const std::string& name) const;
  // Calls f(Impl&) for this block and all blocks that its operators run.
  template <typename F>
  void ForEachBlock(const F& f);

  Status Bind();
  void CollectNames();
  // The captures of the main block begin as the file says, and end as the program leaves them.
  Status BindStates();
  Status ResetStates();
  Status KeepStates();
  bool IsState(const Tensor* tensor) const;
  Status BindOps();
  Status BindFeed(const model::OpDesc& desc);
  Status BindFetch(const model::OpDesc& desc);
  Status BindOp(const model::OpDesc& desc, int index);
  // Shapes in the settings of values that no subgraph reads.
  void WarnAboutListedShapes();
  // Binds the block that the operator runs as of now, and then the operator, whose results are new
  // tensors of this block.
  Status BindInnerBlock(const model::OpDesc& desc, Instruction* instruction);
  Status CheckKernels();

  void Classify(Instruction* instruction, std::set<const Tensor*>* dynamic_tensors);
  Status Settle(Instruction* instruction);
  Status InferInstruction(Instruction* instruction);
  Status SelectKernel(Instruction* instruction);
  Status PrepareInstruction(Instruction* instruction);
  void ReleaseWeights(Instruction* instruction, const PreparedWeights& prepared);
  Status GrowScratch(int queue, size_t bytes);
  std::optional<InputFault> FaultOf(size_t index) const;
  Status CheckInputs(bool* changed);
  std::string UndeclaredShapes() const;
  Status CheckFetched(const Instruction& instruction) const;
  Status AllocateOutput(const Instruction& instruction, Tensor* output);
  Status Plan();
  Status PlanOnce();
  std::set<const Tensor*> TensorsOfCallers() const;
  size_t ChainEnd(size_t begin, const std::map<const Tensor*, int>& readers) const;
  // The number of readers of each tensor, callers included.
  std::map<const Tensor*, int> CountReaders() const;
  size_t PlanSteps();
  void PlanPieces();
  // The instruction that writes a value which only one other reads, or null.
  using WriterOf = std::function<Instruction*(const Tensor*)>;
  void JoinInPlace(Instruction* join, const WriterOf& writer_of);
  void CutInPlace(Instruction* cut, const WriterOf& writer_of);
  Status KeepReadable(const Tensor* tensor);
  Status PlanMemory();
  Status PlaceInBlocks(const std::vector<std::pair<Tensor*, size_t>>& values);
  Status StepDynamic(Instruction* instruction);
  template <bool kObserved, bool kQueues>
  Status RunSteps();
  Status Prepare();
  Status Run();
  void AppendKernelReport(std::vector<std::string>* lines) const;
  // Calls count(kernel, number of operators that it runs).
  void CountKernels(const std::function<void(const KernelDef&, int)>& count) const;

  // --- devices (queues.cc)
  Result<std::shared_ptr<Device>> OpenDeviceOf(TargetType target) const;
  Status AddQueue(TargetType target);
  Status OpenQueues();
  // Waits for what is queued, also if it failed, and releases contexts and events.
  void CloseQueues();
  // Notes the device of the queue if it is the reason for a failure.
  Status Blame(int queue, Status status);
  const LeftDevice* FindLeft(TargetType target) const;
  // Other targets run the operators of the device, until ReturnToDevices.
  void LeaveDevice(TargetType target, const Status& why);
  void ReturnToDevices();
  // 0 for the host's memory. Devices in use were opened for the plan.
  int QueueOf(TargetType target) const;
  void AddStreams();
  void ChooseStream(Instruction* step, const StepOrder::Operands& operands,
                    std::vector<LastStep>* last) const;
  bool InArena(const Tensor& tensor) const;
  bool RunsOnce(const Instruction& instruction) const;
  Status RunOnce(Instruction* instruction);
  RunContext ContextOf(int queue);
  std::string Describe(const Instruction& instruction) const;
  Status OrderSteps();
  Result<int> SignalOf(Instruction* step);
  Status WaitBefore(int queue, const StepEvent& event);
  Status FinishQueues();
  Status RunQueued(Instruction* instruction);
  // --- recordings (recordings.cc)
  void PlanRecordings();
  template <typename F>
  void ForEachAddress(const Recording& recording, const F& f) const;
  bool IsCurrent(const Recording& recording) const;
  Status RunSegment(Recording* recording);
  Status Record(Recording* recording);
};

}  // namespace paddle::lite
