// Caches of compiled programs: what is restored, and what is refused and built again.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>

#include "lite/backends/nnadapter/core/archive.h"
#include "nnadapter/utility/modeling.h"
#include "tests/nnadapter/drivers/checking_device.h"
#include "tests/nnadapter/net.h"

namespace nnadapter_test {
namespace {

using Bytes = std::vector<uint8_t>;
using nnadapter::checking_device::Counters;

const std::vector<float> kCacheX = {-2.0f, 3.0f};

Bytes ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(file), {});
}

void WriteAll(const std::string& path, const Bytes& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

class Cache : public testing::Test {
 protected:
  Cache() : dir_(testing::TempDir()), path_(dir_ + "/net.nnc") {
    std::remove(path_.c_str());
    BuildBranches(&net_, {2});
  }
  ~Cache() override { std::remove(path_.c_str()); }

  // Writes the cache of the net, and returns its bytes.
  Bytes Written(const Devices& devices) {
    Compiled compiled(&net_, devices, "net", dir_);
    EXPECT_TRUE(Works(&compiled));
    return ReadAll(path_);
  }
  static bool Works(Compiled* compiled) {
    HostTensor x({2}, kCacheX), y, relu;
    return compiled->Run({&x}, {&y, &relu}) == NNADAPTER_NO_ERROR &&
           y.Floats() == BranchesOf(kCacheX);
  }
  // The code with which a compilation from these bytes finishes.
  static int Restore(const Devices& devices, const Bytes& bytes) {
    return Compiled(nullptr, devices, "", "", bytes).finish_code();
  }

  Net net_;
  std::string dir_, path_;
};

TEST_F(Cache, RestoresFromFileAndBuffer) {
  Devices devices({"fake_device", "fake_device_2"},
                  "FAKE_DEVICE_UNSUPPORTED_OPS=SQUARE;FAKE_DEVICE_2_UNSUPPORTED_OPS=RELU,ABS,ADD");
  {
    Compiled compiled(&net_, devices, "net", dir_);
    EXPECT_TRUE(ReadAll(path_).empty());  // written after the first execution
  }
  const Bytes bytes = Written(devices);
  ASSERT_FALSE(bytes.empty());
  Compiled from_file(nullptr, devices, "net", dir_), from_buffer(nullptr, devices, "", "", bytes);
  EXPECT_TRUE(Works(&from_file));
  EXPECT_TRUE(Works(&from_buffer));
  uint32_t inputs = 0, outputs = 0;
  NNAdapterOperandType *input = nullptr, *output[2] = {};
  ASSERT_EQ(NNAdapterCompilation_queryInputsAndOutputs(from_file.compilation(), &inputs, &input,
                                                       &outputs, output),
            NNADAPTER_NO_ERROR);
  EXPECT_EQ(inputs, 1u);
  EXPECT_EQ(outputs, 2u);
  EXPECT_EQ(input->dimensions.data[0], 2);
}

Counters* cache_counters = nullptr;
int TakeCacheCounters(int, void* user_data) {
  cache_counters = static_cast<Counters*>(user_data);
  return 0;
}

TEST_F(Cache, IsUsedBeforeTheModel) {
  Net net;
  NNAdapterOperand* x = net.Tensor({2});
  ASSERT_EQ(net.Finish({x}, {net.Add(NNADAPTER_RELU, {x})}), NNADAPTER_NO_ERROR);
  Devices devices({"checking_device"}, "", TakeCacheCounters);
  const int built = cache_counters->built, restored = cache_counters->restored;
  HostTensor input({2}, kCacheX), output;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Compiled(&net, devices, "net", dir_).Run({&input}, {&output}), NNADAPTER_NO_ERROR);
  }
  EXPECT_EQ(cache_counters->built, built + 1);
  EXPECT_EQ(cache_counters->restored, restored + 2);
  // Of another model, other properties or a damaged file: built again, and written again.
  Devices others({"checking_device"}, "A=1");
  EXPECT_EQ(Compiled(&net, others, "net", dir_).Run({&input}, {&output}), NNADAPTER_NO_ERROR);
  EXPECT_EQ(cache_counters->built, built + 2);
  Net larger;
  x = larger.Tensor({3});
  ASSERT_EQ(larger.Finish({x}, {larger.Add(NNADAPTER_RELU, {x})}), NNADAPTER_NO_ERROR);
  EXPECT_EQ(Compiled(&larger, others, "net", dir_).finish_code(), NNADAPTER_NO_ERROR);
  EXPECT_EQ(cache_counters->built, built + 3);
  WriteAll(path_, {1, 2, 3});
  EXPECT_EQ(Compiled(&net, devices, "net", dir_).Run({&input}, {&output}), NNADAPTER_NO_ERROR);
  EXPECT_EQ(cache_counters->built, built + 4);
  EXPECT_EQ(Compiled(&net, devices, "net", dir_).finish_code(), NNADAPTER_NO_ERROR);
  EXPECT_EQ(cache_counters->restored, restored + 3);
  EXPECT_EQ(cache_counters->violations, 0);
  EXPECT_EQ(cache_counters->programs, 0);
}

