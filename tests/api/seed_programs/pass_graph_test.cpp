// The graph and the patterns of paddle_pass_lite.h, on calls that this test makes itself: needs no library.
#include <gtest/gtest.h>

#include <deque>

#include <paddle_pass_lite.h>

namespace paddle {
namespace lite {
namespace mir {
namespace {

// A program of operators "type in1,in2 out1,out2"; slots are In and Out. w is a parameter of two numbers.
class Program {
 public:
  explicit Program(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
      const size_t a = line.find(' '), b = line.find(' ', a + 1);
      PDL_PassOp op = {};
      op.type = Keep(line.substr(0, a));
      op.inputs = SlotOf("In", line.substr(a + 1, b - a - 1), &op.input_count);
      op.outputs = SlotOf("Out", line.substr(b + 1), &op.output_count);
      ops_.push_back(op);
    }
    weight_.name = "w";
    weight_.tensor.type = static_cast<PDL_Type>(PrecisionType::kFloat);
    weight_.tensor.rank = 1;
    weight_.tensor.dims[0] = 2;
    weight_.tensor.data = numbers_;
    call_.struct_size = sizeof(call_);
    call_.op_count = ops_.size();
    call_.ops = ops_.data();
    call_.variable_count = 1;
    call_.variables = &weight_;
    call_.message = message_;
    call_.message_size = sizeof(message_);
    call_.replace = &Take;
    call_.library = this;
  }

  // The operators after the pass, as such lines.
  template <typename PassClass>
  std::vector<std::string> After() {
    PassEntry entry = {"pass", [] { return std::unique_ptr<Pass>(new PassClass); }, {}, {}};
    call_.user_data = &entry;
    lines_.clear();
    code_ = ApplyUserPass(&call_);
    return lines_;
  }
  PDL_Code code() const { return code_; }
  std::string message() const { return message_; }
  const std::vector<float>& parameter() const { return parameter_; }

 private:
  const char* Keep(const std::string& text) {
    texts_.push_back(text);
    return texts_.back().c_str();
  }
  const PDL_PassSlot* SlotOf(const char* name, const std::string& list, size_t* count) {
    names_.emplace_back();
    for (size_t from = 0; from <= list.size();) {
      const size_t to = std::min(list.find(',', from), list.size());
      names_.back().push_back(Keep(list.substr(from, to - from)));
      from = to + 1;
    }
    slots_.push_back({name, names_.back().size(), names_.back().data()});
    *count = 1;
    return &slots_.back();
  }
  static std::string Join(const PDL_PassSlot* slots, size_t count) {
    std::string text;
    for (size_t i = 0; i < count; ++i) {
      for (size_t k = 0; k < slots[i].count; ++k) text += (text.empty() ? "" : ",") + std::string(slots[i].variables[k]);
    }
    return text;
  }
  static PDL_Code Take(const PDL_PassCall* call, const PDL_PassOp* ops, size_t count, const PDL_PassVariable* parameters,
                       size_t parameter_count) {
    Program* program = static_cast<Program*>(call->library);
    for (size_t i = 0; i < count; ++i) {
      program->lines_.push_back(ops[i].type + (" " + Join(ops[i].inputs, ops[i].input_count)) + " " +
                                Join(ops[i].outputs, ops[i].output_count));
    }
    for (size_t i = 0; i < parameter_count; ++i) {
      const float* data = static_cast<const float*>(parameters[i].tensor.data);
      program->parameter_.assign(data, data + parameters[i].tensor.dims[0]);
    }
    return PDL_OK;
  }

  float numbers_[2] = {1, 2};
  PDL_PassVariable weight_ = {};
  std::deque<std::string> texts_;
  std::deque<std::vector<const char*>> names_;
  std::deque<PDL_PassSlot> slots_;
  std::vector<PDL_PassOp> ops_;
  std::vector<std::string> lines_;
  std::vector<float> parameter_;
  char message_[256] = "";
  PDL_PassCall call_ = {};
  PDL_Code code_ = PDL_OK;
};

typedef std::vector<std::string> Lines;

// a + b becomes ab.
class PairFuser : public FuseBase {
 public:
  explicit PairFuser(const std::string& result = "ab") : result_(result) {}
  void BuildPattern() override {
    auto* x = VarNode("x");
    auto* a = OpNode("a", "a")->AsIntermediate();
    auto* middle = VarNode("middle")->AsIntermediate();
    auto* b = OpNode("b", "b")->AsIntermediate();
    auto* out = VarNode("out");
    *x >> *a >> *middle >> *b >> *out;
  }
  void InsertNewNode(SSAGraph* graph, const key2nodes_t& matched) override {
    cpp::OpDesc desc(result_);
    desc.SetInput("In", {matched.at("x")->arg()->name});
    desc.SetOutput("Out", {matched.at("out")->arg()->name});
    auto op = LiteOpRegistry::Global().Create(result_);
    op->Attach(desc, graph->scope());
    Node* node = graph->GraphCreateInstructNode(op, graph->valid_places());
    IR_NODE_LINK_TO(matched.at("x"), node);
    IR_NODE_LINK_TO(node, matched.at("out"));
  }

