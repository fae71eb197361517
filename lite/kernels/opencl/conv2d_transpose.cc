#include "lite/operators/conv2d_transpose.h"

#include "lite/kernels/opencl/epilogue.h"
#include "lite/kernels/opencl/images.h"
#include "lite/kernels/opencl/window.h"

namespace paddle::lite::kernels::opencl {

namespace {

// From [input channels, output channels per group, taps] to the forms of image_conv.cl.
void PackTransposedBlocks(const float* from, const ConvWindow& w, float* to) {
  const int64_t taps = int64_t{w.kernel_height} * w.kernel_width;
  const int64_t blocks = Quarters(w.in_per_group);
  for (int64_t c = 0; c < w.in_channels; ++c) {
    const int64_t group = c / w.in_per_group;
    const int64_t in = c % w.in_per_group;
    for (int64_t i = 0; i < w.out_per_group; ++i) {
      const int64_t o = group * w.out_per_group + i;
      for (int64_t t = 0; t < taps; ++t) {
        to[(((o / 4 * blocks + in / 4) * taps + t) * 4 + in % 4) * 4 + o % 4] = *from++;
      }
    }
  }
}

void PackTransposedDepthwise(const float* from, const ConvWindow& w, float* to) {
  const int64_t taps = int64_t{w.kernel_height} * w.kernel_width;
  for (int64_t c = 0; c < w.in_channels; ++c) {
    for (int64_t t = 0; t < taps; ++t) to[(c / 4 * taps + t) * 4 + c % 4] = *from++;
  }
}

}  // namespace

class Conv2dTransposeKernel final : public KernelFor<operators::Conv2dTranspose> {
 public:
  static Status Supports(const operators::Conv2dTranspose& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    LITE_RETURN_IF_ERROR(op.RequireWholeGroups());
    return operators::RequireNoCrop(op.paddings);
  }

  Status PrepareOp(const operators::Conv2dTranspose& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(epilogue_, EpilogueOf(op.act, op.output->dims()));
    window_ = ConvWindow(g);
    items_ = {g.w.out, g.h.out, g.batch * g.out_channels};
    return function_.Load(*context, "conv2d_transpose", "conv2d_transpose");
  }

  Status RunOp(const operators::Conv2dTranspose& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    Call call = function_.On(context);
    call.Add(op.input).Add(op.filter).Add(op.bias);
    return AddEpilogue(call, epilogue_, nullptr, op.prelu_alpha, nullptr)
        .Add(op.output)
        .Add(window_)
        .Over(items_, kCube);
  }

 private:
  ProductEpilogue epilogue_;
  ConvWindow window_;
  WorkSize items_ = {0, 0, 0};
  LoadedFunction function_;
};

class Conv2dTransposeImageKernel final : public KernelFor<operators::Conv2dTranspose> {
 public:
  static Status Supports(const operators::Conv2dTranspose& op) {
    if (op.data_format == "NHWC") return Unsupported("data_format NHWC");
    LITE_RETURN_IF_ERROR(op.RequireWholeGroups());
    LITE_RETURN_IF_ERROR(operators::RequireNoCrop(op.paddings));
    if (!op.filter->persistable()) return Unsupported("Filter must be a constant weight");
    const DDim& filter = op.filter->dims();
    if (filter.rank() != 4 || op.groups <= 1) return OkStatus();
    const int64_t in_per_group = filter[0] / op.groups;
    const bool depthwise = in_per_group == 1 && filter[1] == 1;
    if (depthwise || (in_per_group % 4 == 0 && filter[1] % 4 == 0)) return OkStatus();
    return Unsupported("groups of ", in_per_group, " input and ", filter[1], " output channels");
  }

  Status PrepareOp(const operators::Conv2dTranspose& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(const operators::ConvGeometry g, op.Geometry());
    LITE_ASSIGN_OR_RETURN(epilogue_, EpilogueOf(op.act, op.output->dims()));
    window_ = ConvWindow(g);
    items_ = {g.w.out, g.batch * g.h.out, Quarters(g.out_channels)};
    const bool depthwise = window_.in_per_group == 1 && window_.out_per_group == 1;
    const std::string function = depthwise ? "transposed_depthwise_image" : "transposed_image";
    const int64_t count = Quarters(g.out_channels) * 4 * window_.kernel_height *
                          window_.kernel_width *
                          (depthwise ? 1 : Quarters(window_.in_per_group) * 4);
    LITE_ASSIGN_OR_RETURN(
        filter_,
        UploadPacked(context, *op.filter, StrCat(function, " ", op.groups), count, [&](float* to) {
          const auto pack = depthwise ? PackTransposedDepthwise : PackTransposedBlocks;
          pack(op.filter->data<float>(), window_, to);
        }));
    return function_.Load(*context, "image_conv", function);
  }

  Status RunOp(const operators::Conv2dTranspose& op, const RunContext& context) override {
    if (op.output->numel() == 0) return OkStatus();
    Call call = function_.On(context);
    call.Add(op.input).Add(filter_).Add(op.bias);
    return AddImageEpilogue(call, epilogue_, op.input, nullptr, op.prelu_alpha, nullptr)
        .Add(op.output)
        .Add(window_)
        .Over(items_, kCube);
  }

 private:
  ProductEpilogue epilogue_;
  ConvWindow window_;
  Block filter_;
  WorkSize items_ = {0, 0, 0};
  LoadedFunction function_;
};

LITE_KERNELS(kOpenCL, kFloat, kNCHW, def, Conv2dTransposeKernel, conv2d_transpose,
             depthwise_conv2d_transpose);

}  // namespace paddle::lite::kernels::opencl

REGISTER_LITE_KERNEL(conv2d_transpose, kOpenCL, kFloat, kImageDefault,
                     paddle::lite::kernels::opencl::Conv2dTransposeImageKernel, def)
    .BindInput("Filter", {LiteType::GetTensorTy(TARGET(kHost))})
    .BindInput("Bias", {LiteType::GetTensorTy(TARGET(kOpenCL))})
    .BindInput("Prelu_alpha", {LiteType::GetTensorTy(TARGET(kOpenCL))})
    .Finalize();
REGISTER_LITE_KERNEL(depthwise_conv2d_transpose, kOpenCL, kFloat, kImageDefault,
                     paddle::lite::kernels::opencl::Conv2dTransposeImageKernel, def)
    .BindInput("Filter", {LiteType::GetTensorTy(TARGET(kHost))})
    .BindInput("Bias", {LiteType::GetTensorTy(TARGET(kOpenCL))})
    .BindInput("Prelu_alpha", {LiteType::GetTensorTy(TARGET(kOpenCL))})
    .Finalize();
