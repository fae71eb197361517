// The optimiser's view of a program: operators and values in single-assignment form.
//
// Every block is an ordered list of operators; the order is always a legal execution order. A
// variable that is written several times becomes several values, numbered by version(). Variables
// whose identity matters outside one block's data flow are *pinned*: read or written by several
// blocks, lists of tensors, step scopes, weights that the program changes, names held by
// attributes, inputs over which a result of another shape is written. All versions of a pinned
// variable keep its name, so accesses to them must not be renamed, removed or reordered. Constants
// (weights that are never written) belong to the graph, not to a block, and are never changed in
// place.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "lite/base/status.h"
#include "lite/core/tensor.h"
#include "lite/kernels/kernel.h"
#include "lite/model/program.h"

namespace paddle::lite::mir {

class Block;
class Graph;
class OpNode;

// A value: the result of one operator, a model input, a constant, or a value that exists when a
// block is entered.
class ArgNode {
 public:
  // Name of the variable in the source program.
  const std::string& name() const { return name_; }
  // 0 for the first value of the variable in its block.
  int version() const { return version_; }
  // Position among all values that the graph ever had, below Graph::arg_count(): an index for
  // tables of values.
  size_t id() const { return id_; }
  // Null for constants.
  Block* block() const { return block_; }
  // Null for constants and for values that exist when the block is entered.
  OpNode* producer() const { return producer_; }
  // One entry per use: an operator that reads the value in two slots is listed twice.
  const std::vector<OpNode*>& consumers() const { return consumers_; }

  bool is_constant() const { return constant_ != nullptr; }
  // Null unless constant; never written through.
  const Tensor* constant() const { return constant_.get(); }
  bool pinned() const { return pinned_; }
  // Produced by a feed operator / read by a fetch operator: the name is part of the model's
  // interface.
  bool is_input() const;
  bool is_output() const { return fetches_ != 0; }
  // A result that is never read and whose variable is not visible elsewhere.
  bool unread() const { return consumers_.empty() && !pinned_ && !is_constant(); }
  // A plain tensor, as opposed to a list of tensors, scopes, ...
  bool is_tensor() const { return desc.type == model::VarType::kLoDTensor; }

  // Shape as far as known: nothing if even the rank is unknown, -1 for an unknown dimension.
  std::optional<DDim> dims;
  PrecisionType precision = PrecisionType::kUnk;
  // Filled in by legalisation.
  TargetType target = TargetType::kUnk;
  DataLayoutType layout = DataLayoutType::kUnk;
  // The program's declaration: kind of variable, lod_level, flags. Shape and type above take
  // precedence.
  model::VarDesc desc;
  // Shapes for the probe inputs of shape inference (see infer.h); values with equal probe shapes
  // have equal shapes at run time. Empty if unknown.
  std::vector<DDim> probes;
  // Whether the probes depend on numbers for open dimensions of declarations inside of the program.
  // These numbers follow the order of operators.
  bool has_invented_dims = false;

 private:
  friend class Graph;
  std::string name_;
  size_t id_ = 0;
  int version_ = 0;
  Block* block_ = nullptr;
  OpNode* producer_ = nullptr;
  std::vector<OpNode*> consumers_;
  size_t fetches_ = 0;  // of the consumers
  std::shared_ptr<const Tensor> constant_;
  bool pinned_ = false;
};

using ArgSlots = std::map<std::string, std::vector<ArgNode*>>;

class OpNode {
 public:
  const std::string& type() const { return type_; }
  Block* block() const { return block_; }
  // Never an empty list: a slot is absent or has values.
  const ArgSlots& inputs() const { return inputs_; }
  const ArgSlots& outputs() const { return outputs_; }
  const std::vector<ArgNode*>& InputList(const std::string& slot) const {
    return Find(inputs_, slot);
  }
  const std::vector<ArgNode*>& OutputList(const std::string& slot) const {
    return Find(outputs_, slot);
  }
  // The first value of a slot; null if the slot is absent.
  ArgNode* Input(const std::string& slot) const { return First(InputList(slot)); }
  ArgNode* Output(const std::string& slot) const { return First(OutputList(slot)); }
  // Positions in Program::blocks of the blocks this operator runs.
  const std::vector<int>& sub_blocks() const { return sub_blocks_; }
  // Position among the operators of the block; the first call after a change numbers the block.
  int position() const;
  // Whether the operator runs before `other`, which is in the same block.
  bool RunsBefore(const OpNode& other) const { return order_ < other.order_; }
  // The operator that runs next; null for the last one.
  OpNode* next() const { return next_; }
  // Position in the source program, -1 for operators created by a pass.
  int source_index() const { return source_index_; }
  // True after Graph::RemoveOp.
  bool removed() const { return block_ == nullptr; }

