// Whole files in and out, for all model formats.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "lite/base/status.h"

namespace paddle::lite::model {

bool FileExists(const std::string& path);
bool DirectoryExists(const std::string& path);

// True when a file of this name lies below the folder that the name is looked up in: the name of a
// parameter, which becomes a path, must not lead out of the model's folder.
bool StaysBelow(const std::string& name);

// The content of a regular file, with the path and the operating system's reason on failure.
Result<std::string> ReadFile(const std::string& path);

// Writes `content` to `path` by way of a temporary file in the same folder and a rename: on failure
// the old file is untouched and nothing partial is left behind. Parent folders must exist.
Status WriteFileAtomically(const std::string& path, std::string_view content);

std::string JoinPath(const std::string& dir, const std::string& name);

// Like mkdir -p.
Status MakeDirectories(const std::string& path);

}  // namespace paddle::lite::model
