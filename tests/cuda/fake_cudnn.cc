// An imitation of cuDNN 9, see fake_library.h.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "lite/backends/cuda/cudnn_api.h"
#include "lite/base/half.h"
#include "tests/cuda/fake_library.h"

namespace paddle::lite::cuda::fake {
namespace {

constexpr int kBadParameter = 2000;
constexpr int kNotSupported = 3000;
constexpr size_t kWorkspace = 4096;

struct Tensor {
  int format, type, n, c, h, w;

  size_t At(int in, int ic, int ih, int iw) const {
    const int at = format == kCudnnNchw ? ((in * c + ic) * h + ih) * w + iw
                                        : ((in * h + ih) * w + iw) * c + ic;
    return static_cast<size_t>(at);
  }
  size_t count() const { return static_cast<size_t>(n) * c * h * w; }
};

struct Convolution {
  int pad_h, pad_w, stride_h, stride_w, dilation_h, dilation_w, mode, compute;
  int groups = 1, math = 0;
};

struct Activation {
  int mode;
  bool propagates_nan;

  float operator()(double value) const {
    const bool stays = mode != kCudnnRelu || value > 0 || (std::isnan(value) && propagates_nan);
    return stays ? static_cast<float>(value) : 0;
  }
};

struct Handle {
  void* stream = nullptr;
};

template <typename T>
int Make(const char* name, void** made) {
  const int status = Called(name);
  if (status != 0) return status;
  *made = new T();
  ++The().live;
  return 0;
}

template <typename T>
int Unmake(void* object) {
  delete static_cast<T*>(object);
  --The().live;
  return 0;
}

float Read(const Tensor& t, const void* data, size_t at) {
  if (t.type == kCudnnFloat) return static_cast<const float*>(data)[at];
  if (t.type == kCudnnHalf) return HalfBitsToFloat(static_cast<const uint16_t*>(data)[at]);
  return static_cast<const int8_t*>(data)[at];
}

void Write(const Tensor& t, void* data, size_t at, float value) {
  if (t.type == kCudnnFloat) {
    static_cast<float*>(data)[at] = value;
  } else {
    static_cast<uint16_t*>(data)[at] = FloatToHalfBits(value);
  }
}

int Out(int in, int pad, int kernel, int dilation, int stride) {
  return (in + 2 * pad - ((kernel - 1) * dilation + 1)) / stride + 1;
}

// Whether the descriptions belong together.
bool Fits(const Tensor& x, const Tensor& filter, const Convolution& c, const Tensor& y) {
  const bool int8 = x.type == kCudnnInt8;
  if (x.format != y.format || x.format != filter.format || x.type != filter.type) return false;
  if (y.type != (int8 ? kCudnnFloat : x.type)) return false;
  if (int8 && (x.format != kCudnnNhwc || x.c % 4 != 0 || y.c % 4 != 0)) return false;
  if (c.compute != (int8 ? kCudnnInt32 : kCudnnFloat)) return false;
  return c.mode == kCudnnCrossCorrelation && x.n == y.n && filter.n == y.c &&
         filter.c * c.groups == x.c && y.c % c.groups == 0 &&
         y.h == Out(x.h, c.pad_h, filter.h, c.dilation_h, c.stride_h) &&
         y.w == Out(x.w, c.pad_w, filter.w, c.dilation_w, c.stride_w);
}

struct Work {
  Tensor x_desc, filter_desc, y_desc;
  Convolution convolution;
  const void *x, *filter, *z, *bias;
  void *y, *workspace;
  size_t workspace_bytes;
  float alpha, beta;
  Activation activation;

