#pragma once

#include <algorithm>
#include <vector>

#include "lite/operators/given_integers.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Elements first, first + step, ... of each dimension, `size` of them.
struct StridedWindow {
  DDim first;
  DDim step;
  DDim size;

  // All of `dims`.
  explicit StridedWindow(const DDim& dims) : first(dims), step(dims), size(dims) {
    for (int i = 0; i < dims.rank(); ++i) first[i] = 0;
    for (int i = 0; i < dims.rank(); ++i) step[i] = 1;
  }
  // Dimension `axis` from `begin` (inside the dimension unless the window is empty) to `end`.
  void Set(int axis, int64_t begin, int64_t end, int64_t stride) {
    const uint64_t length = stride > 0 ? static_cast<uint64_t>(std::max<int64_t>(end - begin, 0))
                                       : static_cast<uint64_t>(std::max<int64_t>(begin - end, 0));
    const uint64_t magnitude =
        stride > 0 ? static_cast<uint64_t>(stride) : uint64_t{0} - static_cast<uint64_t>(stride);
    size[axis] = static_cast<int64_t>(length / magnitude + (length % magnitude != 0 ? 1 : 0));
    first[axis] = size[axis] == 0 ? 0 : begin;
    step[axis] = size[axis] <= 1 ? 1 : stride;
  }
};

// A position counted from the end if negative, limited to [low, high].
inline int64_t ClampPosition(int64_t position, int64_t size, int64_t low, int64_t high) {
  if (position < 0) position += size;
  return std::min(std::max(position, low), high);
}

// The elements of `axes` from `starts` to `ends` (excluded) in steps of `strides`. Negative
// positions count from the end, and all are limited to the dimension; an end of -1 with a negative
// stride includes element 0. The dimensions `decrease_axis`, of size 1, are then removed; [1]
// remains of a result without dimensions. As in Paddle 2: Paddle 1 begins elsewhere if a negative
// stride does not divide the range.
struct StridedSlice final : Op {
  const Tensor* input = nullptr;
  const Tensor* starts_tensor = nullptr;
  const Tensor* ends_tensor = nullptr;
  const Tensor* strides_tensor = nullptr;
  std::vector<const Tensor*> starts_tensor_list;
  std::vector<const Tensor*> ends_tensor_list;
  std::vector<const Tensor*> strides_tensor_list;
  std::vector<int> axes;
  std::vector<int> starts;
  std::vector<int> ends;
  std::vector<int> strides;
  std::vector<int> infer_flags;
  std::vector<int> decrease_axis;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("Input", &input);
    v.Input("StartsTensor", &starts_tensor, Need::kOptional);
    v.Input("EndsTensor", &ends_tensor, Need::kOptional);
    v.Input("StridesTensor", &strides_tensor, Need::kOptional);
    v.Inputs("StartsTensorList", &starts_tensor_list, Need::kOptional);
    v.Inputs("EndsTensorList", &ends_tensor_list, Need::kOptional);
    v.Inputs("StridesTensorList", &strides_tensor_list, Need::kOptional);
    v.Attr("axes", &axes);
    v.Attr("starts", &starts);
    v.Attr("ends", &ends);
    v.Attr("strides", &strides);
    v.Attr("infer_flags", &infer_flags);
    v.Attr("decrease_axis", &decrease_axis);
    v.Output("Out", &out);
  }

  Result<StridedWindow> ResolveWindow() const {
    LITE_ASSIGN_OR_RETURN(std::vector<int64_t> from,
                          GivenIntegers("StartsTensor", starts_tensor, "StartsTensorList",
                                        starts_tensor_list, starts));
    LITE_ASSIGN_OR_RETURN(
        std::vector<int64_t> to,
        GivenIntegers("EndsTensor", ends_tensor, "EndsTensorList", ends_tensor_list, ends));
    LITE_ASSIGN_OR_RETURN(std::vector<int64_t> by,
                          GivenIntegers("StridesTensor", strides_tensor, "StridesTensorList",
                                        strides_tensor_list, strides));
    // Further numbers of a tensor are not read.
    if (starts_tensor != nullptr) from.resize(std::min(from.size(), axes.size()));
    if (ends_tensor != nullptr) to.resize(std::min(to.size(), axes.size()));
    if (strides_tensor != nullptr) by.resize(std::min(by.size(), axes.size()));
    if (from.size() != axes.size() || to.size() != axes.size() || by.size() != axes.size()) {
      return InvalidArgument("attribute axes names ", axes.size(), " dimensions, but there are ",
                             from.size(), " starts, ", to.size(), " ends and ", by.size(),
                             " strides");
    }
    const DDim& dims = input->dims();
    StridedWindow window(dims);
    for (size_t k = 0; k < axes.size(); ++k) {
      LITE_ASSIGN_OR_RETURN(const int i, NormalizeAxis("axes", axes[k], dims.rank()));
      const int64_t size = dims[i];
      if (by[k] == 0) return InvalidArgument("strides: expected numbers other than 0, found 0");
      // With an unknown position -1, the end 0 means the end of the dimension.
      const bool last =
          from[k] == -1 && to[k] == 0 && k < infer_flags.size() && infer_flags[k] == -1 &&
          std::find(decrease_axis.begin(), decrease_axis.end(), axes[k]) != decrease_axis.end();
      if (last) {
        window.Set(i, std::max<int64_t>(size - 1, 0), size, 1);
      } else if (by[k] > 0) {
        window.Set(i, ClampPosition(from[k], size, 0, size), ClampPosition(to[k], size, 0, size),
                   by[k]);
      } else {
        // Paddle excludes element 0 with an end before it, other than -1.
        const int64_t end = to[k] == -1 ? -1 : ClampPosition(to[k], size, 0, size);
        window.Set(i, ClampPosition(from[k], size, 0, std::max<int64_t>(size - 1, 0)),
                   size == 0 ? 0 : end, by[k]);
      }
    }
    return window;
  }

  Status InferShape() override {
    LITE_ASSIGN_OR_RETURN(const StridedWindow window, ResolveWindow());
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
    if (shape.rank() == 0 && window.size.rank() > 0) shape.push_back(1);
    out->Resize(shape);
    const bool rows_kept = window.size.rank() > 0 && window.size[0] == input->dims()[0] &&
                           window.step[0] == 1 && !removed[0];
    out->set_lod(rows_kept ? input->lod() : LoD());
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
  bool ShapeDependsOnData() const override {
    return IsVariableData(starts_tensor) || IsVariableData(ends_tensor) ||
           IsVariableData(strides_tensor) || IsVariableData(starts_tensor_list) ||
           IsVariableData(ends_tensor_list) || IsVariableData(strides_tensor_list);
  }
};

LITE_OP(strided_slice, StridedSlice);

}  // namespace paddle::lite::operators
