// One model of NNAdapter for several shapes of its inputs.
#pragma once

#include <string>
#include <vector>

#include "lite/kernels/nnadapter/builder.h"

namespace paddle::lite::kernels::nnadapter {

// Joins models of the same operators for several shapes, its rows. A converter only knows complete
// shapes, so the rows have other parameters: the shape of a RESHAPE, the end of a SLICE, the window
// of a pooling over the whole image, the size of a RESIZE. They are written in the form that
// follows from the shape of the input. Other differences cannot be expressed in one model.
class ShapeRows {
 public:
  // The next row; kUnsupported names the operator that is different.
  Status Add(Recording recording, const Builder::Model& model);
  // The shapes that the library infers for each row are those of the rows.
  Result<Builder::Model> Build(const Api* api) const;

 private:
  class Joining;
  struct Value {
    Recording::Value first;
    std::vector<DDim> dims;                     // of each row
    std::vector<std::vector<int32_t>> numbers;  // of a constant that differs, of each row

    bool differs() const { return !numbers.empty(); }
  };
  std::string Place(const Recording::Operation& operation) const;
  Status AddValue(size_t row, Recording::Value* value, Value* known) const;

  size_t rows_ = 0;
  std::vector<Value> values_;
  std::vector<Recording::Operation> operations_;
  std::vector<size_t> results_;
  std::vector<const Tensor*> inputs_;
  Digest digest_;
};

}  // namespace paddle::lite::kernels::nnadapter