  void operator()() const {
    std::memset(workspace, 0xff, workspace_bytes);
    const Convolution& c = convolution;
    const int members = y_desc.c / c.groups;
    std::vector<float> sums;
    for (int n = 0; n < y_desc.n; ++n)
      for (int k = 0; k < y_desc.c; ++k)
        for (int row = 0; row < y_desc.h; ++row)
          for (int column = 0; column < y_desc.w; ++column) {
            double sum = 0;
            for (int i = 0; i < filter_desc.c; ++i)
              for (int down = 0; down < filter_desc.h; ++down)
                for (int right = 0; right < filter_desc.w; ++right) {
                  const int h = row * c.stride_h - c.pad_h + down * c.dilation_h;
                  const int w = column * c.stride_w - c.pad_w + right * c.dilation_w;
                  if (h < 0 || h >= x_desc.h || w < 0 || w >= x_desc.w) continue;
                  const int channel = k / members * filter_desc.c + i;
                  sum += double{Read(x_desc, x, x_desc.At(n, channel, h, w))} *
                         Read(filter_desc, filter, filter_desc.At(k, i, down, right));
                }
            const size_t at = y_desc.At(n, k, row, column);
            double value = alpha * sum;
            if (beta != 0) value += beta * Read(y_desc, z, at);
            if (bias != nullptr) value += Read(y_desc, bias, static_cast<size_t>(k));
            sums.push_back(activation(value));
          }
    size_t next = 0;
    for (int n = 0; n < y_desc.n; ++n)
      for (int k = 0; k < y_desc.c; ++k)
        for (int row = 0; row < y_desc.h; ++row)
          for (int column = 0; column < y_desc.w; ++column) {
            Write(y_desc, y, y_desc.At(n, k, row, column), sums[next++]);
          }
  }
};

int Enqueue(void* handle, const Work& work) {
  if (!Fits(work.x_desc, work.filter_desc, work.convolution, work.y_desc)) return kBadParameter;
  if (work.workspace_bytes != kWorkspace || work.workspace == nullptr) return kBadParameter;
  return The().queue(static_cast<Handle*>(handle)->stream, work) == 0 ? 0 : 5003;
}

const Tensor& AsTensor(void* desc) { return *static_cast<const Tensor*>(desc); }

// An algorithm that fails, one that needs too much memory, one of the tensor cores, whatever was
// asked for, and one that can add a bias without an activation if the number of output channels is
// a multiple of 3.
int List(int requested, int* returned, const Tensor& y, int math, CudnnAlgorithmPerf* results) {
  const int algorithm = y.c % 3 == 0 ? kCudnnImplicitPrecompGemm : 2;
  const CudnnAlgorithmPerf all[] = {{6, kNotSupported, -1, 0, 0, math, {}},
                                    {7, 0, 0.5f, size_t{1} << 40, 0, math, {}},
                                    {5, 0, 0.5f, kWorkspace, 0, kCudnnTensorOpMath, {}},
                                    {algorithm, 0, 1, kWorkspace, 0, math, {}}};
  *returned = 0;
  for (const CudnnAlgorithmPerf& one : all) {
    if (*returned < requested) results[(*returned)++] = one;
  }
  return 0;
}

}  // namespace
}  // namespace paddle::lite::cuda::fake

LITE_FAKE_STATE

using namespace paddle::lite::cuda;        // NOLINT
using namespace paddle::lite::cuda::fake;  // NOLINT

