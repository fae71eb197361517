#include <gflags/gflags.h>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gflags {
namespace {

struct Flag {
  std::string type;
  void* variable = nullptr;
  bool is_default = true;
};

// Filled while the module is loaded; its files register in any order.
std::map<std::string, Flag>& Flags() {
  static std::map<std::string, Flag>* const flags = new std::map<std::string, Flag>;
  return *flags;
}

// Parses all of `text` as a number.
template <typename T, typename Parse>
bool Assign(const char* text, void* variable, const Parse& parse) {
  char* end = nullptr;
  const auto value = parse(text, &end);
  if (end == text || *end != '\0') return false;
  *static_cast<T*>(variable) = static_cast<T>(value);
  return true;
}

bool SetBool(const std::string& text, void* variable) {
  for (const char* yes : {"1", "t", "true", "y", "yes"}) {
    if (text == yes) return *static_cast<bool*>(variable) = true;
  }
  for (const char* no : {"0", "f", "false", "n", "no"}) {
    if (text == no) {
      *static_cast<bool*>(variable) = false;
      return true;
    }
  }
  return false;
}

bool SetFlag(const Flag& flag, const char* text) {
  if (flag.type == "bool") return SetBool(text, flag.variable);
  if (flag.type == "double") {
    return Assign<double>(text, flag.variable,
                          [](const char* from, char** end) { return std::strtod(from, end); });
  }
  if (flag.type == "int32") {
    return Assign<int32_t>(text, flag.variable, [](const char* from, char** end) {
      const long value = std::strtol(from, end, 10);  // NOLINT: what the function gives
      if (value < std::numeric_limits<int32_t>::min() ||
          value > std::numeric_limits<int32_t>::max()) {
        *end = const_cast<char*>(from);
      }
      return value;
    });
  }
  *static_cast<std::string*>(flag.variable) = text;
  return true;
}

template <typename T>
using Saved = std::vector<std::pair<T*, T>>;

}  // namespace

void Register(const char* name, const char* type, void* variable) {
  Flags()[name] = {type, variable, true};
}

bool GetCommandLineFlagInfo(const char* name, CommandLineFlagInfo* info) {
  const auto it = Flags().find(name);
  if (it == Flags().end()) return false;
  *info = {it->first, it->second.type, it->second.is_default};
  return true;
}

void GetAllFlags(std::vector<CommandLineFlagInfo>* infos) {
  infos->clear();
  for (const auto& [name, flag] : Flags()) infos->push_back({name, flag.type, flag.is_default});
}

std::string SetCommandLineOption(const char* name, const char* value) {
  const auto it = Flags().find(name);
  if (it == Flags().end() || !SetFlag(it->second, value)) return "";
  it->second.is_default = false;
  return std::string(name) + " set to " + value;
}

struct FlagSaver::Values {
  std::map<std::string, Flag> flags;
  Saved<std::string> strings;
  Saved<bool> bools;
  Saved<double> doubles;
  Saved<int32_t> integers;

  // Every saved value with its variable.
  template <typename Visit>
  void ForEach(const Visit& visit) {
    for (auto& saved : strings) visit(saved);
    for (auto& saved : bools) visit(saved);
    for (auto& saved : doubles) visit(saved);
    for (auto& saved : integers) visit(saved);
  }
};

FlagSaver::FlagSaver() : values_(new Values) {
  values_->flags = Flags();
  const auto save = [](auto* list, void* variable) {
    using T = typename std::remove_pointer_t<decltype(list)>::value_type::second_type;
    T* typed = static_cast<T*>(variable);
    list->emplace_back(typed, *typed);
  };
  for (const auto& [name, flag] : values_->flags) {
    if (flag.type == "string") save(&values_->strings, flag.variable);
    if (flag.type == "bool") save(&values_->bools, flag.variable);
    if (flag.type == "double") save(&values_->doubles, flag.variable);
    if (flag.type == "int32") save(&values_->integers, flag.variable);
  }
}

FlagSaver::~FlagSaver() {
  Flags() = values_->flags;
  values_->ForEach([](auto& saved) { *saved.first = saved.second; });
  delete values_;
}

}  // namespace gflags
