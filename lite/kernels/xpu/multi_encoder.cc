#include <cmath>

#include "lite/kernels/xpu/product.h"
#include "lite/operators/xpu_multi_encoder.h"

namespace paddle::lite::kernels::xpu {

// The products, transpositions, sums and norms of each layer, as calls of the library.
class XpuMultiEncoderKernel final : public XpuKernel<operators::XpuMultiEncoder> {
  using Op = operators::XpuMultiEncoder;

 public:
  static Status Supports(const Op& op) {
    for (const Tensor* weight : op.fc_weight) {
      if (!weight->persistable()) return Unsupported("an FCWeight that is not a weight");
    }
    return OkStatus();
  }

 protected:
  Status PrepareXpu(const Op& op, PrepareContext* context) override {
    LITE_ASSIGN_OR_RETURN(s_, op.Geometry());
    if (s_.rows == 0 || s_.hidden == 0) return Unsupported("sequences without elements");
    LITE_ASSIGN_OR_RETURN(const Activation activation, operators::ActivationByName(op.act_type));
    products_ = std::vector<WeightProduct>(op.fc_weight.size());
    int64_t inner = 0;
    for (size_t i = 0; i < products_.size(); ++i) {
      const size_t of_layer = i % Op::kProducts;
      if (of_layer == 1 || of_layer == 2) continue;  // part of that of q
      LITE_RETURN_IF_ERROR(products_[i].Prepare(*context, *op.fc_weight[i], true,
                                                s_.batch * s_.rows, 1.0f,
                                                of_layer == 4 ? activation : Activation()));
      if (of_layer == 4) inner = std::max(inner, op.fc_weight[i]->dims()[0]);
    }
    const DDim rows{s_.batch, s_.rows};
    const DDim scores{s_.batch, s_.heads, s_.rows, s_.rows};
    for (const auto& [block, of, columns] :
         {Room{&projected_, rows, 3 * s_.width()}, Room{&split_, rows, 3 * s_.width()},
          Room{&scores_, scores, 1}, Room{&weights_, scores, 1}, Room{&mixed_, rows, s_.width()},
          Room{&joined_, rows, s_.width()}, Room{&inner_, rows, inner},
          Room{&value_, rows, s_.hidden}, Room{&sum_, rows, s_.hidden},
          Room{&middle_, rows, s_.hidden}, Room{&added_, rows, s_.hidden}}) {
      LITE_ASSIGN_OR_RETURN(int64_t count, CheckedElementCount(of));
      if (!CheckedMul(count, columns, &count) || count > INT32_MAX) {
        return Unsupported("values of more than ", INT32_MAX, " elements within the operator");
      }
      LITE_ASSIGN_OR_RETURN(*block, AllocateFloats(*context, count));
    }
    return OkStatus();
  }

  Status RunXpu(const Op& op, RawContext* context) override {
    const float* x = From<float>(op.input);
    const int per_sequence = Int(s_.rows * s_.hidden);
    if (op.input->dims()[0] != s_.batch) {
      const std::vector<const float*> copies(static_cast<size_t>(s_.batch), x);
      LITE_RETURN_IF_ERROR(CheckCall(
          library::Concat(context, copies, At(value_), {1, per_sequence}, 0), "concat of XDNN"));
      x = At(value_);
    }
    for (int layer = 0; layer < op.n_layers; ++layer) {
      const bool is_result = layer + 1 == op.n_layers && !op.is_sliced();
      float* const y = is_result ? To<float>(op.output) : At(value_);
      LITE_RETURN_IF_ERROR(RunLayer(op, static_cast<size_t>(layer), x, y, context));
      x = y;
    }
    if (!op.is_sliced()) return OkStatus();
    return CheckCall(library::Slice(context, x, To<float>(op.output), {Int(s_.batch), per_sequence},
                                    {0, 0}, {Int(s_.batch), Int(s_.hidden)}),
                     "slice of XDNN");
  }

 private:
  struct Room {
    Block* block;
    DDim of;
    int64_t columns;
  };

