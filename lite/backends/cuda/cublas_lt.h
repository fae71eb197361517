// Products of matrices by cuBLASLt, which is opened when it is first needed, like cudnn.h.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "lite/backends/cuda/cublas_lt_api.h"
#include "lite/backends/cuda/shared_library.h"
#include "lite/base/status.h"

namespace paddle::lite::cuda {

struct CublasLtLibrary {
  CublasLtApi api;
  std::string why_not;  // empty if it can be used

  static CublasLtLibrary Load(const std::string& file);
  // The library of LITE_CUBLASLT_LIBRARY or of the system, opened once.
  static const CublasLtLibrary& Get();
};

// out [batch][m, n] = activation(alpha * a [batch][m, k] * b [batch][k, n] + bias [n]), all by
// rows. A matrix that is transposed is stored as [k, m] or [n, k]. `b_row` is from one stored row
// of b to the next; steps are from one matrix to the next, in elements.
struct LtProduct {
  int m = 0, n = 0, k = 0;
  bool transpose_a = false, transpose_b = false;
  int64_t b_row = 0;
  float alpha = 1;
  int batch = 1;
  int64_t a_step = 0, b_step = 0, out_step = 0;
  Arithmetic arithmetic = Arithmetic::kFloat;  // of kHalf: a and b are half
  bool half_out = false;                       // out and the bias are half, otherwise float
  bool bias = false, relu = false, gelu = false;
  // a and b are int8, and out has their sums as int32, without a factor, bias or activation. The
  // library's kernels need a that is not transposed, b that is, and multiples of 4 as n and k.
  bool int8 = false;
};

class CublasLtHandle {
 public:
  // kUnsupported if there is no usable cuBLASLt. The device must be current.
  static Result<std::unique_ptr<CublasLtHandle>> Create(const CublasLtLibrary& library);
  ~CublasLtHandle() { library_.api.cublasLtDestroy(native_); }
  CublasLtHandle(const CublasLtHandle&) = delete;
  CublasLtHandle& operator=(const CublasLtHandle&) = delete;

  const CublasLtLibrary& library() const { return library_; }
  void* native() const { return native_; }

 private:
  CublasLtHandle(const CublasLtLibrary& library, void* native)
      : library_(library), native_(native) {}

  const CublasLtLibrary& library_;
  void* const native_;
};

// A product with the algorithm that the library's heuristic prefers.
class LtMatmul {
 public:
  // Of all operands, in bytes.
  static constexpr uintptr_t kAlignment = 16;

  // Fails if the library has no algorithm. The handle exists while the product runs.
  static Result<std::unique_ptr<LtMatmul>> Create(CublasLtHandle* handle, const LtProduct& product);
  ~LtMatmul();
  LtMatmul(const LtMatmul&) = delete;
  LtMatmul& operator=(const LtMatmul&) = delete;

  size_t workspace_bytes() const { return workspace_bytes_; }
  Status Run(const void* a, const void* b, const void* bias, void* workspace, void* out,
             void* stream) const;

 private:
  explicit LtMatmul(CublasLtHandle* handle) : handle_(handle), library_(handle->library()) {}
  const CublasLtApi& api() const { return library_.api; }
  Status Check(int status, const char* call) const;
  Status Describe(const LtProduct& product);
  Status Choose();

  CublasLtHandle* const handle_;
  // Kernels may live longer than the queue of the handle.
  const CublasLtLibrary& library_;
  float alpha_ = 1;
  bool bias_ = false, int8_ = false;
  void *desc_ = nullptr, *a_ = nullptr, *b_ = nullptr, *out_ = nullptr;
  CublasLtAlgorithm algorithm_ = {};
  size_t workspace_bytes_ = 0;
};

}  // namespace paddle::lite::cuda
