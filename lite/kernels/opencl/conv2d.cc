// Convolutions, on buffers and on images. On buffers, a pointwise convolution is a product of its
// filter and the image, viewed as a matrix of channels and positions.

#include "lite/operators/conv2d.h"

#include "lite/kernels/opencl/gemm.h"
#include "lite/kernels/opencl/images.h"
#include "lite/kernels/opencl/tiled.h"
#include "lite/kernels/opencl/window.h"
#include "lite/kernels/opencl/winograd.h"

namespace paddle::lite::kernels::opencl {
namespace {

Result<ProductEpilogue> ConvEpilogue(const operators::Conv2d& op) {
  LITE_ASSIGN_OR_RETURN(ProductEpilogue epilogue, EpilogueOf(op.act, op.output->dims()));
  epilogue.relu_after_second = op.fuse_elementwise_op_type == "fusion_elementwise_add_activation";
  return epilogue;
}

bool IsPointwise(const operators::ConvGeometry& g) {
  return g.is_pointwise() && g.h.stride == 1 && g.w.stride == 1 && !g.has_padding();
}

// On what the time of a convolution depends.
struct ConvProblem {
  ConvWindow window;
  int32_t batch;
};

ConvProblem ProblemOf(const ConvWindow& window, const operators::ConvGeometry& g) {
  return {window, static_cast<int32_t>(g.batch)};
}

// Tiles of image_conv.cl: texels of a row, and blocks of four channels.
constexpr Tile kTexel[] = {{"", 1, 1}};
constexpr Tile kTexels[] = {{"", 4, 1}, {"-DCOLUMNS=2", 2, 1}, {"-DCOLUMNS=8", 8, 1}};
constexpr Tile kTexelsOfBlocks[] = {{"", 4, 1},
                                    {"-DCOLUMNS=2", 2, 1},
                                    {"-DCOLUMNS=8", 8, 1},
                                    {"-DCOLUMNS=2 -DBLOCKS=2", 2, 2},
                                    {"-DCOLUMNS=4 -DBLOCKS=2", 4, 2}};

// A function of image_conv.cl, with the form of its filter.
struct ImageForm {
  const char* function;
  Span<const Tile> tiles;
  int64_t count;  // elements of the filter
  void (*pack)(const float* from, const ConvWindow& w, float* to);
};

void PackBlocks(const float* from, const ConvWindow& w, float* to) {
  const int64_t taps = int64_t{w.kernel_height} * w.kernel_width;
  const int64_t blocks = Quarters(w.in_per_group);
  for (int64_t o = 0; o < w.out_channels; ++o) {
    for (int64_t c = 0; c < w.in_per_group; ++c) {
      for (int64_t t = 0; t < taps; ++t) {
        to[(((o / 4 * blocks + c / 4) * taps + t) * 4 + c % 4) * 4 + o % 4] = *from++;
      }
    }
  }
}

void PackDepthwise(const float* from, const ConvWindow& w, float* to) {
  const int64_t taps = int64_t{w.kernel_height} * w.kernel_width;
  for (int64_t c = 0; c < w.out_channels; ++c) {
    for (int64_t t = 0; t < taps; ++t) to[(c / 4 * taps + t) * 4 + c % 4] = *from++;
  }
}

void PackNothing(const float* from, const ConvWindow& w, float* to) {
  const int64_t taps = int64_t{w.kernel_height} * w.kernel_width;
  std::copy_n(from, w.out_channels * w.in_per_group * taps, to);
}

ImageForm FormOf(const operators::ConvGeometry& g, const ConvWindow& w) {
  const int64_t taps = int64_t{w.kernel_height} * w.kernel_width;
  const int64_t blocks = Quarters(w.out_channels) * 4;
  if (w.in_per_group == 1 && w.out_per_group == 1) {
    return {"depthwise_image", kTexels, blocks * taps, PackDepthwise};
  }
  if (w.groups != 1 && (w.in_per_group % 4 != 0 || w.out_per_group % 4 != 0)) {
    return {"grouped_image", kTexel, int64_t{w.out_channels} * w.in_per_group * taps, PackNothing};
  }
  const char* const function = w.groups == 1 && IsPointwise(g) ? "pointwise_image" : "conv2d_image";
  // The blocks of a tile must have the same inputs.
  const Span<const Tile> tiles =
      w.groups == 1 ? Span<const Tile>(kTexelsOfBlocks) : Span<const Tile>(kTexels);
  return {function, tiles, blocks * Quarters(w.in_per_group) * taps * 4, PackBlocks};
}

}  // namespace

class Conv2dKernel final : public KernelFor<operators::Conv2d> {
 public:
  static Status Supports(const operators::Conv2d& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    return operators::RequireNoCrop(op.paddings);
  }

  Status PrepareOp(const operators::Conv2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(epilogue_, ConvEpilogue(op));
    pointwise_ = IsPointwise(g);
    if (pointwise_) return PreparePointwise(g, *context);
    by_tiles_ = op.filter->persistable() && Winograd::Computes(g, *context);
    if (by_tiles_) return winograd_.Prepare(g, *op.filter, "winograd", context);
    window_ = ConvWindow(g);
    images_ = g.batch * g.groups;
    // Rows are channels.
    static constexpr Tile kDepthwise[] = {{"-DCHANNELS=1", 4, 1}};
    static constexpr Tile kTiles[] = {
        {"-DCHANNELS=4", 4, 4}, {"-DCHANNELS=2", 4, 2}, {"-DCHANNELS=8", 4, 8}};
    const Span<const Tile> tiles =
        window_.out_per_group == 1 ? Span<const Tile>(kDepthwise) : Span<const Tile>(kTiles);
    return function_.Load(*context, "conv2d", "conv2d", tiles, ProblemOf(window_, g));
  }

