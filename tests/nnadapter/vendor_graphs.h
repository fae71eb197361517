// Compares graphs for the libraries of vendors as text, for the tests of drivers; no such library
// is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "gtest/gtest.h"
#include "lite/backends/nnadapter/optimizer/vendor_graph.h"
#include "nnadapter/utility/operation_lists.h"
#include "tests/nnadapter/driver_model.h"

namespace nnadapter_test {

using nnadapter::optimizer::VendorGraph;

using Supports = nnadapter::Status (*)(const nnadapter::core::Operation&);
using Prepare = nnadapter::Status (*)(nnadapter::core::Model*);
using BuildGraph = nnadapter::Status (*)(const nnadapter::core::Model&, VendorGraph*);

struct GraphCase {
  std::function<Operand*(DriverModel*)> build;
  const char* graph;
};

// Checks the graphs of the cases, and returns the types of operations that they have.
inline std::set<int32_t> ExpectGraphs(const std::vector<GraphCase>& cases, Supports supports,
                                      Prepare prepare, BuildGraph build_graph) {
  std::set<int32_t> types;
  for (const GraphCase& graph_case : cases) {
    SCOPED_TRACE(graph_case.graph);
    DriverModel model;
    model.Out(graph_case.build(&model));
    for (const auto& operation : model.model()->operations) {
      const nnadapter::Status status = supports(operation);
      EXPECT_TRUE(status.ok()) << status.message();
      types.insert(operation.type);
    }
    EXPECT_TRUE(prepare(model.model()).ok());
    VendorGraph graph;
    const nnadapter::Status built = build_graph(*model.model(), &graph);
    EXPECT_TRUE(built.ok()) << built.message();
    EXPECT_EQ(graph.Describe(), graph_case.graph);
    EXPECT_EQ(graph.outputs.size(), 1u);
    // Every value is an input or computed before it is read.
    std::set<size_t> known(graph.inputs.begin(), graph.inputs.end());
    for (const auto& node : graph.nodes) {
      for (const size_t input : node.inputs) {
        EXPECT_TRUE(graph.tensors[input].data != nullptr || known.count(input) != 0);
      }
      known.insert(node.outputs.begin(), node.outputs.end());
    }
    EXPECT_EQ(known.count(graph.outputs[0]), 1u);
  }
  return types;
}

template <size_t N>
void ExpectAllCovered(const NNAdapterOperationType (&list)[N], const std::set<int32_t>& covered) {
  for (const NNAdapterOperationType type : list) {
    EXPECT_EQ(covered.count(type), 1u) << nnadapter::OperationName(type);
  }
}

// An operation whose second operand is repeated for the first.
inline Operand* OfTwo(DriverModel* m, int32_t type, int32_t precision) {
  return m->Add(type, {m->In({1, 2, 3, 4}, precision), m->In({2, 1, 1}, precision), m->None()});
}

}  // namespace nnadapter_test
