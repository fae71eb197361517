// Operators that move whole channels of images.

#include <algorithm>
#include <array>

#include "lite/kernels/gpu/copies.h"
#include "lite/kernels/opencl/copy.h"
#include "lite/kernels/opencl/images.h"
#include "lite/operators/concat.h"
#include "lite/operators/shuffle_channel.h"
#include "lite/operators/split.h"

namespace paddle::lite::kernels::opencl {
namespace {

constexpr size_t kMaxSources = 8;

// Channels of image_channels.cl.
struct ChannelOrder {
  std::array<int32_t, kMaxSources> ends = {};
  int32_t first = 0, group = 1, members = 0;
};

// A tensor as the only source.
std::array<const Tensor*, kMaxSources> OnlySource(const Tensor* x) {
  std::array<const Tensor*, kMaxSources> sources;
  sources.fill(x);
  return sources;
}

// Launches of the function `channels`.
class ChannelMoves {
 public:
  Status Prepare(const PrepareContext& context) {
    return function_.Load(context, "image_channels", "channels");
  }
  Status Run(const RunContext& context, const std::array<const Tensor*, kMaxSources>& sources,
             const Tensor* out, const ChannelOrder& order) const {
    if (out->numel() == 0) return OkStatus();
    const ImageShape shape(out->dims());
    Call call = function_.On(context);
    for (const Tensor* source : sources) call.Add(source);
    return call.Add(out).Add(order).Add(shape).Over(shape.items(), kCube);
  }

 private:
  LoadedFunction function_;
};

// For an operator that divides or joins tensors along an axis.
template <typename OpType>
Status RequireChannelAxis(const OpType& op, const Tensor& tensor) {
  LITE_RETURN_IF_ERROR(gpu::RefuseMoreInputs(op));
  LITE_RETURN_IF_ERROR(RequireRank4(tensor));
  return op.axis == 1 || op.axis == -3 ? OkStatus() : Unsupported("axis ", op.axis, " in images");
}

}  // namespace

class ConcatImageKernel final : public KernelFor<operators::Concat> {
 public:
  static Status Supports(const operators::Concat& op) {
    if (op.x.size() > kMaxSources) return Unsupported("more than ", kMaxSources, " images");
    return RequireChannelAxis(op, *op.x[0]);
  }

  Status PrepareOp(const operators::Concat&, PrepareContext* context) override {
    return moves_.Prepare(*context);
  }
  Status RunOp(const operators::Concat& op, const RunContext& context) override {
    std::array<const Tensor*, kMaxSources> sources;
    ChannelOrder order;
    int32_t end = 0;
    for (size_t i = 0; i < kMaxSources; ++i) {
      if (i < op.x.size()) end += static_cast<int32_t>(op.x[i]->dims()[1]);
      sources[i] = op.x[std::min(i, op.x.size() - 1)];
      order.ends[i] = end;
    }
    return moves_.Run(context, sources, op.out, order);
  }

 private:
  ChannelMoves moves_;
};

class SplitImageKernel final : public KernelFor<operators::Split> {
 public:
  static Status Supports(const operators::Split& op) { return RequireChannelAxis(op, *op.x); }

  Status PrepareOp(const operators::Split&, PrepareContext* context) override {
    return moves_.Prepare(*context);
  }
  Status RunOp(const operators::Split& op, const RunContext& context) override {
    const auto channels = static_cast<int32_t>(op.x->dims()[1]);
    ChannelOrder order;
    order.ends.fill(channels);
    for (const Tensor* out : op.out) {
      LITE_RETURN_IF_ERROR(moves_.Run(context, OnlySource(op.x), out, order));
      order.first += static_cast<int32_t>(out->dims()[1]);
    }
    return OkStatus();
  }

 private:
  ChannelMoves moves_;
};

class ShuffleChannelImageKernel final : public KernelFor<operators::ShuffleChannel> {
 public:
  Status PrepareOp(const operators::ShuffleChannel&, PrepareContext* context) override {
    return moves_.Prepare(*context);
  }
  Status RunOp(const operators::ShuffleChannel& op, const RunContext& context) override {
    const auto channels = static_cast<int32_t>(op.x->dims()[1]);
    ChannelOrder order;
    order.ends.fill(channels);
    order.group = op.group;
    order.members = channels / op.group;
    return moves_.Run(context, OnlySource(op.x), op.out, order);
  }

 private:
  ChannelMoves moves_;
};

LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, ConcatImageKernel, concat);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, SplitImageKernel, split);
LITE_KERNELS(kOpenCL, kFloat, kImageDefault, def, ShuffleChannelImageKernel, shuffle_channel);

}  // namespace paddle::lite::kernels::opencl
