// Valid seed inputs for fuzzing: small models in every form, and committed files.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "lite/mir/text.h"
#include "lite/model/file.h"
#include "lite/model/naive_buffer/naive_buffer.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {

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

// Fuzz target -> starting inputs. `data_dir` is the tests folder.
inline std::map<std::string, std::vector<std::string>> FuzzSeeds(const std::string& data_dir) {
  using std::filesystem::path;
  constexpr size_t kMaxBytes = 64 * 1024;
  std::map<std::string, std::vector<std::string>> seeds;
  const model::Model tiny = TinyConvNet();
  auto& single = seeds["naive_buffer"];
  for (const int meta : {0, 1, 2})
    single.push_back(model::EncodeNaiveBuffer(tiny, {meta, "seed"}).value());
  const std::string formats = data_dir + "/data/formats";
  for (auto& bytes : ReadAllBelow(formats + "/nb", kMaxBytes, [](const path& p) {
         return p.extension() == ".nb" && p.filename() != "__model__.nb" &&
                p.filename() != "param.nb";
       })) {
    single.push_back(std::move(bytes));
  }
  auto& program = seeds["paddle_program"];
  program.push_back(model::EncodePaddleProgram(tiny.program).value());
  for (auto& bytes : ReadAllBelow(data_dir, kMaxBytes, [](const path& p) {
         return p.filename() == "__model__" || p.extension() == ".pdmodel";
       })) {
    program.push_back(std::move(bytes));
  }
  seeds["paddle_params"].push_back(model::EncodePaddleParams(tiny).value());
  const auto pair = ReadAllBelow(formats + "/nb", kMaxBytes, [](const path& p) {
    return p.filename() == "__model__.nb" || p.filename() == "param.nb";
  });
  if (pair.size() == 2) {
    std::string joined;
    for (int shift = 24; shift >= 0; shift -= 8)
      joined.push_back(static_cast<char>(pair[0].size() >> shift));
    seeds["naive_buffer_pair"].push_back(joined + pair[0] + pair[1]);
  }
  // Choices: any bytes are a program.
  for (char i = 0; i < 64; ++i)
    seeds["operator"].push_back(std::string(64, static_cast<char>(i * 37)));
  mir::PrintOptions everything;
  everything.max_elements = size_t{1} << 20;
  seeds["mir_text"] =
      ReadAllBelow(data_dir, kMaxBytes, [](const path& p) { return p.extension() == ".mir"; });
  seeds["mir_text"].push_back(mir::PrintModel(tiny, everything));
  return seeds;
}

}  // namespace paddle::lite::test
