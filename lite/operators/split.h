#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Splits X along `axis` into pieces of the sizes in `sections` (one may be -1, for the rest), or
// into `num` equal pieces.
struct Split final : Op {
  const Tensor* x = nullptr;
  const Tensor* axis_tensor = nullptr;              // the first integer, instead of `axis`
  std::vector<const Tensor*> sections_tensor_list;  // one integer each, instead of `sections`
  std::vector<int> sections;
  int num = 0;
  int axis = 0;
  std::vector<Tensor*> out;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("AxisTensor", &axis_tensor, Need::kOptional);
    v.Inputs("SectionsTensorList", &sections_tensor_list, Need::kOptional);
    v.Attr("sections", &sections);
    v.Attr("num", &num);
    v.Attr("axis", &axis);
    v.Outputs("Out", &out);
  }
  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const size_t pieces, Pieces());
    if (pieces != out.size()) {
      return InvalidArgument("Out: expected ", pieces, " tensors, found ", out.size());
    }
    LITE_ASSIGN_OR_RETURN(const int along, Axis());
    const int64_t size = x->dims()[along];
    std::vector<int64_t> sizes(sections.begin(), sections.end());
    if (!sections_tensor_list.empty()) {
      LITE_ASSIGN_OR_RETURN(sizes, ReadFirstIntegers("SectionsTensorList", sections_tensor_list));
    }
    if (size == 0) {
      sizes.assign(pieces, 0);  // whatever the sections, as in Paddle
    } else if (sizes.empty()) {
      if (size % num != 0) {
        return InvalidArgument("attribute num: ", num, " equal pieces of dimension ", along,
                               " of X ", x->dims());
      }
      sizes.assign(pieces, size / num);
    }
    int rest = -1;
    int64_t sum = 0;
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (sizes[i] == -1 && rest < 0) {
        rest = static_cast<int>(i);
      } else if (sizes[i] < 0 || !CheckedAdd(sum, sizes[i], &sum)) {
        return InvalidArgument("attribute sections: ", ListToString(sizes),
                               " is not a list of sizes");
      }
    }
    if (rest >= 0 ? sum > size : sum != size) {
      return InvalidArgument("attribute sections: ", ListToString(sizes),
                             " does not add up to dimension ", along, " of X ", x->dims());
    }
    if (rest >= 0) sizes[rest] = size - sum;
    for (size_t i = 0; i < out.size(); ++i) {
      DDim shape = x->dims();
      shape[along] = sizes[i];
      out[i]->Resize(shape);
      out[i]->set_lod(along == 0 ? LoD() : x->lod());
    }
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
  OutputReuse output_reuse() const override { return OutputReuse::kCut; }
  int reuse_axis() const override {
    const Result<int> along = Axis();
    return along.ok() ? *along : -1;
  }
  bool ShapeDependsOnData() const override {
    return IsVariableData(axis_tensor) || IsVariableData(sections_tensor_list);
  }

  Result<size_t> Pieces() const {
    if (!sections_tensor_list.empty()) return sections_tensor_list.size();
    if (!sections.empty()) return sections.size();
    if (num > 0) return static_cast<size_t>(num);
    return InvalidArgument("attribute num: expected a positive value, found ", num);
  }

  // The axis, counted from the front.
  Result<int> Axis() const {
    int64_t value = axis;
    if (axis_tensor != nullptr) {
      LITE_ASSIGN_OR_RETURN(value, ReadFirstInteger("AxisTensor", *axis_tensor));
    }
    return NormalizeAxis("axis", value, x->dims().rank());
  }
};

LITE_OP(split, Split);

}  // namespace paddle::lite::operators
