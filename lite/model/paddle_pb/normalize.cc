// Normalises the differences between Paddle 1.x and 2.x programs.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <variant>

#include "lite/base/logging.h"
#include "lite/model/blocks.h"
#include "lite/model/checks.h"
#include "lite/model/op_fields.h"
#include "lite/model/paddle_pb/layout_texts.h"
#include "lite/model/paddle_pb/paddle_pb.h"

namespace paddle::lite::model {

namespace {

// Attributes that record the origin of an operator or hints for other libraries.
constexpr const char* kMeaningless[] = {
    "mkldnn_data_type", "op_callstack",  "op_device",       "op_namescope",
    "op_role",          "op_role_var",   "use_addto",       "use_cudnn",
    "use_mkldnn",       "use_quantizer", "with_quant_attr", "workspace_size_MB",
};

// Operators with the same inference result, slots and attributes.
constexpr struct {
  const char* type;
  const char* same_as;
} kAliases[] = {
    {"embedding", "lookup_table_v2"},
    {"memcpy", "assign"},
    {"nonzero", "where_index"},
    {"sync_batch_norm", "batch_norm"},
};

// Attributes renamed in a later version of an operator.
constexpr struct {
  const char* type;
  const char* old_name;
  const char* name;
} kRenamed[] = {
    {"flip", "dims", "axis"},
    {"roll", "dims", "axis"},
    {"trace", "dim1", "axis1"},
    {"trace", "dim2", "axis2"},
};

// Early exports for mobile devices use one of two names for every fake quantisation operator.
std::string QuantOperator(const OpDesc& op) {
  const bool plain_slots = op.inputs.count("X") != 0 && op.outputs.count("Out") != 0;
  if (plain_slots && op.type == "quantize") {
    return op.inputs.count("InScale") != 0 ? "fake_quantize_moving_average_abs_max"
                                           : "fake_quantize_abs_max";
  }
  if (plain_slots && op.type == "dequantize") {
    return op.inputs.count("Scales") != 0 ? "fake_channel_wise_dequantize_max_abs"
                                          : "fake_dequantize_max_abs";
  }
  return op.type;
}

// Windows of images and of volumes by the name of the other ones: Paddle's kernels go by the number
// of axes, which those attributes have to agree with. (Paddle 2.6)
void NormalizeWindow(OpDesc* op) {
  constexpr struct {
    const char* attr;
    const char* of_image;
    const char* of_volume;
    bool renames_layout = true;  // those of volumes are NCDHW and NDHWC
  } kWindows[] = {
      {"strides", "conv2d", "conv3d"},
      {"strides", "depthwise_conv2d", "conv3d"},
      {"strides", "conv2d_transpose", "conv3d_transpose", false},
      {"strides", "depthwise_conv2d_transpose", "conv3d_transpose", false},
      {"ksize", "pool2d", "pool3d"},
      {"ksize", "max_pool2d_with_index", "max_pool3d_with_index"},
  };
  for (const auto& window : kWindows) {
    const bool image = op->type == window.of_image;
    if (!image && op->type != window.of_volume) continue;
    const auto it = op->attrs.find(window.attr);
    const auto* numbers =
        it == op->attrs.end() ? nullptr : std::get_if<std::vector<int>>(&it->second);
    // A window of the whole image has any number of extents.
    if (numbers == nullptr || AttrOr(*op, "global_pooling", false)) return;
    if (numbers->size() != (image ? 3U : 2U)) return;
    op->type = image ? window.of_volume : window.of_image;
    if (!window.renames_layout) return;
    const auto layout = op->attrs.find("data_format");
    if (layout == op->attrs.end()) return;
    if (auto* text = std::get_if<std::string>(&layout->second)) {
      const bool last = *text == "NHWC" || *text == "NDHWC";
      *text = image ? (last ? "NDHWC" : "NCDHW") : (last ? "NHWC" : "NCHW");
    }
    return;
  }
}

void RenameAttr(OpDesc* op, const std::string& old_name, const std::string& name) {
  const auto it = op->attrs.find(old_name);
  if (it == op->attrs.end()) return;
  op->attrs.emplace(name, std::move(it->second));  // a value under the new name takes precedence
  op->attrs.erase(old_name);
}

// Whether the attribute names a kernel, "type/alias/target/precision/layout", of this operator.
bool NamesOwnKernel(const OpDesc& op, const AttrValue& value) {
  const std::string* key = std::get_if<std::string>(&value);
  if (key == nullptr) return false;
  const std::vector<std::string> parts = SplitString(*key, '/');
  return parts.size() == 5 && parts[0] == op.type;
}

// Only the optimiser names kernels. A name in a program from elsewhere that cannot be its own is of
// no use, and would make another kernel's code of the operator.
void DropForeignKernels(Program* program) {
  size_t dropped = 0;
  std::string first;
  for (BlockDesc& block : program->blocks) {
    for (size_t i = 0; i < block.ops.size(); ++i) {
      OpDesc& op = block.ops[i];
      const auto key = op.attrs.find(kKernelTypeAttr);
      if (key == op.attrs.end() || NamesOwnKernel(op, key->second)) continue;
      if (dropped++ == 0) {
        first = StrCat("op ", op.type, " (#", i, "): ", AttrToString(key->second).substr(0, 100));
      }
      op.attrs.erase(key);
    }
  }
  if (dropped == 0) return;
  LITE_LOG_WARNING("attribute ", kKernelTypeAttr, " of ", dropped,
                   dropped == 1 ? " operator" : " operators",
                   " names a kernel of another operator and is ignored; the first is ", first);
}

void NormalizeOp(int64_t version, OpDesc* op) {
  for (const char* name : kMeaningless) op->attrs.erase(name);
  for (const auto& alias : kAliases) {
    if (op->type == alias.type) op->type = alias.same_as;
  }
  op->type = QuantOperator(*op);
  for (const auto& renamed : kRenamed) {
    if (op->type == renamed.type) RenameAttr(op, renamed.old_name, renamed.name);
  }
  NormalizeLayoutTexts(op);
  NormalizeWindow(op);
  // Both hold the largest absolute value of the output.
  RenameAttr(op, "out_scale", "out_threshold");
  // Paddle 1.x uses the grid's height for both axes. Models were trained with that, so it is kept
  // for them.
  if (op->type == "yolo_box" && IsFluidVersion(version)) {
    op->attrs.emplace(kYoloBoxGridHeightOnly, true);
  }
}

}  // namespace

bool IsFluidVersion(int64_t version) {
  constexpr int64_t kFirstVersion2 = 2000000;
  return version > 0 && version < kFirstVersion2;
}

Status NormalizeProgram(Program* program) {
  for (BlockDesc& block : program->blocks) {
    for (OpDesc& op : block.ops) NormalizeOp(program->version, &op);
  }
  DropForeignKernels(program);
  UpgradeQuantAttributes(program);
  return ResolveBlocks(program);
}

}  // namespace paddle::lite::model
