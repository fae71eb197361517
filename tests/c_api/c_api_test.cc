// The C interface as a C caller sees it: results, names of what is wrong, and handles that are
// null, destroyed or of another kind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "lite/api/paddle_c_api.h"
#include "tests/support/digits.h"

namespace paddle::lite::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kModel[] = LITE_TEST_DATA_DIR "/models/digits/fluid.host.nb";
constexpr int64_t kImages = 4;

#define EXPECT_OK(call) EXPECT_EQ(call, PDL_OK) << PDL_GetLastError()
#define EXPECT_FAILS(call, code, text) \
  EXPECT_EQ(call, code);               \
  EXPECT_THAT(PDL_GetLastError(), HasSubstr(text))

class CApi : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(PDL_ConfigCreate(&config_), PDL_OK);
    ASSERT_EQ(PDL_ConfigSetModelFile(config_, kModel), PDL_OK);
    ASSERT_EQ(PDL_PredictorCreate(config_, &predictor_), PDL_OK) << PDL_GetLastError();
    ASSERT_EQ(PDL_PredictorGetInput(predictor_, 0, &input_), PDL_OK);
    ASSERT_EQ(PDL_PredictorGetOutput(predictor_, 0, &output_), PDL_OK);
  }
  void TearDown() override {
    PDL_TensorDestroy(output_);
    PDL_TensorDestroy(input_);
    PDL_PredictorDestroy(predictor_);
    PDL_ConfigDestroy(config_);
  }

  // The scores of the first images.
  static std::vector<float> Classify(PDL_Predictor predictor) {
    const ZooArray images = DigitsInput(0, kImages);
    PDL_Tensor input = nullptr;
    PDL_Tensor output = nullptr;
    EXPECT_OK(PDL_PredictorGetInput(predictor, 0, &input));
    EXPECT_OK(PDL_PredictorGetOutput(predictor, 0, &output));
    EXPECT_OK(PDL_TensorResize(input, images.shape.data(), images.shape.size()));
    EXPECT_OK(PDL_TensorCopyFrom(input, PDL_FLOAT32, images.bytes.data(), images.bytes.size()));
    EXPECT_OK(PDL_PredictorRun(predictor));
    std::vector<float> scores(kImages * 10);
    EXPECT_OK(PDL_TensorCopyTo(output, PDL_FLOAT32, scores.data(), scores.size() * sizeof(float)));
    EXPECT_OK(PDL_TensorDestroy(input));
    EXPECT_OK(PDL_TensorDestroy(output));
    return scores;
  }

  static std::vector<float> Expected() {
    const std::string bytes = ReadDigitsFile("expected/fluid.f32");
    std::vector<float> scores(kImages * 10);
    std::memcpy(scores.data(), bytes.data(), scores.size() * sizeof(float));
    return scores;
  }

  PDL_Config config_ = nullptr;
  PDL_Predictor predictor_ = nullptr;
  PDL_Tensor input_ = nullptr;
  PDL_Tensor output_ = nullptr;
};

TEST_F(CApi, ComputesWhatPaddleDoes) {
  const std::vector<float> scores = Classify(predictor_);
  EXPECT_LE(Compare(scores, Expected()).rel_l2, 1e-4);
  int64_t dims[4] = {-7, -7, -7, -7};
  size_t rank = 0;
  EXPECT_OK(PDL_TensorGetShape(output_, dims, 1, &rank));
  EXPECT_EQ(rank, 2u);
  EXPECT_THAT(dims, ElementsAre(kImages, -7, -7, -7));
  EXPECT_OK(PDL_TensorGetShape(output_, dims, 4, &rank));
  EXPECT_THAT(dims, ElementsAre(kImages, 10, -7, -7));
  PDL_Type type = PDL_INT8;
  EXPECT_OK(PDL_TensorGetType(output_, &type));
  EXPECT_EQ(type, PDL_FLOAT32);
  const void* data = nullptr;
  size_t size = 0;
  EXPECT_OK(PDL_TensorGetData(output_, &data, &size));
  ASSERT_EQ(size, scores.size() * sizeof(float));
  EXPECT_EQ(std::memcmp(data, scores.data(), size), 0);
}

