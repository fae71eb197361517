#pragma once

#include "lite/operators/max_pool_with_index.h"
#include "lite/operators/pool2d.h"

namespace paddle::lite::operators {

// Images [N, C, H, W]: Mask holds row * W + column within the plane.
struct MaxPool2dWithIndex final : MaxPoolWithIndex {
  MaxPool2dWithIndex() : MaxPoolWithIndex(2) {}

  Result<PoolGeometry> Geometry() const { return WindowsAs<Pool2d>().Geometry(); }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const PoolGeometry g, Geometry());
    const DDim dims = g.OutputDims();
    LITE_RETURN_IF_ERROR(CheckedElementCount(dims).status());
    SetShapes(dims);
    return OkStatus();
  }
};

LITE_OP(max_pool2d_with_index, MaxPool2dWithIndex);

}  // namespace paddle::lite::operators
