// A set of files that appears completely or not at all.
#pragma once

#include <signal.h>

#include <string>
#include <string_view>
#include <vector>

#include "lite/base/status.h"

namespace paddle::lite::tools {

// Can a file be created at `path`, or, for a folder, files in it? Says why not. Nothing is left
// behind. A folder may be missing as long as its parent exists.
Status CheckWritableFile(const std::string& path);
Status CheckWritableFolder(const std::string& path);
// Results that are asked for; an empty path asks for none.
Status CheckWritableFiles(const std::vector<std::string>& paths);

// Files are written under temporary names first; Commit renames them into place. Without a Commit,
// the destructor removes them and the folders made for them. While such an object exists, a signal
// that ends the program (Ctrl-C) waits, so that it leaves nothing partial either.
class OutputFiles {
 public:
  OutputFiles();
  ~OutputFiles();
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;

  Status AddFolder(const std::string& path);
  Status AddFile(const std::string& path, std::string_view content);
  Status Commit();

 private:
  sigset_t outer_signals_;
  std::vector<std::string> made_folders_;
  std::vector<std::string> paths_;  // temporary name = path + suffix
};

}  // namespace paddle::lite::tools
