#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace paddle::lite::operators {

// As many as a model of NNAdapter can list for an operand.
constexpr size_t kMaxListedShapes = 8;

// What a caller says about the accelerators that compile blocks.
struct SubgraphSettings {
  std::vector<std::string> device_names;  // empty: those that the model names
  std::string context_properties;         // KEY=value;KEY=value;
  int (*context_callback)(int event_id, void* user_data) = nullptr;
  std::string cache_dir;                                   // empty: none
  std::map<std::string, std::vector<char>> cache_buffers;  // by token
  // Shapes of inputs of blocks, by name, that one program is compiled for. Shape i of an input
  // belongs to shape i of the others.
  std::map<std::string, std::vector<std::vector<int64_t>>> listed_shapes;
};

}  // namespace paddle::lite::operators
