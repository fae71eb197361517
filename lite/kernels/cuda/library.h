// Convolutions and products by libraries of the SDK, where these are installed and have an
// algorithm. Otherwise the kernel's own body runs; the reason is logged once. All functions are
// inline: builds without CUDA compile the declarations of kernels, and link nothing of this.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "lite/backends/cuda/library_body.h"
#include "lite/backends/cuda/product_body.h"
#include "lite/kernels/cuda/epilogue.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::Arithmetic;
using lite::cuda::BiasOperand;
using lite::cuda::ConvertBody;
using lite::cuda::ConvWindow;
using lite::cuda::CublasLtHandle;
using lite::cuda::CudaSettings;
using lite::cuda::CudnnConvolution;
using lite::cuda::CudnnForm;
using lite::cuda::CudnnHandle;
using lite::cuda::FinishBody;
using lite::cuda::FromHalfBody;
using lite::cuda::ImageSize;
using lite::cuda::LtMatmul;
using lite::cuda::LtProduct;
using lite::cuda::MatrixSource;
using lite::cuda::Provider;
using lite::cuda::ToHalfBody;

// Whether the library's vector instructions can load from an address.
inline bool IsAligned(const void* address) {
  return reinterpret_cast<uintptr_t>(address) % LtMatmul::kAlignment == 0;
}
template <typename... Addresses>
bool AreAligned(const Addresses*... addresses) {
  return (IsAligned(addresses) && ...);
}

// Constant operands of an epilogue that a library can fuse.
template <typename T>
bool IsPlain(const EpilogueOf<T>& e) {
  return e.scale == 1 && e.shift == 0;
}

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

  // The same for int8 with channels last, and a filter in OHWI. The sums are in scratch memory.
  Status PrepareInt8(const ConvWindow& window, PrepareContext* context);
  Result<const float*> RunInt8(const int8_t* x, const int8_t* filter,
                               const RunContext& context) const;

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

// A product by cuBLASLt, of float or half.
template <typename T>
class LibraryProduct {
 public:
  // Afterwards ready() says whether the library computes it.
  Status Prepare(const MatrixSource<T>& source, const EpilogueOf<T>& epilogue, bool has_bias,
                 const Tensor& a, const Tensor& b, PrepareContext* context);
  bool ready() const { return matmul_ != nullptr; }
  static bool Accepts(const MatrixSource<T>& source) {
    return AreAligned(source.a, source.b, source.bias, source.out);
  }
  Status Run(const MatrixSource<T>& source, int64_t count, const RunContext& context) const;

 private:
  std::unique_ptr<LtMatmul> matmul_;
  bool converts_ = false, fused_ = false;  // to half
  int64_t a_count_ = 0, b_count_ = 0;
  Block b_half_;
  size_t workspace_ = 0, a_scratch_ = 0, b_scratch_ = 0;
};

// Channels for which tensor cores have kernels.
inline int32_t RoundToEight(int32_t channels) { return (channels + 7) / 8 * 8; }

inline char* ScratchPart(const RunContext& context, size_t offset) {
  return static_cast<char*>(context.device_scratch) + offset;
}

// Workspace of a library, which refuses it (cuBLASLt) at other addresses than an allocation has.
inline constexpr size_t kWorkspaceAlignment = 256;
inline size_t BookWorkspace(PrepareContext* context, size_t bytes) {
  return bytes == 0 ? 0 : context->BookScratch(bytes + kWorkspaceAlignment);
}
inline void* WorkspaceAt(const RunContext& context, size_t offset) {
  const auto address = reinterpret_cast<uintptr_t>(ScratchPart(context, offset));
  return reinterpret_cast<void*>((address + kWorkspaceAlignment - 1) / kWorkspaceAlignment *
                                 kWorkspaceAlignment);
}

template <typename T>
bool IsIdentity(const EpilogueOf<T>& e) {
  return e.activation.is_identity() && IsPlain(e) && e.residual == nullptr && e.second == nullptr;
}

// What is missing after a library: its sums are in `out`.
template <typename T>
Status FinishSums(CudaContext* queue, const BiasOperand<T>& bias, const EpilogueOf<T>& epilogue,
                  T* out, int64_t count) {
  if (bias.bias == nullptr && IsIdentity(epilogue)) return OkStatus();
  return queue->Launch("epilogue", FinishBody<T>{out, bias, epilogue}, count);
}

inline int64_t CountOf(const ConvWindow& w) {
  return int64_t{w.batch} * w.out_channels * w.out_area();
}

