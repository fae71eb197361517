#include "lite/operators/transpose.h"

#include "lite/kernels/host/transposition.h"
#include "lite/kernels/kernel.h"

namespace paddle::lite::kernels::host {

class TransposeKernel final : public KernelFor<operators::Transpose> {
 public:
  Status PrepareOp(const operators::Transpose& op, PrepareContext*) override {
    std::array<int, DDim::kMaxRank> permutation{};
    const int rank = op.x->dims().rank();
    for (int i = 0; i < rank; ++i) permutation[i] = op.axis[i] < 0 ? op.axis[i] + rank : op.axis[i];
    transposition_ = Transposition(op.x->dims(), permutation.data());
    return OkStatus();
  }
  Status RunOp(const operators::Transpose& op, const RunContext& context) override {
    if (op.x->numel() == 0) return OkStatus();
    transposition_.Run(op.x->raw_data(), op.out->mutable_raw_data(),
                       PrecisionTypeLength(op.x->precision()), context.pool);
    return OkStatus();
  }

 private:
  Transposition transposition_;
};

}  // namespace paddle::lite::kernels::host

REGISTER_LITE_KERNEL(transpose, kHost, kAny, kNCHW, paddle::lite::kernels::host::TransposeKernel,
                     def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(transpose2, kHost, kAny, kNCHW, paddle::lite::kernels::host::TransposeKernel,
                     def)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .Finalize();
