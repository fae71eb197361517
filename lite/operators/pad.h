#pragma once

#include <string>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The values outside the input.
enum class PadMode {
  kConstant,
  kReflect,   // the input mirrored at its first and last element, which are not repeated
  kEdge,      // the nearest element
  kCircular,  // the input, repeated
};

// Number of elements added before and after the input along each dimension; negative numbers remove
// elements.
struct PadPlan {
  PadMode mode = PadMode::kConstant;
  DDim before;
  DDim after;
};

// Base of the operators that add elements around an array.
struct PadBase : Op {
  Tensor* out = nullptr;

  // The array that is padded.
  virtual const Tensor& source() const = 0;
  virtual float pad_value() const = 0;
  virtual Result<PadPlan> Plan() const = 0;

  Status InferShape() final {
    LITE_ASSIGN_OR_RETURN(const PadPlan plan, Plan());
    const DDim& dims = source().dims();
    DDim shape;
    for (int i = 0; i < dims.rank(); ++i) {
      const int64_t before = plan.before[i];
      const int64_t after = plan.after[i];
      int64_t size = 0;
      if (!CheckedAdd(dims[i], before, &size) || !CheckedAdd(size, after, &size) || size < 0) {
        return InvalidArgument("paddings: ", before, " before and ", after, " after dimension ", i,
                               " of ", dims, " leave no size");
      }
      const bool reaches = plan.mode == PadMode::kReflect
                               ? before < dims[i] && after < dims[i]
                               : dims[i] > 0 || plan.mode == PadMode::kConstant;
      if (!reaches && (before > 0 || after > 0)) {
        return InvalidArgument("paddings: ", before, " before and ", after, " after dimension ", i,
                               " of ", dims, " is more than its elements allow");
      }
      shape.push_back(size);
    }
    out->set_lod(InferLoD());
    return SetShape("Out", shape, out);
  }
  Status InferType() final {
    out->set_precision(source().precision());
    return OkStatus();
  }
  Cost Estimate() const final {
    return {0, static_cast<double>(source().memory_size() + out->memory_size())};
  }

 protected:
  virtual LoD InferLoD() const { return LoD(); }

  // Paddings from an attribute, or from a tensor, which takes precedence.
  static Result<std::vector<int64_t>> Resolve(const std::vector<int>& attribute,
                                              const Tensor* tensor, size_t count) {
    std::vector<int64_t> paddings(attribute.begin(), attribute.end());
    if (tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(paddings, ReadIntegers("Paddings", *tensor));
    }
    if (paddings.size() != count) {
      return InvalidArgument("paddings: expected ", count, " values, found ",
                             ListToString(paddings));
    }
    return paddings;
  }
};

// Two numbers per dimension: before, after.
struct Pad final : PadBase {
  const Tensor* x = nullptr;
  std::vector<int> paddings;
  float value = 0.0f;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("paddings", &paddings);
    v.Attr("pad_value", &value);
    v.Output("Out", &out);
  }
  const Tensor& source() const override { return *x; }
  float pad_value() const override { return value; }
  Result<PadPlan> Plan() const override {
    const int rank = x->dims().rank();
    LITE_ASSIGN_OR_RETURN(const std::vector<int64_t> numbers,
                          Resolve(paddings, nullptr, 2 * static_cast<size_t>(rank)));
    PadPlan plan;
    for (size_t i = 0; i < numbers.size(); i += 2) {
      plan.before.push_back(numbers[i]);
      plan.after.push_back(numbers[i + 1]);
    }
    return plan;
  }

 protected:
  LoD InferLoD() const override {
    return !paddings.empty() && paddings[0] == 0 && paddings[1] == 0 ? x->lod() : LoD();
  }
};

// Base of the operators that only pad the spatial dimensions.
struct SpatialPad : PadBase {
  const Tensor* x = nullptr;
  const Tensor* paddings_tensor = nullptr;
  std::vector<int> paddings;
  float value = 0.0f;
  std::string mode = "constant";
  std::string data_format;

  void Fields(FieldVisitor& v) final {
    v.Input("X", &x);
    v.Input("Paddings", &paddings_tensor, Need::kOptional);
    v.Attr("paddings", &paddings);
    v.Attr(form_.value, &value);
    v.Attr("mode", &mode);
    v.Attr("data_format", &data_format);
    v.Output("Out", &out);
  }
  const Tensor& source() const final { return *x; }
  float pad_value() const final { return value; }
  bool ShapeDependsOnData() const final { return IsVariableData(paddings_tensor); }