inline Status LibraryConvolution::Prepare(const ConvWindow& window, const Epilogue& epilogue,
                                          const Tensor& filter, bool has_bias, bool has_second,
                                          PrepareContext* context) {
  convolution_ = nullptr;
  auto* const queue = static_cast<CudaContext*>(context->device);
  const CudaSettings settings = queue->device()->settings();
  // Depthwise convolutions are those of this library, and those in float that keep cuDNN's tiles
  // from filling a device: up to here its kernels took at least as long on an H200.
  constexpr int64_t kFewProducts = 300000000;
  const bool few = settings.convolutions == Provider::kAuto &&
                   settings.arithmetic == Arithmetic::kFloat &&
                   CountOf(window) <= kFewProducts / (int64_t{window.in_per_group} * window.taps());
  if (settings.convolutions == Provider::kOwn || few || window.in_per_group == 1 ||
      CountOf(window) == 0) {
    return OkStatus();
  }
  window_ = window;
  options_ = {};
  options_.tf32 = settings.arithmetic == Arithmetic::kTf32;
  options_.trials = settings.search ? queue->device()->trials() : nullptr;
  const bool half =
      settings.arithmetic == Arithmetic::kHalf && window.groups == 1 && filter.persistable();
  if (!half && !CudnnConvolution::CanDescribe(window)) return OkStatus();
  options_.form = half ? CudnnForm::kHalf : CudnnForm::kFloat;
  fuses_relu_ = !half && epilogue.activation.type == ActivationType::kRelu && IsPlain(epilogue) &&
                !has_second;
  fuses_sum_ = !half && epilogue.activation.is_identity() && IsPlain(epilogue) && has_bias;
  const Status status = half ? PrepareHalf(filter, context) : PrepareFloat(*context);
  if (!status.ok()) {
    convolution_ = nullptr;
    queue->device()->ReportOnce(status);
    return OkStatus();
  }
  workspace_ = BookWorkspace(context, convolution_->choice().workspace_bytes);
  return OkStatus();
}

inline Status LibraryConvolution::PrepareFloat(const PrepareContext& context) {
  LITE_ASSIGN_OR_RETURN(CudnnHandle* const handle,
                        static_cast<CudaContext*>(context.device)->Cudnn());
  LITE_ASSIGN_OR_RETURN(convolution_, CudnnConvolution::Create(handle, window_, options_));
  fuses_sum_ = fuses_sum_ && convolution_->can_fuse(false);
  if (!fuses_relu_) return OkStatus();
  const std::vector<float> zeros(static_cast<size_t>(window_.out_channels));
  LITE_ASSIGN_OR_RETURN(zeros_, UploadValues(context, zeros.data(), zeros.size() * sizeof(float)));
  return OkStatus();
}

// The images are converted with their padding, so that any window can be described.
inline Status LibraryConvolution::PrepareHalf(const Tensor& filter, PrepareContext* context) {
  auto* const queue = static_cast<CudaContext*>(context->device);
  LITE_ASSIGN_OR_RETURN(CudnnHandle* const handle, queue->Cudnn());
  const ConvWindow& w = window_;
  half_channels_ = RoundToEight(w.out_channels);
  half_input_ = {w.batch, RoundToEight(w.in_channels),
                 (w.out_height - 1) * w.stride_y + (w.kernel_height - 1) * w.dilation_y + 1,
                 (w.out_width - 1) * w.stride_x + (w.kernel_width - 1) * w.dilation_x + 1};
  ConvWindow padded = w;
  padded.top = padded.left = 0;
  padded.in_channels = padded.in_per_group = half_input_.channels;
  padded.in_height = half_input_.height;
  padded.in_width = half_input_.width;
  padded.out_channels = padded.out_per_group = half_channels_;
  const ToHalfBody<float> convert = {
      From<float>(&filter),
      nullptr,
      {w.out_channels, w.in_channels, w.kernel_height, w.kernel_width},
      {half_channels_, half_input_.channels, w.kernel_height, w.kernel_width},
      0,
      0,
      false};
  const int64_t input =
      int64_t{half_input_.count} * half_input_.channels * half_input_.height * half_input_.width;
  const int64_t output = int64_t{w.batch} * half_channels_ * w.out_area();
  if (input > INT32_MAX || output > INT32_MAX || convert.items() > INT32_MAX) {
    return Unsupported("more than ", INT32_MAX, " elements in half");
  }
  LITE_ASSIGN_OR_RETURN(std::unique_ptr<CudnnConvolution> made,
                        CudnnConvolution::Create(handle, padded, options_));
  constexpr size_t kBytes = sizeof(uint16_t);
  LITE_ASSIGN_OR_RETURN(filter_,
                        AllocateBlock(*context, static_cast<size_t>(convert.items()) * kBytes));
  ToHalfBody<float> filled = convert;
  filled.out = static_cast<uint16_t*>(filter_->handle());
  LITE_RETURN_IF_ERROR(queue->Launch("filter to half", filled, filled.items()));
  input_scratch_ = context->BookScratch(static_cast<size_t>(input) * kBytes);
  output_scratch_ = context->BookScratch(static_cast<size_t>(output) * kBytes);
  convolution_ = std::move(made);
  return OkStatus();
}

