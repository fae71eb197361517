// Convolutions of half with channels last by cuDNN, on the tensors of the operator: only images
// that its tensor cores do not take are copied.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "lite/backends/cuda/channels_last_body.h"
#include "lite/kernels/cuda/library.h"

namespace paddle::lite::kernels::cuda {

using lite::cuda::HalfConvOperands;

class HalfConvolution {
 public:
  // `epilogue` is without its operands. Afterwards ready() says whether the library computes it.
  Status Prepare(const ConvWindow& window, const EpilogueOf<Half>& epilogue, const Tensor& filter,
                 bool has_bias, bool has_second, PrepareContext* context);
  bool ready() const { return convolution_ != nullptr; }
  // Whether the operands have the addresses that the library expects.
  static bool Accepts(const HalfConvOperands& call) {
    return AreAligned(call.x, call.bias, call.out, call.epilogue.residual);
  }
  Status Run(const HalfConvOperands& call, const RunContext& context) const;

 private:
  Status Create(const Tensor& filter, PrepareContext* context);
  bool widens() const { return padded_.out_channels != window_.out_channels; }

  ConvWindow window_, padded_;
  bool copies_ = false;  // the images, with more channels, or with their padding
  std::unique_ptr<CudnnConvolution> convolution_;
  CudnnConvolution::Options options_;
  bool fuses_relu_ = false, fuses_sum_ = false;
  Block zeros_;   // the bias of a fused convolution without one
  Block filter_;  // in OHWI
  size_t workspace_ = 0, input_scratch_ = 0, output_scratch_ = 0;
};

inline Status HalfConvolution::Prepare(const ConvWindow& window, const EpilogueOf<Half>& epilogue,
                                       const Tensor& filter, bool has_bias, bool has_second,
                                       PrepareContext* context) {
  convolution_ = nullptr;
  auto* const queue = static_cast<CudaContext*>(context->device);
  const CudaSettings settings = queue->device()->settings();
  const bool describable = CudnnConvolution::CanDescribe(window);
  const bool aligned = window.in_per_group % 8 == 0 && window.out_per_group % 8 == 0;
  if (settings.convolutions == Provider::kOwn ||
      (window.groups != 1 && !(describable && aligned)) || CountOf(window) == 0 ||
      !filter.persistable()) {
    return OkStatus();
  }
  window_ = padded_ = window;
  copies_ = !describable || window.in_channels % 8 != 0;
  padded_.in_channels = RoundToEight(window.in_channels);
  padded_.out_channels = RoundToEight(window.out_channels);
  padded_.in_per_group = padded_.in_channels / window.groups;
  padded_.out_per_group = padded_.out_channels / window.groups;
  if (!describable) {
    const ConvWindow& w = window;
    padded_.top = padded_.left = 0;
    padded_.in_height = (w.out_height - 1) * w.stride_y + (w.kernel_height - 1) * w.dilation_y + 1;
    padded_.in_width = (w.out_width - 1) * w.stride_x + (w.kernel_width - 1) * w.dilation_x + 1;
  }
  options_ = {};
  options_.form = CudnnForm::kHalf;
  options_.trials = settings.search ? queue->device()->trials() : nullptr;
  const bool fuses = !widens() && !has_second && IsPlain(epilogue);
  fuses_relu_ = fuses && epilogue.activation.type == ActivationType::kRelu;
  fuses_sum_ = fuses && epilogue.activation.is_identity() && has_bias;
  const Status status = Create(filter, context);
  if (!status.ok()) {
    convolution_ = nullptr;
    queue->device()->ReportOnce(status);
    return OkStatus();
  }
  workspace_ = BookWorkspace(context, convolution_->choice().workspace_bytes);
  return OkStatus();
}

inline Status HalfConvolution::Create(const Tensor& filter, PrepareContext* context) {
  auto* const queue = static_cast<CudaContext*>(context->device);
  LITE_ASSIGN_OR_RETURN(CudnnHandle* const handle, queue->Cudnn());
  const ConvWindow& w = padded_;
  const int64_t input = int64_t{w.batch} * w.in_channels * w.in_area();
  const ToHalfBody<Half> order = {
      From<Half>(&filter),
      nullptr,
      {window_.out_channels, window_.in_per_group, w.kernel_height, w.kernel_width},
      {w.out_channels, w.in_per_group, w.kernel_height, w.kernel_width},
      0,
      0,
      false};
  if (input > INT32_MAX || CountOf(w) > INT32_MAX || order.items() > INT32_MAX) {
    return Unsupported("more than ", INT32_MAX, " elements in half");
  }
  LITE_ASSIGN_OR_RETURN(convolution_, CudnnConvolution::Create(handle, w, options_));
  fuses_sum_ = fuses_sum_ && convolution_->can_fuse(false);
  constexpr size_t kBytes = sizeof(Half);
  LITE_ASSIGN_OR_RETURN(filter_,
                        AllocateBlock(*context, static_cast<size_t>(order.items()) * kBytes));
  ToHalfBody<Half> filled = order;
  filled.out = static_cast<uint16_t*>(filter_->handle());
  LITE_RETURN_IF_ERROR(queue->Launch("filter to OHWI", filled, filled.items()));
  if (fuses_relu_) {
    const std::vector<Half> zeros(static_cast<size_t>(w.out_channels), Half(0.0f));
    LITE_ASSIGN_OR_RETURN(zeros_, UploadValues(*context, zeros.data(), zeros.size() * kBytes));
  }
  if (copies_) input_scratch_ = context->BookScratch(static_cast<size_t>(input) * kBytes);
  if (widens()) output_scratch_ = context->BookScratch(static_cast<size_t>(CountOf(w)) * kBytes);
  return OkStatus();
}

inline Status HalfConvolution::Run(const HalfConvOperands& call, const RunContext& context) const {
  CudaContext* const queue = QueueOf(context);
  ++queue->device()->work()->library_calls;
  const void* x = call.x;
  if (copies_) {
    const ConvWindow& from = window_;
    const ToHalfBody<Half> copy = {
        call.x,
        reinterpret_cast<uint16_t*>(ScratchPart(context, input_scratch_)),
        {from.batch, from.in_channels, from.in_height, from.in_width},
        {from.batch, padded_.in_channels, padded_.in_height, padded_.in_width},
        from.top - padded_.top,
        from.left - padded_.left,
        true};
    LITE_RETURN_IF_ERROR(queue->Launch("more channels", copy, copy.items()));
    x = copy.out;
  }
  void* const workspace = WorkspaceAt(context, workspace_);
  if (fuses_relu_ || fuses_sum_) {
    const Half* const bias = call.bias != nullptr ? call.bias : From<Half>(zeros_);
    return convolution_->Fused(fuses_relu_, x, filter_->handle(), call.epilogue.residual, bias,
                               workspace, call.out);
  }
  auto* const wide = reinterpret_cast<Half*>(ScratchPart(context, output_scratch_));
  LITE_RETURN_IF_ERROR(
      convolution_->Plain(x, filter_->handle(), workspace, widens() ? wide : call.out));
  const int32_t channels = window_.out_channels;
  if (widens()) {
    const lite::cuda::NarrowBody finish = {wide,      call.out,     channels, padded_.out_channels,
                                           call.bias, call.epilogue};
    return queue->Launch("fewer channels", finish, CountOf(window_));
  }
  return FinishSums<Half>(queue, {call.bias, 1, channels}, call.epilogue, call.out,
                          CountOf(window_));
}

}  // namespace paddle::lite::kernels::cuda
