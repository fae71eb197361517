#pragma once

#include <string>

#include "lite/core/element.h"
#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Matches rows and columns of DistMat [R, C], the greatest distance first, so that each row and
// each column has at most one partner. With "per_prediction", a column without one has the row of
// its greatest distance, if that is dist_threshold or more. A level of detail divides the rows into
// problems, one for each row of the outputs [n, C]: the row within the problem, or -1, and the
// distance, or 0.
struct BipartiteMatch final : Op {
  const Tensor* dist_mat = nullptr;
  std::string match_type = "bipartite";
  float dist_threshold = 0.5f;
  Tensor* indices = nullptr;
  Tensor* dist = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("DistMat", &dist_mat);
    v.Attr("match_type", &match_type);
    v.Attr("dist_threshold", &dist_threshold);
    v.Output("ColToRowMatchIndices", &indices);
    v.Output("ColToRowMatchDist", &dist);
  }
  Status InferShape() override {
    if (match_type != "bipartite" && match_type != "per_prediction") {
      return InvalidArgument("attribute match_type: expected bipartite or per_prediction, found '",
                             match_type, "'");
    }
    const DDim& dims = dist_mat->dims();
    if (dims.rank() != 2) {
      return InvalidArgument("DistMat: expected rank 2, found shape ", dims);
    }
    int64_t problems = 1;
    if (!dist_mat->lod().empty()) {
      LITE_ASSIGN_OR_RETURN(const std::vector<uint64_t>* offsets, OnlyLevel("DistMat", *dist_mat));
      problems = static_cast<int64_t>(offsets->size()) - 1;
    }
    for (Tensor* tensor : {indices, dist}) {
      tensor->set_lod(LoD());
      LITE_RETURN_IF_ERROR(SetShape("ColToRowMatchIndices", DDim{problems, dims[1]}, tensor));
    }
    return OkStatus();
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckElementType<RealTypes>("DistMat", dist_mat->precision()));
    indices->set_precision(PrecisionType::kInt32);
    dist->set_precision(dist_mat->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    return {20.0 * static_cast<double>(dist_mat->numel()),
            static_cast<double>(dist_mat->memory_size())};
  }
};

LITE_OP(bipartite_match, BipartiteMatch);

}  // namespace paddle::lite::operators
