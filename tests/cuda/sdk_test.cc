// What cudnn_api.h and cublas_lt_api.h declare, compared with the SDK's headers and its libraries.
#include <gtest/gtest.h>

#include <type_traits>

#include "lite/backends/cuda/cublas_lt.h"
#include "lite/backends/cuda/cudnn.h"

#if __has_include(<cudnn.h>)
#include <cudnn.h>
#endif
#if __has_include(<cublasLt.h>)
#include <cublasLt.h>
#endif

namespace paddle::lite::cuda {
namespace {

// Whether a parameter of type A is passed as one of type B.
template <typename A, typename B>
constexpr bool kSameWay = std::is_pointer_v<A> || std::is_array_v<A>
                              ? std::is_pointer_v<B>
                              : std::is_floating_point_v<A> == std::is_floating_point_v<B> &&
                                    !std::is_pointer_v<B> && sizeof(A) == sizeof(B);

template <typename Own, typename Real>
struct Matches : std::false_type {};
template <typename R1, typename... P1, typename R2, typename... P2>
struct Matches<R1 (*)(P1...), R2 (*)(P2...)> {
  static constexpr bool Compare() {
    if constexpr (sizeof...(P1) == sizeof...(P2)) {
      return kSameWay<R1, R2> && (kSameWay<P1, P2> && ...);
    } else {
      return false;
    }
  }
  static constexpr bool value = Compare();
};

#if __has_include(<cudnn.h>)
#define LITE_CHECK_CUDNN(result, name, parameters) \
  static_assert(Matches<decltype(CudnnApi::name), decltype(&::name)>::value, #name);
LITE_CUDNN_FUNCTIONS(LITE_CHECK_CUDNN)
static_assert(CUDNN_MAJOR == kCudnnMajor);
static_assert(CUDNN_DATA_FLOAT == int{kCudnnFloat} && CUDNN_DATA_HALF == int{kCudnnHalf});
static_assert(CUDNN_DATA_INT8 == int{kCudnnInt8} && CUDNN_DATA_INT32 == int{kCudnnInt32});
static_assert(CUDNN_TENSOR_NCHW == int{kCudnnNchw} && CUDNN_TENSOR_NHWC == int{kCudnnNhwc});
static_assert(CUDNN_DEFAULT_MATH == int{kCudnnDefaultMath});
static_assert(CUDNN_TENSOR_OP_MATH == int{kCudnnTensorOpMath});
static_assert(CUDNN_FMA_MATH == int{kCudnnFmaMath});
static_assert(CUDNN_CROSS_CORRELATION == int{kCudnnCrossCorrelation});
static_assert(CUDNN_ACTIVATION_RELU == int{kCudnnRelu});
static_assert(CUDNN_ACTIVATION_IDENTITY == int{kCudnnIdentity});
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // what to use instead is not said
static_assert(CUDNN_NOT_PROPAGATE_NAN == int{kCudnnNotPropagateNan});
static_assert(CUDNN_PROPAGATE_NAN == int{kCudnnPropagateNan});
#pragma GCC diagnostic pop
static_assert(CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM == int{kCudnnImplicitPrecompGemm});
static_assert(CUDNN_CONVOLUTION_FWD_ALGO_COUNT == int{kCudnnAlgorithms});
static_assert(sizeof(cudnnConvolutionFwdAlgoPerf_t) == sizeof(CudnnAlgorithmPerf));
static_assert(offsetof(cudnnConvolutionFwdAlgoPerf_t, memory) ==
              offsetof(CudnnAlgorithmPerf, workspace_bytes));
static_assert(offsetof(cudnnConvolutionFwdAlgoPerf_t, mathType) ==
              offsetof(CudnnAlgorithmPerf, math));
#endif

#if __has_include(<cublasLt.h>)
#define LITE_CHECK_CUBLAS_LT(result, name, parameters) \
  static_assert(Matches<decltype(CublasLtApi::name), decltype(&::name)>::value, #name);
LITE_CUBLAS_LT_FUNCTIONS(LITE_CHECK_CUBLAS_LT)
static_assert(CUBLAS_VER_MAJOR == kCublasMajor);
static_assert(CUBLAS_STATUS_ALLOC_FAILED == int{kCublasAllocationFailed});
static_assert(CUDA_R_32F == int{kCublasFloat} && CUDA_R_16F == int{kCublasHalf});
static_assert(CUDA_R_8I == int{kCublasInt8} && CUDA_R_32I == int{kCublasInt32});
static_assert(CUBLAS_COMPUTE_32I == int{kCublasComputeInt32});
static_assert(CUBLAS_COMPUTE_32F == int{kCublasComputeFloat});
static_assert(CUBLAS_COMPUTE_32F_FAST_TF32 == int{kCublasComputeTf32});
static_assert(CUBLAS_OP_N == int{kCublasPlain} && CUBLAS_OP_T == int{kCublasTransposed});
static_assert(CUBLASLT_MATMUL_DESC_TRANSA == int{kCublasDescTransposeA});
static_assert(CUBLASLT_MATMUL_DESC_TRANSB == int{kCublasDescTransposeB});
static_assert(CUBLASLT_MATMUL_DESC_EPILOGUE == int{kCublasDescEpilogue});
static_assert(CUBLASLT_MATMUL_DESC_BIAS_POINTER == int{kCublasDescBias});
static_assert(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT == int{kCublasLayoutBatch});
static_assert(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET == int{kCublasLayoutBatchStep});
static_assert(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES == int{kCublasMaxWorkspace});
static_assert(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES == int{kCublasMinAlignmentA});
static_assert(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES == int{kCublasMinAlignmentB});
static_assert(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES == int{kCublasMinAlignmentC});
static_assert(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES == int{kCublasMinAlignmentD});
static_assert(CUBLASLT_EPILOGUE_DEFAULT == int{kCublasNone});
static_assert(CUBLASLT_EPILOGUE_BIAS == int{kCublasBias});
static_assert(CUBLASLT_EPILOGUE_RELU_BIAS == kCublasRelu + kCublasBias);
static_assert(CUBLASLT_EPILOGUE_GELU == int{kCublasGelu});
static_assert(CUBLASLT_EPILOGUE_GELU_BIAS == kCublasGelu + kCublasBias);
static_assert(sizeof(cublasLtMatmulHeuristicResult_t) == sizeof(CublasLtHeuristic));
static_assert(offsetof(cublasLtMatmulHeuristicResult_t, state) ==
              offsetof(CublasLtHeuristic, state));
#endif

// Needs no device.
TEST(CudaSdk, TheLibrariesHaveTheirFunctions) {
  const CudnnLibrary& cudnn = CudnnLibrary::Get();
  const CublasLtLibrary& cublas = CublasLtLibrary::Get();
  if (cudnn.api.cudnnGetVersion == nullptr && cublas.api.cublasLtGetVersion == nullptr) {
    GTEST_SKIP() << cudnn.why_not << "; " << cublas.why_not;
  }
  EXPECT_EQ(cudnn.why_not, "");
  EXPECT_EQ(cublas.why_not, "");
}

}  // namespace
}  // namespace paddle::lite::cuda
