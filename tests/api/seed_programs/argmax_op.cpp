// The operator of Paddle Lite's chapter for authors of operators.
#include <paddle_op_lite.h>

#include <algorithm>

namespace paddle {
namespace lite {
namespace operators {

struct ArgmaxParam {
  lite::Tensor* X{};
  lite::Tensor* Out{};
  int Axis{0};
};

class ArgmaxOpLite : public OpLite {
 public:
  ArgmaxOpLite() {}
  explicit ArgmaxOpLite(const std::string& op_type) : OpLite(op_type) {}
  bool CheckShape() const override;
  bool InferShape() const override;
  bool AttachImpl(const cpp::OpDesc& opdesc, lite::Scope* scope) override;
  void AttachKernel(KernelBase* kernel) override { kernel->SetParam(param_); }
  std::string DebugString() const override { return "argmax"; }

 private:
  mutable ArgmaxParam param_;
};

bool ArgmaxOpLite::CheckShape() const {
  CHECK_OR_FALSE(param_.X);
  CHECK_OR_FALSE(param_.Out);
  CHECK_OR_FALSE(param_.Axis < (param_.X)->dims().size());
  return true;
}

bool ArgmaxOpLite::InferShape() const {
  auto x_dims = param_.X->dims();
  int x_rank = x_dims.size();
  int axis = param_.Axis;
  if (axis < 0) axis += x_rank;

  std::vector<int64_t> out_dims;
  for (int64_t i = 0; i < axis; i++) {
    out_dims.push_back(x_dims[i]);
  }
  for (int64_t i = axis + 1; i < x_rank; i++) {
    out_dims.push_back(x_dims[i]);
  }

  // Set output dims
  param_.Out->Resize(lite::DDim(out_dims));
  return true;
}

bool ArgmaxOpLite::AttachImpl(const cpp::OpDesc& op_desc, lite::Scope* scope) {
  auto x = op_desc.Input("X").front();
  auto out = op_desc.Output("Out").front();

  param_.X = scope->FindVar(x)->GetMutable<lite::Tensor>();
  param_.Out = scope->FindVar(out)->GetMutable<lite::Tensor>();
  param_.Axis = op_desc.GetAttr<int>("Axis");

  return true;
}

}  // namespace operators

namespace arm {
namespace math {

void argmax_func(const lite::Tensor* input, const int axis, lite::Tensor* output) {
  auto input_ddim = input->dims();
  auto output_ddim = output->dims();

  const int size = input_ddim[axis];
  const int in_channel = input_ddim.count(axis, input_ddim.size());
  const int out_channel = output_ddim.count(axis, output_ddim.size());
  const int in_stride = input_ddim.count(axis + 1, input_ddim.size());
  const int out_stride = input_ddim.count(0, axis);

  for (int n = 0; n < out_stride; n++) {
    for (int k = 0; k < in_stride; k++) {
      const float* in_ptr = input->data<float>() + n * in_channel + k;
      std::vector<std::pair<float, int>> vec;
      vec.resize(size);
      for (int i = 0; i < size; i++) {
        vec[i] = std::make_pair(in_ptr[i * in_stride], i);
      }
      // sort
      std::partial_sort(vec.begin(), vec.begin() + 1, vec.end(),
                        std::greater<std::pair<float, int>>());

      // out
      float* out_ptr = output->mutable_data<float>() + n * out_channel + k;
      *out_ptr = vec[0].second;
    }
  }
}

}  // namespace math
}  // namespace arm

namespace kernels {
namespace arm {

class ArgmaxCompute : public KernelLite<TARGET(kARM), PRECISION(kFloat)> {
 public:
  using param_t = operators::ArgmaxParam;
  void Run() override;
  virtual ~ArgmaxCompute() = default;
};

void ArgmaxCompute::Run() {
  auto& param = Param<operators::ArgmaxParam>();
  lite::Tensor* input = param.X;
  lite::Tensor* output = param.Out;
  int axis = param.Axis;
  lite::arm::math::argmax_func(input, axis, output);
  return;
}

}  // namespace arm
}  // namespace kernels
}  // namespace lite
}  // namespace paddle

REGISTER_LITE_OP(argmax, paddle::lite::operators::ArgmaxOpLite);
REGISTER_LITE_KERNEL(
    argmax, kARM, kFloat, kNCHW, paddle::lite::kernels::arm::ArgmaxCompute, def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kARM))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kARM))})
    .Finalize();
