// The operators that the optimiser inserts on an edge whose ends have different types.
#pragma once

#include <string>

#include "lite/core/image_layout.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Same elements in another memory space. The forms named _once read a weight and run only in the
// first step.
struct IoCopy final : Op {
  const Tensor* input = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    out->Resize(input->dims());
    out->set_lod(input->lod());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(input->memory_size())}; }
};

// Same elements in another element type. The type of Out is that of the chosen kernel.
struct Calib final : Op {
  const Tensor* input = nullptr;
  float scale = 1.0f;  // real value of one step of the quantised side
  // Quantise to int8 like quantize_linear: results include -128, and halves round to even.
  bool full_range = false;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Attr("scale", &scale);
    v.Attr("full_range", &full_range);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    out->Resize(input->dims());
    out->set_lod(input->lod());
    return OkStatus();
  }
  Status InferType() override { return OkStatus(); }
  Cost Estimate() const override {
    return {static_cast<double>(input->numel()),
            static_cast<double>(input->memory_size() + out->memory_size())};
  }
};

// Whether an operator is a Calib. The form named _inplace is the same: the runtime decides which
// memory results share.
inline bool IsCalib(const std::string& type) {
  return type == "calib" || type == "calib_once" || type == "calib_inplace";
}

// Whether NCHW and NHWC are the same order: one channel, or one pixel. Open dimensions are -1.
inline bool LayoutIsFree(const DDim& dims) {
  return dims.rank() != 4 || dims[1] == 1 || (dims[2] == 1 && dims[3] == 1);
}

// Same elements in another memory order: from the layout of Input to that of Out.
struct Layout final : Op {
  const Tensor* input = nullptr;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    out->Resize(input->dims());
    out->set_lod(input->lod());
    return OkStatus();
  }
  OutputReuse output_reuse() const override {
    const bool image = IsImageLayout(input->layout()) || IsImageLayout(out->layout());
    return LayoutIsFree(input->dims()) && !image ? OutputReuse::kView : OutputReuse::kNone;
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(input->memory_size())}; }
};

LITE_OP(io_copy, IoCopy);
LITE_OP(io_copy_once, IoCopy);
LITE_OP(calib, Calib);
LITE_OP(calib_once, Calib);
LITE_OP(calib_inplace, Calib);
LITE_OP(layout, Layout);
LITE_OP(layout_once, Layout);

}  // namespace paddle::lite::operators
