// Operators that move elements without a change.

#include "lite/kernels/xpu/call.h"
#include "lite/kernels/xpu/row_numbers.h"
#include "lite/operators/lookup_table.h"
#include "lite/operators/slice.h"
#include "lite/operators/stack.h"

namespace paddle::lite::kernels::xpu {

class SliceKernel final : public XpuKernel<operators::Slice> {
 protected:
  Status PrepareXpu(const operators::Slice& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::Slice::Window window, op.ResolveWindow());
    begins_ = Ints(window.begin);
    ends_ = begins_;
    for (size_t i = 0; i < ends_.size(); ++i) ends_[i] += Int(window.size[static_cast<int>(i)]);
    return OkStatus();
  }
  Status RunXpu(const operators::Slice& op, RawContext* context) override {
    return CheckCall(library::Slice(context, From<float>(op.input), To<float>(op.out),
                                    Ints(op.input->dims()), begins_, ends_),
                     "slice of XDNN");
  }

 private:
  std::vector<int> begins_, ends_;
};

class StackKernel final : public XpuKernel<operators::Stack> {
 protected:
  Status PrepareXpu(const operators::Stack& op, PrepareContext*) override {
    const DDim& dims = op.x[0]->dims();
    const int axis = op.axis < 0 ? op.axis + dims.rank() + 1 : op.axis;
    dims_ = {Int(dims.Count(0, axis)), 1, Int(dims.Count(axis, dims.rank()))};
    x_.resize(op.x.size());
    return OkStatus();
  }
  Status RunXpu(const operators::Stack& op, RawContext* context) override {
    for (size_t i = 0; i < x_.size(); ++i) x_[i] = From<float>(op.x[i]);
    return CheckCall(library::Concat(context, x_, To<float>(op.y), dims_, 1), "concat of XDNN");
  }

 private:
  std::vector<int> dims_;
  std::vector<const float*> x_;
};

class LookupTableKernel final : public XpuKernel<operators::LookupTableBase> {
 public:
  static Status Supports(const operators::LookupTableBase& op) {
    return op.quantize_weight_bits == 0 ? OkStatus() : Unsupported("a table of integers");
  }

 protected:
  Status PrepareXpu(const operators::LookupTableBase& op, PrepareContext* context) override {
    return ids_.Prepare(*context, *op.ids);
  }
  Status RunXpu(const operators::LookupTableBase& op, RawContext* context) override {
    const DDim& table = op.w->dims();
    const Status uploaded = ids_.Upload(queue(), *op.ids, table[0], op.padding_idx);
    if (!uploaded.ok()) return uploaded.WithContext("Ids");
    return CheckCall(
        library::Embedding(context, From<float>(op.w), ids_.address(), To<float>(op.out),
                           Int(table[0]), Int(table[1]), Int(op.ids->numel()), op.padding_idx),
        "embedding of XDNN");
  }

 private:
  RowNumbers ids_;
};

LITE_KERNELS(kXPU, kFloat, kNCHW, def, StackKernel, stack);

}  // namespace paddle::lite::kernels::xpu

REGISTER_LITE_KERNEL(slice, kXPU, kFloat, kNCHW, paddle::lite::kernels::xpu::SliceKernel, def)
    .BindInput("StartsTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("EndsTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("StartsTensorList", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("EndsTensorList", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(lookup_table, kXPU, kFloat, kNCHW,
                     paddle::lite::kernels::xpu::LookupTableKernel, def)
    .BindInput("Ids", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt64))})
    .Finalize();
REGISTER_LITE_KERNEL(lookup_table_v2, kXPU, kFloat, kNCHW,
                     paddle::lite::kernels::xpu::LookupTableKernel, def)
    .BindInput("Ids", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kInt64))})
    .Finalize();
