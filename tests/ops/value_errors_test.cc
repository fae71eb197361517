// Invalid values that an operator only detects at run time: every kernel must return an error and
// never crash.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "lite/model/op_fields.h"
#include "lite/runtime/weight_store.h"
#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

struct Binder final : model::SlotBinder {
  std::map<std::string, Tensor> tensors;
  std::map<std::string, TensorArray> arrays;
  const Tensor* InputTensor(const std::string& name) override { return &tensors[name]; }
  Tensor* OutputTensor(const std::string& name) override { return &tensors[name]; }
  const TensorArray* InputArray(const std::string& name) override { return &arrays[name]; }
  TensorArray* OutputArray(const std::string& name) override { return &arrays[name]; }
};

// The first failure on the way from shapes to results, on one kernel.
Status RunOn(const KernelDef& def, const OpCase& c, const std::string& out) {
  Binder binder;
  model::OpDesc desc;
  desc.type = def.op_type;
  desc.attrs = c.attrs;
  for (const auto& [slot, list] : c.inputs) {
    desc.inputs[slot] = {slot};
    Tensor& tensor = binder.tensors[slot];
    tensor.Resize(list[0].dims);
    LITE_RETURN_IF_ERROR(tensor.Allocate(list[0].precision));
    std::copy(list[0].bytes.begin(), list[0].bytes.end(), tensor.mutable_data<uint8_t>());
  }
  for (const auto& [slot, list] : c.input_arrays) {
    desc.inputs[slot] = {slot};
    binder.arrays[slot].resize(list.size());
  }
  desc.outputs[out] = {"out"};
  const std::unique_ptr<Op> op = CreateOp(def.op_type);
  LITE_RETURN_IF_ERROR(model::LoadFields(desc, &binder, [&](FieldVisitor& v) { op->Fields(v); }));
  LITE_RETURN_IF_ERROR(op->InferShape());
  LITE_RETURN_IF_ERROR(op->InferType());
  Tensor& result = binder.tensors["out"];
  LITE_RETURN_IF_ERROR(result.Allocate(result.precision()));
  ThreadPool pool(2);
  WeightStore packed;
  PrepareContext prepare;
  prepare.pool = &pool;
  prepare.packed = &packed;
  const std::unique_ptr<Kernel> kernel = def.create();
  LITE_RETURN_IF_ERROR(kernel->Prepare(*op, &prepare));
  std::vector<char> scratch(prepare.scratch_bytes + 1);
  RunContext run;
  run.pool = &pool;
  run.scratch = scratch.data();
  return kernel->Run(*op, run);
}

void ExpectRunError(const std::string& op, const OpCase& c, const std::string& text,
                    const std::string& out = "Out") {
  int kernels = 0;
  for (const KernelDef* def : KernelsOf(op)) {
    // Kernels for another element type do not apply to this case.
    if (def->create == nullptr) continue;
    const PrecisionType wanted = def->InputType("X").precision;
    if (c.HasIn("X") && wanted != PrecisionType::kAny && wanted != c.In("X").precision) continue;
    const Status status = RunOn(*def, c, out);
    EXPECT_FALSE(status.ok()) << def->Key();
    EXPECT_NE(status.message().find(text), std::string::npos)
        << def->Key() << ": " << status.ToString();
    ++kernels;
  }
  EXPECT_GT(kernels, 0) << op;
}

TEST(ValueErrors, IntegerDivisionByZero) {
  for (const char* op : {"elementwise_div", "elementwise_mod", "elementwise_floordiv"}) {
    for (const PrecisionType type : {PrecisionType::kInt32, PrecisionType::kInt64}) {
      OpCase c("zero");
      c.inputs["X"] = {TestTensor({3}, type)};
      c.inputs["Y"] = {TestTensor({1}, type)};
      ExpectRunError(op, c, "Y: division by zero");
    }
  }
}