  Status RunOp(const operators::Conv2d& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    if (pointwise_) {
      return gemm_.Run(context, op.filter, op.input, op.bias, epilogue_, op.residual,
                       op.prelu_alpha, op.second_input, op.output);
    }
    if (by_tiles_) {
      return winograd_.Run(context, op.input,
                           [&](Call& call) -> Call& { return AddEnd(op, call); });
    }
    return function_.Run(context, [&](Call& call, const Tile& tile) {
      call.Add(op.input).Add(op.filter);
      return AddEnd(op, call).Add(window_).Over({tile.Across(window_.out_width), window_.out_height,
                                                 images_ * tile.Down(window_.out_per_group)},
                                                kCube);
    });
  }

 private:
  // The bias, EPILOGUE_ARGUMENTS and the result.
  Call& AddEnd(const operators::Conv2d& op, Call& call) const {
    return AddEpilogue(call.Add(op.bias), epilogue_, op.residual, op.prelu_alpha, op.second_input)
        .Add(op.output);
  }

  Status PreparePointwise(const operators::ConvGeometry& g, const PrepareContext& context) {
    const int64_t area = g.h.out * g.w.out;
    Product product;
    product.m = static_cast<int32_t>(g.out_channels_per_group());
    product.n = product.b_row = static_cast<int32_t>(area);
    product.k = product.a_row = static_cast<int32_t>(g.in_channels_per_group());
    product.bias_row = 1;
    product.bias_period = static_cast<int32_t>(g.groups);
    Walk batch;
    batch.Add(g.batch, 0, g.in_channels * area);
    batch.Add(g.groups, product.m * product.k, product.k * area);
    return gemm_.Prepare(context, product, batch);
  }

  ProductEpilogue epilogue_;
  bool pointwise_ = false, by_tiles_ = false;
  Gemm gemm_;
  Winograd winograd_;
  ConvWindow window_;
  int64_t images_ = 0;  // groups of channels of an image are one each
  TiledFunction function_;
};

class Conv2dImageKernel final : public KernelFor<operators::Conv2d> {
 public:
  static Status Supports(const operators::Conv2d& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    LITE_RETURN_IF_ERROR(operators::RequireNoCrop(op.paddings));
    return op.filter->persistable() ? OkStatus() : Unsupported("Filter must be a constant weight");
  }

  Status PrepareOp(const operators::Conv2d& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(epilogue_, ConvEpilogue(op));
    by_tiles_ = Winograd::Computes(g, *context);
    if (by_tiles_) return winograd_.Prepare(g, *op.filter, "image_winograd", context);
    window_ = ConvWindow(g);
    const ImageForm form = FormOf(g, window_);
    lines_ = g.batch * g.h.out;
    // The filter's blocks depend on the groups.
    const std::string name = StrCat(form.function, " ", op.groups);
    LITE_ASSIGN_OR_RETURN(filter_,
                          UploadPacked(context, *op.filter, name, form.count, [&](float* to) {
                            form.pack(op.filter->data<float>(), window_, to);
                          }));
    return function_.Load(*context, "image_conv", form.function, form.tiles, ProblemOf(window_, g));
  }

  Status RunOp(const operators::Conv2d& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    if (by_tiles_) {
      return winograd_.Run(context, op.input,
                           [&](Call& call) -> Call& { return AddEnd(op, call); });
    }
    return function_.Run(context, [&](Call& call, const Tile& tile) {
      call.Add(op.input).Add(filter_);
      return AddEnd(op, call).Add(window_).Over(
          {tile.Across(window_.out_width), lines_, tile.Down(Quarters(window_.out_channels))},
          kCube);
    });
  }

 private:
  // The bias, IMAGE_EPILOGUE_ARGUMENTS and the result.
  Call& AddEnd(const operators::Conv2d& op, Call& call) const {
    return AddImageEpilogue(call.Add(op.bias), epilogue_, op.input, op.residual, op.prelu_alpha,
                            op.second_input)
        .Add(op.output);
  }

  ProductEpilogue epilogue_;
  bool by_tiles_ = false;
  Winograd winograd_;
  ConvWindow window_;
  Block filter_;
  int64_t lines_ = 0;  // of all images
  TiledFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, Conv2dKernel, conv2d, depthwise_conv2d);

}  // namespace paddle::lite::kernels::opencl

REGISTER_LITE_KERNEL(conv2d, kOpenCL, kFloat, kImageDefault,
                     paddle::lite::kernels::opencl::Conv2dImageKernel, def)
    .BindInput("Filter", {LiteType::GetTensorTy(TARGET(kHost))})
    .BindInput("Bias", {LiteType::GetTensorTy(TARGET(kOpenCL))})
    .BindInput("Prelu_alpha", {LiteType::GetTensorTy(TARGET(kOpenCL))})
    .Finalize();
REGISTER_LITE_KERNEL(depthwise_conv2d, kOpenCL, kFloat, kImageDefault,
                     paddle::lite::kernels::opencl::Conv2dImageKernel, def)
    .BindInput("Filter", {LiteType::GetTensorTy(TARGET(kHost))})
    .BindInput("Bias", {LiteType::GetTensorTy(TARGET(kOpenCL))})
    .BindInput("Prelu_alpha", {LiteType::GetTensorTy(TARGET(kOpenCL))})
    .Finalize();
