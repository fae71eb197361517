// Quantised networks of the zoo are converted for each CPU target without the others: fusions that
// no kernel of a faster target restrains must keep the scales that the portable kernels need.
#include <gtest/gtest.h>

#include "lite/mir/optimizer.h"
#include "tests/models/programs.h"
#include "tests/support/zoo.h"

namespace paddle::lite::test {
namespace single_target_test {

TEST(SingleTargetTest, QuantisedNetworksAreConverted) {
  int networks = 0;
  for (const std::string& name : ZooNetNames(kZoo)) {
    if (name.find("int8") == std::string::npos && name.find("qdq") == std::string::npos) continue;
    ++networks;
    SCOPED_TRACE(name);
    const Result<ZooNet> net = LoadZooNet(kZoo, name);
    ASSERT_TRUE(net.ok()) << net.status().ToString();
    for (const TargetType target : {TargetType::kHost, TargetType::kX86, TargetType::kARM}) {
      Result<model::Model> model = LoadProgram(*net);
      ASSERT_TRUE(model.ok()) << model.status().ToString();
      mir::OptimizeOptions options;
      options.valid_places = {Place(target)};
      const auto optimised = mir::Optimize(std::move(*model), options);
      EXPECT_TRUE(optimised.ok()) << TargetToStr(target) << ": " << optimised.status().ToString();
    }
  }
  EXPECT_GE(networks, 3);
}

}  // namespace single_target_test
}  // namespace paddle::lite::test
