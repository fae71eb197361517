// Operators that move elements without a change.

#include "lite/backends/cuda/copy_body.h"
#include "lite/kernels/cuda/call.h"
#include "lite/operators/assign.h"
#include "lite/operators/concat.h"
#include "lite/operators/expand.h"
#include "lite/operators/flatten.h"
#include "lite/operators/pixel_shuffle.h"
#include "lite/operators/reshape.h"
#include "lite/operators/shuffle_channel.h"
#include "lite/operators/slice.h"
#include "lite/operators/split.h"
#include "lite/operators/squeeze.h"
#include "lite/operators/stack.h"
#include "lite/operators/transpose.h"

namespace paddle::lite::kernels::cuda {
namespace {

using lite::cuda::CopyBody;

// For kernels whose slots are all in the device's memory.
Status RefuseMoreInputs(const Op& op) {
  for (const auto& input : op.Bound().inputs) {
    const std::string slot = input.slot;
    if (slot != "X") return Unsupported("slot ", slot);
  }
  return OkStatus();
}

// Moves elements of `bytes` bytes. The walk has the steps in `from` and `to`, which begin
// `skip_from` and `skip_to` elements after their tensors.
struct Move {
  const Tensor* from;
  const Tensor* to;
  Walk walk;
  int64_t skip_from = 0, skip_to = 0;

  template <typename Element>
  Status RunWith(const RunContext& context) const {
    const CopyBody<Element> body = {From<Element>(from) + skip_from, To<Element>(to) + skip_to,
                                    walk};
    return QueueOf(context)->Launch("copy", body, walk.count());
  }
  Status Run(const RunContext& context) const {
    switch (PrecisionTypeLength(from->precision())) {
      case 1:
        return RunWith<uint8_t>(context);
      case 2:
        return RunWith<uint16_t>(context);
      case 4:
        return RunWith<uint32_t>(context);
      default:
        return RunWith<uint64_t>(context);
    }
  }
};

// Elements from one index of each dimension to the next.
DDim Steps(const DDim& dims) {
  DDim steps = dims;
  int64_t step = 1;
  for (int i = dims.rank() - 1; i >= 0; --i) {
    steps[i] = step;
    step *= dims[i];
  }
  return steps;
}

// Over the elements of a result of the dimensions `sizes`, with the steps in the source.
Walk Gather(const DDim& sizes, const DDim& steps) {
  const DDim to = Steps(sizes);
  Walk walk;
  for (int i = 0; i < sizes.rank(); ++i) walk.Add(sizes[i], steps[i], to[i]);
  return walk;
}

inline Walk GatherOf(const operators::View& op) { return Gather(DDim{op.out->numel()}, DDim{1}); }
inline Walk GatherOf(const operators::Assign& op) { return Gather(DDim{op.out->numel()}, DDim{1}); }
inline Walk GatherOf(const operators::Transpose& op) {
  const DDim from = Steps(op.x->dims());
  DDim steps = from;
  const int rank = from.rank();
  for (int i = 0; i < rank; ++i) steps[i] = from[op.axis[i] < 0 ? op.axis[i] + rank : op.axis[i]];
  return Gather(op.out->dims(), steps);
}
// The channels of the result are [members, groups].
inline Walk GatherOf(const operators::ShuffleChannel& op) {
  const DDim& dims = op.x->dims();
  const int64_t area = dims[2] * dims[3];
  const int64_t members = dims[1] / op.group;
  return Gather({dims[0], members, op.group, area}, {dims[1] * area, area, members * area, 1});
}
// Rows and columns of the result are [row, f] and [column, f]; the factors f follow the channels in
// the source.
inline Walk GatherOf(const operators::PixelShuffle& op) {
  const DDim& dims = op.x->dims();
  const int64_t f = op.upscale_factor;
  const int64_t area = dims[2] * dims[3];
  return Gather({dims[0], dims[1] / (f * f), dims[2], f, dims[3], f},
                {dims[1] * area, f * f * area, dims[3], f * area, 1, area});
}
// Dimensions of size 1 are repeated.
template <typename OpType>
Walk GatherOfRepetition(const OpType& op) {
  const DDim& out = op.out->dims();
  const DDim& in = op.x->dims();
  const DDim from = Steps(in);
  const int added = out.rank() - in.rank();
  DDim steps = out;
  for (int i = 0; i < out.rank(); ++i) {
    steps[i] = i < added || in[i - added] == 1 ? 0 : from[i - added];
  }
  return Gather(out, steps);
}
inline Walk GatherOf(const operators::ExpandV2& op) { return GatherOfRepetition(op); }
inline Walk GatherOf(const operators::ExpandAsV2& op) { return GatherOfRepetition(op); }

// Sizes and axes in tensors are read when the kernel is prepared, in the host's memory.
Status RefuseVariableShape(const Op& op) {
  return op.ShapeDependsOnData() ? Unsupported("a shape that the program computes") : OkStatus();
}

// The elements from dimension `axis` inwards.
int64_t RowOf(const Tensor& tensor, int axis) {
  return tensor.dims().Count(axis, tensor.dims().rank());
}

// Whether the memory plan has placed `piece` in `whole`, from element `at` on.
bool IsPlaced(const Tensor& piece, const Tensor& whole, int64_t at) {
  return piece.handle() == whole.handle() &&
         piece.offset() ==
             whole.offset() + static_cast<size_t>(at) * PrecisionTypeLength(whole.precision());
}

}  // namespace

// The result is a rearrangement of the input. Where the memory plan gave both the same memory,
// there is nothing to do.
template <typename OpType>
class GatherKernel : public CudaKernel<OpType> {
 public:
  static Status Supports(const OpType& op) { return RefuseMoreInputs(op); }

