// An operator describes its slots and attributes once, to any visitor: loader, saver, text dump,
// pattern checker, random-case generator, documentation table.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "lite/core/tensor.h"

namespace paddle::lite {

enum class Need {
  kRequired,  // exactly one tensor (for lists: at least one)
  kOptional,  // may be absent; the member is then null (for lists: empty)
};

// The member that holds an attribute.
using AttrRef = std::variant<bool*, int*, int64_t*, float*, double*, std::string*,
                             std::vector<int>*, std::vector<int64_t>*, std::vector<float>*,
                             std::vector<double>*, std::vector<std::string>*>;

// An operator calls one function per field, in a fixed order. The member's value at the time of the
// call is the default. Names are those of the Paddle program.
class FieldVisitor {
 public:
  virtual ~FieldVisitor() = default;

  virtual void Input(const char* slot, const Tensor** tensor, Need need) = 0;
  virtual void Inputs(const char* slot, std::vector<const Tensor*>* tensors, Need need) = 0;
  virtual void Output(const char* slot, Tensor** tensor, Need need) = 0;
  virtual void Outputs(const char* slot, std::vector<Tensor*>* tensors, Need need) = 0;
  virtual void InputArray(const char* slot, const TensorArray** array, Need need) = 0;
  virtual void InputArrays(const char* slot, std::vector<const TensorArray*>* arrays, Need need) {
    for (const TensorArray*& array : *arrays) InputArray(slot, &array, need);
  }
  virtual void OutputArray(const char* slot, TensorArray** array, Need need) = 0;

  // Numeric attributes convert between the program's types if no information is lost (an INT 1 is a
  // bool true).
  virtual void Attr(const char* name, AttrRef value) = 0;
  // A sub-block: its position in the program's list of blocks, -1 when absent.
  virtual void Block(const char* name, int* index) = 0;

  void Input(const char* slot, const Tensor** tensor) { Input(slot, tensor, Need::kRequired); }
  void Inputs(const char* slot, std::vector<const Tensor*>* t) { Inputs(slot, t, Need::kRequired); }
  void Output(const char* slot, Tensor** tensor) { Output(slot, tensor, Need::kRequired); }
  void Outputs(const char* slot, std::vector<Tensor*>* t) { Outputs(slot, t, Need::kRequired); }
};

}  // namespace paddle::lite
