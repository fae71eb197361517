#include "lite/api/full/tailoring.h"

#include <cstring>
#include <map>
#include <string_view>

#include "lite/api/full/micro_kernel_needs.h"
#include "lite/api/full/op_sources.h"
#include "lite/kernels/added_kernels.h"
#include "lite/mir/declared_kernels.h"
#include "lite/model/array_forms.h"
#include "lite/model/file.h"

namespace paddle::lite {
namespace {

std::string FileName(const char* path) {
  const char* slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

// The kernel of this name; null if no target has it. The program may be for another target than
// this build.
const KernelDef* FindKernel(const std::string& type, const std::string& key) {
  for (const auto& kernels : {KernelsOf(type), KernelsOf(DeclaredKernelTable(), type)}) {
    for (const KernelDef* def : kernels) {
      if (def->Key() == key) return def;
    }
  }
  return nullptr;
}

void AddKernel(const KernelDef& def, TailoringInfo* info) {
  info->kernels.insert(StrCat(def.op_type, ",", TargetRepr(def.target), ",",
                              PrecisionRepr(def.precision), ",", DataLayoutRepr(def.layout), ",",
                              def.alias));
  info->kernel_sources.insert(FileName(def.file));
}

std::string Lines(const std::set<std::string>& entries) {
  std::string text;
  for (const std::string& entry : entries) text += entry + "\n";
  return text;
}

}  // namespace

void TailoringInfo::Add(const model::Program& stored) {
  model::Program program = stored;
  model::NameArrayForms(&program);
  // What was found for an operator type with a kernel, whose name is empty if the program names
  // none.
  std::map<std::pair<std::string_view, std::string_view>, const KernelDef*> found;
  for (const model::BlockDesc& block : program.blocks) {
    for (const model::OpDesc& op : block.ops) {
      if (!AddedKernelsOf(op.type).empty()) continue;  // the application has it
      const model::AttrValue* attr = op.FindAttr(model::kKernelTypeAttr);
      const std::string* key = attr == nullptr ? nullptr : std::get_if<std::string>(attr);
      const std::string_view name = key == nullptr ? std::string_view() : *key;
      const auto [entry, is_new] =
          found.emplace(std::pair(std::string_view(op.type), name), nullptr);
      if (is_new) {
        ops.insert(op.type);
        for (const OpSource& source : OpSourceTable()) {
          if (op.type == source.type) op_sources.insert(source.file);
        }
        if (key != nullptr) entry->second = FindKernel(op.type, *key);
        if (entry->second != nullptr) {
          AddKernel(*entry->second, this);
        } else {
          // The choice is left to the runtime, which may select any of them.
          for (const KernelDef* def : KernelsOf(op.type)) AddKernel(*def, this);
        }
      }
      AddMicroKernels(block, op, entry->second, &micro_kernels);
    }
  }
}

std::vector<std::pair<std::string, std::string>> TailoringFiles(const TailoringInfo& info) {
  return {{".tailored_ops_list", Lines(info.ops)},
          {".tailored_ops_source_list", Lines(info.op_sources)},
          {".tailored_kernels_list", Lines(info.kernels)},
          {".tailored_kernels_source_list", Lines(info.kernel_sources)},
          {".tailored_micro_kernels_list", Lines(info.micro_kernels)}};
}

Status WriteTailoringFiles(const TailoringInfo& info, const std::string& dir) {
  LITE_RETURN_IF_ERROR(model::MakeDirectories(dir));
  for (const auto& file : TailoringFiles(info)) {
    LITE_RETURN_IF_ERROR(model::WriteFileAtomically(dir + "/" + file.first, file.second));
  }
  return OkStatus();
}

}  // namespace paddle::lite
