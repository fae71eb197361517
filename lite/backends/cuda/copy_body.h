// Moves elements without a change.
#pragma once

#include <cstdint>

#include "lite/backends/cuda/element_body.h"
#include "lite/backends/cuda/walk.h"

namespace paddle::lite::cuda {

// The walk has the steps in `from` and `to`.
template <typename Element>
struct CopyBody {
  const Element* from;
  Element* to;
  Walk walk;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    const Position at = PositionOf(walk, i);
    to[at.second] = from[at.first];
  }
};

template <typename Element>
struct FillBody {
  Element* to;
  Element value;

  LITE_CUDA_FUNCTION void operator()(int32_t i) const { to[i] = value; }
};

// Elements around an array.
template <typename T>
struct PadBody {
  enum Mode : int32_t { kConstant, kReflect, kEdge, kCircular };

  const T* from;
  T* to;
  float fill;
  int32_t rank = 0;
  Mode mode = kConstant;
  int32_t in[Walk::kMaxRank] = {}, out[Walk::kMaxRank] = {}, before[Walk::kMaxRank] = {};

  LITE_CUDA_FUNCTION void operator()(int32_t i) const {
    int32_t rest = i, at = 0, step = 1;
    bool inside = true;
    for (int d = rank - 1; d >= 0; --d) {
      const int32_t outer = rest / out[d];
      int32_t index = rest - outer * out[d] - before[d];
      rest = outer;
      if (index < 0 || index >= in[d]) {
        if (mode == kConstant) inside = false;
        if (mode == kReflect) {
          if (index < 0) index = -index;
          if (index >= in[d]) index = 2 * in[d] - 2 - index;
        } else if (mode == kEdge) {
          index = index < 0 ? 0 : in[d] - 1;
        } else if (mode == kCircular) {
          index %= in[d];
          if (index < 0) index += in[d];
        }
      }
      at += index * step;
      step *= in[d];
    }
    Store(inside ? Number(from[at]) : fill, to + i);
  }
};

}  // namespace paddle::lite::cuda
