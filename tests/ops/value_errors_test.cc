// Invalid values that an operator only detects at run time: every kernel must return an error and
// never crash.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <string>

#include "lite/core/targets.h"
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

Status Copy(const TestTensor& from, Tensor* to) {
  to->Resize(from.dims);
  to->set_lod(from.lod);
  LITE_RETURN_IF_ERROR(to->Allocate(from.precision));
  std::copy(from.bytes.begin(), from.bytes.end(), to->mutable_data<uint8_t>());
  return OkStatus();
}

// The first failure on the way from shapes to results, on one kernel; *supported is false if the
// kernel leaves the operator to others.
Status RunOn(const KernelDef& def, const OpCase& c, const std::string& out, bool* supported) {
  Binder binder;
  model::OpDesc desc;
  desc.type = def.op_type;
  desc.attrs = c.attrs;
  for (const auto& [slot, list] : c.inputs) {
    for (const TestTensor& from : list) {
      desc.inputs[slot].push_back(StrCat(slot, desc.inputs[slot].size()));
      LITE_RETURN_IF_ERROR(Copy(from, &binder.tensors[desc.inputs[slot].back()]));
    }
  }
  for (const auto& [slot, list] : c.input_arrays) {
    desc.inputs[slot] = {slot};
    binder.arrays[slot].resize(list.size());
    for (size_t i = 0; i < list.size(); ++i) {
      if (list[i].bytes.empty()) continue;  // never written
      LITE_RETURN_IF_ERROR(Copy(list[i], &binder.arrays[slot][i]));
    }
  }
  desc.outputs[out] = {"out"};
  for (const std::string& slot : c.unchecked) desc.outputs[slot] = {slot};
  const std::unique_ptr<Op> op = CreateOp(def.op_type);
  LITE_RETURN_IF_ERROR(model::LoadOp(desc, &binder, op.get()));
  LITE_RETURN_IF_ERROR(op->InferShape());
  LITE_RETURN_IF_ERROR(op->InferType());
  for (const auto& output : op->Bound().outputs) {
    if (op->KernelAllocatesOutput()) break;
    LITE_RETURN_IF_ERROR(output.tensor->Allocate(output.tensor->precision()));
  }
  *supported = def.supports == nullptr || def.supports(*op).ok();
  if (!*supported) return OkStatus();
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
    // Kernels of devices refuse values that only the host can look at.
    if (def->create == nullptr || !IsHostMemory(def->target)) continue;
    // Kernels for another element type do not apply to this case.
    const auto other_type = [&](const char* slot) {
      const PrecisionType wanted = def->InputType(slot).precision;
      return c.HasIn(slot) && wanted != PrecisionType::kAny && wanted != c.In(slot).precision;
    };
    if (other_type("X") || other_type("W")) continue;
    bool supported = true;
    const Status status = RunOn(*def, c, out, &supported);
    if (!supported) continue;
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
      c.inputs["W"] = {TestTensor({4, 5}, PrecisionType::kInt8)};
      c.attrs["quantize_weight_bits"] = 8;
      c.attrs["W0_scale"] = std::vector<float>{0.5f};
      ExpectRunError(op, c, "of a table of 4 rows");
    }
  }
}

TEST(ValueErrors, IdsOutsideOneOfSeveralTables) {
  for (const int64_t id : {int64_t{3}, int64_t{-2}, INT64_MAX, INT64_MIN}) {
    OpCase c("id");
    c.inputs["Tables"] = {TestTensor({4, 5}), TestTensor({3, 5})};
    c.inputs["Ids"] = {MakeTensor<int64_t>({2, 1}, {3, 0}), MakeTensor<int64_t>({2, 1}, {0, id})};
    ExpectRunError("__xpu__embedding_with_eltwise_add", c,
                   StrCat("Ids[1]: id ", id, " of a table of 3 rows"), "Output");
  }
}

TEST(ValueErrors, IdsOutsideTheQuantisedTable) {
  OpCase c("id");
  c.inputs["W"] = {TestTensor({4, 5})};
  c.inputs["Ids"] = {MakeTensor<int64_t>({1, 1}, {4})};
  ExpectRunError("lookup_table_dequant", c, "Ids: id 4 of a table of 4 rows");
}