TEST_F(CApi, ModelsFromMemoryAndOtherWaysToGiveData) {
  const std::string bytes = ReadDigitsFile("fluid.host.nb");
  EXPECT_OK(PDL_ConfigSetModelBuffer(config_, bytes.data(), bytes.size()));
  EXPECT_OK(PDL_ConfigSetThreads(config_, 2));
  EXPECT_OK(PDL_ConfigSetPowerMode(config_, PDL_POWER_NO_BIND));
  PDL_Predictor other = nullptr;
  EXPECT_OK(PDL_PredictorCreate(config_, &other));
  const std::vector<float> scores = Classify(other);
  EXPECT_EQ(scores, Classify(predictor_));

  ZooArray images = DigitsInput(0, kImages);
  EXPECT_OK(PDL_TensorResize(input_, images.shape.data(), images.shape.size()));
  void* data = nullptr;
  size_t size = 0;
  EXPECT_OK(PDL_TensorGetMutableData(input_, PDL_FLOAT32, &data, &size));
  ASSERT_EQ(size, images.bytes.size());
  std::memset(data, 0, size);
  EXPECT_OK(PDL_TensorShareMemory(input_, PDL_FLOAT32, &images.bytes[0], images.bytes.size()));
  EXPECT_OK(PDL_PredictorRun(predictor_));
  std::vector<float> shared(scores.size());
  EXPECT_OK(PDL_TensorCopyTo(output_, PDL_FLOAT32, shared.data(), shared.size() * sizeof(float)));
  EXPECT_EQ(shared, scores);
  EXPECT_OK(PDL_PredictorShrinkMemory(predictor_));
  EXPECT_EQ(Classify(predictor_), scores);
  EXPECT_OK(PDL_PredictorDestroy(other));
}

TEST_F(CApi, NamesAndCounts) {
  EXPECT_EQ(PDL_GetAbiVersion(), PDL_ABI_VERSION);
  size_t count = 0;
  EXPECT_OK(PDL_PredictorGetInputCount(predictor_, &count));
  EXPECT_EQ(count, 1u);
  EXPECT_OK(PDL_PredictorGetOutputCount(predictor_, &count));
  EXPECT_EQ(count, 1u);
  const char* name = nullptr;
  EXPECT_OK(PDL_PredictorGetInputName(predictor_, 0, &name));
  PDL_Tensor tensor = nullptr;
  EXPECT_OK(PDL_PredictorGetInputByName(predictor_, name, &tensor));
  EXPECT_OK(PDL_TensorDestroy(tensor));
  EXPECT_OK(PDL_PredictorGetOutputName(predictor_, 0, &name));
  EXPECT_OK(PDL_PredictorGetOutputByName(predictor_, name, &tensor));
  EXPECT_OK(PDL_TensorDestroy(tensor));
  EXPECT_OK(PDL_PredictorGetTensor(predictor_, name, &tensor));
  EXPECT_OK(PDL_TensorDestroy(tensor));
  EXPECT_EQ(PDL_PredictorGetTensor(predictor_, "no such", &tensor), PDL_NOT_FOUND);
  EXPECT_FAILS(PDL_PredictorGetInputByName(predictor_, "no such", &tensor), PDL_NOT_FOUND,
               "no such");
  EXPECT_FAILS(PDL_PredictorGetInputName(predictor_, 1, &name), PDL_OUT_OF_RANGE, "index 1");
  EXPECT_EQ(PDL_PredictorGetOutput(predictor_, SIZE_MAX, &tensor), PDL_OUT_OF_RANGE);
}

