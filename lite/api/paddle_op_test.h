// Tests of operators that are written with paddle_op_lite.h: the result of a kernel against a
// baseline that the test computes. Public header; parses as C++11, and needs no library. See
// docs/custom_operators.md.
//
// With GoogleTest included before this header, a difference is a failure of the running test;
// otherwise it is printed, and TestPrecision returns false.
#pragma once

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddle_op_lite.h"

namespace paddle {
namespace lite {
namespace arena {
inline namespace user_op {

// One test: describes an operator, its inputs, and how to compute its outputs.
class TestCase {
 public:
  TestCase(const Place& place, const std::string& alias) : place_(place), alias_(alias) {}
  virtual ~TestCase() = default;

  const Place& place() const { return place_; }
  const std::string& alias() const { return alias_; }
  const cpp::OpDesc& op_desc() const { return desc_; }
  Scope* baseline_scope() { return &scope_; }

  void Prepare() {
    PrepareData();
    PrepareOpDesc(&desc_);
  }
  // Makes the outputs with scope->NewTensor(name), from the inputs in the scope.
  virtual void RunBaseline(Scope* scope) = 0;
  // Makes the inputs with SetCommonTensor.
  virtual void PrepareData() = 0;

 protected:
  virtual void PrepareOpDesc(cpp::OpDesc* op_desc) = 0;

  template <typename T>
  void SetCommonTensor(const std::string& name, const DDim& dims, const T* data) {
    Tensor* tensor = scope_.NewTensor(name);
    tensor->Resize(dims);
    std::copy(data, data + dims.production(), tensor->mutable_data<T>());
  }

 private:
  Place place_;
  std::string alias_;
  cpp::OpDesc desc_;
  Scope scope_;
};

class Arena {
 public:
  // Kernels of the place's target run; a difference above `abs_error` is a failure.
  Arena(std::unique_ptr<TestCase>&& tester, const Place& place, float abs_error = 1e-5f)
      : tester_(std::move(tester)), place_(place), abs_error_(abs_error) {}

  // Whether all outputs, except the named ones, have the shapes, types and values of the baseline.
  bool TestPrecision(const std::vector<std::string>& exclude_outs = {}) {
    tester_->Prepare();
    tester_->RunBaseline(tester_->baseline_scope());
    const lite_api::Status ran = RunOperator();
    if (!ran.ok()) return Fail(ran.message());
    bool same = true;
    for (const auto& slot : outputs_) {
      for (size_t i = 0; i < slot.tensors.size(); ++i) {
        const std::string& name = tester_->op_desc().described().outputs.at(slot.name)[i];
        bool excluded = false;
        for (const std::string& other : exclude_outs) excluded |= other == name;
        if (!excluded) same &= Compare(name, slot.tensors[i]);
      }
    }
    return same;
  }

 private:
  struct Slot {
    std::string name;
    std::vector<PDL_OpTensor> tensors;
  };

  bool Fail(const std::string& text) const {
    const std::string full = "op " + tester_->op_desc().Type() + ": " + text;
#ifdef ADD_FAILURE
    ADD_FAILURE() << full;
#else
    std::fprintf(stderr, "%s\n", full.c_str());
#endif
    return false;
  }

  static std::vector<PDL_OpSlot> Raw(std::vector<Slot>* slots) {
    std::vector<PDL_OpSlot> raw;
    for (Slot& slot : *slots) {
      raw.push_back({slot.name.c_str(), slot.tensors.size(), slot.tensors.data()});
    }
    return raw;
  }

  // Shapes, then results, as the library does it.
  lite_api::Status RunOperator() {
    using lite_api::Status;
    using lite_api::StatusCode;
    const cpp::OpDesc& desc = tester_->op_desc();
    const OpEntry* entry = nullptr;
    for (const OpEntry& known : UserOps::Get().ops) {
      if (known.type == desc.Type()) entry = &known;
    }
    if (entry == nullptr) return Status(StatusCode::kNotFound, "is not registered");
    const UserOp op(*entry, place_.target);
    if (!op.has_kernels()) {
      return Status(StatusCode::kNotFound, "has no kernel for the target of the test");
    }
    std::vector<Slot> inputs;
    for (const auto& slot : desc.described().inputs) {
      inputs.push_back({slot.first, {}});
      for (const std::string& name : slot.second) {
        const Tensor* tensor = tester_->baseline_scope()->FindTensor(name);
        if (tensor == nullptr) {
          return Status(StatusCode::kNotFound, "PrepareData does not make '" + name + "'");
        }
        inputs.back().tensors.push_back(tensor->raw());
      }
    }
    outputs_.clear();
    for (const auto& slot : desc.described().outputs) {
      PDL_OpTensor output = {};
      const PrecisionType type = op.TypeOfOutput(slot.first);
      output.type = static_cast<PDL_Type>(type);
      if (type == PrecisionType::kUnk && !inputs.empty() && !inputs[0].tensors.empty()) {
        output.type = inputs[0].tensors[0].type;
      }
      outputs_.push_back({slot.first, std::vector<PDL_OpTensor>(slot.second.size(), output)});
    }
    std::vector<PDL_OpAttribute> attributes;
    for (const auto& attribute : desc.described().values) {
      const cpp::OpDesc::Value& value = attribute.second;
      PDL_OpAttribute raw = {attribute.first.c_str(), 1, nullptr, nullptr, nullptr};
      if (value.kind == 't') {
        raw.text = value.text.c_str();
      } else {
        raw.count = value.ints.size();
        (value.kind == 'i' ? static_cast<void>(raw.ints = value.ints.data())
                           : static_cast<void>(raw.floats = value.floats.data()));
      }
      attributes.push_back(raw);
    }
    const std::vector<PDL_OpSlot> raw_inputs = Raw(&inputs), raw_outputs = Raw(&outputs_);
    PDL_OpCall call = {};
    call.struct_size = sizeof(call);
    call.input_count = raw_inputs.size();
    call.inputs = raw_inputs.data();
    call.output_count = raw_outputs.size();
    call.outputs = raw_outputs.data();
    call.attribute_count = attributes.size();
    call.attributes = attributes.data();
    call.parallel_for = [](const PDL_OpCall*, int64_t count, int64_t,
                           void (*body)(int64_t, int64_t, void*),
                           void* context) { body(0, count, context); };
    try {
      const Status inferred = op.Infer(call);
      if (!inferred.ok()) return inferred;
      memory_.clear();
      for (Slot& slot : outputs_) {
        for (PDL_OpTensor& tensor : slot.tensors) {
          const lite_api::OpTensor view(&tensor);
          memory_.emplace_back(static_cast<size_t>(view.numel()) *
                               lite_api::PrecisionTypeLength(view.precision()));
          tensor.data = memory_.back().data();
        }
      }
      return op.Compute(call);
    } catch (const std::exception& error) {
      return Status(StatusCode::kInvalidArgument, error.what());
    }
  }

  static double At(const PDL_OpTensor& tensor, int64_t i) {
    switch (static_cast<PrecisionType>(tensor.type)) {
      case PrecisionType::kFloat:
        return static_cast<const float*>(tensor.data)[i];
      case PrecisionType::kFP64:
        return static_cast<const double*>(tensor.data)[i];
      case PrecisionType::kInt8:
        return static_cast<const int8_t*>(tensor.data)[i];
      case PrecisionType::kUInt8:
        return static_cast<const uint8_t*>(tensor.data)[i];
      case PrecisionType::kInt16:
        return static_cast<const int16_t*>(tensor.data)[i];
      case PrecisionType::kInt32:
        return static_cast<const int32_t*>(tensor.data)[i];
      case PrecisionType::kInt64:
        return static_cast<double>(static_cast<const int64_t*>(tensor.data)[i]);
      case PrecisionType::kBool:
        return static_cast<const bool*>(tensor.data)[i] ? 1 : 0;
      default:
        return NAN;  // equals nothing
    }
  }

  bool Compare(const std::string& name, PDL_OpTensor found) const {
    const Tensor* expected = tester_->baseline_scope()->FindTensor(name);
    if (expected == nullptr) return Fail("RunBaseline does not make '" + name + "'");
    PDL_OpTensor baseline = expected->raw();
    const std::vector<int64_t> shape = lite_api::OpTensor(&baseline).shape();
    if (lite_api::OpTensor(&found).shape() != shape) return Fail(name + " has another shape");
    if (found.type != baseline.type) return Fail(name + " has another element type");
    for (int64_t i = 0; i < lite_api::OpTensor(&found).numel(); ++i) {
      const double a = At(found, i), b = At(baseline, i);
      if (a == b || std::fabs(a - b) <= static_cast<double>(abs_error_)) continue;
      char text[160];
      std::snprintf(text, sizeof(text), " at %lld: %.9g, expected %.9g", static_cast<long long>(i),
                    a, b);
      return Fail(name + text);
    }
    return true;
  }

  std::unique_ptr<TestCase> tester_;
  Place place_;
  float abs_error_;
  std::vector<Slot> outputs_;
  std::vector<std::vector<char>> memory_;
};

}  // namespace user_op
}  // namespace arena
}  // namespace lite
}  // namespace paddle
