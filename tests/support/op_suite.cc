#include "tests/support/op_suite.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "lite/core/device.h"
#include "tests/support/op_compare.h"
#include "tests/support/op_instance.h"
#include "tests/support/op_variables.h"

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
          dims[2] += 3;
          dims[3] += 5;
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

}  // namespace

OpSuite::OpSuite(std::string op_type, Tolerance tolerance)
    : op_type_(std::move(op_type)), tolerance_(tolerance) {}

OpSuite::~OpSuite() {
  std::printf("[  suite   ] %s: %d cases, %d of them computed by Paddle\n", op_type_.c_str(),
              cases_, golden_);
  for (const auto& [key, tally] : tallies_) {
    if (tally.cases == 0 && tally.skipped.size() == 1 && tally.skipped.count(kOtherType) != 0) {
      continue;  // made for other cases
    }
    std::printf("[  kernel  ] %s: %d cases, %d runs (%d resized, %d in place, %d channels last)\n",
                key.c_str(), tally.cases, tally.runs, tally.resized, tally.in_place,
                tally.channels_last);
    for (const auto& [reason, count] : tally.skipped) {
      std::printf("[  skipped ]   %d cases: %s\n", count, reason.c_str());
    }
  }
}

std::string OpSuite::RunKernel(const KernelDef& def, const OpCase& c, Tally* tally) {
  std::string reason = RunInLayout(def, c, DataLayoutType::kNCHW, tally);
  if (reason.empty()) {
    ++tally->cases;
    if (MayRunChannelsLast(def, c) && RunInLayout(def, c, DataLayoutType::kNHWC, tally).empty()) {
      ++tally->channels_last;
    }
  }
  return reason;
}

std::string OpSuite::RunInLayout(const KernelDef& def, const OpCase& c, DataLayoutType free_layout,
                                 Tally* tally) {
  if (def.create == nullptr) return "only declared in this build";
  if (FindDevice(def.target) == nullptr) {
    return StrCat("no device for target ", TargetToStr(def.target));
  }
  const Tolerance base = c.has_tolerance ? c.tolerance : tolerance_;
  const auto fail = [&](int threads, const std::string& phase, const std::string& complaint) {
    ADD_FAILURE() << op_type_ << ": " << c.ToString() << "\n  kernel " << def.Key() << " ("
                  << def.file << "), " << DataLayoutToStr(free_layout) << ", " << threads
                  << " threads, " << phase << ": " << complaint;
  };

  SlotTensors first;  // results of the first run: every other run must produce the same bits
  for (const int threads : {1, 3}) {
    OpInstance instance(def, c, threads, free_layout);
    Status status = instance.Create();
    if (status.ok()) status = instance.SetInputs(c.inputs, c.input_arrays);
    if (status.code() == StatusCode::kUnsupported) return status.message();
    if (status.ok()) status = instance.Supports();
    if (status.code() == StatusCode::kUnsupported) return status.message();
    if (status.ok()) status = instance.Infer();
    if (!status.ok()) {
      fail(threads, "infer", status.ToString());
      return "";
    }
    SlotTensors expected = c.expected;
    for (const auto& entry : c.output_arrays) expected.insert(entry);
    // A kernel that writes another type than expected is another member of the family, e.g. an int8
    // convolution with float output.
    for (auto& [slot, tensors] : expected) {
      const LiteType type = def.OutputType(slot.c_str());
      if (c.output_arrays.count(slot) != 0 || type.precision == PrecisionType::kAny) continue;
      for (TestTensor& tensor : tensors) {
        if (type.precision == PrecisionType::kFP16 && tensor.precision == PrecisionType::kFloat) {
          tensor = Convert(tensor, PrecisionType::kFP16);
        } else if (type.precision != tensor.precision) {
          return kOtherType;
        }
      }
    }
    const Tolerance tolerance = instance.halved() ? Sum(base, kHalfTolerance) : base;
    if (instance.halved()) {
      for (auto& entry : expected) {
        for (TestTensor& tensor : entry.second) {
          if (tensor.precision == PrecisionType::kFloat &&
              def.OutputType(entry.first.c_str()).precision == PrecisionType::kAny) {
            tensor = Convert(tensor, PrecisionType::kFP16);
          }
        }
      }
    }

    status = instance.Prepare();
    if (!status.ok()) {
      fail(threads, "prepare", status.ToString());
      return "";
    }
    const auto run = [&](OpInstance* it, const std::string& phase, bool in_place,
                         SlotTensors* outputs) {
      Result<SlotTensors> result = it->Run(in_place);
      ++tally->runs;
      if (!result.ok()) {
        fail(threads, phase, result.status().ToString());
        return false;
      }
      *outputs = std::move(result).value();
      return true;
    };

    SlotTensors found;
    if (!run(&instance, "fresh", false, &found)) return "";
    std::string complaint;
    if (c.check) {
      complaint = c.check(found);
    } else {
      complaint = CompareSlots(found, expected, tolerance);
    }
    if (complaint.empty() && !first.empty()) complaint = CompareBits(found, first);
    if (!complaint.empty()) {
      fail(threads, "fresh", complaint);
      return "";
    }
    // Slots that are not checked may be left unwritten.
    for (auto it = found.begin(); it != found.end();) {
      it = expected.count(it->first) == 0 ? found.erase(it) : std::next(it);
    }
    if (first.empty()) first = found;

    if (!run(&instance, "again", false, &found)) return "";
    complaint = CompareBits(found, first);
    if (!complaint.empty()) {
      fail(threads, "again", complaint);
      return "";
    }
    if (instance.CanRunInPlace()) {
      ++tally->in_place;
      if (!run(&instance, "in place", true, &found)) return "";
      complaint = CompareBits(found, first);
      if (!complaint.empty()) {
        fail(threads, "in place", complaint);
        return "";
      }
    }
    for (const SlotTensors& other : OtherShapes(c)) {
      OpInstance reference(def, c, threads, free_layout);
      status = reference.Create();
      if (status.ok()) status = reference.SetInputs(other, c.input_arrays);
      if (status.ok()) status = reference.Supports();
      if (status.ok()) status = reference.Infer();
      if (!status.ok()) {
        if (!c.resized.empty()) fail(threads, "other shape", status.ToString());
        continue;
      }
      SlotTensors there;
      status = reference.Prepare();
      if (!status.ok()) {
        fail(threads, "other shape, prepare", status.ToString());
        return "";
      }
      if (!run(&reference, "other shape", false, &there)) return "";
      for (auto it = there.begin(); it != there.end();) {
        it = expected.count(it->first) == 0 ? there.erase(it) : std::next(it);
      }
      status = instance.SetInputs(other, c.input_arrays);
      if (status.ok()) status = instance.Infer();
      if (status.ok()) status = instance.Prepare();
      if (!status.ok()) {
        fail(threads, "resized", status.ToString());
        return "";
      }
      if (!run(&instance, "resized", false, &found)) return "";
      complaint = CompareBits(found, there);
      if (!complaint.empty()) {
        fail(threads, "resized", complaint);
        return "";
      }
      status = instance.SetInputs(c.inputs, c.input_arrays);
      if (status.ok()) status = instance.Infer();
      if (status.ok()) status = instance.Prepare();
      if (!status.ok()) {
        fail(threads, "resized back", status.ToString());
        return "";
      }
      if (!run(&instance, "resized back", false, &found)) return "";
      complaint = CompareBits(found, first);
      if (!complaint.empty()) {
        fail(threads, "resized back", complaint);
        return "";
      }
      ++tally->resized;
      break;
    }
  }
  return "";
}

