// The errors for invalid models, and the places where files are looked up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "lite/model/text/listing.h"
#include "tests/support/model_files.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite::model {
namespace {

namespace fs = std::filesystem;
using test::FormatPath;
using test::MustRead;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

class LoadingTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return temp_ / name; }
  void Copy(const std::string& from, const std::string& to) {
    fs::copy_file(FormatPath(from), Path(to));
  }
  Result<Model> LoadDir() {
    PaddleModelSource source;
    source.model_dir = dir_;
    return LoadPaddleModel(source);
  }
  static std::string DecodeError(const std::string& bytes) {
    return DecodePaddleProgram(bytes).status().message();
  }

  test::TempDir temp_;
  const std::string dir_ = temp_.str();
};

TEST_F(LoadingTest, FindsEveryPairOfNames) {
  const std::string expected = [] {
    PaddleModelSource source;
    source.model_dir = FormatPath("paddle/p26_convnet");
    return ListParams(LoadPaddleModel(source)->params);
  }();
  const std::pair<const char*, const char*> kNames[] = {
      {"__model__", "__params__"},
      {"model", "params"},
      {"__model__", "weights"},
      {"model.pdmodel", "model.pdiparams"},
      {"inference.pdmodel", "inference.pdiparams"},
      {"net.pdmodel", "net.pdiparams"}};
  for (const auto& [program, params] : kNames) {
    SCOPED_TRACE(program);
    Copy("paddle/p26_convnet/inference.pdmodel", program);
    Copy("paddle/p26_convnet/inference.pdiparams", params);
    auto model = LoadDir();
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    EXPECT_EQ(ListParams(model->params), expected);
    fs::remove(Path(program));
    fs::remove(Path(params));
  }
}

TEST_F(LoadingTest, SaysWhatIsMissing) {
  EXPECT_THAT(LoadDir().status().message(), HasSubstr("holds no program: looked for [__model__"));
  Copy("paddle/p26_convnet/inference.pdmodel", "a.pdmodel");
  EXPECT_THAT(LoadDir().status().message(), HasSubstr("holds no values of the"));
  PaddleModelSource source;
  source.model_file = Path("a.pdmodel");
  EXPECT_THAT(LoadPaddleModel(source).status().message(),
              HasSubstr("a parameter file is required"));
  source.model_file = Path("b.pdmodel");
  EXPECT_EQ(LoadPaddleModel(source).status().code(), StatusCode::kNotFound);
  source.model_dir = dir_;
  EXPECT_THAT(LoadPaddleModel(source).status().message(), HasSubstr("exactly one is required"));
}

// A folder that cannot be listed is not one without a program.
TEST_F(LoadingTest, SaysThatAFolderCannotBeListed) {
  Copy("paddle/p26_convnet/inference.pdmodel", "a.pdmodel");
  // Its entries can be used by name. Root may list every folder, another user not.
  fs::permissions(dir_, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec);
  const uid_t user = geteuid();
  const bool other = user != 0 || seteuid(65534) == 0;
  const Status status = LoadDir().status();
  ASSERT_EQ(seteuid(user), 0);
  fs::permissions(dir_, fs::perms::owner_all);
  if (!other) GTEST_SKIP() << "root of a system that has no other user";
  EXPECT_EQ(status.code(), StatusCode::kIoError);
  EXPECT_THAT(status.message(), HasSubstr("cannot list folder " + dir_ + ": Permission denied"));
}

TEST_F(LoadingTest, RefusesParametersOfAnotherModel) {
  PaddleModelSource source;
  source.model_file = FormatPath("paddle/p26_convnet/inference.pdmodel");
  source.param_file = FormatPath("paddle/p26_embed/inference.pdiparams");
  const Status status = LoadPaddleModel(source).status();
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_THAT(status.message(), HasSubstr("belong together"));
}

TEST_F(LoadingTest, SeparateParameterMustBeThere) {
  for (const auto& entry : fs::directory_iterator(FormatPath("paddle/f18_while_sep"))) {
    fs::copy(entry.path(), dir_);
  }
  ASSERT_TRUE(LoadDir().ok());
  fs::remove(Path("bfc"));
  EXPECT_THAT(LoadDir().status().message(), HasSubstr("parameter \"bfc\" has no file"));
}

