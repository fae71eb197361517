#include "lite/operators/subgraph.h"

#include <memory>

#include "lite/base/logging.h"
#include "lite/kernels/nnadapter/converter.h"
#include "lite/kernels/nnadapter/devices.h"
#include "lite/kernels/nnadapter/program.h"
#include "lite/kernels/subgraph_kernel.h"

namespace paddle::lite::kernels::nnadapter {

class NnadapterSubgraph final : public SubgraphKernel {
 public:
  // A block of the program is compiled, or runs on the CPU if that fails. Only the optimiser may
  // choose what to put into one.
  static Status Supports(const operators::Subgraph& op) {
    if (op.block == nullptr || !op.block->is_candidate()) return OkStatus();
    for (const Op* inner : op.block->Ops()) {
      Builder plan;
      LITE_RETURN_IF_ERROR(ConvertOp(*inner, &plan));
      LITE_RETURN_IF_ERROR(CheckOperations(op.device_names, plan.operations()));
    }
    return OkStatus();
  }

 protected:
  Result<std::unique_ptr<CompiledSubgraph>> Compile(const operators::Subgraph& op,
                                                    operators::SubBlock* block,
                                                    PrepareContext*) override {
    const operators::SubgraphSettings& settings = block->settings();
    if (devices_ == nullptr) {
      LITE_ASSIGN_OR_RETURN(const Api* const api, lite::nnadapter::LoadApi());
      const auto& names = settings.device_names.empty() ? op.device_names : settings.device_names;
      LITE_ASSIGN_OR_RETURN(devices_, Devices::Open(api, names, settings));
    }
    if (!settings.listed_shapes.empty() && joins_shapes_) {
      const auto shapes = ListedShapes(block->Inputs(), settings);
      Status status = shapes.status();
      if (shapes.ok() && shapes->size() > 1) {
        auto program = nnadapter::Program::CompileForAll(*shapes, block, devices_, settings);
        LITE_RETURN_IF_ERROR(block->InferShapes());
        if (program.ok()) return program;
        status = program.status();
      }
      if (!status.ok()) {
        joins_shapes_ = false;
        LITE_LOG_WARNING(
            "set_nnadapter_dynamic_shape_info: each set of shapes gets a program of its own: ",
            status.message());
      }
    }
    return nnadapter::Program::Compile(*block, devices_, settings);
  }

 private:
  // Whether a program for all listed shapes is possible, as far as is known.
  bool joins_shapes_ = true;
  std::shared_ptr<const Devices> devices_;
};

LITE_KERNELS(kNNAdapter, kAny, kNCHW, def, NnadapterSubgraph, subgraph);

}  // namespace paddle::lite::kernels::nnadapter
