#include "lite/mir/passes/conv.h"

namespace paddle::lite::mir {

namespace {

Status CheckFilter(const Match& m, const char* filter) {
  if (m.constant(filter)->precision() != PrecisionType::kFloat ||
      m.constant(filter)->dims().rank() != 4) {
    return Refuse("a filter holds no floats of rank 4");
  }
  return OkStatus();
}

// The second convolution reads one pixel and skips none.
Status CheckPair(const Match& m) {
  LITE_RETURN_IF_ERROR(CheckPlainConv(m));
  for (const char* label : {"conv", "point"}) {
    if (m.attr<int>(label, "groups") != 1) return Refuse("a convolution has groups");
    if (IsQuantised(m.op(label)) || m.op(label).FindAttr("quantize_weight_bits") != nullptr) {
      return Refuse("a convolution is quantised");
    }
    if (m.attr<std::string>(label, "data_format") == "NHWC") return Refuse("the data is NHWC");
  }
  if (m.attr<bool>("point", "with_act") || m.attr<bool>("point", "fuse_relu")) {
    return Refuse("the second convolution already has an activation");
  }
  LITE_RETURN_IF_ERROR(CheckFilter(m, "w"));
  LITE_RETURN_IF_ERROR(CheckFilter(m, "v"));
  const DDim& w = m.constant("w")->dims();
  const DDim& v = m.constant("v")->dims();
  if (v[2] != 1 || v[3] != 1) return Refuse("the second filter is larger than 1x1");
  if (v[1] != w[0]) return Refuse("the channels do not agree");
  for (const int stride : m.attr<std::vector<int>>("point", "strides")) {
    if (stride != 1) return Refuse("the second convolution has strides");
  }
  const auto algorithm = m.attr<std::string>("point", "padding_algorithm");
  if (algorithm != "SAME" && algorithm != "VALID") {
    for (const int padding : m.attr<std::vector<int>>("point", "paddings")) {
      if (padding != 0) return Refuse("the second convolution has paddings");
    }
  }
  // Multiply-adds per pixel of the result. (The first may pad: its own sums do not.)
  const double window = static_cast<double>(w[1]) * static_cast<double>(w[2] * w[3]);
  const double before = static_cast<double>(w[0]) * (window + static_cast<double>(v[0]));
  if (static_cast<double>(v[0]) * window > before) return Refuse("one convolution would be slower");
  return OkStatus();
}

// Filter'[k, ...] = sum of second[k, j] * first[j, ...] over the channels j between them.
Status MultiplyFilters(Match* m) {
  LITE_ASSIGN_OR_RETURN(const std::vector<double> first, ToDoubles(*m->constant("w")));
  LITE_ASSIGN_OR_RETURN(const std::vector<double> second, ToDoubles(*m->constant("v")));
  const DDim& w = m->constant("w")->dims();
  const DDim& v = m->constant("v")->dims();
  const auto middle = static_cast<size_t>(w[0]);
  const auto channels = static_cast<size_t>(v[0]);
  const auto window = static_cast<size_t>(w.Count(1, 4));
  LITE_ASSIGN_OR_RETURN(const std::vector<double> first_bias, OldBias(*m, w[0]));
  std::vector<double> bias(channels, 0.0);
  if (const Tensor* own = m->constant("own")) {
    if (own->numel() != v[0]) return Refuse("Bias does not have one element per output channel");
    LITE_ASSIGN_OR_RETURN(bias, ToDoubles(*own));
  }
  std::vector<double> product(channels * window, 0.0);
  for (size_t k = 0; k < channels; ++k) {
    for (size_t j = 0; j < middle; ++j) {
      const double factor = second[k * middle + j];
      bias[k] += factor * first_bias[j];
      for (size_t i = 0; i < window; ++i) product[k * window + i] += factor * first[j * window + i];
    }
  }
  LITE_ASSIGN_OR_RETURN(Tensor filter,
                        FromDoubles(DDim{v[0], w[1], w[2], w[3]}, PrecisionType::kFloat, product));
  LITE_ASSIGN_OR_RETURN(Tensor sum, FromDoubles(DDim{v[0]}, PrecisionType::kFloat, bias));
  m->SetConstant("filter", m->arg("v")->name(), std::move(filter));
  m->SetConstant("bias", m->arg("c")->name() + ".bias", std::move(sum));
  return OkStatus();
}

}  // namespace

// A convolution followed by a 1x1 convolution, if merging them takes fewer operations.
LITE_PASS(fuse_conv_conv) {
  return Pass()
      .Stage(Stage::kJoin)
      .Alias("lite_conv_conv_fuse_pass")
      .Fuse({R"(const %w  const %old  const %v  const %own
                conv: conv2d(Input=%x, Filter=%w, Bias=%old?) -> (Output=%c)
                point: conv2d(Input=%c, Filter=%v, Bias=%own?) -> (Output=%y))",
             R"(conv2d(Input=%x, Filter=%filter, Bias=%bias) -> (Output=%y)
                {..conv})",
             &CheckPair, &MultiplyFilters});
}

}  // namespace paddle::lite::mir
