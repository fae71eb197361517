// Kernels of the operators that permute the dimensions of one tensor, for every target.
#pragma once

#include <array>

#include "lite/core/memory_order.h"
#include "lite/kernels/kernel.h"
#include "lite/kernels/transposition.h"
#include "lite/operators/pixel_shuffle.h"
#include "lite/operators/shuffle_channel.h"
#include "lite/operators/transpose.h"

namespace paddle::lite::kernels {

inline Transposition TranspositionOf(const operators::Transpose& op) {
  // Maps each dimension of Out in memory to a dimension of X in memory.
  std::array<int, DDim::kMaxRank> permutation{};
  const int rank = op.x->dims().rank();
  for (int i = 0; i < rank; ++i) {
    const int from = op.axis[i] < 0 ? op.axis[i] + rank : op.axis[i];
    permutation[MemoryAxis(*op.out, i)] = MemoryAxis(*op.x, from);
  }
  return Transposition(MemoryDims(*op.x), permutation.data());
}

inline Transposition TranspositionOf(const operators::PixelShuffle& op) {
  // From [image, channel, f, f, row, column], or [image, row, column, channel, f, f]: the two
  // factors f always follow the channels in memory.
  const DDim dims = MemoryDims(*op.x);
  const int channel_axis = MemoryAxis(*op.x, op.channels_last() ? 3 : 1);
  const int64_t f = op.upscale_factor;
  DDim split;
  for (int i = 0; i < dims.rank(); ++i) {
    split.push_back(i == channel_axis ? dims[i] / (f * f) : dims[i]);
    if (i == channel_axis) {
      split.push_back(f);
      split.push_back(f);
    }
  }
  constexpr int kOrder[] = {0, 1, 4, 2, 5, 3};
  return Transposition(split, kOrder);
}

inline Transposition TranspositionOf(const operators::ShuffleChannel& op) {
  const DDim& dims = op.x->dims();
  const int64_t area = dims[2] * dims[3];
  const int64_t members = dims[1] / op.group;
  if (StoredChannelsLast(*op.x)) {
    constexpr int kSwap[] = {0, 2, 1};
    return Transposition(DDim{dims[0] * area, op.group, members}, kSwap);
  }
  constexpr int kSwap[] = {0, 2, 1, 3};
  return Transposition(DDim{dims[0], op.group, members, area}, kSwap);
}

// These two only in the order of the program.
inline Transposition TranspositionOf(const operators::PixelUnshuffle& op) {
  // To [image, channel, f, f, row, column], or [image, row, column, channel, f, f].
  const DDim& dims = op.x->dims();
  const int64_t f = op.downscale_factor;
  const int height = op.channels_last() ? 1 : 2;
  DDim split;
  for (int i = 0; i < dims.rank(); ++i) {
    const bool is_extent = i == height || i == height + 1;
    split.push_back(is_extent ? dims[i] / f : dims[i]);
    if (is_extent) split.push_back(f);
  }
  constexpr int kOrder[] = {0, 1, 3, 5, 2, 4};  // in both
  return Transposition(split, kOrder);
}

inline Transposition TranspositionOf(const operators::ChannelShuffle& op) {
  const DDim& dims = op.x->dims();
  const int channel_axis = op.channels_last() ? 3 : 1;
  constexpr int kSwap[] = {0, 2, 1, 3};
  return Transposition(DDim{dims.Count(0, channel_axis), op.groups, dims[channel_axis] / op.groups,
                            dims.Count(channel_axis + 1, 4)},
                       kSwap);
}

// For targets without a micro-kernel that transposes matrices.
inline Transposition::Matrix32 NoMatrix32() { return nullptr; }

template <typename OpType, Transposition::Matrix32 (*kMatrix)() = &NoMatrix32>
class TranspositionKernel : public KernelFor<OpType> {
 public:
  Status PrepareOp(const OpType& op, PrepareContext*) final {
    transposition_ = TranspositionOf(op);
    return OkStatus();
  }
  Status RunOp(const OpType& op, const RunContext& context) final {
    if (op.x->numel() == 0) return OkStatus();
    transposition_.Run(op.x->raw_data(), op.out->mutable_raw_data(),
                       PrecisionTypeLength(op.x->precision()), context.pool, kMatrix());
    return OkStatus();
  }

 private:
  Transposition transposition_;
};

// Works in either memory order; the transposition is often a no-op there.
template <Transposition::Matrix32 (*kMatrix)() = &NoMatrix32>
class ReorderingTransposeKernel final : public TranspositionKernel<operators::Transpose, kMatrix> {
 public:
  static Status Supports(const operators::Transpose& op) {
    if (op.x->dims().rank() == 4) return OkStatus();
    return Unsupported("layouts other than NCHW on rank ", op.x->dims().rank());
  }
};

}  // namespace paddle::lite::kernels
