// docs/design/mir-catalogue.md lists Paddle Lite's passes, whose names users may pass.
#include <fstream>
#include <regex>

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

}  // namespace catalogue_test
}  // namespace paddle::lite::mir
