#include "lite/mir/partition_config.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

#include "lite/base/logging.h"
#include "lite/base/strings.h"
#include "lite/core/image_layout.h"
#include "lite/model/file.h"

namespace paddle::lite::mir {
namespace {

std::vector<std::string> Names(const std::string& list) {
  std::vector<std::string> names;
  for (const std::string& part : SplitString(list, ',')) {
    const std::string_view name = StripWhitespace(part);
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

bool ListsAll(const ArgSlots& slots, const std::vector<std::string>& names) {
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return std::any_of(slots.begin(), slots.end(), [&](const auto& slot) {
      return std::any_of(slot.second.begin(), slot.second.end(),
                         [&](const ArgNode* arg) { return arg->name() == name; });
    });
  });
}

// The text, or the file, or a file of the environment, or a text of the environment.
Result<PartitionConfig> Read(const std::string& text, const std::string& path,
                             std::initializer_list<const char*> file_variables,
                             const char* text_variable, const std::string& what) {
  if (!text.empty()) return PartitionConfig::Parse(text, what);
  if (!path.empty()) {
    LITE_ASSIGN_OR_RETURN(const std::string contents, model::ReadFile(path));
    return PartitionConfig::Parse(contents, what);
  }
  for (const char* variable : file_variables) {
    const char* file = std::getenv(variable);
    if (file == nullptr || *file == '\0') continue;
    const Result<std::string> contents = model::ReadFile(file);
    if (contents.ok()) return PartitionConfig::Parse(*contents, what);
    LITE_LOG_WARNING(variable, " is ignored: ", contents.status().message());
  }
  const char* contents = std::getenv(text_variable);
  return PartitionConfig::Parse(contents == nullptr ? "" : contents, what);
}

}  // namespace

Result<PartitionConfig> PartitionConfig::Parse(const std::string& text, const std::string& what) {
  PartitionConfig config;
  config.what_ = what;
  int number = 0;
  for (const std::string& raw : SplitString(text, '\n')) {
    ++number;
    const std::string line(StripWhitespace(std::string_view(raw).substr(0, raw.find('#'))));
    if (line.empty()) continue;
    const std::vector<std::string> parts = SplitString(line, ':');
    const std::string type(StripWhitespace(parts[0]));
    if (type.empty() || parts.size() > 3) {
      return InvalidArgument(what, ", line ", number, ": '", line,
                             "', expected type[:inputs[:outputs]]");
    }
    config.lines_.push_back({line, type,
                             parts.size() > 1 ? Names(parts[1]) : std::vector<std::string>(),
                             parts.size() > 2 ? Names(parts[2]) : std::vector<std::string>()});
  }
  return config;
}

Result<PartitionConfig> PartitionConfig::Load(const OptimizeOptions& options) {
  return Read(options.partition_config, options.partition_config_path,
              {"SUBGRAPH_PARTITION_CONFIG_FILE", "SUBGRAPH_CUSTOM_PARTITION_CONFIG_FILE"},
              "SUBGRAPH_PARTITION_CONFIG_BUFFER", "partition configuration");
}

Result<PartitionConfig> PartitionConfig::LoadMixedPrecision(const OptimizeOptions& options) {
  return Read(options.mixed_precision_config, options.mixed_precision_config_path,
              {"MIXED_PRECISION_QUANTIZATION_CONFIG_FILE"},
              "MIXED_PRECISION_QUANTIZATION_CONFIG_BUFFER", "mixed precision configuration");
}

std::string PartitionConfig::LineFor(const OpNode& op) {
  for (Line& line : lines_) {
    if (line.type != op.type() || !ListsAll(op.inputs(), line.inputs) ||
        !ListsAll(op.outputs(), line.outputs)) {
      continue;
    }
    line.used = true;
    return line.text;
  }
  return "";
}

Result<OpenClMemoryConfig> OpenClMemoryConfig::Parse(const std::string& text) {
  constexpr char kWhat[] = "OpenCL memory configuration";
  std::string in_buffers, on_processor;
  std::string* section = nullptr;
  int number = 0;
  for (const std::string& raw : SplitString(text, '\n')) {
    ++number;
    const std::string line(StripWhitespace(std::string_view(raw).substr(0, raw.find('#'))));
    // Line numbers in messages are those of the file.
    for (std::string* lines : {&in_buffers, &on_processor}) {
      *lines += lines == section && line.find("device:") != 0 ? line + "\n" : "\n";
    }
    if (line == "device:gpu buffer") {
      section = &in_buffers;
    } else if (line == "device:cpu") {
      section = &on_processor;
    } else if (!line.empty() && (section == nullptr || line.find("device:") == 0)) {
      return InvalidArgument(kWhat, ", line ", number, ": '", line,
                             "', expected 'device:gpu buffer' or 'device:cpu' as a heading");
    }
  }
  OpenClMemoryConfig config;
  LITE_ASSIGN_OR_RETURN(config.in_buffers_, PartitionConfig::Parse(in_buffers, kWhat));
  LITE_ASSIGN_OR_RETURN(config.on_processor_, PartitionConfig::Parse(on_processor, kWhat));
  return config;
}

Result<OpenClMemoryConfig> OpenClMemoryConfig::Load() {
  constexpr char kVariable[] = "OPENCL_MEMORY_CONFIG_FILE";
  const char* file = std::getenv(kVariable);
  if (file == nullptr || *file == '\0') return OpenClMemoryConfig();
  const Result<std::string> contents = model::ReadFile(file);
  if (contents.ok()) return Parse(*contents);
  LITE_LOG_WARNING(kVariable, " is ignored: ", contents.status().message());
  return OpenClMemoryConfig();
}

std::string OpenClMemoryConfig::RefusalOf(const KernelDef& kernel, const OpNode& op) {
  if (kernel.target != TargetType::kOpenCL) return "";
  std::string line = on_processor_.LineFor(op);
  if (line.empty() && IsImageLayout(kernel.layout)) line = in_buffers_.LineFor(op);
  return line.empty() ? "" : StrCat("OpenCL memory configuration: ", line);
}

void OpenClMemoryConfig::WarnOfUnused() const {
  for (const PartitionConfig* lines : {&in_buffers_, &on_processor_}) lines->WarnOfUnused(nullptr);
}

void PartitionConfig::WarnOfUnused(std::set<std::string>* said) const {
  std::vector<std::string> unused;
  for (const Line& line : lines_) {
    if (!line.used) unused.push_back(line.text);
  }
  if (unused.empty()) return;
  const std::string text =
      StrCat("lines of the ", what_, " name no operator: ", ListToString(unused));
  if (said == nullptr || said->insert(text).second) LITE_LOG_WARNING(text);
}

}  // namespace paddle::lite::mir