inline Status LibraryConvolution::PrepareInt8(const ConvWindow& window, PrepareContext* context) {
  convolution_ = nullptr;
  auto* const queue = static_cast<CudaContext*>(context->device);
  const CudaSettings settings = queue->device()->settings();
  // The tensor cores multiply four channels at a time.
  if (settings.convolutions == Provider::kOwn || window.groups != 1 ||
      window.in_channels % 4 != 0 || window.out_channels % 4 != 0 ||
      !CudnnConvolution::CanDescribe(window)) {
    return OkStatus();
  }
  window_ = window;
  options_ = {};
  options_.form = CudnnForm::kInt8;
  options_.trials = settings.search ? queue->device()->trials() : nullptr;
  const auto prepare = [&]() -> Status {
    LITE_ASSIGN_OR_RETURN(CudnnHandle* const handle, queue->Cudnn());
    LITE_ASSIGN_OR_RETURN(convolution_, CudnnConvolution::Create(handle, window_, options_));
    return OkStatus();
  };
  const Status status = prepare();
  if (!status.ok()) {
    queue->device()->ReportOnce(status);
    return OkStatus();
  }
  output_scratch_ = context->BookScratch(static_cast<size_t>(CountOf(window_)) * sizeof(float));
  workspace_ = BookWorkspace(context, convolution_->choice().workspace_bytes);
  return OkStatus();
}

inline Result<const float*> LibraryConvolution::RunInt8(const int8_t* x, const int8_t* filter,
                                                        const RunContext& context) const {
  ++QueueOf(context)->device()->work()->library_calls;
  auto* const sums = reinterpret_cast<float*>(ScratchPart(context, output_scratch_));
  LITE_RETURN_IF_ERROR(convolution_->Plain(x, filter, WorkspaceAt(context, workspace_), sums));
  return static_cast<const float*>(sums);
}

inline Status LibraryConvolution::Run(const ConvCall& call, const RunContext& context) const {
  ++QueueOf(context)->device()->work()->library_calls;
  return options_.form == CudnnForm::kHalf ? RunHalf(call, context) : RunFloat(call, context);
}

inline Status LibraryConvolution::RunFloat(const ConvCall& call, const RunContext& context) const {
  void* const workspace = WorkspaceAt(context, workspace_);
  if (fuses_relu_ || fuses_sum_) {
    const float* const bias = call.bias != nullptr ? call.bias : From<float>(zeros_);
    return convolution_->Fused(fuses_relu_, call.x, call.filter, call.epilogue.residual, bias,
                               workspace, call.out);
  }
  LITE_RETURN_IF_ERROR(convolution_->Plain(call.x, call.filter, workspace, call.out));
  return FinishSums<float>(QueueOf(context), {call.bias, window_.out_area(), window_.out_channels},
                           call.epilogue, call.out, CountOf(window_));
}

inline Status LibraryConvolution::RunHalf(const ConvCall& call, const RunContext& context) const {
  const ConvWindow& w = window_;
  auto* const input = reinterpret_cast<uint16_t*>(ScratchPart(context, input_scratch_));
  auto* const sums = reinterpret_cast<uint16_t*>(ScratchPart(context, output_scratch_));
  const ToHalfBody<float> convert = {
      call.x, input, {w.batch, w.in_channels, w.in_height, w.in_width}, half_input_, w.top,
      w.left, false};
  LITE_RETURN_IF_ERROR(QueueOf(context)->Launch("input to half", convert, convert.items()));
  LITE_RETURN_IF_ERROR(
      convolution_->Plain(input, filter_->handle(), WorkspaceAt(context, workspace_), sums));
  const FromHalfBody finish = {sums,           call.out,
                               w.out_channels, w.out_area(),
                               half_channels_, {call.bias, w.out_area(), w.out_channels},
                               call.epilogue};
  return QueueOf(context)->Launch("output from half", finish, CountOf(w));
}

