#include "lite/tools/tailoring.h"

#include "lite/kernels/kernel.h"
#include "lite/tools/op_sources.h"

namespace paddle::lite::tools {
namespace {

constexpr std::string_view kOnce = "_once";

std::string BaseName(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

bool EndsWith(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

const KernelDef* FindKernel(const std::string& op_type, const std::string& key) {
  for (const KernelDef* kernel : KernelsOf(op_type)) {
    if (kernel->Key() == key) return kernel;
  }
  return nullptr;
}

}  // namespace

void TailoringInfo::Add(const model::Program& program) {
  for (const model::BlockDesc& block : program.blocks) {
    for (const model::OpDesc& op : block.ops) {
      ops_.insert(op.type);
      const model::AttrValue* attr = op.FindAttr(model::kKernelTypeAttr);
      const auto* key = attr == nullptr ? nullptr : std::get_if<std::string>(attr);
      const KernelDef* kernel = key == nullptr ? nullptr : FindKernel(op.type, *key);
      if (kernel == nullptr) continue;
      kernels_.insert({StrCat(kernel->op_type, ",", TargetRepr(kernel->target), ",",
                              PrecisionRepr(kernel->precision), ",", DataLayoutRepr(kernel->layout),
                              ",", kernel->alias),
                       BaseName(kernel->file)});
    }
  }
}

void TailoringInfo::Add(const TailoringInfo& other) {
  ops_.insert(other.ops_.begin(), other.ops_.end());
  kernels_.insert(other.kernels_.begin(), other.kernels_.end());
}

std::vector<std::pair<std::string, std::string>> TailoringInfo::Files() const {
  std::string ops, op_sources, kernels, kernel_sources;
  for (const std::string& op : ops_) {
    ops += op + '\n';
    const std::string source = OpSourceFile(op);
    if (source.empty()) continue;
    op_sources += source + '\n';
    if (!EndsWith(op, kOnce)) continue;
    const std::string plain = OpSourceFile(op.substr(0, op.size() - kOnce.size()));
    if (!plain.empty() && plain != source) op_sources += plain + '\n';
  }
  for (const Kernel& kernel : kernels_) {
    kernels += kernel.line + '\n';
    kernel_sources += kernel.source + '\n';
  }
  return {{".tailored_ops_list", ops},
          {".tailored_ops_source_list", op_sources},
          {".tailored_kernels_list", kernels},
          {".tailored_kernels_source_list", kernel_sources}};
}

}  // namespace paddle::lite::tools
