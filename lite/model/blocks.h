// Which blocks the operators of a program run. Readers, the runtime and the optimiser all ask here.
#pragma once

#include <vector>

#include "lite/base/status.h"
#include "lite/model/program.h"

namespace paddle::lite::model {

// Blocks within blocks: more than any network has, and few enough for recursion.
constexpr int kMaxBlockDepth = 32;

// Positions in Program::blocks of the blocks that the operator refers to, in order of its
// attributes: those of type BLOCK and BLOCKS, and `sub_block` of whatever type, since optimised
// files store a plain number. -1 stands for "none" and is left out. For operators of a program
// that CheckBlocks accepted.
std::vector<int> BlocksOf(const OpDesc& op);

// Establishes what users of a Program rely on, so that none of them can loop or recurse without
// end:
//   there is a block 0, and no operator refers to it;
//   every block number that an operator holds is -1 or a position in the list;
//   following operators into blocks never comes back to a block and goes at most kMaxBlockDepth
//   deep.
// The parents that blocks state are not looked at: in files they are not reliable.
Status CheckBlocks(const Program& program);

// CheckBlocks, and sets every block's `parent` from who refers to whom: the first block that has an
// operator which refers to it, or the main block where none does.
Status ResolveBlocks(Program* program);

}  // namespace paddle::lite::model
