#include "lite/tools/command_line.h"

#include <gflags/gflags.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "lite/api/boundary.h"
#include "lite/api/version.h"
#include "lite/model/file.h"
#include "lite/tools/output.h"

namespace paddle::lite::tools {
namespace {

// UTF-8 of the dashes that word processors put in place of "--".
constexpr std::string_view kWideDashes[] = {"\u2010", "\u2011", "\u2012", "\u2013",
                                            "\u2014", "\u2015", "\u2212"};
constexpr int kMaxFlagFileDepth = 8;

// Length of the leading dashes; 0 if the token is a plain word.
size_t LeadingDashes(std::string_view token) {
  size_t at = 0;
  while (at < token.size()) {
    if (token[at] == '-') {
      ++at;
      continue;
    }
    size_t width = 0;
    for (const std::string_view dash : kWideDashes) {
      if (token.substr(at, dash.size()) == dash) width = dash.size();
    }
    if (width == 0) break;
    at += width;
  }
  // "-" and "-5" are words.
  if (at == token.size()) return 0;
  return std::isalpha(static_cast<unsigned char>(token[at])) ? at : 0;
}

std::string Lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// "true" or "false"; empty if the word is not a boolean.
std::string BoolWord(const std::string& word) {
  const std::string lower = Lower(word);
  for (const char* yes : {"true", "t", "yes", "y", "on", "1"}) {
    if (lower == yes) return "true";
  }
  for (const char* no : {"false", "f", "no", "n", "off", "0"}) {
    if (lower == no) return "false";
  }
  return "";
}

bool IsFlag(const std::string& token) { return LeadingDashes(token) > 0; }

class ArgumentReader {
 public:
  ArgumentReader(const std::vector<std::string>& args, const CommandLineSpec& spec,
                 FlagKind (*kind_of)(const std::string&), const std::vector<std::string>& known)
      : args_(args), spec_(spec), kind_of_(kind_of), known_(known) {}

  Result<std::vector<FlagSetting>> Read() {
    FindUndefok();
    while (at_ < args_.size()) {
      const std::string& token = args_[at_++];
      if (!IsFlag(token)) {
        return InvalidArgument("stray word '", token, "': every argument is a --flag=value");
      }
      LITE_RETURN_IF_ERROR(ReadFlag(token));
    }
    return std::move(settings_);
  }

 private:
  // --undefok=a,b: those flags may be unknown. It may appear anywhere, so it is looked up first.
  void FindUndefok() {
    constexpr std::string_view kPrefix = "undefok=";
    for (const std::string& token : args_) {
      const std::string_view body = std::string_view(token).substr(LeadingDashes(token));
      if (body.substr(0, kPrefix.size()) == kPrefix)
        undefok_ = SplitString(body.substr(kPrefix.size()), ',');
    }
  }

  Status ReadFlag(const std::string& token) {
    std::string name = token.substr(LeadingDashes(token));
    std::string value;
    bool has_value = false;
    const size_t equals = name.find('=');
    if (equals != std::string::npos) {
      value = name.substr(equals + 1);
      name.resize(equals);
      has_value = true;
    }
    std::replace(name.begin(), name.end(), '-', '_');
    for (const auto& alias : spec_.aliases) {
      if (name == alias.first) name = alias.second;
    }

    FlagKind kind = kind_of_(name);
    if (kind == FlagKind::kUnknown && !has_value && name.rfind("no", 0) == 0 &&
        kind_of_(name.substr(2)) == FlagKind::kBool) {
      settings_.push_back({name.substr(2), "false"});
      return OkStatus();
    }
    if (kind == FlagKind::kUnknown) {
      if (std::find(undefok_.begin(), undefok_.end(), name) != undefok_.end()) return OkStatus();
      return InvalidArgument("unknown command line flag '", name, "'", DidYouMean(name, known_));
    }

    JoinSeparateValue(&value, &has_value);
    if (kind == FlagKind::kBool) return ReadBool(name, value, has_value);
    if (!has_value) {
      if (at_ >= args_.size() || IsFlag(args_[at_])) {
        return InvalidArgument("flag --", name, " needs a value: --", name, "=...");
      }
      value = args_[at_++];
    }
    const bool is_list =
        std::find(spec_.list_flags.begin(), spec_.list_flags.end(), name) != spec_.list_flags.end();
    if (is_list) JoinList(&value);
    settings_.push_back({name, value});
    return OkStatus();
  }

