// Valid seed inputs for fuzzing: small models in every form, and committed files.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "lite/mir/text.h"
#include "lite/model/paddle_pb/paddle_pb.h"
#include "tests/fuzz/light_seeds.h"
#include "tests/support/tiny_models.h"

namespace paddle::lite::test {

// Fuzz target -> starting inputs. `data_dir` is the tests folder.
inline std::map<std::string, std::vector<std::string>> FuzzSeeds(const std::string& data_dir) {
  using std::filesystem::path;
  std::map<std::string, std::vector<std::string>> seeds;
  const model::Model tiny = TinyConvNet();
  seeds["naive_buffer"] = NaiveBufferSeeds(data_dir);
  seeds["naive_buffer_pair"] = NaiveBufferPairSeeds(data_dir);
  auto& program = seeds["paddle_program"];
  program.push_back(model::EncodePaddleProgram(tiny.program).value());
  for (auto& bytes : ReadAllBelow(data_dir, kMaxSeedBytes, [](const path& p) {
         return p.filename() == "__model__" || p.extension() == ".pdmodel";
       })) {
    program.push_back(std::move(bytes));
  }
  seeds["paddle_params"].push_back(model::EncodePaddleParams(tiny).value());
  // Choices: any bytes are a program.
  for (char i = 0; i < 64; ++i)
    seeds["operator"].push_back(std::string(64, static_cast<char>(i * 37)));
  mir::PrintOptions everything;
  everything.max_elements = size_t{1} << 20;
  seeds["mir_text"] =
      ReadAllBelow(data_dir, kMaxSeedBytes, [](const path& p) { return p.extension() == ".mir"; });
  seeds["mir_text"].push_back(mir::PrintModel(tiny, everything));
  return seeds;
}

}  // namespace paddle::lite::test
