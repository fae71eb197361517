// Maps of different sizes that are stored one after another: var_conv_2d and
// sequence_topk_avg_pooling.
#include <vector>

#include "lite/backends/cuda/sequence_body.h"
#include "lite/kernels/cuda/sequences.h"
#include "lite/operators/sequence_topk_avg_pooling.h"
#include "lite/operators/var_conv_2d.h"

namespace paddle::lite::kernels::cuda {

class VarConv2dKernel final : public CudaKernel<operators::VarConv2d> {
  using Map = lite::cuda::ConvMapsBody::Map;

 public:
  Status PrepareCuda(const operators::VarConv2d& op, PrepareContext* context) override {
    if (op.out->numel() == 0) return OkStatus();
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* heights, op.Heights());
    LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* widths, op.Widths());
    // A map that has elements has sides of at most INT32_MAX.
    std::vector<Map> maps(heights->size() - 1);
    for (size_t b = 0; b < maps.size(); ++b) {
      const int64_t height = operators::LengthOf(*heights, b);
      const int64_t width = operators::LengthOf(*widths, b);
      maps[b] = {Int(static_cast<int64_t>(op.out->lod()[0][b])),
                 Int(static_cast<int64_t>(op.x->lod()[0][b])),
                 Int(height),
                 Int(width),
                 Int(operators::VarConv2d::Strided(height, op.stride_h)),
                 Int(operators::VarConv2d::Strided(width, op.stride_w))};
    }
    LITE_ASSIGN_OR_RETURN(maps_, UploadTable(*context, maps));
    count_ = Int(static_cast<int64_t>(maps.size()));
    return OkStatus();
  }
  Status RunOp(const operators::VarConv2d& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const lite::cuda::ConvMapsBody body = {
        From<float>(op.x), From<float>(op.w), To<float>(op.out), From<Map>(maps_), count_,
        op.input_channel,  op.kernel_h,       op.kernel_w,       op.stride_h,      op.stride_w,
        op.fuse_relu};
    return QueueOf(context)->Launch("var_conv_2d", body, op.out->numel());
  }

 private:
  Block maps_;
  int32_t count_ = 0;
};

class SequenceTopkAvgPoolingKernel final : public CudaKernel<operators::SequenceTopkAvgPooling> {
  using Row = lite::cuda::TopkMeansBody::Row;

 public:
  Status PrepareCuda(const operators::SequenceTopkAvgPooling& op,
                     PrepareContext* context) override {
    if (op.out->numel() == 0) return OkStatus();
    const std::vector<uint64_t>& of_rows = op.row->lod()[0];
    const std::vector<uint64_t>& of_columns = op.column->lod()[0];
    const std::vector<uint64_t>& of_maps = op.x->lod()[0];
    std::vector<Row> rows;
    for (size_t b = 0; b + 1 < of_rows.size(); ++b) {
      const auto height = static_cast<int64_t>(of_rows[b + 1] - of_rows[b]);
      const auto begin = static_cast<int64_t>(of_maps[b]);
      const auto width = static_cast<int64_t>(of_columns[b + 1] - of_columns[b]);
      for (int64_t r = 0; r < height; ++r) {
        rows.push_back({Int(begin + r * width), Int(height * width), Int(width)});
      }
    }
    LITE_ASSIGN_OR_RETURN(rows_, UploadTable(*context, rows));
    LITE_ASSIGN_OR_RETURN(ks_, UploadTable(*context, op.topks));
    return OkStatus();
  }
  Status RunOp(const operators::SequenceTopkAvgPooling& op, const RunContext& context) override {
    if (op.out->numel() == 0) return OkStatus();
    const auto k_count = static_cast<int64_t>(op.topks.size());
    const lite::cuda::TopkMeansBody body = {
        From<float>(op.x),  To<float>(op.out), To<int32_t>(op.pos), From<Row>(rows_),
        From<int32_t>(ks_), op.channel_num,    Int(k_count)};
    return QueueOf(context)->Launch("sequence_topk_avg_pooling", body, op.out->numel() / k_count);
  }

 private:
  Block rows_, ks_;
};

LITE_KERNELS(kCUDA, kFloat, kNCHW, def, VarConv2dKernel, var_conv_2d)
    .In({"ROW", "COLUMN"}, PRECISION(kAny));
LITE_KERNELS(kCUDA, kFloat, kNCHW, def, SequenceTopkAvgPoolingKernel, sequence_topk_avg_pooling)
    .In({"ROW", "COLUMN"}, PRECISION(kAny), DATALAYOUT(kAny))
    .Out({"pos"}, PRECISION(kInt32));

}  // namespace paddle::lite::kernels::cuda
