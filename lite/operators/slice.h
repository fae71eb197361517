#pragma once

#include <algorithm>
#include <vector>

#include "lite/operators/given_integers.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The elements from `starts` (included) to `ends` (excluded) along `axes`; negative positions count
// from the end, and all are clamped to the dimension. The dimensions `decrease_axis`, of size 1,
// are then removed.
struct Slice final : Op {
  const Tensor* input = nullptr;
  const Tensor* starts_tensor = nullptr;
  const Tensor* ends_tensor = nullptr;
  std::vector<const Tensor*> starts_tensor_list;
  std::vector<const Tensor*> ends_tensor_list;
  std::vector<int> axes;
  std::vector<int> starts;
  std::vector<int> ends;
  std::vector<int> decrease_axis;
  std::vector<int> infer_flags;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("StartsTensor", &starts_tensor, Need::kOptional);
    v.Input("EndsTensor", &ends_tensor, Need::kOptional);
    v.Inputs("StartsTensorList", &starts_tensor_list, Need::kOptional);
    v.Inputs("EndsTensorList", &ends_tensor_list, Need::kOptional);
    v.Attr("axes", &axes);
    v.Attr("starts", &starts);
    v.Attr("ends", &ends);
    v.Attr("decrease_axis", &decrease_axis);
    v.Attr("infer_flags", &infer_flags);
    v.Output("Out", &out);
  }

  // The window on the input: the first element and the count per dimension.
  struct Window {
    DDim begin;
    DDim size;
  };
  Result<Window> ResolveWindow() const {
    LITE_ASSIGN_OR_RETURN(std::vector<int64_t> from,
                          GivenIntegers("StartsTensor", starts_tensor, "StartsTensorList",
                                        starts_tensor_list, starts));
    LITE_ASSIGN_OR_RETURN(
        std::vector<int64_t> to,
        GivenIntegers("EndsTensor", ends_tensor, "EndsTensorList", ends_tensor_list, ends));
    // Further numbers of a tensor are not read.
    if (starts_tensor != nullptr || starts_tensor_list.size() == 1) {
      from.resize(std::min(from.size(), axes.size()));
    }
    if (ends_tensor != nullptr || ends_tensor_list.size() == 1) {
      to.resize(std::min(to.size(), axes.size()));
    }
    if (from.size() != axes.size() || to.size() != axes.size()) {
      return InvalidArgument("attribute axes names ", axes.size(), " dimensions, but there are ",
                             from.size(), " starts and ", to.size(), " ends");
    }
    const DDim& dims = input->dims();
    Window window{dims, dims};
    for (int i = 0; i < dims.rank(); ++i) window.begin[i] = 0;
    for (size_t k = 0; k < axes.size(); ++k) {
      LITE_ASSIGN_OR_RETURN(const int i, NormalizeAxis("axes", axes[k], dims.rank()));
      const int64_t size = dims[i];
      const auto position = [size](int64_t p) {
        return p < 0 ? std::max<int64_t>(p + size, 0) : std::min(p, size);
      };
      window.begin[i] = position(from[k]);
      window.size[i] = std::max(position(to[k]), window.begin[i]) - window.begin[i];
    }
    return window;
  }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const Window window, ResolveWindow());
    std::vector<bool> removed(window.size.size(), false);
    for (const int axis : decrease_axis) {
      LITE_ASSIGN_OR_RETURN(const int i, NormalizeAxis("decrease_axis", axis, window.size.rank()));
      if (window.size[i] != 1) {
        return InvalidArgument("attribute decrease_axis: dimension ", i, " of the slice ",
                               window.size, " must have size 1");
      }
      removed[i] = true;
    }
    DDim shape;
    for (int i = 0; i < window.size.rank(); ++i) {
      if (!removed[i]) shape.push_back(window.size[i]);
    }
    if (shape.rank() == 0 && window.size.rank() > 0) {
      SetScalarShape(out);
    } else {
      out->Resize(shape);
    }
    const bool rows_kept =
        window.size.rank() > 0 && window.size[0] == input->dims()[0] && !removed[0];
    out->set_lod(rows_kept ? input->lod() : LoD());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
  bool ShapeDependsOnData() const override {
    return IsVariableData(starts_tensor) || IsVariableData(ends_tensor) ||
           IsVariableData(starts_tensor_list) || IsVariableData(ends_tensor_list);
  }
};

LITE_OP(slice, Slice);

}  // namespace paddle::lite::operators
