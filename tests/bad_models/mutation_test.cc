// Damaged .nb files.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/fuzz/light_bodies.h"
#include "tests/fuzz/light_seeds.h"
#include "tests/support/mutations.h"

namespace paddle::lite::test {
namespace {

int MutationsOfASeed() { return IsEmulated() ? 10 : kUnderSanitizer ? 60 : 200; }

TEST(Mutations, NaiveBuffer) {
  RunMutations("naive_buffer", NaiveBufferSeeds(LITE_TEST_DATA_DIR), &FuzzNaiveBuffer,
               MutationsOfASeed());
}
TEST(Mutations, NaiveBufferPair) {
  RunMutations("naive_buffer_pair", NaiveBufferPairSeeds(LITE_TEST_DATA_DIR), &FuzzNaiveBufferPair,
               10 * MutationsOfASeed());
}

// Every prefix of a file is refused or harmless.
TEST(Truncation, NaiveBufferAtEveryLength) {
  const std::vector<std::string> seeds = NaiveBufferSeeds(LITE_TEST_DATA_DIR);
  for (size_t form = 0; form < 3; ++form) {
    const std::string& bytes = seeds[form];
    for (size_t length = 0; length < bytes.size(); ++length) {
      const std::string cut = bytes.substr(0, length);
      EXPECT_FALSE(model::DecodeNaiveBuffer(cut, "cut").ok())
          << "form " << form << ", " << length << " bytes";
    }
  }
}

}  // namespace
}  // namespace paddle::lite::test