void OpSuite::RunOn(const KernelDef& def, const OpCase& c) {
  ++cases_;
  const std::string reason = RunKernel(def, c, &tallies_[def.Key()]);
  EXPECT_EQ(reason, "") << op_type_ << ": " << c.ToString();
}

void OpSuite::Run(const OpCase& c) {
  ++cases_;
  const char* filter = std::getenv("LITE_TEST_KERNEL");
  bool ran = false;
  std::string reasons;
  for (const KernelDef* def : KernelsOf(op_type_)) {
    const std::string key = def->Key();
    if (filter != nullptr && key.find(filter) == std::string::npos) {
      ran = true;
      continue;
    }
    Tally& tally = tallies_[key];
    const std::string reason = RunKernel(*def, c, &tally);
    if (reason.empty()) {
      ran = true;
    } else {
      ++tally.skipped[reason];
      reasons += StrCat("\n  ", key, ": ", reason);
    }
  }
  EXPECT_TRUE(ran) << op_type_ << ": " << c.ToString() << ": no kernel accepts this case"
                   << reasons;
}

void OpSuite::RunGolden() {
  bool found = false;
  for (const char* suffix : {".txt", ".fluid.txt"}) {
    const std::string path = StrCat(LITE_TEST_DATA_DIR, "/ops/golden/", op_type_, suffix);
    const Result<std::vector<OpCase>> cases = LoadGolden(path);
    if (cases.status().code() == StatusCode::kNotFound) continue;
    ASSERT_TRUE(cases.ok()) << cases.status().ToString();
    found = true;
    for (const OpCase& c : *cases) {
      Run(c);
      ++golden_;
    }
  }
  EXPECT_TRUE(found) << "no golden file for " << op_type_;
}

void OpSuite::ExpectError(const OpCase& c, const std::string& text) {
  ++cases_;
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
  Status status = model::LoadFields(*desc, &variables, FieldsOf(op.get()));
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
