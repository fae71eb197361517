// What a program computes does not depend on which values share memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>

#include "lite/runtime/executable.h"
#include "tests/support/create_executable.h"
#include "tests/support/emulation.h"
#include "tests/support/plan_free.h"
#include "tests/support/random_graph.h"
#include "tests/support/sanitizer.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {
namespace {

using Ints = std::vector<int32_t>;

TEST(MemoryReuse, RandomGraphs) {
  // A wrong plan shows in results, which do not need a sanitizer.
  const uint32_t graphs = IsEmulated() ? 50 : kUnderSanitizer ? 300 : 2000;
  const Status status = CheckRandomGraphs(graphs, [](const RandomGraph& graph, int threads) {
    return ComparePlanned(graph.model, RandomGraphInputs(graph), threads);
  });
  EXPECT_TRUE(status.ok()) << status.ToString();
}

// feed x [shape] -> the operators -> fetch y.
model::Model MakeModel(const std::vector<int64_t>& shape, std::vector<model::OpDesc> ops) {
  model::Model model;
  model.program.blocks.emplace_back();
  AddVar(&model, "x", shape);
  auto& all = model.program.blocks[0].ops;
  all.push_back(MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"x"}}}, {{"col", int32_t{0}}}));
  for (auto& op : ops) all.push_back(std::move(op));
  all.push_back(MakeOp("fetch", {{"X", {"y"}}}, {{"Out", {"fetch"}}}, {{"col", int32_t{0}}}));
  return model;
}

Tensor Floats(const std::vector<int64_t>& shape) {
  Tensor tensor;
  tensor.Resize(shape);
  EXPECT_TRUE(tensor.Allocate(PrecisionType::kFloat).ok());
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    tensor.mutable_data<float>()[i] = static_cast<float>(i % 17 + 1) / 16.0f;
  }
  return tensor;
}

TEST(MemoryReuse, AReferenceRunSharesNothing) {
  const model::Model model = MakeModel(
      {-1, 4}, {MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"a"}}}),
                MakeOp("shape", {{"Input", {"a"}}}, {{"Out", {"s"}}}),
                MakeOp("reshape2", {{"X", {"a"}}, {"Shape", {"s"}}},
                       {{"Out", {"b"}}, {"XShape", {"unread"}}}, {{"shape", Ints{-1, 4}}}),
                MakeOp("relu", {{"X", {"b"}}}, {{"Out", {"y"}}})});
  ExecutableOptions options;
  options.reuse_memory = false;
  auto exe = CreateExecutable(model, options);
  ASSERT_NE(exe, nullptr);
  ASSERT_TRUE(exe->input(0)->CopyFrom(Floats({3, 4})).ok());
  ASSERT_TRUE(exe->Run().ok());
  EXPECT_EQ(exe->memory_use().activations, 0u);
  std::set<const void*> memory;
  for (const char* name : {"x", "a", "s", "b", "y"}) {
    const Tensor* tensor = exe->FindTensor(name).value();
    ASSERT_NE(tensor, nullptr) << name;
    EXPECT_TRUE(memory.insert(tensor->buffer().get()).second) << name;
  }
}

std::string HostKernel(const std::string& type, const std::string& alias, DataLayoutType layout) {
  return StrCat(type, "/", alias, "/", static_cast<int>(TargetType::kHost), "/",
                static_cast<int>(PrecisionType::kInt8), "/", static_cast<int>(layout));
}

// sum = relu(conv(in) + residual), all of them int8; without residual if it has no name.
model::OpDesc MakeInt8Conv(const std::string& in, const std::string& residual,
                           const std::string& sum) {
  model::SlotMap inputs = {{"Input", {in}}, {"Filter", {"filter"}}};
  std::map<std::string, model::AttrValue> attrs = {{"paddings", Ints{1, 1}},
                                                   {"with_act", true},
                                                   {"act_type", std::string("relu")},
                                                   {"enable_int8", true},
                                                   {"Input0_scale", std::vector<float>{0.01f}},
                                                   {"Filter0_scale", std::vector<float>{0.02f}},
                                                   {"Output0_scale", std::vector<float>{0.01f}}};
  if (!residual.empty()) {
    inputs["ResidualData"] = {residual};
    attrs["ResidualData0_scale"] = std::vector<float>{0.01f};
  }
  attrs[model::kKernelTypeAttr] =
      HostKernel("conv2d", residual.empty() ? "int8_out" : "int8_sum", DataLayoutType::kNCHW);
  return MakeOp("conv2d", inputs, {{"Output", {sum}}}, attrs);
}

