// Weights that are stored as integers with scales.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/tensor.h"

namespace paddle::lite::model {

// The output channels of a weight, which have scales.
class WeightChannels {
 public:
  // The last axis for products, the first for convolutions and the matrices of rnn. Vectors have a
  // scale for each element. The weight of a gru is two matrices, which have channels of their own.
  WeightChannels(const std::string& op_type, const DDim& dims);

  // 0 without the axis.
  int64_t count() const { return axis_ < dims_.rank() ? dims_[axis_] : 0; }
  // The channel of element `i`.
  int64_t Of(int64_t i) const {
    if (gru_units_ == 0) return i / inner_ % dims_[axis_];
    const int64_t gates = 2 * gru_units_;
    const int64_t candidate = i - gates * gru_units_;
    return candidate < 0 ? i % gates : gates + candidate % gru_units_;
  }
  Status Check(size_t scales) const;
  // real[i] = element i * the scale of its channel. The elements, int8 or int16, may be the end of
  // the memory of `real`. Check() has accepted the scales.
  void Expand(PrecisionType precision, const char* elements, const std::vector<float>& scales,
              float* real) const;

  bool operator==(const WeightChannels& other) const {
    return axis_ == other.axis_ && gru_units_ == other.gru_units_;
  }

 private:
  template <typename T>
  void ExpandElements(const char* elements, const std::vector<float>& scales, float* real) const;

  DDim dims_;
  int axis_ = 0;
  int64_t inner_ = 1;
  int64_t gru_units_ = 0;  // of a gru, otherwise 0
};

// The scales of a weight.
struct ScaledChannels {
  WeightChannels channels;
  std::vector<float> scales;
};

}  // namespace paddle::lite::model
