#pragma once

#include <vector>

#include "lite/operators/broadcast.h"
#include "lite/operators/element_types.h"
#include "lite/operators/op.h"
#include "lite/operators/shape_rules.h"

namespace paddle::lite::operators {

// The sum of rows of several tables: Ids [..., 1] select rows of the table with the same number,
// and Output is [..., D]. Ids are of one rank and broadcast to each other. The id `padding_idx`
// stands for a row of zeros in every table.
struct XpuEmbeddingWithEltwiseAdd final : Op {
  std::vector<const Tensor*> tables;
  std::vector<const Tensor*> ids;
  int64_t padding_idx = -1;  // -1 = none
  Tensor* output = nullptr;

  void Fields(FieldVisitor& v) override {
    v.Inputs("Tables", &tables);
    v.Inputs("Ids", &ids);
    v.Attr("padding_idx", &padding_idx);
    v.Output("Output", &output);
  }
  Status InferShape() override {
    if (ids.size() != tables.size()) {
      return InvalidArgument("Ids: expected ", tables.size(), " tensors, one for each of Tables, ",
                             "found ", ids.size());
    }
    DDim joined;  // shape of Ids so far
    for (size_t i = 0; i < tables.size(); ++i) {
      const DDim& table = tables[i]->dims();
      if (table.rank() != 2) {
        return InvalidArgument("Tables[", i, "]: expected rank 2, found shape ", table);
      }
      if (table[1] != tables[0]->dims()[1]) {
        return InvalidArgument("Tables[", i, "]: expected rows of ", tables[0]->dims()[1],
                               " as in Tables[0], found shape ", table);
      }
      const DDim& own = ids[i]->dims();
      if (own.empty() || own.at(-1) != 1) {
        return InvalidArgument("Ids[", i, "]: expected a last dimension of 1, found shape ", own);
      }
      const Result<Broadcast> both = BroadcastShapes(i == 0 ? own : joined, own, -1);
      if (own.rank() != ids[0]->dims().rank() || !both.ok()) {
        return InvalidArgument("Ids[", i, "]: expected a shape that broadcasts with ", joined,
                               ", found ", own);
      }
      joined = both->out;
    }
    std::vector<int64_t> shape = joined.Vectorize();
    shape.back() = tables[0]->dims()[1];
    output->set_lod(ids[0]->lod());
    return SetShape("Output", shape, output);
  }
  Status InferType() override {
    LITE_RETURN_IF_ERROR(CheckOneElementType("Tables", tables));
    output->set_precision(tables[0]->precision());
    return OkStatus();
  }
  Cost Estimate() const override {
    const auto count = static_cast<double>(tables.size());
    return {(count - 1) * static_cast<double>(output->numel()),
            (count + 1) * static_cast<double>(output->memory_size())};
  }
};

LITE_OP(__xpu__embedding_with_eltwise_add, XpuEmbeddingWithEltwiseAdd);

}  // namespace paddle::lite::operators