  std::map<std::string, model::AttrValue> attrs;
  bool is_target = false;
  // Whether its rule refuses every input (InferShapes).
  bool refused = false;
  // Chosen by legalisation.
  const KernelDef* kernel = nullptr;
  // Explanations: the operators it was fused from, the refused kernels and the reasons.
  std::vector<std::string> notes;

  const model::AttrValue* FindAttr(const std::string& name) const {
    const auto it = attrs.find(name);
    return it == attrs.end() ? nullptr : &it->second;
  }

 private:
  friend class Graph;
  friend class Block;
  static const std::vector<ArgNode*>& Find(const ArgSlots& slots, const std::string& slot);
  static ArgNode* First(const std::vector<ArgNode*>& args) {
    return args.empty() ? nullptr : args[0];
  }

  std::string type_;
  Block* block_ = nullptr;
  ArgSlots inputs_;
  ArgSlots outputs_;
  std::vector<int> sub_blocks_;
  int source_index_ = -1;
  OpNode* previous_ = nullptr;
  OpNode* next_ = nullptr;
  int64_t order_ = 0;         // increases along the block, with gaps
  mutable int position_ = 0;  // as of the last numbering
};

class Block {
 public:
  int index() const { return index_; }
  int parent() const { return parent_; }
  // In execution order. The first call after a change makes the list anew; it stays as it is until
  // the next one. To look at neighbours while changing something, use OpNode::next.
  const std::vector<OpNode*>& ops() const;
  // The operator that runs first; null if there is none.
  OpNode* first() const { return first_; }

 private:
  friend class Graph;
  friend class OpNode;
  void Link(OpNode* op, OpNode* before);
  void Unlink(OpNode* op);
  void Renumber();

  int index_ = 0;
  int parent_ = -1;
  int forward_block_ = -1;
  OpNode* first_ = nullptr;
  OpNode* last_ = nullptr;
  size_t count_ = 0;
  std::vector<OpNode*> with_blocks_;  // operators that run blocks
  mutable std::vector<OpNode*> ops_;
  mutable bool listed_ = true;  // ops_ is as the links say
};

// Owns all nodes; removed nodes stay valid (but detached) as long as the graph.
class Graph {
 public:
  Graph() = default;
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  // Refuses block references that are out of range or cyclic (model/blocks.h) and finds the blocks'
  // parents; accepts variables written twice, operators that write what they read, and variables
  // that are never written.
  static Result<std::unique_ptr<Graph>> Import(model::Model model);
  // Pins variables, by name.
  void Pin(const std::set<std::string>& variables);
  // Values of one variable get distinct names; inputs, outputs and pinned variables keep theirs.
  // Constants without readers are left out. The same graph produces the same model.
  model::Model Export() const;
  // The name of every value in the exported program, by ArgNode::id.
  std::vector<std::string> ExportNames() const;

  const std::vector<std::unique_ptr<Block>>& blocks() const { return blocks_; }
  Block* root() const { return blocks_[0].get(); }
  // Operators of all blocks, block by block.
  std::vector<OpNode*> AllOps() const;
  size_t op_count() const;
  // Whether any operator has this type.
  bool HasOpOf(const std::string& type) const;
  // Constants with at least one reader, sorted by name.
  std::vector<ArgNode*> Constants() const;
  // All values that an operator reads or writes, in order of first mention.
  std::vector<ArgNode*> LiveArgs() const;
  size_t arg_count() const { return arg_nodes_.size(); }

