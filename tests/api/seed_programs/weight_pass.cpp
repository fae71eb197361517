// A pass that changes a parameter: the weights of products are doubled.
#include "paddle_pass_lite.h"

namespace paddle {
namespace lite {
namespace mir {

class WeightPass : public ProgramPass {
 public:
  void Apply(const std::unique_ptr<SSAGraph>& graph) override {
    for (auto* node : graph->StmtTopologicalOrder()) {
      auto* info = node->stmt()->op_info();
      if (info->Type() != "mul") continue;
      auto* weight = node->stmt()->op()->scope()->FindVar(info->Input("Y").front())->GetMutable<Tensor>();
      float* data = weight->mutable_data<float>();
      for (int64_t i = 0; i < weight->numel(); ++i) data[i] *= 2;
    }
  }
};

}  // namespace mir
}  // namespace lite
}  // namespace paddle

REGISTER_MIR_PASS(weight_pass, paddle::lite::mir::WeightPass).BindTargets({TARGET(kX86), TARGET(kARM)});
