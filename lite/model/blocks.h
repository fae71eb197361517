// The blocks that the operators of a program run. Used by readers, the runtime and the optimiser.
#pragma once

#include <vector>

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite::model {

// Limit on nested blocks: more than any network has, and few enough for recursion.
constexpr int kMaxBlockDepth = 32;

// Positions in Program::blocks of the blocks that the operator refers to, in order of its
// attributes: those of type BLOCK and BLOCKS, and `sub_block` of any type, because optimised files
// store a plain number. -1 means "none" and is left out. Only for operators of a program accepted
// by CheckBlocks.
std::vector<int> BlocksOf(const OpDesc& op);

// Establishes the invariants of a Program, so that its users can neither loop nor recurse
// endlessly:
//   there is a block 0, and no operator refers to it;
//   every block number that an operator holds is -1 or a position in the list;
//   following operators into blocks never comes back to a block and goes at most kMaxBlockDepth
//   deep;
//   operators `feed` and `fetch` are in block 0.
// The parents that blocks state are not looked at: in files they are not reliable.
Status CheckBlocks(const Program& program);

// Where an operator is, for messages: "split (#3)", "split (#3 of block 1)".
std::string PlaceOf(const Program& program, size_t block, size_t op);

// For a program that will run as it is: each block is run by at most one operator. Following the
// references then visits every operator once, which bounds the number of operators to bind. Only
// for programs accepted by CheckBlocks.
Status CheckBlockOwners(const Program& program);

// CheckBlocks, and sets every block's `parent` to the first block with an operator that refers to
// it, or to the main block if there is none.
Status ResolveBlocks(Program* program);

}  // namespace paddle::lite::model
