// A set of files that appears completely or not at all.
#pragma once

#include <signal.h>

#include <string>
#include <string_view>
#include <vector>

#include "lite/base/status.h"

namespace paddle::lite::tools {

// Checks that a file can be created at `path`, or, for a folder, files in it; leaves no files. A
// folder may be missing if its parent exists.
Status CheckWritableFile(const std::string& path);
Status CheckWritableFolder(const std::string& path);
// Checks requested results; an empty path requests none.
Status CheckWritableFiles(const std::vector<std::string>& paths);

// Files are written under temporary names first; Commit renames them into place. Without a Commit,
// the destructor removes them and the folders made for them. While such an object exists, a signal
// that terminates the program (Ctrl-C) is deferred, so that it leaves no partial files either.
class OutputFiles {
 public:
  OutputFiles();
  ~OutputFiles();
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;

  // Two files must have two names. A folder is made with those that it is in.
  Status AddFolder(const std::string& path);
  Status AddFile(const std::string& path, std::string_view content);
  Status Commit();

 private:
  sigset_t outer_signals_;
  std::vector<std::string> made_folders_;
  struct File {
    std::string path;
    std::string temporary;
  };
  std::vector<File> files_;
};

}  // namespace paddle::lite::tools
