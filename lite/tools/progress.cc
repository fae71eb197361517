#include "lite/tools/progress.h"

#include <cstdio>

#include "lite/tools/output.h"

namespace paddle::lite::tools {

Progress::Progress() : enabled_(IsTerminal(Stream::kError)) {}

void Progress::Stage(int percent, const std::string& stage) {
  if (!enabled_) return;
  char share[16];
  std::snprintf(share, sizeof(share), "[%3d%%]", percent);
  PrintError("\r\033[K" + std::string(share) + " " + stage);
  shown_ = true;
}

void Progress::Clear() {
  if (!shown_) return;
  PrintError("\r\033[K");
  shown_ = false;
}

}  // namespace paddle::lite::tools
