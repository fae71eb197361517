// Models of other frameworks are recognised by what is in them, and the message says what to do.
#include "lite/model/foreign_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::model {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Foreign {
  const char* file;
  std::string content;
  const char* text;
};

std::vector<Foreign> Samples() {
  const std::string zeros(64, '\0');
  // A root table at 16 whose description, of one field, is at 8.
  std::string flatbuffer = std::string("\x10\0\0\0\0\0\0\0\x06\0\x08\0\x04\0\0\0\x08\0\0\0", 20);
  return {
      {"model.json", R"({"base_code": {"magic": "pir", "version": 1}})", "FLAGS_enable_pir_api=0"},
      {"data.json", R"({"a": 1})", "not a Paddle program"},
      {"net.onnx", std::string("\x08\x07\x12\x07pytorch", 11) + zeros, "an ONNX model"},
      {"bare.onnx", std::string("\x08\x03\x3a\x10", 4) + zeros, "an ONNX model"},
      {"net.tflite", std::string("\x1c\0\0\0TFL3", 8) + zeros, "a TensorFlow Lite model"},
      {"net.pt", std::string("PK\x03\x04", 4) + zeros + "archive/data.pkl", "a PyTorch model"},
      {"old.pt", std::string("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46", 8) + zeros, "a PyTorch model"},
      {"net.zip", std::string("PK\x03\x04", 4) + zeros + "notes.txt", "a zip archive"},
      {"net.h5", "\x89HDF\r\n" + zeros, "an HDF5 file"},
      {"net.param", "7767517\n10 12\nInput data 0 1 data\n", "an ncnn model"},
      {"net.param.bin", std::string("\xdd\x85\x76\x00", 4) + zeros, "an ncnn model"},
      {"saved_model.pb", std::string("\x08\x01\x12\xb0\x02\x0a\x40\x12\x05serve", 13) + zeros,
       "a TensorFlow model"},
      {"frozen.pb", std::string("\x0a\x1a\x0a\x05input\x12\x0bPlaceholder", 22) + zeros,
       "a TensorFlow model"},
      {"net.caffemodel", std::string("\x0a\x05lenet\xa2\x06\x20", 10) + zeros, "a Caffe model"},
      {"net.prototxt", "name: \"LeNet\"\nlayer {\n  name: \"data\"\n}\n", "a Caffe model"},
      {"net.mlmodel", std::string("\x08\x04\x12\x30\x0a\x10", 6) + zeros, "a Core ML model"},
      {"net.mnn", flatbuffer + zeros, "MNN"},
  };
}

TEST(ForeignFormat, IsNamedByEveryReader) {
  for (const Foreign& sample : Samples()) {
    EXPECT_THAT(DescribeForeignModel(sample.content), HasSubstr(sample.text)) << sample.file;
    const auto program = DecodePaddleProgram(sample.content);
    ASSERT_FALSE(program.ok()) << sample.file;
    EXPECT_THAT(program.status().message(), HasSubstr(sample.text)) << sample.file;
    const auto optimised = DecodeNaiveBuffer(sample.content, "memory");
    ASSERT_FALSE(optimised.ok()) << sample.file;
    EXPECT_THAT(optimised.status().message(), HasSubstr(sample.text)) << sample.file;
    // In a folder without a program.
    test::TempDir dir;
    ASSERT_TRUE(WriteFileAtomically(dir / sample.file, sample.content).ok());
    PaddleModelSource source;
    source.model_dir = dir / "";
    const auto folder = LoadPaddleModel(source);
    ASSERT_FALSE(folder.ok()) << sample.file;
    EXPECT_THAT(folder.status().message(), HasSubstr(sample.text)) << sample.file;
    EXPECT_THAT(folder.status().message(), HasSubstr(sample.file));
  }
}

TEST(ForeignFormat, OwnFilesAreNot) {
  const Model model = test::TinyConvNet();
  EXPECT_THAT(DescribeForeignModel(EncodePaddleProgram(model.program).value()), IsEmpty());
  EXPECT_THAT(DescribeForeignModel(EncodePaddleParams(model).value()), IsEmpty());
  for (const int meta : {0, 1, 2}) {
    NaiveBufferWriteOptions options;
    options.meta_version = meta;
    EXPECT_THAT(DescribeForeignModel(EncodeNaiveBuffer(model, options).value()), IsEmpty());
  }
  // Nothing is read past the end.
  for (const Foreign& sample : Samples()) {
    for (size_t size = 0; size < sample.content.size(); ++size) {
      DescribeForeignModel(std::string(sample.content, 0, size));
    }
  }
}

// A name that is not a kernel of the operator itself would make another kernel's code of it.
TEST(KernelNames, ThoseOfOtherOperatorsAreDropped) {
  Model model = test::TinyConvNet();
  std::vector<OpDesc>& ops = model.program.blocks[0].ops;
  ops[test::kRelu].attrs[kKernelTypeAttr] = std::string("multiclass_nms/def/1/1/1");
  ops[test::kConv].attrs[kKernelTypeAttr] = std::string("conv2d/def/1/1/1");
  ops[test::kPool].attrs[kKernelTypeAttr] = std::string("pool2d");
  ops[test::kSoftmax].attrs[kKernelTypeAttr] = int32_t{3};
  ASSERT_TRUE(NormalizeProgram(&model.program).ok());
  EXPECT_FALSE(ops[test::kRelu].HasAttr(kKernelTypeAttr));
  EXPECT_TRUE(ops[test::kConv].HasAttr(kKernelTypeAttr));
  EXPECT_FALSE(ops[test::kPool].HasAttr(kKernelTypeAttr));
  EXPECT_FALSE(ops[test::kSoftmax].HasAttr(kKernelTypeAttr));
}

}  // namespace
}  // namespace paddle::lite::model
