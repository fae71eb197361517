#pragma once

#include <vector>

#include "lite/core/element.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Sample b of X is channel_num maps with a row for each row of sequence b of ROW and a column for
// each row of sequence b of COLUMN. Out has, for each row of ROW and each channel, the sums of the
// k largest values of the map's row for all k in topks, divided by k even if there are fewer. pos
// holds the columns of the largest values, -1 where there are none. As in Paddle, further numbers
// of X are not read.
struct SequenceTopkAvgPooling final : Op {
  const Tensor* x = nullptr;
  const Tensor* row = nullptr;  // only the levels of detail of the two are used
  const Tensor* column = nullptr;
  std::vector<int> topks;  // none larger than the last one
  int channel_num = 0;
  Tensor* out = nullptr;  // [rows of ROW, channel_num * number of topks]
  Tensor* pos = nullptr;  // int32

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("ROW", &row);
    v.Input("COLUMN", &column);
    v.Attr("topks", &topks);
    v.Attr("channel_num", &channel_num);
    v.Output("Out", &out);
    v.Output("pos", &pos, Need::kOptional);
  }
  Status InferShape() override {
    bool valid = !topks.empty();
    for (const int k : topks) valid &= k > 0 && k <= topks.back();
    if (!valid) {
      return InvalidArgument(
          "attribute topks: expected positive numbers, none larger than the last one, found ",
          ListToString(topks));
    }
    if (channel_num < 1) {
      return InvalidArgument("attribute channel_num: expected a positive value, found ",
                             channel_num);
    }
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* rows, FirstLevel("ROW", *row));
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* columns, FirstLevel("COLUMN", *column));
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* maps, FirstLevel("X", *x));
    if (columns->size() != rows->size() || maps->size() != rows->size()) {
      return InvalidArgument("X: expected as many samples as ROW and COLUMN, found ",
                             maps->size() - 1, ", ", rows->size() - 1, " and ",
                             columns->size() - 1);
    }
    for (size_t b = 0; b + 1 < rows->size(); ++b) {
      uint64_t size = static_cast<uint64_t>(channel_num);
      if (!CheckedMul(size, (*rows)[b + 1] - (*rows)[b], &size) ||
          !CheckedMul(size, (*columns)[b + 1] - (*columns)[b], &size) ||
          size != (*maps)[b + 1] - (*maps)[b]) {
        return InvalidArgument("X: sample ", b, " has ", (*maps)[b + 1] - (*maps)[b],
                               " values, expected ", channel_num, " maps of ",
                               (*rows)[b + 1] - (*rows)[b], " x ",
                               (*columns)[b + 1] - (*columns)[b]);
      }
    }
    if (x->numel() < x->dims()[0])
      return InvalidArgument("X: expected a value in each row, found shape ", x->dims());
    const int64_t count = static_cast<int64_t>(rows->back());
    int64_t positions = 0;
    if (!CheckedMul(count, int64_t{channel_num}, &positions) ||
        !CheckedMul(positions, int64_t{topks.back()}, &positions)) {
      return OutOfRange("attribute topks: ", ListToString(topks), " is too large");
    }
    if (pos != nullptr) {
      LITE_RETURN_IF_ERROR(SetShape("pos", DDim{positions}, pos));
      pos->set_lod(LoD());
    }
    out->set_lod({*rows});
    return SetShape("Out", DDim{count, static_cast<int64_t>(topks.size()) * channel_num}, out);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("X", x->precision()));
    out->set_precision(x->precision());
    if (pos != nullptr) pos->set_precision(PrecisionType::kInt32);
    return OkStatus();
  }

 private:
  // Further levels, which match_matrix_tensor adds to its result, only pass through X.
  static Result<const std::vector<uint64_t>*> FirstLevel(const char* slot, const Tensor& tensor) {
    if (tensor.dims().rank() < 1 || tensor.lod().empty()) {
      return InvalidArgument(slot, ": expected sequences, found shape ", tensor.dims(), " with ",
                             tensor.lod().size(), " levels of detail");
    }
    const std::vector<uint64_t>& level = tensor.lod()[0];
    const uint64_t rows = static_cast<uint64_t>(tensor.dims()[0]);
    bool valid = !level.empty() && level.front() == 0 && level.back() == rows;
    for (size_t i = 1; valid && i < level.size(); ++i) valid = level[i - 1] <= level[i];
    if (valid) return &level;
    return InvalidArgument(slot, ": level 0 of detail ", ListToString(level), " does not divide ",
                           rows, " rows");
  }
};

LITE_OP(sequence_topk_avg_pooling, SequenceTopkAvgPooling);

}  // namespace paddle::lite::operators