// A sum of int8 is stored over its residual, unless that is read later or is the input as well.
TEST(MemoryReuse, SumsOverwriteResidualsOfInt8) {
  for (const std::string form : {"", "read later", "the input"}) {
    SCOPED_TRACE(form);
    const auto calib = [](const std::string& in, const std::string& out, const char* alias) {
      return MakeOp("calib", {{"Input", {in}}}, {{"Out", {out}}},
                    {{"scale", 0.01f},
                     {model::kKernelTypeAttr, HostKernel("calib", alias, DataLayoutType::kAny)}});
    };
    std::vector<model::OpDesc> ops = {calib("x", "residual", "fp32_to_int8"),
                                      MakeInt8Conv("residual", "", "between")};
    const std::string in = form == "the input" ? "residual" : "between";
    ops.push_back(MakeInt8Conv(in, "residual", "sum"));
    const std::string other = form == "read later" ? "residual" : "between";
    ops.push_back(MakeInt8Conv("sum", other, "last"));
    ops.push_back(calib("last", "y", "int8_to_fp32"));
    model::Model model = MakeModel({-1, 20, 9, 7}, ops);
    AddParam(&model, "filter", {20, 20, 3, 3}, 1.0f);
    Tensor* const filter = &model.params["filter"];
    Var(&model, "filter").data_type = model::VarType::kInt8;
    ASSERT_TRUE(filter->Allocate(PrecisionType::kInt8).ok());
    for (int64_t i = 0; i < filter->numel(); ++i) {
      filter->mutable_data<int8_t>()[i] = static_cast<int8_t>(i * 37 % 21 - 10);
    }
    for (const int threads : {1, 3}) {
      const Status status =
          ComparePlanned(model, {{Floats({1, 20, 9, 7})}, {Floats({2, 20, 9, 7})}}, threads);
      EXPECT_TRUE(status.ok()) << status.ToString();
    }
    const auto exe = CreateExecutable(model);
    ASSERT_NE(exe, nullptr);
    ASSERT_TRUE(exe->input(0)->CopyFrom(Floats({1, 20, 9, 7})).ok());
    ASSERT_TRUE(exe->Run().ok());
    const void* const residual = exe->FindTensor("residual").value()->raw_data();
    EXPECT_EQ(exe->FindTensor("sum").value()->raw_data() == residual, form.empty());
  }
}

// Writing a variable anew makes a new value, also where other blocks mention its name.
TEST(MemoryReuse, VariablesOfOtherBlocksMayBeRewritten) {
  for (const std::string program : {"list", "itself", "input"}) {
    for (const bool mentioned : {false, true}) {
      SCOPED_TRACE(StrCat(program, mentioned ? ", mentioned in block 1" : ""));
      std::vector<model::OpDesc> ops;
      std::string rewritten = "v";
      size_t copies = 2;
      if (program == "input") {
        rewritten = "x";
        ops.push_back(
            MakeOp("concat", {{"X", {"x", "x"}}}, {{"Out", {"x"}}}, {{"axis", int32_t{1}}}));
        ops.push_back(MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"y"}}}));
      } else {
        copies = program == "list" ? 2000 : 2;
        const std::vector<std::string> list(copies, program == "list" ? "x" : "v");
        ops.push_back(MakeOp("relu", {{"X", {"x"}}}, {{"Out", {"v"}}}));
        ops.push_back(MakeOp("scale", {{"X", {"v"}}}, {{"Out", {"before"}}}, {{"scale", 1.0f}}));
        ops.push_back(MakeOp("concat", {{"X", list}}, {{"Out", {"v"}}}, {{"axis", int32_t{1}}}));
        ops.push_back(
            MakeOp("concat", {{"X", {"v", "before"}}}, {{"Out", {"y"}}}, {{"axis", int32_t{1}}}));
        ++copies;
      }
      model::Model model = MakeModel({-1, 4}, std::move(ops));
      if (mentioned) {
        model::BlockDesc block;
        block.ops.push_back(MakeOp("relu", {{"X", {rewritten}}}, {{"Out", {rewritten}}}));
        model.program.blocks.push_back(block);
      }
      auto exe = CreateExecutable(std::move(model));
      ASSERT_NE(exe, nullptr);
      for (const int64_t rows : {1, 2, 1}) {
        const Tensor x = Floats({rows, 4});
        ASSERT_TRUE(exe->input(0)->CopyFrom(x).ok());
        for (int run = 0; run < 2; ++run) {
          const Status status = exe->Run();
          ASSERT_TRUE(status.ok()) << status.ToString();
          const Tensor& y = *exe->output(0);
          const auto columns = static_cast<int64_t>(copies * 4);
          ASSERT_EQ(y.dims(), DDim({rows, columns}));
          for (int64_t i = 0; i < y.numel(); ++i) {
            ASSERT_EQ(y.data<float>()[i], x.data<float>()[i / columns * 4 + i % 4]) << i;
          }
        }
      }
      EXPECT_EQ(exe->input(0)->dims(), DDim({1, 4})) << "the program must not write its input";
    }
  }
}

