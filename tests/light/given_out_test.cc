// Callers resize, retype and move the tensors that they got from a predictor, before and after its
// first run. The next run computes what it would have computed, or says which tensor is in the way;
// it never writes outside of memory that callers share.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <set>

#include "lite/api/predictor_base.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite_api {
namespace given_out_test {

using lite::test::AddParam;
using lite::test::AddVar;
using lite::test::MakeOp;
using ::testing::HasSubstr;

constexpr int kSide = 12;

// x -> conv2d(w) -> a -> relu -> b -> relu -> y, fetched; what follows from the shape of b: `size`,
// and `known`, fetched; what depends on the number in `end`: `counted`, and `tall`, fetched.
lite::model::Model Net() {
  lite::model::Model model;
  model.program.blocks.emplace_back();
  auto& ops = model.program.blocks[0].ops;
  AddVar(&model, "x", {-1, 3, kSide, kSide});
  AddVar(&model, "end", {1});
  AddParam(&model, "w", {8, 3, 3, 3}, 0.5f);
  AddParam(&model, "begin", {1}, 0);
  AddParam(&model, "step", {1}, 0, 1);
  AddVar(&model, "y", {-1, 8, kSide, kSide});
  const auto col = [](int index) {
    return std::map<std::string, lite::model::AttrValue>{{"col", int32_t{index}}};
  };
  ops.push_back(MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"x"}}}, col(0)));
  ops.push_back(MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"end"}}}, col(1)));
  ops.push_back(MakeOp("conv2d", {{"Input", {"x"}}, {"Filter", {"w"}}}, {{"Output", {"a"}}},
                       {{"strides", std::vector<int32_t>{1, 1}},
                        {"paddings", std::vector<int32_t>{1, 1}},
                        {"dilations", std::vector<int32_t>{1, 1}},
                        {"groups", int32_t{1}}}));
  ops.push_back(MakeOp("relu", {{"X", {"a"}}}, {{"Out", {"b"}}}));
  ops.push_back(MakeOp("relu", {{"X", {"b"}}}, {{"Out", {"y"}}}));
  ops.push_back(MakeOp("shape", {{"Input", {"b"}}}, {{"Out", {"size"}}}));
  ops.push_back(MakeOp("cast", {{"X", {"size"}}}, {{"Out", {"known"}}},
                       {{"in_dtype", int32_t{2}}, {"out_dtype", int32_t{5}}}));
  ops.push_back(MakeOp("range", {{"Start", {"begin"}}, {"End", {"end"}}, {"Step", {"step"}}},
                       {{"Out", {"counted"}}}));
  ops.push_back(MakeOp("relu", {{"X", {"counted"}}}, {{"Out", {"tall"}}}));
  int index = 0;
  for (const char* name : {"y", "known", "tall"}) {
    ops.push_back(MakeOp("fetch", {{"X", {name}}}, {{"Out", {"fetch"}}}, col(index++)));
  }
  return model;
}

using PredictorPtr = std::shared_ptr<PaddlePredictor>;

PredictorPtr MakePredictor() {
  auto executable = lite::Executable::Create(Net(), {});
  EXPECT_TRUE(executable.ok()) << executable.status().ToString();
  return std::make_shared<lite::PredictorBase>(std::move(*executable), LITE_POWER_NO_BIND, 1);
}

void FillInputs(PaddlePredictor* predictor) {
  auto x = predictor->GetInput(0);
  x->Resize({2, 3, kSide, kSide});
  float* data = x->mutable_data<float>();
  for (int i = 0; i < 2 * 3 * kSide * kSide; ++i) data[i] = static_cast<float>(i % 17) - 8;
  auto end = predictor->GetInput(1);
  end->Resize({1});
  *end->mutable_data<float>() = 40;
}

using Bytes = std::vector<char>;

size_t CountOf(const Tensor& tensor) {
  size_t count = 1;
  for (const int64_t d : tensor.shape()) count *= static_cast<size_t>(d);
  return count;
}

