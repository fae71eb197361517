#pragma once

#include <vector>

#include "lite/operators/lod_items.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// Repeats sequence i of X (row i if X has no level of detail) n times, where n is the length of
// sequence i of a level of Y.
struct SequenceExpand final : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  int ref_level = -1;  // level of Y; -1 = the innermost
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y);
    v.Attr("ref_level", &ref_level);
    v.Output("Out", &out);
  }

  // Runs of rows of X in the order of Out.
  struct Run {
    uint64_t begin;
    uint64_t end;
    uint64_t times;
  };
  Status FindRuns(std::vector<Run>* runs) const {
    runs->clear();
    const DDim& dims = x->dims();
    if (dims.rank() < 1) return InvalidArgument("X: expected rows, found shape ", dims);
    const int levels = static_cast<int>(y->lod().size());
    if (levels == 0) return InvalidArgument("Y: expected a level of detail, found none");
    LITE_ASSIGN_OR_RETURN(const int level, NormalizeAxis("ref_level", ref_level, levels));
    const std::vector<uint64_t>& times = y->lod()[static_cast<size_t>(level)];
    const uint64_t rows = static_cast<uint64_t>(dims[0]);
    if (times.size() <= 1) {
      runs->push_back({0, rows, 1});
      return OkStatus();
    }
    // The elements counted by a level must exist, so the inputs bound the size of the result.
    uint64_t counted = y->dims().rank() > 0 ? static_cast<uint64_t>(y->dims()[0]) : 0;
    if (level + 1 < levels) {
      const std::vector<uint64_t>& next = y->lod()[static_cast<size_t>(level) + 1];
      counted = next.empty() ? 0 : next.size() - 1;
    }
    LITE_RETURN_IF_ERROR(CheckLevel("Y", times, static_cast<size_t>(level), counted));
    const bool by_row = x->lod().empty();
    const size_t sequences = by_row ? static_cast<size_t>(rows) : x->lod()[0].size() - 1;
    if (sequences + 1 != times.size() || x->lod().size() > 1) {
      return InvalidArgument("X: expected ", times.size() - 1,
                             " sequences in one level of detail, ", "found ", sequences, " in ",
                             x->lod().size());
    }
    if (!by_row) LITE_RETURN_IF_ERROR(CheckLevel("X", x->lod()[0], 0, rows));
    for (size_t i = 0; i < sequences; ++i) {
      const uint64_t begin = by_row ? i : x->lod()[0][i];
      const uint64_t end = by_row ? i + 1 : x->lod()[0][i + 1];
      runs->push_back({begin, end, times[i + 1] - times[i]});
    }
    return OkStatus();
  }

  Status InferShape() override {
    std::vector<Run> runs;
    LITE_RETURN_IF_ERROR(FindRuns(&runs));
    uint64_t rows = 0;
    LoD lod(x->lod().empty() ? 0 : 1, {0});
    for (const Run& run : runs) {
      uint64_t added = 0;
      if (!CheckedMul(run.end - run.begin, run.times, &added) || !CheckedAdd(rows, added, &rows))
        return OutOfRange("Y: too many rows");
      if (lod.empty()) continue;
      for (uint64_t k = 0; k < run.times; ++k)
        lod[0].push_back(lod[0].back() + run.end - run.begin);
    }
    DDim shape = x->dims();
    if (!CheckedCast(rows, &shape[0])) return OutOfRange("Y: too many rows");
    LITE_RETURN_IF_ERROR(SetShape("Out", shape, out));
    out->set_lod(std::move(lod));
    return OkStatus();
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(out->memory_size())}; }
};

LITE_OP(sequence_expand, SequenceExpand);

}  // namespace paddle::lite::operators
