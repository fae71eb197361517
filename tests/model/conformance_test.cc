// Byte sequences that other implementations of the formats agree on (docs/design/formats.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework.pb.h"
#include "lite/model/naive_buffer/codec.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/naive_buffer/schema.h"
#include "lite/model/paddle_pb/codec.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/support/model_files.h"

namespace paddle::lite::model {
namespace {

using test::FromHex;
using testing::ElementsAre;

constexpr char kTensorDesc[] = "08 05 10 02 10 ff ff ff ff ff ff ff ff ff 01 10 03";
constexpr char kTensor[] = "00000000 0000000000000000 00000000 04000000 08051002 0000803f 000000c0";
constexpr char kProgram[] =
    "0a54080010ffffffffffffffffff011a1a0a0178121508071a110a0f080510ffffffffffffffffff011003"
    "22290a060a015812017812080a034f75741201791a0472656c75220f0a097573655f6375646e6e10065000"
    "220408f0b77a2a0e0a0c0a06636f6e76326412020801";
constexpr char kNaiveParams[] =
    "0100000000000000 0100000000000000 77 00000000 0000000000000000 0000000000000000 00000000"
    "05000000 0100000000000000 0200000000000000 0800000000000000 0000803f000000c0";
constexpr char kNaiveProgram[] =
    "010000000000000000000000ffffffff01000000000000000100000000000000770a00000000000000000000"
    "0000000000050000000000000000000000000000000000000000000000000000000000000000000000000000"
    "000000000000000000010100000000000000040000000000000072656c750100000000000000010000000000"
    "0000580100000000000000010000000000000077000000000000000001000000000000001600000000000000"
    "5f5f406b65726e656c5f747970655f61747472405f5f0200000000000000000000000e000000000000007265"
    "6c752f6465662f342f312f310000000000000000000000000000000000000000000000000000000000000000"
    "000000000000000000000000000000000000000000000000000000000000ffffffff38901e0000000000";
constexpr char kFlatParam[] =
    "14000000000000000c0012000000080007000c000c00000000000001540000001400000000000e001400000004"
    "0008000c0010000e00000034000000180000001500000004000000060000000102030405fa0000020000000200"
    "000000000000030000000000000000000000000000000100000077000000";

std::vector<float> Floats(const Tensor& tensor) {
  return std::vector<float>(tensor.data<float>(), tensor.data<float>() + tensor.numel());
}

TEST(Conformance, TensorDescriptions) {
  pb::VarType::TensorDesc desc;
  ASSERT_TRUE(desc.ParseFromString(FromHex(kTensorDesc)));
  EXPECT_EQ(desc.data_type(), 5);
  EXPECT_THAT(desc.dims(), ElementsAre(2, -1, 3));
  EXPECT_EQ(desc.SerializeAsString(), FromHex(kTensorDesc));
  ASSERT_TRUE(desc.ParseFromString(FromHex("08 05 12 02 02 03")));
  EXPECT_THAT(desc.dims(), ElementsAre(2, 3));
}

TEST(Conformance, PaddleTensor) {
  const std::string bytes = FromHex(kTensor);
  ASSERT_EQ(bytes.size(), 32u);
  auto records = ReadTensorRecords(bytes);
  ASSERT_TRUE(records.ok()) << records.status().ToString();
  ASSERT_EQ(records->size(), 1u);
  EXPECT_EQ((*records)[0].type, VarType::kFP32);
  EXPECT_THAT((*records)[0].dims, ElementsAre(2));
  EXPECT_EQ((*records)[0].data.size(), 8u);
}

TEST(Conformance, PaddleProgramIsReadAndWrittenAsIs) {
  const std::string bytes = FromHex(kProgram);
  ASSERT_EQ(bytes.size(), 108u);
  auto program = DecodePaddleProgram(bytes);
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  EXPECT_EQ(program->version, 2006000);
  EXPECT_EQ(program->op_versions.at("conv2d"), 1);
  ASSERT_EQ(program->blocks.size(), 1u);
  const VarDesc* x = program->blocks[0].FindVar("x");
  ASSERT_NE(x, nullptr);
  EXPECT_THAT(x->shape, ElementsAre(-1, 3));
  const OpDesc& op = program->blocks[0].ops.at(0);
  EXPECT_EQ(op.type, "relu");
  EXPECT_THAT(op.Input("X"), ElementsAre("x"));
  EXPECT_THAT(op.Output("Out"), ElementsAre("y"));
  EXPECT_EQ(*op.FindAttr("use_cudnn"), AttrValue(false));
  auto written = EncodePaddleProgram(*program);
  ASSERT_TRUE(written.ok());
  EXPECT_EQ(*written, bytes);
}

TEST(Conformance, NaiveBufferPair) {
  const std::string program = FromHex(kNaiveProgram);
  const std::string params = FromHex(kNaiveParams);
  ASSERT_EQ(program.size(), 306u);
  ASSERT_EQ(params.size(), 77u);
  auto model = DecodeNaiveBufferPair(program, params, "pair");
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  EXPECT_EQ(model->program.version, 2003000);
  EXPECT_EQ(*model->program.blocks[0].ops.at(0).FindAttr(kKernelTypeAttr),
            AttrValue(std::string("relu/def/4/1/1")));
  EXPECT_THAT(Floats(model->params.at("w")), ElementsAre(1.f, -2.f));
  std::string written;
  ASSERT_TRUE(nb::AppendNaiveProgram(model->program, &written).ok());
  EXPECT_EQ(written, program);
  written.clear();
  ASSERT_TRUE(nb::AppendNaiveParams(model->params, &written).ok());
  EXPECT_EQ(written, params);
}

TEST(Conformance, Meta2Frame) {
  // Any program can be the topology; bytes after a flatbuffer are not read.
  Program program;
  program.blocks.emplace_back();
  program.blocks[0].ops.emplace_back();
  program.blocks[0].ops[0].type = "relu";
  auto topology = nb::WriteFlatProgram(program);
  ASSERT_TRUE(topology.ok());
  ASSERT_LE(topology->size(), 600u);
  topology->resize(600);
  const std::string header = FromHex("0200 76322e31320000000000000000000000 5802000000000000");
  const std::string params = FromHex("0000 0000 0600 0100 06000000 7c000000 04000000");
  const std::string param = FromHex(kFlatParam);
  ASSERT_EQ(param.size(), 120u);

  auto model = DecodeNaiveBuffer(header + *topology + params + param, "frame");
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  EXPECT_EQ(model->opt_version, "v2.12");
  const Tensor& w = model->params.at("w");
  EXPECT_EQ(w.precision(), PrecisionType::kInt8);
  EXPECT_EQ(w.dims(), DDim({2, 3}));
  EXPECT_THAT(std::vector<int8_t>(w.data<int8_t>(), w.data<int8_t>() + 6),
              ElementsAre(1, 2, 3, 4, 5, -6));

  NaiveBufferWriteOptions options;
  options.opt_version = "v2.12";
  auto written = EncodeNaiveBuffer(*model, options);
  ASSERT_TRUE(written.ok());
  // The topology written here is shorter; the rest of the frame is the same up to the parameter's
  // own layout.
  EXPECT_EQ(written->substr(0, 18), header.substr(0, 18));
  const size_t params_at = nb::kHeaderSize + nb::WriteFlatProgram(program)->size();
  EXPECT_EQ(written->substr(params_at, 12), params.substr(0, 12));
}

}  // namespace
}  // namespace paddle::lite::model
