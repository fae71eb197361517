// The tools on bad input: exit code 1, one message on stderr that names the problem, and no output,
// not even a partial one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class BadToolInput : public testing::Test {
 protected:
  // Two folders: the inputs of a tool, and its outputs.
  void SetUp() override {
    Put("good/model", model::EncodePaddleProgram(TinyConvNet().program).value());
    Put("good/params", model::EncodePaddleParams(TinyConvNet()).value());
  }
  void Put(const std::string& name, const std::string& content) {
    const std::string path = in_ / name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    ASSERT_TRUE(model::WriteFileAtomically(path, content).ok());
  }
  ProgramResult Opt(std::vector<std::string> flags) {
    flags.insert(flags.begin(), LITE_OPT_BINARY);
    return RunProgram(flags);
  }
  ProgramResult Convert(const std::string& model, const std::string& params, const std::string& out,
                        const std::string& targets = "x86") {
    return Opt({"--model_file=" + model, "--param_file=" + params, "--valid_targets=" + targets,
                "--optimize_out_type=naive_buffer", "--optimize_out=" + out});
  }
  void ExpectRefused(const ProgramResult& result, const std::vector<std::string>& texts) {
    EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
    for (const auto& text : texts) EXPECT_THAT(result.err, HasSubstr(text));
    EXPECT_THAT(out_.Names(), IsEmpty());
  }

  TempDir in_;
  TempDir out_;
};

TEST_F(BadToolInput, TheUndamagedModelConverts) {
  const ProgramResult result = Convert(in_ / "good/model", in_ / "good/params", out_ / "tiny");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(out_.Names(), testing::ElementsAre("tiny.nb"));
}

TEST_F(BadToolInput, ModelMissing) {
  ExpectRefused(Convert(in_ / "none/model", in_ / "good/params", out_ / "tiny"),
                {in_ / "none/model"});
}

TEST_F(BadToolInput, ParametersMissing) {
  ExpectRefused(Convert(in_ / "good/model", in_ / "none/params", out_ / "tiny"),
                {in_ / "none/params"});
}

TEST_F(BadToolInput, ModelIsText) {
  Put("text", "this is not a model");
  ExpectRefused(Convert(in_ / "text", in_ / "good/params", out_ / "tiny"), {in_ / "text"});
}

TEST_F(BadToolInput, ModelIsEmpty) {
  Put("empty", "");
  ExpectRefused(Convert(in_ / "empty", in_ / "good/params", out_ / "tiny"), {in_ / "empty"});
}

TEST_F(BadToolInput, ParametersTruncated) {
  const std::string params = model::EncodePaddleParams(TinyConvNet()).value();
  Put("short", params.substr(0, params.size() / 2));
  ExpectRefused(Convert(in_ / "good/model", in_ / "short", out_ / "tiny"), {in_ / "short"});
}

TEST_F(BadToolInput, UnknownOperatorsAreListedTogether) {
  model::Model model = TinyConvNet();
  model.program.blocks[0].ops[kRelu].type = "wobble";
  model.program.blocks[0].ops[kSoftmax].type = "wabble";
  Put("odd/model", model::EncodePaddleProgram(model.program).value());
  ExpectRefused(Convert(in_ / "odd/model", in_ / "good/params", out_ / "tiny"),
                {"wobble", "wabble"});
}

// The batch is open, but no batch would help.
TEST_F(BadToolInput, StrideZero) {
  model::Model model = TinyConvNet();
  model.program.blocks[0].ops[kConv].attrs["strides"] = std::vector<int32_t>{0, 0};
  Put("zero/model", model::EncodePaddleProgram(model.program).value());
  ExpectRefused(Convert(in_ / "zero/model", in_ / "good/params", out_ / "tiny"),
                {"conv2d (#1", "strides", "[0, 0]"});
}

TEST_F(BadToolInput, TargetUnknown) {
  ExpectRefused(Convert(in_ / "good/model", in_ / "good/params", out_ / "tiny", "abacus"),
                {"abacus"});
}

TEST_F(BadToolInput, FlagUnknown) { ExpectRefused(Opt({"--no_such_flag=1"}), {"no_such_flag"}); }

TEST_F(BadToolInput, OutputTypeUnknown) {
  ExpectRefused(Opt({"--model_file=" + (in_ / "good/model"),
                     "--param_file=" + (in_ / "good/params"), "--valid_targets=x86",
                     "--optimize_out_type=stone", "--optimize_out=" + (out_ / "tiny")}),
                {"stone"});
}

TEST_F(BadToolInput, OutputFolderMissing) {
  ExpectRefused(Convert(in_ / "good/model", in_ / "good/params", out_ / "no/such/folder/tiny"),
                {"no/such/folder"});
}

TEST_F(BadToolInput, OutputIsAFolder) {
  std::filesystem::create_directory(in_ / "tiny.nb");
  const ProgramResult result = Convert(in_ / "good/model", in_ / "good/params", in_ / "tiny");
  EXPECT_EQ(result.exit_code, 1) << result.out;
  EXPECT_THAT(result.err, HasSubstr("tiny.nb"));
  EXPECT_TRUE(std::filesystem::is_empty(in_ / "tiny.nb"));
}

TEST_F(BadToolInput, DiskFull) {
  std::filesystem::create_symlink("/dev/full", in_ / "full.nb");
  const ProgramResult result = Convert(in_ / "good/model", in_ / "good/params", in_ / "full");
  EXPECT_EQ(result.exit_code, 1) << result.out;
  EXPECT_THAT(result.err, HasSubstr("full.nb"));
  EXPECT_TRUE(std::filesystem::is_symlink(in_ / "full.nb"));
}

TEST_F(BadToolInput, ShellCharactersAreJustAName) {
  Put("a;touch b $(touch c) `touch d`/model",
      model::EncodePaddleProgram(TinyConvNet().program).value());
  const ProgramResult result = Convert(in_ / "a;touch b $(touch c) `touch d`/model",
                                       in_ / "good/params", out_ / "x; touch y");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(out_.Names(), testing::ElementsAre("x; touch y.nb"));
}

TEST_F(BadToolInput, BenchmarkOfAMissingModel) {
  const ProgramResult result =
      RunProgram({LITE_BENCHMARK_BINARY, "--optimized_model_path=" + (in_ / "none.nb"),
                  "--input_shape=1,3,8,8"});
  EXPECT_EQ(result.exit_code, 1) << result.out;
  EXPECT_THAT(result.err, HasSubstr("none.nb"));
}

TEST_F(BadToolInput, BenchmarkWithAShapeThatDoesNotFit) {
  Put("tiny.nb", model::EncodeNaiveBuffer(TinyConvNet(), {2, "test"}).value());
  for (const std::string shape :
       {"1,3,8", "1,x,8,8", "1,-3,8,8", "99999999999999999999", "1,3,8,8:1"}) {
    const ProgramResult result =
        RunProgram({LITE_BENCHMARK_BINARY, "--optimized_model_path=" + (in_ / "tiny.nb"),
                    "--input_shape=" + shape});
    EXPECT_EQ(result.exit_code, 1) << shape << "\n" << result.out;
    EXPECT_THAT(result.err, testing::Not(IsEmpty())) << shape;
  }
}

}  // namespace
}  // namespace paddle::lite::test
