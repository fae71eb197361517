// Tables of sequences' positions in the device's memory.
#pragma once

#include <cstdint>
#include <vector>

#include "lite/kernels/cuda/call.h"

namespace paddle::lite::kernels::cuda {

template <typename T>
Result<Block> UploadTable(const PrepareContext& context, const std::vector<T>& table) {
  return UploadValues(context, table.data(), table.size() * sizeof(T));
}

// Offsets of rows of a tensor that has elements, so that there are at most INT32_MAX rows.
inline std::vector<int32_t> Offsets32(const std::vector<uint64_t>& offsets) {
  std::vector<int32_t> narrow(offsets.size());
  for (size_t i = 0; i < offsets.size(); ++i) narrow[i] = Int(static_cast<int64_t>(offsets[i]));
  return narrow;
}

// The numbers of the rows with each sequence reversed.
inline std::vector<int32_t> ReversedRows(const std::vector<uint64_t>& offsets) {
  const std::vector<int32_t> narrow = Offsets32(offsets);
  std::vector<int32_t> rows;
  for (size_t s = 0; s + 1 < narrow.size(); ++s) {
    for (int32_t row = narrow[s + 1]; row-- > narrow[s];) rows.push_back(row);
  }
  return rows;
}

}  // namespace paddle::lite::kernels::cuda
