#include "lite/runtime/weight_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "lite/base/half.h"
#include "lite/base/strings.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/weight_only.h"
#include "lite/runtime/executable.h"
#include "tests/support/temp_dir.h"

namespace paddle::lite {
namespace {

using test::TempDir;
using ::testing::HasSubstr;

const KernelDef kPacker{};
const KernelDef kReader{};

// A file with two weights, `w` and `v`, and the store of its model.
class WeightStoreTest : public testing::Test {
 protected:
  static constexpr int kCount = 1500;  // large enough to stay in an opened file

  static Tensor Numbers(float first) {
    Tensor tensor;
    tensor.Resize(std::vector<int64_t>{kCount});
    EXPECT_TRUE(tensor.Allocate(PrecisionType::kFloat).ok());
    for (int i = 0; i < kCount; ++i) tensor.mutable_data<float>()[i] = first + i;
    return tensor;
  }
  void SetUp() override {
    path_ = dir_ / "model.nb";
    model::Model model;
    model.program.blocks.emplace_back();
    for (const auto& [name, first] : {std::pair("w", 1.0f), std::pair("v", 1000.0f)}) {
      model::VarDesc var;
      var.name = name;
      var.persistable = true;
      var.shape = {kCount};
      var.has_tensor_desc = true;
      model.program.blocks[0].vars.push_back(var);
      model.params[name] = Numbers(first);
    }
    ASSERT_TRUE(model::SaveNaiveBufferFile(model, path_, {GetMeta(), "test"}).ok());
    store_ = Load();
    ASSERT_NE(store_, nullptr);
    w_ = store_->Find("w");
    ASSERT_NE(w_, nullptr);
  }
  virtual int GetMeta() const { return 2; }
  std::shared_ptr<WeightStore> Load() { return StoreOf(model::LoadNaiveBufferFile(path_)); }
  std::shared_ptr<WeightStore> Open() { return StoreOf(model::OpenNaiveBufferFile(path_)); }
  static std::shared_ptr<WeightStore> StoreOf(Result<model::Model> model) {
    EXPECT_TRUE(model.ok()) << model.status().ToString();
    if (!model.ok()) return nullptr;
    return std::make_shared<WeightStore>(std::move(model->params), std::move(model->stored));
  }
  // A Prepare that takes the packed form `form`: all elements times `factor`.
  static Result<float> Pack(WeightStore* store, const Tensor* weight, const std::string& form,
                            float factor) {
    LITE_RETURN_IF_ERROR(store->BeginPrepare(&kPacker, weight));
    const auto packed = store->Get(*weight, form, kCount * sizeof(float), [&](void* to) {
      for (int i = 0; i < kCount; ++i)
        static_cast<float*>(to)[i] = factor * weight->data<float>()[i];
    });
    LITE_RETURN_IF_ERROR(store->EndPrepare(&kPacker, weight, packed.ok()));
    LITE_RETURN_IF_ERROR(packed.status());
    return static_cast<const float*>(*packed)[kCount - 1];
  }
  static Status ReadDirectly(WeightStore* store, const Tensor* weight) {
    LITE_RETURN_IF_ERROR(store->BeginPrepare(&kReader, weight));
    return store->EndPrepare(&kReader, weight, false);
  }

