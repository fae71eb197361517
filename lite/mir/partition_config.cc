#include "lite/mir/partition_config.h"

#include <algorithm>
#include <cstdlib>

#include "lite/base/logging.h"
#include "lite/base/strings.h"
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

}  // namespace

Result<PartitionConfig> PartitionConfig::Parse(const std::string& text) {
  PartitionConfig config;
  int number = 0;
  for (const std::string& raw : SplitString(text, '\n')) {
    ++number;
    const std::string line(StripWhitespace(std::string_view(raw).substr(0, raw.find('#'))));
    if (line.empty()) continue;
    const std::vector<std::string> parts = SplitString(line, ':');
    const std::string type(StripWhitespace(parts[0]));
    if (type.empty() || parts.size() > 3) {
      return InvalidArgument("partition configuration, line ", number, ": '", line,
                             "', expected type[:inputs[:outputs]]");
    }
    config.lines_.push_back({line, type,
                             parts.size() > 1 ? Names(parts[1]) : std::vector<std::string>(),
                             parts.size() > 2 ? Names(parts[2]) : std::vector<std::string>()});
  }
  return config;
}

Result<PartitionConfig> PartitionConfig::Load(const OptimizeOptions& options) {
  if (!options.partition_config.empty()) return Parse(options.partition_config);
  if (!options.partition_config_path.empty()) {
    LITE_ASSIGN_OR_RETURN(const std::string text, model::ReadFile(options.partition_config_path));
    return Parse(text);
  }
  for (const char* variable :
       {"SUBGRAPH_PARTITION_CONFIG_FILE", "SUBGRAPH_CUSTOM_PARTITION_CONFIG_FILE"}) {
    const char* path = std::getenv(variable);
    if (path == nullptr || *path == '\0') continue;
    const Result<std::string> text = model::ReadFile(path);
    if (text.ok()) return Parse(*text);
    LITE_LOG_WARNING(variable, " is ignored: ", text.status().message());
  }
  const char* text = std::getenv("SUBGRAPH_PARTITION_CONFIG_BUFFER");
  return Parse(text == nullptr ? "" : text);
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

std::vector<std::string> PartitionConfig::Unused() const {
  std::vector<std::string> unused;
  for (const Line& line : lines_) {
    if (!line.used) unused.push_back(line.text);
  }
  return unused;
}

}  // namespace paddle::lite::mir
