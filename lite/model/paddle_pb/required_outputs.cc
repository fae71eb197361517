#include "lite/model/paddle_pb/required_outputs.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/strings.h"
#include "lite/model/paddle_pb/paddle_pb.h"

namespace paddle::lite::model {

namespace {

// As registered by PaddlePaddle 2.6.2 and 1.8.5; those of the second kind are optional in 2.x.
enum class Insists { kAlways, kFluid };

struct RequiredOutput {
  const char* op;
  const char* slot;
  VarType data_type;
  Insists insists = Insists::kAlways;
  const char* same_as = nullptr;  // the input with the same variable
};

constexpr RequiredOutput kRequiredOutputs[] = {
    {"batch_norm", "MeanOut", VarType::kFP32, Insists::kAlways, "Mean"},
    {"batch_norm", "VarianceOut", VarType::kFP32, Insists::kAlways, "Variance"},
    {"batch_norm", "SavedMean", VarType::kFP32},
    {"batch_norm", "SavedVariance", VarType::kFP32},
    {"dropout", "Mask", VarType::kUInt8, Insists::kFluid},
    {"flatten2", "XShape", VarType::kFP32, Insists::kFluid},
    {"group_norm", "Mean", VarType::kFP32},
    {"group_norm", "Variance", VarType::kFP32},
    {"instance_norm", "SavedMean", VarType::kFP32, Insists::kFluid},
    {"instance_norm", "SavedVariance", VarType::kFP32, Insists::kFluid},
    {"layer_norm", "Mean", VarType::kFP32},
    {"layer_norm", "Variance", VarType::kFP32},
    {"lrn", "MidOut", VarType::kFP32},
    {"matrix_nms", "Index", VarType::kInt32},
    {"max_pool2d_with_index", "Mask", VarType::kInt32},
    {"multiclass_nms2", "Index", VarType::kInt32},
    {"multiclass_nms3", "Index", VarType::kInt32},
    {"norm", "Norm", VarType::kFP32, Insists::kFluid},
    {"reshape2", "XShape", VarType::kFP32},
    {"sequence_pool", "MaxIndex", VarType::kInt32},
    {"squeeze2", "XShape", VarType::kFP32, Insists::kFluid},
    {"top_k", "Indices", VarType::kInt64},
    {"top_k_v2", "Indices", VarType::kInt64},
    {"transpose2", "XShape", VarType::kFP32, Insists::kFluid},
    {"unsqueeze2", "XShape", VarType::kFP32, Insists::kFluid},
};

}  // namespace

void AddRequiredOutputs(Program* program) {
  std::set<std::string> taken;
  for (const BlockDesc& block : program->blocks) {
    for (const VarDesc& var : block.vars) taken.insert(var.name);
  }
  for (BlockDesc& block : program->blocks) {
    for (OpDesc& op : block.ops) {
      if (op.outputs.empty()) continue;
      const std::vector<std::string> first = op.outputs.begin()->second;
      for (const RequiredOutput& required : kRequiredOutputs) {
        if (op.type != required.op || !op.Output(required.slot).empty()) continue;
        if (required.insists == Insists::kFluid && !IsFluidVersion(program->version)) continue;
        if (required.same_as != nullptr && !op.Input(required.same_as).empty()) {
          op.outputs[required.slot] = op.Input(required.same_as);
          continue;
        }
        const std::string stem = StrCat(first.empty() ? op.type : first[0], ".", required.slot);
        std::string name = stem;
        for (int n = 1; !taken.insert(name).second; ++n) name = StrCat(stem, "_", n);
        VarDesc var;
        var.name = name;
        var.data_type = required.data_type;
        var.has_tensor_desc = true;
        block.vars.push_back(std::move(var));
        op.outputs[required.slot] = {name};
      }
    }
  }
}

}  // namespace paddle::lite::model
