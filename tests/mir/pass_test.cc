#include "tests/mir/pass_test.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <sstream>
#include <utility>

#include "lite/mir/infer.h"
#include "lite/mir/kernel_query.h"
#include "lite/mir/pass.h"
#include "lite/mir/passes/legalise.h"
#include "lite/mir/verify.h"
#include "lite/runtime/executable.h"
#include "lite/runtime/kernel_choice.h"

namespace paddle::lite::mir {

std::string OpsText(const model::Model& model) {
  PrintOptions options;
  options.types = false;
  std::istringstream lines(PrintModel(model, options));
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("const %") == std::string::npos) out += line + "\n";
  }
  return out;
}

PassResult RunPasses(const std::vector<std::string>& names, const std::string& text) {
  PassResult result;
  Result<model::Model> model = ParseModel(text);
  EXPECT_TRUE(model.ok()) << model.status().ToString();
  if (!model.ok()) return result;
  result.before = *model;
  Result<std::unique_ptr<Graph>> graph = Graph::Import(*std::move(model));
  EXPECT_TRUE(graph.ok()) << graph.status().ToString();
  if (!graph.ok()) return result;
  InferShapes(graph->get());
  Status legal = Verify(**graph);
  EXPECT_TRUE(legal.ok()) << "before: " << legal.ToString();
  result.text_before = result.text_after = PrintGraph(**graph);
  std::ostringstream explanation;
  std::set<std::string> said;
  OptimizeOptions options;
  options.explain = &explanation;
  KernelQuery kernels(options);
  for (const std::string& name : names) {
    bool found = false;
    for (const PassDef& def : PassTable()) {
      if (name != def.name) continue;
      found = true;
      PassContext context;
      context.graph = graph->get();
      context.options = &options;
      context.kernels = &kernels;
      context.pass = name;
      context.said = &said;
      const Result<bool> changed = def.make().Apply(context);
      EXPECT_TRUE(changed.ok()) << changed.status().ToString();
      InferShapes(graph->get());
      legal = Verify(**graph);
      EXPECT_TRUE(legal.ok()) << "after " << name << ": " << legal.ToString();
      const std::string text = PrintGraph(**graph);
      if (changed.ok()) {
        EXPECT_EQ(*changed, text != result.text_after)
            << name << " says that it changed " << (*changed ? "something" : "nothing") << "\n"
            << result.text_after << "\nbecame\n"
            << text;
      }
      result.text_after = text;
    }
    EXPECT_TRUE(found) << "no pass " << name;
  }
  result.after = (*graph)->Export();
  result.explanation = explanation.str();
  return result;
}

std::vector<std::vector<double>> RunOnKernels(TargetType target, const model::Model& model,
                                              const std::vector<DDim>& shapes) {
  std::vector<std::vector<double>> outputs;
  ExecutableOptions options;
  options.targets = {target};
  Result<std::unique_ptr<Executable>> executable = Executable::Create(model, options);
  EXPECT_TRUE(executable.ok()) << executable.status().ToString();
  if (!executable.ok()) return outputs;
  for (size_t i = 0; i < (*executable)->input_names().size(); ++i) {
    const std::string& name = (*executable)->input_names()[i];
    const model::VarDesc* desc = model.program.blocks[0].FindVar(name);
    Tensor* input = (*executable)->input(i);
    DDim dims;
    for (const int64_t d : desc->shape) dims.push_back(d < 0 ? 2 : d);
    if (i < shapes.size()) dims = shapes[i];
    input->Resize(dims);
    const PrecisionType precision = model::PrecisionOf(desc->data_type);
    EXPECT_TRUE(input->Allocate(precision).ok());
    uint32_t state = 12345 + static_cast<uint32_t>(i);
    for (int64_t n = 0; n < input->numel(); ++n) {
      state = state * 1664525 + 1013904223;
      const double value = static_cast<double>(state >> 8) / (1 << 22) - 2.0;  // [-2, 2)
      if (precision == PrecisionType::kFloat) {
        input->mutable_data<float>()[n] = static_cast<float>(value);
      } else if (precision == PrecisionType::kInt64) {
        input->mutable_data<int64_t>()[n] = static_cast<int64_t>(value * 10);
      } else {
        ADD_FAILURE() << "input " << name << " has an element type that the fixture lacks";
      }
    }
  }
  const Status ran = (*executable)->Run();
  EXPECT_TRUE(ran.ok()) << ran.ToString();
  if (!ran.ok()) return outputs;
  for (size_t i = 0; i < (*executable)->output_names().size(); ++i) {
    const Tensor* output = (*executable)->output(i);
    std::vector<double> values;
    for (int64_t n = 0; n < output->numel(); ++n) {
      if (output->precision() == PrecisionType::kFloat) {
        values.push_back(output->data<float>()[n]);
      } else if (output->precision() == PrecisionType::kInt64) {
        values.push_back(static_cast<double>(output->data<int64_t>()[n]));
      } else if (output->precision() == PrecisionType::kInt32) {
        values.push_back(output->data<int32_t>()[n]);
      } else {
        ADD_FAILURE() << "output " << i << " has an element type that the fixture lacks";
      }
    }
    outputs.push_back(std::move(values));
  }
  return outputs;
}

