// Command lines of the tools: gflags flags, read forgivingly. Accepted beyond gflags:
//   ON / OFF for booleans, and `--flag false`;
//   `--flag =value` and `--flag= value`, as some documents print them;
//   any number of leading dashes, en and em dashes included (word processors make them);
//   `--valid_targets=npu, arm`: a trailing comma joins the next word.
// Refused with a reason: unknown flags, stray words, flags without their value.
#pragma once

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

// The settings that `args` (without the program name) ask for, in order. `kind_of` tells what a
// flag is, `known` are all names, for hints.
Result<std::vector<FlagSetting>> ReadArguments(const std::vector<std::string>& args,
                                               const CommandLineSpec& spec,
                                               FlagKind (*kind_of)(const std::string&),
                                               const std::vector<std::string>& known);

enum class Request { kRun, kHelp, kVersion };

// Reads argv into the gflags of the program (flag files included), and starts logging.
Result<Request> ParseCommandLine(int argc, char** argv, const CommandLineSpec& spec);

// The main function of a tool: calls `run`, or answers --version, or --help, which is also the
// answer to no arguments at all.
int ToolMain(int argc, char** argv, const char* tool, const char* help, Status (*run)());

// Was the flag given on the command line?
bool FlagGiven(const char* name);

// An error that names the flag when its value is not between `least` and `most`.
Status CheckRange(const char* flag, int value, int least, int most);
// The same for numbers that may be fractions; NaN is out of every range.
Status CheckRange(const char* flag, double value, double least, double most);

// Sends the tool's messages to the terminal, as much of them as the flags ask for. The programs do
// it with glog; another user of a tool's main function brings a definition of its own.
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

  // The last failure; success when there was none.
  const Status& status() const { return status_; }

 private:
  Status status_;
  Status* outer_;
};

// " (did you mean X?)" with the known name nearest to `name`; empty when none is near.
std::string DidYouMean(const std::string& name, const std::vector<std::string>& known);

// Flushes stdout; a full disk or closed pipe is a failure like any other.
Status FlushStdout();

}  // namespace paddle::lite::tools
