#include "lite/mir/verify.h"

#include <algorithm>
#include <set>

#include "lite/mir/bind.h"

namespace paddle::lite::mir {

namespace {

class Verifier {
 public:
  explicit Verifier(const Graph& graph) : graph_(graph) {}

  Status Run() {
    for (const auto& block : graph_.blocks()) CheckBlock(*block);
    CheckLinks();
    return problems_.empty() ? OkStatus() : Internal("illegal graph: ", problems_);
  }

 private:
  template <typename... Args>
  void Problem(const Args&... args) {
    if (!problems_.empty()) problems_ += "; ";
    AppendTo(&problems_, StrCat(args...));
  }

  void CheckBlock(const Block& block) {
    std::set<const ArgNode*> made;
    std::map<std::string, const ArgNode*> last_written;
    for (const OpNode* op : block.ops()) {
      const std::string who = Describe(*op);
      if (op->block() != &block) Problem(who, " is in a block to which it does not belong");
      for (const auto& [slot, args] : op->inputs()) {
        if (args.empty()) Problem(who, " has an empty slot ", slot);
        for (const ArgNode* arg : args) {
          if (arg->is_constant()) continue;
          if (arg->block() != &block) Problem(who, " reads %", arg->name(), " of another block");
          if (arg->producer() != nullptr && made.count(arg) == 0) {
            Problem(who, " reads %", arg->name(), " before it is written");
          }
          const auto written = last_written.find(arg->name());
          if (arg->pinned() && written != last_written.end() && written->second != arg) {
            Problem(who, " reads an overwritten value of %", arg->name());
          }
        }
      }
      for (const auto& [slot, args] : op->outputs()) {
        if (args.empty()) Problem(who, " has an empty slot ", slot);
        for (const ArgNode* arg : args) {
          if (arg->is_constant()) Problem(who, " writes the constant %", arg->name());
          if (arg->producer() != op)
            Problem("%", arg->name(), " is not linked to its producer ", who);
          if (!made.insert(arg).second) Problem("%", arg->name(), " is written twice");
          if (arg->pinned()) last_written[arg->name()] = arg;
        }
      }
      for (const int sub : op->sub_blocks()) {
        if (sub <= 0 || sub >= static_cast<int>(graph_.blocks().size())) {
          Problem(who, " refers to block ", sub);
        }
      }
      CheckFields(*op);
    }
  }

  // Required slots and types of attributes; operators that the build does not know are reported
  // later, all at once.
  void CheckFields(const OpNode& op) {
    const std::unique_ptr<Op> instance = CreateOp(op.type());
    if (instance == nullptr) return;
    const auto visit = [&](FieldVisitor& v) { instance->Fields(v); };
    for (const model::FieldInfo& field : model::DescribeFields(visit)) {
      using model::FieldKind;
      if (!field.required) continue;
      const bool is_input =
          field.kind == FieldKind::kInput || field.kind == FieldKind::kInputList ||
          field.kind == FieldKind::kInputArray || field.kind == FieldKind::kInputArrayList;
      const auto& slots = is_input ? op.inputs() : op.outputs();
      // The runtime binds the holders of feed and fetch itself.
      if (slots.count(field.name) == 0) Problem(Describe(op), " lacks slot ", field.name);
    }
    model::OpDesc desc;
    desc.type = op.type();
    desc.attrs = op.attrs;
    for (const auto& [slot, args] : op.inputs()) desc.inputs[slot].resize(args.size());
    for (const auto& [slot, args] : op.outputs()) desc.outputs[slot].resize(args.size());
    const Status loaded = model::LoadOp(desc, nullptr, instance.get());
    if (!loaded.ok()) Problem(Describe(op), ": ", loaded.message());
  }

  void CheckLinks() {
    std::map<const ArgNode*, std::multiset<const OpNode*>> readers;
    for (const OpNode* op : graph_.AllOps()) {
      for (const auto& entry : op->inputs()) {
        for (const ArgNode* arg : entry.second) readers[arg].insert(op);
      }
    }
    for (const ArgNode* arg : graph_.LiveArgs()) {
      const std::multiset<const OpNode*> known(arg->consumers().begin(), arg->consumers().end());
      if (known != readers[arg]) Problem("%", arg->name(), " is not linked to its readers");
      if (arg->producer() != nullptr && arg->producer()->removed()) {
        Problem("%", arg->name(), " is written by a removed operator");
      }
      if (!arg->is_constant()) continue;
      const Tensor& value = *arg->constant();
      if (!value.IsInitialized()) Problem("constant %", arg->name(), " has no data");
      if (PrecisionTypeLength(value.precision()) == 0) {
        Problem("constant %", arg->name(), " has no element type");
      }
      if (value.IsInitialized() && value.capacity() < value.memory_size()) {
        Problem("constant %", arg->name(), " is shorter than its shape");
      }
    }
  }

  const Graph& graph_;
  std::string problems_;
};

}  // namespace

Status Verify(const Graph& graph) { return Verifier(graph).Run(); }

}  // namespace paddle::lite::mir
