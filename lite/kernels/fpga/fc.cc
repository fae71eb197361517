// Products with a constant matrix, as convolutions: the matrix has a filter for each of its
// columns.
#include "lite/operators/fc.h"

#include "lite/kernels/fpga/convolution.h"
#include "lite/operators/mul.h"

namespace paddle::lite::kernels::fpga {
namespace {

struct FpgaProduct {
  int64_t m = 0, n = 0, k = 0, w_stride = 0;
  int split = 1;  // dimensions of the input that are rows
};

// Rows of [m, k] are the pixels of an image of one row. An input of four dimensions is in
// channels-last order, so that one row of it is an image and the window is all of it.
Result<ConvJob> JobOf(const FpgaProduct& product, const Tensor& input) {
  const DDim& dims = input.dims();
  ConvJob job;
  job.filters = product.n;
  if (!HasRows(input)) {
    job.channels = product.k;
    job.width = job.out_width = product.m;
    return job;
  }
  if (product.split != 1) {
    return Unsupported("an input of four dimensions with in_num_col_dims ", product.split,
                       ", expected 1");
  }
  job.batch = dims[0];
  job.channels = dims[1];
  job.height = job.kernel_height = dims[2];
  job.width = job.kernel_width = dims[3];
  return job;
}

// Also of an input whose rank is not known.
Status CheckSplit(const Tensor& input, int split) {
  return split == 1 || input.dims().rank() != 4
             ? OkStatus()
             : Unsupported("an input of four dimensions, of which ", split, " are rows");
}

// Batches of outputs begin at padded addresses, and their values do not.
bool HasGaps(const ConvJob& job) { return job.batch > 1 && Padded(job.filters) != job.filters; }

}  // namespace

// The part that fc and mul share.
class FpgaMatrix {
 public:
  Status Prepare(PrepareContext* context, const FpgaProduct& product, const Tensor& input,
                 const Tensor& weight, const Tensor* bias, const InplaceArgs& activation) {
    LITE_ASSIGN_OR_RETURN(job_, JobOf(product, input));
    job_.activation = activation;
    staged_.reset();
    if (HasGaps(job_)) {
      LITE_ASSIGN_OR_RETURN(staged_,
                            AllocateBlock(*context, job_.batch * Padded(job_.filters) * 2));
    }
    const auto filters = [&] {
      const auto* const from = weight.data<float>();
      std::vector<float> all(static_cast<size_t>(product.n * product.k));
      for (int64_t n = 0; n < product.n; ++n) {
        for (int64_t k = 0; k < product.k; ++k) {
          all[static_cast<size_t>(n * product.k + k)] = from[k * product.w_stride + n];
        }
      }
      return all;
    };
    const std::string form =
        StrCat("product ", job_.channels, " x ", job_.kernel_height, " x ", job_.kernel_width);
    return convolution_.Prepare(context, job_, weight, form, filters, bias);
  }

  Status Run(FpgaDevice* device, const Tensor& input, const Tensor& out) {
    if (staged_ == nullptr) return convolution_.Run(device, BlockOf(input), BlockOf(out));
    LITE_RETURN_IF_ERROR(convolution_.Run(device, BlockOf(input), BlockOf(staged_)));
    LITE_ASSIGN_OR_RETURN(const char* const memory, device->ForProcessor(BlockOf(staged_)));
    const auto* const from = reinterpret_cast<const uint16_t*>(memory);
    uint16_t* const to = Cleared(device, out);
    for (int64_t b = 0; b < job_.batch; ++b) {
      std::copy_n(from + b * Padded(job_.filters), job_.filters, to + b * job_.filters);
    }
    BlockOf(out)->scale = BlockOf(staged_)->scale;
    return OkStatus();
  }

 private:
  ConvJob job_;
  Convolution convolution_;
  Block staged_;
};

class FpgaFcKernel final : public FpgaKernel<operators::Fc> {
 public:
  static Status Supports(const operators::Fc& op) {
    if (op.prelu_alpha != nullptr) return Unsupported("slot Alpha");
    if (!op.w->persistable() || (op.bias != nullptr && !op.bias->persistable())) {
      return Unsupported("W and Bias must be constant weights");
    }
    LITE_RETURN_IF_ERROR(CheckSplit(*op.input, op.col_dims()));
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.ResolveActivation());
    return InplaceOf(activation).status();
  }

  Status PrepareOp(const operators::Fc& op, PrepareContext* context) override {
    if (op.out->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const operators::Fc::GemmShape g, op.Gemm());
    LITE_ASSIGN_OR_RETURN(const Activation activation, op.ResolveActivation());
    LITE_ASSIGN_OR_RETURN(const InplaceArgs inplace, InplaceOf(activation));
    return matrix_.Prepare(context, {g.m, g.n, g.k, g.w_stride, op.col_dims()}, *op.input, *op.w,
                           op.bias, inplace);
  }

 protected:
  Status Work(const operators::Fc& op, FpgaDevice* device) override {
    return op.out->numel() == 0 ? OkStatus() : matrix_.Run(device, *op.input, *op.out);
  }

 private:
  FpgaMatrix matrix_;
};

class FpgaMulKernel final : public FpgaKernel<operators::Mul> {
 public:
  static Status Supports(const operators::Mul& op) {
    if (!op.y->persistable()) return Unsupported("Y must be a constant weight");
    return CheckSplit(*op.x, op.x_num_col_dims);
  }

  Status PrepareOp(const operators::Mul& op, PrepareContext* context) override {
    if (op.out->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const operators::Mul::GemmShape g, op.Gemm());
    if (HasRows(*op.out)) return Unsupported("a product of four dimensions");
    return matrix_.Prepare(context, {g.m, g.n, g.k, g.n, op.x_num_col_dims}, *op.x, *op.y, nullptr,
                           InplaceArgs());
  }

 protected:
  Status Work(const operators::Mul& op, FpgaDevice* device) override {
    return op.out->numel() == 0 ? OkStatus() : matrix_.Run(device, *op.x, *op.out);
  }

 private:
  FpgaMatrix matrix_;
};

}  // namespace paddle::lite::kernels::fpga

REGISTER_LITE_KERNEL(fc, kFPGA, kFP16, kNHWC, paddle::lite::kernels::fpga::FpgaFcKernel, def)
    .BindInput("W", {LiteType::GetTensorTy(TARGET(kHost))})
    .BindInput("Bias", {LiteType::GetTensorTy(TARGET(kHost))})
    .Finalize();
REGISTER_LITE_KERNEL(mul, kFPGA, kFP16, kNHWC, paddle::lite::kernels::fpga::FpgaMulKernel, def)
    .BindInput("Y", {LiteType::GetTensorTy(TARGET(kHost))})
    .Finalize();