  // --- changes A new operator before `before`, or at the end of `block` if `before` is null.
  OpNode* InsertOp(const std::string& type, Block* block, OpNode* before);
  // A new operator directly after `after`.
  OpNode* InsertOpAfter(const std::string& type, OpNode* after);
  // Replaces the values of a slot; an empty list removes the slot.
  void SetInput(OpNode* op, const std::string& slot, const std::vector<ArgNode*>& args);
  // `args` must have no other producer.
  void SetOutput(OpNode* op, const std::string& slot, const std::vector<ArgNode*>& args);
  // Every use of `from` by `op` becomes a use of `to`.
  void ReplaceUse(OpNode* op, ArgNode* from, ArgNode* to);
  void ReplaceAllUses(ArgNode* from, ArgNode* to);
  // Detaches the operator from its values; its results then have no producer.
  void RemoveOp(OpNode* op);

  // Moves operators, which are in order and of one block, into a new block that a new operator of
  // `type` runs: `subgraph`, which takes the place of the last one. Those in between that `after`
  // holds are moved after it. Values that cross the border become pinned variables with names of
  // their own; the new operator lists them as Inputs and Outputs. None of them may be pinned
  // by the program, and no operator outside may depend on one of `ops` and be needed by another.
  OpNode* MoveToBlock(const std::vector<OpNode*>& ops, const std::vector<OpNode*>& after,
                      const std::string& type);

  // A new value of `block`, named after `base`, with the properties of `like` (if given).
  ArgNode* NewArg(Block* block, const std::string& base, const ArgNode* like = nullptr);
  // A new constant, named after `base`.
  ArgNode* NewConstant(const std::string& base, Tensor value);
  // Makes a result that has lost its producer a constant; it keeps its name.
  void MakeConstant(ArgNode* arg, Tensor value);
  // `base`, or `base` with a number, such that no variable of the program has this name. Reserves
  // the name.
  std::string UniqueName(const std::string& base);

  // --- drafts: nodes that are not part of any graph; the values they use do not refer to them.
  static std::unique_ptr<OpNode> DraftOp(std::string type, ArgSlots inputs, ArgSlots outputs,
                                         std::map<std::string, model::AttrValue> attrs);
  // A constant, or a value of which nothing is known.
  static std::unique_ptr<ArgNode> DraftArg(const std::string& name, const Tensor* constant);

  // Reason why `op`'s reading of `arg` may not be moved down to the place of `to` (same block): an
  // operator in between writes the variable. OK if there is none.
  Status CanMoveRead(const ArgNode* arg, const OpNode* from, const OpNode* to) const;

  // The options of the source that are preserved.
  model::Program program_header;  // version and op_versions; no blocks
  std::string source;
  std::string opt_version;

 private:
  ArgNode* AddArg(const std::string& name);
  // Afterwards, no other value has the name of this one, which keeps it if it is an input or output
  // of the model.
  void Isolate(ArgNode* arg);
  void Rename(ArgNode* arg);
  // The variable of `arg`, which both blocks see from now on, in an inner block.
  ArgNode* ShareWith(Block* inner, ArgNode* arg);
  void AddUse(ArgNode* arg, OpNode* op);
  void DropUse(ArgNode* arg, OpNode* op);

  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<std::unique_ptr<OpNode>> op_nodes_;
  std::vector<std::unique_ptr<ArgNode>> arg_nodes_;
  // What a name is used for; names without values are reserved.
  struct Name {
    std::vector<ArgNode*> args;  // the values of the variable
    int declared_in = -1;        // the block in which the source declares it, -1 for none
  };
  std::unordered_map<std::string, Name> names_;
  std::map<std::string, int> last_number_;  // last number used by UniqueName, by base
  std::unordered_map<std::string, int> ops_of_type_;
  // Values of weights that the program changes.
  std::map<std::string, Tensor> start_values_;
};

// Whether the program's variable name stands for "nothing".
inline bool IsEmptyName(const std::string& name) { return name.empty() || name == "@EMPTY@"; }

}  // namespace paddle::lite::mir
