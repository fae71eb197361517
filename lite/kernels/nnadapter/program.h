// A block compiled by NNAdapter.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lite/backends/nnadapter/library.h"
#include "lite/kernels/nnadapter/builder.h"
#include "lite/kernels/subgraph_kernel.h"

namespace paddle::lite::kernels::nnadapter {

// The devices of a predictor, open.
class Devices {
 public:
  // Names of devices that cannot be opened are left out, with a warning; an error without one.
  static Result<std::shared_ptr<const Devices>> Open(const Api* api,
                                                     const std::vector<std::string>& names,
                                                     const operators::SubgraphSettings& settings);
  const Api& api() const { return *api_; }
  NNAdapterContext* context() const { return context_.get(); }
  // Names, versions and properties, for the names of cache files.
  const std::string& description() const { return description_; }
  const std::string& names() const { return names_; }

 private:
  Devices(const Api* api, Handle<NNAdapterContext> context)
      : api_(api), context_(std::move(context)) {}

  const Api* const api_;
  const Handle<NNAdapterContext> context_;
  std::string description_;
  std::string names_;
};

class Program final : public CompiledSubgraph {
 public:
  // Converts and compiles the block for the shapes that its values have, or takes the program from
  // the cache that the settings name.
  static Result<std::unique_ptr<CompiledSubgraph>> Compile(
      const operators::SubBlock& block, std::shared_ptr<const Devices> devices,
      const operators::SubgraphSettings& settings);
  // One program for several shapes of the block's inputs, in the order of SubBlock::Inputs. The
  // block's values have one of them afterwards.
  static Result<std::unique_ptr<CompiledSubgraph>> CompileForAll(
      const std::vector<std::vector<DDim>>& shapes, operators::SubBlock* block,
      std::shared_ptr<const Devices> devices, const operators::SubgraphSettings& settings);

  bool Serves(const std::vector<DDim>& shapes) const override;
  Status Run(const operators::SubBlock& block, const RunContext& context) override;

 private:
  Program(std::shared_ptr<const Devices> devices, Handle<NNAdapterCompilation> compilation,
          Handle<NNAdapterExecution> execution)
      : devices_(std::move(devices)),
        compilation_(std::move(compilation)),
        execution_(std::move(execution)) {}
  static Result<std::unique_ptr<Program>> CompileModel(const Builder::Model& model,
                                                       const operators::SubBlock& block,
                                                       std::shared_ptr<const Devices> devices,
                                                       const operators::SubgraphSettings& settings);
  Status Bind(const operators::SubBlock& block, const Builder::Model& model);
  // Null if the shape of the block's result is known before it runs.
  const Builder::Rows* RowsOf(const Tensor* inside) const;
  // Checks the rows of a result that the device has counted, and gives it its level of detail.
  Status FinishRows(const Builder::Rows& rows, Tensor* result) const;

  const std::shared_ptr<const Devices> devices_;
  const Handle<NNAdapterCompilation> compilation_;
  const Handle<NNAdapterExecution> execution_;
  std::vector<std::vector<DDim>> shapes_;  // of CompileForAll
  std::vector<Builder::Rows> rows_;
  std::vector<Tensor> counts_;  // rows of each image
};

// The listed shapes of a block's inputs, if the present ones are among them, otherwise none. An
// input without a list keeps its shape. An error names the input with a list that does not fit.
Result<std::vector<std::vector<DDim>>> ListedShapes(
    const std::vector<operators::SubBlock::Value>& inputs,
    const operators::SubgraphSettings& settings);

}  // namespace paddle::lite::kernels::nnadapter