  // `--flag =value`, `--flag = value` and `--flag= value`.
  void JoinSeparateValue(std::string* value, bool* has_value) {
    if (!*has_value && at_ < args_.size() && args_[at_][0] == '=') {
      *value = args_[at_++].substr(1);
      *has_value = true;
    }
    if (*has_value && value->empty() && at_ < args_.size() && !IsFlag(args_[at_]))
      *value = args_[at_++];
  }

  Status ReadBool(const std::string& name, const std::string& value, bool has_value) {
    std::string word = "true";
    if (has_value) {
      word = BoolWord(value);
      if (word.empty()) {
        return InvalidArgument("illegal value '", value, "' of flag --", name,
                               " (expected true, false, ON, OFF, yes, no, 1 or 0)");
      }
    } else if (at_ < args_.size() && !IsFlag(args_[at_]) && !BoolWord(args_[at_]).empty()) {
      word = BoolWord(args_[at_++]);
    }
    settings_.push_back({name, word});
    return OkStatus();
  }

  void JoinList(std::string* value) {
    while (at_ < args_.size() && !IsFlag(args_[at_]) &&
           ((!value->empty() && value->back() == ',') || args_[at_][0] == ',')) {
      *value += args_[at_++];
    }
  }

  const std::vector<std::string>& args_;
  const CommandLineSpec& spec_;
  FlagKind (*kind_of_)(const std::string&);
  const std::vector<std::string>& known_;
  std::vector<std::string> undefok_;
  size_t at_ = 0;
  std::vector<FlagSetting> settings_;
};

FlagKind GflagsKind(const std::string& name) {
  gflags::CommandLineFlagInfo info;
  if (!gflags::GetCommandLineFlagInfo(name.c_str(), &info)) return FlagKind::kUnknown;
  return info.type == "bool" ? FlagKind::kBool : FlagKind::kValue;
}

Status Apply(const std::vector<FlagSetting>& settings, const CommandLineSpec& spec,
             const std::vector<std::string>& known, int depth, Request* request);

// A flag file: one flag per line; blank lines and lines that begin with # are skipped.
Status ApplyFlagFile(const std::string& path, const CommandLineSpec& spec,
                     const std::vector<std::string>& known, int depth, Request* request) {
  if (depth >= kMaxFlagFileDepth)
    return InvalidArgument(path, ": flag files include each other too deeply");
  LITE_ASSIGN_OR_RETURN(const std::string content, model::ReadFile(path));
  std::vector<std::string> args;
  for (const std::string& line : SplitString(content, '\n')) {
    const std::string_view stripped = StripWhitespace(line);
    if (!stripped.empty() && stripped[0] != '#') args.emplace_back(stripped);
  }
  auto settings = ReadArguments(args, spec, &GflagsKind, known);
  if (!settings.ok()) return settings.status().WithContext(path);
  return Apply(*settings, spec, known, depth + 1, request);
}

Status Apply(const std::vector<FlagSetting>& settings, const CommandLineSpec& spec,
             const std::vector<std::string>& known, int depth, Request* request) {
  for (const FlagSetting& setting : settings) {
    const std::string& name = setting.name;
    if (name.rfind("help", 0) == 0) {
      if (setting.value != "false") *request = Request::kHelp;
    } else if (name == "version") {
      if (setting.value == "true") *request = Request::kVersion;
    } else if (name == "flagfile") {
      for (const std::string& path : SplitString(setting.value, ',')) {
        LITE_RETURN_IF_ERROR(ApplyFlagFile(path, spec, known, depth, request));
      }
    } else if (name != "undefok" &&
               gflags::SetCommandLineOption(name.c_str(), setting.value.c_str()).empty()) {
      gflags::CommandLineFlagInfo info;
      gflags::GetCommandLineFlagInfo(name.c_str(), &info);
      return InvalidArgument("illegal value '", setting.value, "' of flag --", name, " (expected ",
                             info.type, ")");
    }
  }
  return OkStatus();
}

}  // namespace

Result<std::vector<FlagSetting>> ReadArguments(const std::vector<std::string>& args,
                                               const CommandLineSpec& spec,
                                               FlagKind (*kind_of)(const std::string&),
                                               const std::vector<std::string>& known) {
  return ArgumentReader(args, spec, kind_of, known).Read();
}

Result<Request> ParseCommandLine(int argc, char** argv, const CommandLineSpec& spec) {
  std::vector<gflags::CommandLineFlagInfo> infos;
  gflags::GetAllFlags(&infos);
  std::vector<std::string> known;
  for (const auto& info : infos) known.push_back(info.name);

  const std::vector<std::string> args(argv + 1, argv + argc);
  LITE_ASSIGN_OR_RETURN(const std::vector<FlagSetting> settings,
                        ReadArguments(args, spec, &GflagsKind, known));
  Request request = Request::kRun;
  LITE_RETURN_IF_ERROR(Apply(settings, spec, known, 0, &request));

  StartLogging(argv[0]);
  return request;
}

int RunGuarded(const char* tool, const std::function<int()>& run) {
#ifdef SIGXFSZ
  // A limit on the size of files is then an error of write(), and partial files are removed.
  std::signal(SIGXFSZ, SIG_IGN);
#endif
  int result = 1;
  const Status status = CatchAll([&] {
    result = run();
    return OkStatus();
  });
  return status.ok() ? result : Fail(tool, status);
}

namespace {

int RunTool(int argc, char** argv, const char* tool, const char* help, Status (*run)()) {
  const auto request = ParseCommandLine(argc, argv, CommandLineSpec());
  if (!request.ok()) return Fail(tool, request.status());
  Status status = OkStatus();
  if (*request == Request::kHelp || argc <= 1) {
    Print(help);
  } else if (*request == Request::kVersion) {
    Print(StrCat(tool, " version:", LibraryVersion(), "\n"));
  } else {
    status = run();
  }
  if (status.ok()) status = FlushOutput();
  return status.ok() ? 0 : Fail(tool, status);
}

}  // namespace

int ToolMain(int argc, char** argv, const char* tool, const char* help, Status (*run)()) {
  return RunGuarded(tool, [&] { return RunTool(argc, argv, tool, help, run); });
}

bool FlagGiven(const char* name) {
  gflags::CommandLineFlagInfo info;
  return gflags::GetCommandLineFlagInfo(name, &info) && !info.is_default;
}

namespace {

template <typename T>
Status CheckRangeOf(const char* flag, T value, T least, T most) {
  if (value >= least && value <= most) return OkStatus();
  return InvalidArgument("--", flag, "=", value, " is out of range (expected ", least, " to ", most,
                         ")");
}

}  // namespace

Status CheckRange(const char* flag, int value, int least, int most) {
  return CheckRangeOf(flag, value, least, most);
}

Status CheckRange(const char* flag, double value, double least, double most) {
  return CheckRangeOf(flag, value, least, most);
}

namespace {
thread_local Status* caught_failure = nullptr;
}  // namespace

CatchFailure::CatchFailure() : outer_(caught_failure) { caught_failure = &status_; }
CatchFailure::~CatchFailure() { caught_failure = outer_; }

int Fail(const char* tool, const std::string& text) { return Fail(tool, InvalidArgument(text)); }

int Fail(const char* tool, const Status& status) {
  (void)FlushOutput();
  if (caught_failure != nullptr) {
    *caught_failure = status;
  } else {
    PrintError(StrCat(tool, ": error: ", status.message(), "\n"));
  }
  return 1;
}

std::string DidYouMean(const std::string& name, const std::vector<std::string>& known) {
  const std::vector<std::string> nearest = NearestNames(name, known, 1);
  const size_t limit = std::max<size_t>(1, name.size() / 3);
  if (nearest.empty() || EditDistance(name, nearest[0]) > limit) return "";
  return StrCat(" (did you mean ", nearest[0], "?)");
}

}  // namespace paddle::lite::tools
