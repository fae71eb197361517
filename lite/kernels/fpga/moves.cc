// Operators that move elements without a change. The processor moves them in the device's memory.
#include "lite/kernels/fpga/values.h"
#include "lite/kernels/im2sequence_windows.h"
#include "lite/operators/concat.h"
#include "lite/operators/flatten.h"
#include "lite/operators/im2sequence.h"
#include "lite/operators/reshape.h"
#include "lite/operators/split.h"
#include "lite/operators/squeeze.h"
#include "lite/operators/transpose.h"

namespace paddle::lite::kernels::fpga {
namespace {

Result<const uint16_t*> ReadHalves(FpgaDevice* device, const Tensor& tensor) {
  LITE_ASSIGN_OR_RETURN(const char* const memory, device->ForProcessor(BlockOf(tensor)));
  return reinterpret_cast<const uint16_t*>(memory);
}

void GrowScale(const ScalePair& scale, const Tensor& tensor) {
  FpgaBlock* const block = BlockOf(tensor);
  if (scale.step > block->scale.step) block->scale = scale;
}

}  // namespace

// The elements in the order of the program, in another shape.
class FpgaViewKernel final : public FpgaKernel<operators::View> {
 public:
  Status PrepareOp(const operators::View& op, PrepareContext*) override {
    halves_.resize(static_cast<size_t>(op.x->numel()));
    return OkStatus();
  }

 protected:
  Status Work(const operators::View& op, FpgaDevice* device) override {
    if (op.x->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const uint16_t* const from, ReadHalves(device, *op.x));
    const DDim from_steps = StepsOf(*op.x), to_steps = StepsOf(*op.out);
    uint16_t* next = halves_.data();
    ForElements(op.x->dims(), from_steps, from_steps,
                [&](int64_t a, int64_t) { *next++ = from[a]; });
    uint16_t* const to = Cleared(device, *op.out);
    next = halves_.data();
    ForElements(op.out->dims(), to_steps, to_steps, [&](int64_t a, int64_t) { to[a] = *next++; });
    GrowScale(BlockOf(*op.x)->scale, *op.out);
    return OkStatus();
  }

 private:
  std::vector<uint16_t> halves_;
};

class FpgaTransposeKernel final : public FpgaKernel<operators::Transpose> {
 protected:
  Status Work(const operators::Transpose& op, FpgaDevice* device) override {
    if (op.x->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const uint16_t* const from, ReadHalves(device, *op.x));
    const DDim steps = StepsOf(*op.x);
    DDim moved = steps;
    for (int i = 0; i < steps.rank(); ++i) {
      const int axis = op.axis[static_cast<size_t>(i)];
      moved[i] = steps[axis < 0 ? axis + steps.rank() : axis];
    }
    uint16_t* const to = Cleared(device, *op.out);
    ForElements(op.out->dims(), moved, StepsOf(*op.out),
                [&](int64_t a, int64_t b) { to[b] = from[a]; });
    GrowScale(BlockOf(*op.x)->scale, *op.out);
    return OkStatus();
  }
};

class FpgaConcatKernel final : public FpgaKernel<operators::Concat> {
 public:
  static Status Supports(const operators::Concat& op) {
    return op.axis_tensor == nullptr ? OkStatus() : Unsupported("slot AxisTensor");
  }

 protected:
  Status Work(const operators::Concat& op, FpgaDevice* device) override {
    if (op.out->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const DDim steps = StepsOf(*op.out);
    uint16_t* to = Cleared(device, *op.out);
    for (const Tensor* x : op.x) {
      if (x->numel() == 0) continue;
      LITE_ASSIGN_OR_RETURN(const uint16_t* const from, ReadHalves(device, *x));
      ForElements(x->dims(), StepsOf(*x), steps, [&](int64_t a, int64_t b) { to[b] = from[a]; });
      to += x->dims()[axis] * steps[axis];
      GrowScale(BlockOf(*x)->scale, *op.out);
    }
    return OkStatus();
  }
};

class FpgaSplitKernel final : public FpgaKernel<operators::Split> {
 public:
  static Status Supports(const operators::Split& op) {
    if (op.axis_tensor != nullptr) return Unsupported("slot AxisTensor");
    return op.sections_tensor_list.empty() ? OkStatus() : Unsupported("slot SectionsTensorList");
  }

 protected:
  Status Work(const operators::Split& op, FpgaDevice* device) override {
    if (op.x->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const int axis, op.Axis());
    const DDim steps = StepsOf(*op.x);
    LITE_ASSIGN_OR_RETURN(const uint16_t* from, ReadHalves(device, *op.x));
    for (const Tensor* out : op.out) {
      if (out->numel() == 0) continue;
      uint16_t* const to = Cleared(device, *out);
      ForElements(out->dims(), steps, StepsOf(*out),
                  [&](int64_t a, int64_t b) { to[b] = from[a]; });
      from += out->dims()[axis] * steps[axis];
      GrowScale(BlockOf(*op.x)->scale, *out);
    }
    return OkStatus();
  }
};

class FpgaIm2SequenceKernel final : public FpgaKernel<operators::Im2Sequence> {
 protected:
  Status Work(const operators::Im2Sequence& op, FpgaDevice* device) override {
    if (op.out->numel() == 0) return OkStatus();
    uint16_t* to = Cleared(device, *op.out);
    if (op.x->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const uint16_t* const from, ReadHalves(device, *op.x));
    const DDim steps = StepsOf(*op.x);
    for (int64_t n = 0; n < op.x->dims()[0]; ++n) {
      LITE_ASSIGN_OR_RETURN(const operators::Im2Sequence::Windows windows, op.WindowsOf(n));
      for (int64_t row = 0; row < windows.rows; ++row) {
        to = CopyWindows(op, from + n * steps[0], steps, row, windows.columns, to);
      }
    }
    GrowScale(BlockOf(*op.x)->scale, *op.out);
    return OkStatus();
  }
};

LITE_KERNELS(kFPGA, kFP16, kNHWC, def, FpgaViewKernel, reshape, flatten, flatten2,
             flatten_contiguous_range, squeeze, squeeze2, unsqueeze, unsqueeze2);
LITE_KERNELS(kFPGA, kFP16, kNHWC, def, FpgaTransposeKernel, transpose, transpose2);
LITE_KERNELS(kFPGA, kFP16, kNHWC, def, FpgaConcatKernel, concat);
LITE_KERNELS(kFPGA, kFP16, kNHWC, def, FpgaSplitKernel, split);

}  // namespace paddle::lite::kernels::fpga

// The slots of the new shape are in the host's memory; the kernel does not read them.
REGISTER_LITE_KERNEL(reshape2, kFPGA, kFP16, kNHWC, paddle::lite::kernels::fpga::FpgaViewKernel,
                     def)
    .BindInput("Shape", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("ShapeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
// The sizes of images are in the host's memory, for the shape of the result.
REGISTER_LITE_KERNEL(im2sequence, kFPGA, kFP16, kNHWC,
                     paddle::lite::kernels::fpga::FpgaIm2SequenceKernel, def)
    .BindInput("Y", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
