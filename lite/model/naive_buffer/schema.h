// Field numbers of the flatbuffer tables in .nb files, and the numbers of the naive buffer.
#pragma once

namespace paddle::lite::model::nb {

struct ProgramField {
  enum : int { kBlocks = 0, kVersion = 1 };
};
struct VersionField {
  enum : int { kVersion = 0 };
};
struct BlockField {
  enum : int { kIdx = 0, kParentIdx = 1, kVars = 2, kOps = 3, kForwardBlockIdx = 4 };
};
struct VarField {
  enum : int { kName = 0, kType = 1, kPersistable = 2, kNeedCheckFeed = 3 };
};
struct VarTypeField {
  enum : int { kType = 0, kSelectedRows = 1, kLoDTensor = 2, kTensorArray = 3 };
};
struct LoDTensorField {
  enum : int { kTensor = 0, kLoDLevel = 1 };
};
struct TensorField {
  enum : int { kDataType = 0, kDims = 1 };
};
struct OpField {
  enum : int { kType = 0, kInputs = 1, kOutputs = 2, kAttrs = 3, kIsTarget = 4 };
};
struct SlotField {
  enum : int { kParameter = 0, kArguments = 1 };
};
struct AttrField {
  enum : int {
    kName = 0,
    kType = 1,
    kI = 2,
    kF = 3,
    kS = 4,
    kInts = 5,
    kFloats = 6,
    kStrings = 7,
    kB = 8,
    kBools = 9,
    kBlockIdx = 10,
    kL = 11,
    kBlocksIdx = 12,
    kLongs = 13,
    kFloat64 = 14,
    kFloat64s = 15,
  };
};

// The parameter section.
struct CombinedParamsField {
  enum : int { kParams = 0 };
};
struct ParamField {
  enum : int { kVersion = 0, kName = 1, kVariableType = 2, kVariable = 3 };
};
struct ParamTensorField {
  enum : int { kLoDLevel = 0, kLoD = 1, kDim = 2, kDataType = 3, kData = 4 };
};
constexpr unsigned char kVariableIsLoDTensor = 1;

// At the start of every single-file model: u16 meta version, version text, u64 size of the
// topology.
constexpr unsigned kVersionTextSize = 16;
constexpr unsigned kHeaderSize = 2 + kVersionTextSize + 8;

}  // namespace paddle::lite::model::nb
