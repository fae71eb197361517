#pragma once

#include <cstdint>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The windows of every image of X [N, C, H, W] as the rows of a sequence, Out [rows, C * kh * kw];
// zero outside of the image. For N > 1, Y [N, 2] may hold the height and the width of each image,
// which determine the number of its windows after division by out_stride, rounded up. As in Paddle,
// the numbers are read in sequence, whatever the shape of Y, and further ones are ignored, also
// those of attributes, and out_stride where Y is not read. A window that exceeds the image by less
// than a step exists.
struct Im2Sequence final : Op {
  using Types = RealTypes::And<Half>;

  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  std::vector<int> kernels;
  std::vector<int> strides{1, 1};
  std::vector<int> paddings{0, 0, 0, 0};  // up, left, down, right
  std::vector<int> out_stride{1, 1};
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y, Need::kOptional);
    v.Attr("kernels", &kernels);
    v.Attr("strides", &strides);
    v.Attr("paddings", &paddings);
    v.Attr("out_stride", &out_stride);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    LITE_RETURN_IF_ERROR(CheckList("kernels", kernels, 2, 0));
    LITE_RETURN_IF_ERROR(CheckList("strides", strides, 2, INT32_MIN));
    if (strides[0] == 0 || strides[1] == 0)
      return InvalidArgument("attribute strides: expected other steps than 0, found ",
                             ListToString(strides));
    // Negative paddings crop the image.
    if (paddings.size() < 4) {
      return InvalidArgument("attribute paddings: expected 4 values, found ",
                             ListToString(paddings));
    }
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    if (UsesSizes()) LITE_RETURN_IF_ERROR(CheckList("out_stride", out_stride, 2, 1));
    LoD lod(1, {0});
    for (int64_t i = 0; i < dims[0]; ++i) {
      LITE_ASSIGN_OR_RETURN(const Windows windows, WindowsOf(i));
      uint64_t count = 0;
      if (!CheckedMul(static_cast<uint64_t>(windows.rows), static_cast<uint64_t>(windows.columns),
                      &count) ||
          !CheckedAdd(count, lod[0].back(), &count) || count > INT64_MAX) {
        return OutOfRange("Y: image ", i, " has too many windows");
      }
      lod[0].push_back(count);
    }
    DDim shape{static_cast<int64_t>(lod[0].back()), dims[1]};
    for (size_t axis = 0; axis < 2; ++axis) {
      if (!CheckedMul(shape[1], int64_t{kernels[axis]}, &shape[1]))
        return OutOfRange("attribute kernels: ", ListToString(kernels), " is too large");
    }
    out->set_lod(std::move(lod));
    return SetShape("Out", shape, out);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<Types>("X", x->precision()));
    return Op::InferType();
  }
  bool ShapeDependsOnData() const override { return UsesSizes() && IsVariableData(y); }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }

  // How many windows an image has.
  struct Windows {
    int64_t rows, columns;
  };
  Result<Windows> WindowsOf(int64_t image) const {
    int64_t size[2] = {x->dims()[2], x->dims()[3]};
    for (size_t axis = 0; axis < 2; ++axis) {
      if (UsesSizes()) {
        LITE_ASSIGN_OR_RETURN(const int64_t real, SizeAt(image * 2 + static_cast<int64_t>(axis)));
        size[axis] = (real + out_stride[axis] - 1) / out_stride[axis];
      }
      const int64_t room = size[axis] + paddings[axis] + paddings[axis + 2] - kernels[axis];
      const int64_t count = room / strides[axis] + 1;
      if (count < 0) {
        return InvalidArgument("kernels: ", ListToString(kernels), " exceed image ", image,
                               " with paddings ", ListToString(paddings), " in X ", x->dims());
      }
      size[axis] = count;
    }
    return Windows{size[0], size[1]};
  }

 private:
  bool UsesSizes() const { return y != nullptr && x->dims().rank() == 4 && x->dims()[0] > 1; }
  Result<int64_t> SizeAt(int64_t i) const {
    if (y->numel() / 2 < x->dims()[0]) {
      return InvalidArgument("Y: expected the height and the width of ", x->dims()[0],
                             " images, found shape ", y->dims());
    }
    if (!y->IsInitialized()) return FailedPrecondition("Y: the values are not known yet");
    if (!IsHostMemory(y->target())) return Unsupported("Y: the values must be in host memory");
    const double size = ElementAt(y->raw_data(), y->precision(), i);
    if (!(size >= 0 && size <= INT32_MAX)) return OutOfRange("Y: invalid size ", size);
    return static_cast<int64_t>(size);
  }
  static Status CheckList(const char* name, const std::vector<int>& list, size_t count, int least) {
    bool valid = list.size() >= count;
    for (size_t i = 0; valid && i < count; ++i) valid = list[i] >= least;
    if (valid) return OkStatus();
    return InvalidArgument("attribute ", name, ": expected ", count, " values of ", least,
                           " or more, found ", ListToString(list));
  }
};

LITE_OP(im2sequence, Im2Sequence);

}  // namespace paddle::lite::operators
