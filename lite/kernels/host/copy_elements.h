#pragma once

#include <cstring>

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
// bytes).
template <typename Pieces, typename BytesOf, typename Copy>
void ForEachPiece(const Pieces& pieces, int64_t rows, size_t row_bytes, ThreadPool* pool,
                  const BytesOf& bytes_of, const Copy& copy) {
  constexpr size_t kGrain = 16384;  // bytes that justify a thread
  pool->ForEach(rows, static_cast<int64_t>(kGrain / (row_bytes + 1) + 1), [&](int64_t r) {
    size_t at = static_cast<size_t>(r) * row_bytes;
    for (const auto& piece : pieces) {
      const size_t bytes = bytes_of(*piece);
      if (bytes == 0) continue;
      copy(piece, at, static_cast<size_t>(r) * bytes, bytes);
      at += bytes;
    }
  });
}

inline const char* BytesAt(const Tensor& tensor, size_t offset) {
  return static_cast<const char*>(tensor.raw_data()) + offset;
}
inline char* BytesAt(Tensor* tensor, size_t offset) {
  return static_cast<char*>(tensor->mutable_raw_data()) + offset;
}
// Nothing where the memory plan has placed the bytes already.
inline void CopyBytes(const char* from, char* to, size_t bytes) {
  if (from != to) std::memcpy(to, from, bytes);
}

}  // namespace paddle::lite::kernels::host
