#include "lite/operators/xpu_resnet50.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "lite/kernels/host/conv2d.h"

namespace paddle::lite::kernels::host {

// Runs the convolutions on the kernel of conv2d. All values between them share four tensors.
class XpuResnet50Kernel final : public KernelFor<operators::XpuResnet50> {
  using Layer = operators::XpuResnet50::Layer;
  using Role = operators::XpuResnet50::Role;

 public:
  Status PrepareOp(const operators::XpuResnet50& op, PrepareContext* context) override {
    steps_.clear();
    std::fill(std::begin(counts_), std::end(counts_), int64_t{0});
    const std::vector<Layer> layers = operators::XpuResnet50::Layers();
    const Tensor* x = op.input;
    int block = 0;  // the value before the block
    int free = 1;
    for (size_t i = 0; i < layers.size(); ++i) {
      const Role role = layers[i].role;
      const auto add = [&](size_t layer, const Tensor* from, int to, const Tensor* residual) {
        return AddStep(op, layers[layer], layer, from, to, residual, context);
      };
      if (role == Role::kTop) {
        LITE_RETURN_IF_ERROR(add(i, x, free, nullptr));
        PreparePooling(values_[free].dims(), block);
      } else if (role == Role::kReduce) {
        LITE_RETURN_IF_ERROR(add(i, &values_[block], free, nullptr));
      } else if (role == Role::kSpatial) {
        LITE_RETURN_IF_ERROR(add(i, &values_[free], kSpatialValue, nullptr));
      } else if (role == Role::kExpand) {
        const Tensor* residual = &values_[block];
        if (layers[i].has_shortcut) {
          LITE_RETURN_IF_ERROR(add(i + 1, residual, kShortcutValue, nullptr));
          residual = &values_[kShortcutValue];
        }
        LITE_RETURN_IF_ERROR(add(i, &values_[kSpatialValue], free, residual));
        std::swap(block, free);
      }
    }
    result_ = block;
    area_ = values_[block].dims().Count(2, 4);
    for (int i = 0; i < kValues; ++i) {
      values_[i].Resize(DDim{counts_[i]});
      LITE_RETURN_IF_ERROR(values_[i].Allocate(PrecisionType::kFloat));
    }
    return OkStatus();
  }

  Status RunOp(const operators::XpuResnet50& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    for (size_t i = 0; i < steps_.size(); ++i) {
      LITE_RETURN_IF_ERROR(steps_[i]->kernel.RunOp(steps_[i]->conv, context));
      if (i == 0) Pool(values_[1].data<float>(), values_[0].mutable_data<float>(), context);
    }
    const float* x = values_[result_].data<float>();
    float* out = op.output->mutable_data<float>();
    context.pool->ForEach(op.output->numel(), 64, [&](int64_t i) {
      float sum = 0;
      for (int64_t j = 0; j < area_; ++j) sum += x[i * area_ + j];
      out[i] = sum / static_cast<float>(area_);
    });
    return OkStatus();
  }

 private:
  // The first two take turns as the value before a block and its result.
  static constexpr int kSpatialValue = 2;
  static constexpr int kShortcutValue = 3;
  static constexpr int kValues = 4;

  struct Step {
    operators::Conv2d conv;
    Conv2dKernel<float> kernel;
  };

  Status AddStep(const operators::XpuResnet50& op, const Layer& layer, size_t index,
                 const Tensor* from, int to, const Tensor* residual, PrepareContext* context) {
    auto step = std::make_unique<Step>();
    operators::Conv2d& conv = step->conv;
    conv.input = from;
    conv.filter = op.filter[index];
    conv.bias = op.bias[index];
    conv.residual = residual;
    conv.output = &values_[to];
    conv.strides = {layer.stride, layer.stride};
    conv.paddings = {layer.kernel / 2, layer.kernel / 2};
    conv.act.fuse_relu = layer.role != Role::kShortcut;
    LITE_RETURN_IF_ERROR(conv.InferShape());
    LITE_RETURN_IF_ERROR(step->kernel.PrepareOp(conv, context));
    counts_[to] = std::max(counts_[to], values_[to].numel());
    steps_.push_back(std::move(step));
    return OkStatus();
  }

  // The largest of 3x3 elements, every second one, with a border of one element.
  void PreparePooling(const DDim& in, int to) {
    planes_ = in[0] * in[1];
    height_ = in[2];
    width_ = in[3];
    out_height_ = (height_ - 1) / 2 + 1;
    out_width_ = (width_ - 1) / 2 + 1;
    values_[to].Resize(DDim{in[0], in[1], out_height_, out_width_});
    counts_[to] = std::max(counts_[to], values_[to].numel());
  }
  void Pool(const float* in, float* out, const RunContext& context) const {
    context.pool->ForEach(planes_, 1, [&](int64_t plane) {
      const float* x = in + plane * height_ * width_;
      float* y = out + plane * out_height_ * out_width_;
      for (int64_t oy = 0; oy < out_height_; ++oy) {
        for (int64_t ox = 0; ox < out_width_; ++ox) {
          float largest = -std::numeric_limits<float>::infinity();
          for (int64_t iy = std::max<int64_t>(2 * oy - 1, 0); iy < std::min(2 * oy + 2, height_);
               ++iy) {
            for (int64_t ix = std::max<int64_t>(2 * ox - 1, 0); ix < std::min(2 * ox + 2, width_);
                 ++ix) {
              largest = std::max(largest, x[iy * width_ + ix]);
            }
          }
          y[oy * out_width_ + ox] = largest;
        }
      }
    });
  }

  std::vector<std::unique_ptr<Step>> steps_;
  Tensor values_[kValues];
  int64_t counts_[kValues] = {};  // elements of the largest value in each tensor
  int result_ = 0;
  int64_t area_ = 0;  // of an image before the mean
  int64_t planes_ = 0, height_ = 0, width_ = 0, out_height_ = 0, out_width_ = 0;
};

LITE_KERNELS(kHost, kFloat, kNCHW, def, XpuResnet50Kernel, __xpu__resnet50);

}  // namespace paddle::lite::kernels::host