TEST(ValueErrors, IdsOutsideTheTable) {
  for (const char* op : {"lookup_table", "lookup_table_v2"}) {
    for (const int64_t id : {int64_t{4}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
      OpCase c("id");
      c.inputs["W"] = {TestTensor({4, 5})};
      c.inputs["Ids"] = {MakeTensor<int64_t>({1, 1}, {id})};
      ExpectRunError(op, c, "of a table of 4 rows");
    }
  }
}

TEST(ValueErrors, ElementsOutsideAList) {
  for (const int64_t index : {int64_t{2}, int64_t{-1}, INT64_MAX}) {
    OpCase c("read");
    c.inputs["I"] = {MakeTensor<int64_t>({1}, {index})};
    c.input_arrays["X"] = std::vector<TestTensor>(2);
    ExpectRunError("read_from_array", c, "of a list of 2 tensors");
  }
  OpCase unwritten("unwritten");
  unwritten.inputs["I"] = {MakeTensor<int64_t>({1}, {1})};
  unwritten.input_arrays["X"] = std::vector<TestTensor>(2);
  ExpectRunError("read_from_array", unwritten, "element 1 was never written");
  OpCase branch("branch");
  branch.inputs["X"] = {TestTensor({2})};
  branch.inputs["Mask"] = {MakeTensor<int32_t>({1}, {1})};
  ExpectRunError("select_input", branch, "branch 1 of 1");
}

TEST(ValueErrors, ClipLimitsInReverse) {
  OpCase c("limits");
  c.inputs["X"] = {TestTensor({2})};
  c.inputs["Min"] = {MakeTensor<float>({1}, {2})};
  c.inputs["Max"] = {MakeTensor<float>({1}, {1})};
  ExpectRunError("clip", c, "Min: 2 is above Max 1");
}

TEST(ValueErrors, TextThatIsNoNumber) {
  OpCase c("text");
  c.attrs = {{"shape", std::vector<int64_t>{2}}, {"str_value", std::string("1.5x")}};
  ExpectRunError("fill_constant", c, "'1.5x' is not a number");
}

TEST(ValueErrors, PositionsOutsideATensor) {
  for (const int64_t id : {int64_t{4}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
    OpCase c("position");
    c.inputs["X"] = {TestTensor({4, 5})};
    c.inputs["Index"] = {MakeTensor<int64_t>({2}, {0, id})};
    ExpectRunError("index_select", c, "at position 1 is outside of dimension 0 of X [4, 5]");
    ExpectRunError("gather", c, "at position 1 is outside of dimension 0 of X [4, 5]");
    c.inputs["Index"] = {MakeTensor<int64_t>({2, 1}, {0, id})};
    ExpectRunError("gather_nd", c, "in row 1 is outside of dimension 0 of X [4, 5]");
    c.inputs["Updates"] = {TestTensor({2, 5})};
    ExpectRunError("scatter_nd_add", c, "in row 1 is outside of dimension 0 of X [4, 5]");
    c.inputs.erase("Index");
    c.inputs["Ids"] = {MakeTensor<int64_t>({2}, {0, id})};
    for (const bool overwrite : {false, true}) {
      c.attrs["overwrite"] = overwrite;
      ExpectRunError("scatter", c, "at position 1 is not a row of X [4, 5]");
    }
    OpCase one_hot("depth");
    one_hot.inputs["X"] = {MakeTensor<int64_t>({2, 1}, {0, id})};
    one_hot.attrs["depth"] = 4;
    for (const char* op : {"one_hot", "one_hot_v2"}) {
      ExpectRunError(op, one_hot, "at position 1 is outside of depth 4");
    }
  }
}

TEST(ValueErrors, SingularMatrices) {
  for (const int64_t n : {1, 2, 9}) {
    OpCase c("singular");
    c.inputs["Input"] = {TestTensor({3, n, n})};
    for (int64_t i = 0; i < n; ++i) {
      c.inputs["Input"][0].Set(i * (n + 1), 1);
      c.inputs["Input"][0].Set((2 * n + i) * n, 1);  // equal rows
    }
    ExpectRunError("inverse", c, "Input: matrix 1 of 3 is singular", "Output");
  }
}

}  // namespace
}  // namespace paddle::lite::test
