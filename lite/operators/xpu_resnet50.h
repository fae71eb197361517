#pragma once

#include <vector>

#include "lite/base/checked_math.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"
#include "lite/operators/window.h"

namespace paddle::lite::operators {

// ResNet50 from the image to the vector of 2048 features, as one operator: a convolution 7x7, a
// maximum over 3x3, 16 blocks of convolutions 1x1, 3x3 and 1x1 that are added to their input, and
// the mean over the image. Batch norms are part of Filter and Bias; relu follows every convolution
// but the last one of a block and that of a shortcut, and every sum. Filter and Bias list the
// convolutions in this order; that of the shortcut follows the three others of the first block of a
// stage.
struct XpuResnet50 final : Op {
  const Tensor* input = nullptr;  // [batch, 3, height, width]
  std::vector<const Tensor*> filter;
  std::vector<const Tensor*> bias;
  std::vector<const Tensor*> max_filter;  // for products of integers
  Tensor* output = nullptr;               // [batch, 2048, 1, 1]

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Inputs("Filter", &filter);
    v.Inputs("Bias", &bias);
    v.Inputs("MaxFilter", &max_filter, Need::kOptional);
    v.Output("Output", &output);
  }

  static constexpr int64_t kFeatures = 2048;

  enum class Role { kTop, kReduce, kSpatial, kExpand, kShortcut };
  struct Layer {
    Role role;
    int64_t inputs, outputs;
    int kernel, stride;
    bool has_shortcut;  // of the block
  };
  static std::vector<Layer> Layers() {
    std::vector<Layer> layers = {{Role::kTop, 3, 64, 7, 2, false}};
    constexpr int kBlocks[] = {3, 4, 6, 3};
    int64_t channels = 64;
    for (int stage = 0; stage < 4; ++stage) {
      const int64_t width = int64_t{64} << stage;
      for (int block = 0; block < kBlocks[stage]; ++block) {
        const bool first = block == 0;
        const int stride = first && stage > 0 ? 2 : 1;
        layers.push_back({Role::kReduce, channels, width, 1, 1, first});
        layers.push_back({Role::kSpatial, width, width, 3, stride, first});
        layers.push_back({Role::kExpand, width, 4 * width, 1, 1, first});
        if (first) layers.push_back({Role::kShortcut, channels, 4 * width, 1, stride, first});
        channels = 4 * width;
      }
    }
    return layers;
  }

  Status InferShape() override {
    const DDim& in = input->dims();
    if (in.rank() != 4 || in[1] != 3 || in[2] < 1 || in[3] < 1) {
      return InvalidArgument("Input: expected the shape of images with 3 channels, found ", in);
    }
    const std::vector<Layer> layers = Layers();
    for (const auto& [slot, list] : {std::pair("Filter", &filter), std::pair("Bias", &bias)}) {
      if (list->size() != layers.size()) {
        return InvalidArgument(slot, ": expected ", layers.size(), " tensors, found ",
                               list->size());
      }
    }
    for (size_t i = 0; i < layers.size(); ++i) {
      const Layer& layer = layers[i];
      const DDim dims{layer.outputs, layer.inputs, layer.kernel, layer.kernel};
      if (filter[i]->dims() != dims) {
        return InvalidArgument("Filter[", i, "]: expected shape ", dims, ", found ",
                               filter[i]->dims());
      }
      if (bias[i]->numel() != layer.outputs) {
        return InvalidArgument("Bias[", i, "]: expected ", layer.outputs, " elements, found ",
                               bias[i]->dims());
      }
    }
    output->set_lod(input->lod());
    return SetShape("Output", DDim{in[0], kFeatures, 1, 1}, output);
  }

  Cost Estimate() const override {
    const DDim& in = input->dims();
    double flops = 0;
    auto bytes = static_cast<double>(input->memory_size() + output->memory_size());
    double pixels = in.rank() == 4 ? static_cast<double>(in[0]) * static_cast<double>(in[2]) *
                                         static_cast<double>(in[3]) / 4
                                   : 0;
    const std::vector<Layer> layers = Layers();
    for (size_t i = 0; i < layers.size() && i < filter.size(); ++i) {
      if (layers[i].role == Role::kSpatial && layers[i].stride == 2) pixels /= 4;
      flops += 2.0 * pixels * static_cast<double>(filter[i]->numel());
      bytes += static_cast<double>(filter[i]->memory_size());
      if (layers[i].role == Role::kTop) pixels /= 4;
    }
    return {flops, bytes};
  }
};

LITE_OP(__xpu__resnet50, XpuResnet50);

}  // namespace paddle::lite::operators