LITE_FAKE size_t cudnnGetVersion() { return The().version != 0 ? The().version : 90100; }
LITE_FAKE const char* cudnnGetErrorString(int status) {
  return status == kNotSupported ? "IMITATED_NOT_SUPPORTED" : "IMITATED_ERROR";
}
LITE_FAKE int cudnnCreate(void** handle) { return Make<Handle>("cudnnCreate", handle); }
LITE_FAKE int cudnnDestroy(void* handle) { return Unmake<Handle>(handle); }
LITE_FAKE int cudnnSetStream(void* handle, void* stream) {
  static_cast<Handle*>(handle)->stream = stream;
  return Called("cudnnSetStream");
}
LITE_FAKE int cudnnCreateTensorDescriptor(void** tensor) {
  return Make<fake::Tensor>("cudnnCreateTensorDescriptor", tensor);
}
LITE_FAKE int cudnnDestroyTensorDescriptor(void* tensor) { return Unmake<fake::Tensor>(tensor); }
LITE_FAKE int cudnnSetTensor4dDescriptor(void* tensor, int format, int type, int n, int c, int h,
                                         int w) {
  if (n <= 0 || c <= 0 || h <= 0 || w <= 0) return kBadParameter;
  *static_cast<fake::Tensor*>(tensor) = {format, type, n, c, h, w};
  return Called("cudnnSetTensor4dDescriptor");
}
LITE_FAKE int cudnnCreateFilterDescriptor(void** filter) {
  return Make<fake::Tensor>("cudnnCreateFilterDescriptor", filter);
}
LITE_FAKE int cudnnDestroyFilterDescriptor(void* filter) { return Unmake<fake::Tensor>(filter); }
LITE_FAKE int cudnnSetFilter4dDescriptor(void* filter, int type, int format, int k, int c, int h,
                                         int w) {
  *static_cast<fake::Tensor*>(filter) = {format, type, k, c, h, w};
  return Called("cudnnSetFilter4dDescriptor");
}
LITE_FAKE int cudnnCreateConvolutionDescriptor(void** convolution) {
  return Make<Convolution>("cudnnCreateConvolutionDescriptor", convolution);
}
LITE_FAKE int cudnnDestroyConvolutionDescriptor(void* convolution) {
  return Unmake<Convolution>(convolution);
}
LITE_FAKE int cudnnSetConvolution2dDescriptor(void* convolution, int pad_h, int pad_w, int stride_h,
                                              int stride_w, int dilation_h, int dilation_w,
                                              int mode, int compute) {
  *static_cast<Convolution*>(convolution) = {pad_h,      pad_w,      stride_h, stride_w,
                                             dilation_h, dilation_w, mode,     compute};
  return Called("cudnnSetConvolution2dDescriptor");
}
LITE_FAKE int cudnnSetConvolutionGroupCount(void* convolution, int groups) {
  static_cast<Convolution*>(convolution)->groups = groups;
  return Called("cudnnSetConvolutionGroupCount");
}
LITE_FAKE int cudnnSetConvolutionMathType(void* convolution, int math) {
  static_cast<Convolution*>(convolution)->math = math;
  The().last_options = "math " + std::to_string(math);
  return Called("cudnnSetConvolutionMathType");
}
LITE_FAKE int cudnnCreateActivationDescriptor(void** activation) {
  return Make<fake::Activation>("cudnnCreateActivationDescriptor", activation);
}
LITE_FAKE int cudnnDestroyActivationDescriptor(void* activation) {
  return Unmake<fake::Activation>(activation);
}
LITE_FAKE int cudnnSetActivationDescriptor(void* activation, int mode, int nan, double) {
  *static_cast<fake::Activation*>(activation) = {mode, nan == kCudnnPropagateNan};
  return Called("cudnnSetActivationDescriptor");
}
LITE_FAKE int cudnnGetConvolutionForwardAlgorithm_v7(void*, void* x, void* filter,
                                                     void* convolution, void* y, int requested,
                                                     int* returned, CudnnAlgorithmPerf* results) {
  const int status = Called("cudnnGetConvolutionForwardAlgorithm_v7");
  if (status != 0) return status;
  const auto& c = *static_cast<const Convolution*>(convolution);
  if (!Fits(AsTensor(x), AsTensor(filter), c, AsTensor(y))) return kBadParameter;
  return List(requested, returned, AsTensor(y), c.math, results);
}
LITE_FAKE int cudnnFindConvolutionForwardAlgorithmEx(void*, void* x_desc, const void* x,
                                                     void* filter_desc, const void* filter,
                                                     void* convolution, void* y_desc, void* y,
                                                     int requested, int* returned,
                                                     CudnnAlgorithmPerf* results, void* workspace,
                                                     size_t workspace_bytes) {
  const int status = Called("cudnnFindConvolutionForwardAlgorithmEx");
  if (status != 0) return status;
  const auto& c = *static_cast<const Convolution*>(convolution);
  if (!Fits(AsTensor(x_desc), AsTensor(filter_desc), c, AsTensor(y_desc))) return kBadParameter;
  // Reads all operands, and writes all of the result: the caller's blocks must be large enough.
  float sum = 0;
  for (size_t i = 0; i < AsTensor(x_desc).count(); ++i) sum += Read(AsTensor(x_desc), x, i);
  for (size_t i = 0; i < AsTensor(filter_desc).count(); ++i) {
    sum += Read(AsTensor(filter_desc), filter, i);
  }
  for (size_t i = 0; i < AsTensor(y_desc).count(); ++i) Write(AsTensor(y_desc), y, i, sum);
  if (workspace_bytes > 0) std::memset(workspace, 0xff, 1);
  return List(requested, returned, AsTensor(y_desc), c.math, results);
}
LITE_FAKE int cudnnConvolutionForward(void* handle, const void* alpha, void* x_desc, const void* x,
                                      void* filter_desc, const void* filter, void* convolution, int,
                                      void* workspace, size_t workspace_bytes, const void* beta,
                                      void* y_desc, void* y) {
  const int status = Called("cudnnConvolutionForward");
  if (status != 0) return status;
  return Enqueue(handle, {AsTensor(x_desc),
                          AsTensor(filter_desc),
                          AsTensor(y_desc),
                          *static_cast<const Convolution*>(convolution),
                          x,
                          filter,
                          y,
                          nullptr,
                          y,
                          workspace,
                          workspace_bytes,
                          *static_cast<const float*>(alpha),
                          *static_cast<const float*>(beta),
                          {kCudnnIdentity, true}});
}
LITE_FAKE int cudnnConvolutionBiasActivationForward(
    void* handle, const void* alpha1, void* x_desc, const void* x, void* filter_desc,
    const void* filter, void* convolution, int algorithm, void* workspace, size_t workspace_bytes,
    const void* alpha2, void* z_desc, const void* z, void* bias_desc, const void* bias,
    void* activation, void* y_desc, void* y) {
  const int status = Called("cudnnConvolutionBiasActivationForward");
  if (status != 0) return status;
  const int mode = static_cast<const fake::Activation*>(activation)->mode;
  const fake::Tensor& of_bias = AsTensor(bias_desc);
  if (bias == nullptr || z == nullptr || of_bias.c != AsTensor(y_desc).c ||
      of_bias.type != AsTensor(y_desc).type || of_bias.count() != static_cast<size_t>(of_bias.c) ||
      AsTensor(z_desc).count() != AsTensor(y_desc).count()) {
    return kBadParameter;
  }
  if (mode != kCudnnRelu && (mode != kCudnnIdentity || algorithm != kCudnnImplicitPrecompGemm)) {
    return kNotSupported;
  }
  return Enqueue(handle, {AsTensor(x_desc), AsTensor(filter_desc), AsTensor(y_desc),
                          *static_cast<const Convolution*>(convolution), x, filter, z, bias, y,
                          workspace, workspace_bytes, *static_cast<const float*>(alpha1),
                          *static_cast<const float*>(alpha2),
                          *static_cast<const fake::Activation*>(activation)});
}

#define LITE_CHECK_SIGNATURE(result, name, parameters) \
  static_assert(std::is_same_v<decltype(&name), decltype(CudnnApi::name)>);
LITE_CUDNN_FUNCTIONS(LITE_CHECK_SIGNATURE)
