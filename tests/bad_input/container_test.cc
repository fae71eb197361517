// Invalid files: missing, damaged, truncated, of another format, or with wrong sizes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lite/model/file.h"
#include "tests/fuzz/bodies.h"
#include "tests/support/memory_limit.h"
#include "tests/support/raw_bytes.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {
namespace {

using testing::HasSubstr;

void Write(const std::string& path, std::string_view content) {
  const Status status = model::WriteFileAtomically(path, content);
  ASSERT_TRUE(status.ok()) << status.ToString();
}

std::string TinyNb(int meta) {
  return model::EncodeNaiveBuffer(TinyConvNet(), {meta, "test"}).value();
}
std::string TinyProgram() { return model::EncodePaddleProgram(TinyConvNet().program).value(); }
std::string TinyParams() { return model::EncodePaddleParams(TinyConvNet()).value(); }

// --- protobuf programs and combined parameters, in memory

struct BadPaddle {
  const char* name;
  std::function<std::string()> program;
  std::function<std::string()> params;
  std::vector<std::string> text;
};

// One parameter record with a damaged description.
std::string Record(uint32_t version, const std::string& description, const std::string& data) {
  return Raw<uint32_t>(0) + Raw<uint64_t>(0) + Raw<uint32_t>(version) +
         Raw<int32_t>(static_cast<int32_t>(description.size())) + description + data;
}

constexpr size_t kDescriptionSizeAt = 16;  // in the first record

// The records of TinyConvNet, with another first dimension in the first, conv_w of 4 x 3 x 3 x 3.
std::string WithFirstDimension(uint64_t value) {
  std::string description("\x08\x05\x10", 3);
  for (; value >= 0x80; value >>= 7) description += static_cast<char>((value & 0x7f) | 0x80);
  description += static_cast<char>(value);
  description += "\x10\x03\x10\x03\x10\x03";
  const std::string good = TinyParams();
  int32_t size = 0;
  std::memcpy(&size, good.data() + kDescriptionSizeAt, sizeof(size));
  return Record(0, description, good.substr(kDescriptionSizeAt + sizeof(size) + size));
}

const std::vector<BadPaddle>& PaddleCases() {
  static const auto* const cases = new std::vector<BadPaddle>{
      {"ProgramEmpty", [] { return std::string(); }, TinyParams, {"program"}},
      {"ProgramIsText",
       [] { return std::string("hello, this is not a program"); },
       TinyParams,
       {"program"}},
      {"ProgramIsJson",
       [] { return std::string("{\"base_code\": {\"magic\": \"pir\"}}"); },
       TinyParams,
       {"JSON"}},
      {"ProgramIsNb", [] { return TinyNb(2); }, TinyParams, {"program"}},
      {"ProgramTruncated",
       [] {
         const std::string good = TinyProgram();
         return good.substr(0, good.size() / 2);
       },
       TinyParams,
       {"program"}},
      {"ProgramLengthWraps",
       [] { return std::string("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11); },
       TinyParams,
       {"program"}},
      {"ParametersMissing", TinyProgram, [] { return std::string(); }, {"parameters", "8"}},
      {"ParametersTruncated",
       TinyProgram,
       [] {
         const std::string good = TinyParams();
         return good.substr(0, good.size() - 1);
       },
       {"parameter"}},
      {"ParametersTooLong", TinyProgram, [] { return TinyParams() + "extra"; }, {"parameter", "5"}},
      {"ParametersAreText", TinyProgram, [] { return std::string(2000, 'a'); }, {"tensor 0"}},
      {"TensorVersionUnknown",
       TinyProgram,
       [] { return Record(1, "\x08\x05\x10\x04", std::string(16, '\0')); },
       {"tensor 0", "version"}},
      {"DescriptionNegative",
       TinyProgram,
       [] { return Replaced(TinyParams(), kDescriptionSizeAt, Raw<int32_t>(-1)); },
       {"tensor 0"}},
      {"DescriptionHuge",
       TinyProgram,
       [] { return Replaced(TinyParams(), kDescriptionSizeAt, Raw<int32_t>(0x7fffffff)); },
       {"tensor 0"}},
      {"ElementTypeUnknown",
       TinyProgram,
       [] { return Record(0, "\x08\x63\x10\x04", std::string(16, '\0')); },
       {"tensor 0", "99"}},
      {"DimensionNegative",
       TinyProgram,
       [] {
         return Record(0, std::string("\x08\x05\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 13),
                       "");
       },
       {"tensor 0", "-1"}},
      {"DimensionsOverflow",
       TinyProgram,
       [] {
         const std::string huge("\x10\x80\x80\x80\x80\x80\x80\x80\x80\x40", 10);  // 2^62
         return Record(0, "\x08\x05" + huge + huge, "");
       },
       {"tensor 0"}},
      {"DimensionsHuge",
       TinyProgram,
       [] {
         return Record(0, std::string("\x08\x05\x10\x80\x80\x80\x80\x40", 8), "");
       },  // 2^34 floats
       {"tensor 0"}},
      {"DimensionThatWrapsIn32Bits",
       TinyProgram,
       [] { return WithFirstDimension(4 + (uint64_t{1} << 32)); },
       {"tensor 0"}},
      {"BytesThatWrapIn32Bits",
       TinyProgram,
       [] { return WithFirstDimension(4 + (uint64_t{1} << 30)); },
       {"tensor 0"}},
      {"LevelsThatWrapIn32Bits",
       TinyProgram,
       [] { return Replaced(TinyParams(), 4, Raw<uint64_t>(uint64_t{1} << 32)); },
       {"tensor 0"}},
      {"BytesOfALevelThatWrapIn32Bits",
       TinyProgram,
       [] {
         const uint64_t size = (uint64_t{1} << 32) + 2 * sizeof(uint64_t);
         return Raw<uint32_t>(0) + Raw<uint64_t>(1) + Raw(size) + Raw<uint64_t>(0) +
                Raw<uint64_t>(4) + TinyParams().substr(12);
       },
       {"tensor 0"}},
      {"LevelsHuge",
       TinyProgram,
       [] { return Replaced(TinyParams(), 4, Raw<uint64_t>(~uint64_t{0})); },
       {"tensor 0"}},
      {"ShapeDiffersFromTheProgram",
       TinyProgram,
       [] { return Record(0, "\x08\x05\x10\x04", std::string(16, '\0')) + TinyParams(); },
       {"conv_w"}},
  };
  return *cases;
}

void PrintTo(const BadPaddle& bad, std::ostream* out) { *out << bad.name; }

class BadPaddleTest : public testing::TestWithParam<BadPaddle> {};

TEST_P(BadPaddleTest, IsRefused) {
  const std::string program = GetParam().program();
  const std::string params = GetParam().params();
  const ScopedMemoryLimit limit(size_t{256} << 20);
  const Result<model::Model> model = LoadFromMemory(program, params);
  ASSERT_FALSE(model.ok());
  EXPECT_NE(model.status().code(), StatusCode::kInternal);
  for (const auto& text : GetParam().text) EXPECT_THAT(model.status().message(), HasSubstr(text));
}

INSTANTIATE_TEST_SUITE_P(BadInput, BadPaddleTest, testing::ValuesIn(PaddleCases()),
                         [](const auto& info) { return std::string(info.param.name); });

// The bytes that the cases above damage are where they say.
TEST(BadPaddle, UndamagedRecordsAreAccepted) {
  EXPECT_EQ(WithFirstDimension(4), TinyParams());
  const std::string with_level = Raw<uint32_t>(0) + Raw<uint64_t>(1) +
                                 Raw<uint64_t>(2 * sizeof(uint64_t)) + Raw<uint64_t>(0) +
                                 Raw<uint64_t>(4) + TinyParams().substr(12);
  for (const std::string& params : {TinyParams(), with_level}) {
    const Result<model::Model> model = LoadFromMemory(TinyProgram(), params);
    EXPECT_TRUE(model.ok()) << model.status().ToString();
  }
}

// --- paths

Status LoadDir(const std::string& dir) {
  model::PaddleModelSource source;
  source.model_dir = dir;
  return model::LoadPaddleModel(source).status();
}

Status LoadPair(const std::string& program, const std::string& params) {
  model::PaddleModelSource source;
  source.model_file = program;
  source.param_file = params;
  return model::LoadPaddleModel(source).status();
}

void ExpectNames(const Status& status, const std::vector<std::string>& texts) {
  ASSERT_FALSE(status.ok());
  for (const auto& text : texts) EXPECT_THAT(status.message(), HasSubstr(text));
}

TEST(BadPath, NbFileThatDoesNotExist) {
  ExpectNames(model::LoadNaiveBufferFile("/no/such/folder/model.nb").status(),
              {"/no/such/folder/model.nb", "No such file"});
}

TEST(BadPath, NbFileThatIsAFolder) {
  const TempDir dir;
  ExpectNames(model::LoadNaiveBufferFile(dir.str()).status(), {dir.str()});
}

TEST(BadPath, NbFileThatIsADevice) {
  ExpectNames(model::LoadNaiveBufferFile("/dev/zero").status(), {"/dev/zero"});
}

TEST(BadPath, NbFileThatIsAPipe) {
  const TempDir dir;
  ASSERT_EQ(mkfifo((dir / "pipe").c_str(), 0600), 0);
  ExpectNames(model::LoadNaiveBufferFile(dir / "pipe").status(), {"pipe"});
}

TEST(BadPath, ShellCharactersAreJustAName) {
  const TempDir dir;
  const std::string name = "a; touch b $(touch c) `touch d`.nb";
  ExpectNames(model::LoadNaiveBufferFile(dir / name).status(), {name});
  EXPECT_THAT(dir.Names(), testing::IsEmpty());
}

TEST(BadPath, ModelFolderThatDoesNotExist) {
  ExpectNames(LoadDir("/no/such/folder"), {"/no/such/folder"});
}

TEST(BadPath, ModelFolderWithoutAProgram) {
  const TempDir dir;
  Write(dir / "notes.txt", "nothing here");
  ExpectNames(LoadDir(dir.str()), {dir.str(), "__model__"});
}

TEST(BadPath, ProgramFileMissing) {
  const TempDir dir;
  Write(dir / "params", TinyParams());
  ExpectNames(LoadPair(dir / "model.pdmodel", dir / "params"), {"model.pdmodel", "No such file"});
}

TEST(BadPath, ParameterFileMissing) {
  const TempDir dir;
  Write(dir / "model", TinyProgram());
  ExpectNames(LoadPair(dir / "model", dir / "model.pdiparams"),
              {"model.pdiparams", "No such file"});
}

TEST(BadPath, OneOfTheSeparateParametersMissing) {
  const TempDir dir;
  Write(dir / "__model__", TinyProgram());
  Write(dir / "conv_w",
        Record(0, "\x08\x05\x10\x04\x10\x03\x10\x03\x10\x03", std::string(108 * 4, '\0')));
  ExpectNames(LoadDir(dir.str()), {"depthwise_w"});
}

TEST(BadPath, ParameterNamesStayInsideTheFolder) {
  const TempDir dir;
  std::filesystem::create_directory(dir / "model");
  const std::string bias = Record(0, "\x08\x05\x10\x05", std::string(20, '\0'));
  Write(dir / "secret", bias);
  for (const std::string& name :
       {std::string("../secret"), dir / "secret", std::string("x/../../secret")}) {
    model::Model model = TinyConvNet();
    model.params.clear();
    AddParam(&model, name, {5}, 1);
    model.program.blocks[0].ops[kAdd].inputs["Y"] = {name};
    Write(dir / "model/__model__", model::EncodePaddleProgram(model.program).value());
    for (const auto& [param, tensor] : TinyConvNet().params) {
      model::Model one;
      one.program.blocks.emplace_back();
      AddVar(&one, param, tensor.dims().Vectorize());
      Var(&one, param).persistable = true;
      one.params[param] = tensor;
      Write(dir / "model/" + param, model::EncodePaddleParams(one).value());
    }
    ExpectNames(LoadDir(dir / "model"), {name});
  }
}

// --- writing

TEST(BadOutput, FolderThatDoesNotExist) {
  ExpectNames(model::SaveNaiveBufferFile(TinyConvNet(), "/no/such/folder/out.nb", {}),
              {"/no/such/folder/out.nb"});
}

TEST(BadOutput, FullDiskLeavesNothingBehind) {
  ExpectNames(model::SaveNaiveBufferFile(TinyConvNet(), "/dev/full", {}), {"/dev/full"});
  struct stat info;
  ASSERT_EQ(stat("/dev/full", &info), 0);
  EXPECT_TRUE(S_ISCHR(info.st_mode)) << "the device was replaced by a file";
}

TEST(BadOutput, FolderInTheWay) {
  const TempDir dir;
  std::filesystem::create_directory(dir / "out.nb");
  ExpectNames(model::SaveNaiveBufferFile(TinyConvNet(), dir / "out.nb", {}), {"out.nb"});
  EXPECT_THAT(dir.Names(), testing::ElementsAre("out.nb"));
}

TEST(BadOutput, FileWhereAFolderIsWanted) {
  const TempDir dir;
  Write(dir / "out", "a file");
  ExpectNames(model::SavePaddleModel(TinyConvNet(), dir / "out"), {"out"});
  EXPECT_EQ(model::ReadFile(dir / "out").value(), "a file");
}

TEST(BadOutput, UnknownVersionOfTheFormat) {
  ExpectNames(model::EncodeNaiveBuffer(TinyConvNet(), {3, "test"}).status(), {"3"});
  ExpectNames(model::EncodeNaiveBuffer(TinyConvNet(), {-1, "test"}).status(), {"-1"});
}

}  // namespace
}  // namespace paddle::lite::test