// The shape of r depends on values that are computed with the plan while u is small, and in the run
// when it is large: r is part of the plan for the second shapes, in memory that u has for the
// third.
TEST(MemoryReuse, AValueThatLeavesThePlanLeavesItsMemory) {
  model::Model model = MakeModel(
      {-1}, {MakeOp("feed", {{"X", {"feed"}}}, {{"Out", {"x2"}}}, {{"col", int32_t{1}}}),
             MakeOp("fill_any_like", {{"X", {"x"}}}, {{"Out", {"u"}}},
                    {{"value", 4.0f}, {"dtype", int32_t{2}}}),
             MakeOp("slice", {{"Input", {"u"}}}, {{"Out", {"s"}}},
                    {{"axes", Ints{0}}, {"starts", Ints{0}}, {"ends", Ints{2}}}),
             MakeOp("relu", {{"X", {"x2"}}}, {{"Out", {"p"}}}),
             MakeOp("reshape2", {{"X", {"p"}}, {"Shape", {"s"}}},
                    {{"Out", {"r"}}, {"XShape", {"unread"}}}, {{"shape", Ints{-1, 8}}}),
             MakeOp("cast", {{"X", {"u"}}}, {{"Out", {"f"}}},
                    {{"in_dtype", int32_t{2}}, {"out_dtype", int32_t{5}}}),
             MakeOp("reshape2", {{"X", {"r"}}}, {{"Out", {"line"}}, {"XShape", {"unread2"}}},
                    {{"shape", Ints{-1}}}),
             MakeOp("concat", {{"X", {"f", "line"}}}, {{"Out", {"y"}}}, {{"axis", int32_t{0}}})});
  AddVar(&model, "x2", {2, 8});
  std::vector<std::vector<Tensor>> runs;
  for (const int64_t count : {80000, 16, 80000}) runs.push_back({Floats({count}), Floats({2, 8})});
  for (const int threads : {1, 2}) {
    const Status status = ComparePlanned(model, runs, threads);
    EXPECT_TRUE(status.ok()) << status.ToString();
  }
}

// Planning takes time in proportion to the program, also where everything is joined to one block or
// lives at the same time.
TEST(MemoryReuse, PlansOfLargeProgramsAreMadeQuickly) {
  const int many = kUnderSanitizer && IsEmulated() ? 1000 : 10000;
  const int concatenations = many * 3 / 10;
  for (const std::string program : {"concatenations", "one concatenation", "pieces", "chain"}) {
    std::vector<model::OpDesc> ops;
    const auto relu = [&](const std::string& in, const std::string& out) {
      ops.push_back(MakeOp("relu", {{"X", {in}}}, {{"Out", {out}}}));
    };
    std::vector<std::string> names;
    for (int i = 0; i < many; ++i) names.push_back(StrCat("v", i));
    int64_t columns = 1;
    if (program == "concatenations") {
      relu("x", "v0");
      for (int i = 1; i < concatenations; ++i) {
        const std::string next = StrCat("w", i);
        relu("x", next);
        ops.push_back(MakeOp("concat", {{"X", {names[i - 1], next}}}, {{"Out", {names[i]}}},
                             {{"axis", int32_t{1}}}));
      }
      relu(names[concatenations - 1], "y");
    } else if (program == "one concatenation") {
      for (const std::string& name : names) relu("x", name);
      ops.push_back(MakeOp("concat", {{"X", names}}, {{"Out", {"y"}}}, {{"axis", int32_t{1}}}));
    } else if (program == "pieces") {
      columns = many;
      relu("x", "whole");
      ops.push_back(MakeOp("split", {{"X", {"whole"}}}, {{"Out", names}},
                           {{"axis", int32_t{1}}, {"num", int32_t{many}}}));
      std::vector<std::string> done;
      for (const std::string& name : names) relu(name, done.emplace_back(name + "_"));
      ops.push_back(MakeOp("sum", {{"X", done}}, {{"Out", {"y"}}}));
    } else {
      std::string last = "x";
      for (int i = 0; i < 2 * many; ++i) {
        relu(std::exchange(last, StrCat("t", i)), StrCat("t", i));
      }
      relu(last, "y");
    }
    auto exe = CreateExecutable(MakeModel({-1, columns}, std::move(ops)));
    ASSERT_NE(exe, nullptr);
    ASSERT_TRUE(exe->input(0)->CopyFrom(Floats({1, columns})).ok());
    const std::clock_t begin = std::clock();
    ASSERT_TRUE(exe->Prepare().ok());
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    RecordProperty(program, std::to_string(seconds));
    std::printf("%s: %.3f s, %zu bytes\n", program.c_str(), seconds, exe->memory_use().activations);
    // Quadratic algorithms take tens of seconds, and up.
    EXPECT_LT(seconds, 5.0) << program;
  }
}

}  // namespace
}  // namespace paddle::lite::test
