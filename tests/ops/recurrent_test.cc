// What recurrent operators refuse. Their results are tested by tests/ops/golden.
#include <gtest/gtest.h>

#include "tests/support/op_suite.h"

namespace paddle::lite::test {
namespace {

TestTensor Sequences(const DDim& dims, const LoD& lod) {
  TestTensor tensor(dims);
  tensor.lod = lod;
  return tensor;
}

OpCase GruCase() {
  OpCase c("gru");
  c.inputs["Input"] = {Sequences({5, 9}, {{0, 2, 5}})};
  c.inputs["Weight"] = {TestTensor({3, 9}).AsWeight()};
  return c;
}

OpCase LstmCase() {
  OpCase c("lstm");
  c.inputs["Input"] = {Sequences({5, 8}, {{0, 2, 5}})};
  c.inputs["Weight"] = {TestTensor({2, 8}).AsWeight()};
  c.inputs["Bias"] = {TestTensor({1, 14}).AsWeight()};
  return c;
}

TEST(Gru, Refuses) {
  OpSuite suite("gru");
  OpCase c = GruCase();
  c.attrs["activation"] = std::string("swish");
  suite.ExpectError(c, "attribute activation: expected identity, sigmoid, tanh or relu");
  for (const LoD& lod : {LoD{{0, 2, 4}}, LoD{{0, 4, 2, 5}}, LoD{{0, 7}}, LoD{{1, 5}}}) {
    c = GruCase();
    c.inputs["Input"][0].lod = lod;
    suite.ExpectError(c, "Input: level 0 of detail");
  }
  c = GruCase();
  c.inputs["Input"][0].lod = {};
  suite.ExpectError(c, "Input: expected sequences");
  c.inputs["Input"][0].lod = {{0, 1, 2}, {0, 2, 5}};
  suite.ExpectError(c, "Input: expected one level of detail, found 2");
  c.inputs["Input"] = {Sequences({5, 8}, {{0, 2, 5}})};
  suite.ExpectError(c, "Input: expected rank 2 with 3 columns per hidden unit");
  c = GruCase();
  c.inputs["Weight"] = {TestTensor({3, 8})};
  suite.ExpectError(c, "Weight: expected shape [3, 9], found [3, 8]");
  c = GruCase();
  c.inputs["H0"] = {TestTensor({3, 3})};
  suite.ExpectError(c, "H0: expected shape [2, 3], found [3, 3]");
  c = GruCase();
  c.inputs["Bias"] = {TestTensor({1, 3})};
  suite.ExpectError(c, "Bias: expected 9 values");
  c.inputs["Bias"] = {TestTensor({1, 9}, PrecisionType::kFP64)};
  suite.ExpectError(c, "Bias: expected element type float");
}

TEST(Gru, NoSequence) {
  OpSuite suite("gru");
  OpCase c = GruCase();
  c.inputs["Input"] = {Sequences({0, 9}, {{0, 0, 0}})};
  c.expected["Hidden"] = {Sequences({0, 3}, {{0, 0, 0}})};
  suite.Run(c);
}

TEST(GruUnit, Refuses) {
  OpSuite suite("gru_unit");
  OpCase c("unit");
  c.inputs["Input"] = {TestTensor({4, 9})};
  c.inputs["HiddenPrev"] = {TestTensor({4, 2})};
  c.inputs["Weight"] = {TestTensor({3, 9})};
  suite.ExpectError(c, "HiddenPrev: expected shape [4, 3], found [4, 2]");
  c.inputs["HiddenPrev"] = {TestTensor({4, 3})};
  c.attrs["gate_activation"] = 4;
  suite.ExpectError(c, "attribute gate_activation: expected 0 (identity)");
  c.attrs["gate_activation"] = -1;
  suite.ExpectError(c, "attribute gate_activation: expected 0 (identity)");
}

TEST(Lstm, Refuses) {
  OpSuite suite("lstm");
  for (const LoD& lod : {LoD{{0, 2, 4}}, LoD{{0, 4, 2, 5}}, LoD{{0, 7}}, LoD{{1, 5}}}) {
    OpCase c = LstmCase();
    c.inputs["Input"][0].lod = lod;
    suite.ExpectError(c, "Input: level 0 of detail");
  }
  OpCase c = LstmCase();
  c.inputs["Bias"] = {TestTensor({1, 8})};
  suite.ExpectError(c, "Bias: expected 14 values");
  c.attrs["use_peepholes"] = false;
  c.inputs["H0"] = {TestTensor({2, 2})};
  suite.ExpectError(c, "C0: expected initial cells, as H0 has initial states");
  c.inputs["C0"] = {TestTensor({2, 3})};
  suite.ExpectError(c, "C0: expected shape [2, 2], found [2, 3]");
  c = LstmCase();
  c.attrs["cell_activation"] = std::string("gelu");
  suite.ExpectError(c, "attribute cell_activation");
  c = LstmCase();
  c.inputs["Weight"] = {TestTensor({2, 6})};
  suite.ExpectError(c, "Weight: expected shape [2, 8]");
}

OpCase RnnCase() {
  OpCase c("rnn");
  c.inputs["Input"] = {TestTensor({4, 3, 5})};
  c.inputs["PreState"] = {TestTensor({1, 3, 2})};
  c.inputs["WeightList"] = {TestTensor({6, 5}).AsWeight(), TestTensor({6, 2}).AsWeight(),
                            TestTensor({6}).AsWeight(), TestTensor({6}).AsWeight()};
  c.expected["State"] = {TestTensor({1, 3, 2})};
  c.attrs["mode"] = std::string("GRU");
  c.attrs["hidden_size"] = 2;
  c.attrs["input_size"] = 5;
  return c;
}

TEST(Rnn, Refuses) {
  OpSuite suite("rnn");
  OpCase c = RnnCase();
  c.attrs["mode"] = std::string("QRNN");
  suite.ExpectError(c, "attribute mode: expected LSTM, GRU, RNN_TANH or RNN_RELU");
  for (const int layers : {0, -1, 1 << 30}) {
    c = RnnCase();
    c.attrs["num_layers"] = layers;
    suite.ExpectError(c, "attribute num_layers: expected a positive value");
  }
  for (const int size : {0, -1, 1 << 30}) {
    c = RnnCase();
    c.attrs["hidden_size"] = size;
    suite.ExpectError(c, "attribute hidden_size: expected a positive value");
  }
  c = RnnCase();
  c.attrs["num_layers"] = 2;
  suite.ExpectError(c, "WeightList: expected 8 tensors for 2 layers, found 4");
  c = RnnCase();
  c.inputs["WeightList"][0] = TestTensor({6, 4});
  suite.ExpectError(c, "WeightList: expected shape [6, 5], found [6, 4]");
  c = RnnCase();
  c.inputs["PreState"] = {TestTensor({1, 2, 2})};
  suite.ExpectError(c, "PreState: expected shape [1, 3, 2], found [1, 2, 2]");
  c = RnnCase();
  c.attrs["mode"] = std::string("LSTM");
  for (TestTensor& weight : c.inputs["WeightList"]) {
    weight.dims[0] = 8;
    weight = TestTensor(weight.dims);
  }
  suite.ExpectError(c, "PreState and State: expected 2 tensors, found 1 and 1");
  c = RnnCase();
  c.inputs["SequenceLength"] = {MakeTensor<int32_t>({2}, {1, 2})};
  suite.ExpectError(c, "SequenceLength: expected 3 values, found shape [2]");
  c.inputs["SequenceLength"] = {MakeTensor<float>({3}, {1, 2, 3})};
  suite.ExpectError(c, "SequenceLength: element type float");
}

// No step: the states are the initial ones.
TEST(Rnn, NoStep) {
  OpSuite suite("rnn");
  OpCase c = RnnCase();
  c.inputs["SequenceLength"] = {MakeTensor<int32_t>({3}, {0, 0, 0})};
  c.inputs["PreState"] = {MakeTensor<float>({1, 3, 2}, {1, 2, 3, 4, 5, 6})};
  c.expected["Out"] = {TestTensor({4, 3, 2})};
  c.expected["State"] = c.inputs["PreState"];
  suite.Run(c);
}

}  // namespace
}  // namespace paddle::lite::test