  Status RunOp(const OpType& op, const RunContext& context) final {
    if (op.out->numel() == 0 || IsPlaced(*op.out, *op.x, 0)) return OkStatus();
    return Move{op.x, op.out, GatherOf(op)}.Run(context);
  }
};

// The slots of the new shape are in the host's memory; the kernel does not read them.
class ReshapeKernel final : public GatherKernel<operators::View> {
 public:
  static Status Supports(const operators::View&) { return OkStatus(); }
};

class PixelShuffleKernel final : public GatherKernel<operators::PixelShuffle> {
 public:
  static Status Supports(const operators::PixelShuffle& op) {
    return op.channels_last() ? Unsupported("data_format NHWC") : OkStatus();
  }
};

// Where the window begins and ends is in the host's memory.
class SliceKernel final : public CudaKernel<operators::Slice> {
 public:
  static Status Supports(const operators::Slice& op) { return RefuseVariableShape(op); }

  Status PrepareCuda(const operators::Slice& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(const operators::Slice::Window window, op.ResolveWindow());
    const DDim steps = Steps(op.input->dims());
    walk_ = Gather(window.size, steps);
    skip_ = 0;
    for (int i = 0; i < steps.rank(); ++i) skip_ += window.begin[i] * steps[i];
    return OkStatus();
  }
  Status RunOp(const operators::Slice& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    return Move{op.input, op.out, walk_, skip_}.Run(context);
  }

 private:
  Walk walk_;
  int64_t skip_ = 0;
};

// Rows of several tensors become one row, or one row is cut into rows of several tensors.
class PieceCopies {
 public:
  void Prepare(const Tensor& whole, int64_t row) {
    row_ = row;
    rows_ = row == 0 ? 0 : whole.numel() / row;
  }
  // `width` elements of each row, from element `at` of the whole row on.
  Status Run(const RunContext& context, const Tensor* piece, const Tensor* whole, int64_t at,
             int64_t width, bool to_whole) const {
    if (piece->numel() == 0 || (rows_ == 1 && IsPlaced(*piece, *whole, at))) return OkStatus();
    Walk walk;
    walk.Add(rows_, to_whole ? width : row_, to_whole ? row_ : width);
    walk.Add(width, 1, 1);
    return to_whole ? Move{piece, whole, walk, 0, at}.Run(context)
                    : Move{whole, piece, walk, at, 0}.Run(context);
  }

