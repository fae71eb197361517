#include <gtest/gtest.h>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TEST(LookupTable, Rows) {
  for (const char* op : {"lookup_table", "lookup_table_v2"}) {
    const bool v2 = std::string(op) == "lookup_table_v2";
    OpSuite suite(op);
    Random random(op);
    for (const DDim& ids : {DDim{1}, DDim{7}, DDim{3, 4}, DDim{2, 0}, DDim{2, 3, 2}, DDim{9000}}) {
      for (const PrecisionType type : {PrecisionType::kInt64, PrecisionType::kInt32}) {
        for (const int64_t padding : {int64_t{-1}, int64_t{2}, int64_t{-2}}) {
          OpCase c("ids");
          DDim id_shape = ids;
          if (!v2) id_shape.push_back(1);
          DDim out_shape = ids;
          out_shape.push_back(5);
          c.attrs["padding_idx"] = padding;
          c.inputs["W"] = {random.Floats({4, 5}).AsWeight()};
          c.inputs["Ids"] = {random.Ints(id_shape, 0, 3, type)};
          c.inputs["Ids"][0].lod = {{0, static_cast<uint64_t>(ids[0])}};
          TestTensor out(out_shape);
          out.lod = c.In("Ids").lod;
          for (int64_t i = 0; i < out.numel(); ++i) {
            const int64_t id = c.In("Ids").IntAt(i / 5);
            out.Set(i, id == padding ? 0 : c.In("W").At(id * 5 + i % 5));
          }
          c.expected["Out"] = {out};
          suite.Run(c);
        }
      }
    }
    OpCase table("table");
    table.inputs["W"] = {TestTensor({4, 5, 6})};
    table.inputs["Ids"] = {TestTensor({3, 1}, PrecisionType::kInt64)};
    suite.ExpectError(table, "W: expected rank 2");
  }
  OpSuite suite("lookup_table");
  OpCase ids("last dimension");
  ids.inputs["W"] = {TestTensor({4, 5})};
  ids.inputs["Ids"] = {TestTensor({3, 2}, PrecisionType::kInt64)};
  suite.ExpectError(ids, "Ids: expected a last dimension of 1");
}

}  // namespace
}  // namespace paddle::lite::test
