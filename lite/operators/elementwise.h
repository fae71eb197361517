#pragma once

#include <string>

#include "lite/operators/broadcast.h"
#include "lite/operators/fused_activation.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// The fused epilogue of an operation: v -> activation(v * scale + bias).
struct Epilogue {
  float scale = 1.0f;
  float bias = 0.0f;
  Activation activation;

  bool empty() const { return scale == 1.0f && bias == 0.0f && activation.is_identity(); }
};

// Out = X op Y, where the type names the operation.
struct ElementwiseBase : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  int axis = -1;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("X", &x);
    v.Input("Y", &y);
    Attributes(v);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(ResolveEpilogue().status());
    LITE_ASSIGN_OR_RETURN(const Broadcast shapes, BroadcastShapes(x->dims(), y->dims(), axis));
    out->Resize(shapes.out);
    out->set_lod(x->lod().empty() ? y->lod() : x->lod());
    return OkStatus();
  }
  Status InferType() override {
    if (x->precision() != y->precision()) {
      return InvalidArgument("Y has element type ", PrecisionToStr(y->precision()),
                             ", expected that of X, ", PrecisionToStr(x->precision()));
    }
    out->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {static_cast<double>(out->numel()),
            static_cast<double>(x->memory_size() + y->memory_size() + out->memory_size())};
  }
  OutputReuse output_reuse() const override {
    return x->dims() == out->dims() ? OutputReuse::kInplace : OutputReuse::kNone;
  }

  // Whether operators that compare have the operands Y and X instead of X and Y: Paddle compares
  // the operand of the higher rank with the other. This decides about NaN in minimum and maximum,
  // and exchanges the roles of X and Y in elementwise_heaviside.
  bool ComparesYWithX() const { return x->dims().rank() < y->dims().rank(); }

  virtual Result<Epilogue> ResolveEpilogue() const = 0;

 protected:
  virtual void Attributes(FieldVisitor&) = 0;
};

struct Elementwise final : ElementwiseBase {
  // A scale operator folded in by the optimiser: Out = activation((X op Y) * scale + bias).
  bool fuse_scale = false;
  float scale = 1.0f;
  float bias = 0.0f;
  float alpha = 6.0f;  // clip of relu6, slope of leaky_relu
  std::string activation_type;

  Result<Epilogue> ResolveEpilogue() const override {
    Epilogue epilogue;
    if (fuse_scale) {
      epilogue.scale = scale;
      epilogue.bias = bias;
    }
    LITE_ASSIGN_OR_RETURN(epilogue.activation, ActivationByName(activation_type));
    if (activation_type == "relu6" || activation_type == "leaky_relu")
      epilogue.activation.a = alpha;
    return epilogue;
  }

 protected:
  void Attributes(FieldVisitor& v) override {
    v.Attr("axis", &axis);
    v.Attr("fuse_scale", &fuse_scale);
    v.Attr("scale", &scale);
    v.Attr("bias", &bias);
    v.Attr("alpha", &alpha);
    v.Attr("activation_type", &activation_type);
  }
};

// Out = activation(X op Y)
struct FusionElementwise final : ElementwiseBase {
  std::string act_type;

  Result<Epilogue> ResolveEpilogue() const override {
    Epilogue epilogue;
    LITE_ASSIGN_OR_RETURN(epilogue.activation, ActivationByName(act_type));
    return epilogue;
  }

 protected:
  void Attributes(FieldVisitor& v) override {
    v.Attr("axis", &axis);
    v.Attr("act_type", &act_type);
  }
};

// Operators without attributes: shapes are aligned at their last dimensions.
struct AlignedElementwise final : ElementwiseBase {
  Status InferShape() override {
    LITE_RETURN_IF_ERROR(ElementwiseBase::InferShape());
    out->set_lod(x->lod());
    return OkStatus();
  }
  Result<Epilogue> ResolveEpilogue() const override { return Epilogue(); }

 protected:
  void Attributes(FieldVisitor&) override {}
};

LITE_OP(elementwise_add, Elementwise);
LITE_OP(elementwise_sub, Elementwise);
LITE_OP(elementwise_mul, Elementwise);
LITE_OP(elementwise_div, Elementwise);
LITE_OP(elementwise_max, Elementwise);
LITE_OP(elementwise_min, Elementwise);
LITE_OP(elementwise_pow, Elementwise);
LITE_OP(elementwise_mod, Elementwise);
LITE_OP(elementwise_floordiv, Elementwise);
LITE_OP(elementwise_fmax, AlignedElementwise);
LITE_OP(elementwise_fmin, AlignedElementwise);
LITE_OP(elementwise_heaviside, AlignedElementwise);
LITE_OP(fusion_elementwise_add_activation, FusionElementwise);
LITE_OP(fusion_elementwise_sub_activation, FusionElementwise);
LITE_OP(fusion_elementwise_mul_activation, FusionElementwise);
LITE_OP(fusion_elementwise_div_activation, FusionElementwise);
LITE_OP(fusion_elementwise_max_activation, FusionElementwise);
LITE_OP(fusion_elementwise_min_activation, FusionElementwise);
LITE_OP(fusion_elementwise_pow_activation, FusionElementwise);
LITE_OP(fusion_elementwise_floordiv_activation, FusionElementwise);

}  // namespace paddle::lite::operators
