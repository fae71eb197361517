// docs/design/mir-catalogue.md lists Paddle Lite's passes, whose names users may pass.
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include "lite/mir/pass_names.h"
#include "tests/mir/pass_test.h"

namespace paddle::lite::mir {
namespace catalogue_test {

TEST(CatalogueTest, EveryDocumentedPassHasTheNameThatUsersKnow) {
  std::ifstream file(LITE_TEST_DATA_DIR "/../docs/design/mir-catalogue.md");
  const PassList passes = OrderedPasses();
  const std::regex name("`([a-z0-9_]+_pass)`");
  int found = 0;
  for (std::string line; std::getline(file, line);) {
    for (std::sregex_iterator it(line.begin(), line.end(), name), end; it != end; ++it) {
      ++found;
      const Result<NamedPass> pass = ResolvePassName(passes, (*it)[1]);
      ASSERT_TRUE(pass.ok()) << pass.status().ToString();
      const bool says_no = line.find("| no") != std::string::npos;
      // A name without a counterpart causes a warning.
      EXPECT_EQ(pass->without_counterpart, says_no) << line;
      if (!pass->own.empty() && pass->own != "legalise") {
        EXPECT_NE(line.find("`" + pass->own + "`"), std::string::npos) << line;
      }
    }
  }
  EXPECT_GT(found, 45);
}

// Programs of older versions name passes with USE_MIR_PASS, which needs a function of that name.
TEST(CatalogueTest, ProgramsMayNameEveryPass) {
  std::ifstream file(LITE_TEST_DATA_DIR "/../lite/api/paddle_use_passes.h");
  const PassList passes = OrderedPasses();
  const std::regex use("USE_MIR_PASS\\((\\w+)\\);");
  std::set<std::string> named;
  std::smatch match;
  for (std::string line; std::getline(file, line);) {
    if (!std::regex_match(line, match, use)) continue;
    EXPECT_TRUE(ResolvePassName(passes, match[1]).ok()) << line;
    EXPECT_TRUE(named.insert(match[1]).second) << line;
  }
  const std::regex suffixed(".*_pass");
  for (const auto& [own, pass] : passes) {
    for (const std::string& alias : pass.aliases()) {
      if (std::regex_match(alias, suffixed)) EXPECT_EQ(named.count(alias), 1u) << alias;
    }
  }
}

}  // namespace catalogue_test
}  // namespace paddle::lite::mir
