// Fixture of the pass tests: a test consists of the program before and after the pass.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lite/core/dims.h"
#include "lite/mir/text.h"
#include "lite/model/program.h"

namespace paddle::lite::mir {

// The operators of a program as text, without declarations.
std::string OpsText(const model::Model& model);

struct PassResult {
  model::Model before;
  model::Model after;
  // The whole graph as text, including declarations and constants, before the first pass and after
  // the last one.
  std::string text_before;
  std::string text_after;
  std::string explanation;
};

// Runs one pass, or several in the given order, and checks that the graph stays legal. A pass that
// reports no change must not have touched anything: no refused match may leave the program half
// rewritten.
PassResult RunPasses(const std::vector<std::string>& names, const std::string& text);

// Runs a program on the kernels of one target, and on host kernels where it has none; the inputs
// are the same for every program with the same inputs. `shapes` replace the declared shapes of
// the first inputs.
std::vector<std::vector<double>> RunOnKernels(TargetType target, const model::Model& model,
                                              const std::vector<DDim>& shapes = {});

std::vector<std::vector<double>> RunOnHostKernels(const model::Model& model,
                                                  const std::vector<DDim>& shapes = {});

// Differences are measured against the largest number of an output: folded constants are rounded
// once more, and other targets add up in another order (kSumTolerance of the operator suites).
inline constexpr double kFoldedTolerance = 2e-6;
inline constexpr double kTargetTolerance = 1e-5;

void ExpectClose(const std::vector<std::vector<double>>& expected,
                 const std::vector<std::vector<double>>& found, double tolerance);

// The program with the kernels and layouts that the optimiser chooses for a target.
Result<model::Model> LegalisedFor(TargetType target, const model::Model& model);

// The program after the passes computes, on every CPU target of the build, what the program before
// them computes on the host: as it is, and with the layouts that the target prefers.
void ExpectSameResults(const model::Model& before, const model::Model& after,
                       const std::vector<DDim>& shapes = {});

// `after` lists the remaining operators; empty means that nothing may change. `reason` is part of
// the explanation. Results are compared, unless `not_compared` says why they cannot be.
void ExpectPasses(const std::vector<std::string>& passes, const std::string& before,
                  const std::string& after, const std::string& reason = "",
                  const std::string& not_compared = "");

void ExpectPass(const std::string& pass, const std::string& before, const std::string& after,
                const std::string& reason = "", const std::string& not_compared = "");

void ExpectUnchanged(const std::string& pass, const std::string& before, const std::string& reason);

}  // namespace paddle::lite::mir
