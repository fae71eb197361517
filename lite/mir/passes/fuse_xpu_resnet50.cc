#include <string>
#include <vector>

#include "lite/mir/passes/xpu.h"
#include "lite/operators/xpu_resnet50.h"

namespace paddle::lite::mir {

namespace {

using operators::XpuResnet50;
using Ints = std::vector<int>;

// The convolutions of a block before its sum: one of them takes the sum and the relu.
enum class Sum { kInExpand, kInShortcut };

std::string Name(const char* prefix, size_t index) { return StrCat(prefix, index); }

// The network as text; the convolution of layer i has the label c<i> and the values w<i>, b<i> and
// v<i>.
std::string Network(Sum sum) {
  const std::vector<XpuResnet50::Layer> layers = XpuResnet50::Layers();
  std::string text;
  const auto conv = [&](size_t i, const std::string& from, const std::string& branch) {
    text += StrCat("c", i, ": __xpu__conv2d(Input=%", from, ", Filter=%w", i, ", Bias=%b", i,
                   branch.empty() ? "" : StrCat(", Branch=%", branch), ") -> (Output=%v", i, ")\n");
  };
  std::string block = "p";
  for (size_t i = 0; i < layers.size(); ++i) {
    switch (layers[i].role) {
      case XpuResnet50::Role::kTop:
        conv(i, "x", "");
        text += "top: pool2d(X=%v0) -> (Out=%p)\n";
        break;
      case XpuResnet50::Role::kReduce:
        conv(i, block, "");
        break;
      case XpuResnet50::Role::kSpatial:
        conv(i, Name("v", i - 1), "");
        break;
      case XpuResnet50::Role::kExpand:
        if (!layers[i].has_shortcut) {
          conv(i, Name("v", i - 1), block);
          block = Name("v", i);
        } else if (sum == Sum::kInExpand) {
          conv(i + 1, block, "");
          conv(i, Name("v", i - 1), Name("v", i + 1));
          block = Name("v", i);
        } else {
          conv(i, Name("v", i - 1), "");
          conv(i + 1, block, Name("v", i));
          block = Name("v", i + 1);
        }
        break;
      case XpuResnet50::Role::kShortcut:
        break;  // with kExpand
    }
  }
  return StrCat(text, "mean: pool2d(X=%", block, ") -> (Out=%y)");
}

std::string Replacement() {
  std::string filters, biases;
  for (size_t i = 0; i < XpuResnet50::Layers().size(); ++i) {
    filters += StrCat(i == 0 ? "%w" : ", %w", i);
    biases += StrCat(i == 0 ? "%b" : ", %b", i);
  }
  return StrCat("__xpu__resnet50(Input=%x, Filter=[", filters, "], Bias=[", biases,
                "]) -> (Output=%y)");
}

Status CheckPooling(const Match& m, const std::string& label, const std::string& type, bool mean) {
  if (m.attr<std::string>(label, "pooling_type") != type) {
    return Refuse("the pooling `", label, "` is not ", type);
  }
  if (m.attr<std::string>(label, "data_format") == "NHWC") return Refuse("pool2d is NHWC");
  if (mean) {
    const bool adaptive =
        m.attr<bool>(label, "adaptive") && m.attr<Ints>(label, "ksize") == Ints{1, 1};
    return adaptive || m.attr<bool>(label, "global_pooling")
               ? OkStatus()
               : Refuse("the pooling `", label, "` is not that of the whole image");
  }
  const Ints paddings = m.attr<Ints>(label, "paddings");
  if (m.attr<bool>(label, "adaptive") || m.attr<bool>(label, "global_pooling") ||
      m.attr<bool>(label, "ceil_mode") || m.attr<Ints>(label, "ksize") != Ints{3, 3} ||
      m.attr<Ints>(label, "strides") != Ints{2, 2} ||
      m.attr<std::string>(label, "padding_algorithm") != "EXPLICIT" ||
      (paddings != Ints{1, 1} && paddings != Ints{1, 1, 1, 1})) {
    return Refuse("the pooling `", label, "` is not 3x3 with stride 2 and padding 1");
  }
  return OkStatus();
}

Status CheckResnet50(const Match& m, Sum sum) {
  const std::vector<XpuResnet50::Layer> layers = XpuResnet50::Layers();
  const auto linear =
      sum == Sum::kInExpand ? XpuResnet50::Role::kShortcut : XpuResnet50::Role::kExpand;
  for (size_t i = 0; i < layers.size(); ++i) {
    const XpuResnet50::Layer& layer = layers[i];
    const std::string label = Name("c", i);
    const int pad = layer.kernel / 2;
    const Ints paddings = m.attr<Ints>(label, "paddings");
    const bool is_linear = layer.has_shortcut && layer.role == linear;
    if (m.attr<Ints>(label, "filter_dims") != Ints{static_cast<int>(layer.outputs),
                                                   static_cast<int>(layer.inputs), layer.kernel,
                                                   layer.kernel} ||
        m.attr<Ints>(label, "strides") != Ints{layer.stride, layer.stride} ||
        m.attr<Ints>(label, "dilations") != Ints{1, 1} ||
        m.attr<Ints>(label, "groups") != Ints{1} ||
        m.attr<std::string>(label, "padding_algorithm") != "EXPLICIT" ||
        (paddings != Ints{pad, pad} && paddings != Ints{pad, pad, pad, pad}) ||
        m.attr<Ints>(label, "act_type") != Ints{is_linear ? 0 : 1}) {
      return Refuse("convolution ", i, " is not that of ResNet50: ", layer.kernel, "x",
                    layer.kernel, ", ", layer.inputs, " to ", layer.outputs, " channels, stride ",
                    layer.stride, is_linear ? "" : ", relu");
    }
  }
  LITE_RETURN_IF_ERROR(CheckPooling(m, "top", "max", /*mean=*/false));
  return CheckPooling(m, "mean", "avg", /*mean=*/true);
}

Status CheckSumInExpand(const Match& m) { return CheckResnet50(m, Sum::kInExpand); }
Status CheckSumInShortcut(const Match& m) { return CheckResnet50(m, Sum::kInShortcut); }

}  // namespace

LITE_PASS(fuse_xpu_resnet50) {
  return Pass()
      .Stage(Stage::kView)
      .Alias("__xpu__resnet_fuse_pass")
      .ForTargets({TargetType::kXPU})
      .Fuse({Network(Sum::kInExpand), Replacement(), &CheckSumInExpand})
      .Fuse({Network(Sum::kInShortcut), Replacement(), &CheckSumInShortcut});
}

}  // namespace paddle::lite::mir