  Status RunLayer(const Op& op, size_t layer, const float* x, float* y, RawContext* context) {
    const size_t product = layer * Op::kProducts;
    const size_t norm = layer * Op::kNorms;
    const auto multiply = [&](size_t i, const float* from, float* to) {
      return products_[product + i].Run(context, from, From<float>(op.fc_bias[product + i]), to);
    };
    LITE_RETURN_IF_ERROR(multiply(0, x, At(projected_)));
    LITE_RETURN_IF_ERROR(Attend(op, context));
    LITE_RETURN_IF_ERROR(multiply(3, At(joined_), At(sum_)));
    LITE_RETURN_IF_ERROR(AddAndNormalise(op, norm, x, At(middle_), context));
    LITE_RETURN_IF_ERROR(multiply(4, At(middle_), At(inner_)));
    LITE_RETURN_IF_ERROR(multiply(5, At(inner_), At(sum_)));
    return AddAndNormalise(op, norm + 1, At(middle_), y, context);
  }

  // joined[batch, rows, heads, depth] of projected[batch, rows, 3, heads, depth].
  Status Attend(const Op& op, RawContext* context) const {
    const int batch = Int(s_.batch), rows = Int(s_.rows), heads = Int(s_.heads),
              depth = Int(s_.depth);
    LITE_RETURN_IF_ERROR(
        CheckCall(library::Transpose(context, At(projected_), At(split_),
                                     {batch, rows, 3, heads, depth}, {2, 0, 3, 1, 4}),
                  "transpose of XDNN"));
    const int64_t step = s_.batch * s_.rows * s_.width();
    const float* const q = At(split_);
    const float alpha = 1.0f / std::sqrt(static_cast<float>(depth));
    const lite::xpu::LibraryBatch similar = {q,    q + step, At(scores_), batch * heads, rows,
                                             rows, depth,    false,       true,          alpha};
    LITE_RETURN_IF_ERROR(CheckCall(library::Products(context, similar), "fc_batched of XDNN"));
    LITE_RETURN_IF_ERROR(CheckCall(
        library::Binary(context, lite::xpu::BinaryFunction::kAdd, At(scores_), From<float>(op.mask),
                        At(weights_), {batch, heads, rows, rows}, Ints(op.mask->dims())),
        "broadcast_add of XDNN"));
    LITE_RETURN_IF_ERROR(CheckCall(
        library::Softmax(context, At(weights_), At(scores_), {batch * heads * rows, rows}, 1),
        "softmax of XDNN"));
    const lite::xpu::LibraryBatch mix = {At(scores_), q + 2 * step, At(mixed_), batch * heads,
                                         rows,        depth,        rows,       false,
                                         false,       1.0f};
    LITE_RETURN_IF_ERROR(CheckCall(library::Products(context, mix), "fc_batched of XDNN"));
    return CheckCall(library::Transpose(context, At(mixed_), At(joined_),
                                        {batch, heads, rows, depth}, {0, 2, 1, 3}),
                     "transpose of XDNN");
  }

  // y = norm(sum + residual).
  Status AddAndNormalise(const Op& op, size_t norm, const float* residual, float* y,
                         RawContext* context) const {
    const int rows = Int(s_.batch * s_.rows), hidden = Int(s_.hidden);
    LITE_RETURN_IF_ERROR(
        CheckCall(library::Binary(context, lite::xpu::BinaryFunction::kAdd, At(sum_), residual,
                                  At(added_), {rows, hidden}, {rows, hidden}),
                  "broadcast_add of XDNN"));
    return CheckCall(
        library::LayerNorm(context, At(added_), y, rows, hidden, op.epsilon,
                           From<float>(op.ln_scale[norm]), From<float>(op.ln_bias[norm])),
        "layer_norm of XDNN");
  }

  Op::Sizes s_{};
  std::vector<WeightProduct> products_;
  Block projected_, split_;  // q, k and v, and each of them by heads
  Block scores_, weights_;
  Block mixed_, joined_;  // by heads, and by rows
  Block inner_, value_, sum_, added_, middle_;
};

}  // namespace paddle::lite::kernels::xpu

REGISTER_LITE_KERNEL(__xpu__multi_encoder, kXPU, kFloat, kNCHW,
                     paddle::lite::kernels::xpu::XpuMultiEncoderKernel, def)
    .BindInput("FCWeight", {LiteType::GetTensorTy(TARGET(kHost))})
    .Finalize();
