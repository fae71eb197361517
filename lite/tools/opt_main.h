// opt: converts and optimises models, and reports what this build supports.
#pragma once

namespace paddle::lite::tools {

// The program: reads the command line, runs, prints; returns the exit status.
int OptMain(int argc, char** argv);

}  // namespace paddle::lite::tools
