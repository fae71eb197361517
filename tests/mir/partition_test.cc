// Subgraphs of accelerators: which operators become one, and that programs compute the same.
#include "lite/mir/partition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <random>
#include <sstream>
#include <thread>

#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/mir/pass_test.h"
#include "tests/support/random_graph.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_subgraph.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::mir {
namespace partition_test {

using test::AcceleratorForTest;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using Graphs = std::vector<std::vector<int>>;

// --- clusters

// Whether contracting the clusters leaves the graph acyclic.
bool IsAcyclic(const Graphs& inputs, const Graphs& clusters) {
  std::vector<int> node(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) node[i] = static_cast<int>(i);
  for (const auto& cluster : clusters) {
    for (const int i : cluster) node[i] = cluster[0];
  }
  std::vector<std::set<int>> sources(inputs.size());
  std::set<int> left(node.begin(), node.end());
  for (size_t i = 0; i < inputs.size(); ++i) {
    for (const int input : inputs[i]) {
      if (node[input] != node[i]) sources[node[i]].insert(node[input]);
    }
  }
  for (bool again = true; again;) {
    again = false;
    for (const int i : std::set<int>(left)) {
      const bool ready = std::none_of(sources[i].begin(), sources[i].end(),
                                      [&](int source) { return left.count(source) != 0; });
      if (!ready) continue;
      left.erase(i);
      again = true;
    }
  }
  return left.empty();
}

TEST(FindClusters, AreAcyclicAndCannotBeJoined) {
  std::mt19937 random(7);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int joined = 0;
  for (int round = 0; round < 3000; ++round) {
    const int count = 2 + pick(14);
    Graphs inputs(count);
    std::vector<bool> accepted(count);
    const int share = 1 + pick(4);
    for (int i = 0; i < count; ++i) {
      accepted[i] = pick(share + 1) != 0;
      std::set<int> sources;
      for (int k = pick(4); i > 0 && k > 0; --k) sources.insert(pick(i));
      inputs[i].assign(sources.begin(), sources.end());
    }
    const Graphs clusters = FindClusters(inputs, accepted);
    std::vector<int> seen(count, -1);
    for (size_t c = 0; c < clusters.size(); ++c) {
      EXPECT_TRUE(std::is_sorted(clusters[c].begin(), clusters[c].end()));
      for (const int i : clusters[c]) {
        EXPECT_EQ(seen[i], -1) << "in two clusters";
        seen[i] = static_cast<int>(c);
      }
      joined += clusters[c].size() > 1;
    }
    for (int i = 0; i < count; ++i) EXPECT_EQ(seen[i] >= 0, accepted[i]);
    ASSERT_TRUE(IsAcyclic(inputs, clusters)) << "round " << round;
    // Two clusters with an edge between them stay apart only where joining them closes a path.
    for (int i = 0; i < count; ++i) {
      for (const int input : inputs[i]) {
        if (seen[i] < 0 || seen[input] < 0 || seen[i] == seen[input]) continue;
        Graphs together = clusters;
        std::vector<int>& first = together[seen[input]];
        first.insert(first.end(), clusters[seen[i]].begin(), clusters[seen[i]].end());
        std::sort(first.begin(), first.end());
        together[seen[i]].clear();
        together.erase(together.begin() + seen[i]);
        ASSERT_FALSE(IsAcyclic(inputs, together)) << "round " << round;
      }
    }
  }
  EXPECT_GT(joined, 3000);
}

TEST(FindClusters, OnlyWhatLiesOnEveryPathDivides) {
  //  0 -> 1 -> 2 -> 3, where 1 is refused
  EXPECT_THAT(FindClusters({{}, {0}, {1}, {2}}, {true, false, true, true}),
              ElementsAre(ElementsAre(0), ElementsAre(2, 3)));
  //  0 -> (1, 2) -> 3: the refused branch 1 comes back, so that 3 cannot join
  EXPECT_THAT(FindClusters({{}, {0}, {0}, {1, 2}}, {true, false, true, true}),
              ElementsAre(ElementsAre(0, 2), ElementsAre(3)));
  //  a refused node that depends on none of the others: all are one
  EXPECT_THAT(FindClusters({{}, {}, {0, 1}, {2}}, {false, true, true, true}),
              ElementsAre(ElementsAre(1, 2, 3)));
}

TEST(FindClusters, TakesLittleTimeForLongPrograms) {
  constexpr int kCount = 20000;
  Graphs inputs(kCount);
  std::vector<bool> accepted(kCount);
  for (int i = 0; i < kCount; ++i) {
    accepted[i] = i % 40 != 0;
    if (i > 0) inputs[i] = {i - 1};
    if (i > 60) inputs[i].insert(inputs[i].begin(), i - 50);
  }
  EXPECT_EQ(FindClusters(inputs, accepted).size(), static_cast<size_t>(kCount / 40));
}

// --- programs

std::vector<Tensor> RunOf(Executable* exe, const std::vector<Tensor>& inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Status copied = exe->input(i)->CopyFrom(inputs[i]);
    EXPECT_TRUE(copied.ok()) << copied.ToString();
  }
  const Status status = exe->Run();
  EXPECT_TRUE(status.ok()) << status.ToString();
  std::vector<Tensor> results(exe->output_names().size());
  for (size_t i = 0; status.ok() && i < results.size(); ++i) {
    EXPECT_TRUE(results[i].CopyFrom(*exe->output(i)).ok());
  }
  return results;
}