TEST_F(CApi, LevelOfDetail) {
  const uint64_t outer[] = {0, 2};
  const uint64_t inner[] = {0, 1, 4};
  const uint64_t* const levels[] = {outer, inner};
  const size_t sizes[] = {2, 3};
  EXPECT_OK(PDL_TensorSetLod(input_, levels, sizes, 2));
  size_t count = 0;
  EXPECT_OK(PDL_TensorGetLodLevels(input_, &count));
  EXPECT_EQ(count, 2u);
  uint64_t offsets[3] = {};
  EXPECT_OK(PDL_TensorGetLod(input_, 1, offsets, 3, &count));
  EXPECT_EQ(count, 3u);
  EXPECT_THAT(offsets, ElementsAre(0, 1, 4));
  EXPECT_FAILS(PDL_TensorGetLod(input_, 2, offsets, 3, &count), PDL_OUT_OF_RANGE, "level 2");
  const uint64_t* const broken[] = {nullptr};
  EXPECT_FAILS(PDL_TensorSetLod(input_, broken, sizes, 1), PDL_INVALID_ARGUMENT, "levels[i]");
  EXPECT_OK(PDL_TensorSetLod(input_, nullptr, nullptr, 0));
}

TEST_F(CApi, LimitsLoops) {
  EXPECT_FAILS(PDL_ConfigSetMaxLoopIterations(config_, 0), PDL_INVALID_ARGUMENT, "at least 1");
  EXPECT_OK(PDL_ConfigSetModelFile(config_,
                                   LITE_TEST_DATA_DIR "/data/formats/nb/f18_while.x86.2.13rc0.nb"));
  for (const int64_t limit : {3, 2}) {
    EXPECT_OK(PDL_ConfigSetMaxLoopIterations(config_, limit));
    PDL_Predictor predictor = nullptr;
    PDL_Tensor x = nullptr;
    PDL_Tensor count = nullptr;
    ASSERT_EQ(PDL_PredictorCreate(config_, &predictor), PDL_OK) << PDL_GetLastError();
    EXPECT_OK(PDL_PredictorGetInput(predictor, 0, &x));
    EXPECT_OK(PDL_PredictorGetInput(predictor, 1, &count));
    const int64_t dims[] = {2, 3};
    const float values[6] = {};
    EXPECT_OK(PDL_TensorResize(x, dims, 2));
    EXPECT_OK(PDL_TensorCopyFrom(x, PDL_FLOAT32, values, sizeof(values)));
    const int64_t one[] = {1};
    const int64_t iterations = 3;
    EXPECT_OK(PDL_TensorResize(count, one, 1));
    EXPECT_OK(PDL_TensorCopyFrom(count, PDL_INT64, &iterations, sizeof(iterations)));
    if (limit == iterations) {
      EXPECT_OK(PDL_PredictorRun(predictor));
    } else {
      EXPECT_FAILS(PDL_PredictorRun(predictor), PDL_OUT_OF_RANGE, "has run 2 times");
    }
    EXPECT_OK(PDL_TensorDestroy(x));
    EXPECT_OK(PDL_TensorDestroy(count));
    EXPECT_OK(PDL_PredictorDestroy(predictor));
  }
}

