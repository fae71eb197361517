#include <gflags/gflags.h>
#include <glog/logging.h>

#include <cstdlib>
#include <string>

#include "lite/tools/command_line.h"

namespace paddle::lite::tools {

// Only to the terminal; glog's flags also control the library's messages.
void StartLogging(const char* program) {
  FLAGS_logtostderr = true;
  if (FlagGiven("v")) setenv("GLOG_v", std::to_string(FLAGS_v).c_str(), 1);
  if (FlagGiven("minloglevel"))
    setenv("GLOG_minloglevel", std::to_string(FLAGS_minloglevel).c_str(), 1);
  google::InitGoogleLogging(program);
}

}  // namespace paddle::lite::tools
