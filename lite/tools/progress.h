#pragma once

#include <string>

namespace paddle::lite::tools {

// One status line on stderr, shown only if stderr is a terminal.
class Progress {
 public:
  Progress();
  ~Progress() { Clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Shows "[ 40%] stage".
  void Stage(int percent, const std::string& stage);
  // Removes the line, so that other output may follow.
  void Clear();

 private:
  bool enabled_;
  bool shown_ = false;
};

}  // namespace paddle::lite::tools
