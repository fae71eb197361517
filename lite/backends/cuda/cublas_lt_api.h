// What this back end uses of cuBLASLt 13, declared from its documentation, like cudnn_api.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace paddle::lite::cuda {

constexpr int kCublasMajor = 13;

enum CublasStatus : int { kCublasAllocationFailed = 3, kCublasNotSupported = 15 };
enum CublasDataType : int { kCublasFloat = 0, kCublasHalf = 2, kCublasInt8 = 3, kCublasInt32 = 10 };
enum CublasCompute : int {
  kCublasComputeFloat = 68,
  kCublasComputeInt32 = 72,
  kCublasComputeTf32 = 77,
};
enum CublasOperation : int { kCublasPlain = 0, kCublasTransposed = 1 };
enum CublasDescAttribute : int {
  kCublasDescTransposeA = 3,
  kCublasDescTransposeB = 4,
  kCublasDescEpilogue = 7,
  kCublasDescBias = 8,
};
enum CublasLayoutAttribute : int { kCublasLayoutBatch = 5, kCublasLayoutBatchStep = 6 };
enum CublasPreference : int {
  kCublasMaxWorkspace = 1,
  kCublasMinAlignmentA = 5,
  kCublasMinAlignmentB = 6,
  kCublasMinAlignmentC = 7,
  kCublasMinAlignmentD = 8,
};
// Are added. Gelu is the approximation by tanh.
enum CublasEpilogue : int { kCublasNone = 1, kCublasRelu = 2, kCublasBias = 4, kCublasGelu = 32 };

struct CublasLtAlgorithm {
  uint64_t data[8];
};

struct CublasLtHeuristic {
  CublasLtAlgorithm algorithm;
  size_t workspace_bytes;
  int state;
  float waves;
  int reserved[4];
};

// X(result, name, (parameters))
#define LITE_CUBLAS_LT_FUNCTIONS(X)                                                             \
  X(size_t, cublasLtGetVersion, ())                                                             \
  X(const char*, cublasLtGetStatusName, (int status))                                           \
  X(int, cublasLtCreate, (void** handle))                                                       \
  X(int, cublasLtDestroy, (void* handle))                                                       \
  X(int, cublasLtMatmulDescCreate, (void** desc, int compute, int scale_type))                  \
  X(int, cublasLtMatmulDescDestroy, (void* desc))                                               \
  X(int, cublasLtMatmulDescSetAttribute,                                                        \
    (void* desc, int attribute, const void* value, size_t bytes))                               \
  X(int, cublasLtMatrixLayoutCreate,                                                            \
    (void** layout, int type, uint64_t rows, uint64_t columns, int64_t leading))                \
  X(int, cublasLtMatrixLayoutDestroy, (void* layout))                                           \
  X(int, cublasLtMatrixLayoutSetAttribute,                                                      \
    (void* layout, int attribute, const void* value, size_t bytes))                             \
  X(int, cublasLtMatmulPreferenceCreate, (void** preference))                                   \
  X(int, cublasLtMatmulPreferenceDestroy, (void* preference))                                   \
  X(int, cublasLtMatmulPreferenceSetAttribute,                                                  \
    (void* preference, int attribute, const void* value, size_t bytes))                         \
  X(int, cublasLtMatmulAlgoGetHeuristic,                                                        \
    (void* handle, void* desc, void* a, void* b, void* c, void* d, void* preference,            \
     int requested, CublasLtHeuristic* results, int* returned))                                 \
  X(int, cublasLtMatmul,                                                                        \
    (void* handle, void* desc, const void* alpha, const void* a, void* a_layout, const void* b, \
     void* b_layout, const void* beta, const void* c, void* c_layout, void* d, void* d_layout,  \
     const CublasLtAlgorithm* algorithm, void* workspace, size_t workspace_bytes, void* stream))

struct CublasLtApi {
#define LITE_CUBLAS_LT_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  LITE_CUBLAS_LT_FUNCTIONS(LITE_CUBLAS_LT_MEMBER)
#undef LITE_CUBLAS_LT_MEMBER
};

}  // namespace paddle::lite::cuda