std::unique_ptr<Executable> Load(const model::Model& model, const ExecutableOptions& options) {
  auto exe = Executable::Create(model, options);
  EXPECT_TRUE(exe.ok()) << exe.status().ToString();
  return exe.ok() ? std::move(*exe) : nullptr;
}

ExecutableOptions OnTheHost() {
  ExecutableOptions options;
  options.targets = {TargetType::kHost};
  return options;
}

bool SameBits(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].dims() != b[i].dims() || a[i].precision() != b[i].precision()) return false;
    if (a[i].lod() != b[i].lod()) return false;
    if (std::memcmp(a[i].raw_data(), b[i].raw_data(), a[i].memory_size()) != 0) return false;
  }
  return true;
}

model::Model Partitioned(const model::Model& model, const OptimizeOptions& options) {
  auto optimised = Optimize(model, options);
  EXPECT_TRUE(optimised.ok()) << optimised.status().ToString();
  return optimised.ok() ? *std::move(optimised) : model::Model();
}

int SubgraphsOf(const model::Model& model) {
  int count = 0;
  for (const model::OpDesc& op : model.program.blocks[0].ops) count += op.type == "subgraph";
  return count;
}

// x -> relu -> tanh -> softmax -> y, in the program's names.
model::Model Chain() { return test::ChainNet(6); }

std::vector<Tensor> ChainInput(int64_t rows, float value) {
  std::vector<Tensor> inputs(1);
  inputs[0].Resize(DDim{rows, 8});
  EXPECT_TRUE(inputs[0].Allocate(PrecisionType::kFloat).ok());
  for (int64_t i = 0; i < inputs[0].numel(); ++i) {
    inputs[0].mutable_data<float>()[i] = value * static_cast<float>(i % 7 - 3);
  }
  return inputs;
}

// Estimates of small operators do not pay for copies; these tests are not about that.
OptimizeOptions Free() {
  OptimizeOptions options = test::PartitionOnly();
  options.weigh_subgraphs = false;
  return options;
}

TEST(Partition, RandomGraphsComputeTheSameBits) {
  const AcceleratorForTest accelerator;
  int subgraphs = 0, compiled = 0;
  uint32_t seed = 0;
  const Status status =
      test::CheckRandomGraphs(120, [&](const test::RandomGraph& graph, int) -> Status {
        std::mt19937 random(++seed);
        const unsigned share = 1 + random() % 8;
        accelerator->accepts = [&](const Op&) -> Status {
          return random() % 9 < share ? OkStatus() : Unsupported("at random");
        };
        LITE_ASSIGN_OR_RETURN(const model::Model partitioned, Optimize(graph.model, Free()));
        accelerator->accepts = nullptr;
        subgraphs += SubgraphsOf(partitioned);
        LITE_ASSIGN_OR_RETURN(const auto host, Executable::Create(graph.model, OnTheHost()));
        LITE_ASSIGN_OR_RETURN(const auto both,
                              Executable::Create(partitioned, test::WithAccelerator()));
        LITE_ASSIGN_OR_RETURN(const auto without, Executable::Create(partitioned, OnTheHost()));
        for (const std::vector<Tensor>& inputs : test::RandomGraphInputs(graph)) {
          const std::vector<Tensor> expected = RunOf(host.get(), inputs);
          if (!SameBits(expected, RunOf(both.get(), inputs))) return Internal("other bits");
          if (!SameBits(expected, RunOf(without.get(), inputs))) {
            return Internal("other bits without the accelerator");
          }
        }
        compiled += accelerator->compiled.exchange(0);
        for (const std::string& line : both->KernelReport()) {
          if (line.find("operator by operator") != std::string::npos) return Internal(line);
        }
        return OkStatus();
      });
  EXPECT_TRUE(status.ok()) << status.ToString();
  EXPECT_GT(subgraphs, 200);
  EXPECT_GT(compiled, subgraphs);
}