 private:
  int64_t row_ = 0, rows_ = 0;
};

class ConcatKernel final : public CudaKernel<operators::Concat> {
 public:
  static Status Supports(const operators::Concat& op) { return RefuseMoreInputs(op); }

  Status PrepareCuda(const operators::Concat& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(axis_, op.Axis());
    pieces_.Prepare(*op.out, RowOf(*op.out, axis_));
    return OkStatus();
  }
  Status RunOp(const operators::Concat& op, const RunContext& context) override {
    int64_t at = 0;
    for (const Tensor* x : op.x) {
      const int64_t width = RowOf(*x, axis_);
      LITE_RETURN_IF_ERROR(pieces_.Run(context, x, op.out, at, width, true));
      at += width;
    }
    return OkStatus();
  }

 private:
  int axis_ = 0;
  PieceCopies pieces_;
};

class SplitKernel final : public CudaKernel<operators::Split> {
 public:
  static Status Supports(const operators::Split& op) { return RefuseMoreInputs(op); }

  Status PrepareCuda(const operators::Split& op, PrepareContext*) override {
    LITE_ASSIGN_OR_RETURN(axis_, op.Axis());
    pieces_.Prepare(*op.x, RowOf(*op.x, axis_));
    return OkStatus();
  }
  Status RunOp(const operators::Split& op, const RunContext& context) override {
    int64_t at = 0;
    for (const Tensor* out : op.out) {
      const int64_t width = RowOf(*out, axis_);
      LITE_RETURN_IF_ERROR(pieces_.Run(context, out, op.x, at, width, false));
      at += width;
    }
    return OkStatus();
  }

 private:
  int axis_ = 0;
  PieceCopies pieces_;
};

class StackKernel final : public CudaKernel<operators::Stack> {
 public:
  Status PrepareCuda(const operators::Stack& op, PrepareContext*) override {
    const int rank = op.y->dims().rank();
    const int axis = op.axis < 0 ? op.axis + rank : op.axis;
    width_ = op.y->dims().Count(axis + 1, rank);
    pieces_.Prepare(*op.y, RowOf(*op.y, axis));
    return OkStatus();
  }
  Status RunOp(const operators::Stack& op, const RunContext& context) override {
    for (size_t i = 0; i < op.x.size(); ++i) {
      LITE_RETURN_IF_ERROR(
          pieces_.Run(context, op.x[i], op.y, static_cast<int64_t>(i) * width_, width_, true));
    }
    return OkStatus();
  }

 private:
  int64_t width_ = 0;
  PieceCopies pieces_;
};

LITE_KERNELS(kCUDA, kAny, kNCHW, def, GatherKernel<operators::View>, reshape, flatten, flatten2,
             flatten_contiguous_range, squeeze, squeeze2, unsqueeze, unsqueeze2);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, GatherKernel<operators::Assign>, assign, share_data);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, GatherKernel<operators::Transpose>, transpose, transpose2);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, GatherKernel<operators::ShuffleChannel>, shuffle_channel);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, PixelShuffleKernel, pixel_shuffle);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, GatherKernel<operators::ExpandV2>, expand_v2);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, GatherKernel<operators::ExpandAsV2>, expand_as_v2);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, ConcatKernel, concat);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, SplitKernel, split);
LITE_KERNELS(kCUDA, kAny, kNCHW, def, StackKernel, stack);

}  // namespace paddle::lite::kernels::cuda

REGISTER_LITE_KERNEL(reshape2, kCUDA, kAny, kNCHW, paddle::lite::kernels::cuda::ReshapeKernel, def)
    .BindInput("Shape", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("ShapeTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
REGISTER_LITE_KERNEL(slice, kCUDA, kAny, kNCHW, paddle::lite::kernels::cuda::SliceKernel, def)
    .BindInput("StartsTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("EndsTensor", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("StartsTensorList", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .BindInput("EndsTensorList", {LiteType::GetTensorTy(TARGET(kHost), PRECISION(kAny))})
    .Finalize();
