#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"
#include "lite/operators/slice.h"

namespace paddle::lite::operators {

// The window of X that begins at the offsets and has the given shape, entirely inside of X.
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
    for (int i = 0; i < dims.rank(); ++i) {
      const int64_t begin = from[static_cast<size_t>(i)];
      const int64_t size = SizeOf(sizes[static_cast<size_t>(i)], dims[i], begin);
      if (begin < 0 || begin > dims[i] || size < 0 || size > dims[i] - begin) {
        return OutOfRange("X: dimension ", i, " of ", dims, " has no ", size,
                          " elements from offset ", begin, " on");
      }
      window.begin[i] = begin;
      window.size[i] = size;
    }
    return window;
  }
  Status InferShape() final {
    LITE_ASSIGN_OR_RETURN(const Window window, ResolveWindow());
    out->Resize(window.size);
    SetLoD();
    return OkStatus();
  }
  Cost Estimate() const final { return {0, 2.0 * static_cast<double>(out->memory_size())}; }

 protected:
  virtual Result<std::vector<int64_t>> Sizes() const = 0;
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
};

// The shape is that of Y, if it is given.
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