TEST(Partition, FilesKeepSubgraphs) {
  const AcceleratorForTest accelerator;
  const model::Model model = test::TinyConvNet();
  accelerator->accepts = [](const Op& op) -> Status {
    return op.type() == "pool2d" ? Unsupported("pools are too deep") : OkStatus();
  };
  const model::Model partitioned = Partitioned(model, Free());
  EXPECT_EQ(SubgraphsOf(partitioned), 2);
  std::vector<Tensor> inputs(1);
  inputs[0].Resize(DDim{2, 3, 8, 8});
  ASSERT_TRUE(inputs[0].Allocate(PrecisionType::kFloat).ok());
  for (int64_t i = 0; i < inputs[0].numel(); ++i) {
    inputs[0].mutable_data<float>()[i] = static_cast<float>(i % 11) / 11;
  }
  const auto host = Load(model, OnTheHost());
  ASSERT_NE(host, nullptr);
  const std::vector<Tensor> expected = RunOf(host.get(), inputs);

  auto bytes = model::EncodeNaiveBuffer(partitioned, {2, "test"});
  ASSERT_TRUE(bytes.ok()) << bytes.status().ToString();
  auto naive = model::DecodeNaiveBuffer(*bytes, "subgraphs.nb");
  ASSERT_TRUE(naive.ok()) << naive.status().ToString();
  auto program = model::EncodePaddleProgram(partitioned.program);
  auto params = model::EncodePaddleParams(partitioned);
  ASSERT_TRUE(program.ok() && params.ok());
  const test::TempDir folder;
  ASSERT_TRUE(model::WriteFileAtomically(folder / "program", *program).ok());
  ASSERT_TRUE(model::WriteFileAtomically(folder / "params", *params).ok());
  model::PaddleModelSource source;
  source.model_file = folder / "program";
  source.param_file = folder / "params";
  auto protobuf = model::LoadPaddleModel(source);
  ASSERT_TRUE(protobuf.ok()) << protobuf.status().ToString();
  for (const model::Model& loaded : {partitioned, *naive, *protobuf}) {
    for (const bool there : {true, false}) {
      const auto exe = Load(loaded, there ? test::WithAccelerator() : OnTheHost());
      ASSERT_NE(exe, nullptr);
      accelerator->operators = 0;
      EXPECT_TRUE(SameBits(expected, RunOf(exe.get(), inputs)));
      EXPECT_EQ(accelerator->operators, there ? 7 : 0);
    }
  }
  // The optimiser reads its result.
  const model::Model again = Partitioned(*protobuf, Free());
  EXPECT_EQ(SubgraphsOf(again), 2);
  const auto exe = Load(again, test::WithAccelerator());
  ASSERT_NE(exe, nullptr);
  EXPECT_TRUE(SameBits(expected, RunOf(exe.get(), inputs)));
}