TEST(ValueErrors, ElementsOutsideAList) {
  for (const int64_t index : {int64_t{2}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
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

// An index that leaves too large a gap would fill memory with empty tensors.
TEST(ValueErrors, ElementsFarBeyondAList) {
  for (const int64_t index : {int64_t{1024}, int64_t{-1}, int64_t{1} << 32, INT64_MAX, INT64_MIN}) {
    OpCase c("write");
    c.inputs["X"] = {TestTensor({2})};
    c.inputs["I"] = {MakeTensor<int64_t>({1}, {index})};
    ExpectRunError("write_to_array", c,
                   StrCat("I: index ", index, ", expected 0 to 1023 for a list of 0 tensors"));
  }
  for (const int32_t index : {1024, -1, INT32_MAX, INT32_MIN}) {
    OpCase c("write");
    c.inputs["X"] = {TestTensor({2})};
    c.inputs["I"] = {MakeTensor<int32_t>({1}, {index})};
    ExpectRunError("write_to_array", c,
                   StrCat("I: index ", index, ", expected 0 to 1023 for a list of 0 tensors"));
    c.inputs.erase("X");
    c.input_arrays["X"] = std::vector<TestTensor>(2);
    ExpectRunError("read_from_array", c, StrCat("I: index ", index, " of a list of 2 tensors"));
  }
}

TEST(ValueErrors, ClipLimitsInReverse) {
  OpCase c("limits");
  c.inputs["X"] = {TestTensor({2})};
  c.inputs["Min"] = {MakeTensor<float>({1}, {2})};
  c.inputs["Max"] = {MakeTensor<float>({1}, {1})};
  ExpectRunError("clip", c, "Min: 2 is above Max 1");
}

TEST(ValueErrors, NumbersOfTensors) {
  for (const int32_t id : {2, -1, INT32_MAX, INT32_MIN}) {
    OpCase c("id");
    c.inputs["X"] = {TestTensor({2, 3}), TestTensor({2, 3})};
    c.inputs["Ids"] = {MakeTensor<int32_t>({2, 1}, {1, id})};
    ExpectRunError("multiplex", c, StrCat("Ids: ", id, " in row 1 is not one of the 2 tensors"));
  }
}

TEST(ValueErrors, PositionsOutsideATensor) {
  for (const int64_t id : {int64_t{4}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
    OpCase c("position");
    c.inputs["X"] = {TestTensor({4, 5})};
    c.inputs["Index"] = {MakeTensor<int64_t>({2}, {0, id})};
    ExpectRunError("index_select", c, "at position 1 is outside of dimension 0 of X [4, 5]");
    ExpectRunError("gather", c, "at position 1 is outside of dimension 0 of X [4, 5]");
    OpCase take("position");
    take.inputs["Input"] = {TestTensor({4, 5})};
    take.inputs["Index"] = {MakeTensor<int64_t>({1, 2}, {0, id})};
    ExpectRunError("take_along_axis", take, "at position 1 is outside of dimension 0 of [4, 5]",
                   "Result");
    OpCase sample("position");
    sample.inputs["X"] = {TestTensor({1, 4})};
    sample.inputs["Index"] = {MakeTensor<int64_t>({1, 2}, {0, id})};
    ExpectRunError("index_sample", sample, "at position 1 is outside of dimension 1 of [1, 4]");
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

TEST(ValueErrors, LengthsOfSequences) {
  OpCase rnn("rnn");
  rnn.inputs["Input"] = {TestTensor({4, 3, 5})};
  rnn.inputs["PreState"] = {TestTensor({1, 3, 2})};
  rnn.inputs["WeightList"] = {TestTensor({6, 5}), TestTensor({6, 2}), TestTensor({6}),
                              TestTensor({6})};
  rnn.attrs["mode"] = std::string("GRU");
  rnn.attrs["hidden_size"] = 2;
  rnn.unchecked = {"State"};
  OpCase ctc("ctc");
  ctc.inputs["Input"] = {TestTensor({3, 4}, PrecisionType::kInt32)};
  ctc.unchecked = {"OutputLength"};
  OpCase crf("crf");
  crf.inputs["Emission"] = {TestTensor({3, 4, 3})};
  crf.inputs["Transition"] = {TestTensor({5, 3})};
  for (const int length : {-1, 5}) {
    const std::string text = StrCat("sequence 1 has length ", length, ", expected 0 to 4");
    rnn.inputs["SequenceLength"] = {MakeTensor<int32_t>({3}, {1, length, 3})};
    ExpectRunError("rnn", rnn, "SequenceLength: " + text);
    ctc.inputs["InputLength"] = {MakeTensor<int32_t>({3, 1}, {1, length, 3})};
    ExpectRunError("ctc_align", ctc, "InputLength: " + text, "Output");
    crf.inputs["Length"] = {MakeTensor<int64_t>({3}, {1, length, 3})};
    ExpectRunError("crf_decoding", crf, "Length: " + text, "ViterbiPath");
  }
}

TEST(ValueErrors, Beams) {
  OpCase tree("tree");
  tree.inputs["Ids"] = {TestTensor({3, 1, 2}, PrecisionType::kInt64)};
  for (const int64_t parent : {int64_t{2}, int64_t{-1}, INT64_MAX}) {
    tree.inputs["Parents"] = {MakeTensor<int64_t>({3, 1, 2}, {0, 1, 0, 1, parent, 1})};
    ExpectRunError("gather_tree", tree, StrCat("Parents: step 2 continues beam ", parent, " of 2"));
  }
}

// Steps of a beam search that do not fit each other.
TEST(ValueErrors, StepsOfABeamSearch) {
  OpCase good("decode");
  good.unchecked = {"SentenceScores"};
  const std::vector<LoD> lods = {
      {{0, 1, 2}, {0, 1, 2}}, {{0, 1, 2}, {0, 2, 4}}, {{0, 2, 4}, {0, 0, 2, 3, 4}}};
  for (const LoD& lod : lods) {
    const DDim dims{static_cast<int64_t>(lod[1].back()), 1};
    TestTensor ids(dims, PrecisionType::kInt64), scores(dims);
    ids.lod = scores.lod = lod;
    good.input_arrays["Ids"].push_back(ids);
    good.input_arrays["Scores"].push_back(scores);
  }
  const auto expect = [](const OpCase& c, const std::string& text) {
    ExpectRunError("beam_search_decode", c, text, "SentenceIds");
  };
  const struct {
    LoD lod;
    const char* text;
  } bad[] = {
      {{{0, 2, 4}, {0, 0, 2, 4, 3}}, "Ids[2]: level 1 of detail"},
      {{{0, 2, 5}, {0, 0, 2, 3, 4}}, "Ids[2]: level 0 of detail"},
      {{{0, 4}, {0, 0, 2, 3, 4}}, "Ids[2]: expected 2 sources, found 1"},
      {{{0, 2, 3}, {0, 2, 3, 4}}, "Ids[2]: expected 4 prefixes, the rows of the step before"},
      {{{0, 2, 4}}, "Ids[2]: expected two levels of detail"},
  };
  for (const auto& [lod, text] : bad) {
    OpCase c = good;
    c.input_arrays["Ids"][2].lod = lod;
    expect(c, text);
  }
  OpCase c = good;
  c.input_arrays["Scores"].pop_back();
  expect(c, "Ids and Scores: expected the same steps, found 3 and 2");
  c = good;
  c.input_arrays["Ids"][1] = Convert(c.input_arrays["Ids"][1], PrecisionType::kFloat);
  expect(c, "Ids[1]: expected int64 with scores in float");
  c = good;
  c.input_arrays["Scores"][1] = TestTensor({3, 1});
  expect(c, "Ids[1]: expected two levels of detail and a score for each row");
  c = good;
  c.input_arrays["Ids"][0] = TestTensor();
  c.input_arrays["Ids"][0].bytes.clear();
  expect(c, "Ids[0] or Scores[0] was never written");
}

}  // namespace
TEST(ValueErrors, RegionsOfImages) {
  OpCase c("offsets");
  c.inputs["X"] = {TestTensor({1, 3, 4, 4})};
  c.inputs["ROIs"] = {TestTensor({2, 4})};
  for (const std::vector<int64_t>& offsets :
       {std::vector<int64_t>{1, 2, 2}, {0, 1, 3}, {0, 3, 2}}) {
    c.inputs["RoisLod"] = {MakeTensor<int64_t>({3}, offsets)};
    for (const char* op : {"roi_align", "roi_pool"}) {
      ExpectRunError(op, c, "RoisLod: expected offsets that ascend from 0 to 2");
    }
  }
  c.inputs["RoisLod"] = {MakeTensor<int64_t>({4}, {0, 1, 1, 2})};
  for (const char* op : {"roi_align", "roi_pool"}) {
    ExpectRunError(op, c, "ROIs: regions of 3 images, but X has 1");
  }
  c.inputs.erase("RoisLod");
  for (const char* op : {"roi_pool", "psroi_pool"}) {
    if (op == std::string("psroi_pool")) c.attrs["output_channels"] = 3;
    c.inputs["RoisNum"] = {MakeTensor<int32_t>({1}, {3})};
    ExpectRunError(op, c, "ROIs: its images have 3 rows in all by RoisNum, found 2");
    c.inputs["RoisNum"] = {MakeTensor<int32_t>({2}, {3, -1})};
    ExpectRunError(op, c, "RoisNum: image 1 has -1 rows");
    c.inputs["RoisNum"] = {MakeTensor<int32_t>({2}, {1, 1})};
    ExpectRunError(op, c, "ROIs: regions of 2 images, but X has 1");
  }
}

TEST(ValueErrors, PositionsOfUnpooling) {
  for (const int32_t index : {16, -1, INT32_MAX, INT32_MIN}) {
    OpCase c("position");
    c.inputs["X"] = {TestTensor({1, 1, 1, 2})};
    c.inputs["Indices"] = {MakeTensor<int32_t>({1, 1, 1, 2}, {15, index})};
    c.attrs = {{"ksize", std::vector<int>{2, 2}}, {"output_size", std::vector<int>{4, 4}}};
    ExpectRunError("unpool", c, StrCat("Indices: ", index, " at element 1 is outside of a plane"));
  }
}

TEST(ValueErrors, ClassesOfACrossEntropy) {
  for (const int64_t label : {int64_t{3}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
    OpCase c("label");
    c.inputs["Logits"] = {TestTensor({2, 3})};
    c.inputs["Label"] = {MakeTensor<int64_t>({2, 1}, {-100, label})};
    c.unchecked = {"Softmax"};
    ExpectRunError("softmax_with_cross_entropy", c,
                   StrCat("Label: ", label, " at element 1 is not one of 3 classes"), "Loss");
  }
}

TEST(ValueErrors, Segments) {
  for (const std::vector<int64_t>& ids : {std::vector<int64_t>{-1, 0}, {1, 0}, {INT64_MIN, 0}}) {
    OpCase c("ids");
    c.inputs["X"] = {TestTensor({2, 3})};
    c.inputs["SegmentIds"] = {MakeTensor<int64_t>({2}, ids)};
    ExpectRunError("segment_pool", c, "SegmentIds: expected ids that ascend from 0");
  }
  for (const int64_t id : {INT64_MAX, INT64_MAX / 2}) {
    OpCase c("id");
    c.inputs["X"] = {TestTensor({2, 3})};
    c.inputs["SegmentIds"] = {MakeTensor<int64_t>({2}, {0, id})};
    ExpectRunError("segment_pool", c, "SegmentIds: ");
  }
}

TEST(ValueErrors, LengthsOfAnEditDistance) {
  OpCase c("lengths");
  c.inputs["Hyps"] = {TestTensor({1, 3}, PrecisionType::kInt64)};
  c.inputs["Refs"] = {TestTensor({1, 2}, PrecisionType::kInt64)};
  c.inputs["RefsLength"] = {TestTensor({1}, PrecisionType::kInt64)};
  c.unchecked = {"SequenceNum"};
  for (const int64_t length : {int64_t{4}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
    c.inputs["HypsLength"] = {MakeTensor<int64_t>({1}, {length})};
    ExpectRunError("edit_distance", c, "HypsLength: sequence 0 has length");
  }
  c.inputs["HypsLength"] = {MakeTensor<int64_t>({1}, {3})};
  c.attrs["normalized"] = true;
  ExpectRunError("edit_distance", c, "Refs: sequence 0 is empty");
}

TEST(ValueErrors, PartsOfSequences) {
  OpCase slice("slice");
  slice.inputs["X"] = {TestTensor({3, 2})};
  slice.inputs["X"][0].lod = {{0, 1, 3}};
  OpCase scatter("scatter");
  scatter.inputs["X"] = {TestTensor({1, 4})};
  scatter.inputs["Updates"] = {TestTensor({2, 1})};
  scatter.inputs["Updates"][0].lod = {{0, 2}};
  for (const int64_t at : {int64_t{4}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
    slice.inputs["Offset"] = {MakeTensor<int64_t>({2, 1}, {0, at})};
    slice.inputs["Length"] = {MakeTensor<int64_t>({2, 1}, {1, 1})};
    ExpectRunError("sequence_slice", slice, "is outside of sequence 1 of 2 rows");
    slice.inputs["Offset"] = {MakeTensor<int64_t>({2, 1}, {0, 1})};
    slice.inputs["Length"] = {MakeTensor<int64_t>({2, 1}, {1, at})};
    ExpectRunError("sequence_slice", slice, "Length: expected 0 to 1 rows of sequence 1");
    scatter.inputs["Ids"] = {MakeTensor<int64_t>({2, 1}, {3, at})};
    scatter.inputs["Ids"][0].lod = {{0, 2}};
    ExpectRunError("sequence_scatter", scatter, "of sequence 0 is outside of a row of X");
  }
}

}  // namespace paddle::lite::test
