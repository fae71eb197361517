#include "lite/operators/transpose.h"

#include "lite/kernels/host/transposition.h"
#include "lite/kernels/kernel.h"
#include "lite/kernels/memory_order.h"

namespace paddle::lite::kernels::host {

class TransposeKernel : public KernelFor<operators::Transpose> {
 public:
  Status PrepareOp(const operators::Transpose& op, PrepareContext*) override {
    // Which dimension of X in memory each dimension of Out in memory is.
    std::array<int, DDim::kMaxRank> permutation{};
    const int rank = op.x->dims().rank();
    for (int i = 0; i < rank; ++i) {
      const int from = op.axis[i] < 0 ? op.axis[i] + rank : op.axis[i];
      permutation[MemoryAxis(*op.out, i)] = MemoryAxis(*op.x, from);
    }
    transposition_ = Transposition(MemoryDims(*op.x), permutation.data());
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

// Between the two orders in memory, where a transposition often moves nothing at all.
class ReorderingTransposeKernel final : public TransposeKernel {
 public:
  static Status Supports(const operators::Transpose& op) {
    if (op.x->dims().rank() == 4) return OkStatus();
    return Unsupported("layouts other than NCHW on rank ", op.x->dims().rank());
  }
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

REGISTER_LITE_KERNEL(transpose, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::ReorderingTransposeKernel, nhwc_in)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNHWC))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(transpose, kHost, kAny, kNHWC,
                     paddle::lite::kernels::host::ReorderingTransposeKernel, nhwc_out)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNHWC))})
    .Finalize();

REGISTER_LITE_KERNEL(transpose2, kHost, kAny, kNCHW,
                     paddle::lite::kernels::host::ReorderingTransposeKernel, nhwc_in)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNHWC))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .Finalize();

REGISTER_LITE_KERNEL(transpose2, kHost, kAny, kNHWC,
                     paddle::lite::kernels::host::ReorderingTransposeKernel, nhwc_out)
    .BindInput("X", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNCHW))})
    .BindOutput("Out", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny), DATALAYOUT(kNHWC))})
    .Finalize();