TEST_F(CApi, WarmsUp) {
  const ZooArray images = DigitsInput(0, kImages);
  const int64_t dims[] = {kImages, 1, 28, 28};
  const auto warm_up = [&](size_t group, size_t input, PDL_Type type, const void* data,
                           size_t size) {
    return PDL_ConfigSetWarmupInput(config_, group, input, type, dims, 4, data, size);
  };
  EXPECT_OK(warm_up(0, 0, PDL_FLOAT32, nullptr, 0));
  EXPECT_OK(warm_up(1, 0, PDL_FLOAT32, images.bytes.data(), images.bytes.size()));
  PDL_Predictor warm = nullptr;
  ASSERT_EQ(PDL_PredictorCreate(config_, &warm), PDL_OK) << PDL_GetLastError();
  PDL_Tensor output = nullptr;
  EXPECT_OK(PDL_PredictorGetOutput(warm, 0, &output));
  std::vector<float> scores(kImages * 10);
  EXPECT_OK(PDL_TensorCopyTo(output, PDL_FLOAT32, scores.data(), scores.size() * sizeof(float)));
  EXPECT_EQ(scores, Classify(predictor_));
  EXPECT_OK(PDL_TensorDestroy(output));
  EXPECT_OK(PDL_PredictorDestroy(warm));

  EXPECT_FAILS(warm_up(1, 0, PDL_FLOAT32, images.bytes.data(), 4), PDL_INVALID_ARGUMENT, "4 bytes");
  EXPECT_FAILS(warm_up(1, 0, 99, nullptr, 0), PDL_UNSUPPORTED, "99");
  EXPECT_FAILS(warm_up(size_t{1} << 31, 0, PDL_FLOAT32, nullptr, 0), PDL_OUT_OF_RANGE, "group");
  EXPECT_FAILS(warm_up(0, size_t{1} << 31, PDL_FLOAT32, nullptr, 0), PDL_OUT_OF_RANGE, "input");
  EXPECT_OK(warm_up(1, 1, PDL_FLOAT32, nullptr, 0));
  EXPECT_FAILS(PDL_PredictorCreate(config_, &warm), PDL_OUT_OF_RANGE, "1 inputs");
}

TEST_F(CApi, ReportsWhatIsWrong) {
  PDL_Predictor none = nullptr;
  EXPECT_OK(PDL_ConfigSetModelFile(config_, "/no/such.nb"));
  EXPECT_FAILS(PDL_PredictorCreate(config_, &none), PDL_NOT_FOUND, "/no/such.nb");
  EXPECT_OK(PDL_ConfigSetModelBuffer(config_, "abc", 3));
  EXPECT_FAILS(PDL_PredictorCreate(config_, &none), PDL_INVALID_ARGUMENT, "the model buffer");
  const std::string whole = ReadDigitsFile("fluid.host.nb");
  EXPECT_OK(PDL_ConfigSetModelBuffer(config_, whole.data(), whole.size() / 2));
  EXPECT_FAILS(PDL_PredictorCreate(config_, &none), PDL_DATA_LOSS, "the model buffer");
  EXPECT_EQ(none, nullptr);
  EXPECT_FAILS(PDL_ConfigSetThreads(config_, 0), PDL_INVALID_ARGUMENT, "at least 1");
  EXPECT_FAILS(PDL_ConfigSetPowerMode(config_, 6), PDL_INVALID_ARGUMENT, "mode is 6");
  EXPECT_FAILS(PDL_SetLogLevel(4), PDL_INVALID_ARGUMENT, "level 4");

  EXPECT_FAILS(PDL_PredictorRun(predictor_), PDL_FAILED_PRECONDITION, "input 0");
  const int64_t dims[] = {1, 1, 28, 28};
  const int64_t negative[] = {1, -1, 28, 28};
  EXPECT_EQ(PDL_TensorResize(input_, negative, 4), PDL_INVALID_ARGUMENT);
  EXPECT_FAILS(PDL_TensorResize(input_, dims, 10), PDL_OUT_OF_RANGE, "rank is 10");
  EXPECT_FAILS(PDL_TensorResize(input_, nullptr, 4), PDL_INVALID_ARGUMENT, "'dims'");
  EXPECT_OK(PDL_TensorResize(input_, dims, 4));
  const std::vector<float> image(784);
  EXPECT_FAILS(PDL_TensorCopyFrom(input_, PDL_FLOAT32, image.data(), 783 * 4), PDL_INVALID_ARGUMENT,
               "has 3136");
  EXPECT_FAILS(PDL_TensorCopyFrom(input_, PDL_FLOAT32, nullptr, 3136), PDL_INVALID_ARGUMENT,
               "'data'");
  EXPECT_EQ(PDL_TensorCopyFrom(input_, 99, image.data(), 3136), PDL_UNSUPPORTED);
  EXPECT_FAILS(PDL_TensorResize(output_, dims, 4), PDL_INVALID_ARGUMENT, "read only");
  const void* data = nullptr;
  size_t size = 0;
  EXPECT_FAILS(PDL_TensorGetData(output_, &data, &size), PDL_FAILED_PRECONDITION, "[-1, 10]");
  EXPECT_FAILS(PDL_TensorGetShape(input_, nullptr, 4, nullptr), PDL_INVALID_ARGUMENT, "null");
  EXPECT_STREQ(PDL_CodeName(PDL_DATA_LOSS), "DATA_LOSS");
}

