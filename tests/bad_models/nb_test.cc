// Invalid .nb files: damaged, truncated, of another format, or with wrong sizes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "tests/support/digits.h"
#include "tests/support/memory_limit.h"
#include "tests/support/raw_bytes.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {
namespace {

using testing::HasSubstr;

std::string TinyNb(int meta) {
  return model::EncodeNaiveBuffer(TinyConvNet(), {meta, "test"}).value();
}

struct BadNb {
  const char* name;
  std::function<std::string()> bytes;
  std::vector<std::string> text;
};

constexpr size_t kTopologySizeAt = 18;
constexpr size_t kHeaderBytes = 26;

// The start of the parameter section of a meta 2 file.
size_t ParamsAt(const std::string& bytes) {
  uint64_t topology = 0;
  std::memcpy(&topology, bytes.data() + kTopologySizeAt, sizeof(topology));
  return kHeaderBytes + static_cast<size_t>(topology);
}

std::string DimsBytes(const std::vector<int64_t>& dims) {
  std::string bytes;
  for (const int64_t d : dims) bytes += Raw(d);
  return bytes;
}

// The shape of a parameter is replaced in its record.
std::string WithDims(const std::vector<int64_t>& old_dims, const std::vector<int64_t>& dims) {
  const std::string good = TinyNb(2);
  const size_t at = good.rfind(DimsBytes(old_dims));
  EXPECT_GE(at, ParamsAt(good));
  EXPECT_NE(at, std::string::npos);
  return Replaced(good, at, DimsBytes(dims));
}

const std::vector<BadNb>& NbCases() {
  static const auto* const cases = new std::vector<BadNb>{
      {"Empty", [] { return std::string(); }, {"bad.nb", "empty"}},
      {"OneByte", [] { return std::string(1, '\2'); }, {"bad.nb"}},
      {"HeaderOnly", [] { return TinyNb(2).substr(0, kHeaderBytes); }, {"bad.nb"}},
      {"Text",
       [] { return std::string("this is not a model but a sentence of some length\n"); },
       {"bad.nb"}},
      {"Zeros", [] { return std::string(4096, '\0'); }, {"bad.nb"}},
      {"ProtobufInstead", [] { return ReadDigitsFile("fluid/__model__"); }, {"bad.nb"}},
      {"UnknownVersion", [] { return Replaced(TinyNb(2), 0, Raw<uint16_t>(3)); }, {"bad.nb", "3"}},
      {"HighestVersion", [] { return Replaced(TinyNb(2), 0, Raw<uint16_t>(0xffff)); }, {"bad.nb"}},
      {"TopologyLargerThanTheFile",
       [] { return Replaced(TinyNb(2), kTopologySizeAt, Raw<uint64_t>(1u << 30)); },
       {"bad.nb", "1073741824"}},
      {"TopologySizeThatWraps",
       [] { return Replaced(TinyNb(2), kTopologySizeAt, Raw<uint64_t>(~uint64_t{0} - 8)); },
       {"bad.nb"}},
      {"TopologySizeThatWrapsIn32Bits",
       [] {
         const std::string good = TinyNb(2);
         const uint64_t topology = ParamsAt(good) - kHeaderBytes;
         return Replaced(good, kTopologySizeAt, Raw<uint64_t>((uint64_t{1} << 32) + topology));
       },
       {"bad.nb"}},
      {"ParameterSizeThatWrapsIn32Bits",  // 4 x 3 x 3 x 3 elements modulo 2^32
       [] {
         return WithDims({4, 3, 3, 3}, {4 + (int64_t{1} << 32), 3, 3, 3});
       },
       {"bad.nb"}},
      {"ParameterBytesThatWrapIn32Bits",  // 64 x 5 floats modulo 2^32 bytes
       [] {
         return WithDims({64, 5}, {64 + (int64_t{1} << 30), 5});
       },
       {"bad.nb"}},
      {"ParameterBeyondTheAddressSpaceOf32Bits",
       [] {
         return WithDims({64, 5}, {65536, 65536});
       },
       {"bad.nb"}},
      {"TopologyOfNoBytes",
       [] { return Replaced(TinyNb(2), kTopologySizeAt, Raw<uint64_t>(0)); },
       {"bad.nb"}},
      {"RootBeyondTheTopology",
       [] { return Replaced(TinyNb(2), kHeaderBytes, Raw<uint32_t>(0x7fffffff)); },
       {"bad.nb"}},
      {"BlockCountOfTwoBillion",  // the first number of a meta 0 topology
       [] { return Replaced(TinyNb(0), kHeaderBytes, Raw<uint64_t>(2000000000)); },
       {"bad.nb"}},
      {"ParameterVersionUnknown",
       [] {
         const std::string good = TinyNb(2);
         return Replaced(good, ParamsAt(good), Raw<uint16_t>(7));
       },
       {"bad.nb"}},
      {"MoreParametersThanBytes",
       [] {
         const std::string good = TinyNb(2);
         return Replaced(good, ParamsAt(good) + 6, Raw<uint16_t>(0xffff));
       },
       {"bad.nb"}},
      {"ParameterRecordOfFourGigabytes",
       [] {
         const std::string good = TinyNb(2);
         return Replaced(good, ParamsAt(good) + 12, Raw<uint32_t>(0xfffffffc));
       },
       {"bad.nb"}},
      {"ParameterOffsetBeyondItsRecord",
       [] {
         const std::string good = TinyNb(2);
         return Replaced(good, ParamsAt(good) + 16, Raw<uint32_t>(0xfffffff0));
       },
       {"bad.nb"}},
  };
  return *cases;
}

void PrintTo(const BadNb& bad, std::ostream* out) { *out << bad.name; }

class BadNbTest : public testing::TestWithParam<BadNb> {};

TEST_P(BadNbTest, IsRefused) {
  const std::string bytes = GetParam().bytes();
  const ScopedMemoryLimit limit(size_t{256} << 20);
  const Result<model::Model> model = model::DecodeNaiveBuffer(bytes, "bad.nb");
  ASSERT_FALSE(model.ok());
  EXPECT_NE(model.status().code(), StatusCode::kInternal);
  for (const auto& text : GetParam().text) EXPECT_THAT(model.status().message(), HasSubstr(text));
}

INSTANTIATE_TEST_SUITE_P(BadInput, BadNbTest, testing::ValuesIn(NbCases()),
                         [](const auto& info) { return std::string(info.param.name); });

// A parameter's announced maximum is only a hint: a wrong value is harmless.
TEST(BadNb, TensorSizeHintIsNotBelieved) {
  std::string bytes = TinyNb(2);
  bytes = Replaced(bytes, ParamsAt(bytes) + 8, Raw<uint32_t>(0xffffffff));
  const ScopedMemoryLimit limit(size_t{256} << 20);
  const Result<model::Model> model = model::DecodeNaiveBuffer(bytes, "hint.nb");
  EXPECT_TRUE(model.ok()) << model.status().ToString();
}

// A valid file, and then zeros up to its size modulo 2^32. The file has holes, not gigabytes.
TEST(BadNb, FileBeyondTheAddressSpaceOf32Bits) {
  if (kUnderSanitizer || !HeedsMemoryLimit()) GTEST_SKIP() << "the file would be read to memory";
  const TempDir dir;
  const std::string path = dir / "large.nb";
  for (const int meta : {0, 2}) {
    const std::string bytes = TinyNb(meta);
    ASSERT_TRUE(model::WriteFileAtomically(path, bytes).ok());
    ASSERT_TRUE(model::LoadNaiveBufferFile(path).ok());
    // Unlike `resize_file`, a stream has 64-bit offsets on systems of 32 bits.
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>((uint64_t{1} << 32) + bytes.size() - 1));
    ASSERT_TRUE(file.put('\0').flush()) << "there is no space for " << path;
    const ScopedMemoryLimit limit(size_t{256} << 20);
    const Result<model::Model> model = model::LoadNaiveBufferFile(path);
    ASSERT_FALSE(model.ok());
    EXPECT_NE(model.status().code(), StatusCode::kInternal);
    EXPECT_THAT(model.status().message(), HasSubstr(path));
  }
}

// Nor does its size matter to opening it: without 64-bit offsets, a system of 32 bits says that
// there is no such file.
TEST(BadNb, FileAboveTwoGigabytesOfAnotherKind) {
  const TempDir dir;
  const std::string path = dir / "zeros.nb";
  std::ofstream file(path, std::ios::binary);
  file.seekp(std::streamoff{3} << 30);  // a hole
  ASSERT_TRUE(file.put('\0').flush()) << "there is no space for " << path;
  const Result<model::Model> model = model::LoadNaiveBufferFile(path);
  ASSERT_FALSE(model.ok());
  EXPECT_THAT(model.status().message(), testing::AnyOf(HasSubstr("this is not a .nb model"),
                                                       HasSubstr("no memory for its 3221225473")));
}

}  // namespace
}  // namespace paddle::lite::test