// The elements of a tensor, all of which have four bytes here.
Bytes BytesOf(const Tensor& tensor) {
  const char* data = tensor.precision() == PrecisionType::kInt32
                         ? reinterpret_cast<const char*>(tensor.data<int32_t>())
                         : reinterpret_cast<const char*>(tensor.data<float>());
  return data == nullptr ? Bytes() : Bytes(data, data + CountOf(tensor) * sizeof(float));
}

std::vector<Bytes> Outputs(PaddlePredictor* predictor) {
  std::vector<Bytes> outputs;
  for (int i = 0; i < 3; ++i) outputs.push_back(BytesOf(*predictor->GetOutput(i)));
  return outputs;
}

// What a caller does to a tensor whose elements take `bytes`; `shared` lives as long as the test.
struct Change {
  const char* name;
  std::function<Status(Tensor*, size_t bytes, Bytes* shared)> make;
};

Status Share(Tensor* tensor, Bytes* shared, size_t bytes) {
  *shared = Bytes(bytes, 99);  // exactly, so that a sanitizer sees an access beyond
  shared->shrink_to_fit();
  return tensor->TryShareExternalMemory(shared->data(), bytes, TargetType::kHost);
}

const Change kChanges[] = {
    {"Resize to one", [](Tensor* t, size_t, Bytes*) { return t->TryResize({1}); }},
    {"Resize to more",
     [](Tensor* t, size_t, Bytes*) {
       return t->TryResize({7, 3, 50, 50});
     }},
    {"Resize to nothing",
     [](Tensor* t, size_t, Bytes*) {
       return t->TryResize({0, 3, 12, 12});
     }},
    {"Resize to one and take memory",
     [](Tensor* t, size_t, Bytes*) {
       float* data = nullptr;
       const Status status = t->TryResize({1});
       return status.ok() ? t->TryMutableData(&data) : status;
     }},
    {"SetPrecision to int8",
     [](Tensor* t, size_t, Bytes*) { return t->TrySetPrecision(PrecisionType::kInt8); }},
    {"SetPrecision to int64",
     [](Tensor* t, size_t, Bytes*) { return t->TrySetPrecision(PrecisionType::kInt64); }},
    {"mutable_data of int64",
     [](Tensor* t, size_t, Bytes*) {
       int64_t* data = nullptr;
       return t->TryMutableData(&data);
     }},
    {"SetLoD",
     [](Tensor* t, size_t, Bytes*) {
       return t->TrySetLoD({{0, 1, 900}});
     }},
    {"Share one element",
     [](Tensor* t, size_t, Bytes* shared) {
       const Status status = t->TryResize({1});
       return status.ok() ? Share(t, shared, sizeof(float)) : status;
     }},
    {"Share as much", [](Tensor* t, size_t bytes, Bytes* s) { return Share(t, s, bytes); }},
    {"Share more", [](Tensor* t, size_t bytes, Bytes* s) { return Share(t, s, bytes + 5); }},
};

const char* const kTensors[] = {"x", "end", "w", "a", "b", "y", "size", "known", "counted", "tall"};

