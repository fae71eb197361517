// The graph of a vendor's library as plain data: what a driver tells the library, without the
// library. The conversion of models to it needs no SDK and is tested without one; the part of a
// driver that needs one only repeats the graph call by call.
#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <list>
#include <map>
#include <string>
#include <vector>

#include "lite/backends/nnadapter/core/status.h"
#include "nnadapter/core/types.h"

namespace nnadapter::optimizer {

struct VendorTensor {
  std::vector<int32_t> dims;
  int32_t precision = NNADAPTER_FLOAT32;
  float scale = 0.0f;  // of quantised values
  int32_t zero_point = 0;
  // The value of a constant, else null. It belongs to the model or to the graph.
  const void* data = nullptr;
  uint32_t length = 0;
};

// Attributes have the names that the vendor's library uses.
struct VendorNode {
  const char* type = "";
  std::vector<size_t> inputs;  // positions in `tensors`
  std::vector<size_t> outputs;
  std::map<std::string, std::vector<int64_t>> ints;
  std::map<std::string, float> reals;
  std::map<std::string, std::string> texts;

  int64_t Int(const char* name) const { return ints.at(name).at(0); }
};

// While it lives, the model lives.
class VendorGraph {
 public:
  std::deque<VendorTensor> tensors;
  std::list<VendorNode> nodes;  // in the order in which they are computed
  std::vector<size_t> inputs, outputs;

  // The tensor of an operand; the same one for each call.
  size_t Of(const core::Operand* operand);
  // A constant with the operand's value in another shape.
  size_t Reshaped(const core::Operand* operand, const std::vector<int32_t>& dims);
  size_t Ints(const std::vector<int32_t>& values);
  size_t Floats(const std::vector<int32_t>& dims, const std::vector<float>& values);
  // A value between two nodes, of a type like another one's.
  size_t Value(size_t like, const std::vector<int32_t>& dims);
  size_t Value(size_t like) { return Value(like, tensors[like].dims); }
  VendorNode& Add(const char* type, std::initializer_list<size_t> inputs, size_t output);

  // "v0, c1 -> CONV2D{group=1, pad=0 0 1 1} -> v2", a line for each node; c for constants.
  std::string Describe() const;

 private:
  std::map<const core::Operand*, size_t> known_;
  std::list<std::vector<uint8_t>> owned_;
};

// The graph of a model, whose operations `add` adds one by one.
Status BuildGraph(const core::Model& model, Status (*add)(const core::Operation&, VendorGraph*),
                  VendorGraph* graph);

// Parameters of operations.
std::vector<int32_t> DimsOf(const core::Operand* operand);
Status IntsOf(const core::Operation& operation, size_t input, std::vector<int32_t>* values);
Status IntOf(const core::Operation& operation, size_t input, int32_t* value);
Status BoolOf(const core::Operation& operation, size_t input, bool* value);
Status FloatOf(const core::Operation& operation, size_t input, float* value);
// A non-negative axis of an operand.
Status AxisOf(const core::Operation& operation, size_t input, int32_t rank, int32_t* axis);

// Height before width; pads are top, bottom, left, right.
struct WindowParameters {
  int32_t auto_pad = NNADAPTER_AUTO_PAD_NONE;
  std::vector<int32_t> pads = {0, 0, 0, 0};
  std::vector<int32_t> kernel, strides;
  std::vector<int32_t> dilations = {1, 1};
  int32_t group = 1;
};
// Of CONV_2D and CONV_2D_TRANSPOSE, of pooling.
Status ConvWindow(const core::Operation& operation, WindowParameters* window);
Status PoolWindow(const core::Operation& operation, WindowParameters* window, bool* ceil_mode);

}  // namespace nnadapter::optimizer