std::vector<std::vector<double>> RunOnHostKernels(const model::Model& model,
                                                  const std::vector<DDim>& shapes) {
  return RunOnKernels(TargetType::kHost, model, shapes);
}

void ExpectClose(const std::vector<std::vector<double>>& expected,
                 const std::vector<std::vector<double>>& found, double tolerance) {
  ASSERT_FALSE(expected.empty());
  ASSERT_EQ(expected.size(), found.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(expected[i].size(), found[i].size());
    double largest = 1.0;
    for (const double v : expected[i]) largest = std::max(largest, std::fabs(v));
    for (size_t n = 0; n < expected[i].size(); ++n) {
      ASSERT_NEAR(expected[i][n], found[i][n], tolerance * largest)
          << "output " << i << "[" << n << "]";
    }
  }
}

Result<model::Model> LegalisedFor(TargetType target, const model::Model& model) {
  LITE_ASSIGN_OR_RETURN(const std::unique_ptr<Graph> graph, Graph::Import(model));
  InferShapes(graph.get());
  OptimizeOptions options;
  options.valid_places = {Place(target), Place(TargetType::kHost)};
  LITE_RETURN_IF_ERROR(Legalise(graph.get(), options, nullptr));
  return graph->Export();
}

void ExpectSameResults(const model::Model& before, const model::Model& after,
                       const std::vector<DDim>& shapes) {
  const auto expected = RunOnHostKernels(before, shapes);
  ExpectClose(expected, RunOnHostKernels(after, shapes), kFoldedTolerance);
  for (const TargetType target : BuildTargets()) {
    if (target == TargetType::kHost) continue;
    SCOPED_TRACE(TargetToStr(target));
    ExpectClose(expected, RunOnKernels(target, after, shapes), kTargetTolerance);
    const Result<model::Model> legalised = LegalisedFor(target, after);
    ASSERT_TRUE(legalised.ok()) << legalised.status().ToString();
    ExpectClose(expected, RunOnKernels(target, *legalised, shapes), kTargetTolerance);
  }
}

void ExpectPasses(const std::vector<std::string>& passes, const std::string& before,
                  const std::string& after, const std::string& reason,
                  const std::string& not_compared) {
  const PassResult result = RunPasses(passes, before);
  if (::testing::Test::HasFailure()) return;
  const std::string expected = after.empty() ? before : after;
  const Result<model::Model> golden = ParseModel(expected);
  ASSERT_TRUE(golden.ok()) << golden.status().ToString();
  EXPECT_EQ(OpsText(result.after), OpsText(*golden)) << result.explanation;
  if (after.empty()) {
    EXPECT_EQ(result.text_after, result.text_before);
  }
  EXPECT_NE(result.explanation.find(reason), std::string::npos)
      << "expected: " << reason << "\nfound: " << result.explanation;
  if (!after.empty() && not_compared.empty()) {
    ExpectSameResults(result.before, result.after);
  }
}

void ExpectPass(const std::string& pass, const std::string& before, const std::string& after,
                const std::string& reason, const std::string& not_compared) {
  ExpectPasses({pass}, before, after, reason, not_compared);
}

void ExpectUnchanged(const std::string& pass, const std::string& before,
                     const std::string& reason) {
  ExpectPass(pass, before, "", reason);
}

}  // namespace paddle::lite::mir
