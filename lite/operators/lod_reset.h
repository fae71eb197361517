#pragma once

#include <algorithm>
#include <vector>

#include "lite/core/targets.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// X with other levels of detail: those of Y, else the values of Y as offsets, else target_lod. With
// `append`, offsets are added to the levels of X.
struct LodReset final : Op {
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  std::vector<int> target_lod;
  bool append = false;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Input("Y", &y, Need::kOptional);
    v.Attr("target_lod", &target_lod);
    v.Attr("append", &append);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    const DDim& dims = x->dims();
    if (dims.rank() < 1) return InvalidArgument("X: expected rows, found shape ", dims);
    LoD lod;
    if (y != nullptr && !y->lod().empty()) {
      lod = y->lod();
    } else {
      if (append) lod = x->lod();
      LITE_ASSIGN_OR_RETURN(std::vector<uint64_t> offsets, Offsets());
      lod.push_back(std::move(offsets));
    }
    const std::vector<uint64_t>& rows = lod.back();
    const char* const source = y != nullptr ? "Y" : "attribute target_lod";
    if (rows.size() < 2 || rows.front() != 0 || rows.back() != static_cast<uint64_t>(dims[0])) {
      return InvalidArgument(source, ": expected a level of detail of the ", dims[0],
                             " rows of X, found ", ListToString(rows));
    }
    if (!std::is_sorted(rows.begin(), rows.end())) {
      return InvalidArgument(source, ": expected offsets that do not decrease, found ",
                             ListToString(rows));
    }
    out->Resize(dims);
    out->set_lod(std::move(lod));
    return OkStatus();
  }
  OutputReuse output_reuse() const override { return OutputReuse::kView; }
  bool ShapeDependsOnData() const override { return IsVariableData(y); }

 private:
  Result<std::vector<uint64_t>> Offsets() const {
    std::vector<uint64_t> offsets;
    if (y == nullptr) {
      for (const int offset : target_lod) {
        if (offset < 0) {
          return InvalidArgument("attribute target_lod: negative offset in ",
                                 ListToString(target_lod));
        }
        offsets.push_back(static_cast<uint64_t>(offset));
      }
      return offsets;
    }
    if (!y->IsInitialized()) return FailedPrecondition("Y: the values are not known yet");
    if (!IsHostMemory(y->target()) || y->precision() != PrecisionType::kInt32) {
      return InvalidArgument("Y: expected int32 offsets or a level of detail, found ",
                             PrecisionToStr(y->precision()));
    }
    for (int64_t i = 0; i < y->numel(); ++i) {
      const int32_t offset = y->data<int32_t>()[i];
      if (offset < 0) return InvalidArgument("Y: negative offset ", offset);
      offsets.push_back(static_cast<uint64_t>(offset));
    }
    return offsets;
  }
};

LITE_OP(lod_reset, LodReset);

}  // namespace paddle::lite::operators
