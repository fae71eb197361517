#include "lite/model/blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/model/make_op.h"

namespace paddle::lite::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// `refers[b]` are the blocks that block b's operators run.
Program MakeBlocks(const std::vector<std::vector<int>>& refers) {
  Program program;
  for (const auto& children : refers) {
    program.blocks.emplace_back();
    program.blocks.back().parent = 12345;  // as left by some converters
    for (const int child : children) {
      program.blocks.back().ops.push_back(MakeOp("while", {{"sub_block", BlockRef{child}}}));
    }
  }
  return program;
}

TEST(ResolveBlocks, FindsParents) {
  Program program = MakeBlocks({{2}, {}, {3, 1}, {}, {}});
  ASSERT_TRUE(ResolveBlocks(&program).ok());
  std::vector<int> parents;
  for (const auto& block : program.blocks) parents.push_back(block.parent);
  EXPECT_THAT(parents, ElementsAre(-1, 2, 0, 2, 0));
}

TEST(ResolveBlocks, AcceptsPlainNumbers) {
  Program program = MakeBlocks({{}, {}});
  program.blocks[0].ops.push_back(MakeOp("subgraph", {{"sub_block", 1}}));
  ASSERT_TRUE(ResolveBlocks(&program).ok());
  EXPECT_EQ(program.blocks[1].parent, 0);
  program.blocks[0].ops[0].attrs["sub_block"] = std::string("one");
  EXPECT_THAT(ResolveBlocks(&program).message(), HasSubstr("sub_block is STRING"));
}

TEST(ResolveBlocks, RefusesWhatCannotRun) {
  Program empty;
  EXPECT_EQ(ResolveBlocks(&empty).message(), "the program has no blocks");
  Program alone = MakeBlocks({{1}});
  EXPECT_EQ(ResolveBlocks(&alone).message(),
            "op while (#0 of block 0): attribute sub_block refers to block 1, but the program has "
            "only the main block");
  Program outside = MakeBlocks({{1}, {}, {-1, -2}});
  EXPECT_EQ(ResolveBlocks(&outside).message(),
            "op while (#1 of block 2): attribute sub_block refers to block -2; expected 1 to 2, or "
            "-1 for none");
  Program main = MakeBlocks({{}, {0}});
  EXPECT_EQ(ResolveBlocks(&main).message(),
            "op while (#0 of block 1): attribute sub_block refers to block 0, the main block; "
            "expected 1 to 1, or -1 for none");
  Program list = MakeBlocks({{}, {}});
  list.blocks[0].ops.push_back(MakeOp("case", {{"cases", std::vector<BlockRef>{{1}, {5}}}}));
  EXPECT_THAT(ResolveBlocks(&list).message(), HasSubstr("attribute cases refers to block 5"));
  Program beyond = MakeBlocks({{}, {}});
  beyond.blocks[0].ops.push_back(MakeOp("while", {{"sub_block", int64_t{4294967297}}}));
  EXPECT_THAT(ResolveBlocks(&beyond).message(), HasSubstr("refers to block 4294967297"));
}

TEST(ResolveBlocks, NamesTheReferenceThatClosesACycle) {
  Program self = MakeBlocks({{1}, {1}});
  EXPECT_EQ(
      ResolveBlocks(&self).message(),
      "op while (#0 of block 1): attribute sub_block refers to block 1, which contains itself");
  // Block 1 is reached from the cycle, but not on it.
  Program cycle = MakeBlocks({{2}, {}, {1, 3}, {2}});
  EXPECT_THAT(ResolveBlocks(&cycle).message(),
              HasSubstr("(#0 of block 3): attribute sub_block refers to block 2"));
  Program apart = MakeBlocks({{}, {2}, {1}});
  EXPECT_THAT(ResolveBlocks(&apart).message(), HasSubstr("contains itself"));
}

TEST(ResolveBlocks, InputsAndOutputsAreOfTheMainBlock) {
  for (const char* type : {"feed", "fetch"}) {
    Program program = MakeBlocks({{1}, {}});
    program.blocks[0].ops.push_back(MakeOp(type, {}));
    EXPECT_TRUE(ResolveBlocks(&program).ok());
    program.blocks[1].ops.push_back(MakeOp(type, {}));
    EXPECT_EQ(ResolveBlocks(&program).message(),
              StrCat("op ", type, " (#0 of block 1): expected in the main block only"));
  }
}

TEST(CheckBlockOwners, OneOperatorRunsABlock) {
  EXPECT_TRUE(CheckBlockOwners(MakeBlocks({{1, 2}, {3}, {}, {}})).ok());
  const Status shared = CheckBlockOwners(MakeBlocks({{1, 2}, {3}, {3}, {}}));
  EXPECT_EQ(shared.code(), StatusCode::kUnsupported);
  EXPECT_EQ(shared.message(),
            "block 3 is run by op while (#0 of block 1) and by op while (#0 of block 2); expected "
            "one operator for each block");
}

TEST(ResolveBlocks, ASharedBlockIsNoCycle) {
  Program program = MakeBlocks({{1, 2}, {3}, {3}, {}});
  ASSERT_TRUE(ResolveBlocks(&program).ok());
  EXPECT_EQ(program.blocks[3].parent, 1);
}

TEST(ResolveBlocks, LimitsTheDepth) {
  const auto chain = [](int depth) {
    std::vector<std::vector<int>> refers(depth + 1);
    for (int b = 0; b < depth; ++b) refers[b] = {b + 1};
    return MakeBlocks(refers);
  };
  Program deepest = chain(kMaxBlockDepth);
  EXPECT_TRUE(ResolveBlocks(&deepest).ok());
  Program too_deep = chain(kMaxBlockDepth + 1);
  const Status refused = ResolveBlocks(&too_deep);
  EXPECT_EQ(refused.code(), StatusCode::kUnsupported);
  EXPECT_EQ(refused.message(), "op while (#0 of block 0): blocks are nested more than 32 deep");
  Program absurd = chain(100000);
  EXPECT_EQ(ResolveBlocks(&absurd).code(), StatusCode::kUnsupported);
}

TEST(BlocksOf, ListsEveryReference) {
  EXPECT_THAT(BlocksOf(MakeOp("while", {{"sub_block", BlockRef{3}}})), ElementsAre(3));
  EXPECT_THAT(BlocksOf(MakeOp("subgraph", {{"sub_block", 2}})), ElementsAre(2));
  EXPECT_THAT(BlocksOf(MakeOp("case", {{"cases", std::vector<BlockRef>{{1}, {-1}, {4}}}})),
              ElementsAre(1, 4));
  EXPECT_THAT(BlocksOf(MakeOp("relu", {{"axis", 3}, {"other", int64_t{1}}})), ElementsAre());
}

}  // namespace
}  // namespace paddle::lite::model
