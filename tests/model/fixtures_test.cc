// Every model file written by Paddle or the official converter reads as listed by an independent
// decoder, and survives being written again in each format.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/model/text/listing.h"
#include "tests/support/model_files.h"

namespace paddle::lite::model {
namespace {

using test::FormatFiles;
using test::FormatPath;
using test::MustRead;

std::string ListModel(const Model& model) {
  return ListProgram(model.program) + ListParams(model.params);
}

// The description of the file before the program, and remarks about its peculiarities, are not in
// the model. Some releases leave the numbers after a block uninitialised.
std::string NbListing(const std::string& text) {
  std::string out = text.substr(text.find("\nversion: ") + 1);
  out = std::regex_replace(out, std::regex("\nparam_header: [^\n]*"), "");
  out = std::regex_replace(out, std::regex(" WARNING [^\n]*"), "");
  return std::regex_replace(out, std::regex("(\nblock )-?[0-9]+ parent [^\n]*"), "$1");
}

std::string WithoutShapes(const std::string& listing) {
  return std::regex_replace(listing,
                            std::regex("(\n  var [^ ]+ [A-Z_]+) [a-z0-9]+ \\[[^\n\\]]*\\]"), "$1");
}

Model MustDecode(const std::string& bytes, const std::string& name) {
  auto model = DecodeNaiveBuffer(bytes, name);
  EXPECT_TRUE(model.ok()) << model.status().ToString();
  return model.ok() ? std::move(*model) : Model();
}

std::string MustEncode(const Model& model, int meta_version) {
  NaiveBufferWriteOptions options;
  options.meta_version = meta_version;
  options.opt_version = "v2.13-rc";
  auto bytes = EncodeNaiveBuffer(model, options);
  EXPECT_TRUE(bytes.ok()) << bytes.status().ToString();
  return bytes.ok() ? *bytes : std::string();
}

bool HasNoV0Form(const Model& model) {
  return std::any_of(model.params.begin(), model.params.end(), [](const auto& param) {
    return param.second.precision() == PrecisionType::kFP16 ||
           param.second.precision() == PrecisionType::kBool;
  });
}

class NbFixture : public testing::TestWithParam<std::string> {};

TEST_P(NbFixture, ReadsAsListed) {
  const std::string path = FormatPath("nb/" + GetParam());
  auto model = LoadNaiveBufferFile(path);
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const std::string expected = MustRead(path.substr(0, path.size() - 3) + ".txt");
  EXPECT_EQ(NbListing("\n" + ListModel(*model)), NbListing(expected));
  EXPECT_NE(expected.find("opt_version: " + model->opt_version + "\n"), std::string::npos);
}

TEST_P(NbFixture, SurvivesEveryFormat) {
  const Model original = MustDecode(MustRead(FormatPath("nb/" + GetParam())), GetParam());
  const std::string listing = ListModel(original);
  for (const int meta_version : {2, 1}) {
    SCOPED_TRACE(testing::Message() << "meta version " << meta_version);
    const std::string bytes = MustEncode(original, meta_version);
    const Model read = MustDecode(bytes, "written");
    // Meta 0 files have no shapes; the writer outputs [] for unspecified shapes.
    const bool has_shapes = WithoutShapes(listing) != listing;
    if (has_shapes) {
      EXPECT_EQ(ListModel(read), listing);
    } else {
      EXPECT_EQ(WithoutShapes(ListModel(read)), listing);
    }
    EXPECT_EQ(MustEncode(read, meta_version), bytes);
  }
  if (HasNoV0Form(original)) return;
  const std::string bytes = MustEncode(original, 0);
  EXPECT_EQ(ListModel(MustDecode(bytes, "written")), WithoutShapes(listing));
}

// Through the protobuf form and back: the kernel attribute and all values are kept.
TEST_P(NbFixture, SurvivesProtobuf) {
  const Model original = MustDecode(MustRead(FormatPath("nb/" + GetParam())), GetParam());
  auto program = EncodePaddleProgram(original.program);
  auto params = EncodePaddleParams(original);
  ASSERT_TRUE(program.ok() && params.ok())
      << program.status().ToString() << params.status().ToString();
  PaddleModelSource source;
  source.from_memory = true;
  source.model_buffer = *program;
  source.param_buffer = *params;
  auto read = ReadPaddleModel(source);
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  // sub_block is a BLOCK there, an INT here; other kinds of variables have no tensor description
  // there.
  const auto plain = [](std::string text) {
    text = std::regex_replace(text, std::regex("    (BLOCK|INT) sub_block"), "    sub_block");
    text = std::regex_replace(
        text, std::regex("(\n  var [^ ]+ (?!LOD_TENSOR )[A-Z_]+) [a-z0-9]+ \\[[^\n\\]]*\\]"), "$1");
    text = std::regex_replace(text, std::regex("(\n  var [^ ]+ LOD_TENSOR) float32 \\[\\]"), "$1");
    // A parameter without a value: no dimensions mean one element there, so it is stored as empty.
    return std::regex_replace(text, std::regex("\\[0?\\] bytes=0 "), "[0] bytes=0 ");
  };
  EXPECT_EQ(plain(ListModel(*read)), plain(ListModel(original)));
}

std::string TestName(const testing::TestParamInfo<std::string>& info) {
  return std::regex_replace(info.param, std::regex("[^A-Za-z0-9]"), "_");
}

INSTANTIATE_TEST_SUITE_P(All, NbFixture, testing::ValuesIn(FormatFiles("nb", ".nb")), TestName);

TEST(NbDirectory, ReadsTheTwoFileForm) {
  auto pair = LoadNaiveBufferDir(FormatPath("nb/f18_convnet.x86.v20_directory"));
  ASSERT_TRUE(pair.ok()) << pair.status().ToString();
  auto single = LoadNaiveBufferFile(FormatPath("nb/f18_convnet.x86.meta0.2.13rc0.nb"));
  ASSERT_TRUE(single.ok()) << single.status().ToString();
  EXPECT_EQ(pair->program.blocks[0].ops.size(), single->program.blocks[0].ops.size());
  EXPECT_EQ(ListParams(pair->params), ListParams(single->params));

  const std::string topology = FormatPath("nb/f18_convnet.x86.v20_directory/__model__.nb");
  EXPECT_EQ(
      LoadNaiveBufferFile(topology).status().message(),
      topology +
          ": this is the topology of the two-file form (__model__.nb); load its folder instead");
}

class PaddleFixture : public testing::TestWithParam<std::string> {
 protected:
  std::string dir() const { return FormatPath(GetParam()); }
  Model MustLoad(bool normalize) {
    PaddleModelSource source;
    source.model_dir = dir();
    auto model = normalize ? LoadPaddleModel(source) : ReadPaddleModel(source);
    EXPECT_TRUE(model.ok()) << model.status().ToString();
    return model.ok() ? std::move(*model) : Model();
  }
};

TEST_P(PaddleFixture, ReadsAsListed) {
  EXPECT_EQ(ListModel(MustLoad(false)), MustRead(dir() + "/listing.txt"));
}

TEST_P(PaddleFixture, BytesAreStable) {
  const Model model = MustLoad(false);
  auto program = EncodePaddleProgram(model.program);
  auto params = EncodePaddleParams(model);
  ASSERT_TRUE(program.ok() && params.ok());
  PaddleModelSource source;
  source.from_memory = true;
  source.model_buffer = *program;
  source.param_buffer = *params;
  auto read = ReadPaddleModel(source);
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(*EncodePaddleProgram(read->program), *program);
  EXPECT_EQ(*EncodePaddleParams(*read), *params);
  EXPECT_EQ(ListParams(read->params), ListParams(model.params));
}

TEST_P(PaddleFixture, NormalizesAndConverts) {
  const Model model = MustLoad(true);
  for (const BlockDesc& block : model.program.blocks) {
    for (const OpDesc& op : block.ops) {
      for (const char* name :
           {"op_callstack", "op_role", "op_role_var", "op_namescope", "op_device"}) {
        EXPECT_FALSE(op.HasAttr(name)) << op.type << " keeps " << name;
      }
    }
    for (const VarDesc& var : block.vars) {
      const auto param = model.params.find(var.name);
      if (param == model.params.end()) continue;
      EXPECT_EQ(PrecisionOf(var.data_type), param->second.precision()) << var.name;
      EXPECT_EQ(var.shape, param->second.dims().Vectorize()) << var.name;
    }
  }
  NaiveBufferWriteOptions options;
  auto bytes = EncodeNaiveBuffer(model, options);
  if (GetParam() == "paddle/p26_attrs") {
    EXPECT_EQ(bytes.status().code(), StatusCode::kUnsupported);
    EXPECT_NE(bytes.status().message().find("VAR"), std::string::npos);
    return;
  }
  ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
  const Model read = MustDecode(*bytes, "written");
  EXPECT_EQ(ListParams(read.params), ListParams(model.params));
  EXPECT_EQ(read.program.version, model.program.version);
  ASSERT_EQ(read.program.blocks.size(), model.program.blocks.size());
  for (size_t b = 0; b < read.program.blocks.size(); ++b) {
    EXPECT_EQ(read.program.blocks[b].parent, model.program.blocks[b].parent);
    ASSERT_EQ(read.program.blocks[b].ops.size(), model.program.blocks[b].ops.size());
    for (size_t i = 0; i < read.program.blocks[b].ops.size(); ++i) {
      const OpDesc& a = model.program.blocks[b].ops[i];
      const OpDesc& c = read.program.blocks[b].ops[i];
      EXPECT_EQ(c.type, a.type);
      EXPECT_EQ(c.inputs, a.inputs);
      EXPECT_EQ(c.outputs, a.outputs);
      EXPECT_EQ(c.attrs.size(), a.attrs.size());
    }
  }
}

std::vector<std::string> PaddleModels() {
  std::vector<std::string> models;
  for (const char* folder : {"paddle", "nb/protobuf_out"}) {
    for (const auto& name : FormatFiles(folder, "")) {
      const std::string relative = std::string(folder) + "/" + name;
      if (DirectoryExists(FormatPath(relative))) models.push_back(relative);
    }
  }
  return models;
}
INSTANTIATE_TEST_SUITE_P(All, PaddleFixture, testing::ValuesIn(PaddleModels()), TestName);

TEST(PaddleProgram, AllAttributeTypes) {
  auto program = DecodePaddleProgram(MustRead(FormatPath("paddle/attrs_all_types.pdmodel")));
  ASSERT_TRUE(program.ok()) << program.status().ToString();
  EXPECT_EQ(ListProgram(*program), MustRead(FormatPath("paddle/attrs_all_types.txt")));
  auto bytes = EncodePaddleProgram(*program);
  ASSERT_TRUE(bytes.ok());
  auto read = DecodePaddleProgram(*bytes);
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(ListProgram(*read), ListProgram(*program));
}

TEST(Sha256, MatchesPublishedDigests) {
  EXPECT_EQ(Sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

}  // namespace
}  // namespace paddle::lite::model
