#pragma once

#include <cstdint>
#include <cstring>

#include "lite/core/tensor.h"

namespace paddle::lite::kernels::host {

// Fills a tensor row by row, where a row is what an index of the first dimension selects.
class RowWriter {
 public:
  explicit RowWriter(Tensor* out) : to_(out->mutable_data<char>()) {}
  // Rows [begin, end) of `from`, whose rows have the size of the result's.
  void Append(const Tensor& from, int64_t begin, int64_t end) {
    if (begin == end) return;
    const size_t row = from.memory_size() / static_cast<size_t>(from.dims()[0]);
    const size_t bytes = static_cast<size_t>(end - begin) * row;
    if (bytes == 0) return;
    std::memcpy(to_, from.data<char>() + static_cast<size_t>(begin) * row, bytes);
    to_ += bytes;
  }

 private:
  char* to_;
};

}  // namespace paddle::lite::kernels::host
