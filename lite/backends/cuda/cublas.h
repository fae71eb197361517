// Products of matrices by cuBLAS, which is opened when it is first needed: the library links
// nothing, and works where there is no cuBLAS.
#pragma once

#include <cstdint>
#include <memory>

#include "lite/base/status.h"

namespace paddle::lite::cuda {

// c [batch][m, n] = alpha * a [batch][m, k] * b [batch][k, n], all by rows. A matrix that is
// transposed is stored as [k, m] or [n, k]. Steps are elements from one matrix to the next.
struct CublasProduct {
  int m = 0, n = 0, k = 0;
  bool transpose_a = false, transpose_b = false;
  float alpha = 1;
  int batch = 1;
  int64_t a_step = 0, b_step = 0, c_step = 0;
};

// A handle of one queue.
class CublasHandle {
 public:
  // kUnsupported if there is no usable cuBLAS. The device must be current.
  static Result<std::unique_ptr<CublasHandle>> Create(void* stream);
  ~CublasHandle();
  CublasHandle(const CublasHandle&) = delete;
  CublasHandle& operator=(const CublasHandle&) = delete;

  Status SetStream(void* stream);
  Status Multiply(const CublasProduct& product, const float* a, const float* b, float* c);

 private:
  explicit CublasHandle(void* handle) : handle_(handle) {}
  void* const handle_;
};

}  // namespace paddle::lite::cuda
