// A software NPU: behaves like a picky accelerator on top of the CPU reference. It is test
// equipment, and nothing about it is a property of a real device.
//
// Properties, or environment variables of the same name; <D> is the device's name in capitals:
//   <D>_OPERATIONS       all (default), kirin, rockchip: the operations that it supports
//   <D>_UNSUPPORTED_OPS  names that it does not support, separated by commas
//   <D>_PRECISION        fp32 (default), fp16: every value is rounded to half precision; int8:
//                        refuses floating point and scales per channel, computes in asymmetric
//                        uint8
//   <D>_STATIC_SHAPE     1: refuses models with dynamic shapes
//   <D>_NO_VALIDATE      1: cannot tell what it supports
//   <D>_NO_CACHE         1: gives no cache buffer
//   <D>_LATENCY_US       each execution takes at least that long
//   <D>_FAIL_<CALL>_AT   n: the n-th OPEN, CONTEXT (both counted in the process; OPEN is read from
//                        the environment), VALIDATE, BUILD, RESTORE or EXECUTE (in the context)
//                        fails in the way of <D>_FAILURE
//   <D>_FAILURE          a result code, or throw; or, where the call has a result: null (success
//                        without one), skip (success without outputs), negative, rank, precision
//                        (the type of an output)
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>

#include "lite/backends/nnadapter/operation/interpreter.h"
#include "nnadapter/core/types.h"

namespace nnadapter::fake_device {

class Device {
 public:
  explicit Device(const char* name) : name_(name) {}
  const std::string& name() const { return name_; }
  int CountContext() { return ++contexts_; }

 private:
  std::string name_;
  std::atomic<int> contexts_{0};
};

// How the device behaves in one context.
class Context {
 public:
  // Throws std::invalid_argument for a malformed property.
  Context(Device* device, const char* properties);

  std::string Property(const std::string& suffix, const std::string& default_value) const;
  // Whether this call, the count-th of its kind, fails; the way is in *failure.
  bool Fails(const std::string& call, int count, std::string* failure) const;
  // Counts calls of a kind in the context, then as above.
  bool CountAndFail(const std::string& call, std::string* failure);

  Status Validate(const core::Model& model, bool* supported) const;
  bool Supports(const core::Operation& operation) const;
  const std::string& precision() const { return precision_; }
  bool caches() const { return caches_; }
  int latency_us() const { return latency_us_; }
  Status CheckShapes(const core::Model& model) const;

 private:
  std::string prefix_;
  std::map<std::string, std::string> properties_;
  std::string operations_, unsupported_, precision_;
  bool static_shape_, validates_, caches_;
  int latency_us_;
  std::map<std::string, int> fail_at_;
  std::string failure_;
  std::atomic<int> validates_done_{0}, builds_done_{0}, restores_done_{0}, executes_done_{0};
};

class Program {
 public:
  explicit Program(Context* context) : context_(context) {}
  Status Build(core::Model* model, core::Cache* cache);
  Status Execute(uint32_t input_count, core::Argument* inputs, uint32_t output_count,
                 core::Argument* outputs);

 private:
  void SetHook();

  Context* context_;
  operation::Interpreter interpreter_;
};

}  // namespace nnadapter::fake_device
