// A Paddle program in memory: blocks of variables and operators, plus the parameter values. Created
// by the protobuf and .nb readers, used by the optimiser, the runtime and the writers.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "lite/core/tensor.h"

namespace paddle::lite::model {

// Numbering of VarType.Type in program files (also used by attributes such as dtype, in_dtype,
// out_dtype).
enum class VarType : int {
  kBool = 0,
  kInt16 = 1,
  kInt32 = 2,
  kInt64 = 3,
  kFP16 = 4,
  kFP32 = 5,
  kFP64 = 6,
  kLoDTensor = 7,
  kSelectedRows = 8,
  kFeedMinibatch = 9,
  kFetchList = 10,
  kStepScopes = 11,
  kLoDRankTable = 12,
  kLoDTensorArray = 13,
  kPlaceList = 14,
  kReader = 15,
  kRaw = 17,
  kTuple = 18,
  kSizeT = 19,
  kUInt8 = 20,
  kInt8 = 21,
  kBF16 = 22,
};

// Element type of a VarType number; kUnk if this library does not support it.
PrecisionType PrecisionOf(VarType type);
// The inverse; kFP32 for kUnk and kAny.
VarType VarTypeOf(PrecisionType precision);

// A variable name held by an attribute (AttrType VAR).
struct VarRef {
  std::string name;
  bool operator==(const VarRef& other) const { return name == other.name; }
};
// A position in Program::blocks (AttrType BLOCK). Optimised files store sub_block as a plain int.
struct BlockRef {
  int index = -1;
  bool operator==(const BlockRef& other) const { return index == other.index; }
};

// A typed attribute value. The alternative is the attribute's type in the file.
using AttrValue = std::variant<int32_t,                   // INT
                               float,                     // FLOAT
                               std::string,               // STRING
                               std::vector<int32_t>,      // INTS
                               std::vector<float>,        // FLOATS
                               std::vector<std::string>,  // STRINGS
                               bool,                      // BOOLEAN (and SCALAR of that kind)
                               std::vector<bool>,         // BOOLEANS
                               BlockRef,                  // BLOCK
                               int64_t,                   // LONG
                               std::vector<BlockRef>,     // BLOCKS
                               std::vector<int64_t>,      // LONGS
                               std::vector<double>,       // FLOAT64S
                               VarRef,                    // VAR
                               std::vector<VarRef>,       // VARS
                               double>;                   // FLOAT64
// Name of the alternative, e.g. "INTS".
const char* AttrTypeName(const AttrValue& value);
// For messages and listings, e.g. "[1, 1]".
std::string AttrToString(const AttrValue& value);

struct VarDesc {
  std::string name;
  VarType type = VarType::kLoDTensor;
  VarType data_type = VarType::kFP32;  // for tensors and arrays of tensors
  std::vector<int64_t> shape;          // declared; -1 = unknown
  int lod_level = 0;
  bool persistable = false;
  bool need_check_feed = false;
  bool has_tensor_desc = false;  // the file declares data_type and shape
};

// Slot name -> variable names. Sorted by slot, as the files require.
using SlotMap = std::map<std::string, std::vector<std::string>>;

struct OpDesc {
  std::string type;
  SlotMap inputs;
  SlotMap outputs;
  std::map<std::string, AttrValue> attrs;
  bool is_target = false;

  // The names bound to a slot; empty when the slot is absent.
  const std::vector<std::string>& Input(const std::string& slot) const {
    return Find(inputs, slot);
  }
  const std::vector<std::string>& Output(const std::string& slot) const {
    return Find(outputs, slot);
  }
  bool HasAttr(const std::string& name) const { return attrs.count(name) != 0; }
  const AttrValue* FindAttr(const std::string& name) const {
    const auto it = attrs.find(name);
    return it == attrs.end() ? nullptr : &it->second;
  }

 private:
  static const std::vector<std::string>& Find(const SlotMap& slots, const std::string& slot) {
    static const std::vector<std::string> none;
    const auto it = slots.find(slot);
    return it == slots.end() ? none : it->second;
  }
};

struct BlockDesc {
  int parent = -1;  // position in Program::blocks; -1 for the root
  int forward_block = -1;
  std::vector<VarDesc> vars;
  std::vector<OpDesc> ops;

  const VarDesc* FindVar(const std::string& name) const;
  VarDesc* FindVar(const std::string& name);
};

struct Program {
  int64_t version =
      0;  // MAJOR * 1000000 + MINOR * 1000 + PATCH of the Paddle that saved it; 0 = unknown
  std::map<std::string, int> op_versions;
  std::vector<BlockDesc> blocks;
};

// Presets a result before its shape and type rules run: a full reduction of Paddle 1.x returns [1]
// and keeps int32 sums in int32, while Paddle 2.x returns [] and int64. In a 1.x program, sets
// `tensor` to the declared type and to shape [1], whatever shape is declared: that is the one of
// the last operator that writes the variable, and optimised programs leave it open for values
// before. Otherwise does nothing.
void PresetFluidResult(const Program& program, const VarDesc& declared, Tensor* tensor);

// Value of every parameter, by variable name.
using Params = std::map<std::string, Tensor>;

class OpenFile;
struct ScaledChannels;

// Parameters whose elements can be read from the model's file again, and their positions in it.
struct StoredParams {
  struct Place {
    uint64_t offset = 0;
    size_t bytes = 0;  // in the file
    VarType type = VarType::kFP32;
    // Unless null, the elements are integers that become float32 in memory, times these scales.
    std::shared_ptr<const ScaledChannels> scaled = nullptr;
  };
  std::shared_ptr<const OpenFile> file;
  std::map<std::string, Place> places;
};

struct Model {
  Program program;
  Params params;
  StoredParams stored;      // only for models read piecewise from a single file
  std::string source;       // origin, for messages
  std::string opt_version;  // version text of a .nb file; empty otherwise
};

// The attribute that names the kernel of an operator in an optimised program:
// "op_type/alias/target/precision/layout", the last three as numbers.
constexpr char kKernelTypeAttr[] = "__@kernel_type_attr@__";

}  // namespace paddle::lite::model
