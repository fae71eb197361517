// Command lines of the tools: gflags flags, parsed leniently. Accepted in addition to gflags:
//   ON / OFF for booleans, and `--flag false`;
//   `--flag =value` and `--flag= value`, as printed in some documents;
//   any number of leading dashes, including en and em dashes (inserted by word processors);
//   `--valid_targets=npu, arm`: a trailing comma joins the next word.
// Refused with a reason: unknown flags, stray words, flags without their value.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "lite/base/status.h"

namespace paddle::lite::tools {

enum class FlagKind { kUnknown, kBool, kValue };

struct CommandLineSpec {
  // Flags whose value is a comma list.
  std::vector<std::string> list_flags;
  // Other spelling -> flag.
  std::vector<std::pair<std::string, std::string>> aliases;
};

struct FlagSetting {
  std::string name;
  std::string value;
};

// The settings in `args` (without the program name), in order. `kind_of` returns the kind of a
// flag; `known` lists all names, for hints.
Result<std::vector<FlagSetting>> ReadArguments(const std::vector<std::string>& args,
                                               const CommandLineSpec& spec,
                                               FlagKind (*kind_of)(const std::string&),
                                               const std::vector<std::string>& known);

enum class Request { kRun, kHelp, kVersion };

// Reads argv into the gflags of the program (flag files included), and starts logging.
Result<Request> ParseCommandLine(int argc, char** argv, const CommandLineSpec& spec);

// The result of `run`, which is a whole main function. Memory that cannot be had, and whatever else
// the standard library throws, becomes one line on stderr and exit status 1.
int RunGuarded(const char* tool, const std::function<int()>& run);

// The main function of a tool: calls `run`, or handles --version or --help; no arguments mean
// --help.
int ToolMain(int argc, char** argv, const char* tool, const char* help, Status (*run)());

// Whether the flag was given on the command line.
bool FlagGiven(const char* name);

// An error that names the flag if its value is not between `least` and `most`.
Status CheckRange(const char* flag, int value, int least, int most);
// The same for real numbers; NaN is out of every range.
Status CheckRange(const char* flag, double value, double least, double most);

// Sends the tool's messages to the terminal, at the level set by the flags. The programs use glog;
// another user of a tool's main function provides its own definition.
void StartLogging(const char* program);

// Prints "<tool>: error: <text>" on stderr and returns exit status 1.
int Fail(const char* tool, const std::string& text);
int Fail(const char* tool, const Status& status);

// While one exists, Fail in this thread stores the failure here instead of printing it, for callers
// other than the program itself.
class CatchFailure {
 public:
  CatchFailure();
  ~CatchFailure();
  CatchFailure(const CatchFailure&) = delete;
  CatchFailure& operator=(const CatchFailure&) = delete;

  // The last failure; success if there was none.
  const Status& status() const { return status_; }

 private:
  Status status_;
  Status* outer_;
};

// " (did you mean X?)" with the known name closest to `name`; empty if none is close.
std::string DidYouMean(const std::string& name, const std::vector<std::string>& known);

}  // namespace paddle::lite::tools