TEST_F(CApi, HandlesThatAreNotUsable) {
  EXPECT_FAILS(PDL_PredictorRun(nullptr), PDL_INVALID_ARGUMENT, "the predictor is null");
  EXPECT_FAILS(PDL_PredictorRun(reinterpret_cast<PDL_Predictor>(config_)), PDL_INVALID_ARGUMENT,
               "found that of a configuration");
  EXPECT_FAILS(PDL_ConfigCreate(nullptr), PDL_INVALID_ARGUMENT, "'config'");
  EXPECT_FAILS(PDL_PredictorCreate(config_, nullptr), PDL_INVALID_ARGUMENT, "'predictor'");
  EXPECT_FAILS(PDL_PredictorClone(predictor_, nullptr), PDL_INVALID_ARGUMENT, "'clone'");
  EXPECT_FAILS(PDL_PredictorGetInput(predictor_, 0, nullptr), PDL_INVALID_ARGUMENT, "'tensor'");

  PDL_Predictor clone = nullptr;
  EXPECT_OK(PDL_PredictorClone(predictor_, &clone));
  PDL_Tensor tensor = nullptr;
  EXPECT_OK(PDL_PredictorGetInput(clone, 0, &tensor));
  EXPECT_OK(PDL_PredictorDestroy(clone));
  EXPECT_FAILS(PDL_PredictorDestroy(clone), PDL_INVALID_ARGUMENT, "was destroyed");
  EXPECT_FAILS(PDL_PredictorRun(clone), PDL_INVALID_ARGUMENT, "was destroyed");
  size_t rank = 0;
  EXPECT_FAILS(PDL_TensorGetShape(tensor, nullptr, 0, &rank), PDL_FAILED_PRECONDITION,
               "after its predictor was destroyed");
  EXPECT_OK(PDL_TensorDestroy(tensor));
  EXPECT_FAILS(PDL_TensorDestroy(tensor), PDL_INVALID_ARGUMENT, "was destroyed");
}

TEST_F(CApi, ClonesRunAtTheSameTime) {
  const std::vector<float> expected = Classify(predictor_);
  std::atomic<int> equal{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    PDL_Predictor clone = nullptr;
    ASSERT_EQ(PDL_PredictorClone(predictor_, &clone), PDL_OK);
    threads.emplace_back([clone, &expected, &equal] {
      equal += Classify(clone) == expected;
      // The text of an error belongs to the thread.
      EXPECT_STREQ(PDL_GetLastError(), "");
      EXPECT_OK(PDL_PredictorDestroy(clone));
    });
  }
  EXPECT_EQ(PDL_PredictorRun(nullptr), PDL_INVALID_ARGUMENT);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(equal, 3);
}

