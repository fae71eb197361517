#include "tests/support/op_suite.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

#include "lite/core/device.h"
#include "tests/support/emulation.h"
#include "tests/support/memory_limit.h"
#include "tests/support/op_compare.h"
#include "tests/support/op_instance.h"
#include "tests/support/op_sweeps.h"
#include "tests/support/op_variables.h"
#include "tests/support/sanitizer.h"

namespace paddle::lite::test {
namespace {

// The tensor with another shape of the same rank; values repeat.
TestTensor Reshaped(const TestTensor& from, const DDim& dims) {
  TestTensor to(dims, from.precision);
  to.weight = from.weight;
  const size_t width = PrecisionTypeLength(from.precision);
  if (from.bytes.empty()) return to;
  for (size_t i = 0; i < to.bytes.size(); i += width) {
    std::memcpy(to.bytes.data() + i, from.bytes.data() + i % from.bytes.size(), width);
  }
  return to;
}

// Candidates for the resized run: activations get other images or another batch.
std::vector<SlotTensors> OtherShapes(const OpCase& c) {
  if (!c.resized.empty()) return {c.resized};
  const TestTensor* lead = nullptr;
  for (const auto& entry : c.inputs) {
    for (const TestTensor& tensor : entry.second) {
      if (tensor.weight) continue;
      if (!tensor.lod.empty() || tensor.dims.rank() == 0 || tensor.numel() == 0) return {};
      if (lead == nullptr || tensor.dims.rank() > lead->dims.rank()) lead = &tensor;
    }
  }
  if (lead == nullptr || !c.input_arrays.empty()) return {};
  std::vector<SlotTensors> candidates;
  for (const bool images : {true, false}) {
    if (images && lead->dims.rank() != 4) continue;
    SlotTensors inputs = c.inputs;
    for (auto& entry : inputs) {
      for (TestTensor& tensor : entry.second) {
        if (tensor.weight || tensor.dims[0] != lead->dims[0]) continue;
        DDim dims = tensor.dims;
        dims[0] += 1;
        if (images && dims.rank() == 4) {
          if (tensor.dims[2] != lead->dims[2] || tensor.dims[3] != lead->dims[3]) continue;
          // Small steps: in most cases this run takes longer than all others together.
          dims[2] += 1;
          dims[3] += 2;
        }
        tensor = Reshaped(tensor, dims);
      }
    }
    candidates.push_back(std::move(inputs));
  }
  return candidates;
}

// Whether the optimiser may give the free slots of this kernel channels-last tensors in this case:
// some activation of rank 4 is bound to any layout, and so are all outputs of rank 4, while no
// weight is whose elements would have to move.
bool MayRunChannelsLast(const KernelDef& def, const OpCase& c) {
  bool found = false;
  for (const auto& [slot, tensors] : c.inputs) {
    if (def.InputType(slot.c_str()).layout != DataLayoutType::kAny) continue;
    for (const TestTensor& tensor : tensors) {
      const DDim& dims = tensor.dims;
      if (dims.rank() != 4) continue;
      const bool moves = dims[1] != 1 && dims[2] * dims[3] != 1;
      if (tensor.weight && moves) return false;
      if (!tensor.weight) found = true;
    }
  }
  for (const auto& [slot, tensors] : c.expected) {
    const bool any = def.OutputType(slot.c_str()).layout == DataLayoutType::kAny;
    for (const TestTensor& tensor : tensors) {
      if (tensor.dims.rank() == 4 && !any) return false;
    }
  }
  return found;
}

Tolerance Sum(const Tolerance& a, const Tolerance& b) {
  return {a.absolute + b.absolute, a.relative + b.relative, a.of_max + b.of_max,
          a.integer + b.integer};
}

// Pools outlive the cases: starting threads costs more than most cases.
ThreadPool* PoolOf(int threads) {
  static ThreadPool one(1), three(3);
  return threads == 1 ? &one : &three;
}

// Threads in portable kernels are tested on the machine that builds the tests: an emulated
// processor, on which a case takes many times as long, has its memory order. With sanitizers, it
// runs everything with one thread: on x86, they check what several threads access.
bool IsTestedInThreads(TargetType target) {
  return !IsEmulated() || (target != TargetType::kHost && !kUnderSanitizer);
}

size_t BytesOf(const OpCase& c) {
  size_t bytes = 0;
  for (const SlotTensors* slots : {&c.inputs, &c.expected}) {
    for (const auto& [slot, tensors] : *slots) {
      for (const TestTensor& tensor : tensors) bytes += tensor.bytes.size();
    }
  }
  return bytes;
}

// Whether a case runs once for each number of threads, and not again, in place and with other
// shapes. On an emulated processor and under sanitizers, cases that are larger than a kernel's
// tiles take most of the time; the smaller ones of the same suite run in all ways.
bool RunsOnce(const OpCase& c) {
  constexpr size_t kLarge = 48 << 10;
  return (IsEmulated() || kUnderSanitizer) && BytesOf(c) > kLarge;
}

// One case on one kernel, with one layout for slots of any layout.
class CaseRun {
 public:
  CaseRun(const KernelDef& def, const OpCase& c, const Tolerance& tolerance, DataLayoutType layout,
          bool in_threads)
      : def_(def),
        case_(c),
        tolerance_(tolerance),
        layout_(layout),
        in_threads_(in_threads),
        once_(RunsOnce(c)) {}