TEST(GivenOut, EveryChangeOfEveryTensorIsHonouredOrRefused) {
  const std::set<std::string> inputs = {"x", "end"};
  const PredictorPtr reference = MakePredictor();
  std::map<std::string, Bytes> values;
  FillInputs(reference.get());
  std::vector<float> apart(2 * 8 * kSide * kSide);  // else the relu would run in place
  reference->GetMutableTensor("a")->ShareExternalMemory(apart.data(), apart.size() * sizeof(float),
                                                        TargetType::kHost);
  for (const char* name : kTensors) reference->GetMutableTensor(name);
  reference->Run();
  const std::vector<Bytes> expected = Outputs(reference.get());
  for (const char* name : kTensors) values[name] = BytesOf(*reference->GetTensor(name));
  for (float& value : apart) value = std::max(value, 0.0f);
  EXPECT_EQ(std::memcmp(apart.data(), expected[0].data(), expected[0].size()), 0);

  for (const char* name : kTensors) {
    for (const Change& change : kChanges) {
      for (const bool after_run : {false, true}) {
        SCOPED_TRACE(lite::StrCat(change.name, " of '", name, after_run ? "' after" : "' before",
                                  " the first run"));
        Bytes shared;
        const PredictorPtr predictor = MakePredictor();
        FillInputs(predictor.get());
        if (after_run) predictor->Run();
        auto tensor = predictor->GetMutableTensor(name);
        ASSERT_NE(tensor, nullptr);
        const Status made = change.make(tensor.get(), values[name].size(), &shared);
        for (int run = 0; run < 2; ++run) {
          const Status status = predictor->TryRun();
          if (!status.ok()) {
            EXPECT_TRUE(made.ok());
            if (inputs.count(name) != 0) continue;  // other numbers, which an operator may refuse
            EXPECT_EQ(shared.size(), sizeof(float)) << "refused: " << status.ToString();
            EXPECT_THAT(status.message(), HasSubstr(lite::StrCat("'", name, "'")));
          } else if (inputs.count(name) == 0) {
            EXPECT_EQ(Outputs(predictor.get()), expected);
            if (made.ok() && shared.size() >= values[name].size()) {
              EXPECT_EQ(Bytes(shared.begin(), shared.begin() + values[name].size()), values[name]);
              EXPECT_EQ(Bytes(shared.begin() + values[name].size(), shared.end()),
                        Bytes(shared.size() - values[name].size(), 99));
            }
          }
        }
        // Without the caller's memory, types and shapes all is as it was.
        predictor->TryShrinkMemory();
        if (inputs.count(name) != 0) tensor->SetLoD({});
        FillInputs(predictor.get());
        const Status status = predictor->TryRun();
        ASSERT_TRUE(status.ok()) << status.ToString();
        EXPECT_EQ(Outputs(predictor.get()), expected);
      }
    }
  }
}

TEST(GivenOut, TooLittleMemoryOfAnOutputIsNamed) {
  const PredictorPtr predictor = MakePredictor();
  FillInputs(predictor.get());
  predictor->Run();
  auto output = predictor->GetMutableTensor("y");
  float one = 7;
  output->Resize({1});
  output->ShareExternalMemory(&one, sizeof(one), TargetType::kHost);
  const Status status = predictor->TryRun();
  EXPECT_EQ(status.code(), StatusCode::kFailedPrecondition);
  for (const char* part : {"'y'", "4 bytes", "9216", "[2, 8, 12, 12]"}) {
    EXPECT_THAT(status.message(), HasSubstr(part));
  }
  EXPECT_EQ(one, 7);
}

// Elements that follow from the shapes are written in each run once a caller can have changed them.
TEST(GivenOut, ChangedElementsAreWrittenAgain) {
  const PredictorPtr predictor = MakePredictor();
  FillInputs(predictor.get());
  predictor->Run();
  auto known = predictor->GetMutableTensor("known");
  auto size = predictor->GetMutableTensor("size");
  for (int run = 0; run < 2; ++run) {
    std::fill_n(known->mutable_data<float>(), 4, -1.0f);
    std::fill_n(size->mutable_data<int32_t>(), 4, -1);
    predictor->Run();
    EXPECT_THAT(std::vector<float>(known->data<float>(), known->data<float>() + 4),
                testing::ElementsAre(2, 8, kSide, kSide));
    EXPECT_EQ(size->data<int32_t>()[1], 8);
  }
}

// Two pieces of memory in turn, as for frames.
TEST(GivenOut, SharedOutputsInTurn) {
  const PredictorPtr predictor = MakePredictor();
  FillInputs(predictor.get());
  predictor->Run();
  auto output = predictor->GetMutableTensor("y");
  const Bytes expected = BytesOf(*output);
  Bytes frames[2];
  for (int run = 0; run < 6; ++run) {
    ASSERT_TRUE(Share(output.get(), &frames[run % 2], expected.size()).ok());
    predictor->Run();
    EXPECT_EQ(frames[run % 2], expected);
  }
}

}  // namespace given_out_test
}  // namespace paddle::lite_api