// The weights of a file are read when they are needed.
TEST(Partition, WeightsAreThereWhenABlockIsCompiled) {
  const AcceleratorForTest accelerator;
  auto model = ParseModel(
      "input %x: float[2, 512]\n"
      "const %w: float[512, 600] = random(1, -1, 1)\n"
      "mul(X=%x, Y=%w) -> (Out=%y)\n"
      "output %y\n");
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const test::TempDir folder;
  const std::string path = folder / "weights.nb";
  ASSERT_TRUE(model::SaveNaiveBufferFile(Partitioned(*model, Free()), path, {2, "test"}).ok());
  auto opened = model::OpenNaiveBufferFile(path);
  ASSERT_TRUE(opened.ok()) << opened.status().ToString();
  auto exe = Executable::Create(*std::move(opened), test::WithAccelerator());
  const auto host = Load(*model, OnTheHost());
  ASSERT_TRUE(exe.ok() && host != nullptr);
  std::vector<Tensor> inputs = ChainInput(128, 0.5f);
  inputs[0].Resize(DDim{2, 512});
  EXPECT_TRUE(SameBits(RunOf(host.get(), inputs), RunOf(exe->get(), inputs)));
  EXPECT_EQ(accelerator->operators, 1) << (*exe)->KernelReport()[0];
  // The accelerator has its own copy.
  EXPECT_LT((*exe)->memory_use().weights, size_t{512} * 600 * 4);
}

// Every program keeps a few compiled forms.
TEST(Partition, ShapesAreCompiledOnce) {
  const AcceleratorForTest accelerator;
  model::Model model = Chain();
  test::Var(&model, "image").shape = {-1, 8};
  const auto host = Load(model, OnTheHost());
  const auto exe = Load(Partitioned(model, Free()), test::WithAccelerator());
  ASSERT_TRUE(host != nullptr && exe != nullptr);
  for (int round = 0; round < 2; ++round) {
    for (const int64_t rows : {1, 2, 3, 1, 4, 5, 6, 7, 8, 1}) {
      const std::vector<Tensor> inputs = ChainInput(rows, 0.25f * static_cast<float>(round + 1));
      ASSERT_TRUE(SameBits(RunOf(host.get(), inputs), RunOf(exe.get(), inputs))) << rows;
    }
    EXPECT_EQ(accelerator->compiled, 8);
  }
  for (const int64_t rows : {9, 10, 1}) {
    const std::vector<Tensor> inputs = ChainInput(rows, 1);
    ASSERT_TRUE(SameBits(RunOf(host.get(), inputs), RunOf(exe.get(), inputs))) << rows;
  }
  EXPECT_EQ(accelerator->compiled, 10) << "the last one is still known";
  const auto counts = exe->KernelCounts();
  EXPECT_EQ(counts.at(TargetType::kNNAdapter), 1 + 6);
  EXPECT_THAT(exe->KernelReport(),
              ElementsAre("#1 subgraph: subgraph/test/" +
                          std::to_string(static_cast<int>(TargetType::kNNAdapter)) +
                          "/4/1, 6 operators compiled"));
}

// What follows a subgraph has memory in the plan, whether an accelerator runs the block or the
// host.
TEST(Partition, WhatFollowsIsPlanned) {
  const auto model = ParseModel(R"(
    input %x: float[-1, 64]
    abs(X=%x) -> (Out=%a)
    relu(X=%a) -> (Out=%b)
    tanh(X=%b) -> (Out=%c)
    sigmoid(X=%c) -> (Out=%d)
    concat(X=[%c, %d]) -> (Out=%y) {axis=1}
    output %y)");
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  for (const bool fails : {false, true}) {
    const AcceleratorForTest accelerator;
    accelerator->fails_to_compile = fails;
    accelerator->accepts = [](const Op& op) -> Status {
      return op.type() == "abs" || op.type() == "relu" ? OkStatus() : Unsupported("another");
    };
    const model::Model partitioned = Partitioned(*model, Free());
    ASSERT_EQ(SubgraphsOf(partitioned), 1);
    const auto exe = Load(partitioned, test::WithAccelerator());
    const auto host = Load(*model, OnTheHost());
    ASSERT_TRUE(exe != nullptr && host != nullptr);
    for (const int64_t rows : {3, 8, 2}) {
      std::vector<Tensor> inputs = ChainInput(rows * 8, 0.5f);
      inputs[0].Resize(DDim{rows, 64});
      EXPECT_TRUE(SameBits(RunOf(host.get(), inputs), RunOf(exe.get(), inputs))) << rows;
      // %b and then %c, %d, and if the host runs the block, %a in it.
      const size_t values = fails ? 3 : 2;
      EXPECT_EQ(exe->memory_use().activations, static_cast<size_t>(rows) * 64 * 4 * values);
    }
  }
}