  CaseOutcome Run() {
    if (def_.create == nullptr) return CaseOutcome::Refused("only declared in this build");
    if (!HasDevice(def_.target)) return CaseOutcome::Refused("no device");
    // The threads of the host do not share the work of a device.
    const bool ran = RunWith(1) && (!in_threads_ || !IsHostMemory(def_.target) || RunWith(3));
    if (ran) outcome_.result = CaseOutcome::Result::kRan;
    return outcome_;
  }

 private:
  bool Fail(const char* phase, const std::string& complaint) {
    ADD_FAILURE() << def_.op_type << ": " << case_.ToString() << "\n  kernel " << def_.Key() << " ("
                  << def_.file << "), " << DataLayoutToStr(layout_) << ", " << pool_->threads()
                  << " threads, " << phase << ": " << complaint;
    return false;
  }

  // All steps return false after a failure.
  bool BringUp(OpInstance* instance, const SlotTensors& inputs, const char* phase) {
    Status status = instance->Accept(inputs, case_.input_arrays);
    if (status.code() == StatusCode::kUnsupported && !accepted_) {
      outcome_ = CaseOutcome::Refused(status.message());
      return false;
    }
    if (status.ok()) status = instance->Prepare();
    accepted_ = true;
    return status.ok() || Fail(phase, status.ToString());
  }

  bool Compute(OpInstance* instance, const char* phase, bool in_place, SlotTensors* found) {
    Result<SlotTensors> result = instance->Run(in_place);
    if (!result.ok()) return Fail(phase, result.status().ToString());
    *found = std::move(result).value();
    return true;
  }

  // The same bits as `expected`, in its slots: others may stay unwritten.
  bool ComputeSame(OpInstance* instance, const char* phase, const SlotTensors& expected,
                   bool in_place = false) {
    SlotTensors found;
    if (!Compute(instance, phase, in_place, &found)) return false;
    const std::string complaint = CompareBits(found, expected);
    return complaint.empty() || Fail(phase, complaint);
  }

