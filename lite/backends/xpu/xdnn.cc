// The functions of library.h on Kunlunxin's SDK: its runtime, and XDNN with the interface that
// takes vectors of sizes (namespace baidu::xpu::api). Never compiled with an SDK, see docs/xpu.md.
#include <xpu/runtime.h>
#include <xpu/xdnn.h>

#include "lite/backends/xpu/library.h"

namespace paddle::lite::xpu::library {
namespace {

namespace xdnn = ::baidu::xpu::api;

// For products of floats in units of 31 bits.
using Int31 = int;

xdnn::Context* Of(RawContext* context) { return reinterpret_cast<xdnn::Context*>(context); }

xdnn::Activation_t ActivationOf(const LibraryActivation& activation) {
  xdnn::Activation_t result(static_cast<xdnn::Activation_t::act_enum>(activation.code));
  constexpr int kLeakyRelu = 5, kHardSigmoid = 15;
  if (activation.code == kLeakyRelu) result.leaky_alpha = activation.param;
  if (activation.code == kHardSigmoid) result.hard_sigmoid_slope = activation.param;
  return result;
}

template <typename From>
int CastFrom(RawContext* context, const From* x, PrecisionType to, void* y, int64_t count) {
  switch (to) {
    case PrecisionType::kInt32:
      return xdnn::cast_v2<From, int>(Of(context), x, static_cast<int*>(y), count);
    case PrecisionType::kInt64:
      return xdnn::cast_v2<From, int64_t>(Of(context), x, static_cast<int64_t*>(y), count);
    default:
      return xdnn::cast_v2<From, float>(Of(context), x, static_cast<float*>(y), count);
  }
}

}  // namespace

int CountDevices(int* count) { return xpu_device_count(count); }
int SetDevice(int index) { return xpu_set_device(index); }
int Malloc(void** memory, size_t bytes) { return xpu_malloc(memory, bytes); }
int Free(void* memory) { return xpu_free(memory); }
int CopyToDevice(void* to, const void* from, size_t bytes) {
  return xpu_memcpy(to, from, bytes, XPUMemcpyKind::XPU_HOST_TO_DEVICE);
}
int CopyToHost(void* to, const void* from, size_t bytes) {
  return xpu_memcpy(to, from, bytes, XPUMemcpyKind::XPU_DEVICE_TO_HOST);
}
std::string ErrorText(int code) { return xpu_strerror(code); }

RawContext* CreateContext(size_t l3_bytes) {
  xdnn::Context* const context = xdnn::create_context();
  if (context == nullptr || l3_bytes == 0) return reinterpret_cast<RawContext*>(context);
  void* workspace = nullptr;
  if (xpu_malloc(&workspace, l3_bytes, XPU_MEM_L3) != kSuccess) {
    xdnn::destroy_context(context);
    return nullptr;
  }
  context->_l3_mgr.set(workspace, l3_bytes);
  return reinterpret_cast<RawContext*>(context);
}
void DestroyContext(RawContext* context) {
  void* const workspace = Of(context)->_l3_mgr.get_ptr();
  xdnn::destroy_context(Of(context));
  if (workspace != nullptr) xpu_free(workspace);
}
int Wait(RawContext* context) { return xpu_wait(Of(context)->xpu_stream); }
int MaxCount(RawContext* context) { return static_cast<int>(Of(context)->max_ptr_size()); }

int Unary(RawContext* context, UnaryFunction function, const float* x, float* y, int64_t count) {
  switch (function) {
    case UnaryFunction::kRelu:
      return xdnn::relu<float>(Of(context), x, y, count);
    case UnaryFunction::kSigmoid:
      return xdnn::sigmoid<float>(Of(context), x, y, count);
    default:
      return xdnn::tanh<float>(Of(context), x, y, count);
  }
}

int Scale(RawContext* context, const float* x, float* y, int64_t count, bool bias_after_scale,
          float scale, float bias) {
  return xdnn::scale<float>(Of(context), x, y, count, bias_after_scale, scale, bias);
}

int Cast(RawContext* context, PrecisionType from, const void* x, PrecisionType to, void* y,
         int64_t count) {
  switch (from) {
    case PrecisionType::kInt32:
      return CastFrom(context, static_cast<const int*>(x), to, y, count);
    case PrecisionType::kInt64:
      return CastFrom(context, static_cast<const int64_t*>(x), to, y, count);
    default:
      return CastFrom(context, static_cast<const float*>(x), to, y, count);
  }
}

int Binary(RawContext* context, BinaryFunction function, const float* x, const float* y, float* out,
           const std::vector<int>& x_dims, const std::vector<int>& y_dims) {
  if (function == BinaryFunction::kAdd) {
    return xdnn::broadcast_add<float>(Of(context), x, y, out, x_dims, y_dims);
  }
  return xdnn::broadcast_sub<float>(Of(context), x, y, out, x_dims, y_dims);
}

int BatchNorm(RawContext* context, const float* x, float* y, const std::vector<int>& image_dims,
              float epsilon, const float* scale, const float* bias, const float* mean,
              const float* variance) {
  return xdnn::batch_norm_infer<float>(Of(context), x, y, image_dims[0], image_dims[1],
                                       image_dims[2], image_dims[3], epsilon, scale, bias, mean,
                                       variance, /*is_nchw=*/true);
}

int LayerNorm(RawContext* context, const float* x, float* y, int rows, int columns, float epsilon,
              const float* scale, const float* bias) {
  return xdnn::layer_norm<float>(Of(context), x, y, rows, columns, epsilon, scale, bias, nullptr,
                                 nullptr);
}

int Softmax(RawContext* context, const float* x, float* y, const std::vector<int>& dims, int axis) {
  return xdnn::softmax<float>(Of(context), x, y, dims, axis);
}

int Slice(RawContext* context, const float* x, float* y, const std::vector<int>& dims,
          const std::vector<int>& begins, const std::vector<int>& ends) {
  return xdnn::slice<float>(Of(context), x, y, dims, begins, ends);
}

int Concat(RawContext* context, const std::vector<const float*>& x, float* y,
           const std::vector<int>& dims, int axis) {
  const std::vector<std::vector<int>> all(x.size(), dims);
  return xdnn::concat<float>(Of(context), x, y, all, axis);
}

int Transpose(RawContext* context, const float* x, float* y, const std::vector<int>& dims,
              const std::vector<int>& order) {
  return xdnn::transpose<float>(Of(context), x, y, dims, order);
}

int Embedding(RawContext* context, const float* table, const int64_t* ids, float* y, int rows,
              int columns, int count, int64_t padding_id) {
  return xdnn::embedding<float, int64_t>(Of(context), table, ids, y, rows, columns, count,
                                         padding_id);
}

int Pool(RawContext* context, const LibraryPool& p) {
  if (p.is_max) {
    return xdnn::max_pool2d<float>(Of(context), p.x, p.y, nullptr, p.batch, p.channels, p.height,
                                   p.width, p.kernel, p.strides, p.paddings, /*is_nchw=*/true);
  }
  return xdnn::avg_pool2d<float>(Of(context), p.x, p.y, p.batch, p.channels, p.height, p.width,
                                 p.kernel, p.strides, p.paddings, p.counts_padding,
                                 /*is_nchw=*/true);
}

int Product(RawContext* context, const LibraryProduct& p) {
  return xdnn::fc_fusion<float, float, float, Int31>(
      Of(context), p.x, p.w, p.y, p.m, p.n, p.k, p.transpose_x, p.transpose_w, nullptr, p.w_max,
      p.y_max, p.transpose_x ? p.m : p.k, p.transpose_w ? p.k : p.n, p.n, p.alpha, 0.0f, p.bias,
      ActivationOf(p.activation));
}

int Products(RawContext* context, const LibraryBatch& b) {
  return xdnn::fc_batched<float, float, float, Int31>(
      Of(context), b.count, b.transpose_x, b.transpose_w, b.m, b.n, b.k, b.alpha, b.x, b.m * b.k,
      b.w, b.k * b.n, 0.0f, b.y, b.m * b.n, nullptr, nullptr);
}

int Convolution(RawContext* context, const LibraryConvolution& c) {
  return xdnn::conv2d_fusion<float, float, float, Int31>(
      Of(context), c.x, c.filter, c.y, c.batch, c.in_channels, c.height, c.width, c.out_channels,
      c.kernel, c.strides, c.paddings, c.dilations, c.groups, nullptr, c.filter_max, c.y_max,
      /*is_nchw=*/true, c.bias, c.branch, ActivationOf(c.activation));
}

}  // namespace paddle::lite::xpu::library
