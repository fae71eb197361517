// Model files of tests/data/formats.
#pragma once

#include <string>
#include <vector>

namespace paddle::lite::test {

// Bytes from hexadecimal digits; blanks are skipped.
std::string FromHex(const std::string& text);

// Absolute path of something in tests/data/formats.
std::string FormatPath(const std::string& relative);

// Names in a folder of tests/data/formats that end so, sorted. Fails the test when there are none.
std::vector<std::string> FormatFiles(const std::string& folder, const std::string& ending);

// Content of a file; fails the test when it cannot be read.
std::string MustRead(const std::string& path);

}  // namespace paddle::lite::test
