// Seed inputs of the fuzz targets that only need the light library (seeds.h has the others).
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {

constexpr size_t kMaxSeedBytes = 64 * 1024;

// Contents of the files below `dir` that `wanted` accepts, in order of path; none if there is no
// such folder.
template <typename Wanted>
std::vector<std::string> ReadAllBelow(const std::string& dir, size_t largest, Wanted wanted) {
  std::vector<std::string> paths;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(dir, ignored)) {
    if (entry.is_regular_file() && entry.file_size() <= largest && wanted(entry.path())) {
      paths.push_back(entry.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> contents;
  for (const auto& path : paths) contents.push_back(model::ReadFile(path).value());
  return contents;
}

// `.nb` files. `data_dir` is the tests folder.
inline std::vector<std::string> NaiveBufferSeeds(const std::string& data_dir) {
  std::vector<std::string> seeds;
  for (const int meta : {0, 1, 2})
    seeds.push_back(model::EncodeNaiveBuffer(TinyConvNet(), {meta, "seed"}).value());
  const auto single = [](const std::filesystem::path& p) {
    return p.extension() == ".nb" && p.filename() != "__model__.nb" && p.filename() != "param.nb";
  };
  for (auto& bytes : ReadAllBelow(data_dir + "/data/formats/nb", kMaxSeedBytes, single)) {
    seeds.push_back(std::move(bytes));
  }
  return seeds;
}

// The two files of a folder, after the size of the first in four bytes.
inline std::vector<std::string> NaiveBufferPairSeeds(const std::string& data_dir) {
  const auto pair = ReadAllBelow(
      data_dir + "/data/formats/nb", kMaxSeedBytes, [](const std::filesystem::path& p) {
        return p.filename() == "__model__.nb" || p.filename() == "param.nb";
      });
  if (pair.size() != 2) return {};
  std::string joined;
  for (int shift = 24; shift >= 0; shift -= 8)
    joined.push_back(static_cast<char>(pair[0].size() >> shift));
  return {joined + pair[0] + pair[1]};
}

}  // namespace paddle::lite::test
