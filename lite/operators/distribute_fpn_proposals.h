#pragma once

#include <vector>

#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Distributes regions over levels by size, keeping their order within each level. RestoreIndex is
// the position of every region in the concatenated levels.
struct DistributeFpnProposals final : Op {
  const Tensor* fpn_rois = nullptr;
  const Tensor* rois_num = nullptr;
  int min_level = 2;
  int max_level = 5;
  int refer_level = 4;       // level of regions of size refer_scale
  int refer_scale = 224;     // in pixels
  bool pixel_offset = true;  // a box includes both its edges
  std::vector<Tensor*> multi_fpn_rois;
  std::vector<Tensor*> level_counts;
  Tensor* restore_index = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("FpnRois", &fpn_rois);
    v.Input("RoisNum", &rois_num, Need::kOptional);
    v.Attr("min_level", &min_level);
    v.Attr("max_level", &max_level);
    v.Attr("refer_level", &refer_level);
    v.Attr("refer_scale", &refer_scale);
    v.Attr("pixel_offset", &pixel_offset);
    v.Outputs("MultiFpnRois", &multi_fpn_rois);
    v.Outputs("MultiLevelRoIsNum", &level_counts, Need::kOptional);
    v.Output("RestoreIndex", &restore_index);
  }
  Status InferShape() override {
    const DDim& dims = fpn_rois->dims();
    if (dims.rank() < 2 || dims.at(-1) != 4 || dims.Count(1, dims.rank()) != 4)
      return InvalidArgument("FpnRois: expected shape [R, 4], found ", dims);
    const int64_t levels = int64_t{max_level} - min_level + 1;
    if (levels != static_cast<int64_t>(multi_fpn_rois.size())) {
      return InvalidArgument("MultiFpnRois: expected ", levels, " tensors for levels ", min_level,
                             " to ", max_level, ", found ", multi_fpn_rois.size());
    }
    if (!level_counts.empty() && level_counts.size() != multi_fpn_rois.size()) {
      return InvalidArgument("MultiLevelRoIsNum: expected ", levels, " tensors, found ",
                             level_counts.size());
    }
    if (refer_scale <= 0) {
      return InvalidArgument("attribute refer_scale: expected a positive value, found ",
                             refer_scale);
    }
    return OkStatus();
  }
  Status InferType() override {
    for (Tensor* level : multi_fpn_rois) level->set_precision(fpn_rois->precision());
    for (Tensor* counts : level_counts) counts->set_precision(PrecisionType::kInt32);
    restore_index->set_precision(PrecisionType::kInt32);
    return OkStatus();
  }
  bool KernelAllocatesOutput() const override { return true; }
};

LITE_OP(distribute_fpn_proposals, DistributeFpnProposals);

}  // namespace paddle::lite::operators
