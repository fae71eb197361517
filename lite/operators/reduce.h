#pragma once

#include <array>
#include <vector>

#include "lite/operators/data_type.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Reduces all elements that differ only in the dimensions `dim` to one value.
struct Reduce : Op {
  const Tensor* x = nullptr;
  std::vector<int> dim = {0};
  bool keep_dim = false;
  bool reduce_all = false;
  int in_dtype = -1;
  int out_dtype = -1;  // type to compute in; -1 = the type of X
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) final {
    v.Input("X", &x);
    Attributes(v);
    v.Output("Out", &out);
  }

  // The dimensions of X that are reduced.
  Result<std::array<bool, DDim::kMaxRank>> Reduced() const {
    std::array<bool, DDim::kMaxRank> reduced{};
    if (reduce_all || dim.empty() || x->dims().rank() == 0) {
      reduced.fill(true);
      return reduced;
    }
    for (const int axis : dim) {
      LITE_ASSIGN_OR_RETURN(const int i, NormalizeAxis(DimName(), axis, x->dims().rank()));
      reduced[i] = true;
    }
    return reduced;
  }

  Status InferShape() final {
    LITE_ASSIGN_OR_RETURN(const auto reduced, Reduced());
    const DDim& dims = x->dims();
    DDim shape;
    bool all = true;
    for (int i = 0; i < dims.rank(); ++i) {
      all = all && reduced[i];
      if (!reduced[i]) {
        shape.push_back(dims[i]);
      } else if (keep_dim) {
        shape.push_back(1);
      }
    }
    out->set_lod(dims.rank() > 0 && !reduced[0] ? x->lod() : LoD());
    if (all && !keep_dim) {
      SetSingleShape();
      return OkStatus();
    }
    return SetShape("Out", shape, out);
  }
  Status InferType() final {
    out->set_precision(DefaultType());
    if (out_dtype >= 0) {
      LITE_ASSIGN_OR_RETURN(const PrecisionType precision,
                            PrecisionOfDataType("out_dtype", out_dtype));
      out->set_precision(precision);
    }
    return OkStatus();
  }
  Cost Estimate() const final {
    return {static_cast<double>(x->numel()),
            static_cast<double>(x->memory_size() + out->memory_size())};
  }

 protected:
  // The shape of a single value.
  virtual void SetSingleShape() { SetScalarShape(out); }
  // What the program calls the dimensions.
  virtual const char* DimName() const { return "dim"; }
  // The result's type if out_dtype names none.
  virtual PrecisionType DefaultType() const { return x->precision(); }

  virtual void Attributes(FieldVisitor& v) {
    Dimensions(v);
    v.Attr("in_dtype", &in_dtype);
    v.Attr("out_dtype", &out_dtype);
  }
  void Dimensions(FieldVisitor& v) {
    v.Attr("dim", &dim);
    v.Attr("keep_dim", &keep_dim);
    v.Attr("reduce_all", &reduce_all);
  }
};

// Sums in int64, unless the program (of Paddle 1) declares the result as int32.
struct ReduceSum final : Reduce {
 protected:
  PrecisionType DefaultType() const override {
    const PrecisionType type = x->precision();
    const bool small = type == PrecisionType::kInt32 || type == PrecisionType::kBool;
    return small && out->precision() != PrecisionType::kInt32 ? PrecisionType::kInt64 : type;
  }
};

// Whether all, or any, elements are not zero: always bool, whatever out_dtype says.
struct ReduceTruth final : Reduce {
 protected:
  void Attributes(FieldVisitor& v) override { Dimensions(v); }
  PrecisionType DefaultType() const override { return PrecisionType::kBool; }
};

// Results have the type of X, whatever out_dtype says.
struct ReduceInType final : Reduce {
 protected:
  void Attributes(FieldVisitor& v) override { Dimensions(v); }
};

// log(sum(exp(x)))
struct LogSumExp final : Reduce {
 protected:
  void Attributes(FieldVisitor& v) override {
    v.Attr("axis", &dim);
    v.Attr("keepdim", &keep_dim);
    v.Attr("reduce_all", &reduce_all);
  }
  const char* DimName() const override { return "axis"; }
};

// A function of all elements, such as the mean.
struct ReduceEverything : Reduce {
  ReduceEverything() { reduce_all = true; }

 protected:
  void Attributes(FieldVisitor&) final {}
};

// The sum of squares, as a vector of one element.
struct SquaredNorm final : ReduceEverything {
 protected:
  void SetSingleShape() override { out->Resize(DDim{1}); }
};

LITE_OP(reduce_sum, ReduceSum);
LITE_OP(reduce_mean, Reduce);
LITE_OP(reduce_max, Reduce);
LITE_OP(max, Reduce);
LITE_OP(reduce_min, Reduce);
LITE_OP(reduce_prod, Reduce);
LITE_OP(reduce_all, ReduceTruth);
LITE_OP(reduce_any, ReduceTruth);
LITE_OP(reduce_amax, ReduceInType);
LITE_OP(reduce_amin, ReduceInType);
LITE_OP(frobenius_norm, ReduceInType);
LITE_OP(logsumexp, LogSumExp);
LITE_OP(mean, ReduceEverything);
LITE_OP(l1_norm, ReduceEverything);
LITE_OP(squared_l2_norm, SquaredNorm);

}  // namespace paddle::lite::operators