TEST(Partition, WhatCannotBeCompiledRunsOnTheHost) {
  for (const bool compiles : {false, true}) {
    const AcceleratorForTest accelerator;
    const model::Model model = Chain();
    const auto host = Load(model, OnTheHost());
    const auto exe = Load(Partitioned(model, Free()), test::WithAccelerator());
    ASSERT_TRUE(host != nullptr && exe != nullptr);
    (compiles ? accelerator->fails_to_run : accelerator->fails_to_compile) = true;
    ::testing::internal::CaptureStderr();
    for (int run = 0; run < 3; ++run) {
      const std::vector<Tensor> inputs = ChainInput(1, 0.5f * static_cast<float>(run));
      EXPECT_TRUE(SameBits(RunOf(host.get(), inputs), RunOf(exe.get(), inputs)));
    }
    auto clone = exe->Clone();
    ASSERT_TRUE(clone.ok());
    const std::vector<Tensor> inputs = ChainInput(1, 3);
    EXPECT_TRUE(SameBits(RunOf(host.get(), inputs), RunOf(clone->get(), inputs)));
    const std::string log = ::testing::internal::GetCapturedStderr();
    const std::string why =
        StrCat("block 1 runs operator by operator on the CPU: ",
               compiles ? "the accelerator is unplugged" : "the accelerator is out of order");
    ASSERT_THAT(log, HasSubstr(why));
    EXPECT_EQ(log.find(why), log.rfind(why)) << "once:\n" << log;
    EXPECT_THAT(exe->KernelReport()[0], HasSubstr("operator by operator on the CPU: the acc"));
    EXPECT_EQ(exe->KernelReport().size(), 7u) << "with the operators of the block";
    EXPECT_EQ(exe->KernelCounts().at(TargetType::kHost), 6);

    ASSERT_EQ(setenv("NNADAPTER_STRICT", "1", 1), 0);
    auto strict = exe->Clone();
    ASSERT_TRUE(strict.ok());
    ASSERT_TRUE((*strict)->input(0)->CopyFrom(inputs[0]).ok());
    const Status status = (*strict)->Run();
    ASSERT_EQ(unsetenv("NNADAPTER_STRICT"), 0);
    EXPECT_THAT(status.message(), HasSubstr("the accelerator is"));
  }
}

