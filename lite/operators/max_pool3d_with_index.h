#pragma once

#include "lite/operators/max_pool_with_index.h"
#include "lite/operators/pool3d.h"

namespace paddle::lite::operators {

// Volumes [N, C, D, H, W]: Mask holds (d * H + h) * W + w within the volume of a channel.
struct MaxPool3dWithIndex final : MaxPoolWithIndex {
  MaxPool3dWithIndex() : MaxPoolWithIndex(3) {}

  Result<Pool3d::VolumeGeometry> Geometry() const { return WindowsAs<Pool3d>().Geometry(); }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const Pool3d::VolumeGeometry g, Geometry());
    const int64_t plane = g.axes[0].in * g.axes[1].in;  // both are below 2^31
    int64_t volume = 0;
    if (!CheckedMul(plane, g.axes[2].in, &volume) || volume > INT32_MAX) {
      return OutOfRange("X: positions in ", x->dims(), " exceed the range of Mask, int32");
    }
    const DDim dims = VolumeDims(g.batch, g.channels, g.axes, false);
    LITE_RETURN_IF_ERROR(CheckedElementCount(dims).status());
    SetShapes(dims);
    return OkStatus();
  }
};

LITE_OP(max_pool3d_with_index, MaxPool3dWithIndex);

}  // namespace paddle::lite::operators
