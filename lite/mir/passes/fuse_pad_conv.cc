#include <algorithm>

#include "lite/mir/fusion.h"

namespace paddle::lite::mir {

namespace {

Status CheckPaddedConv(const Match& m) {
  if (m.attr<float>("pad", "pad_value") != 0) return Refuse("the padding is not 0");
  if (m.attr<std::string>("conv", "data_format") == "NHWC") return Refuse("the data is NHWC");
  const auto algorithm = m.attr<std::string>("conv", "padding_algorithm");
  if (algorithm == "SAME" || algorithm == "VALID") {
    return Refuse("the convolution's paddings follow ", algorithm);
  }
  if (IsQuantised(m.op("conv"))) return Refuse("the convolution is quantised");
  return OkStatus();
}

// The sum of `extra` and the convolution's own paddings, two or four: top, bottom, left, right.
Status Add(Match* m, const std::vector<int>& extra) {
  std::vector<int> paddings = m->attr<std::vector<int>>("conv", "paddings");
  if (paddings.size() == 2) paddings = {paddings[0], paddings[0], paddings[1], paddings[1]};
  if (paddings.size() != 4) return Refuse("the convolution has ", paddings.size(), " paddings");
  for (size_t i = 0; i < 4; ++i) {
    if (extra[i] < 0 || extra[i] > 65536) return Refuse("padding ", extra[i], " removes elements");
    paddings[i] += extra[i];
  }
  m->SetAttr("paddings", paddings);
  return OkStatus();
}

Status FromPad2d(Match* m) {
  const auto extra = m->attr<std::vector<int>>("pad", "paddings");
  if (extra.size() != 4) return Refuse("there are ", extra.size(), " paddings, expected 4");
  return Add(m, extra);
}

// Two numbers per dimension.
Status FromPad(Match* m) {
  const auto extra = m->attr<std::vector<int>>("pad", "paddings");
  if (extra.size() != 8) return Refuse("there are ", extra.size(), " paddings, expected 8");
  if (std::any_of(extra.begin(), extra.begin() + 4, [](int p) { return p != 0; })) {
    return Refuse("batch or channels are padded");
  }
  return Add(m, {extra.begin() + 4, extra.end()});
}

constexpr char kConv[] = "conv: conv2d|depthwise_conv2d(Input=%p, Filter=%w, ..) -> (Output=%y)";
constexpr char kPaddedConv[] =
    "@conv(..conv, Input=%x, Filter=%w) -> (Output=%y) {..conv, paddings=$paddings}";

}  // namespace

// A convolution reads zeros around an image anyway.
LITE_PASS(fuse_pad_conv) {
  const std::string conv = kConv;
  return Pass()
      .Stage(Stage::kView)
      .Fuse({"pad: pad2d(X=%x) -> (Out=%p) {mode=\"constant\", data_format=\"NCHW\"}\n" + conv,
             kPaddedConv, &CheckPaddedConv, &FromPad2d})
      .Fuse({"pad(X=%x) -> (Out=%p)\n" + conv, kPaddedConv, &CheckPaddedConv, &FromPad});
}

}  // namespace paddle::lite::mir