  Result<PadPlan> Plan() const final {
    const int axes = form_.axes;
    if (x->dims().rank() != axes + 2)
      return InvalidArgument("X: expected rank ", axes + 2, ", found shape ", x->dims());
    const bool last = data_format == form_.channels_last;
    if (!last && data_format != form_.channels_first) {
      return InvalidArgument("attribute data_format: expected ", form_.channels_first, " or ",
                             form_.channels_last, ", found '", data_format, "'");
    }
    LITE_ASSIGN_OR_RETURN(const std::vector<int64_t> numbers,
                          Resolve(paddings, paddings_tensor, 2 * static_cast<size_t>(axes)));
    PadPlan plan;
    LITE_ASSIGN_OR_RETURN(plan.mode, ParseMode());
    plan.before = plan.after = DDim(std::vector<int64_t>(static_cast<size_t>(axes) + 2));
    for (int i = 0; i < axes; ++i) {
      const auto pair = static_cast<size_t>(form_.last_axis_first ? axes - 1 - i : i);
      plan.before[(last ? 1 : 2) + i] = numbers[2 * pair];
      plan.after[(last ? 1 : 2) + i] = numbers[2 * pair + 1];
    }
    return plan;
  }

 protected:
  // The differences between the operators.
  struct Form {
    int axes;
    const char* value;  // name of the attribute
    const char* channels_first;
    const char* channels_last;
    const char* edge;      // name of the mode
    const char* circular;  // likewise; null if there is none
    bool last_axis_first;  // order of the pairs in paddings
    bool any_mode;         // as in Paddle, an unknown mode stands for constant
  };
  explicit SpatialPad(const Form& form) : data_format(form.channels_first), form_(form) {}
  LoD InferLoD() const override { return x->lod(); }

 private:
  Result<PadMode> ParseMode() const {
    if (mode == "constant") return PadMode::kConstant;
    if (mode == "reflect") return PadMode::kReflect;
    if (mode == form_.edge) return PadMode::kEdge;
    if (form_.circular != nullptr && mode == form_.circular) return PadMode::kCircular;
    if (form_.any_mode) return PadMode::kConstant;
    return InvalidArgument("attribute mode: expected constant, reflect or ", form_.edge,
                           form_.circular != nullptr ? " or circular" : "", ", found '", mode, "'");
  }

  const Form& form_;
};

// Images: paddings are top, bottom, left, right.
struct Pad2d final : SpatialPad {
  Pad2d() : SpatialPad(kForm) {}

 private:
  static constexpr Form kForm{2, "pad_value", "NCHW", "NHWC", "edge", nullptr, false, true};
};

// Volumes: paddings are left, right, top, bottom, front, back.
struct Pad3d final : SpatialPad {
  Pad3d() : SpatialPad(kForm) {}

 private:
  static constexpr Form kForm{3, "value", "NCDHW", "NDHWC", "replicate", "circular", true, false};
};

// Pads Y at the end to the size of X.
struct PadConstantLike final : PadBase {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  float value = 0.0f;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Attr("pad_value", &value);
    v.Output("Out", &out);
  }
  const Tensor& source() const override { return *y; }
  float pad_value() const override { return value; }
  Result<PadPlan> Plan() const override {
    const DDim& large = x->dims();
    const DDim& small = y->dims();
    if (large.rank() != small.rank()) {
      return InvalidArgument("Y: expected the rank of X ", large, ", found shape ", small);
    }
    PadPlan plan;
    for (int i = 0; i < large.rank(); ++i) {
      if (small[i] > large[i])
        return InvalidArgument("Y: shape ", small, " is larger than X ", large);
      plan.before.push_back(0);
      plan.after.push_back(large[i] - small[i]);
    }
    return plan;
  }

 protected:
  LoD InferLoD() const override { return x->lod(); }
};

LITE_OP(pad, Pad);
LITE_OP(pad2d, Pad2d);
LITE_OP(pad3d, Pad3d);
LITE_OP(pad_constant_like, PadConstantLike);

}  // namespace paddle::lite::operators
