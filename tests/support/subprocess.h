// Runs a program without a shell and captures its output.
#pragma once

#include <string>
#include <vector>

namespace paddle::lite::test {

struct ProgramResult {
  int exit_code = -1;  // 128 + signal when one ended it, 127 when it could not be started
  std::string out;
  std::string err;
};

// `args[0]` is the program's path. Standard input is empty. Ends the program after
// `timeout_seconds`.
ProgramResult RunProgram(const std::vector<std::string>& args, int timeout_seconds = 60);

}  // namespace paddle::lite::test
