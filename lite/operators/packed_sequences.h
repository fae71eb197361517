// Sequences and maps of varying size that are stored one after another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "lite/base/checked_math.h"
#include "lite/base/status.h"
#include "lite/core/tensor.h"

namespace paddle::lite::operators {

// Offsets begin with 0, never decrease, and end at `rows`.
inline Status CheckOffsets(const char* slot, const std::vector<uint64_t>& offsets, int64_t rows) {
  const bool ends =
      !offsets.empty() && offsets.front() == 0 && offsets.back() == static_cast<uint64_t>(rows);
  if (ends && std::is_sorted(offsets.begin(), offsets.end())) return OkStatus();
  return InvalidArgument(slot, ": expected offsets that ascend from 0 to ", rows, ", found ",
                         ListToString(offsets));
}

// Level 0 of the level of detail, which indexes the rows of dimension 0 whatever other levels say.
inline Result<const std::vector<uint64_t>*> PackedOffsets(const char* slot, const Tensor& tensor) {
  if (tensor.dims().rank() < 1 || tensor.lod().empty()) {
    return InvalidArgument(slot, ": expected sequences, found shape ", tensor.dims(), " with ",
                           tensor.lod().size(), " levels of detail");
  }
  const std::vector<uint64_t>& offsets = tensor.lod()[0];
  LITE_RETURN_IF_ERROR(CheckOffsets(slot, offsets, tensor.dims()[0]));
  return &offsets;
}

// The same, if two tensors have the same number of sequences.
inline Status CheckSequenceCounts(const char* slot, const std::vector<uint64_t>& offsets,
                                  const char* of, const std::vector<uint64_t>& expected) {
  if (offsets.size() == expected.size()) return OkStatus();
  return InvalidArgument(slot, ": expected ", expected.size() - 1, " sequences as in ", of,
                         ", found ", offsets.size() - 1);
}

inline int64_t LengthOf(const std::vector<uint64_t>& offsets, size_t i) {
  return static_cast<int64_t>(offsets[i + 1] - offsets[i]);
}

// The common length of sequences that all have it; 0 without sequences.
inline Result<int64_t> UniformLength(const char* slot, const std::vector<uint64_t>& offsets) {
  if (offsets.size() < 2) return int64_t{0};
  const int64_t length = LengthOf(offsets, 0);
  for (size_t i = 1; i + 1 < offsets.size(); ++i) {
    if (LengthOf(offsets, i) != length) {
      return InvalidArgument(slot, ": expected sequences of one length, found ", length, " and ",
                             LengthOf(offsets, i));
    }
  }
  return length;
}

// `count` sequences of that length. Count and length are below 2^31.
inline std::vector<uint64_t> UniformOffsets(int64_t count, int64_t length) {
  std::vector<uint64_t> offsets(static_cast<size_t>(count) + 1);
  for (size_t i = 0; i < offsets.size(); ++i) offsets[i] = i * static_cast<uint64_t>(length);
  return offsets;
}

inline Status CheckMatrix(const char* slot, const Tensor& tensor) {
  if (tensor.dims().rank() == 2) return OkStatus();
  return InvalidArgument(slot, ": expected rank 2, found shape ", tensor.dims());
}

}  // namespace paddle::lite::operators