TEST_F(CApi, MessagesGoToTheCallback) {
  std::string messages;
  const auto append = [](PDL_LogLevel, const char* text, void* to) {
    static_cast<std::string*>(to)->append(text);
  };
  EXPECT_OK(PDL_SetLogCallback(append, &messages));
  EXPECT_OK(PDL_SetLogLevel(PDL_LOG_INFO));
  PDL_Tensor tensor = nullptr;
  const uint8_t byte = 0;
  EXPECT_OK(PDL_PredictorGetInput(predictor_, 0, &tensor));
  const int64_t empty[] = {0};
  EXPECT_OK(PDL_TensorResize(tensor, empty, 1));
  EXPECT_OK(PDL_TensorCopyFrom(tensor, PDL_UINT8, &byte, 0));
  EXPECT_OK(PDL_ConfigSetModelFile(config_, kModel));
  PDL_Predictor other = nullptr;
  EXPECT_OK(PDL_PredictorCreate(config_, &other));
  EXPECT_THAT(messages, HasSubstr("version of opt"));
  EXPECT_THAT(messages, HasSubstr("convert the model with the opt of this library"));
  EXPECT_OK(PDL_SetLogCallback(nullptr, nullptr));
  EXPECT_OK(PDL_SetLogLevel(PDL_LOG_DEFAULT));
  EXPECT_OK(PDL_PredictorDestroy(other));
  EXPECT_OK(PDL_TensorDestroy(tensor));
}

// The code of a call with zeros: null handles, null pointers and numbers that are 0.
template <typename... Arguments>
PDL_Code CallWithZeros(PDL_Code (*function)(Arguments...)) {
  return function(Arguments{}...);
}