template <typename T>
Status LibraryProduct<T>::Prepare(const MatrixSource<T>& source, const EpilogueOf<T>& epilogue,
                                  bool has_bias, const Tensor& a, const Tensor& b,
                                  PrepareContext* context) {
  matmul_ = nullptr;
  auto* const queue = static_cast<CudaContext*>(context->device);
  const CudaSettings settings = queue->device()->settings();
  if (settings.products == Provider::kOwn || source.depth == 0 || source.batch.rank > 1) {
    return OkStatus();
  }
  LtProduct product;
  product.m = source.rows;
  product.n = source.columns;
  product.k = source.depth;
  product.transpose_a = source.a_column != 1;
  product.transpose_b = source.b_column != 1;
  product.b_row = product.transpose_b ? source.depth : source.b_row;
  product.alpha = source.alpha;
  product.batch = source.count;
  product.a_step = source.batch.step[0][0];
  product.b_step = source.batch.step[1][0];
  product.out_step = int64_t{product.m} * product.n;
  constexpr bool kHalf = std::is_same_v<T, Half>;
  product.arithmetic = kHalf ? Arithmetic::kHalf : settings.arithmetic;
  product.half_out = kHalf;
  product.bias = has_bias;
  product.relu = epilogue.activation.type == ActivationType::kRelu;
  // Its gelu is the approximation.
  product.gelu = epilogue.activation.type == ActivationType::kGelu && epilogue.activation.a != 0;
  fused_ = product.relu || product.gelu || epilogue.activation.is_identity();
  converts_ = !kHalf && settings.arithmetic == Arithmetic::kHalf;
  a_count_ = a.numel();
  b_count_ = b.numel();
  const auto prepare = [&]() -> Status {
    LITE_ASSIGN_OR_RETURN(CublasLtHandle* const handle, queue->Cublas());
    LITE_ASSIGN_OR_RETURN(std::unique_ptr<LtMatmul> made, LtMatmul::Create(handle, product));
    b_half_ = nullptr;
    if (converts_ && b.persistable()) {
      LITE_ASSIGN_OR_RETURN(
          b_half_, AllocateBlock(*context, static_cast<size_t>(b_count_) * sizeof(uint16_t)));
      const ConvertBody<float, Half> convert = {From<float>(&b),
                                                static_cast<Half*>(b_half_->handle())};
      LITE_RETURN_IF_ERROR(queue->Launch("weights to half", convert, b_count_));
    }
    matmul_ = std::move(made);
    return OkStatus();
  };
  const Status status = prepare();
  if (!status.ok()) {
    queue->device()->ReportOnce(status);
    return OkStatus();
  }
  if (converts_) {
    a_scratch_ = context->BookScratch(static_cast<size_t>(a_count_) * sizeof(uint16_t));
    if (b_half_ == nullptr) {
      b_scratch_ = context->BookScratch(static_cast<size_t>(b_count_) * sizeof(uint16_t));
    }
  }
  workspace_ = BookWorkspace(context, matmul_->workspace_bytes());
  return OkStatus();
}

template <typename T>
Status LibraryProduct<T>::Run(const MatrixSource<T>& source, int64_t count,
                              const RunContext& context) const {
  CudaContext* const queue = QueueOf(context);
  ++queue->device()->work()->library_calls;
  const void* a = source.a;
  const void* b = source.b;
  if constexpr (std::is_same_v<T, float>) {
    const auto convert = [&](const float* from, size_t scratch, int64_t numbers) -> Result<void*> {
      auto* const to = reinterpret_cast<Half*>(ScratchPart(context, scratch));
      LITE_RETURN_IF_ERROR(
          queue->Launch("operand to half", ConvertBody<float, Half>{from, to}, numbers));
      return static_cast<void*>(to);
    };
    if (converts_) {
      LITE_ASSIGN_OR_RETURN(a, convert(source.a, a_scratch_, a_count_));
      b = b_half_ == nullptr ? nullptr : b_half_->handle();
    }
    if (b == nullptr) {
      LITE_ASSIGN_OR_RETURN(b, convert(source.b, b_scratch_, b_count_));
    }
  }
  LITE_RETURN_IF_ERROR(matmul_->Run(a, b, source.bias, WorkspaceAt(context, workspace_), source.out,
                                    queue->stream()));
  return fused_ ? OkStatus()
                : FinishSums<T>(queue, {nullptr, 1, 1}, source.epilogue, source.out, count);
}

}  // namespace paddle::lite::kernels::cuda