  bool RunWith(int threads) {
    pool_ = PoolOf(threads);
    OpInstance instance(def_, case_, pool_, layout_);
    const Status status = instance.Create();
    if (!status.ok()) return Fail("create", status.ToString());
    if (!BringUp(&instance, case_.inputs, "infer and prepare")) return false;
    if (threads == 1) {
      if (!ComputeFirst(&instance) || !ComputeOther()) return false;
      outcome_.in_place = instance.CanRunInPlace();
    } else if (!ComputeSame(&instance, "fresh", first_)) {
      return false;
    }
    if (once_) return true;
    const bool repeated = threads == 1 || !IsEmulated();
    if (repeated && !ComputeSame(&instance, "again", first_)) return false;
    if (repeated && outcome_.in_place && !ComputeSame(&instance, "in place", first_, true))
      return false;
    if (!outcome_.resized) return true;
    if (!BringUp(&instance, other_, "resized") || !ComputeSame(&instance, "resized", there_))
      return false;
    return !repeated || (BringUp(&instance, case_.inputs, "resized back") &&
                         ComputeSame(&instance, "resized back", first_));
  }

  // Against the values of the case.
  bool ComputeFirst(OpInstance* instance) {
    if (!Compute(instance, "fresh", false, &first_)) return false;
    const SlotTensors& expected = instance->expected();
    Tolerance tolerance = tolerance_;
    if (instance->halved()) {
      tolerance = Sum(tolerance, kHalfTolerance);
      tolerance.absolute += kHalfTolerance.of_max * case_.largest_sum;
    }
    const std::string complaint =
        case_.check == nullptr ? CompareSlots(first_, expected, tolerance, &outcome_.deviation)
                               : CompareChecked(expected);
    if (!complaint.empty()) return Fail("fresh", complaint);
    KeepSlots(expected, &first_);
    return true;
  }

  std::string CompareChecked(const SlotTensors& expected) const {
    const std::string complaint = CompareHeaders(first_, expected);
    return complaint.empty() ? case_.check(first_) : complaint;
  }

  // Finds another shape that the operator takes, and what a new instance computes there.
  bool ComputeOther() {
    for (SlotTensors& inputs : OtherShapes(case_)) {
      OpInstance reference(def_, case_, pool_, layout_);
      Status status = reference.Create();
      if (status.ok()) status = reference.Accept(inputs, case_.input_arrays);
      if (!status.ok() && case_.resized.empty()) continue;
      if (status.ok()) status = reference.Prepare();
      if (!status.ok()) return Fail("other shape", status.ToString());
      if (!once_) {
        if (!Compute(&reference, "other shape", false, &there_)) return false;
        KeepSlots(first_, &there_);
      }
      other_ = std::move(inputs);
      outcome_.resized = true;
      return true;
    }
    return true;
  }

  static void KeepSlots(const SlotTensors& kept, SlotTensors* slots) {
    for (auto it = slots->begin(); it != slots->end();) {
      it = kept.count(it->first) == 0 ? slots->erase(it) : std::next(it);
    }
  }

