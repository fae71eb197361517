// What this back end uses of Kunlunxin's runtime and of its library XDNN, without their headers:
// the device and all kernels compile and are tested where there is no SDK. xdnn.cc has the
// functions of the SDK, tests/xpu/emulation.cc those of the emulation. See docs/xpu.md.
//
// Functions that return int return the library's code, 0 = success. Those with a context queue
// work on the calling thread's device; tensors are dense, images [batch, channels, height, width].
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lite/core/types.h"

namespace paddle::lite::xpu {

// The library's context of a thread. Only its address is known here.
struct RawContext;

// The number of an activation, as XDNN and the operators __xpu__... count them.
struct LibraryActivation {
  int code = 0;        // none
  float param = 0.0f;  // the slope of leaky_relu (5) and hard_sigmoid (15)
};

// y[m, n] = act(alpha * x[m, k] * w[k, n] + bias[n]).
struct LibraryProduct {
  const float* x = nullptr;
  const float* w = nullptr;      // [n, k] if transpose_w
  const float* w_max = nullptr;  // null: the library looks for it
  const float* bias = nullptr;
  float* y = nullptr;
  float* y_max = nullptr;
  int m = 0, n = 0, k = 0;
  bool transpose_x = false, transpose_w = false;
  float alpha = 1.0f;
  LibraryActivation activation;
};

// The same for `count` pairs of matrices, without bias and activation. A step of 0 is not valid.
struct LibraryBatch {
  const float* x = nullptr;
  const float* w = nullptr;
  float* y = nullptr;
  int count = 0;
  int m = 0, n = 0, k = 0;
  bool transpose_x = false, transpose_w = false;
  float alpha = 1.0f;
};

// y = act(conv(x, filter) + bias + branch).
struct LibraryConvolution {
  const float* x = nullptr;
  const float* filter = nullptr;
  const float* filter_max = nullptr;
  const float* bias = nullptr;
  const float* branch = nullptr;
  float* y = nullptr;
  float* y_max = nullptr;
  int batch = 0, in_channels = 0, height = 0, width = 0, out_channels = 0, groups = 1;
  std::vector<int> kernel, strides, dilations;  // of height, width
  std::vector<int> paddings;                    // top, bottom, left, right
  LibraryActivation activation;
};

struct LibraryPool {
  const float* x = nullptr;
  float* y = nullptr;
  int batch = 0, channels = 0, height = 0, width = 0;
  std::vector<int> kernel, strides;
  std::vector<int> paddings;  // top, bottom, left, right
  bool is_max = false;
  bool counts_padding = false;  // by an average
};

enum class UnaryFunction { kRelu, kSigmoid, kTanh };
enum class BinaryFunction { kAdd, kSubtract };

namespace library {

constexpr int kSuccess = 0;

int CountDevices(int* count);
// The device of the calling thread.
int SetDevice(int index);
int Malloc(void** memory, size_t bytes);
int Free(void* memory);
// Block until the copy is done.
int CopyToDevice(void* to, const void* from, size_t bytes);
int CopyToHost(void* to, const void* from, size_t bytes);
// What a code of the functions above means.
std::string ErrorText(int code);

// A context for the calling thread on its device, with l3_bytes of the device's fast memory as
// workspace. Null if there is not enough of it.
RawContext* CreateContext(size_t l3_bytes);
void DestroyContext(RawContext* context);
// Blocks until what was queued is done.
int Wait(RawContext* context);
// How many times a maximum is stored, for functions that take or write one.
int MaxCount(RawContext* context);

int Unary(RawContext* context, UnaryFunction function, const float* x, float* y, int64_t count);
// y = x * scale + bias, or (x + bias) * scale.
int Scale(RawContext* context, const float* x, float* y, int64_t count, bool bias_after_scale,
          float scale, float bias);
// Between float, int32 and int64.
int Cast(RawContext* context, PrecisionType from, const void* x, PrecisionType to, void* y,
         int64_t count);
// Shapes have the same rank; a dimension of 1 is repeated.
int Binary(RawContext* context, BinaryFunction function, const float* x, const float* y, float* out,
           const std::vector<int>& x_dims, const std::vector<int>& y_dims);
int BatchNorm(RawContext* context, const float* x, float* y, const std::vector<int>& image_dims,
              float epsilon, const float* scale, const float* bias, const float* mean,
              const float* variance);
int LayerNorm(RawContext* context, const float* x, float* y, int rows, int columns, float epsilon,
              const float* scale, const float* bias);
int Softmax(RawContext* context, const float* x, float* y, const std::vector<int>& dims, int axis);
int Slice(RawContext* context, const float* x, float* y, const std::vector<int>& dims,
          const std::vector<int>& begins, const std::vector<int>& ends);
// All inputs have the shape `dims`.
int Concat(RawContext* context, const std::vector<const float*>& x, float* y,
           const std::vector<int>& dims, int axis);
int Transpose(RawContext* context, const float* x, float* y, const std::vector<int>& dims,
              const std::vector<int>& order);
int Embedding(RawContext* context, const float* table, const int64_t* ids, float* y, int rows,
              int columns, int count, int64_t padding_id);
int Pool(RawContext* context, const LibraryPool& pool);
int Product(RawContext* context, const LibraryProduct& product);
int Products(RawContext* context, const LibraryBatch& batch);
int Convolution(RawContext* context, const LibraryConvolution& convolution);

}  // namespace library
}  // namespace paddle::lite::xpu
