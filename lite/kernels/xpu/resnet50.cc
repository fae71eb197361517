#include <algorithm>
#include <iterator>
#include <utility>

#include "lite/kernels/xpu/convolution.h"
#include "lite/kernels/xpu/pool.h"
#include "lite/operators/xpu_resnet50.h"

namespace paddle::lite::kernels::xpu {

// One call of the library for each convolution and each of the two poolings.
class XpuResnet50Kernel final : public XpuKernel<operators::XpuResnet50> {
  using Layer = operators::XpuResnet50::Layer;
  using Role = operators::XpuResnet50::Role;

 public:
  static Status Supports(const operators::XpuResnet50& op) {
    for (const Tensor* filter : op.filter) {
      if (!filter->persistable()) return Unsupported("a Filter that is not a weight");
    }
    return OkStatus();
  }

 protected:
  Status PrepareXpu(const operators::XpuResnet50& op, PrepareContext* context) override {
    const std::vector<Layer> layers = operators::XpuResnet50::Layers();
    steps_.clear();
    std::fill(std::begin(counts_), std::end(counts_), int64_t{0});
    const Size image{op.input->dims()[2], op.input->dims()[3]};
    int block = 1;  // the value before the block
    int free = 0;
    for (size_t i = 0; i < layers.size(); ++i) {
      const Role role = layers[i].role;
      const auto add = [&](size_t layer, int from, int to, int branch = kNone) {
        const Size size = from == kImage ? image : sizes_[from];
        return AddStep(op, layers[layer], {layer, from, to, branch}, size, *context);
      };
      if (role == Role::kTop) {
        LITE_RETURN_IF_ERROR(add(i, kImage, free));
        PrepareTopPool(op);
      } else if (role == Role::kReduce) {
        LITE_RETURN_IF_ERROR(add(i, block, kReduced));
      } else if (role == Role::kSpatial) {
        LITE_RETURN_IF_ERROR(add(i, kReduced, kSpatial));
      } else if (role == Role::kExpand) {
        int branch = block;
        if (layers[i].has_shortcut) {
          branch = kShortcut;
          LITE_RETURN_IF_ERROR(add(i + 1, block, kShortcut));
        }
        LITE_RETURN_IF_ERROR(add(i, kSpatial, free, branch));
        std::swap(block, free);
      }
    }
    result_ = block;
    mean_ = lite::xpu::LibraryPool();
    mean_.batch = Int(op.input->dims()[0]);
    mean_.channels = Int(operators::XpuResnet50::kFeatures);
    mean_.height = Int(sizes_[block].height);
    mean_.width = Int(sizes_[block].width);
    mean_.kernel = {mean_.height, mean_.width};
    mean_.strides = {1, 1};
    mean_.paddings = {0, 0, 0, 0};
    for (int i = 0; i < kBlocks; ++i) {
      LITE_ASSIGN_OR_RETURN(blocks_[i], AllocateFloats(*context, counts_[i]));
    }
    return OkStatus();
  }

  Status RunXpu(const operators::XpuResnet50& op, RawContext* context) override {
    const auto value = [&](int block) -> const float* {
      return block == kImage  ? From<float>(op.input)
             : block == kNone ? nullptr
                              : At(blocks_[block]);
    };
    for (size_t i = 0; i < steps_.size(); ++i) {
      const Wiring& wiring = steps_[i].wiring;
      LITE_RETURN_IF_ERROR(steps_[i].convolution.Run(context, value(wiring.from),
                                                     From<float>(op.bias[wiring.layer]),
                                                     value(wiring.branch), At(blocks_[wiring.to])));
      if (i == 0) LITE_RETURN_IF_ERROR(Pool(context, top_, value(wiring.to), At(blocks_[1])));
    }
    return Pool(context, mean_, value(result_), To<float>(op.output));
  }

 private:
  // Blocks 0 and 1 take turns as the value between two blocks of the network.
  enum { kReduced = 2, kSpatial = 3, kShortcut = 4, kBlocks = 5, kImage = -1, kNone = -2 };
  struct Size {
    int64_t height, width;
  };
  struct Wiring {
    size_t layer;
    int from, to, branch;
  };
  struct Step {
    Wiring wiring;
    WeightConvolution convolution;
  };

  Status AddStep(const operators::XpuResnet50& op, const Layer& layer, const Wiring& wiring,
                 const Size& from, const PrepareContext& context) {
    operators::ConvGeometry g;
    g.batch = op.input->dims()[0];
    g.in_channels = layer.inputs;
    g.out_channels = layer.outputs;
    g.h.in = from.height;
    g.w.in = from.width;
    for (operators::WindowAxis* axis : {&g.h, &g.w}) {
      axis->kernel = layer.kernel;
      axis->stride = layer.stride;
      axis->pad_begin = axis->pad_end = layer.kernel / 2;
      axis->out = (axis->in + 2 * axis->pad_begin - axis->kernel) / axis->stride + 1;
    }
    // The library adds the branch before the activation.
    Activation activation;
    if (layer.role != Role::kShortcut) activation.type = ActivationType::kRelu;
    Step step{wiring, {}};
    LITE_RETURN_IF_ERROR(
        step.convolution.Prepare(context, g, *op.filter[wiring.layer], activation));
    steps_.push_back(std::move(step));
    return SetSize(op, wiring.to, {g.h.out, g.w.out}, layer.outputs);
  }

  Status SetSize(const operators::XpuResnet50& op, int block, const Size& size, int64_t channels) {
    const DDim dims{op.input->dims()[0], channels, size.height, size.width};
    LITE_ASSIGN_OR_RETURN(const int64_t count, CheckedElementCount(dims));
    if (count > INT32_MAX) return Unsupported("a value of ", count, " elements within the network");
    sizes_[block] = size;
    counts_[block] = std::max(counts_[block], count);
    return OkStatus();
  }

  // A maximum over 3x3 with stride 2, from block 0 to block 1.
  void PrepareTopPool(const operators::XpuResnet50& op) {
    top_ = lite::xpu::LibraryPool();
    top_.is_max = true;
    top_.batch = Int(op.input->dims()[0]);
    top_.channels = 64;
    top_.height = Int(sizes_[0].height);
    top_.width = Int(sizes_[0].width);
    top_.kernel = {3, 3};
    top_.strides = {2, 2};
    top_.paddings = {1, 1, 1, 1};
    sizes_[1] = {(sizes_[0].height - 1) / 2 + 1, (sizes_[0].width - 1) / 2 + 1};
    counts_[1] = counts_[0];
  }

  static Status Pool(RawContext* context, lite::xpu::LibraryPool pool, const float* x, float* y) {
    pool.x = x;
    pool.y = y;
    return CheckCall(library::Pool(context, pool), "a pooling of XDNN");
  }

  std::vector<Step> steps_;
  lite::xpu::LibraryPool top_, mean_;
  Block blocks_[kBlocks];
  Size sizes_[kBlocks] = {};
  int64_t counts_[kBlocks] = {};  // elements
  int result_ = 0;
};

}  // namespace paddle::lite::kernels::xpu

REGISTER_LITE_KERNEL(__xpu__resnet50, kXPU, kFloat, kNCHW,
                     paddle::lite::kernels::xpu::XpuResnet50Kernel, def)
    .BindInput("Filter", {LiteType::GetTensorTy(TARGET(kHost))})
    .Finalize();
