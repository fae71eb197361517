// Passes written as for Paddle Lite's source tree (ProgramPass, FuseBase, REGISTER_MIR_PASS) in a
// project of your own. Public header; parses as C++11. See docs/custom_operators.md.
//
// A shared library of such files is loaded like a library of operators. A program that contains
// them calls paddle::lite::RegisterUserPasses() before it creates a predictor.
//
// A pass gets the graph of the main block: nodes of operators and of variables, with links. When
// Apply returns, the library receives the operators in an order that the links allow, and checks
// them. A file includes this header or paddle_op_lite.h, not both.
#pragma once

#ifdef LITE_CHECK_OR_FALSE
#error "paddle_op_lite.h and paddle_pass_lite.h are for different files"
#endif

#include <algorithm>
#include <cstring>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "paddle_pass.h"

#if defined(_WIN32)
#define LITE_LOCAL
#else
#define LITE_LOCAL __attribute__((visibility("hidden")))
#endif

namespace paddle {
namespace lite {

using lite_api::DataLayoutType;
using lite_api::Place;
using lite_api::PrecisionType;
using lite_api::TargetType;

namespace cpp {
// The names of this file must not collide with those in the static library.
inline namespace user_pass {

// An attribute, with the kind that it has in program files.
struct Attribute {
  PDL_PassAttributeKind kind = PDL_ATTRIBUTE_INT;
  std::vector<int64_t> ints;
  std::vector<double> floats;
  std::vector<std::string> texts;
};

// How a C++ type is held.
template <typename T>
struct AttributeOf;
template <typename T, PDL_PassAttributeKind Kind, typename Held,
          std::vector<Held> Attribute::*Values>
struct ScalarAttribute {
  static T Read(const Attribute& from) {
    if ((from.*Values).size() != 1) throw std::invalid_argument("has another type");
    return static_cast<T>((from.*Values)[0]);
  }
  static void Write(const T& value, Attribute* to) {
    to->kind = Kind;
    (to->*Values).push_back(static_cast<Held>(value));
  }
};
template <typename T, PDL_PassAttributeKind Kind, typename Held,
          std::vector<Held> Attribute::*Values>
struct ListAttribute {
  static std::vector<T> Read(const Attribute& from) {
    if ((from.*Values).empty() && !(from.ints.empty() && from.floats.empty() && from.texts.empty()))
      throw std::invalid_argument("has another type");
    return std::vector<T>((from.*Values).begin(), (from.*Values).end());
  }
  static void Write(const std::vector<T>& values, Attribute* to) {
    to->kind = Kind;
    (to->*Values).assign(values.begin(), values.end());
  }
};
template <>
struct AttributeOf<int32_t>
    : ScalarAttribute<int32_t, PDL_ATTRIBUTE_INT, int64_t, &Attribute::ints> {};
template <>
struct AttributeOf<bool> : ScalarAttribute<bool, PDL_ATTRIBUTE_BOOLEAN, int64_t, &Attribute::ints> {
};
template <>
struct AttributeOf<int64_t>
    : ScalarAttribute<int64_t, PDL_ATTRIBUTE_LONG, int64_t, &Attribute::ints> {};
template <>
struct AttributeOf<float>
    : ScalarAttribute<float, PDL_ATTRIBUTE_FLOAT, double, &Attribute::floats> {};
template <>
struct AttributeOf<double>
    : ScalarAttribute<double, PDL_ATTRIBUTE_FLOAT64, double, &Attribute::floats> {};
template <>
struct AttributeOf<std::string>
    : ScalarAttribute<std::string, PDL_ATTRIBUTE_STRING, std::string, &Attribute::texts> {};
template <>
struct AttributeOf<std::vector<int32_t>>
    : ListAttribute<int32_t, PDL_ATTRIBUTE_INTS, int64_t, &Attribute::ints> {};
template <>
struct AttributeOf<std::vector<bool>>
    : ListAttribute<bool, PDL_ATTRIBUTE_BOOLEANS, int64_t, &Attribute::ints> {};
template <>
struct AttributeOf<std::vector<int64_t>>
    : ListAttribute<int64_t, PDL_ATTRIBUTE_LONGS, int64_t, &Attribute::ints> {};
template <>
struct AttributeOf<std::vector<float>>
    : ListAttribute<float, PDL_ATTRIBUTE_FLOATS, double, &Attribute::floats> {};
template <>
struct AttributeOf<std::vector<double>>
    : ListAttribute<double, PDL_ATTRIBUTE_FLOAT64S, double, &Attribute::floats> {};
template <>
struct AttributeOf<std::vector<std::string>>
    : ListAttribute<std::string, PDL_ATTRIBUTE_STRINGS, std::string, &Attribute::texts> {};

// The description of an operator: type, slots with names of variables, attributes.
class OpDesc {
 public:
  using Slots = std::map<std::string, std::vector<std::string>>;

  OpDesc() = default;
  explicit OpDesc(const std::string& type) : type_(type) {}

  const std::string& Type() const { return type_; }
  void SetType(const std::string& type) { type_ = type; }

  const Slots& inputs() const { return inputs_; }
  const Slots& outputs() const { return outputs_; }
  Slots* mutable_inputs() { return &inputs_; }
  Slots* mutable_outputs() { return &outputs_; }
  bool HasInput(const std::string& slot) const { return Has(inputs_, slot); }
  bool HasOutput(const std::string& slot) const { return Has(outputs_, slot); }
  std::vector<std::string> Input(const std::string& slot) const { return Names(inputs_, slot); }
  std::vector<std::string> Output(const std::string& slot) const { return Names(outputs_, slot); }
  void SetInput(const std::string& slot, const std::vector<std::string>& names) {
    inputs_[slot] = names;
  }
  void SetOutput(const std::string& slot, const std::vector<std::string>& names) {
    outputs_[slot] = names;
  }
  std::vector<std::string> input_vars() const { return All(inputs_); }
  std::vector<std::string> output_vars() const { return All(outputs_); }
  std::vector<std::string> input_names() const { return All(inputs_); }
  std::vector<std::string> output_names() const { return All(outputs_); }

  bool HasAttr(const std::string& name) const { return attributes_.count(name) != 0; }
  void DeleteAttr(const std::string& name) { attributes_.erase(name); }
  std::vector<std::string> AttrNames() const {
    std::vector<std::string> names;
    for (const auto& entry : attributes_) names.push_back(entry.first);
    return names;
  }
  // Throws, which refuses the model, if there is no such attribute of this type.
  template <typename T>
  T GetAttr(const std::string& name) const {
    const auto found = attributes_.find(name);
    if (found == attributes_.end()) Fail(name, "is absent");
    try {
      return AttributeOf<T>::Read(found->second);
    } catch (const std::invalid_argument& error) {
      Fail(name, error.what());
    }
  }
  template <typename T>
  void SetAttr(const std::string& name, const T& value) {
    Attribute made;
    AttributeOf<T>::Write(value, &made);
    attributes_[name] = std::move(made);
  }
  void SetAttr(const std::string& name, const char* value) { SetAttr<std::string>(name, value); }

  std::map<std::string, Attribute>* mutable_attributes() { return &attributes_; }
  const std::map<std::string, Attribute>& attributes() const { return attributes_; }

 private:
  static bool Has(const Slots& slots, const std::string& name) {
    const auto found = slots.find(name);
    return found != slots.end() && !found->second.empty();
  }
  std::vector<std::string> Names(const Slots& slots, const std::string& name) const {
    const auto found = slots.find(name);
    if (found == slots.end()) {
      throw std::invalid_argument("op " + type_ + " has no slot " + name);
    }
    return found->second;
  }
  static std::vector<std::string> All(const Slots& slots) {
    std::vector<std::string> names;
    for (const auto& slot : slots) {
      names.insert(names.end(), slot.second.begin(), slot.second.end());
    }
    return names;
  }
  [[noreturn]] void Fail(const std::string& attribute, const std::string& what) const {
    throw std::invalid_argument("op " + type_ + ": attribute " + attribute + " " + what);
  }

  std::string type_;
  Slots inputs_, outputs_;
  std::map<std::string, Attribute> attributes_;
};

}  // namespace user_pass
}  // namespace cpp

inline namespace user_pass {

using OpInfo = cpp::OpDesc;

class DDim {
 public:
  using value_type = int64_t;
  DDim() = default;
  explicit DDim(const std::vector<int64_t>& dims) : dims_(dims) {}
  size_t size() const { return dims_.size(); }
  bool empty() const { return dims_.empty(); }
  int64_t operator[](int i) const { return dims_[static_cast<size_t>(i)]; }
  int64_t& operator[](int i) { return dims_[static_cast<size_t>(i)]; }
  int64_t production() const {
    int64_t product = 1;
    for (int64_t dim : dims_) product *= dim;
    return product;
  }
  const std::vector<int64_t>& data() const { return dims_; }
  std::vector<int64_t> Vectorize() const { return dims_; }
  bool operator==(const DDim& other) const { return dims_ == other.dims_; }
  bool operator!=(const DDim& other) const { return dims_ != other.dims_; }

 private:
  std::vector<int64_t> dims_;
};

// A parameter with its elements, or the declaration of another variable: a dimension of -1 is open.
class Tensor {
 public:
  const DDim& dims() const { return dims_; }
  int64_t numel() const { return dims_.production(); }
  PrecisionType precision() const { return precision_; }
  TargetType target() const { return TargetType::kHost; }
  bool persistable() const { return given_ != nullptr || changed_; }
  void set_persistable(bool) {}
  void set_precision(PrecisionType precision) { precision_ = precision; }
  void Resize(const DDim& dims) { dims_ = dims; }
  void Resize(const std::vector<int64_t>& dims) { dims_ = DDim(dims); }

  template <typename T>
  const T* data() const {
    CheckType<T>();
    return static_cast<const T*>(changed_ ? own_.data() : given_);
  }
  // The elements, to be written: those of a parameter that exists are a copy, which the operators
  // of the main block get in its place. Without a parameter, it becomes one.
  template <typename T>
  T* mutable_data() {
    const int64_t count = numel();
    if (count < 0) throw std::invalid_argument("a parameter has no open dimensions");
    const size_t bytes = static_cast<size_t>(count) * sizeof(T);
    if (given_ != nullptr && !changed_) {
      CheckType<T>();
      own_.assign(static_cast<const char*>(given_),
                  static_cast<const char*>(given_) + given_bytes_);
    }
    own_.resize(bytes);
    precision_ = lite_api::PrecisionTypeTrait<T>::Type();
    changed_ = true;
    return reinterpret_cast<T*>(own_.data());
  }
  template <typename T>
  T* mutable_data(TargetType) {
    return mutable_data<T>();
  }
  void CopyDataFrom(const Tensor& other) {
    dims_ = other.dims_;
    precision_ = other.precision_;
    const char* from = other.changed_ ? other.own_.data() : static_cast<const char*>(other.given_);
    const size_t bytes = other.changed_ ? other.own_.size() : other.given_bytes_;
    own_.assign(from, from + bytes);
    changed_ = true;
  }

 private:
  friend class Scope;
  template <typename T>
  void CheckType() const {
    if (precision_ != lite_api::PrecisionTypeTrait<T>::Type()) {
      throw std::invalid_argument("a parameter has elements of another type than data<T>() names");
    }
  }

  DDim dims_;
  PrecisionType precision_ = PrecisionType::kFloat;
  const void* given_ = nullptr;  // the library's
  size_t given_bytes_ = 0;
  std::vector<char> own_;
  bool changed_ = false;
};

class Variable {
 public:
  template <typename T>
  T* GetMutable() {
    static_assert(std::is_same<T, Tensor>::value, "a variable of a pass is a lite::Tensor");
    return &tensor_;
  }
  template <typename T>
  const T& Get() const {
    static_assert(std::is_same<T, Tensor>::value, "a variable of a pass is a lite::Tensor");
    return tensor_;
  }

 private:
  Tensor tensor_;
};

// The variables of the program by name, and new parameters.
class Scope {
 public:
  explicit Scope(const PDL_PassCall& call) {
    for (size_t i = 0; i < call.variable_count; ++i) {
      const PDL_PassVariable& from = call.variables[i];
      Tensor* tensor = NewTensor(from.name);
      tensor->dims_ =
          DDim(std::vector<int64_t>(from.tensor.dims, from.tensor.dims + from.tensor.rank));
      tensor->precision_ = static_cast<PrecisionType>(from.tensor.type);
      tensor->given_ = from.tensor.data;
      if (tensor->given_ != nullptr) {
        tensor->given_bytes_ = static_cast<size_t>(tensor->numel()) *
                               lite_api::PrecisionTypeLength(tensor->precision_);
      }
      existing_.insert(from.name);
    }
  }

  Variable* FindVar(const std::string& name) const {
    const auto found = variables_.find(name);
    return found == variables_.end() ? nullptr : found->second.get();
  }
  Variable* Var(const std::string& name) {
    std::unique_ptr<Variable>& variable = variables_[name];
    if (variable == nullptr) variable.reset(new Variable);
    return variable.get();
  }
  Tensor* NewTensor(const std::string& name) { return Var(name)->GetMutable<Tensor>(); }
  const Tensor* FindTensor(const std::string& name) const { return FindMutableTensor(name); }
  Tensor* FindMutableTensor(const std::string& name) const {
    Variable* variable = FindVar(name);
    return variable == nullptr ? nullptr : variable->GetMutable<Tensor>();
  }

  // Calls visit(old name, new name, tensor, bytes) for each parameter that was made or changed.
  template <typename Visit>
  void VisitChanged(const Visit& visit) const {
    for (const auto& entry : variables_) {
      const Tensor& tensor = entry.second->Get<Tensor>();
      if (!tensor.changed_) continue;
      std::string name = entry.first;
      while (existing_.count(name) != 0 || (name != entry.first && variables_.count(name) != 0)) {
        name += "_changed";
      }
      visit(entry.first, name, tensor, tensor.own_);
    }
  }

 private:
  std::map<std::string, std::unique_ptr<Variable>> variables_;
  std::set<std::string> existing_;
};

class OpLite {
 public:
  OpLite() = default;
  explicit OpLite(const std::string& type) : info_(type) {}
  const std::string& Type() const { return info_.Type(); }
  bool Attach(const cpp::OpDesc& desc, Scope* scope) {
    info_ = desc;
    scope_ = scope;
    return true;
  }
  const OpInfo* op_info() const { return &info_; }
  OpInfo* mutable_op_info() { return &info_; }
  Scope* scope() const { return scope_; }
  const std::vector<Place>& valid_places() const { return places_; }
  void SetValidPlaces(const std::vector<Place>& places) { places_ = places; }

 private:
  OpInfo info_;
  Scope* scope_ = nullptr;
  std::vector<Place> places_;
};

// Makes operators of any type: the library checks types when the pass is done.
class LiteOpRegistry {
 public:
  LITE_LOCAL static LiteOpRegistry& Global() {
    static LiteOpRegistry made;
    return made;
  }
  std::shared_ptr<OpLite> Create(const std::string& type) const {
    return std::make_shared<OpLite>(type);
  }
};

}  // namespace user_pass

namespace mir {
inline namespace user_pass {

// An operator or a variable of the graph. A variable that is written several times has a node for
// each of its values.
class Node {
 public:
  struct Arg {
    std::string name;
    bool is_weight = false;
    bool is_persist = false;
  };

  class Stmt {
   public:
    const std::string& op_type() const { return op_->Type(); }
    const OpInfo* op_info() const { return op_->op_info(); }
    OpInfo* mutable_op_info() { return op_->mutable_op_info(); }
    const std::shared_ptr<OpLite>& op() const { return op_; }
    void ResetOp(const cpp::OpDesc& desc, const std::vector<Place>&) {
      op_->Attach(desc, op_->scope());
    }

   private:
    friend class SSAGraph;
    std::shared_ptr<OpLite> op_;
  };

  bool IsStmt() const { return stmt_ != nullptr; }
  bool IsArg() const { return arg_ != nullptr; }
  Stmt* stmt() const { return stmt_.get(); }
  Arg* arg() const { return arg_.get(); }
  Stmt& AsStmt() const {
    if (stmt_ == nullptr) throw std::logic_error("a node is not an operator");
    return *stmt_;
  }
  Arg& AsArg() const {
    if (arg_ == nullptr) throw std::logic_error("a node is not a variable");
    return *arg_;
  }

  std::list<Node*> inlinks, outlinks;

 private:
  friend class SSAGraph;
  std::unique_ptr<Stmt> stmt_;
  std::unique_ptr<Arg> arg_;
  bool removed_ = false;
  size_t number_ = 0;    // in the order of creation
  size_t position_ = 0;  // of an operator of the program, from 1; 0: it comes as soon as it can
};

inline void DirectedLink(Node* from, Node* to) {
  from->outlinks.push_back(to);
  to->inlinks.push_back(from);
}
inline void RemoveDirectedLink(Node* from, Node* to) {
  from->outlinks.remove(to);
  to->inlinks.remove(from);
}

class SSAGraph {
 public:
  SSAGraph(const PDL_PassCall& call, const std::vector<Place>& places)
      : scope_(call), places_(places) {
    std::map<std::string, Node*> current;
    const auto use = [&](const std::string& name) {
      Node*& node = current[name];
      if (node == nullptr) node = NewValue(name);
      return node;
    };
    for (size_t i = 0; i < call.op_count; ++i) {
      std::shared_ptr<OpLite> op = std::make_shared<OpLite>();
      op->Attach(Read(call.ops[i]), &scope_);
      Node* node = GraphCreateInstructNode(op, places);
      node->position_ = i + 1;
      std::set<Node*> linked;
      for (const std::string& name : op->op_info()->input_names()) {
        Node* value = use(name);
        if (linked.insert(value).second) DirectedLink(value, node);
      }
      linked.clear();
      for (const std::string& name : op->op_info()->output_names()) {
        Node* value = current[name];
        // A value that was read or written is a different one from now on.
        if (value == nullptr || !linked.count(value)) value = current[name] = NewValue(name);
        if (linked.insert(value).second) DirectedLink(node, value);
      }
    }
  }
  SSAGraph(const SSAGraph&) = delete;
  SSAGraph& operator=(const SSAGraph&) = delete;

  const std::vector<Place>& valid_places() const { return places_; }
  Scope* scope() { return &scope_; }

  // The nodes that were not removed.
  std::vector<Node*> mutable_nodes() {
    std::vector<Node*> live;
    for (Node& node : nodes_) {
      if (!node.removed_) live.push_back(&node);
    }
    return live;
  }
  std::vector<Node*> nodes() { return mutable_nodes(); }

  Node* GraphCreateInstructNode(const std::shared_ptr<OpLite>& op,
                                const std::vector<Place>& places) {
    Node* node = NewNode();
    op->SetValidPlaces(places);
    node->stmt_.reset(new Node::Stmt);
    node->stmt_->op_ = op;
    return node;
  }
  Node* NewArgumentNode(const std::string& name) { return NewValue(name); }
  // The last value of the variable; null without one.
  Node* RetrieveArgument(const std::string& name) {
    Node* found = nullptr;
    for (Node* node : mutable_nodes()) {
      if (node->IsArg() && node->arg()->name == name) found = node;
    }
    return found;
  }
  // Removes the node and its links.
  void RemoveNode(const Node* node) {
    Node* own = const_cast<Node*>(node);
    for (Node* other : own->inlinks) other->outlinks.remove(own);
    for (Node* other : own->outlinks) other->inlinks.remove(own);
    own->inlinks.clear();
    own->outlinks.clear();
    own->removed_ = true;
  }
  bool Removed(const Node* node) const { return node->removed_; }

  // The operators in an order that the links allow, close to that of the program.
  std::vector<Node*> StmtTopologicalOrder() {
    std::map<Node*, std::set<Node*>> before;  // operator -> those that precede it
    std::map<std::string, std::vector<Node*>> values;
    for (Node* node : mutable_nodes()) {
      if (node->IsStmt()) {
        std::set<Node*>& preceding = before[node];
        for (Node* value : node->inlinks) {
          preceding.insert(value->inlinks.begin(), value->inlinks.end());
        }
        preceding.erase(node);
      } else {
        values[node->arg()->name].push_back(node);
      }
    }
    // A value is read before the next one of the same variable is written.
    for (const auto& entry : values) {
      for (size_t i = 1; i < entry.second.size(); ++i) {
        Node* const old = entry.second[i - 1];
        for (Node* writer : entry.second[i]->inlinks) {
          for (const std::list<Node*>* users : {&old->inlinks, &old->outlinks}) {
            for (Node* user : *users) {
              if (user != writer) before[writer].insert(user);
            }
          }
        }
      }
    }
    std::map<Node*, std::vector<Node*>> after;
    std::map<Node*, size_t> missing;
    const auto later = [](const Node* a, const Node* b) {
      return a->position_ != b->position_ ? a->position_ > b->position_ : a->number_ > b->number_;
    };
    std::priority_queue<Node*, std::vector<Node*>, decltype(later)> ready(later);
    for (const auto& entry : before) {
      missing[entry.first] = entry.second.size();
      for (Node* preceding : entry.second) after[preceding].push_back(entry.first);
      if (entry.second.empty()) ready.push(entry.first);
    }
    std::vector<Node*> order;
    while (!ready.empty()) {
      Node* node = ready.top();
      ready.pop();
      order.push_back(node);
      for (Node* next : after[node]) {
        if (--missing[next] == 0) ready.push(next);
      }
    }
    if (order.size() != before.size()) {
      throw std::logic_error("the pass leaves a cycle of operators");
    }
    return order;
  }

 private:
  Node* NewNode() {
    nodes_.emplace_back();
    nodes_.back().number_ = nodes_.size();
    return &nodes_.back();
  }
  Node* NewValue(const std::string& name) {
    Node* node = NewNode();
    node->arg_.reset(new Node::Arg);
    node->arg_->name = name;
    const Tensor* tensor = scope_.FindTensor(name);
    node->arg_->is_weight = node->arg_->is_persist = tensor != nullptr && tensor->persistable();
    return node;
  }

  static void ReadSlots(const PDL_PassSlot* slots, size_t count, cpp::OpDesc::Slots* to) {
    for (size_t i = 0; i < count; ++i) {
      (*to)[slots[i].name].assign(slots[i].variables, slots[i].variables + slots[i].count);
    }
  }
  static cpp::OpDesc Read(const PDL_PassOp& from) {
    cpp::OpDesc desc(from.type);
    ReadSlots(from.inputs, from.input_count, desc.mutable_inputs());
    ReadSlots(from.outputs, from.output_count, desc.mutable_outputs());
    for (size_t i = 0; i < from.attribute_count; ++i) {
      const PDL_PassAttribute& attribute = from.attributes[i];
      cpp::Attribute& to = (*desc.mutable_attributes())[attribute.name];
      to.kind = attribute.kind;
      if (attribute.ints != nullptr)
        to.ints.assign(attribute.ints, attribute.ints + attribute.count);
      if (attribute.floats != nullptr) {
        to.floats.assign(attribute.floats, attribute.floats + attribute.count);
      }
      if (attribute.texts != nullptr) {
        to.texts.assign(attribute.texts, attribute.texts + attribute.count);
      }
    }
    return desc;
  }

  Scope scope_;
  std::vector<Place> places_;
  std::list<Node> nodes_;  // removed ones stay, so that pointers to them remain valid
};

inline void GraphSafeRemoveNodes(SSAGraph* graph, const std::set<const Node*>& nodes) {
  for (const Node* node : nodes) graph->RemoveNode(node);
}

class Pass {
 public:
  enum class Kind { kProgramWise = 0, kStmtWise, kDebug };

  explicit Pass(Kind kind) : kind_(kind) {}
  virtual ~Pass() = default;
  virtual void Apply(const std::unique_ptr<SSAGraph>& graph) = 0;

  void set_name(const std::string& name) { name_ = name; }
  const std::string& name() const { return name_; }
  Kind kind() const { return kind_; }
  bool is_program_pass() const { return kind_ == Kind::kProgramWise; }
  bool is_stmt_pass() const { return kind_ == Kind::kStmtWise; }
  bool is_debug_pass() const { return kind_ == Kind::kDebug; }

 private:
  const Kind kind_;
  std::string name_;
};
class ProgramPass : public Pass {
 public:
  ProgramPass() : Pass(Kind::kProgramWise) {}
};
class StmtPass : public Pass {
 public:
  StmtPass() : Pass(Kind::kStmtWise) {}
};
class DebugPass : public Pass {
 public:
  DebugPass() : Pass(Kind::kDebug) {}
};

// --- patterns

// A node of a pattern: what it matches, and the nodes that it is linked with.
class PMNode {
 public:
  using Condition = std::function<bool(const Node*)>;

  PMNode* assert_is_op() {
    return Assert([](const Node* node) { return node->IsStmt(); });
  }
  PMNode* assert_is_op(const std::string& type) {
    op_type_ = type;
    return Assert(
        [type](const Node* node) { return node->IsStmt() && node->stmt()->op_type() == type; });
  }
  PMNode* assert_is_var() {
    return Assert([](const Node* node) { return node->IsArg(); });
  }
  PMNode* assert_is_persistable_var() {
    return Assert([](const Node* node) { return node->IsArg() && node->arg()->is_weight; });
  }
  PMNode* assert_only_one_output() {
    return Assert([](const Node* node) { return node->outlinks.size() == 1; });
  }
  // A variable in this slot of the operators of this type that the pattern links it with; one in
  // any slot without `slot`.
  PMNode* assert_is_op_input(const std::string& type, const std::string& slot = "") {
    uses_.push_back({type, slot, true});
    return assert_is_var();
  }
  PMNode* assert_is_op_output(const std::string& type, const std::string& slot = "") {
    uses_.push_back({type, slot, false});
    return assert_is_var();
  }
  template <typename T>
  PMNode* assert_op_attr(const std::string& name, const T& value) {
    return assert_op_attr_satisfied<T>(name, [value](const T& found) { return found == value; });
  }
  template <typename T>
  PMNode* assert_op_attr_satisfied(const std::string& name,
                                   const std::function<bool(const T&)>& condition) {
    return Assert([name, condition](const Node* node) {
      return node->IsStmt() && node->stmt()->op_info()->HasAttr(name) &&
             condition(node->stmt()->op_info()->GetAttr<T>(name));
    });
  }
  PMNode* assert_node_satisfied(const Condition& condition) { return Assert(condition); }

  PMNode* AsInput() { return this; }
  PMNode* AsOutput() { return this; }
  // Removed when the pattern is replaced: only the pattern's own operators read or write it.
  PMNode* AsIntermediate() {
    intermediate_ = true;
    return this;
  }
  const std::string& name() const { return key_; }

 private:
  friend class FuseBase;
  friend PMNode& operator>>(PMNode& from, PMNode& to);
  struct Use {
    std::string op_type, slot;
    bool input;
  };
  PMNode* Assert(const Condition& condition) {
    conditions_.push_back(condition);
    return this;
  }

  std::string key_, op_type_;
  bool intermediate_ = false;
  std::vector<Condition> conditions_;
  std::vector<Use> uses_;
  std::vector<PMNode*> from_, to_;
};

inline PMNode& operator>>(PMNode& from, PMNode& to) {
  from.to_.push_back(&to);
  to.from_.push_back(&from);
  return to;
}
inline PMNode& operator>>(const std::vector<PMNode*>& from, PMNode& to) {
  for (PMNode* node : from) *node >> to;
  return to;
}
inline std::vector<PMNode*>& operator>>(PMNode& from, std::vector<PMNode*>& to) {
  for (PMNode* node : to) from >> *node;
  return to;
}

// Finds a pattern, and puts the operators that InsertNewNode makes in the place of every match.
class FuseBase {
 public:
  using key2nodes_t = std::map<std::string, Node*>;

  virtual ~FuseBase() = default;
  // Returns how often the pattern was replaced.
  virtual size_t operator()(SSAGraph* graph) {
    nodes_.clear();
    BuildPattern();
    size_t count = 0;
    for (const key2nodes_t& match : FindAll(graph)) {
      // An earlier replacement may have removed or relinked a part.
      bool intact = true;
      for (const auto& entry : match) intact = intact && !graph->Removed(entry.second);
      if (!intact || !Fits(match)) continue;
      InsertNewNode(graph, match);
      DeleteInterNodes(graph, match);
      ++count;
    }
    return count;
  }

  virtual void BuildPattern() = 0;
  virtual cpp::OpDesc GenOpDesc(const key2nodes_t&) { return cpp::OpDesc(); }
  virtual void InsertNewNode(SSAGraph* graph, const key2nodes_t& matched) = 0;

 protected:
  PMNode* OpNode(const std::string& key) { return NewPMNode(key)->assert_is_op(); }
  PMNode* OpNode(const std::string& key, const std::string& type) {
    return NewPMNode(key)->assert_is_op(type);
  }
  PMNode* VarNode(const std::string& key) { return NewPMNode(key)->assert_is_var(); }

 private:
  PMNode* NewPMNode(const std::string& key) {
    for (const auto& node : nodes_) {
      if (node->key_ == key) throw std::logic_error("the pattern has two nodes " + key);
    }
    nodes_.emplace_back(new PMNode);
    nodes_.back()->key_ = key;
    return nodes_.back().get();
  }

  static bool Contains(const std::list<Node*>& links, const Node* node) {
    return std::find(links.begin(), links.end(), node) != links.end();
  }
  static bool Has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  // Whether a variable is in the slot that one of its assertions names.
  static bool InSlot(const PMNode::Use& use, const Node* variable, const Node* op) {
    const OpInfo& info = *op->stmt()->op_info();
    const std::string& name = variable->arg()->name;
    if (use.slot.empty()) return Has(use.input ? info.input_names() : info.output_names(), name);
    if (use.input) return info.HasInput(use.slot) && Has(info.Input(use.slot), name);
    return info.HasOutput(use.slot) && Has(info.Output(use.slot), name);
  }

  // Whether the parts that are matched so far agree with `node` for `part`.
  static bool Agrees(const PMNode& part, const Node* node, const key2nodes_t& match) {
    for (const auto& condition : part.conditions_) {
      if (!condition(node)) return false;
    }
    for (const auto& entry : match) {
      if (entry.second == node) return false;
    }
    for (const bool before : {true, false}) {
      for (const PMNode* other : before ? part.from_ : part.to_) {
        const auto found = match.find(other->key_);
        if (found == match.end()) continue;
        if (!Contains(before ? node->inlinks : node->outlinks, found->second)) return false;
        const PMNode& variable = node->IsArg() ? part : *other;
        const Node* value = node->IsArg() ? node : found->second;
        const Node* op = node->IsArg() ? found->second : node;
        if (!value->IsArg() || !op->IsStmt()) return false;
        // Before an operator, a variable is its input.
        const bool input = before != node->IsArg();
        for (const PMNode::Use& use : variable.uses_) {
          if (use.input == input && use.op_type == op->stmt()->op_type() &&
              !InSlot(use, value, op)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  // Whether intermediate parts are used by the match only.
  bool Fits(const key2nodes_t& match) const {
    std::set<const Node*> matched;
    for (const auto& entry : match) matched.insert(entry.second);
    for (const auto& part : nodes_) {
      const Node* node = match.at(part->key_);
      for (const PMNode* next : part->to_) {
        if (!Contains(node->outlinks, match.at(next->key_))) return false;
      }
      if (!part->intermediate_) continue;
      for (const Node* reader : node->outlinks) {
        // A result outside of the pattern may be dropped if it is never read.
        if (matched.count(reader) == 0 && (node->IsArg() || !reader->outlinks.empty())) {
          return false;
        }
      }
      if (!node->IsArg()) continue;
      for (const Node* writer : node->inlinks) {
        if (matched.count(writer) == 0) return false;
      }
    }
    return true;
  }

  // The parts in an order in which each is linked with an earlier one.
  std::vector<const PMNode*> SearchOrder() const {
    std::vector<const PMNode*> order;
    std::set<const PMNode*> seen;
    const auto add = [&](const PMNode* part) {
      if (seen.insert(part).second) order.push_back(part);
    };
    for (const auto& part : nodes_) {
      add(part.get());
      for (size_t i = 0; i < order.size(); ++i) {
        for (const PMNode* next : order[i]->to_) add(next);
        for (const PMNode* previous : order[i]->from_) add(previous);
      }
    }
    return order;
  }

  void Extend(const std::vector<const PMNode*>& order, size_t at, const std::vector<Node*>& all,
              key2nodes_t* match, std::vector<key2nodes_t>* found) const {
    if (at == order.size()) {
      if (Fits(*match)) found->push_back(*match);
      return;
    }
    const PMNode& part = *order[at];
    // Only nodes that are linked with a part that is matched already.
    std::vector<Node*> candidates = all;
    for (const bool before : {true, false}) {
      for (const PMNode* other : before ? part.from_ : part.to_) {
        const auto known = match->find(other->key_);
        if (known == match->end()) continue;
        const std::list<Node*>& links = before ? known->second->outlinks : known->second->inlinks;
        candidates.assign(links.begin(), links.end());
      }
    }
    const size_t before = found->size();
    for (Node* node : candidates) {
      if (!Agrees(part, node, *match)) continue;
      (*match)[part.key_] = node;
      Extend(order, at + 1, all, match, found);
      match->erase(part.key_);
      // One match is enough for each choice of the first part.
      if (at != 0 && found->size() != before) return;
    }
  }

  std::vector<key2nodes_t> FindAll(SSAGraph* graph) const {
    std::vector<key2nodes_t> found;
    key2nodes_t match;
    if (!nodes_.empty()) Extend(SearchOrder(), 0, graph->mutable_nodes(), &match, &found);
    return found;
  }

  void DeleteInterNodes(SSAGraph* graph, const key2nodes_t& match) const {
    std::set<const Node*> removed;
    for (const auto& part : nodes_) {
      if (!part->intermediate_) continue;
      const Node* node = match.at(part->key_);
      removed.insert(node);
      if (!node->IsStmt()) continue;
      for (const Node* result : node->outlinks) {
        if (result->outlinks.empty() && result->inlinks.size() == 1) removed.insert(result);
      }
    }
    GraphSafeRemoveNodes(graph, removed);
  }

  std::vector<std::unique_ptr<PMNode>> nodes_;
};

// --- registration

struct PassEntry {
  std::string name;
  std::function<std::unique_ptr<Pass>()> make;
  std::set<TargetType> targets, excluded;
};

struct UserPasses {
  std::list<PassEntry> entries;

  LITE_LOCAL static UserPasses& Get() {
    static UserPasses* const made = new UserPasses;
    return *made;
  }
};

class PassRegistrar {
 public:
  PassRegistrar(const std::string& name, std::function<std::unique_ptr<Pass>()> make) {
    UserPasses::Get().entries.push_back({name, std::move(make), {}, {}});
    entry_ = &UserPasses::Get().entries.back();
  }
  // kAny: runs for any targets.
  PassRegistrar& BindTargets(const std::set<TargetType>& targets) {
    entry_->targets = targets;
    if (targets.count(TargetType::kAny) != 0) entry_->targets.clear();
    return *this;
  }
  PassRegistrar& ExcludeTargets(const std::set<TargetType>& targets) {
    entry_->excluded = targets;
    return *this;
  }
  // Without effect: the library refuses operators that no kernel takes.
  PassRegistrar& BindKernel(const std::string&) { return *this; }

 private:
  PassEntry* entry_;
};

// What the operators of a call point to.
class PassResult {
 public:
  explicit PassResult(SSAGraph* graph) {
    std::map<std::string, std::string> renamed;
    graph->scope()->VisitChanged([&](const std::string& old_name, const std::string& name,
                                     const Tensor& tensor, const std::vector<char>& bytes) {
      if (tensor.dims().size() > PDL_MAX_RANK) throw std::invalid_argument(name + ": rank");
      PDL_PassVariable parameter = {};
      parameter.name = Keep(name);
      parameter.tensor.type = static_cast<PDL_Type>(tensor.precision());
      parameter.tensor.rank = static_cast<int32_t>(tensor.dims().size());
      std::copy(tensor.dims().data().begin(), tensor.dims().data().end(), parameter.tensor.dims);
      parameter.tensor.data = const_cast<char*>(bytes.data());
      // A shape that was changed later would be read past the end.
      if (bytes.size() !=
          static_cast<size_t>(tensor.numel()) * lite_api::PrecisionTypeLength(tensor.precision())) {
        throw std::invalid_argument("parameter " + name + ": its shape does not fit its elements");
      }
      parameters_.push_back(parameter);
      if (name != old_name) renamed[old_name] = name;
    });
    for (Node* node : graph->StmtTopologicalOrder()) {
      cpp::OpDesc desc = *node->stmt()->op_info();
      for (auto& slot : *desc.mutable_inputs()) {
        for (std::string& name : slot.second) {
          const auto found = renamed.find(name);
          if (found != renamed.end()) name = found->second;
        }
      }
      descs_.push_back(std::move(desc));
      Add(descs_.back());
    }
  }

  PDL_Code Send(const PDL_PassCall& call) const {
    return call.replace(&call, ops_.data(), ops_.size(), parameters_.data(), parameters_.size());
  }

 private:
  const char* Keep(const std::string& text) {
    kept_.push_back(text);
    return kept_.back().c_str();
  }
  const char* const* Texts(const std::vector<std::string>& texts) {
    texts_.emplace_back();
    for (const std::string& text : texts) texts_.back().push_back(text.c_str());
    return texts_.back().data();
  }
  const PDL_PassSlot* Slots(const cpp::OpDesc::Slots& from) {
    slots_.emplace_back();
    for (const auto& slot : from) {
      slots_.back().push_back({slot.first.c_str(), slot.second.size(), Texts(slot.second)});
    }
    return slots_.back().data();
  }
  void Add(const cpp::OpDesc& desc) {
    attributes_.emplace_back();
    for (const auto& entry : desc.attributes()) {
      const cpp::Attribute& from = entry.second;
      PDL_PassAttribute attribute = {};
      attribute.name = entry.first.c_str();
      attribute.kind = from.kind;
      attribute.count = std::max(from.ints.size(), std::max(from.floats.size(), from.texts.size()));
      if (!from.ints.empty()) attribute.ints = from.ints.data();
      if (!from.floats.empty()) attribute.floats = from.floats.data();
      if (!from.texts.empty()) attribute.texts = Texts(from.texts);
      attributes_.back().push_back(attribute);
    }
    PDL_PassOp op = {};
    op.type = desc.Type().c_str();
    op.input_count = desc.inputs().size();
    op.inputs = Slots(desc.inputs());
    op.output_count = desc.outputs().size();
    op.outputs = Slots(desc.outputs());
    op.attribute_count = attributes_.back().size();
    op.attributes = attributes_.back().data();
    ops_.push_back(op);
  }

  std::list<std::string> kept_;
  std::list<cpp::OpDesc> descs_;
  std::list<std::vector<const char*>> texts_;
  std::list<std::vector<PDL_PassSlot>> slots_;
  std::list<std::vector<PDL_PassAttribute>> attributes_;
  std::vector<PDL_PassOp> ops_;
  std::vector<PDL_PassVariable> parameters_;
};

LITE_LOCAL inline PDL_Code ReportPass(PDL_PassCall* call, PDL_Code code, const char* text) {
  std::snprintf(call->message, call->message_size, "%s", text);
  return code;
}

LITE_LOCAL inline PDL_Code ApplyUserPass(PDL_PassCall* call) {
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
  try {
#endif
    const PassEntry& entry = *static_cast<const PassEntry*>(call->user_data);
    std::vector<Place> places;
    for (size_t i = 0; i < call->target_count; ++i) {
      const TargetType target = static_cast<TargetType>(call->targets[i]);
      if (entry.excluded.count(target) != 0) return PDL_OK;
      places.push_back(Place(target));
    }
    std::unique_ptr<SSAGraph> graph(new SSAGraph(*call, places));
    const std::unique_ptr<Pass> pass = entry.make();
    pass->set_name(entry.name);
    pass->Apply(graph);
    return PassResult(graph.get()).Send(*call);
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
  } catch (const std::bad_alloc&) {
    return ReportPass(call, PDL_RESOURCE_EXHAUSTED, "out of memory");
  } catch (const std::exception& error) {
    return ReportPass(call, PDL_INVALID_ARGUMENT, error.what());
  } catch (...) {
    return ReportPass(call, PDL_INTERNAL, "an exception that is not a std::exception");
  }
#endif
}

// Adds the registered passes, each once.
LITE_LOCAL inline PDL_Code AddUserPasses(PDL_AddPass add) {
  static std::set<const PassEntry*>* const added = new std::set<const PassEntry*>;
  for (PassEntry& entry : UserPasses::Get().entries) {
    if (added->count(&entry) != 0) continue;
    std::vector<int32_t> targets;
    for (TargetType target : entry.targets) targets.push_back(static_cast<int32_t>(target));
    const PDL_Pass pass = {sizeof(PDL_Pass), entry.name.c_str(), targets.data(),
                           targets.size(),   &ApplyUserPass,     &entry};
    const PDL_Code code = add(&pass);
    if (code != PDL_OK) return code;
    added->insert(&entry);
  }
  return PDL_OK;
}

}  // namespace user_pass
}  // namespace mir

inline namespace user_pass {

// Adds the passes of this program.
LITE_LOCAL inline lite_api::Status RegisterUserPasses() {
  const PDL_Code code = mir::AddUserPasses(&PDL_RegisterPass);
  if (code == PDL_OK) return lite_api::Status();
  return lite_api::Status(static_cast<lite_api::StatusCode>(code), PDL_GetLastError());
}

}  // namespace user_pass
}  // namespace lite
}  // namespace paddle

#if !defined(_WIN32)
extern "C" PDL_API __attribute__((weak)) PDL_Code PDL_PassLibrary(PDL_AddPass add) {
  return ::paddle::lite::mir::AddUserPasses(add);
}
#endif

#define IR_NODE_LINK_TO(from, to) ::paddle::lite::mir::DirectedLink(from, to)
#define IR_OP_VAR_LINK(from, to) IR_NODE_LINK_TO(from, to)

// The weak function is what USE_MIR_PASS(name) refers to; the library has those of its own passes.
#define REGISTER_MIR_PASS(name_, PassClass)                                                        \
  bool mir_pass_registry##name_##_fake();                                                          \
  __attribute__((weak)) bool mir_pass_registry##name_##_fake() { return true; }                    \
  __attribute__((unused)) static const ::paddle::lite::mir::PassRegistrar lite_user_pass_##name_ = \
      ::paddle::lite::mir::PassRegistrar(                                                          \
          #name_, [] { return std::unique_ptr<::paddle::lite::mir::Pass>(new PassClass); })
