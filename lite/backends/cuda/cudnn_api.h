// What this back end uses of cuDNN 9, declared from its documentation: files compile, and are
// tested, where there is no SDK. tests/cuda/sdk_test.cc compares this with the SDK's headers.
// Handles and descriptors are pointers, enumerations are int.
#pragma once

#include <cstddef>

namespace paddle::lite::cuda {

constexpr int kCudnnMajor = 9;

enum CudnnDataType : int { kCudnnFloat = 0, kCudnnHalf = 2, kCudnnInt8 = 3, kCudnnInt32 = 4 };
enum CudnnFormat : int { kCudnnNchw = 0, kCudnnNhwc = 1 };
enum CudnnMath : int { kCudnnDefaultMath = 0, kCudnnTensorOpMath = 1, kCudnnFmaMath = 3 };
enum CudnnMode : int { kCudnnCrossCorrelation = 1 };
enum CudnnActivation : int { kCudnnRelu = 1, kCudnnIdentity = 5 };
enum CudnnNan : int { kCudnnNotPropagateNan = 0, kCudnnPropagateNan = 1 };
enum CudnnAlgorithm : int { kCudnnImplicitPrecompGemm = 1, kCudnnAlgorithms = 8 };

// An algorithm of a convolution, as a heuristic or a trial found it.
struct CudnnAlgorithmPerf {
  int algorithm;
  int status;
  float milliseconds;
  size_t workspace_bytes;
  int determinism;
  int math;
  int reserved[3];
};

// X(result, name, (parameters))
#define LITE_CUDNN_FUNCTIONS(X)                                                                   \
  X(size_t, cudnnGetVersion, ())                                                                  \
  X(const char*, cudnnGetErrorString, (int status))                                               \
  X(int, cudnnCreate, (void** handle))                                                            \
  X(int, cudnnDestroy, (void* handle))                                                            \
  X(int, cudnnSetStream, (void* handle, void* stream))                                            \
  X(int, cudnnCreateTensorDescriptor, (void** tensor))                                            \
  X(int, cudnnDestroyTensorDescriptor, (void* tensor))                                            \
  X(int, cudnnSetTensor4dDescriptor,                                                              \
    (void* tensor, int format, int type, int n, int c, int h, int w))                             \
  X(int, cudnnCreateFilterDescriptor, (void** filter))                                            \
  X(int, cudnnDestroyFilterDescriptor, (void* filter))                                            \
  X(int, cudnnSetFilter4dDescriptor,                                                              \
    (void* filter, int type, int format, int k, int c, int h, int w))                             \
  X(int, cudnnCreateConvolutionDescriptor, (void** convolution))                                  \
  X(int, cudnnDestroyConvolutionDescriptor, (void* convolution))                                  \
  X(int, cudnnSetConvolution2dDescriptor,                                                         \
    (void* convolution, int pad_h, int pad_w, int stride_h, int stride_w, int dilation_h,         \
     int dilation_w, int mode, int compute_type))                                                 \
  X(int, cudnnSetConvolutionGroupCount, (void* convolution, int groups))                          \
  X(int, cudnnSetConvolutionMathType, (void* convolution, int math))                              \
  X(int, cudnnCreateActivationDescriptor, (void** activation))                                    \
  X(int, cudnnDestroyActivationDescriptor, (void* activation))                                    \
  X(int, cudnnSetActivationDescriptor, (void* activation, int mode, int nan, double coefficient)) \
  X(int, cudnnGetConvolutionForwardAlgorithm_v7,                                                  \
    (void* handle, void* x, void* filter, void* convolution, void* y, int requested,              \
     int* returned, CudnnAlgorithmPerf* results))                                                 \
  X(int, cudnnFindConvolutionForwardAlgorithmEx,                                                  \
    (void* handle, void* x_desc, const void* x, void* filter_desc, const void* filter,            \
     void* convolution, void* y_desc, void* y, int requested, int* returned,                      \
     CudnnAlgorithmPerf* results, void* workspace, size_t workspace_bytes))                       \
  X(int, cudnnConvolutionForward,                                                                 \
    (void* handle, const void* alpha, void* x_desc, const void* x, void* filter_desc,             \
     const void* filter, void* convolution, int algorithm, void* workspace,                       \
     size_t workspace_bytes, const void* beta, void* y_desc, void* y))                            \
  X(int, cudnnConvolutionBiasActivationForward,                                                   \
    (void* handle, const void* alpha1, void* x_desc, const void* x, void* filter_desc,            \
     const void* filter, void* convolution, int algorithm, void* workspace,                       \
     size_t workspace_bytes, const void* alpha2, void* z_desc, const void* z, void* bias_desc,    \
     const void* bias, void* activation, void* y_desc, void* y))

struct CudnnApi {
#define LITE_CUDNN_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  LITE_CUDNN_FUNCTIONS(LITE_CUDNN_MEMBER)
#undef LITE_CUDNN_MEMBER
};

}  // namespace paddle::lite::cuda
