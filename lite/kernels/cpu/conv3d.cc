// Convolution of volumes by a plan for images: the input planes that the window of an output plane
// covers are the channels of one image, so that a plane of the filter is a part of its channels.

#include "lite/operators/conv3d.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "lite/backends/cpu/conv_f32.h"
#include "lite/backends/cpu/conv_parts.h"
#include "lite/base/checked_math.h"
#include "lite/kernels/cpu/cpu_kernel.h"

namespace paddle::lite::kernels::LITE_CPU {

class Conv3dKernel final : public CpuKernelFor<operators::Conv3d> {
 public:
  static Status Supports(const operators::Conv3d& op) {
    return op.filter->persistable() ? OkStatus() : Unsupported("Filter must be a constant weight");
  }

  Status PrepareOp(const operators::Conv3d& op, PrepareContext* context) override {
    empty_ = op.output->numel() == 0;
    if (empty_) return OkStatus();
    LITE_ASSIGN_OR_RETURN(g_, op.Geometry());
    LITE_RETURN_IF_ERROR(ChooseBlock());
    backend::ConvOptions options;
    options.threads = context->pool->threads();
    plan_ = backend::PlanConv(shape_, tables_, options);
    if (plan_ == nullptr) return NoPlan();
    const auto pack = [&](void* to) {
      const int64_t plane = shape_.taps();
      const std::vector<float> filters = FiltersByPlanes(op.filter->data<float>());
      backend::PackFlushed(*plan_, filters.data(), {shape_.group_in_c() * plane, plane, 1},
                           context->pool, to);
    };
    LITE_ASSIGN_OR_RETURN(packed_, context->packed->Get(*op.filter, "conv3d/" + plan_->form(),
                                                        plan_->packed_bytes(), pack));
    plan_scratch_ = context->BookScratch(plan_->scratch_bytes());
    images_scratch_ =
        context->BookScratch(static_cast<size_t>(block_ * ImageElements()) * sizeof(float));
    if (!g_.channels_last) {
      results_scratch_ =
          context->BookScratch(static_cast<size_t>(block_ * ResultElements()) * sizeof(float));
    }
    return OkStatus();
  }

  Status RunOp(const operators::Conv3d& op, const RunContext& context) override {
    if (empty_) return OkStatus();
    auto* const images = reinterpret_cast<float*>(context.scratch + images_scratch_);
    float* const output = op.output->mutable_data<float>();
    backend::ConvBuffers buffers;
    buffers.src = images;
    buffers.weights = packed_;
    buffers.bias = op.bias == nullptr ? nullptr : op.bias->data<float>();
    buffers.scratch = context.scratch + plan_scratch_;
    buffers.pool = context.pool;
    for (int64_t at = 0; at < Planes(); at += block_) {
      // The last block overlaps the one before it, whose results it repeats.
      const int64_t first = std::min(at, Planes() - block_);
      StackPlanes(op.input->data<float>(), first, images, context.pool);
      if (g_.channels_last) {
        buffers.dst = output + first * ResultElements();
        plan_->Run(buffers);
      } else {
        buffers.dst = reinterpret_cast<float*>(context.scratch + results_scratch_);
        plan_->Run(buffers);
        SpreadResults(buffers.dst, first, output, context.pool);
      }
    }
    return OkStatus();
  }

  Span<const char> constants() const override { return ConstantsOf(plan_.get(), packed_); }

 private:
  static constexpr int64_t kChunk = 1024;  // pixels that justify a thread

  // Output planes of all items.
  int64_t Planes() const { return g_.batch * g_.axes[0].out; }
  int64_t InPixels() const { return shape_.in_h * shape_.in_w; }
  int64_t OutPixels() const { return shape_.out_h * shape_.out_w; }
  int64_t ImageElements() const { return InPixels() * shape_.in_c; }
  int64_t ResultElements() const { return OutPixels() * shape_.out_c; }
  int64_t GroupChannels() const { return g_.in_channels / g_.groups; }

  // Sets the shape for the plan, whose batch is a block of output planes.
  Status ChooseBlock() {
    constexpr int64_t kBlockElements = 1 << 20;
    const auto& [depth, height, width] = g_.axes;
    shape_.in_h = height.in;
    shape_.in_w = width.in;
    shape_.out_c = g_.out_channels;
    shape_.out_h = height.out;
    shape_.out_w = width.out;
    shape_.kernel_h = height.kernel;
    shape_.kernel_w = width.kernel;
    shape_.stride_h = height.stride;
    shape_.stride_w = width.stride;
    shape_.pad_top = height.pad_begin;
    shape_.pad_left = width.pad_begin;
    shape_.dilation_h = height.dilation;
    shape_.dilation_w = width.dilation;
    shape_.groups = g_.groups;
    int64_t elements = 0;
    if (!CheckedMul(g_.in_channels, depth.kernel, &shape_.in_c) ||
        !CheckedMul(shape_.in_c, InPixels(), &elements) ||
        elements > static_cast<int64_t>(PTRDIFF_MAX / sizeof(float))) {
      return OutOfRange("a window of ", depth.kernel, " planes of Input is too large");
    }
    const int64_t larger = std::max(elements, ResultElements());
    const int64_t most = std::max<int64_t>(1, kBlockElements / larger);
    const int64_t blocks = backend::CeilDiv(Planes(), most);
    shape_.batch = block_ = backend::CeilDiv(Planes(), blocks);
    return OkStatus();
  }

