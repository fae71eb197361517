#include "lite/tools/progress.h"

#include <unistd.h>

#include <cstdio>

namespace paddle::lite::tools {

Progress::Progress() : enabled_(isatty(STDERR_FILENO) != 0) {}

void Progress::Stage(int percent, const std::string& stage) {
  if (!enabled_) return;
  std::fprintf(stderr, "\r\033[K[%3d%%] %s", percent, stage.c_str());
  std::fflush(stderr);
  shown_ = true;
}

void Progress::Clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace paddle::lite::tools