TEST_F(LoadingTest, NamesWhatWasPassedByMistake) {
  EXPECT_THAT(DecodeError(""), HasSubstr("empty"));
  EXPECT_THAT(DecodeError(" {\"base_code\": 1}"), HasSubstr("JSON program as Paddle 3"));
  EXPECT_THAT(DecodeError("version https://git-lfs.github.com/spec/v1\n"), HasSubstr("Git LFS"));
  EXPECT_THAT(DecodeError("PK\x03\x04"), HasSubstr("zip archive"));
  EXPECT_THAT(DecodeError("<html>not found</html>"), HasSubstr("not a Paddle program"));
  EXPECT_THAT(DecodeError(MustRead(FormatPath("nb/f18_quant.x86.2.10.nb"))), HasSubstr(".nb"));

  const auto nb_error = [](const std::string& bytes) {
    return DecodeNaiveBuffer(bytes, "m.nb").status().message();
  };
  EXPECT_EQ(nb_error(""), "m.nb: the model is empty");
  EXPECT_THAT(nb_error(MustRead(FormatPath("paddle/p26_convnet/inference.pdmodel"))),
              HasSubstr("begins like a Paddle program"));
  EXPECT_THAT(nb_error("\nMy notes on models\n"), Not(HasSubstr("Paddle program")));
  EXPECT_THAT(nb_error("\n"), Not(HasSubstr("Paddle program")));
  EXPECT_THAT(nb_error(std::string("\x07\x00v2.20", 7)),
              AllOf(HasSubstr("meta version 7 is unknown"),
                    HasSubstr("Convert the model with the opt of this library")));
}

// Every truncated file is refused with an offset, and none is accepted as a complete model.
TEST_F(LoadingTest, TruncatedNbFilesAreRefused) {
  for (const char* name : {"f18_while.x86.2.13rc0.nb", "f18_while.x86.meta1.2.13rc0.nb",
                           "f18_while.x86.meta0.2.13rc0.nb"}) {
    SCOPED_TRACE(name);
    const std::string bytes = MustRead(FormatPath(std::string("nb/") + name));
    for (size_t size = 0; size < bytes.size(); size += 1 + size / 50) {
      const auto model = DecodeNaiveBuffer(std::string_view(bytes).substr(0, size), name);
      ASSERT_FALSE(model.ok()) << size << " of " << bytes.size() << " bytes";
      if (size > 26) {
        EXPECT_THAT(model.status().message(), HasSubstr("offset "));
      }
    }
  }
}

TEST_F(LoadingTest, FilesAreReplacedAtOnce) {
  const std::string path = Path("out");
  ASSERT_TRUE(WriteFileAtomically(path, "first").ok());
  ASSERT_TRUE(WriteFileAtomically(path, "second").ok());
  EXPECT_EQ(*ReadFile(path), "second");
  EXPECT_EQ(std::distance(fs::directory_iterator(dir_), fs::directory_iterator()), 1);
  EXPECT_EQ(WriteFileAtomically(Path("no/such/folder"), "x").code(), StatusCode::kNotFound);
  EXPECT_THAT(WriteFileAtomically(dir_, "x").message(), HasSubstr("it is a folder"));
  EXPECT_THAT(ReadFile(dir_).status().message(), HasSubstr("it is a folder"));
  EXPECT_THAT(ReadFile(Path("none")).status().message(), HasSubstr("No such file"));
  ASSERT_TRUE(MakeDirectories(Path("a/b//c")).ok());
  EXPECT_TRUE(DirectoryExists(Path("a/b/c")));
  EXPECT_FALSE(MakeDirectories(path + "/below").ok());
}

