#pragma once

#include <map>
#include <string>
#include <vector>

namespace paddle::lite::operators {

// What a caller says about the accelerators that compile blocks.
struct SubgraphSettings {
  std::vector<std::string> device_names;  // empty: those that the model names
  std::string context_properties;         // KEY=value;KEY=value;
  int (*context_callback)(int event_id, void* user_data) = nullptr;
  std::string cache_dir;                                   // empty: none
  std::map<std::string, std::vector<char>> cache_buffers;  // by token
};

}  // namespace paddle::lite::operators
