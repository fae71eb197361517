// Convolutions and products by libraries of the SDK, where these are installed and have an
// algorithm. Otherwise the kernel's own body runs; the reason is logged once.
#pragma once

#include <cstdint>
#include <memory>

#include "lite/backends/cuda/library_body.h"
#include "lite/backends/cuda/product_body.h"
#include "lite/kernels/cuda/epilogue.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::Arithmetic;
using lite::cuda::ConvWindow;
using lite::cuda::CudnnConvolution;
using lite::cuda::LtMatmul;
using lite::cuda::MatrixSource;

// Whether the library's vector instructions can load from an address.
inline bool IsAligned(const void* address) {
  return reinterpret_cast<uintptr_t>(address) % LtMatmul::kAlignment == 0;
}
template <typename... Addresses>
bool AreAligned(const Addresses*... addresses) {
  return (IsAligned(addresses) && ...);
}

// Constant operands of an epilogue that a library can fuse.
inline bool IsPlain(const Epilogue& e) { return e.scale == 1 && e.shift == 0; }

// The operands of a convolution when it runs.
struct ConvCall {
  const float* x;
  const float* filter;
  const float* bias;
  float* out;
  Epilogue epilogue;
};

// A convolution of images in NCHW by cuDNN.
class LibraryConvolution {
 public:
  // `epilogue` is without its operands. Afterwards ready() says whether the library computes it.
  Status Prepare(const ConvWindow& window, const Epilogue& epilogue, const Tensor& filter,
                 bool has_bias, bool has_second, PrepareContext* context);
  bool ready() const { return convolution_ != nullptr; }
  // Whether the operands have the addresses that the library expects.
  bool Accepts(const ConvCall& call) const {
    return AreAligned(call.x, call.filter, call.out, call.epilogue.residual);
  }
  Status Run(const ConvCall& call, const RunContext& context) const;

 private:
  Status PrepareFloat(const PrepareContext& context);
  Status PrepareHalf(const Tensor& filter, PrepareContext* context);
  Status RunFloat(const ConvCall& call, const RunContext& context) const;
  Status RunHalf(const ConvCall& call, const RunContext& context) const;

  ConvWindow window_;
  std::unique_ptr<CudnnConvolution> convolution_;
  CudnnConvolution::Options options_;
  bool fuses_relu_ = false, fuses_sum_ = false;
  Block zeros_;   // the bias of a fused convolution without one
  Block filter_;  // of half
  lite::cuda::ImageSize half_input_ = {};
  int32_t half_channels_ = 0;  // of the result
  size_t workspace_ = 0, input_scratch_ = 0, output_scratch_ = 0;
};

// A product by cuBLASLt.
class LibraryProduct {
 public:
  // Afterwards ready() says whether the library computes it.
  Status Prepare(const MatrixSource& source, const Epilogue& epilogue, bool has_bias,
                 const Tensor& a, const Tensor& b, PrepareContext* context);
  bool ready() const { return matmul_ != nullptr; }
  static bool Accepts(const MatrixSource& source) {
    return AreAligned(source.a, source.b, source.bias, source.out);
  }
  Status Run(const MatrixSource& source, int64_t count, const RunContext& context) const;

 private:
  std::unique_ptr<LtMatmul> matmul_;
  bool half_ = false, fused_ = false;
  int64_t a_count_ = 0, b_count_ = 0;
  Block b_half_;
  size_t workspace_ = 0, a_scratch_ = 0, b_scratch_ = 0;
};

}  // namespace paddle::lite::kernels::cuda