TEST_F(LoadingTest, ThreadsReplaceOneFile) {
  const std::string path = Path("out");
  const std::string texts[] = {std::string(5000, 'a'), std::string(9000, 'b')};
  std::atomic<int> failed{0};
  std::vector<std::thread> writers;
  for (const std::string& text : texts) {
    writers.emplace_back([&] {
      for (int i = 0; i < 100; ++i) failed += WriteFileAtomically(path, text).ok() ? 0 : 1;
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(failed, 0);
  EXPECT_THAT(*ReadFile(path), AnyOf(texts[0], texts[1]));
  EXPECT_EQ(std::distance(fs::directory_iterator(dir_), fs::directory_iterator()), 1);
}

TEST_F(LoadingTest, SavedModelsLoad) {
  PaddleModelSource source;
  source.model_dir = FormatPath("paddle/f18_while");
  auto model = LoadPaddleModel(source);
  ASSERT_TRUE(model.ok());
  ASSERT_TRUE(SavePaddleModel(*model, Path("saved/here")).ok());
  source.model_dir = Path("saved/here");
  auto read = LoadPaddleModel(source);
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(ListProgram(read->program), ListProgram(model->program));
  EXPECT_EQ(ListParams(read->params), ListParams(model->params));
}

TEST_F(LoadingTest, WriterRefusesWhatItCannotStore) {
  Model model;
  model.program.blocks.emplace_back();
  VarDesc weight;
  weight.name = "w";
  weight.persistable = true;
  model.program.blocks[0].vars.push_back(weight);
  EXPECT_THAT(EncodePaddleParams(model).status().message(), HasSubstr("has no value to save"));
  EXPECT_THAT(EncodeNaiveBuffer(model, {}).status().message(), HasSubstr("has no value"));
  NaiveBufferWriteOptions options;
  options.meta_version = 3;
  EXPECT_EQ(EncodeNaiveBuffer(model, options).status().code(), StatusCode::kInvalidArgument);
  Tensor half;
  half.Resize(DDim({2}));
  ASSERT_TRUE(half.Allocate(PrecisionType::kFP16).ok());
  std::fill_n(half.mutable_data<uint16_t>(), 2, uint16_t{0});
  model.params["w"] = half;
  options.meta_version = 0;
  EXPECT_THAT(EncodeNaiveBuffer(model, options).status().message(),
              HasSubstr("write meta version 2"));
  model.params["stray"] = half;
  EXPECT_THAT(EncodePaddleParams(model).status().message(), HasSubstr("\"stray\" cannot be saved"));
}

// Precision is kept if the file can store it; a plain float is stored if that is lossless.
TEST_F(LoadingTest, DoublesStayExactInMeta2) {
  Model model;
  model.program.blocks.emplace_back();
  OpDesc op;
  op.type = "set_value";
  op.attrs = {{"exact", 0.1},
              {"half", 0.5},
              {"values", std::vector<double>{0.1, 1e300}},
              {"block", BlockRef{-1}}};
  model.program.blocks[0].ops.push_back(op);
  auto bytes = EncodeNaiveBuffer(model, {});
  ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
  auto read = DecodeNaiveBuffer(*bytes, "written");
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  const auto& attrs = read->program.blocks[0].ops[0].attrs;
  EXPECT_EQ(attrs.at("exact"), AttrValue(0.1));
  EXPECT_EQ(attrs.at("half"), AttrValue(0.5f));
  EXPECT_EQ(attrs.at("values"), op.attrs.at("values"));
  EXPECT_EQ(attrs.at("block"), AttrValue(-1));
  NaiveBufferWriteOptions old;
  old.meta_version = 0;
  EXPECT_EQ(EncodeNaiveBuffer(model, old).status().code(), StatusCode::kUnsupported);
}

// Meta version 2 counts parameters in 16 bits: a model with more of them is written as version 1,
// unless version 2 is requested.
TEST_F(LoadingTest, MoreParametersThanMeta2Counts) {
  Model model;
  model.program.blocks.emplace_back();
  Tensor one;
  one.Resize(DDim({1}));
  ASSERT_TRUE(one.Allocate(PrecisionType::kFloat).ok());
  *one.mutable_data<float>() = 0.5f;
  const auto add = [&](size_t count) {
    for (size_t i = model.params.size(); i < count; ++i) {
      VarDesc var;
      var.name = StrCat("w", i);
      var.persistable = true;
      model.program.blocks[0].vars.push_back(var);
      model.params[var.name] = one;
    }
  };
  for (const auto& [count, meta] : {std::pair(65535, 2), std::pair(65536, 1)}) {
    add(static_cast<size_t>(count));
    const auto bytes = EncodeNaiveBuffer(model, {});
    ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
    EXPECT_EQ((*bytes)[0], meta);
    const auto read = DecodeNaiveBuffer(*bytes, "written");
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    EXPECT_EQ(read->params.size(), static_cast<size_t>(count));
    EXPECT_EQ(read->params.at("w65534").data<float>()[0], 0.5f);
  }
  const Status status = EncodeNaiveBuffer(model, {2, "test"}).status();
  EXPECT_THAT(status.message(), HasSubstr("65536 parameters; meta version 2 can hold 65535"));
}

}  // namespace
}  // namespace paddle::lite::model