 private:
  std::string result_;
};

class PairPass : public ProgramPass {
 public:
  void Apply(const std::unique_ptr<SSAGraph>& graph) override { PairFuser()(graph.get()); }
};
class NoPass : public ProgramPass {
 public:
  void Apply(const std::unique_ptr<SSAGraph>&) override {}
};

TEST(PassGraph, EveryMatchIsReplacedInOrder) {
  Program program({"feed f x", "a x p", "c x q", "b p y", "a y r", "b r z", "fetch z o"});
  EXPECT_EQ(program.After<PairPass>(), Lines({"feed f x", "ab x y", "ab y z", "c x q", "fetch z o"}));
  EXPECT_EQ(program.code(), PDL_OK) << program.message();
}

TEST(PassGraph, IntermediatesThatOthersReadRemain) {
  const Lines shared = {"a x p", "b p y", "c p q"}, fetched = {"a x p", "b p y", "fetch p o"};
  EXPECT_EQ(Program(shared).After<PairPass>(), shared);
  EXPECT_EQ(Program(fetched).After<PairPass>(), fetched);
  // A second result of an operator of the pattern: dropped only if it is never read.
  EXPECT_EQ(Program({"a x p,mask", "b p y"}).After<PairPass>(), Lines({"ab x y"}));
  const Lines read = {"a x p,mask", "b p y", "c mask q"};
  EXPECT_EQ(Program(read).After<PairPass>(), read);
}

// A variable that is written again: readers of its values keep their order.
TEST(PassGraph, ValuesOfOneVariable) {
  const Lines again = {"a x t", "c t u", "a y t", "c t v", "d u,v w2"};
  EXPECT_EQ(Program(again).After<NoPass>(), again);
  const Lines in_place = {"a x x", "c x x", "b x y"};
  EXPECT_EQ(Program(in_place).After<NoPass>(), in_place);
  const Lines overwritten = {"a x t", "c x u", "e y x", "c x v", "d t,u,v z"};
  EXPECT_EQ(Program(overwritten).After<NoPass>(), overwritten);
  EXPECT_EQ(Program({"a x t", "b t t", "c t u"}).After<PairPass>(), Lines({"ab x t", "c t u"}));
}

class SamePass : public ProgramPass {
 public:
  void Apply(const std::unique_ptr<SSAGraph>& graph) override { count = PairFuser("a")(graph.get()); }
  static size_t count;
};
size_t SamePass::count = 0;

TEST(PassGraph, AReplacementLikeThePatternEnds) {
  EXPECT_EQ(Program({"a x p", "b p y", "b y z"}).After<SamePass>(), Lines({"a x y", "b y z"}));
  EXPECT_EQ(SamePass::count, 1u);
}

class SlotFuser : public PairFuser {
 public:
  void BuildPattern() override {
    auto* x = VarNode("x")->assert_is_op_input("a", "In");
    auto* weight = VarNode("weight")->assert_is_persistable_var()->assert_is_op_input("a", "Weight");
    auto* a = OpNode("a", "a")->AsIntermediate();
    auto* out = VarNode("out")->assert_is_op_output("a", "Out");
    *x >> *a >> *out;
    *weight >> *a;
  }
};
class SlotPass : public ProgramPass {
 public:
  void Apply(const std::unique_ptr<SSAGraph>& graph) override { SlotFuser()(graph.get()); }
};

TEST(PassGraph, SlotsMustAgree) {
  const Lines no_weight = {"a x,w y"};  // w is in slot In
  EXPECT_EQ(Program(no_weight).After<SlotPass>(), no_weight);
}

class ScalePass : public ProgramPass {
 public:
  void Apply(const std::unique_ptr<SSAGraph>& graph) override {
    Tensor* weight = graph->scope()->FindMutableTensor("w");
    for (int64_t i = 0; i < weight->numel(); ++i) weight->mutable_data<float>()[i] *= 10;
  }
};

TEST(PassGraph, AChangedParameterIsANewOne) {
  Program program({"a x,w y", "c w z"});
  EXPECT_EQ(program.After<ScalePass>(), Lines({"a x,w_changed y", "c w_changed z"}));
  EXPECT_EQ(program.parameter(), std::vector<float>({10, 20}));
}

class CyclePass : public ProgramPass {
 public:
  void Apply(const std::unique_ptr<SSAGraph>& graph) override {
    IR_NODE_LINK_TO(graph->RetrieveArgument("y"), graph->StmtTopologicalOrder().front());
  }
};
class TypePass : public ProgramPass {
 public:
  void Apply(const std::unique_ptr<SSAGraph>& graph) override { graph->scope()->FindTensor("w")->data<int>(); }
};
class ShapePass : public ProgramPass {
 public:
  void Apply(const std::unique_ptr<SSAGraph>& graph) override {
    Tensor* weight = graph->scope()->FindMutableTensor("w");
    weight->mutable_data<float>();
    weight->Resize({1000});
  }
};

TEST(PassGraph, MistakesAreFailures) {
  Program program({"a x p", "b p y"});
  EXPECT_TRUE(program.After<CyclePass>().empty());
  EXPECT_NE(program.code(), PDL_OK);
  EXPECT_NE(program.message().find("cycle"), std::string::npos);
  EXPECT_TRUE(program.After<TypePass>().empty());
  EXPECT_NE(program.message().find("another type"), std::string::npos);
  EXPECT_TRUE(program.After<ShapePass>().empty());
  EXPECT_NE(program.message().find("does not fit"), std::string::npos);
}

}  // namespace
}  // namespace mir
}  // namespace lite
}  // namespace paddle
