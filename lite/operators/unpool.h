#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Base of unpool and unpool3d: element i of a plane of X is stored at position Indices[i] of the
// plane of Out, whose other elements are 0. The last one of equal positions counts. As in Paddle,
// unpooling_type and data_format do not matter.
struct UnpoolBase : Op {
  const Tensor* x = nullptr;
  const Tensor* indices = nullptr;
  std::vector<int> ksize;
  std::vector<int> strides;
  std::vector<int> paddings;
  std::vector<int> output_size;
  std::string data_format;
  Tensor* out = nullptr;

  Status InferType() final {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("X", x->precision()));
    if (indices->precision() != PrecisionType::kInt32) {
      return InvalidArgument("Indices: expected int32, found ",
                             PrecisionToStr(indices->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const final {
    return {0, static_cast<double>(x->memory_size() + out->memory_size())};
  }

 protected:
  // The extents of Out are output_size. Programs of Paddle 1.8 have none, only planes of two axes,
  // and the extents of which X would be the pooling.
  Status InferPlanes(int axes) {
    const DDim& dims = x->dims();
    if (dims.rank() != axes + 2) {
      return InvalidArgument("X: expected rank ", axes + 2, ", found shape ", dims);
    }
    if (indices->dims() != dims) {
      return InvalidArgument("Indices: expected the shape of X ", dims, ", found ",
                             indices->dims());
    }
    std::vector<int64_t> shape{dims[0], dims[1]};
    bool given = axes == 3;
    for (const int extent : output_size) given = given || extent != 0;
    const size_t count = static_cast<size_t>(axes);
    // As in Paddle, strides and paddings are not looked at beside an output_size, and numbers after
    // those of the axes are ignored, but not in ksize.
    if (ksize.size() != count) {
      return InvalidArgument("attribute ksize: expected ", axes, " values, found ",
                             ListToString(ksize));
    }
    for (const auto& [name, list] :
         {std::pair(given ? "output_size" : "strides", given ? &output_size : &strides),
          {given ? "output_size" : "paddings", given ? &output_size : &paddings}}) {
      if (list->size() >= count) continue;
      return InvalidArgument("attribute ", name, ": expected ", axes, " values, found ",
                             ListToString(*list));
    }
    for (size_t i = 0; i < count; ++i) {
      int64_t extent = 0;
      if (given) {
        extent = output_size[i];
      } else if (!CheckedMul(dims[static_cast<int>(i) + 2] - 1, int64_t{strides[i]}, &extent) ||
                 !CheckedAdd(extent, int64_t{ksize[i]} - 2 * int64_t{paddings[i]}, &extent)) {
        return OutOfRange("attribute strides: ", strides[i], " is too large for X ", dims);
      }
      if (extent < 0) {
        return InvalidArgument("attribute output_size: expected extents that are not negative, ",
                               "found ", extent);
      }
      shape.push_back(extent);
    }
    out->set_lod(LoD());
    return SetShape("Out", shape, out);
  }
};

struct Unpool final : UnpoolBase {
  std::string unpooling_type = "max";

  Unpool() {
    strides = {1, 1};
    paddings = {0, 0};
    data_format = "NCHW";
  }
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Indices", &indices);
    v.Attr("ksize", &ksize);
    v.Attr("unpooling_type", &unpooling_type);
    v.Attr("strides", &strides);
    v.Attr("paddings", &paddings);
    v.Attr("output_size", &output_size);
    v.Attr("data_format", &data_format);
    v.Output("Out", &out);
  }
  Status InferShape() override { return InferPlanes(2); }
};

struct Unpool3d final : UnpoolBase {
  Unpool3d() {
    strides = {1, 1, 1};
    paddings = {0, 0, 0};
    output_size = {0, 0, 0};
    data_format = "NCDHW";
  }
  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Indices", &indices);
    v.Attr("ksize", &ksize);
    v.Attr("strides", &strides);
    v.Attr("paddings", &paddings);
    v.Attr("output_size", &output_size);
    v.Attr("data_format", &data_format);
    v.Output("Out", &out);
  }
  Status InferShape() override { return InferPlanes(3); }
};

LITE_OP(unpool, Unpool);
LITE_OP(unpool3d, Unpool3d);

}  // namespace paddle::lite::operators
