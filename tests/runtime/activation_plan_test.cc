#include "lite/operators/activation_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <random>

#include "lite/base/strings.h"

namespace paddle::lite {
namespace {

// An operator that reads and writes lists of tensors, with configurable properties.
struct AnyOp final : Op {
  OutputReuse reuse = OutputReuse::kNone;
  const char* main_slot = nullptr;
  std::vector<const Tensor*> x, more;
  std::vector<Tensor*> out;

  void Fields(FieldVisitor& v) override {
    v.Inputs("X", &x);
    v.Inputs("More", &more);
    v.Outputs("Out", &out);
  }
  Status InferShape() override { return OkStatus(); }
  OutputReuse output_reuse() const override { return reuse; }
  int reuse_axis() const override { return 1; }
  const char* reused_slot() const override { return main_slot; }
};

// A program whose values are lists of cells. Run with the memory of a plan, it must read from every
// tensor what was written there, even while it writes: only the main input of an in-place operator
// may change meanwhile.
class Program {
 public:
  struct Value {
    Tensor tensor;
    std::vector<int> cells;  // its contents
    bool apart = false;
  };

  int Add(const std::vector<int>& cells, bool apart = false) {
    values_.emplace_back();
    values_.back().cells = cells;
    values_.back().apart = apart;
    values_.back().tensor.Resize(DDim{1, static_cast<int64_t>(cells.size())});
    return static_cast<int>(values_.size()) - 1;
  }
  std::vector<int> Fresh(size_t count) {
    std::vector<int> cells(count);
    for (int& cell : cells) cell = ++last_cell_;
    return cells;
  }
  void AddOp(OutputReuse reuse, std::vector<int> x, std::vector<int> out,
             std::vector<int> more = {}) {
    AnyOp op;
    op.reuse = reuse;
    if (main_slot_is_last) op.main_slot = "More";
    for (const int v : x) (main_slot_is_last ? op.more : op.x).push_back(&values_[v].tensor);
    for (const int v : more) (main_slot_is_last ? op.x : op.more).push_back(&values_[v].tensor);
    for (const int v : out) op.out.push_back(&values_[v].tensor);
    ops_.push_back({std::move(op), std::move(x), std::move(more), std::move(out)});
  }

  void PlanAndRun() {
    ActivationPlanner planner;
    for (const Value& value : values_) {
      planner.AddValue(value.cells.size() * sizeof(int), value.apart);
    }
    for (Entry& entry : ops_) {
      const BoundTensors bound = entry.op.Bound();
      std::vector<int> read = main_slot_is_last ? entry.more : entry.x;
      const std::vector<int>& last = main_slot_is_last ? entry.x : entry.more;
      read.insert(read.end(), last.begin(), last.end());
      planner.AddStep(entry.op, bound, read, entry.out);
    }
    planner.Plan();
    total = planner.total();
    blocks = planner.blocks().size();
    std::vector<int> arena(total / sizeof(int), 0);
    const auto place = [&](int v) {
      Value& value = values_[v];
      if (value.apart) return value.cells.data();
      EXPECT_EQ(planner.offset(v) % sizeof(int), 0u);
      EXPECT_LE(planner.offset(v) + value.cells.size() * sizeof(int), total);
      return arena.data() + planner.offset(v) / sizeof(int);
    };
    for (size_t s = 0; s < ops_.size(); ++s) {
      for (const auto* read : {&ops_[s].x, &ops_[s].more}) {
        for (const int v : *read) {
          ASSERT_TRUE(std::equal(values_[v].cells.begin(), values_[v].cells.end(), place(v)))
              << "step " << s << " finds value " << v << " overwritten";
        }
      }
      for (const int v : ops_[s].out) {
        std::copy(values_[v].cells.begin(), values_[v].cells.end(), place(v));
      }
      std::vector<int> kept = ops_[s].more;
      const bool overwrites = ops_[s].op.reuse == OutputReuse::kInplace;
      kept.insert(kept.end(), ops_[s].x.begin() + (overwrites ? 1 : 0), ops_[s].x.end());
      for (const int v : kept) {
        ASSERT_TRUE(std::equal(values_[v].cells.begin(), values_[v].cells.end(), place(v)))
            << "step " << s << " overwrites value " << v << " while it reads it";
      }
    }
  }

  const std::vector<int>& cells(int v) const { return values_[v].cells; }
  int size() const { return static_cast<int>(values_.size()); }
  // Set before operators are added.
  bool main_slot_is_last = false;
  size_t total = 0;
  size_t blocks = 0;