  // [Cout][plane][Cin][tap] from [Cout][Cin][plane][tap].
  std::vector<float> FiltersByPlanes(const float* from) const {
    const int64_t plane = shape_.taps();
    const int64_t planes = g_.axes[0].kernel;
    const int64_t size = shape_.group_in_c() * plane;  // of a filter
    std::vector<float> filters(static_cast<size_t>(g_.out_channels * size));
    for (int64_t i = 0; i < g_.out_channels * GroupChannels(); ++i) {
      float* to = filters.data() + i / GroupChannels() * size + i % GroupChannels() * plane;
      for (int64_t z = 0; z < planes; ++z, from += plane, to += GroupChannels() * plane) {
        std::copy_n(from, plane, to);
      }
    }
    return filters;
  }

  // The images of output planes from `first` on: [pixel][group][plane of the window][channel].
  void StackPlanes(const float* input, int64_t first, float* images, ThreadPool* pool) const {
    const int64_t parts = g_.groups * g_.axes[0].kernel;
    const int64_t chunks = backend::CeilDiv(InPixels(), kChunk);
    pool->ForEach(block_ * parts * chunks, 1, [&](int64_t unit) {
      const int64_t image = unit / chunks / parts;
      const int64_t part = unit / chunks % parts;
      const int64_t pixel = unit % chunks * kChunk;
      const int64_t count = std::min(kChunk, InPixels() - pixel);
      float* const to =
          images + image * ImageElements() + pixel * shape_.in_c + part * GroupChannels();
      CopyPlane(input, first + image, part, pixel, count, to);
    });
  }
  void CopyPlane(const float* input, int64_t plane, int64_t part, int64_t pixel, int64_t count,
                 float* to) const {
    const operators::WindowAxis& depth = g_.axes[0];
    const int64_t channels = GroupChannels();
    const int64_t n = plane / depth.out;
    const int64_t z =
        plane % depth.out * depth.stride - depth.pad_begin + part % depth.kernel * depth.dilation;
    const int64_t channel = part / depth.kernel * channels;
    if (z < 0 || z >= depth.in) {
      for (int64_t i = 0; i < count; ++i) std::fill_n(to + i * shape_.in_c, channels, 0.0f);
    } else if (g_.channels_last) {
      const float* from =
          input + ((n * depth.in + z) * InPixels() + pixel) * g_.in_channels + channel;
      tables_.vector.copy(from, g_.in_channels, to, shape_.in_c, count, channels);
    } else {
      const float* from =
          input + ((n * g_.in_channels + channel) * depth.in + z) * InPixels() + pixel;
      tables_.vector.transpose(from, depth.in * InPixels(), to, shape_.in_c, channels, count);
    }
  }

  // Results [plane][pixel][channel] from plane `first` on to [item][channel][plane][pixel].
  void SpreadResults(const float* results, int64_t first, float* output, ThreadPool* pool) const {
    const int64_t depth = g_.axes[0].out;
    const int64_t chunks = backend::CeilDiv(OutPixels(), kChunk);
    pool->ForEach(block_ * chunks, 1, [&](int64_t unit) {
      const int64_t plane = first + unit / chunks;
      const int64_t pixel = unit % chunks * kChunk;
      const int64_t count = std::min(kChunk, OutPixels() - pixel);
      const float* from = results + unit / chunks * ResultElements() + pixel * g_.out_channels;
      float* const to =
          output + (plane / depth * g_.out_channels * depth + plane % depth) * OutPixels() + pixel;
      tables_.vector.transpose(from, g_.out_channels, to, depth * OutPixels(), count,
                               g_.out_channels);
    });
  }

  operators::VolumeGeometry g_;
  bool empty_ = false;
  backend::ConvShape shape_;  // of a block of images
  int64_t block_ = 1;         // output planes that are computed together
  std::unique_ptr<backend::ConvPlan> plan_;
  const void* packed_ = nullptr;
  size_t plan_scratch_ = 0;
  size_t images_scratch_ = 0;
  size_t results_scratch_ = 0;
};

LITE_KERNELS(LITE_CPU_TARGET, kFloat, kNCHW, def, Conv3dKernel, conv3d);

}  // namespace paddle::lite::kernels::LITE_CPU