TEST_F(Cache, TruncatedAtEveryByte) {
  Devices devices({"builtin_device"});
  const Bytes bytes = Written(devices);
  for (size_t size = 1; size < bytes.size(); ++size) {
    ASSERT_EQ(Restore(devices, Bytes(bytes.begin(), bytes.begin() + size)),
              NNADAPTER_INVALID_PARAMETER)
        << size;
  }
  std::cout << "| cut | " << bytes.size() - 1 << " |\n";
  Bytes longer = bytes;
  longer.push_back(0);
  EXPECT_EQ(Restore(devices, longer), NNADAPTER_INVALID_PARAMETER);
  EXPECT_EQ(Restore(devices, bytes), NNADAPTER_NO_ERROR);
}

TEST_F(Cache, FlippedBits) {
  Devices devices({"builtin_device"});
  const Bytes bytes = Written(devices);
  for (size_t i = 0; i < bytes.size(); ++i) {
    Bytes flipped = bytes;
    flipped[i] ^= static_cast<uint8_t>(1u << (i % 8));
    ASSERT_EQ(Restore(devices, flipped), NNADAPTER_INVALID_PARAMETER) << i;
  }
  std::cout << "| one bit | " << bytes.size() << " |\n";
}

// With a check sum that matches: each entry of the archive missing, empty, cut and changed.
TEST_F(Cache, MalformedEntries) {
  Devices devices({"fake_device", "fake_device_2"},
                  "FAKE_DEVICE_UNSUPPORTED_OPS=SQUARE;FAKE_DEVICE_2_UNSUPPORTED_OPS=RELU,ABS,ADD");
  const Bytes bytes = Written(devices);
  nnadapter::Archive archive;
  ASSERT_TRUE(nnadapter::ReadArchive(bytes.data(), bytes.size(), &archive).ok());
  EXPECT_EQ(archive.count("hal_version"), 1u);
  const auto restore = [&](const nnadapter::Archive& changed) {
    return Restore(devices, nnadapter::WriteArchive(changed));
  };
  int refused = 0, ran = 0, failed = 0;
  for (const auto& [key, value] : archive) {
    nnadapter::Archive changed = archive;
    changed.erase(key);
    EXPECT_NE(restore(changed), NNADAPTER_NO_ERROR) << key;
    changed = archive;
    changed[key].push_back(1);
    EXPECT_EQ(restore(changed) == NNADAPTER_NO_ERROR, key == "model_hash") << key;
    // Anything may be accepted that does not crash, and what is accepted runs or fails.
    for (size_t i = 0; i < value.size() && i < 600; ++i) {
      changed = archive;
      changed[key][i] = static_cast<uint8_t>(i % 3 ? 0xFF : changed[key][i] + 1);
      Compiled compiled(nullptr, devices, "", "", nnadapter::WriteArchive(changed));
      HostTensor x({2}, kCacheX), y, relu;
      const int code = compiled.Run({&x}, {&y, &relu});
      ++(compiled.finish_code() ? refused : code ? failed : ran);
    }
  }
  std::cout << "| a byte of an entry, with its check sum: refused, failed, ran | " << refused
            << ", " << failed << ", " << ran << " |\n";
  nnadapter::Archive more = archive;
  more["unknown"] = {1};
  EXPECT_EQ(restore(more), NNADAPTER_INVALID_PARAMETER);
  more = archive;
  more["hal_version"] = {2, 0, 0, 0};
  EXPECT_EQ(restore(more), NNADAPTER_INVALID_PARAMETER);
  more = archive;
  more["cache_0_device_version"] = {9, 0, 0, 0};
  EXPECT_EQ(restore(more), NNADAPTER_INVALID_PARAMETER);
  more = archive;
  more["cache_0_device_name"] = {'o', 't', 'h', 'e', 'r'};
  EXPECT_EQ(restore(more), NNADAPTER_DEVICE_NOT_FOUND);
}

