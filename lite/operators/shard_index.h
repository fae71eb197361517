#pragma once

#include "lite/core/element.h"
#include "lite/operators/op.h"

namespace paddle::lite::operators {

// Maps indices [.., 1] of [0, index_num) to those inside of one of `nshards` shards of equal size,
// or to ignore_value if they belong to another shard than shard_id.
struct ShardIndex final : Op {
  const Tensor* x = nullptr;
  int index_num = 0;
  int nshards = 0;
  int shard_id = 0;
  int ignore_value = -1;
  Tensor* out = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Input("X", &x);
    v.Attr("index_num", &index_num);
    v.Attr("nshards", &nshards);
    v.Attr("shard_id", &shard_id);
    v.Attr("ignore_value", &ignore_value);
    v.Output("Out", &out);
  }
  Status InferShape() override {
    if (index_num < 1)
      return InvalidArgument("attribute index_num: expected 1 or more, found ", index_num);
    if (nshards < 1)
      return InvalidArgument("attribute nshards: expected 1 or more, found ", nshards);
    if (shard_id < 0 || shard_id >= nshards) {
      return InvalidArgument("attribute shard_id: expected one of [0, ", nshards, "), found ",
                             shard_id);
    }
    const DDim& dims = x->dims();
    if (dims.rank() < 2 || dims.at(-1) != 1)
      return InvalidArgument("X: expected shape [.., 1] of rank 2 or more, found ", dims);
    out->Resize(dims);
    out->set_lod(x->lod());
    return OkStatus();
  }
  Status InferType() override {
    out->set_precision(x->precision());
    return CheckElementType<IndexTypes>("X", x->precision());
  }
  Cost Estimate() const override { return {0, 2.0 * static_cast<double>(x->memory_size())}; }
  OutputReuse output_reuse() const override { return OutputReuse::kInplace; }
};

LITE_OP(shard_index, ShardIndex);

}  // namespace paddle::lite::operators
