#pragma once

#include <string>
#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/packed_sequences.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Convolution of maps of different sizes, stored one after another: map b of X [total, 1] is
// [InputChannel, H_b, W_b]. ROW and COLUMN have sequences of H_b and W_b rows; without them the
// levels 1 and 2 of X do. The window is centred, with zeros outside of the map.
struct VarConv2d final : Op {
  const Tensor* x = nullptr;
  const Tensor* row = nullptr;
  const Tensor* column = nullptr;
  const Tensor* w = nullptr;  // [OutputChannel, InputChannel * KernelH * KernelW]
  int input_channel = 1;
  int output_channel = 1;
  int kernel_h = 1;
  int kernel_w = 1;
  int stride_h = 1;
  int stride_w = 1;
  bool fuse_relu = false;
  Tensor* out = nullptr;
  Tensor* col = nullptr;  // scratch of the original kernels, left empty

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("ROW", &row, Need::kOptional);
    v.Input("COLUMN", &column, Need::kOptional);
    v.Input("W", &w);
    v.Attr("InputChannel", &input_channel);
    v.Attr("OutputChannel", &output_channel);
    v.Attr("KernelH", &kernel_h);
    v.Attr("KernelW", &kernel_w);
    v.Attr("StrideH", &stride_h);
    v.Attr("StrideW", &stride_w);
    v.Attr("fuse_relu", &fuse_relu);
    v.Output("Out", &out);
    v.Output("Col", &col, Need::kOptional);
  }

  // Offsets whose differences are the heights or widths of the maps.
  Result<const std::vector<uint64_t>*> Heights() const { return Extents("ROW", row, 1); }
  Result<const std::vector<uint64_t>*> Widths() const { return Extents("COLUMN", column, 2); }
  static int64_t Strided(int64_t extent, int stride) {
    return extent == 0 ? 0 : (extent - 1) / stride + 1;
  }

  Status InferShape() override {
    const struct {
      const char* name;
      int value;
    } sizes[] = {{"InputChannel", input_channel}, {"OutputChannel", output_channel},
                 {"KernelH", kernel_h},           {"KernelW", kernel_w},
                 {"StrideH", stride_h},           {"StrideW", stride_w}};
    for (const auto& size : sizes) {
      if (size.value > 0) continue;
      return InvalidArgument("attribute ", size.name, ": expected a positive number, found ",
                             size.value);
    }
    int64_t taps = 0;
    if (!CheckedMul<int64_t>(int64_t{input_channel} * kernel_h, kernel_w, &taps) ||
        w->dims() != DDim{output_channel, taps}) {
      return InvalidArgument("W: expected shape [", output_channel, ", ", input_channel, " * ",
                             kernel_h, " * ", kernel_w, "], found ", w->dims());
    }
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* offsets, PackedOffsets("X", *x));
    if (x->numel() != x->dims()[0]) {
      return InvalidArgument("X: expected one value per row, found shape ", x->dims());
    }
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* heights, Heights());
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* widths, Widths());
    LITE_RETURN_IF_ERROR(CheckSequenceCounts("ROW", *heights, "X", *offsets));
    LITE_RETURN_IF_ERROR(CheckSequenceCounts("COLUMN", *widths, "X", *offsets));
    std::vector<uint64_t> ends(offsets->size());
    int64_t total = 0;
    for (size_t b = 0; b + 1 < offsets->size(); ++b) {
      const int64_t h = LengthOf(*heights, b);
      const int64_t wide = LengthOf(*widths, b);
      int64_t size = 0;
      if (!CheckedMul(h, wide, &size) || !CheckedMul<int64_t>(size, input_channel, &size) ||
          size != LengthOf(*offsets, b)) {
        return InvalidArgument("X: map ", b, " has ", LengthOf(*offsets, b), " values, expected ",
                               input_channel, " channels of ", h, " x ", wide);
      }
      size = 0;
      if (!CheckedMul(Strided(h, stride_h) * Strided(wide, stride_w),
                      static_cast<int64_t>(output_channel), &size) ||
          !CheckedAdd(total, size, &total)) {
        return OutOfRange("Out: the maps are too large");
      }
      ends[b + 1] = static_cast<uint64_t>(total);
    }
    LoD lod = {std::move(ends)};
    // A following convolution reads the sizes where this one found them.
    if ((row == nullptr || column == nullptr) && stride_h == 1 && stride_w == 1) {
      lod.insert(lod.end(), x->lod().begin() + 1, x->lod().end());
    }
    out->set_lod(std::move(lod));
    if (col != nullptr) col->Resize(DDim{0});
    return SetShape("Out", DDim{total, 1}, out);
  }
  Status InferType() override {
    out->set_precision(x->precision());
    if (col != nullptr) col->set_precision(x->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    const double taps = w->dims().rank() == 2 ? static_cast<double>(w->dims()[1]) : 0;
    return {2.0 * static_cast<double>(out->numel()) * taps,
            static_cast<double>(x->memory_size() + w->memory_size() + out->memory_size())};
  }

 private:
  Result<const std::vector<uint64_t>*> Extents(const char* slot, const Tensor* tensor,
                                               size_t level) const {
    if (tensor != nullptr) return PackedOffsets(slot, *tensor);
    if (x->lod().size() <= level || x->lod()[level].empty()) {
      return InvalidArgument(slot, ": required, because X has only ", x->lod().size(),
                             " levels of detail");
    }
    const std::vector<uint64_t>& offsets = x->lod()[level];
    // The last offset is the end: the slot has no rows to compare it with.
    const uint64_t end = offsets.back();
    if (end > static_cast<uint64_t>(INT32_MAX)) {
      return OutOfRange("X: level ", level, " of detail ends at ", end);
    }
    LITE_RETURN_IF_ERROR(CheckOffsets("X", offsets, static_cast<int64_t>(end)));
    return &offsets;
  }
};

LITE_OP(var_conv_2d, VarConv2d);

}  // namespace paddle::lite::operators