TEST_F(Cache, FailuresOfDriversAndFiles) {
  const Bytes bytes = Written(Devices({"fake_device"}));
  Devices failing({"fake_device"}, "FAKE_DEVICE_FAIL_RESTORE_AT=1");
  EXPECT_EQ(Restore(failing, bytes), NNADAPTER_INVALID_PARAMETER);  // other properties
  setenv("FAKE_DEVICE_FAIL_RESTORE_AT", "1", 1);
  {
    Devices devices({"fake_device"});
    EXPECT_EQ(Restore(devices, bytes), NNADAPTER_DEVICE_INTERNAL_ERROR);
    EXPECT_EQ(Restore(devices, bytes), NNADAPTER_NO_ERROR);
  }
  {
    Devices devices({"fake_device"});
    Compiled compiled(&net_, devices, "net", dir_);  // built again
    EXPECT_TRUE(Works(&compiled));
  }
  unsetenv("FAKE_DEVICE_FAIL_RESTORE_AT");
  Devices devices({"fake_device"}), uncached({"fake_device"}, "FAKE_DEVICE_NO_CACHE=1");
  Compiled nowhere(&net_, devices, "net", dir_ + "/no_such_folder");
  EXPECT_TRUE(Works(&nowhere));  // a warning
  std::remove(path_.c_str());
  Compiled without(&net_, uncached, "net", dir_);
  EXPECT_TRUE(Works(&without));
  EXPECT_TRUE(ReadAll(path_).empty());
  EXPECT_EQ(Compiled(nullptr, devices, "net", dir_).finish_code(), NNADAPTER_INVALID_PARAMETER);
  EXPECT_EQ(Compiled(nullptr, devices).finish_code(), NNADAPTER_INVALID_PARAMETER);
  for (const char* token : {"../net", "a/b", ".net", "a\nb"}) {
    EXPECT_EQ(Compiled(&net_, devices, token, dir_).finish_code(), NNADAPTER_INVALID_PARAMETER);
  }
}

TEST(Archive, CheckSumAndOrder) {
  EXPECT_EQ(nnadapter::Crc32C("123456789", 9), 0xE3069283u);
  // RFC 3720, B.4.
  std::string block(32, '\0');
  EXPECT_EQ(nnadapter::Crc32C(block.data(), block.size()), 0x8A9136AAu);
  for (size_t i = 0; i < block.size(); ++i) block[i] = static_cast<char>(i);
  EXPECT_EQ(nnadapter::Crc32C(block.data(), block.size()), 0x46DD794Eu);
  const nnadapter::Archive archive = {{"a", {1, 2, 3}}, {"bb", {}}, {"c", {4}}};
  const Bytes bytes = nnadapter::WriteArchive(archive);
  EXPECT_EQ(bytes[0], 'N');
  EXPECT_EQ(bytes[4], 2);  // version
  nnadapter::Archive read;
  ASSERT_TRUE(nnadapter::ReadArchive(bytes.data(), bytes.size(), &read).ok());
  EXPECT_EQ(read, archive);
}

TEST(Archive, Models) {
  nnadapter::core::Model model;
  nnadapter::core::Operand& x = model.operands.emplace_back();
  x.type = TypeOf({2}, NNADAPTER_FLOAT32);
  nnadapter::core::Operand& y = model.operands.emplace_back();
  float scales[2] = {0.5f, 0.25f};
  y.type = TypeOf({2}, NNADAPTER_QUANT_INT8_SYMM_PER_CHANNEL);
  y.type.symm_per_channel_params = {0, 2, scales};
  model.operations.push_back({NNADAPTER_RELU, {&x, nullptr}, {&y}});
  model.input_operands = {&x};
  model.output_operands = {&y};
  Bytes bytes;
  ASSERT_TRUE(nnadapter::SerializeModel(&model, &bytes));
  nnadapter::core::Model* read = nullptr;
  ASSERT_TRUE(nnadapter::DeserializeModel(bytes.data(), bytes.size(), &read));
  EXPECT_EQ(nnadapter::Visualize(read), nnadapter::Visualize(&model));
  EXPECT_EQ(read->output_operands[0]->type.symm_per_channel_params.scales[1], 0.25f);
  EXPECT_EQ(read->operations.front().input_operands[1], nullptr);
  nnadapter::DestroyModel(read);
  EXPECT_FALSE(nnadapter::DeserializeModel(bytes.data(), bytes.size() - 1, &read));
  EXPECT_EQ(read, nullptr);
}

}  // namespace
}  // namespace nnadapter_test