TEST(Partition, ClonesCompileForThemselves) {
  const AcceleratorForTest accelerator;
  model::Model model = Chain();
  test::Var(&model, "image").shape = {-1, 8};
  const auto host = Load(model, OnTheHost());
  const auto exe = Load(Partitioned(model, Free()), test::WithAccelerator());
  ASSERT_TRUE(host != nullptr && exe != nullptr);
  std::vector<std::vector<Tensor>> expected;
  for (int64_t rows = 1; rows <= 4; ++rows) {
    expected.push_back(RunOf(host.get(), ChainInput(rows, 1)));
  }
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    auto clone = exe->Clone();
    ASSERT_TRUE(clone.ok());
    threads.emplace_back([&expected, one = std::move(*clone)]() {
      for (int64_t i = 0; i < 20; ++i) {
        const int64_t rows = 1 + i % 4;
        EXPECT_TRUE(SameBits(expected[rows - 1], RunOf(one.get(), ChainInput(rows, 1))));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(accelerator->compiled, 12);
}

std::string Explained(const model::Model& model, OptimizeOptions options) {
  std::ostringstream out;
  options.explain = &out;
  Partitioned(model, options);
  return out.str();
}

TEST(Partition, EveryOperatorIsExplained) {
  const AcceleratorForTest accelerator;
  accelerator->accepts = [](const Op& op) -> Status {
    return op.type() == "pool2d" ? Unsupported("pools are too deep") : OkStatus();
  };
  const std::string text = Explained(test::TinyConvNet(), Free());
  EXPECT_THAT(text, HasSubstr("partition_subgraphs: nnadapter: conv2d (#1, %conv) inside"));
  EXPECT_THAT(text, HasSubstr("pool2d (#5, %pool) outside: refused, pool2d: pools are too deep"));
  EXPECT_THAT(text, HasSubstr("nnadapter: softmax (#8, %prob) inside"));
  EXPECT_THAT(text, HasSubstr("nnadapter: subgraph of 4 operators, block 1"));
  EXPECT_THAT(text, HasSubstr("nnadapter: subgraph of 3 operators, block 2"));
  EXPECT_THAT(text, HasSubstr("subgraph/test/"));
}

TEST(Partition, SubgraphsThatDoNotPayAreNotMade) {
  const AcceleratorForTest accelerator;
  EXPECT_THAT(Explained(Chain(), test::PartitionOnly()),
              HasSubstr("its subgraph (6 operators) would take 10 us, 10 of them for copies, and "
                        "takes 1 us without it"));
  OptimizeOptions large = Free();
  large.min_subgraph_ops = 7;
  EXPECT_THAT(Explained(Chain(), large),
              HasSubstr("its subgraph has 6 operators, at least 7 are required"));
  large.min_subgraph_ops = 6;
  EXPECT_THAT(Explained(Chain(), large), HasSubstr("subgraph of 6 operators"));
  // A convolution of 0.6 GFLOP on the host pays for two copies.
  model::Model model = test::TinyConvNet();
  test::Var(&model, "image").shape = {64, 3, 1024, 1024};
  EXPECT_EQ(SubgraphsOf(Partitioned(model, test::PartitionOnly())), 1);
}

TEST(Partition, OperatorsThatTheRuntimeDecidesAboutStayOutside) {
  const AcceleratorForTest accelerator;
  const auto explain = [](const std::string& text) {
    auto model = ParseModel(text);
    EXPECT_TRUE(model.ok()) << model.status().ToString();
    return Explained(*model, Free());
  };
  EXPECT_THAT(explain("input %x: float[-1, 4] <lod=1>\nrelu(X=%x) -> (Out=%y: float[-1, 4] <lod=1>)"
                      "\noutput %y\n"),
              HasSubstr("relu (#1, %y) outside: %x holds sequences"));
  EXPECT_THAT(
      explain("input %x: float[4, 4]\ninput %s: int32[2]\n"
              "reshape2(X=%x, Shape=%s) -> (Out=%y, XShape=%z) {shape=[2, 8]}\noutput %y\n"),
      HasSubstr("outside: values decide the shapes of its results"));
}

// The subgraph of abs and relu runs after the second writer of %a, and reads the first one's value.
TEST(Partition, AVariableThatIsWrittenTwiceKeepsItsValues) {
  for (const char* outputs : {"output %d\n", "output %d\noutput %a\n"}) {
    const AcceleratorForTest accelerator;
    accelerator->accepts = [](const Op& op) -> Status {
      return op.type() == "abs" || op.type() == "relu" ? OkStatus() : Unsupported("another");
    };
    auto model =
        ParseModel(StrCat("input %x: float[2, 4]\n"
                          "tanh(X=%x) -> (Out=%a)\n"
                          "abs(X=%a) -> (Out=%c)\n"
                          "scale(X=%x) -> (Out=%a) {scale=5.0}\n"
                          "relu(X=%c) -> (Out=%d)\n"
                          "sigmoid(X=%a) -> (Out=%e)\n"
                          "output %e\n",
                          outputs));
    ASSERT_TRUE(model.ok()) << model.status().ToString();
    const model::Model partitioned = Partitioned(*model, Free());
    ASSERT_FALSE(partitioned.program.blocks.empty());
    EXPECT_EQ(SubgraphsOf(partitioned), 1);
    const auto host = Load(*model, OnTheHost());
    const auto exe = Load(partitioned, test::WithAccelerator());
    ASSERT_TRUE(host != nullptr && exe != nullptr);
    EXPECT_EQ(exe->output_names(), host->output_names());
    std::vector<Tensor> inputs = ChainInput(1, 1);
    inputs[0].Resize(DDim{2, 4});
    EXPECT_TRUE(SameBits(RunOf(host.get(), inputs), RunOf(exe.get(), inputs)));
  }
}

// The condition's block doubles %s, which no slot says. What depends on the subgraph runs after it,
// and the condition between what writes %s and what reads it.
TEST(Partition, OperatorsThatAccessVariablesByNameKeepTheirOrder) {
  const AcceleratorForTest accelerator;
  auto model = ParseModel(
      "input %x: float[2, 4]\n"
      "const %yes: bool[1] = [1]\n"
      "relu(X=%x) -> (Out=%a)\n"
      "assign(X=%a) -> (Out=%s: float[2, 4])\n"
      "conditional_block(Cond=%yes) {is_scalar_condition=true, sub_block=^1}\n"
      "assign(X=%s) -> (Out=%t)\n"
      "tanh(X=%x) -> (Out=%b)\n"
      "elementwise_add(X=%a, Y=%b) -> (Out=%d)\n"
      "output %t\n"
      "output %d\n"
      "block 1 parent 0 { scale(X=%s) -> (Out=%s) {scale=2.0} }\n");
  ASSERT_TRUE(model.ok()) << model.status().ToString();
  const model::Model partitioned = Partitioned(*model, Free());
  EXPECT_EQ(SubgraphsOf(partitioned), 1);
  const auto host = Load(*model, OnTheHost());
  const auto exe = Load(partitioned, test::WithAccelerator());
  ASSERT_TRUE(host != nullptr && exe != nullptr);
  std::vector<Tensor> inputs = ChainInput(2, 1);
  inputs[0].Resize(DDim{2, 4});
  const std::vector<Tensor> expected = RunOf(host.get(), inputs);
  ASSERT_TRUE(expected[0].IsInitialized());
  EXPECT_EQ(expected[0].data<float>()[6], 6) << "3, doubled";
  EXPECT_TRUE(SameBits(expected, RunOf(exe.get(), inputs)));
  EXPECT_EQ(accelerator->operators, 3);
}

// --- the partition file

TEST(PartitionConfig, TheFourForms) {
  const AcceleratorForTest accelerator;
  const model::Model model = test::TinyConvNet();
  const auto outside = [&](const std::string& config) {
    OptimizeOptions options = Free();
    options.partition_config = config;
    std::string types;
    const model::Model partitioned = Partitioned(model, options);
    for (const model::OpDesc& op : partitioned.program.blocks[0].ops) {
      if (op.type != "feed" && op.type != "fetch") types += op.type + " ";
    }
    return types;
  };
  EXPECT_EQ(outside(""), "subgraph ");
  EXPECT_EQ(outside("pool2d"), "subgraph pool2d subgraph ");
  EXPECT_EQ(outside("# the pool\r\n\r\n  pool2d \r\n"), "subgraph pool2d subgraph ");
  const auto& ops = model.program.blocks[0].ops;
  const std::string in = ops[test::kConv].Input("Input")[0];
  const std::string out = ops[test::kConv].Output("Output")[0];
  EXPECT_EQ(outside("conv2d:" + in), "conv2d subgraph ");
  EXPECT_EQ(outside("conv2d::" + out), "conv2d subgraph ");
  EXPECT_EQ(outside("conv2d:" + in + ":" + out), "conv2d subgraph ");
  EXPECT_EQ(outside("conv2d:" + in + ", other"), "subgraph ");
  EXPECT_EQ(outside("conv2d:" + out), "subgraph ");
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(outside("conv2d::" + in + "\npool2d\n"), "subgraph pool2d subgraph ");
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("lines of the partition configuration name no operator: [conv2d::"));
}

TEST(PartitionConfig, IsReadFromFilesAndTheEnvironment) {
  const AcceleratorForTest accelerator;
  const test::TempDir folder;
  const std::string path = folder / "partition.txt";
  ASSERT_TRUE(model::WriteFileAtomically(path, "pool2d\n").ok());
  const auto subgraphs = [](const OptimizeOptions& options) {
    return SubgraphsOf(Partitioned(test::TinyConvNet(), options));
  };
  OptimizeOptions options = Free();
  EXPECT_EQ(subgraphs(options), 1);
  for (const char* variable :
       {"SUBGRAPH_PARTITION_CONFIG_FILE", "SUBGRAPH_CUSTOM_PARTITION_CONFIG_FILE"}) {
    ASSERT_EQ(setenv(variable, path.c_str(), 1), 0);
    EXPECT_EQ(subgraphs(options), 2) << variable;
    ASSERT_EQ(setenv(variable, "/does/not/exist", 1), 0);
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(subgraphs(options), 1);
    EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr(StrCat(variable, " is ign")));
    ASSERT_EQ(unsetenv(variable), 0);
  }
  ASSERT_EQ(setenv("SUBGRAPH_PARTITION_CONFIG_BUFFER", "pool2d", 1), 0);
  EXPECT_EQ(subgraphs(options), 2);
  ASSERT_EQ(unsetenv("SUBGRAPH_PARTITION_CONFIG_BUFFER"), 0);
  options.partition_config_path = path;
  EXPECT_EQ(subgraphs(options), 2);
  options.partition_config_path = "/does/not/exist";
  EXPECT_THAT(Optimize(test::TinyConvNet(), options).status().message(),
              HasSubstr("/does/not/exist"));
  options.partition_config = "a:b:c:d";
  EXPECT_THAT(Optimize(test::TinyConvNet(), options).status().message(),
              HasSubstr("line 1: 'a:b:c:d', expected type[:inputs[:outputs]]"));
}

// --- what GLOG_v=5 shows

// Each line of the list names its operator in a partition configuration.
TEST(Partition, ListsOperatorsAsAConfigurationNamesThem) {
  const AcceleratorForTest accelerator;
  accelerator->accepts = [](const Op& op) -> Status {
    return op.type() == "pool2d" ? Unsupported("pools are too deep") : OkStatus();
  };
  const auto listed = [](const char* verbosity) {
    EXPECT_EQ(setenv("GLOG_v", verbosity, 1), 0);
    ::testing::internal::CaptureStderr();
    Partitioned(test::TinyConvNet(), Free());
    EXPECT_EQ(unsetenv("GLOG_v"), 0);
    return ::testing::internal::GetCapturedStderr();
  };
  EXPECT_THAT(listed("3"), Not(HasSubstr("Statement")));
  const std::string text = listed("5");
  EXPECT_THAT(text, HasSubstr("subgraph clusters: 2\ndigraph G {\n  node_0[label=\"image\"]\n"
                              "  node_1[label=\"conv\",style=filled,fillcolor=\"0.100 0.3 1.0\"]"));
  EXPECT_THAT(text, HasSubstr("  node_1->node_2\n"));
  EXPECT_EQ(text.find("clusters"), text.rfind("clusters")) << text;
  for (const char* statement : {"feed host/any/any", "subgraph nnadapter/any/NCHW"}) {
    EXPECT_THAT(text, HasSubstr(StrCat("Statement ", statement)));
  }
  const std::string heading = "} // end G\nsubgraph operators:\n";
  ASSERT_THAT(text, HasSubstr(heading + "feed:feed:image\nconv2d:image,conv_w:conv\n"));
  accelerator->accepts = nullptr;
  std::istringstream lines(text.substr(text.find(heading) + heading.size()));
  const std::vector<model::OpDesc> ops = test::TinyConvNet().program.blocks[0].ops;
  for (const model::OpDesc& op : ops) {
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_EQ(line.substr(0, line.find(':')), op.type);
    if (op.type == "feed" || op.type == "fetch") continue;
    OptimizeOptions options = Free();
    options.partition_config = line;
    EXPECT_THAT(Explained(test::TinyConvNet(), options),
                HasSubstr(StrCat("outside: named by the partition configuration ('", line, "')")));
  }
}

// --- defects that the tests above have to find

// A back end that forgets a result or runs its operators in another order computes other bits.
TEST(Partition, DefectsOfABackEndAreSeen) {
  for (const bool backwards : {false, true}) {
    const AcceleratorForTest accelerator;
    const model::Model model = Chain();
    const auto host = Load(model, OnTheHost());
    const auto exe = Load(Partitioned(model, Free()), test::WithAccelerator());
    ASSERT_TRUE(host != nullptr && exe != nullptr);
    (backwards ? accelerator->runs_backwards : accelerator->forgets_a_result) = true;
    const std::vector<Tensor> inputs = ChainInput(1, 0.5f);
    EXPECT_FALSE(SameBits(RunOf(host.get(), inputs), RunOf(exe.get(), inputs)));
  }
}

}  // namespace partition_test
}  // namespace paddle::lite::mir