TEST_F(CApi, NullEverywhere) {
  const auto refuses = [](const char* name, auto function) {
    EXPECT_EQ(CallWithZeros(function), PDL_INVALID_ARGUMENT) << name;
    EXPECT_THAT(PDL_GetLastError(), HasSubstr("null")) << name;
  };
  int count = 0;
#define REFUSES(name) refuses(#name, &name), ++count
  REFUSES(PDL_ConfigCreate);
  REFUSES(PDL_ConfigDestroy);
  REFUSES(PDL_ConfigSetModelFile);
  REFUSES(PDL_ConfigSetModelBuffer);
  REFUSES(PDL_ConfigSetThreads);
  REFUSES(PDL_ConfigSetPowerMode);
  REFUSES(PDL_ConfigSetMaxLoopIterations);
  REFUSES(PDL_ConfigSetWarmupInput);
  REFUSES(PDL_PredictorCreate);
  REFUSES(PDL_PredictorClone);
  REFUSES(PDL_PredictorDestroy);
  REFUSES(PDL_PredictorRun);
  REFUSES(PDL_PredictorShrinkMemory);
  REFUSES(PDL_PredictorGetInputCount);
  REFUSES(PDL_PredictorGetOutputCount);
  REFUSES(PDL_PredictorGetInputName);
  REFUSES(PDL_PredictorGetOutputName);
  REFUSES(PDL_PredictorGetInput);
  REFUSES(PDL_PredictorGetOutput);
  REFUSES(PDL_PredictorGetInputByName);
  REFUSES(PDL_PredictorGetOutputByName);
  REFUSES(PDL_PredictorGetTensor);
  REFUSES(PDL_TensorDestroy);
  REFUSES(PDL_TensorResize);
  REFUSES(PDL_TensorGetShape);
  REFUSES(PDL_TensorGetType);
  REFUSES(PDL_TensorCopyFrom);
  REFUSES(PDL_TensorCopyTo);
  REFUSES(PDL_TensorGetData);
  REFUSES(PDL_TensorGetMutableData);
  REFUSES(PDL_TensorShareMemory);
  REFUSES(PDL_TensorSetLod);
  REFUSES(PDL_TensorGetLodLevels);
  REFUSES(PDL_TensorGetLod);
#undef REFUSES
  // Every function of the header with a handle, or with a place for one.
  std::ifstream file(std::string(LITE_TEST_DATA_DIR) + "/../lite/api/paddle_c_api.h");
  const std::string header{std::istreambuf_iterator<char>(file), {}};
  const std::regex function("PDL_Code PDL_(Config|Predictor|Tensor)[A-Za-z]+[(]");
  EXPECT_EQ(count, std::distance(std::sregex_iterator(header.begin(), header.end(), function),
                                 std::sregex_iterator()));

  // Handles that are right, with everything else null.
  size_t size = 0;
  const void* data = nullptr;
  void* memory = nullptr;
  EXPECT_FAILS(PDL_ConfigSetModelFile(config_, nullptr), PDL_INVALID_ARGUMENT, "null");
  EXPECT_FAILS(PDL_ConfigSetModelBuffer(config_, nullptr, 0), PDL_INVALID_ARGUMENT, "null");
  EXPECT_FAILS(PDL_PredictorGetInputCount(predictor_, nullptr), PDL_INVALID_ARGUMENT, "null");
  EXPECT_FAILS(PDL_PredictorGetOutputCount(predictor_, nullptr), PDL_INVALID_ARGUMENT, "null");
  EXPECT_FAILS(PDL_PredictorGetInputName(predictor_, 0, nullptr), PDL_INVALID_ARGUMENT, "null");
  EXPECT_FAILS(PDL_PredictorGetOutputName(predictor_, 0, nullptr), PDL_INVALID_ARGUMENT, "null");
  PDL_Tensor tensor = nullptr;
  const int64_t dims[] = {1, 1, 28, 28};
  EXPECT_OK(PDL_TensorResize(input_, dims, 4));
  EXPECT_FAILS(PDL_PredictorGetInputByName(predictor_, nullptr, &tensor), PDL_INVALID_ARGUMENT,
               "null");
  EXPECT_FAILS(PDL_PredictorGetTensor(predictor_, nullptr, &tensor), PDL_INVALID_ARGUMENT, "null");
  EXPECT_FAILS(PDL_TensorGetType(input_, nullptr), PDL_INVALID_ARGUMENT, "null");
  EXPECT_FAILS(PDL_TensorCopyTo(input_, PDL_FLOAT32, nullptr, 3136), PDL_INVALID_ARGUMENT, "null");
  EXPECT_FAILS(PDL_TensorGetData(input_, nullptr, &size), PDL_INVALID_ARGUMENT, "null");
  EXPECT_FAILS(PDL_TensorGetData(input_, &data, nullptr), PDL_INVALID_ARGUMENT, "null");
  EXPECT_FAILS(PDL_TensorGetMutableData(input_, PDL_FLOAT32, nullptr, &size), PDL_INVALID_ARGUMENT,
               "null");
  EXPECT_FAILS(PDL_TensorGetMutableData(input_, PDL_FLOAT32, &memory, nullptr),
               PDL_INVALID_ARGUMENT, "null");
  EXPECT_FAILS(PDL_TensorShareMemory(input_, PDL_FLOAT32, nullptr, 3136), PDL_INVALID_ARGUMENT,
               "null");
  EXPECT_FAILS(PDL_TensorSetLod(input_, nullptr, nullptr, 1), PDL_INVALID_ARGUMENT, "null");
  EXPECT_FAILS(PDL_TensorGetLodLevels(input_, nullptr), PDL_INVALID_ARGUMENT, "null");
}

TEST_F(CApi, CallbacksThatThrow) {
  const auto throws = [](PDL_LogLevel, const char*, void*) { throw 5; };
  EXPECT_OK(PDL_SetLogLevel(PDL_LOG_INFO));
  EXPECT_OK(PDL_SetLogCallback(throws, nullptr));
  EXPECT_OK(PDL_ConfigSetModelFile(config_, kModel));
  PDL_Predictor other = nullptr;
  EXPECT_OK(PDL_PredictorCreate(config_, &other));  // warns about the version, and is printed
  EXPECT_OK(PDL_SetLogCallback(nullptr, nullptr));
  EXPECT_OK(PDL_SetLogLevel(PDL_LOG_DEFAULT));
  EXPECT_OK(PDL_PredictorDestroy(other));
}

}  // namespace
}  // namespace paddle::lite::test
