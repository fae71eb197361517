#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "lite/base/thread_pool.h"
#include "lite/core/tensor.h"

namespace paddle::lite::kernels::host {

// Copies the bytes of `src` to `dst`, which has the same size. A no-op if the planner assigned both
// the same memory.
inline void CopyElements(const Tensor& src, Tensor* dst) {
  const size_t bytes = src.memory_size();
  if (bytes != 0 && dst->raw_data() != src.raw_data()) {
    std::memcpy(dst->mutable_raw_data(), src.raw_data(), bytes);
  }
}

// Visits the parts of which an array of `rows` rows of `row_bytes` consists: every row is that of
// each piece, one after the other. Calls copy(piece, offset in the whole, offset in the piece,
// bytes of a row of the piece, rows) for consecutive rows, few enough for the cache.
template <typename Pieces, typename BytesOf, typename Copy>
void ForEachPiece(const Pieces& pieces, int64_t rows, size_t row_bytes, ThreadPool* pool,
                  const BytesOf& bytes_of, const Copy& copy) {
  constexpr size_t kGrain = 16384;  // bytes that justify a thread
  const auto grain = static_cast<int64_t>(kGrain / (row_bytes + 1) + 1);
  pool->ParallelFor(rows, grain, [&](int64_t begin, int64_t end, int) {
    for (int64_t first = begin; first < end; first += grain) {
      const int64_t count = std::min(grain, end - first);
      size_t at = static_cast<size_t>(first) * row_bytes;
      for (const auto& piece : pieces) {
        const size_t bytes = bytes_of(*piece);
        if (bytes == 0) continue;
        copy(piece, at, static_cast<size_t>(first) * bytes, bytes, count);
        at += bytes;
      }
    }
  });
}

inline const char* BytesAt(const Tensor& tensor, size_t offset) {
  return static_cast<const char*>(tensor.raw_data()) + offset;
}
inline char* BytesAt(Tensor* tensor, size_t offset) {
  return static_cast<char*>(tensor->mutable_raw_data()) + offset;
}
// Copies `rows` rows of `bytes` bytes, which begin from_step and to_step bytes apart. Does nothing
// if the memory plan has placed the bytes already.
inline void CopyRows(const char* from, size_t from_step, char* to, size_t to_step, size_t bytes,
                     int64_t rows) {
  if (from == to) return;
  const auto copy_elements = [&](auto bytes_of_element) {
    for (; rows > 0; --rows, from += from_step, to += to_step) {
      std::memcpy(to, from, bytes_of_element());
    }
  };
  if (bytes == 4) return copy_elements(std::integral_constant<size_t, 4>());
  if (bytes == 8) return copy_elements(std::integral_constant<size_t, 8>());
  constexpr size_t kVector = 16;
  constexpr size_t kMaxInline = 256;  // of longer rows, a call costs less than it saves
  if (bytes < kVector || bytes > kMaxInline) {
    for (; rows > 0; --rows, from += from_step, to += to_step) std::memcpy(to, from, bytes);
    return;
  }
  const size_t last = bytes - kVector;
  for (; rows > 0; --rows, from += from_step, to += to_step) {
    for (size_t i = 0; i < last; i += kVector) std::memcpy(to + i, from + i, kVector);
    std::memcpy(to + last, from + last, kVector);
  }
}

}  // namespace paddle::lite::kernels::host