  TempDir dir_;
  std::string path_;
  std::shared_ptr<WeightStore> store_;
  const Tensor* w_ = nullptr;
};

TEST_F(WeightStoreTest, ReleasedElementsComeBackForAnotherFormAndForReaders) {
  const size_t one = kCount * sizeof(float);
  EXPECT_EQ(store_->total_bytes(), 2 * one);
  EXPECT_EQ(Pack(store_.get(), w_, "twice", 2).value(), 2 * kCount);
  EXPECT_EQ(store_->total_bytes(), 3 * one);
  store_->Release(w_);
  EXPECT_FALSE(w_->IsInitialized());
  EXPECT_EQ(store_->total_bytes(), 2 * one);
  // The same form needs no elements; another one reads them and forgets them.
  EXPECT_EQ(Pack(store_.get(), w_, "twice", 2).value(), 2 * kCount);
  EXPECT_EQ(Pack(store_.get(), w_, "thrice", 3).value(), 3 * kCount);
  EXPECT_FALSE(w_->IsInitialized());
  // A direct reader keeps them.
  ASSERT_TRUE(ReadDirectly(store_.get(), w_).ok());
  ASSERT_TRUE(w_->IsInitialized());
  EXPECT_EQ(w_->data<float>()[kCount - 1], kCount);
  store_->Release(w_);
  EXPECT_TRUE(w_->IsInitialized());
}

TEST_F(WeightStoreTest, CallersKeepWhatTheyLookAt) {
  ASSERT_TRUE(store_->Keep(w_).ok());
  store_->Release(w_);
  EXPECT_TRUE(w_->IsInitialized());
}

TEST_F(WeightStoreTest, NothingIsReleasedDuringAPrepareOrWithoutAFile) {
  ASSERT_TRUE(store_->BeginPrepare(&kPacker, w_).ok());
  store_->Release(w_);
  EXPECT_TRUE(w_->IsInitialized());
  ASSERT_TRUE(store_->EndPrepare(&kPacker, w_, true).ok());
  store_->Release(w_);
  EXPECT_FALSE(w_->IsInitialized());

  model::Params params;
  params["w"] = Numbers(1);
  WeightStore in_memory(std::move(params), {});
  in_memory.Release(in_memory.Find("w"));
  EXPECT_TRUE(in_memory.Find("w")->IsInitialized());
}

TEST_F(WeightStoreTest, TheFileMayDisappearOrBeReplaced) {
  store_->Release(w_);
  std::filesystem::remove(path_);
  EXPECT_EQ(Pack(store_.get(), w_, "twice", 2).value(), 2 * kCount);
  // On older Windows and in wine, a file that is open keeps its name.
  if (std::filesystem::exists(path_))
    GTEST_SKIP() << "the name is not free before the file is closed";
  std::ofstream(path_) << "something else";
  EXPECT_EQ(Pack(store_.get(), w_, "thrice", 3).value(), 3 * kCount);
}

TEST_F(WeightStoreTest, AFileWithOtherContentIsRefused) {
  store_->Release(w_);
  std::filesystem::last_write_time(
      path_, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
  const Status status = store_->Keep(w_);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.message(), HasSubstr("was modified"));
  std::filesystem::resize_file(path_, 30);
  EXPECT_FALSE(Pack(store_.get(), w_, "twice", 2).ok());
}

// The time of change is that of before, the content is not.
TEST_F(WeightStoreTest, OtherContentWithTheOldTimeIsRefused) {
  store_->Release(w_);
  const auto time = std::filesystem::last_write_time(path_);
  {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    const std::string content(std::filesystem::file_size(path_), 'x');
    file.write(content.data(), static_cast<std::streamsize>(content.size()));
  }
  std::filesystem::last_write_time(path_, time);
  const Status status = store_->Keep(w_);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.message(), HasSubstr("was modified"));
}

TEST_F(WeightStoreTest, ARenamedFileIsTheSame) {
  store_->Release(w_);
  std::filesystem::rename(path_, path_ + ".old");
  std::filesystem::permissions(path_ + ".old", std::filesystem::perms::owner_read);
  EXPECT_EQ(Pack(store_.get(), w_, "twice", 2).value(), 2 * kCount);
}

TEST_F(WeightStoreTest, APackThatFailsLeavesNothingBehind) {
  store_->Release(w_);
  ASSERT_TRUE(store_->BeginPrepare(&kPacker, w_).ok());
  const size_t bytes = kCount * sizeof(float);
  EXPECT_THROW((void)store_->Get(*w_, "twice", bytes, [](void*) { throw std::bad_alloc(); }),
               std::bad_alloc);
  store_->AbandonPrepare(w_);
  EXPECT_FALSE(w_->IsInitialized());
  EXPECT_EQ(store_->total_bytes(), bytes);  // those of `v`
  EXPECT_EQ(Pack(store_.get(), w_, "twice", 2).value(), 2 * kCount);
}

TEST_F(WeightStoreTest, CopiesAreApartAndTheRestIsShared) {
  ASSERT_TRUE(Pack(store_.get(), store_->Find("v"), "twice", 2).ok());
  store_->Release(w_);
  const auto copy = WeightStore::WithCopies(store_, {"w"});
  ASSERT_TRUE(copy.ok()) << copy.status().ToString();
  EXPECT_FALSE(w_->IsInitialized());
  const Tensor* own = (*copy)->Find("w");
  ASSERT_NE(own, w_);
  EXPECT_EQ(own->data<float>()[3], 4.0f);
  EXPECT_EQ((*copy)->Find("v"), store_->Find("v"));
  EXPECT_EQ((*copy)->Names(), store_->Names());
  // The form exists, so it is not packed again.
  EXPECT_EQ(Pack(copy->get(), store_->Find("v"), "twice", 0).value(), 2 * (999 + kCount));
  // A copy cannot be read again.
  (*copy)->Release(own);
  EXPECT_TRUE(own->IsInitialized());
  EXPECT_FALSE(WeightStore::WithCopies(store_, {"x"}).ok());
}

TEST_F(WeightStoreTest, ClonesOnSeveralThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([this, t] {
      for (int i = 0; i < 50; ++i) {
        // As in a clone that infers shapes and chooses kernels.
        EXPECT_EQ(w_->precision(), PrecisionType::kFloat);
        EXPECT_EQ(w_->numel(), kCount);
        EXPECT_EQ(Pack(store_.get(), w_, StrCat("form", (i + t) % 7), 1).value(), kCount);
        store_->Release(w_);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  ASSERT_TRUE(store_->Keep(w_).ok());
  EXPECT_EQ(w_->data<float>()[0], 1.0f);
}

// Every version of the format contains the positions of the elements.
class StoredWeights : public WeightStoreTest, public testing::WithParamInterface<int> {
 protected:
  int GetMeta() const override { return GetParam(); }
};
TEST_P(StoredWeights, AreReadFromTheirPlaces) {
  for (const char* name : {"w", "v"}) {
    const Tensor* weight = store_->Find(name);
    const float first = weight->data<float>()[0];
    store_->Release(weight);
    ASSERT_FALSE(weight->IsInitialized());
    ASSERT_TRUE(store_->Keep(weight).ok());
    for (int i = 0; i < kCount; ++i) EXPECT_EQ(weight->data<float>()[i], first + i);
  }
}
TEST_P(StoredWeights, StayInAnOpenedFileUntilTheyArePacked) {
  const size_t one = kCount * sizeof(float);
  for (const bool planning : {false, true}) {
    SCOPED_TRACE(planning);
    const auto store = Open();
    ASSERT_NE(store, nullptr);
    std::unique_ptr<WeightStore::Planning> scope;
    if (planning) scope = std::make_unique<WeightStore::Planning>(store.get(), 0);
    const Tensor* w = store->Find("w");
    const Tensor* v = store->Find("v");
    ASSERT_TRUE(w != nullptr && v != nullptr);
    EXPECT_EQ(w->dims(), DDim(std::vector<int64_t>{kCount}));
    EXPECT_EQ(store->total_bytes(), 0u);
    // Two at a time, of which one is packed.
    ASSERT_TRUE(store->BeginPrepare(&kReader, v).ok());
    EXPECT_EQ(Pack(store.get(), w, "twice", 2).value(), 2 * kCount);
    ASSERT_TRUE(store->EndPrepare(&kReader, v, true).ok());
    EXPECT_FALSE(w->IsInitialized());
    EXPECT_FALSE(v->IsInitialized());
    EXPECT_EQ(store->total_bytes(), one);
    EXPECT_EQ(Pack(store.get(), v, "twice", 2).value(), 2 * (999 + kCount));
    // Elements that are read directly are kept, whatever comes later.
    ASSERT_TRUE(ReadDirectly(store.get(), v).ok());
    EXPECT_EQ(Pack(store.get(), w, "thrice", 3).value(), 3 * kCount);
    scope.reset();
    ASSERT_TRUE(v->IsInitialized());
    for (int i = 0; i < kCount; ++i) ASSERT_EQ(v->data<float>()[i], 1000.0f + i);
    ASSERT_TRUE(store->Keep(w).ok());
    for (int i = 0; i < kCount; ++i) ASSERT_EQ(w->data<float>()[i], 1.0f + i);
    EXPECT_EQ(store->total_bytes(), 5 * one);
  }
}
TEST_P(StoredWeights, AnOpenedFileThatEndsEarlyIsRefused) {
  for (const auto size :
       {std::filesystem::file_size(path_) - 1, std::filesystem::file_size(path_) / 2}) {
    std::filesystem::resize_file(path_, size);
    EXPECT_FALSE(model::OpenNaiveBufferFile(path_).ok());
  }
}
INSTANTIATE_TEST_SUITE_P(MetaVersions, StoredWeights, testing::Values(0, 1, 2));

// Weights that become floats in memory: the only one of `store`, released, is read from its file
// wherever it is packed, in the shared buffer and in its own.
void ExpectPackedFromFile(int count, const std::function<float(int)>& value, const Tensor* w,
                          WeightStore* store) {
  EXPECT_EQ(w->precision(), PrecisionType::kFloat);
  store->Release(w);
  EXPECT_EQ(store->total_bytes(), 0u);
  const size_t bytes = static_cast<size_t>(count) * sizeof(float);
  for (const bool planning : {true, false}) {
    std::unique_ptr<WeightStore::Planning> scope;
    if (planning) scope = std::make_unique<WeightStore::Planning>(store, 0);
    const auto packed = store->Get(*w, planning ? "a" : "b", bytes, [w, bytes](void* to) {
      std::memcpy(to, w->data<float>(), bytes);
    });
    ASSERT_TRUE(packed.ok());
    for (int i = 0; i < count; ++i) {
      ASSERT_EQ(static_cast<const float*>(*packed)[i], value(i)) << i;
    }
    EXPECT_FALSE(w->IsInitialized());
  }
}

// Half of the bytes in the file, floats in memory.
TEST(BFloat16Weights, AreExpandedWhereverTheyAreRead) {
  constexpr int kCount = 5001;
  const TempDir dir;
  const std::string path = dir / "model.nb";
  const auto value = [](int i) { return static_cast<float>(i % 511 - 255) / 64; };
  model::Model model;
  model.program.blocks.emplace_back();
  model::VarDesc var;
  var.name = "w";
  var.persistable = true;
  var.shape = {kCount};
  var.has_tensor_desc = true;
  var.data_type = model::VarType::kBF16;
  model.program.blocks[0].vars.push_back(var);
  Tensor stored;
  stored.Resize(std::vector<int64_t>{kCount});
  ASSERT_TRUE(stored.Allocate(PrecisionType::kBF16).ok());
  for (int i = 0; i < kCount; ++i) stored.mutable_data<BFloat16>()[i] = BFloat16(value(i));
  model.params["w"] = std::move(stored);
  EXPECT_FALSE(model::SaveNaiveBufferFile(model, path, {0, "test"}).ok());  // its readers have none
  for (const int meta : {1, 2}) {
    SCOPED_TRACE(meta);
    ASSERT_TRUE(model::SaveNaiveBufferFile(model, path, {meta, "test"}).ok());
    EXPECT_LT(std::filesystem::file_size(path), kCount * sizeof(BFloat16) + 2000);
    for (const bool open : {false, true}) {
      auto loaded = open ? model::OpenNaiveBufferFile(path) : model::LoadNaiveBufferFile(path);
      ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
      WeightStore store(std::move(loaded->params), std::move(loaded->stored));
      const Tensor* w = store.Find("w");
      ASSERT_NE(w, nullptr);
      EXPECT_EQ(w->IsInitialized(), !open);
      ExpectPackedFromFile(kCount, value, w, &store);
      ASSERT_TRUE(store.Keep(w).ok());
      for (int i = 0; i < kCount; ++i) ASSERT_EQ(w->data<float>()[i], value(i)) << i;
    }
  }
}

// A quarter of the bytes in the file, floats in memory.
TEST(IntegerWeights, AreExpandedWhereverTheyAreRead) {
  constexpr int kChannels = 7, kInner = 901, kCount = kChannels * kInner;
  const TempDir dir;
  const std::string path = dir / "model.nb";
  const auto integer = [](int i) { return static_cast<int8_t>(i % 256 - 128); };
  std::vector<float> scales;
  for (int c = 0; c < kChannels; ++c) scales.push_back(1 + 0.5f * static_cast<float>(c));
  const auto value = [&](int i) { return scales[i / kInner] * integer(i); };
  model::Model model;
  model.program.blocks.emplace_back();
  model::VarDesc var;
  var.name = "w";
  var.persistable = true;
  var.shape = {kChannels, kInner, 1, 1};
  var.has_tensor_desc = true;
  var.data_type = model::VarType::kInt8;
  model.program.blocks[0].vars.push_back(var);
  model::OpDesc op;
  op.type = "conv2d";
  op.inputs = {{"Filter", {"w"}}};
  op.attrs = {{"quantize_weight_bits", int32_t{8}}, {"w_quant_scale", scales}};
  model.program.blocks[0].ops.push_back(op);
  Tensor stored;
  stored.Resize(var.shape);
  ASSERT_TRUE(stored.Allocate(PrecisionType::kInt8).ok());
  for (int i = 0; i < kCount; ++i) stored.mutable_data<int8_t>()[i] = integer(i);
  model.params["w"] = std::move(stored);
  for (const int meta : {0, 1, 2}) {
    ASSERT_TRUE(model::SaveNaiveBufferFile(model, path, {meta, "test"}).ok());
    for (const bool open : {false, true}) {
      SCOPED_TRACE(StrCat("meta ", meta, open ? ", opened" : ", loaded"));
      auto loaded = open ? model::OpenNaiveBufferFile(path) : model::LoadNaiveBufferFile(path);
      ASSERT_TRUE(loaded.ok()) << loaded.status().ToString();
      ASSERT_TRUE(model::DequantizeWeights(&*loaded).ok());
      WeightStore store(std::move(loaded->params), std::move(loaded->stored));
      const Tensor* w = store.Find("w");
      ASSERT_NE(w, nullptr);
      EXPECT_EQ(w->IsInitialized(), !open);
      ExpectPackedFromFile(kCount, value, w, &store);
      const auto copies =
          WeightStore::WithCopies(std::shared_ptr<WeightStore>(&store, [](WeightStore*) {}), {"w"});
      ASSERT_TRUE(copies.ok()) << copies.status().ToString();
      EXPECT_EQ((*copies)->Find("w")->data<float>()[kCount - 1], value(kCount - 1));
      ASSERT_TRUE(store.Keep(w).ok());
      for (int i = 0; i < kCount; ++i) ASSERT_EQ(w->data<float>()[i], value(i)) << i;
    }
  }
}

}  // namespace
}  // namespace paddle::lite
