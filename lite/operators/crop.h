#pragma once

#include <vector>

#include "lite/base/checked_math.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"
#include "lite/operators/slice.h"

namespace paddle::lite::operators {

// The window of X that begins at the offsets and has the given shape.
struct CropBase : Op {
  using Window = Slice::Window;

  const Tensor* input = nullptr;
  const Tensor* offsets_tensor = nullptr;
  std::vector<int> offsets;
  std::vector<int> shape;
  Tensor* out = nullptr;

  Result<Window> ResolveWindow() const {
    const DDim& dims = input->dims();
    LITE_ASSIGN_OR_RETURN(const std::vector<int64_t> sizes, Sizes());
    LITE_ASSIGN_OR_RETURN(const std::vector<int64_t> from, Offsets());
    const auto rank = static_cast<size_t>(dims.rank());
    if (sizes.size() != rank || from.size() != rank) {
      return InvalidArgument("X: expected a shape and offsets of ", rank, " values for ", dims,
                             ", found ", ListToString(sizes), " and ", ListToString(from));
    }
    Window window{dims, dims};
    int outside = -1;  // the first dimension in which the window exceeds X
    for (int i = 0; i < dims.rank(); ++i) {
      const int64_t begin = from[static_cast<size_t>(i)];
      const int64_t size = SizeOf(sizes[static_cast<size_t>(i)], dims[i], begin);
      const bool inside = begin >= 0 && begin <= dims[i] && size >= 0 && size <= dims[i] - begin;
      if (!inside && outside < 0) outside = i;
      window.begin[i] = begin;
      window.size[i] = size;
    }
    if (outside >= 0 && !(MayCrossRows() && InMemory(window))) {
      return OutOfRange("X: dimension ", outside, " of ", dims, " has no ", window.size[outside],
                        " elements from offset ", window.begin[outside], " on");
    }
    return window;
  }
  Status InferShape() final {
    LITE_ASSIGN_OR_RETURN(const Window window, ResolveWindow());
    LITE_RETURN_IF_ERROR(SetShape("Out", window.size, out));
    SetLoD();
    return OkStatus();
  }
  Cost Estimate() const final { return {0, 2.0 * static_cast<double>(out->memory_size())}; }

 protected:
  virtual Result<std::vector<int64_t>> Sizes() const = 0;
  // Whether a window may continue in the next row of X, as long as its elements are in X.
  virtual bool MayCrossRows() const { return false; }
  virtual void SetLoD() { out->set_lod(LoD()); }
  virtual Result<std::vector<int64_t>> Offsets() const {
    if (offsets_tensor != nullptr) return ReadIntegers("Offsets", *offsets_tensor);
    return std::vector<int64_t>(offsets.begin(), offsets.end());
  }
  // The size that stands for -1 is the whole dimension.
  virtual int64_t SizeOf(int64_t size, int64_t whole, int64_t begin) const {
    static_cast<void>(begin);
    return size == -1 ? whole : size;
  }

 private:
  // Whether the elements of a window, counted in memory, are those of X.
  bool InMemory(const Window& window) const {
    const DDim& dims = input->dims();
    const int rank = dims.rank();
    const Result<int64_t> count = CheckedElementCount(window.size);
    if (!count.ok()) return false;
    if (*count == 0) return true;
    int64_t first = 0, last = 0, part = 0;
    for (int i = 0; i < rank; ++i) {
      const int64_t stride = dims.Count(i + 1, rank);
      const int64_t begin = window.begin[i];
      if (!CheckedMul(begin, stride, &part) || !CheckedAdd(first, part, &first) ||
          !CheckedMul(begin + window.size[i] - 1, stride, &part) || !CheckedAdd(last, part, &last))
        return false;
    }
    return first >= 0 && last < input->numel();
  }
};

// The shape is that of Y, if it is given. As in Paddle, a window outside of X continues in the row
// before or after.
struct Crop final : CropBase {
  const Tensor* y = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &input);
    v.Input("Y", &y, Need::kOptional);
    v.Input("Offsets", &offsets_tensor, Need::kOptional);
    v.Attr("offsets", &offsets);
    v.Attr("shape", &shape);
    v.Output("Out", &out);
  }
  bool ShapeDependsOnData() const override { return IsVariableData(offsets_tensor); }

 protected:
  Result<std::vector<int64_t>> Sizes() const override {
    if (y != nullptr) return y->dims().Vectorize();
    return std::vector<int64_t>(shape.begin(), shape.end());
  }
  bool MayCrossRows() const override { return true; }
};

// Shape and offsets may also be computed. A size of -1 reaches to the end of the dimension.
struct CropTensor final : CropBase {
  const Tensor* shape_tensor = nullptr;
  std::vector<const Tensor*> shape_list;
  std::vector<const Tensor*> offsets_list;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &input);
    v.Input("Shape", &shape_tensor, Need::kOptional);
    v.Inputs("ShapeTensor", &shape_list, Need::kOptional);
    v.Input("Offsets", &offsets_tensor, Need::kOptional);
    v.Inputs("OffsetsTensor", &offsets_list, Need::kOptional);
    v.Attr("shape", &shape);
    v.Attr("offsets", &offsets);
    v.Output("Out", &out);
  }
  bool ShapeDependsOnData() const override {
    return IsVariableData(shape_tensor) || IsVariableData(shape_list) ||
           IsVariableData(offsets_tensor) || IsVariableData(offsets_list);
  }

 protected:
  Result<std::vector<int64_t>> Sizes() const override {
    if (!shape_list.empty()) return ReadIntegers("ShapeTensor", shape_list);
    if (shape_tensor != nullptr) return ReadIntegers("Shape", *shape_tensor);
    return std::vector<int64_t>(shape.begin(), shape.end());
  }
  Result<std::vector<int64_t>> Offsets() const override {
    if (!offsets_list.empty()) return ReadIntegers("OffsetsTensor", offsets_list);
    return CropBase::Offsets();
  }
  void SetLoD() override { ShareLoDIfRowsKept(*input, out); }
  int64_t SizeOf(int64_t size, int64_t whole, int64_t begin) const override {
    return size == -1 ? whole - begin : size;
  }
};

LITE_OP(crop, Crop);
LITE_OP(crop_tensor, CropTensor);

}  // namespace paddle::lite::operators
