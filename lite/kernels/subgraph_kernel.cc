#include "lite/kernels/subgraph_kernel.h"

#include <algorithm>
#include <utility>

namespace paddle::lite::kernels {

using operators::SubBlock;

bool SubgraphKernel::Program::Serves(const std::vector<Form>& forms) const {
  if (inputs == forms) return true;
  if (compiled == nullptr || inputs.size() != forms.size()) return false;
  std::vector<DDim> shapes;
  for (size_t i = 0; i < forms.size(); ++i) {
    if (forms[i].precision != inputs[i].precision) return false;
    shapes.push_back(forms[i].dims);
  }
  return compiled->Serves(shapes);
}

Status SubgraphKernel::PrepareOp(const operators::Subgraph& op, PrepareContext* context) {
  LITE_ASSIGN_OR_RETURN(SubBlock* const block, op.Block());
  std::vector<Form> inputs;
  for (const SubBlock::Value& input : block->Inputs()) {
    inputs.push_back({input.outside->dims(), input.outside->precision()});
  }
  const auto known = std::find_if(programs_.begin(), programs_.end(),
                                  [&](const Program& program) { return program.Serves(inputs); });
  // The results take their shapes from the block, so shapes are found even for a known program.
  const Status inferred = block->InferShapes();
  if (!inferred.ok() && inferred.code() != StatusCode::kUnsupported) return inferred;
  if (known != programs_.end()) {
    programs_.splice(programs_.begin(), programs_, known);
  } else {
    Program program;
    program.inputs = std::move(inputs);
    program.failure = inferred;
    if (inferred.ok()) {
      program.failure = block->WithWeights([&]() -> Status {
        LITE_ASSIGN_OR_RETURN(program.compiled, Compile(op, block, context));
        return OkStatus();
      });
    }
    if (!program.failure.ok()) program.compiled.reset();
    programs_.push_front(std::move(program));
    if (programs_.size() > kMaxPrograms) programs_.pop_back();
  }
  return block->SetCompiled(programs_.front().failure);
}

Status SubgraphKernel::RunOp(const operators::Subgraph& op, const RunContext& context) {
  LITE_ASSIGN_OR_RETURN(SubBlock* const block, op.Block());
  if (programs_.empty()) return Internal("subgraph runs before it was prepared");
  Program& program = programs_.front();
  if (program.compiled == nullptr) return block->RunOnce();
  for (const SubBlock::Value& result : block->Results()) {
    result.result->Resize(result.inside->dims());
    result.result->set_layout(result.inside->layout());
    result.result->set_lod(result.inside->lod());
    LITE_RETURN_IF_ERROR(result.result->Allocate(result.inside->precision()));
  }
  program.failure = program.compiled->Run(*block, context);
  if (program.failure.ok()) return OkStatus();
  program.compiled.reset();
  LITE_RETURN_IF_ERROR(block->SetCompiled(program.failure));
  return block->RunOnce();
}

}  // namespace paddle::lite::kernels
