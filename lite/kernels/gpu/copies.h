// Operators that move elements without a change, for kernels of GPUs. A target brings a class Copy:
//   Status Prepare(const PrepareContext&, PrecisionType);
//   // The walk has the steps in `from` and `to`, which begin `skip_from` and `skip_to` elements
//   // after their tensors.
//   Status Run(const RunContext&, const Tensor* from, const Tensor* to, const Walk&,
//              int64_t skip_from = 0, int64_t skip_to = 0) const;
// and a kernel that calls Supports, Prepare and Run of the classes below.
#pragma once

#include <cstdint>
#include <string>

#include "lite/backends/gpu/walk.h"
#include "lite/core/memory_order.h"
#include "lite/core/tensor.h"
#include "lite/kernels/kernel.h"
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

namespace paddle::lite::kernels::gpu {

using lite::gpu::Walk;
static_assert(Walk::kMaxRank == DDim::kMaxRank, "a walk has room for the dimensions of any tensor");

// For kernels whose slots are all in the device's memory.
inline Status RefuseMoreInputs(const Op& op) {
  for (const auto& input : op.Bound().inputs) {
    const std::string slot = input.slot;
    if (slot != "X") return Unsupported("slot ", slot);
  }
  return OkStatus();
}

// Elements from one index of each dimension to the next.
inline DDim Steps(const DDim& dims) {
  DDim steps = dims;
  int64_t step = 1;
  for (int i = dims.rank() - 1; i >= 0; --i) {
    steps[i] = step;
    step *= dims[i];
  }
  return steps;
}

// Over the elements of a result of the dimensions `sizes`, with the steps in the source.
inline Walk Gather(const DDim& sizes, const DDim& steps) {
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
  if (StoredChannelsLast(*op.x)) {
    return Gather({dims[0] * area, members, op.group}, {dims[1], 1, members});
  }
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
inline Status RefuseVariableShape(const Op& op) {
  return op.ShapeDependsOnData() ? Unsupported("a shape that the program computes") : OkStatus();
}

// The elements from dimension `axis` inwards.
inline int64_t RowOf(const Tensor& tensor, int axis) {
  return MemoryDims(tensor).Count(MemoryAxis(tensor, axis), tensor.dims().rank());
}

// Whether the memory plan has placed `piece` in `whole`, from element `at` on.
inline bool IsPlaced(const Tensor& piece, const Tensor& whole, int64_t at) {
  return piece.handle() == whole.handle() &&
         piece.offset() ==
             whole.offset() + static_cast<size_t>(at) * PrecisionTypeLength(whole.precision());
}

// The result is a rearrangement of the input. Where the memory plan gave both the same memory,
// there is nothing to do.
template <typename OpType, typename Copy>
class Rearrangement {
 public:
  using Op = OpType;

  static Status Supports(const Op& op) { return RefuseMoreInputs(op); }
  Status Prepare(const Op& op, const PrepareContext& context) {
    return copy_.Prepare(context, op.x->precision());
  }
  Status Run(const Op& op, const RunContext& context) const {
    if (op.out->numel() == 0 || IsPlaced(*op.out, *op.x, 0)) return OkStatus();
    return copy_.Run(context, op.x, op.out, GatherOf(op));
  }

 private:
  Copy copy_;
};

// The slots of the new shape are in the host's memory; the kernel does not read them.
template <typename Copy>
class Reshaping : public Rearrangement<operators::View, Copy> {
 public:
  static Status Supports(const operators::View&) { return OkStatus(); }
};

template <typename Copy>
class PixelShuffling : public Rearrangement<operators::PixelShuffle, Copy> {
 public:
  static Status Supports(const operators::PixelShuffle& op) {
    return op.channels_last() ? Unsupported("data_format NHWC") : OkStatus();
  }
};

// Where the window begins and ends is in the host's memory.
template <typename Copy>
class Slicing {
 public:
  using Op = operators::Slice;

  static Status Supports(const Op& op) { return RefuseVariableShape(op); }
  Status Prepare(const Op& op, const PrepareContext& context) {
    LITE_ASSIGN_OR_RETURN(const operators::Slice::Window window, op.ResolveWindow());
    const DDim steps = Steps(op.input->dims());
    walk_ = Gather(window.size, steps);
    skip_ = 0;
    for (int i = 0; i < steps.rank(); ++i) skip_ += window.begin[i] * steps[i];
    return copy_.Prepare(context, op.input->precision());
  }
  Status Run(const Op& op, const RunContext& context) const {
    if (op.out->numel() == 0) return OkStatus();
    return copy_.Run(context, op.input, op.out, walk_, skip_);
  }

 private:
  Walk walk_;
  int64_t skip_ = 0;
  Copy copy_;
};

// Rows of several tensors become one row, or one row is cut into rows of several tensors.
template <typename Copy>
class PieceCopies {
 public:
  Status Prepare(const PrepareContext& context, const Tensor& whole, int64_t row) {
    row_ = row;
    rows_ = row == 0 ? 0 : whole.numel() / row;
    return copy_.Prepare(context, whole.precision());
  }
  // `width` elements of each row, from element `at` of the whole row on.
  Status Move(const RunContext& context, const Tensor* piece, const Tensor* whole, int64_t at,
              int64_t width, bool to_whole) const {
    if (piece->numel() == 0 || (rows_ == 1 && IsPlaced(*piece, *whole, at))) return OkStatus();
    Walk walk;
    walk.Add(rows_, to_whole ? width : row_, to_whole ? row_ : width);
    walk.Add(width, 1, 1);
    return to_whole ? copy_.Run(context, piece, whole, walk, 0, at)
                    : copy_.Run(context, whole, piece, walk, at, 0);
  }

 private:
  int64_t row_ = 0, rows_ = 0;
  Copy copy_;
};

template <typename Copy>
class Concatenation {
 public:
  using Op = operators::Concat;

  static Status Supports(const Op& op) { return RefuseMoreInputs(op); }
  Status Prepare(const Op& op, const PrepareContext& context) {
    LITE_ASSIGN_OR_RETURN(axis_, op.Axis());
    return pieces_.Prepare(context, *op.out, RowOf(*op.out, axis_));
  }
  Status Run(const Op& op, const RunContext& context) const {
    int64_t at = 0;
    for (const Tensor* x : op.x) {
      const int64_t width = RowOfPiece(*op.out, axis_, *x);
      LITE_RETURN_IF_ERROR(pieces_.Move(context, x, op.out, at, width, true));
      at += width;
    }
    return OkStatus();
  }

 private:
  int axis_ = 0;
  PieceCopies<Copy> pieces_;
};

template <typename Copy>
class Splitting {
 public:
  using Op = operators::Split;

  static Status Supports(const Op& op) { return RefuseMoreInputs(op); }
  Status Prepare(const Op& op, const PrepareContext& context) {
    LITE_ASSIGN_OR_RETURN(axis_, op.Axis());
    return pieces_.Prepare(context, *op.x, RowOf(*op.x, axis_));
  }
  Status Run(const Op& op, const RunContext& context) const {
    int64_t at = 0;
    for (const Tensor* out : op.out) {
      const int64_t width = RowOfPiece(*op.x, axis_, *out);
      LITE_RETURN_IF_ERROR(pieces_.Move(context, out, op.x, at, width, false));
      at += width;
    }
    return OkStatus();
  }

 private:
  int axis_ = 0;
  PieceCopies<Copy> pieces_;
};

template <typename Copy>
class Stacking {
 public:
  using Op = operators::Stack;

  static Status Supports(const Op&) { return OkStatus(); }
  Status Prepare(const Op& op, const PrepareContext& context) {
    const int rank = op.y->dims().rank();
    const int axis = op.axis < 0 ? op.axis + rank : op.axis;
    width_ = op.y->dims().Count(axis + 1, rank);
    return pieces_.Prepare(context, *op.y, RowOf(*op.y, axis));
  }
  Status Run(const Op& op, const RunContext& context) const {
    for (size_t i = 0; i < op.x.size(); ++i) {
      LITE_RETURN_IF_ERROR(
          pieces_.Move(context, op.x[i], op.y, static_cast<int64_t>(i) * width_, width_, true));
    }
    return OkStatus();
  }

 private:
  int64_t width_ = 0;
  PieceCopies<Copy> pieces_;
};

}  // namespace paddle::lite::kernels::gpu