  const KernelDef& def_;
  const OpCase& case_;
  const Tolerance tolerance_;
  const DataLayoutType layout_;
  const bool in_threads_, once_;
  ThreadPool* pool_ = PoolOf(1);
  bool accepted_ = false;
  SlotTensors first_;          // of the first run: every other run must produce the same bits
  SlotTensors other_, there_;  // inputs of other shapes, and what belongs to them
  CaseOutcome outcome_;
};

}  // namespace

CaseOutcome OpSuite::RunKernel(const KernelDef& def, const OpCase& c, bool recorded) {
  const Tolerance& tolerance = c.has_tolerance ? c.tolerance : tolerance_;
  const bool in_threads = !recorded || IsTestedInThreads(def.target);
  const CaseOutcome plain = CaseRun(def, c, tolerance, DataLayoutType::kNCHW, in_threads).Run();
  CaseOutcome channels_last;
  const bool ran = plain.result == CaseOutcome::Result::kRan;
  const bool both = ran && MayRunChannelsLast(def, c);
  if (both) channels_last = CaseRun(def, c, tolerance, DataLayoutType::kNHWC, in_threads).Run();
  if (recorded) RecordCase(SupportKey(def), plain, both ? &channels_last : nullptr);
  return plain;
}

void OpSuite::RunOn(const KernelDef& def, const OpCase& c) {
  const CaseOutcome outcome = RunKernel(def, c, false);
  EXPECT_EQ(outcome.reason, "") << op_type_ << ": " << c.ToString();
}

namespace {

// Whether LITE_TEST_MAX_BYTES of the environment excludes a case: for interpreters of kernels,
// which are a thousand times slower.
bool IsTooLarge(const OpCase& c) {
  static const char* const limit = std::getenv("LITE_TEST_MAX_BYTES");
  if (limit == nullptr) return false;
  return BytesOf(c) > static_cast<size_t>(std::atoll(limit));
}

// The suite of golden files sweeps their cases itself, for a table.
bool HasGoldenFile(const std::string& op) {
  const std::string stem = LITE_TEST_DATA_DIR "/ops/golden/" + op;
  for (const char* extension : {".txt", ".fluid.txt", ".lite.txt"}) {
    if (std::filesystem::exists(stem + extension)) return true;
  }
  return false;
}

}  // namespace

void OpSuite::Run(const OpCase& c) {
  if (IsTooLarge(c)) return;
  bool accepted = false;
  std::string reasons;
  for (const KernelDef* def : KernelsOf(op_type_)) {
    const std::string key = SupportKey(*def);
    if (!PassesFilter(key) || !HasDevice(def->target)) {
      accepted = true;
      continue;
    }
    const CaseOutcome outcome = RunKernel(*def, c, true);
    if (outcome.result == CaseOutcome::Result::kRefused) {
      reasons += StrCat("\n  ", key, ": ", outcome.reason);
    } else {
      accepted = true;
    }
  }
  EXPECT_TRUE(accepted) << op_type_ << ": " << c.ToString() << ": no kernel accepts this case"
                        << reasons;
  // The kernels that a filter selects are those of a device, whose memory the sweeps do not write.
  if (HasGoldenFile(op_type_) || std::getenv("LITE_TEST_KERNEL") != nullptr) return;
  Answers answers;
  BreakLevelsOfDetail(op_type_, c, &answers);
  if (HeedsMemoryLimit()) PutWildIntegers(op_type_, c, &answers);
}

void OpSuite::ExpectError(const OpCase& c, const std::string& text) {
  const Result<model::OpDesc> desc = Describe(op_type_, c);
  ASSERT_TRUE(desc.ok()) << desc.status().ToString();
  Variables variables;
  for (const SlotTensors* slots : {&c.inputs, &c.input_arrays}) {
    for (const auto& [slot, tensors] : *slots) {
      for (size_t i = 0; i < tensors.size(); ++i) {
        Tensor tensor;
        tensor.Resize(tensors[i].dims);
        tensor.set_precision(tensors[i].precision);
        tensor.set_lod(tensors[i].lod);
        if (!tensors[i].bytes.empty()) {
          ASSERT_TRUE(tensor.Allocate(tensors[i].precision).ok());
          std::copy(tensors[i].bytes.begin(), tensors[i].bytes.end(),
                    tensor.mutable_data<uint8_t>());
        }
        if (slots == &c.inputs) {
          *variables.TensorOf(VariableName(slot, i)) = std::move(tensor);
        } else {
          variables.ArrayOf(VariableName(slot, 0))->push_back(std::move(tensor));
        }
      }
    }
  }
  const std::unique_ptr<Op> op = CreateOp(op_type_);
  Status status = model::LoadOp(*desc, &variables, op.get());
  if (status.ok()) status = op->InferShape();
  if (status.ok()) status = op->InferType();
  EXPECT_FALSE(status.ok()) << op_type_ << ": " << c.ToString() << ": expected an error with '"
                            << text << "'";
  if (status.ok()) return;
  EXPECT_NE(status.message().find(text), std::string::npos)
      << op_type_ << ": " << c.ToString() << ": expected '" << text << "' in '" << status.message()
      << "'";
}

}  // namespace paddle::lite::test