 private:
  struct Entry {
    AnyOp op;
    std::vector<int> x, more, out;
  };
  std::deque<Value> values_;  // tensors keep their addresses
  std::vector<Entry> ops_;
  int last_cell_ = 0;
};

std::vector<int> Joined(const std::vector<std::vector<int>>& parts) {
  std::vector<int> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

TEST(ActivationPlan, PartsOfAConcatenationLieInTheWhole) {
  Program program;
  const int in = program.Add(program.Fresh(8), /*apart=*/true);
  const int a = program.Add(program.Fresh(48));
  const int b = program.Add(program.Fresh(16));
  const int whole = program.Add(Joined({program.cells(a), program.cells(b)}));
  const int out = program.Add(program.Fresh(4), /*apart=*/true);
  program.AddOp(OutputReuse::kNone, {in}, {a});
  program.AddOp(OutputReuse::kNone, {in}, {b});
  program.AddOp(OutputReuse::kJoin, {a, b}, {whole});
  program.AddOp(OutputReuse::kNone, {whole}, {out});
  program.PlanAndRun();
  EXPECT_EQ(program.blocks, 1u);
  EXPECT_EQ(program.total, 64 * sizeof(int));
}

TEST(ActivationPlan, PiecesOfASplitLieInTheWhole) {
  Program program;
  const int in = program.Add(program.Fresh(8), /*apart=*/true);
  const int whole = program.Add(program.Fresh(64));
  program.AddOp(OutputReuse::kNone, {in}, {whole});
  const std::vector<int> cells = program.cells(whole);
  const int a = program.Add({cells.begin(), cells.begin() + 20});
  const int b = program.Add({cells.begin() + 20, cells.end()});
  program.AddOp(OutputReuse::kCut, {whole}, {a, b});
  const int out = program.Add(program.Fresh(4), /*apart=*/true);
  program.AddOp(OutputReuse::kNone, {a, b}, {out});
  program.PlanAndRun();
  EXPECT_EQ(program.blocks, 1u);
  EXPECT_EQ(program.total, 64 * sizeof(int));
}

// The same value twice, a value with its own memory, and a part whose longer lifetime would
// increase the memory of the program.
TEST(ActivationPlan, OthersAreCopied) {
  Program program;
  const int in = program.Add(program.Fresh(16), /*apart=*/true);
  const int a = program.Add(program.Fresh(16));
  program.AddOp(OutputReuse::kNone, {in}, {a});
  const int twice = program.Add(Joined({program.cells(a), program.cells(a)}));
  program.AddOp(OutputReuse::kJoin, {a, a}, {twice});
  const int with_input = program.Add(Joined({program.cells(twice), program.cells(in)}));
  program.AddOp(OutputReuse::kJoin, {twice, in}, {with_input});
  const int out = program.Add(program.Fresh(4), /*apart=*/true);
  program.AddOp(OutputReuse::kNone, {with_input}, {out});
  program.PlanAndRun();
  EXPECT_EQ(program.blocks, 3u);

  Program early;
  const int x = early.Add(early.Fresh(16), /*apart=*/true);
  const int small = early.Add(early.Fresh(16));
  early.AddOp(OutputReuse::kNone, {x}, {small});
  const int large = early.Add(early.Fresh(1024));
  early.AddOp(OutputReuse::kNone, {x}, {large});
  const int much = early.Add(early.Fresh(512));
  early.AddOp(OutputReuse::kNone, {large}, {much});
  const int all = early.Add(Joined({early.cells(small), early.cells(much)}));
  early.AddOp(OutputReuse::kJoin, {small, much}, {all});
  const int end = early.Add(early.Fresh(4), /*apart=*/true);
  early.AddOp(OutputReuse::kNone, {all}, {end});
  early.PlanAndRun();
  EXPECT_EQ(early.total, (16 + 1024 + 512) * sizeof(int));
}

// z = a op p, where p is a piece of a, or vice versa, a view of a, or a itself: a shares bytes with
// the second input, which must not change until the operator is done.
TEST(ActivationPlan, OtherInputsOfAnInPlaceOperatorAreKept) {
  for (const char* other : {"in the second slot", "in the first slot", "in the same slot"}) {
    for (const char* second : {"piece", "whole", "view", "itself", "disjoint"}) {
      SCOPED_TRACE(StrCat(second, " ", other));
      Program program;
      program.main_slot_is_last = std::strcmp(other, "in the first slot") == 0;
      const int in = program.Add(program.Fresh(8), /*apart=*/true);
      const int a = program.Add(program.Fresh(64));
      program.AddOp(OutputReuse::kNone, {in}, {a});
      const std::vector<int> cells = program.cells(a);
      const int view = program.Add(cells);
      program.AddOp(OutputReuse::kView, {a}, {view});
      const int p = program.Add({cells.begin(), cells.begin() + 16});
      const int q = program.Add({cells.begin() + 16, cells.end()});
      program.AddOp(OutputReuse::kCut, {a}, {p, q});
      const std::string which = second;
      const int x = which == "whole" || which == "disjoint" ? p : a;
      const int y = which == "piece" ? p : which == "view" ? view : which == "disjoint" ? q : a;
      const int z = program.Add(program.Fresh(program.cells(x).size()));
      if (std::strcmp(other, "in the same slot") != 0) {
        program.AddOp(OutputReuse::kInplace, {x}, {z}, {y});
      } else {
        program.AddOp(OutputReuse::kInplace, {x, y}, {z});
      }
      const int out = program.Add(program.Fresh(4), /*apart=*/true);
      program.AddOp(OutputReuse::kNone, {z}, {out});
      program.PlanAndRun();
      EXPECT_EQ(program.blocks, which == "disjoint" ? 1u : 2u);
    }
  }
}

// A concatenation shares a block with its inputs, one of which is read again.
TEST(ActivationPlan, AConcatenationIsNotOverwrittenWhileItsPartIsRead) {
  Program program;
  const int in = program.Add(program.Fresh(8), /*apart=*/true);
  const int a = program.Add(program.Fresh(16));
  const int b = program.Add(program.Fresh(16));
  program.AddOp(OutputReuse::kNone, {in}, {a});
  program.AddOp(OutputReuse::kNone, {in}, {b});
  const int whole = program.Add(Joined({program.cells(a), program.cells(b)}));
  program.AddOp(OutputReuse::kJoin, {a, b}, {whole});
  const int difference = program.Add(program.Fresh(32));
  program.AddOp(OutputReuse::kInplace, {whole}, {difference}, {a});
  const int out = program.Add(program.Fresh(4), /*apart=*/true);
  program.AddOp(OutputReuse::kNone, {difference}, {out});
  program.PlanAndRun();
  EXPECT_EQ(program.blocks, 2u);
}

TEST(ActivationPlan, RandomProgramsReadWhatTheyWrote) {
  std::mt19937 random(3);
  int joined = 0;
  for (int round = 0; round < 3000; ++round) {
    Program program;
    program.main_slot_is_last = round % 2 != 0;
    program.Add(program.Fresh(16), /*apart=*/true);
    const auto any = [&] { return static_cast<int>(random() % program.size()); };
    const int ops = 2 + static_cast<int>(random() % 14);
    size_t separate = 0;
    for (int i = 0; i < ops; ++i) {
      const int x = any();
      const int y = any();
      const bool apart = random() % 8 == 0;
      std::vector<int> out;
      const size_t size = program.cells(x).size();
      switch (size < 2 || size > 500 ? 0 : random() % 5) {
        case 0:
          out = {program.Add(program.Fresh(16 * (1 + random() % 4)), apart)};
          program.AddOp(OutputReuse::kNone, {x}, out, {y});
          break;
        case 1:
          out = {program.Add(program.Fresh(program.cells(x).size()), apart)};
          program.AddOp(OutputReuse::kInplace, {x}, out, {y});
          break;
        case 2:
          out = {program.Add(program.cells(x), apart)};
          program.AddOp(OutputReuse::kView, {x}, out);
          break;
        case 3: {
          const std::vector<int> parts = {x, y, any()};
          out = {program.Add(
              Joined({program.cells(parts[0]), program.cells(parts[1]), program.cells(parts[2])}),
              apart)};
          program.AddOp(OutputReuse::kJoin, parts, out);
          break;
        }
        default: {
          const std::vector<int> cells = program.cells(x);
          const auto middle = cells.begin() + 1 + static_cast<long>(random() % (cells.size() - 1));
          out = {program.Add({cells.begin(), middle}, apart), program.Add({middle, cells.end()})};
          program.AddOp(OutputReuse::kCut, {x}, out);
        }
      }
      separate += out.size();
    }
    // Every value is read once more at the end, or not.
    for (int v = 0; v < program.size(); ++v) {
      if (random() % 3 == 0) program.AddOp(OutputReuse::kNone, {v}, {});
    }
    program.PlanAndRun();
    joined += program.blocks < separate;
    if (HasFatalFailure()) FAIL() << "in round " << round;
  }
  EXPECT_GT(joined, 1000);
}

}  // namespace
}  // namespace paddle::lite
