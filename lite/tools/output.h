// What the tools print: on stdout and stderr or, in the Python module, wherever Python prints.
#pragma once

#include <ostream>
#include <string>

#include "lite/base/status.h"

namespace paddle::lite::tools {

enum class Stream { kOut, kError };

class Output {
 public:
  virtual ~Output() = default;
  // False if the text cannot be written, for example because the disk is full.
  virtual bool Write(Stream stream, const std::string& text) = 0;
  // Whether a person reads the stream.
  virtual bool IsTerminal(Stream stream) = 0;
};

// While one exists, this thread prints to `output`.
class RedirectOutput {
 public:
  explicit RedirectOutput(Output* output);
  ~RedirectOutput();
  RedirectOutput(const RedirectOutput&) = delete;
  RedirectOutput& operator=(const RedirectOutput&) = delete;

 private:
  Output* outer_;
};

void Print(const std::string& text);
void PrintError(const std::string& text);
bool IsTerminal(Stream stream);
// A full disk or closed pipe is a failure like any other.
Status FlushOutput();

// The same as an ostream, without errors of former uses.
std::ostream& OutStream();
std::ostream& ErrorStream();

}  // namespace paddle::lite::tools
