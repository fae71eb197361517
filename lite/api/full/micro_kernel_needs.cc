#include "lite/api/full/micro_kernel_needs.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <vector>

#include "lite/core/panel_width.h"
#include "lite/model/op_fields.h"
#include "lite/operators/conv2d.h"
#include "lite/operators/fc.h"

namespace paddle::lite {
namespace {

// The tiles of ARM: 4 floats in a vector, and up to 4 vectors. A library for ARMv7, whose tiles
// have 2 vectors, has those that correspond (HasTile in gemm_f32.inc).
constexpr int64_t kLanes = 4;
constexpr int64_t kMaxVecs = 4;

using Names = std::set<std::string>;

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

Names MakeAll() {
  Names all = {"depthwise_3x3_s1", "depthwise_3x3_s2", "depthwise_5x5_s1", "depthwise_5x5_s2",
               "winograd",         "weight8",          "functions"};
  for (int64_t vecs = 1; vecs <= kMaxVecs; ++vecs) {
    all.insert(StrCat("gemm_", vecs));
    all.insert(StrCat("planar_", vecs));
  }
  return all;
}

void AddAll(Names* names) {
  static const auto* const all = new Names(MakeAll());
  if (names->size() < all->size()) names->insert(all->begin(), all->end());
}

// The tiles of a matrix with `vecs` vectors of columns in panels of up to `max_vecs`, of about
// equal width.
void AddPanels(int64_t vecs, int64_t max_vecs, Names* names) {
  const int64_t panels = CeilDiv(vecs, max_vecs);
  names->insert(StrCat("gemm_", vecs / panels));
  if (vecs % panels != 0) names->insert(StrCat("gemm_", vecs / panels + 1));
}

void AddGemm(int64_t columns, Names* names) {
  const int64_t vecs = CeilDiv(columns, kLanes);
  AddPanels(vecs, PanelVecs(vecs, kMaxVecs), names);
}

void AddPlanar(int64_t channels, Names* names) {
  const int64_t vecs = CeilDiv(channels, kLanes);
  if (vecs >= kMaxVecs) names->insert(StrCat("planar_", kMaxVecs));
  if (vecs % kMaxVecs != 0) names->insert(StrCat("planar_", vecs % kMaxVecs));
}

// Whether tiles and transforms apply the activation.
bool IsPartOfTiles(const Result<Activation>& activation) {
  return activation.ok() &&
         (activation->type == ActivationType::kIndentity ||
          activation->type == ActivationType::kRelu || activation->type == ActivationType::kRelu6);
}

// The declared shape of the weight in a slot; empty if it is unknown.
std::vector<int64_t> WeightShape(const model::BlockDesc& block, const model::OpDesc& op,
                                 const char* slot) {
  const std::vector<std::string>& bound = op.Input(slot);
  const model::VarDesc* var = bound.size() == 1 ? block.FindVar(bound[0]) : nullptr;
  if (var == nullptr || !var->persistable) return {};
  for (const int64_t dim : var->shape) {
    if (dim <= 0) return {};
  }
  return var->shape;
}

// False if everything is needed.
bool AddConv(const model::BlockDesc& block, const model::OpDesc& op, const KernelDef& def,
             Names* names) {
  const std::string alias = def.alias;
  const std::vector<int64_t> filter = WeightShape(block, op, "Filter");
  const auto groups = model::AttrOr(op, "groups", int64_t{1});
  const auto strides = model::AttrOr(op, "strides", std::vector<int64_t>{1, 1});
  if ((alias != "def" && alias != "nchw_in") || filter.size() != 4 || strides.size() != 2 ||
      groups < 1 || groups > filter[0]) {
    return false;
  }
  operators::FusedActivation act;
  act.with_act = model::AttrOr(op, "with_act", act.with_act);
  act.act_type = model::AttrOr(op, "act_type", act.act_type);
  act.fuse_relu = model::AttrOr(op, "fuse_relu", act.fuse_relu);
  act.activation_scale = model::AttrOr(op, "activation_scale", act.activation_scale);
  act.activation_bias = model::AttrOr(op, "activation_bias", act.activation_bias);
  if (!IsPartOfTiles(act.Resolve()) || act.has_affine()) names->insert("functions");
  if (groups == filter[0] && filter[1] == 1 && groups > 1) {
    if (!op.Input("ResidualData").empty()) names->insert("functions");
    const int64_t kernel = filter[3];
    if ((kernel == 3 || kernel == 5) && (strides[1] == 1 || strides[1] == 2)) {
      names->insert(StrCat("depthwise_", kernel, "x", kernel, "_s", strides[1]));
    }
  } else if (alias == "nchw_in") {
    AddPlanar(filter[0], names);
  } else {
    AddGemm(filter[0] / groups, names);
    if (groups == 1 && filter[2] == 3 && filter[3] == 3 && strides[0] == 1 && strides[1] == 1) {
      names->insert("winograd");
      AddPanels(CeilDiv(filter[0], kLanes), kMaxVecs, names);
    }
  }
  return true;
}

bool AddFc(const model::BlockDesc& block, const model::OpDesc& op, Names* names) {
  const std::vector<int64_t> weight = WeightShape(block, op, "W");
  // Columns may be padded, and then are not counted here.
  if (weight.size() != 2 || model::AttrOr(op, "padding_weights", false)) return false;
  const std::string activation = model::AttrOr(op, "activation_type", std::string());
  if (!IsPartOfTiles(operators::ActivationByName(activation))) names->insert("functions");
  AddGemm(weight[1], names);
  return true;
}

// Whether the kernel is defined in one of these files of lite/kernels/cpu.
bool IsIn(const KernelDef& def, std::initializer_list<const char*> files) {
  const char* const slash = std::strrchr(def.file, '/');
  const std::string file = slash == nullptr ? def.file : slash + 1;
  return std::find(files.begin(), files.end(), file) != files.end();
}

bool NeedsNoProducts(const KernelDef& def) {
  return IsIn(def, {"activation.cc", "arg_max.cc", "batch_norm.cc", "concat.cc", "elementwise.cc",
                    "instance_norm.cc", "interpolate.cc", "layer_norm.cc", "layout.cc",
                    "pixel_shuffle.cc", "pool2d.cc", "prelu.cc", "reduce.cc", "scale.cc",
                    "shuffle_channel.cc", "softmax.cc", "transpose.cc"});
}

// Whether the products of the kernel read floats only.
bool MultipliesFloats(const KernelDef& def) {
  return IsIn(def, {"conv2d.cc", "conv2d_transpose.cc", "dot_product_attention.cc"});
}

}  // namespace

void AddMicroKernels(const model::BlockDesc& block, const model::OpDesc& op, const KernelDef* def,
                     Names* names) {
  if (op.type == "feed" || op.type == "fetch") return;
  const bool known =
      def != nullptr && def->target == TargetType::kARM && def->precision == PrecisionType::kFloat;
  if (def != nullptr && def->target == TargetType::kHost) return;
  if (known && NeedsNoProducts(*def)) {
    if (op.type != "pool2d" && op.type != "layout") names->insert("functions");
    return;
  }
  if (known && (op.type == "conv2d" || op.type == "depthwise_conv2d") &&
      AddConv(block, op, *def, names)) {
    return;
  }
  if (known && op.type == "fc" && def->alias == std::string("def") && AddFc(block, op, names))
    return;
  if (known && MultipliesFloats(*def) && names->count("weight8") == 0) {
    AddAll(names);
    names->erase("weight8");
    return;
  }
  AddAll(names);
}

}  // namespace paddle::lite
