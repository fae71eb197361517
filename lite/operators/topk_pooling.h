#pragma once

#include <vector>

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The top_k largest values of each channel of X [N, C, H, W], largest first, as Out [N, C * top_k];
// zeros if there are fewer. Of image n, the first rows and columns are used: as many rows as
// sequence n of Y has, and as many columns as sequence n of X. Only Paddle Lite has this operator.
struct TopkPooling final : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;  // only its level of detail is used
  int top_k = 1;
  int feat_map_num = 0;  // C, if positive
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Attr("top_k", &top_k);
    v.Attr("feat_map_num", &feat_map_num);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (top_k < 1)
      return InvalidArgument("attribute top_k: expected a positive value, found ", top_k);
    const DDim& dims = x->dims();
    if (dims.rank() != 4) return InvalidArgument("X: expected rank 4, found shape ", dims);
    if (feat_map_num > 0 && feat_map_num != dims[1]) {
      return InvalidArgument("feat_map_num: ", feat_map_num, ", but X ", dims, " has ", dims[1],
                             " channels");
    }
    LITE_RETURN_IF_ERROR(CheckSizes("X", *x, dims[0], dims[3]));
    LITE_RETURN_IF_ERROR(CheckSizes("Y", *y, dims[0], dims[2]));
    DDim shape{dims[0], 0};
    if (!CheckedMul(dims[1], int64_t{top_k}, &shape[1]))
      return OutOfRange("attribute top_k: ", top_k, " is too large");
    out->set_lod(LoD());
    return SetShape("Out", shape, out);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("X", x->precision()));
    return Op::InferType();
  }

  // Rows or columns of image n in use.
  static int64_t SizeOf(const Tensor& tensor, int64_t n) {
    const std::vector<uint64_t>& offsets = tensor.lod()[0];
    const size_t at = static_cast<size_t>(n);
    return static_cast<int64_t>(offsets[at + 1] - offsets[at]);
  }

 private:
  // The level of detail describes other rows than the tensor's.
  static Status CheckSizes(const char* slot, const Tensor& tensor, int64_t images, int64_t most) {
    const LoD& lod = tensor.lod();
    if (lod.empty() || lod[0].size() != static_cast<size_t>(images) + 1) {
      return InvalidArgument(slot, ": expected a level of detail with ", images,
                             " sequences, found ", lod.size(), " levels");
    }
    for (size_t i = 0; i + 1 < lod[0].size(); ++i) {
      if (lod[0][i] <= lod[0][i + 1] && lod[0][i + 1] - lod[0][i] <= static_cast<uint64_t>(most)) {
        continue;
      }
      return InvalidArgument(slot, ": level 0 of detail ", ListToString(lod[0]),
                             " decreases or exceeds ", most, " for image ", i);
    }
    return OkStatus();
  }
};

LITE_OP(topk_pooling, TopkPooling);

}  // namespace paddle::lite::operators
